"""Runs the server: one worker, or several that are started again when they die."""

from __future__ import annotations

import asyncio
import errno
import gc
import multiprocessing
import os
import resource
import secrets
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection as Pipe
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from wildtable.errors import WildtableError
from wildtable.server import logs
from wildtable.server.app import make_app
from wildtable.server.house import House
from wildtable.server.metrics import SHARED
from wildtable.server.settings import KILLED_SECONDS, LOOK_AGAIN_SECONDS, Settings
from wildtable.server.socket import SEND_AT_ONCE
from wildtable.server.store import Store

MOST_FRAME = 64 * 1024  # bytes of one that is read at all; the app has its own, smaller limit and says so
MOST_HEAD = 64 * 1024  # bytes of a request without its body
HEAD_SECONDS = 15.0  # for it to arrive
BACKLOG = 1024  # connections that wait to be accepted
PING_SECONDS = 20.0
LINGER_SECONDS = 2.0  # for a client to answer a close
STOPPING = (signal.SIGINT, signal.SIGTERM)
STOP_SECONDS = 8.0  # for a worker to stop in good order
RESTART_SECONDS = 0.5  # before a worker that died is started again
MOST_DEATHS = 5  # of workers before they were ready, in a row


class CannotServe(WildtableError):
    """Why the server does not start."""

    code = "serve"


def listen(settings: Settings) -> socket.socket:
    """The socket for all workers, bound and listening; CannotServe if the address cannot be had."""
    try:
        found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError:
        raise CannotServe(f"there is no address {settings.host!r} to listen on; --host names one") from None
    family, kind, protocol, _, address = found[0]
    try:
        listener = bound(family, kind, protocol, address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CannotServe(
                f"port {settings.port} is in use already: name another with --port, or 0 for any that is free"
            ) from None
        if error.errno == errno.EACCES:
            raise CannotServe(f"port {settings.port} is not for you: name one above 1023 with --port") from None
        raise CannotServe(f"cannot listen on {settings.host}, port {settings.port}: {error.strerror}") from None
    listener.setblocking(False)
    return listener


def bound(family: int, kind: int, protocol: int, address: Any) -> socket.socket:
    """A socket that listens, as soon as nobody else has the address; OSError if somebody keeps it."""
    by = time.monotonic() + KILLED_SECONDS
    while True:
        listener = socket.socket(family, kind, protocol)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(BACKLOG)
        except OSError as error:
            listener.close()
            if error.errno != errno.EADDRINUSE or time.monotonic() > by:
                raise
            time.sleep(LOOK_AGAIN_SECONDS)
        else:
            return listener


def address_of(listener: socket.socket) -> str:
    """Where a browser on this machine finds it."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(settings: Settings, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until SIGINT or SIGTERM. CannotServe, StoreError if it cannot be begun."""
    if settings.workers == 1:
        run_worker(settings, listener, ready)
    else:
        Workers(settings, listener, ready).run()


# --- one worker ---


class Socket(WebSocketsSansIOProtocol):
    """As uvicorn has it, but nobody can hold a connection open by not reading what ends it; and what is to be sent
    while nothing waits goes straight out."""

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[SEND_AT_ONCE] = self.send_at_once
        await super().run_asgi()

    def send_at_once(self, words: bytes) -> bool:
        """Send a text past all layers between; False if that cannot be done now, and has to go the usual way."""
        if self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(head_of_text(len(words)) + words)
        return True

    async def send(self, message: Any) -> None:
        if message["type"] != "websocket.close":
            await super().send(message)
            return
        self.writable.set()  # the close goes out, or nothing does
        await super().send(message)
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(LINGER_SECONDS, self.transport.abort)


def head_of_text(size: int) -> bytes:
    """What comes before a text of so many bytes in its frame (RFC 6455)."""
    if size < 126:
        return bytes((0x81, size))
    return b"\x81\x7e" + size.to_bytes(2, "big") if size < 1 << 16 else b"\x81\x7f" + size.to_bytes(8, "big")


class Http(HttpToolsProtocol):
    """As uvicorn has it, but nobody can hold a connection open, or fill the memory, with a request that never comes."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.wait_for_head()

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self.patience.cancel()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self.head is None:
            self.wait_for_head()

    def wait_for_head(self) -> None:
        self.head: int | None = 0  # bytes of its first line and headers, while they come
        self.patience = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self.head = None
        self.patience.cancel()

    def data_received(self, data: bytes) -> None:
        if self.head is not None:
            self.head += len(data)
        super().data_received(data)
        if self.head is not None and self.head > MOST_HEAD:
            self.transport.close()


class Server(uvicorn.Server):
    """Tells clients before it stops."""

    def __init__(self, config: uvicorn.Config, house: House, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.house = house
        self.ready = ready

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """The first signal stops the server in good order, and it is not raised again."""
        if threading.current_thread() is threading.main_thread():
            loop = asyncio.get_running_loop()
            for number in STOPPING:
                if signal.getsignal(number) is not signal.SIG_IGN:
                    loop.add_signal_handler(number, self.handle_exit, number, None)
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        logs.note("worker ready", worker=self.house.tables.worker)
        self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        logs.note("worker stops", worker=self.house.tables.worker)
        await self.house.say_bye()
        await super().shutdown(sockets)


def run_worker(settings: Settings, listener: socket.socket, ready: Callable[[], None]) -> None:
    calm_the_collector()
    open_many_files()
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(work(settings, listener, ready))


def calm_the_collector() -> None:
    """A thousand tables are millions of objects, which live long and have no cycles. To go through all of them takes
    most of a second, in which nobody is answered; the young ones are what there is to collect. A few of them at a time,
    for among them are long lists of moves: twenty thousand took an eighth of a second."""
    gc.freeze()
    gc.set_threshold(1_000, 2, 50_000)


def open_many_files() -> None:
    """Every connection is one; as many as the system allows without being asked."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if now != most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where there is one."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


async def work(settings: Settings, listener: socket.socket, ready: Callable[[], None]) -> None:
    """One worker, from opening the store to closing it. Cancelled, it stops in good order."""
    name = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(3)}"
    store = await Store.open(settings.database, name)
    try:
        house = await House.open(store, name, settings)
        config = uvicorn.Config(
            make_app(house),
            http=Http,
            ws=Socket,
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(settings.proxy),
            forwarded_allow_ips=settings.proxy or None,
            ws_max_size=MOST_FRAME,
            ws_per_message_deflate=False,
            ws_ping_interval=PING_SECONDS,
            ws_ping_timeout=PING_SECONDS,
            backlog=BACKLOG,
            timeout_keep_alive=15,
            timeout_graceful_shutdown=3,
        )
        server = Server(config, house, ready)
        serving = asyncio.create_task(server.serve([listener]))
        try:
            await asyncio.shield(serving)
        except asyncio.CancelledError:
            server.should_exit = True
            await serving
        finally:
            await house.close()
    finally:
        await store.close()


