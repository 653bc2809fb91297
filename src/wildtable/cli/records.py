"""`wildtable replay` and `wildtable verify`: recorded games."""

from __future__ import annotations

import json
import re
import time
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.parse import urlsplit, urlunsplit
from urllib.request import Request, urlopen

import typer

from wildtable.cli.common import plain_options

if TYPE_CHECKING:
    from wildtable.notation.record import Played, Record

REPLAY_HELP = """Tell a recorded game as sentences, each with the rules that it shows.

All cards are told, as by somebody who sees every hand; with --seat, what that player saw. Above the sentences of a move
stands the move as it was made; --plain leaves it out, and the rules.

\b
Examples:
  wildtable replay evening.toml
  wildtable replay evening.toml --seat B
  wildtable replay evening.toml --plain > evening.txt

The exit code is 0, or 1 if the record has a move that cannot have been made, 2 if it cannot be read.
"""

VERIFY_HELP = """Play a recorded game again and check that everything in it is true.

The shuffle is made anew from the record's secret, which must give the commitment that was shown before the deal; the
cut that a player made goes into it; every move must be allowed by the rules; and the result must be what the moves
give. If you have noted the commitment at the table, name it: then nobody can have changed the secret since.

\b
Examples:
  wildtable verify evening.toml
  wildtable verify https://cards.example.org/replay/k3x9q2m7/1
  wildtable verify evening.toml --commitment 9f86d081884c7d65…

The exit code is 0 if the record is true, 1 if it is not (with the first deviation), 2 if it cannot be read.
"""

MATCH_PAGE = re.compile(r"/(?:replay|api/tables)/([a-z0-9]+)/(?:matches/)?([0-9]+)/?")
ANSWER_SECONDS = 10  # for a server to say something
FETCH_SECONDS = 60  # for all of it
CHUNK = 65536

FILE = typer.Argument(..., metavar="RECORD", help="The file of a recorded game.")


def add_to(app: typer.Typer) -> None:
    app.command("replay", help=REPLAY_HELP, short_help="Tell a recorded game as sentences.")(replay_record)
    app.command("verify", help=VERIFY_HELP, short_help="Check that a recorded game is true.")(verify_record)


def replay_record(
    record_file: Path = FILE,
    seat: str = typer.Option("", "--seat", metavar="LETTER", help="Tell what this seat saw: A, B, …"),
    plain: bool = typer.Option(False, "--plain", help="The sentences alone."),
) -> None:
    from wildtable.engine.codes import NOBODY
    from wildtable.engine.game import read_seat, seat_letter
    from wildtable.notation.record import Deviation, read_record, replay

    record = read_record(record_file)
    viewer = read_seat(seat.upper(), len(record.names)) if seat else NOBODY
    for line in heading(record):
        typer.echo(line)
    last = None
    try:
        for played in replay(record):
            if played.seat != NOBODY and not plain:
                typer.echo(f"{seat_letter(played.seat)}: {played.text}")
            for sentence, rules in told(record, played, viewer if seat else None):
                typer.echo(sentence if plain else f"   {sentence} ({', '.join(rules)})")
            last = played
    except Deviation as deviation:
        typer.echo(f"{record_file} is not true: {deviation}.", err=True)
        raise typer.Exit(1) from None
    if last is not None and not last.table.over:
        waiting = [record.names[number] for number in last.table.seats_in(last.table.required)]
        typer.echo(f"The record ends here: {' and '.join(waiting)} would have to move.")


def heading(record: Record) -> list[str]:
    """What game it is, who plays, and by which options other than the usual ones."""
    from wildtable.engine.game import seat_letter

    lines = [f"{record.game.title}: {record.title}" if record.title else record.game.title]
    lines.append(", ".join(f"{seat_letter(seat)} {name}" for seat, name in enumerate(record.names)))
    usual = record.game.settle_options(len(record.names))
    changed = plain_options({name: value for name, value in record.options.items() if value != usual[name]})
    return [*lines, f"Options: {changed}"] if changed else lines


