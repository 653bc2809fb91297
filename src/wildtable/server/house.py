"""What all requests and sockets of one worker share."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket

from wildtable.server import people
from wildtable.server.lab import Lab
from wildtable.server.limits import Address, Addresses
from wildtable.server.metrics import Metrics
from wildtable.server.people import Person
from wildtable.server.settings import Settings
from wildtable.server.store import Store
from wildtable.server.tables import Tables
from wildtable.server.web import WebError


class House:
    def __init__(self, store: Store, worker: str, settings: Settings, key: bytes) -> None:
        self.store = store
        self.settings = settings
        self.limits = settings.limits
        self.metrics = Metrics()
        self.addresses = Addresses(settings.limits)
        self.tables = Tables(store, worker, settings.limits, self.metrics)
        self.lab = Lab(settings.limits)
        self.key = key
        self.stopping = False

    @classmethod
    async def open(cls, store: Store, worker: str, settings: Settings) -> House:
        house = cls(store, worker, settings, await store.signing_key())
        await house.tables.open()
        return house

    async def say_bye(self) -> None:
        """Finish what is being stored, and send everybody away."""
        self.stopping = True
        self.lab.close()
        await self.tables.say_bye()

    async def close(self) -> None:
        self.stopping = True
        self.lab.close()
        await self.tables.close()

    # people

    async def person_of(self, connection: HTTPConnection) -> Person | None:
        """Who asks, or None for nobody: no cookie, or none that we have signed."""
        person = people.signed(people.token_of(connection), self.key)
        if person is None:
            return None
        player = await self.store.player(person)
        return None if player is None else Person(person, player.name)

    async def somebody(self, connection: HTTPConnection) -> Person:
        """Who asks; WebError for nobody."""
        person = await self.person_of(connection)
        if person is None:
            raise WebError(401, "nobody", "Say who you are first: POST /api/me with a name.")
        return person

    def address_of(self, connection: HTTPConnection | WebSocket) -> Address:
        return self.addresses.of(connection.client.host if connection.client else "")