# --- several workers ---


class Workers:
    """Processes on one listening socket. One that dies is started again."""

    def __init__(self, settings: Settings, listener: socket.socket, ready: Callable[[], None]) -> None:
        self.settings = settings
        self.listener = listener
        self.ready = ready
        self.context = multiprocessing.get_context("spawn")
        self.workers: dict[SpawnProcess, Pipe] = {}
        self.unready: set[SpawnProcess] = set()
        self.deaths = 0  # since a worker was ready
        self.stopping = False

    def run(self) -> None:
        asyncio.run(try_database(self.settings.database))
        folder = tempfile.mkdtemp(prefix="wildtable-metrics-")
        os.environ[SHARED] = folder
        before = {number: signal.signal(number, self.stop) for number in STOPPING}
        try:
            for _ in range(self.settings.workers):
                self.start()
            while not self.stopping:
                self.look()
        finally:
            self.end()
            del os.environ[SHARED]
            shutil.rmtree(folder, ignore_errors=True)
            for number, handler in before.items():
                signal.signal(number, handler)

    def stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True

    def start(self) -> None:
        ours, theirs = self.context.Pipe(duplex=False)
        worker = self.context.Process(target=be_a_worker, args=(self.settings, self.listener, theirs), daemon=True)
        worker.start()
        theirs.close()
        self.workers[worker] = ours
        self.unready.add(worker)

    def look(self) -> None:
        """Wait a moment for something to happen to the workers."""
        wait([*(worker.sentinel for worker in self.workers), *(self.workers[w] for w in self.unready)], timeout=0.2)
        for worker in list(self.unready):
            if self.is_ready(worker):
                self.unready.discard(worker)
                self.deaths = 0
                if not self.unready:
                    self.ready()
                    self.ready = lambda: None
        for worker in [worker for worker in self.workers if not worker.is_alive()]:
            self.bury(worker)

    def is_ready(self, worker: SpawnProcess) -> bool:
        try:
            return self.workers[worker].poll() and bool(self.workers[worker].recv())
        except (EOFError, OSError):
            return False

    def bury(self, worker: SpawnProcess) -> None:
        """A worker has died: start another one. CannotServe if they all die before they can do anything."""
        from prometheus_client.multiprocess import mark_process_dead

        self.workers.pop(worker).close()
        self.deaths += worker in self.unready
        self.unready.discard(worker)
        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
        logs.note("worker died", logs.WARNING, pid=worker.pid, exit_code=worker.exitcode)
        if self.deaths >= MOST_DEATHS:
            raise CannotServe(f"{self.deaths} workers in a row have ended before they were ready; their log says why")
        time.sleep(RESTART_SECONDS)
        if not self.stopping:
            self.start()

    def end(self) -> None:
        """Have all workers stop, in good order if they can."""
        self.listener.close()
        for worker in self.workers:
            worker.terminate()
        by = time.monotonic() + STOP_SECONDS
        for worker in self.workers:
            worker.join(max(0.0, by - time.monotonic()))
            if worker.is_alive():
                logs.note("worker killed", logs.WARNING, pid=worker.pid)
                worker.kill()
                worker.join()


async def try_database(url: str) -> None:
    """Open the store once, so that it is brought up to date and what is wrong with it is one sentence."""
    store = await Store.open(url, "first")
    await store.close()


def be_a_worker(settings: Settings, listener: socket.socket, pipe: Pipe) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process; ours is ended by its parent
    logs.set_up(settings.log)
    threading.Thread(target=end_with_parent, daemon=True).start()
    try:
        run_worker(settings, listener, lambda: pipe.send(True))
    except WildtableError as error:
        logs.note(f"cannot serve: {error}", logs.ERROR)
        sys.exit(1)


def end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