def told(record: Record, played: Played, viewer: int | None) -> list[tuple[str, list[str]]]:
    """The sentences of one step, each with its rules; a viewer who is None sees all cards."""
    sentences = []
    for event in played.events:
        seen = event if viewer is None else event.seen_by(viewer)
        rules = [record.game.rule_id(number) for number in seen.rules]
        sentence = record.game.sentence(seen, record.names, record.options)
        if not sentence.startswith(record.names):  # a name stays as its owner writes it
            sentence = sentence[:1].upper() + sentence[1:]
        sentences.append((sentence, rules))
    return sentences


def verify_record(
    record_file: str = typer.Argument(..., metavar="RECORD", help="The file, or the address, of a recorded game."),
    noted: str = typer.Option("", "--commitment", metavar="HEX", help="The commitment that you noted at the table."),
) -> None:
    from wildtable.notation.record import Deviation, read_record, verify

    record = fetched(record_file) if is_address(record_file) else read_record(Path(record_file))
    try:
        if noted and noted.lower() != record.commitment:
            raise Deviation(
                f"the record's commitment is {record.commitment or 'missing, for it has a seed'}, not the one you noted"
            )
        table = verify(record)
    except Deviation as deviation:
        typer.echo(f"{record_file} is not true: {deviation}.", err=True)
        raise typer.Exit(1) from None
    count = len(record.moves)
    shuffle = "the shuffle follows from the secret" if record.secret is not None else "the shuffle from its seed"
    moves = f"{count} move{'s are' if count != 1 else ' is'} allowed by the rules"
    result = "and so is the result" if record.result is not None else "and no result is recorded"
    typer.echo(f"{record_file} is true: {shuffle}, {moves}, {result}.")
    winners = " and ".join(record.names[seat] for seat in table.seats_in(table.winners))
    typer.echo(f"{winners or 'Nobody'} won." if table.over else "The match was not over.")


def is_address(text: str) -> bool:
    return text.lower().startswith(("http://", "https://"))


def fetched(address: str) -> Record:
    """The record of a match on a server; NotationError says why it cannot be had."""
    from wildtable.errors import NotationError
    from wildtable.notation.record import MOST_BYTES, read_record_text

    try:
        answer = fetch(record_address(address), MOST_BYTES)
    except (OSError, ValueError, HTTPException) as error:
        raise NotationError(f"{address[:200]} gives no record: {why(error)}") from None
    if len(answer) > MOST_BYTES:
        raise NotationError(f"{address[:200]} gives more than the {MOST_BYTES:,} bytes that a record may have")
    try:
        return read_record_text(answer.decode(), address[:200])
    except UnicodeDecodeError:
        raise NotationError(f"{address[:200]} gives no record: it is not text") from None


def record_address(address: str) -> str:
    """Of the record that belongs to a match, such as /replay/k3x9q2m7/1; any other address stays as it is."""
    parts = urlsplit(address)
    page = MATCH_PAGE.fullmatch(parts.path)
    path = f"/api/tables/{page[1]}/matches/{page[2]}/record" if page else parts.path
    return urlunsplit((parts.scheme, parts.netloc, path, parts.query, ""))


def fetch(address: str, most: int) -> bytes:
    """What is there, read no further than one byte too many."""
    by = time.monotonic() + FETCH_SECONDS
    answer = bytearray()
    with urlopen(Request(address, headers={"Accept": "application/toml"}), timeout=ANSWER_SECONDS) as response:
        while len(answer) <= most and (chunk := response.read1(min(CHUNK, most + 1 - len(answer)))):
            answer += chunk
            if time.monotonic() > by:
                raise TimeoutError("it takes too long")
    return bytes(answer)


def why(error: Exception) -> str:
    """What a server says in a sentence of its own, or what went wrong on the way."""
    if isinstance(error, HTTPError):
        with suppress(ValueError, OSError, TypeError, KeyError):
            return str(json.loads(error.read(10_000))["text"]).rstrip(".")[:200]
        return f"the server answers {error.code}"
    reason = getattr(error, "reason", error)
    return str(getattr(reason, "strerror", None) or reason)[:200]
