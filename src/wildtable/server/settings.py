"""What an operator can set. docs/operators.md tells it at length."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

# A server that was killed is not gone at once: for so long the next one waits for its port and its database.
KILLED_SECONDS = 3.0
LOOK_AGAIN_SECONDS = 0.05


@dataclass(frozen=True)
class Limits:
    """How much one connection and one address may do. All are counted by each worker for itself."""

    messages: int = 20  # a second on one connection
    chat: int = 30  # a minute on one connection
    reactions: int = 60  # a minute on one connection
    sockets: int = 40  # at once from one address
    connects: int = 240  # a minute from one address
    tables: int = 30  # opened in a minute from one address
    requests: int = 1200  # a minute from one address
    simulations: int = 20  # of the lab, begun in a minute from one address; one at once
    lab_runs: int = 2  # simulations at once, of all addresses; 0 closes the lab
    lab_seconds: float = 30.0  # of computing for one simulation
    waiting: int = 256  # frames that a connection has not read yet
    send_seconds: float = 10.0  # that a frame may take to be read
    idle_seconds: float = 300.0  # after which a table where nobody is leaves the memory
    live_tables: int = 5000  # in the memory of one worker


@dataclass(frozen=True)
class Settings:
    database: str
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    origins: tuple[str, ...] = ()  # other sites whose pages may talk with this server
    proxy: str = ""  # addresses whose X-Forwarded-For and X-Forwarded-Proto are believed
    log: str = "text"
    limits: Limits = field(default_factory=Limits)
    static: Path = Path(__file__).parent / "static"  # the browser table as Vite has built it
