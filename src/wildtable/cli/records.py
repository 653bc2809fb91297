"""`wildtable replay` and `wildtable verify`: recorded games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

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
  wildtable verify evening.toml --commitment 9f86d081884c7d65…

The exit code is 0 if the record is true, 1 if it is not (with the first deviation), 2 if it cannot be read.
"""

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
        sentence = record.game.sentence(seen, record.names)
        if not sentence.startswith(record.names):  # a name stays as its owner writes it
            sentence = sentence[:1].upper() + sentence[1:]
        sentences.append((sentence, rules))
    return sentences


def verify_record(
    record_file: Path = FILE,
    noted: str = typer.Option("", "--commitment", metavar="HEX", help="The commitment that you noted at the table."),
) -> None:
    from wildtable.notation.record import Deviation, read_record, verify

    record = read_record(record_file)
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
