"""`wildtable serve`: the server."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

HELP = """Serve the browser table and the wire for bots (docs/protocol.md).

Tables are stored in one SQLite file in your data folder, and go on where they were when the server is started again.
With PostgreSQL several workers, and several machines, serve the same tables. Ctrl-C stops in good order.

\b
Examples:
  wildtable serve                                       at http://127.0.0.1:8000/
  wildtable serve --port 0 --open                       any free port, and open the browser
  wildtable serve --host 0.0.0.0                        for everybody in your network
  wildtable serve --database sqlite:///evening.db
  wildtable serve --database postgresql://wildtable@localhost/wildtable --workers 4
  wildtable serve --proxy 127.0.0.1 --log json          behind nginx or Caddy

docs/operators.md tells how to run it for others. The exit code is 0 when it was stopped, 2 if it cannot start.
"""

FILE_NAME = "tables.db"


def add_to(app: typer.Typer) -> None:
    app.command("serve", help=HELP, short_help="Serve the browser table, and the wire for bots.")(serve)


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 for any that is free.")] = 8000,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="sqlite:///PATH or postgresql://…",
            show_default=f"{FILE_NAME} in your data folder",
            envvar="WILDTABLE_DATABASE",
        ),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes; more than 1 needs PostgreSQL.")] = 1,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="Another site whose pages may talk with this server; may be given again."),
    ] = None,
    proxy: Annotated[
        str,
        typer.Option(
            metavar="ADDRESSES",
            help="Proxies whose X-Forwarded-For and X-Forwarded-Proto are believed, such as 127.0.0.1,10.0.0.0/8.",
        ),
    ] = "",
    log: Annotated[str, typer.Option(help="text, json (a JSON object a line), or none for faults alone.")] = "text",
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    most_messages: Annotated[int, typer.Option(min=1, help="Messages a second on one connection.")] = 20,
    most_chat: Annotated[int, typer.Option(min=1, help="Chat lines a minute on one connection.")] = 30,
    most_reactions: Annotated[int, typer.Option(min=1, help="Reactions a minute on one connection.")] = 60,
    most_sockets: Annotated[int, typer.Option(min=1, help="Connections at once from one address.")] = 40,
    most_connects: Annotated[int, typer.Option(min=1, help="New connections a minute from one address.")] = 240,
    most_tables: Annotated[int, typer.Option(min=1, help="Tables opened a minute from one address.")] = 30,
    most_requests: Annotated[int, typer.Option(min=1, help="Requests a minute from one address.")] = 1200,
    most_unread: Annotated[int, typer.Option(min=2, help="Frames that a connection has not read.")] = 256,
    most_send_seconds: Annotated[float, typer.Option(min=0.1, help="For a connection to read a frame.")] = 10.0,
    most_live_tables: Annotated[int, typer.Option(min=1, help="Tables in the memory of a worker.")] = 5000,
    most_idle_seconds: Annotated[float, typer.Option(min=1, help="In memory with nobody there.")] = 300.0,
    most_lab_starts: Annotated[int, typer.Option(min=1, help="Simulations begun a minute from one address.")] = 20,
    most_lab_runs: Annotated[int, typer.Option(min=0, help="Simulations of the lab at once; 0 closes it.")] = 2,
    most_lab_seconds: Annotated[float, typer.Option(min=1, max=3600, help="Of computing for each of these.")] = 30.0,
) -> None:
    from wildtable.server import logs
    from wildtable.server.run import CannotServe, address_of, listen
    from wildtable.server.run import serve as serve_on
    from wildtable.server.settings import Limits, Settings

    if log not in ("text", "json", "none"):
        raise CannotServe(f"--log is text, json or none, not {log[:40]!r}")
    url = database or default_database()
    if workers > 1 and url.startswith("sqlite"):
        raise CannotServe(
            "several workers need PostgreSQL (--database postgresql://…): with SQLite they could not tell each other "
            "what happens at a table"
        )
    limits = Limits(
        messages=most_messages,
        chat=most_chat,
        reactions=most_reactions,
        sockets=most_sockets,
        connects=most_connects,
        tables=most_tables,
        requests=most_requests,
        waiting=most_unread,
        send_seconds=most_send_seconds,
        live_tables=most_live_tables,
        idle_seconds=most_idle_seconds,
        simulations=most_lab_starts,
        lab_runs=most_lab_runs,
        lab_seconds=most_lab_seconds,
    )
    settings = Settings(
        database=url,
        host=host,
        port=port,
        workers=workers,
        origins=tuple(read_origin(text) for text in origin or []),
        proxy=read_proxy(proxy),
        log=log,
        limits=limits,
    )
    listener = listen(settings)
    address = address_of(listener)

    def say_where() -> None:
        typer.echo(f"Wildtable is at {address}")
        typer.get_text_stream("stdout").flush()
        if open_browser:
            typer.launch(address)

    logs.set_up(log)
    try:
        serve_on(settings, listener, say_where)
    finally:
        listener.close()


def default_database() -> str:
    """A file in the user's data folder, which is made if it is missing."""
    home = os.environ.get("XDG_DATA_HOME", "")
    folder = (Path(home) if os.path.isabs(home) else Path.home() / ".local" / "share") / "wildtable"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        from wildtable.server.run import CannotServe

        raise CannotServe(
            f"your data folder {folder} cannot be made ({error.strerror}): name a file with --database, "
            "such as sqlite:////srv/tables.db"
        ) from None
    return f"sqlite:///{folder / FILE_NAME}"


def read_proxy(text: str) -> str:
    """Addresses and networks with commas between them; CannotServe for what is none."""
    from ipaddress import ip_network

    from wildtable.server.run import CannotServe

    for word in text.split(",") if text else []:
        try:
            ip_network(word.strip())
        except ValueError:
            raise CannotServe(
                f"--proxy names addresses or networks, such as 127.0.0.1,10.0.0.0/8, and {word.strip()[:60]!r} is none"
            ) from None
    return text


def read_origin(text: str) -> str:
    """An origin as browsers send it; CannotServe for what is none."""
    from urllib.parse import urlsplit

    from wildtable.server.run import CannotServe

    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/") or parts.query:
        raise CannotServe(f"--origin is written https://example.org, not {text[:60]!r}")
    return f"{parts.scheme}://{parts.netloc}".lower()
