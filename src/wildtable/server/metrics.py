"""What /metrics tells. With several workers it is the sum over all of them."""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

SHARED = "PROMETHEUS_MULTIPROC_DIR"  # the folder where workers put their numbers, for prometheus_client


class Metrics:
    """The numbers of one worker."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables = self.gauge("wildtable_tables_live", "Tables in memory.")
        self.sockets = self.gauge("wildtable_sockets", "Open connections.")
        self.moves = self.counter("wildtable_moves", "Moves made.", "game", "by")
        self.matches = self.counter("wildtable_matches", "Matches over.", "game")
        self.refused = self.counter("wildtable_refused", "Moves that the rules did not allow.", "game")
        self.errors = self.counter("wildtable_errors", "What clients were told to be wrong.", "code")
        self.closes = self.counter("wildtable_closes", "Connections that the server has ended.", "code")
        self.faults = self.counter("wildtable_faults", "Faults of the server itself.")
        self.again = self.counter("wildtable_appends_again", "Entries whose number another worker had taken.")
        self.requests = self.counter("wildtable_requests", "Requests answered.", "status")
        self.append = self.histogram("wildtable_append_seconds", "Until an entry is stored.")
        self.thinking = self.histogram("wildtable_thinking_seconds", "Of a machine player about a move.", "level")

    def gauge(self, name: str, text: str) -> Gauge:
        return Gauge(name, text, registry=self.registry, multiprocess_mode="livesum")

    def counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(name, text, labels, registry=self.registry)

    def histogram(self, name: str, text: str, *labels: str) -> Histogram:
        buckets = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
        return Histogram(name, text, labels, registry=self.registry, buckets=buckets)

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        registry = self.registry
        if SHARED in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)
