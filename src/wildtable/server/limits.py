"""How much is too much: buckets that fill with time, and what each address has open."""

from __future__ import annotations

import time
from collections import OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network

from wildtable.server.settings import Limits

MOST_ADDRESSES = 50_000  # that are remembered; those seen longest ago are forgotten first


class Bucket:
    """So many in so many seconds; as many may also come all at once."""

    __slots__ = ("full", "left", "rate", "since")

    def __init__(self, count: int, seconds: float) -> None:
        self.full = float(count)
        self.left = float(count)
        self.rate = count / seconds
        self.since = time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now; it is counted if so."""
        now = time.monotonic()
        self.left = min(self.full, self.left + (now - self.since) * self.rate)
        self.since = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Address:
    """What one address does."""

    __slots__ = ("connects", "requests", "simulates", "simulations", "sockets", "tables")

    def __init__(self, limits: Limits) -> None:
        self.sockets = 0
        self.simulates = False
        self.connects = Bucket(limits.connects, 60)
        self.tables = Bucket(limits.tables, 60)
        self.requests = Bucket(limits.requests, 60)
        self.simulations = Bucket(limits.simulations, 60)


@lru_cache(maxsize=10_000)
def network_of(host: str) -> str:
    """What counts as one address. Of IPv6 whoever has one has the 2^64 of its network."""
    try:
        address = IPv6Address(host)
    except ValueError:
        return host
    return str(address.ipv4_mapped or IPv6Network((int(address), 64), strict=False))


class Addresses:
    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.known: OrderedDict[str, Address] = OrderedDict()

    def of(self, host: str) -> Address:
        host = network_of(host)
        address = self.known.get(host)
        if address is None:
            address = self.known[host] = Address(self.limits)
            if len(self.known) > MOST_ADDRESSES:
                self.forget_one()
        self.known.move_to_end(host)
        return address

    def forget_one(self) -> None:
        """The one seen longest ago; whoever has a socket open, or a simulation, is not forgotten."""
        for host, address in self.known.items():
            if not address.sockets and not address.simulates:
                del self.known[host]
                return
