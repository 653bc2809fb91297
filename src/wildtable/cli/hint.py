"""`wildtable hint`: what a strong machine player would do, and what it thinks of the other moves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wildtable.cli.common import AnyGame, AsJson, say, say_columns, say_json, say_wrapped

if TYPE_CHECKING:
    from wildtable.bots.players import Weighed
    from wildtable.engine.table import Table

HELP = """Say what fierce would do at a moment of a game, and why: its best moves with the rounds that they would win.

POSITION is a scenario file (its position, before its script) or the record of a game (after its last move). With
--move 12 it is the moment before the twelfth move of the script or of the record, and the seat is the one that made it.
Only what that seat knows is used: all cards that it cannot know are dealt anew, thousands of times.

\b
Examples:
  wildtable hint wild-apex my-position.toml
  wildtable hint wild-apex evening.toml --move 12
  wildtable hint cl4sh my-position.toml --seat B --player fierce:5s
"""

SHOWN = 8  # moves


def add_to(app: typer.Typer) -> None:
    app.command("hint", help=HELP, short_help="What a strong machine player would do.")(hint)


@dataclass(frozen=True)
class Moment:
    """A table, and the move that was made there if one was."""

    table: Table
    seat: int  # of that move, or else NOBODY
    made: str
    names: tuple[str, ...]


def hint(
    game_id: Annotated[str, typer.Argument(metavar="GAME", help="Such as wild-apex.")],
    position: Annotated[Path, typer.Argument(metavar="POSITION", help="A scenario file or a record.")],
    move: Annotated[int | None, typer.Option(metavar="NUMBER", help="Before this move; the first one is 1.")] = None,
    seat: Annotated[str, typer.Option(metavar="LETTER", help="For this seat.", show_default="whose turn it is")] = "",
    player: Annotated[str, typer.Option(help="Who thinks: fierce, sharp, fierce:5s, fierce:20000.")] = "fierce",
    seed: Annotated[int, typer.Option(help="Of the thoughts.")] = 1,
    as_json: AsJson = False,
) -> None:
    from wildtable.bots.players import Thinker
    from wildtable.bots.players import player as find_player
    from wildtable.bots.sight import look
    from wildtable.engine.codes import BOTH, NOBODY
    from wildtable.engine.game import read_seat, seat_letter
    from wildtable.errors import NotationError, OptionError
    from wildtable.games import game as find_game

    game = find_game(game_id)
    thinker = find_player(player, seed)
    if not isinstance(thinker, Thinker):
        raise OptionError(f"{thinker.name} does not weigh its moves; fierce and sharp do")
    moment = find_moment(game, position, move)
    table = moment.table
    if table.over:
        raise NotationError(f"{position}: the match is over; --move NUMBER is a moment before its end")
    if seat:
        asked = read_seat(seat, table.seats)
    elif moment.seat != NOBODY:
        asked = moment.seat
    else:
        asked = table.turn if table.required >> table.turn & 1 else table.seats_in(table.required)[0]
    if not (table.required | table.optional) >> asked & 1:
        raise NotationError(f"{seat_letter(asked)} has nothing to choose at this moment")
    sight = look(table, asked, BOTH, seed)
    weighed = thinker.weigh(sight)
    if not weighed:
        only = game.move_text(next(sight.moves()))
        weighed_rows: list[tuple[str, Weighed | None]] = [(only, None)]
    else:
        weighed_rows = [(game.move_text(one.move), one) for one in weighed]
    if as_json:
        say_json(
            {
                "seat": seat_letter(asked),
                "player": thinker.name,
                "rounds": thinker.rounds,
                "made": moment.made or None,
                "moves": [
                    {"move": text, "share": round(one.share, 4) if one else None, "rounds": one.rounds if one else 0}
                    for text, one in weighed_rows
                ],
            }
        )
        return
    for line in game.table_lines(sight.view, moment.names):
        say_wrapped(line, "", "  ")
    hand = getattr(sight.view, "hand", ())
    if hand:
        say_wrapped(f"{moment.names[asked]}'s hand: {game.cards_text(hand)}", "", "  ")
    say()
    say_hint(thinker.name, thinker.rounds, moment, moment.names[asked], weighed_rows)


def say_hint(player: str, rounds: int, moment: Moment, name: str, weighed: list[tuple[str, Weighed | None]]) -> None:
    best, figures = weighed[0]
    if figures is None:
        say(f"{name} has one move only: {best}")
        return
    say_wrapped(
        f"{player} would `{best}` for {name}: of {rounds:,} rounds of thought {figures.rounds:,} began so, and it won "
        f"{figures.share:.0%} of those."
    )
    say()
    rows = [("", "move", "wins", "tried")]
    shown = [row for number, row in enumerate(weighed) if number < SHOWN or row[0] == moment.made]
    for text, one in shown:
        if one is not None:
            rows.append(("made" if text == moment.made else "", text, f"{one.share:.1%}", f"{one.rounds:,}"))
    say_columns(rows, right=(2, 3))
    left = len(weighed) - len(shown)
    if left:
        say(f"… and {left} more.")
    if moment.made and all(text != moment.made for text, _ in shown):
        say(f"The move that was made, {moment.made}, is not among them.")
    say_wrapped(
        "A win is of the round, which is played on by players who are mostly sensible; a shared one counts in part, "
        "and so does the promise of a hand where a round is not played to its end. Moves that look bad are tried "
        "seldom, and their figures are rough. Of moves that begin with the same card the best is listed."
    )


def find_moment(game: AnyGame, path: Path, number: int | None) -> Moment:
    """The moment of a file; NotationError where there is none."""
    from wildtable.notation.files import read_toml
    from wildtable.notation.record import MOST_BYTES

    is_record = "format" in read_toml(path, MOST_BYTES).values
    return moment_of_record(game, path, number) if is_record else moment_of_scenario(game, path, number)


def moment_of_record(game: AnyGame, path: Path, number: int | None) -> Moment:
    from wildtable.engine.codes import NOBODY
    from wildtable.notation.record import Match, read_record

    record = read_record(path)
    check_game(game, record.game, path)
    check_number(number, len(record.moves), path)
    moves = record.moves if number is None else record.moves[: number - 1]
    table = Match.of(replace(record, moves=moves)).table
    if number is None:
        return Moment(table, NOBODY, "", record.names)
    made = record.moves[number - 1]
    return Moment(table, made.seat, made.text, record.names)


def moment_of_scenario(game: AnyGame, path: Path, number: int | None) -> Moment:
    from wildtable.engine.codes import NOBODY
    from wildtable.engine.game import play, seat_letter
    from wildtable.notation.scenario import MoveStep, read_scenario

    scenario = read_scenario(path)
    check_game(game, scenario.game, path)
    table, _ = scenario.set_up()
    names = tuple(seat_letter(seat) for seat in range(table.seats))
    moves = [step for step in scenario.steps if isinstance(step, MoveStep)]
    check_number(number, len(moves), path)
    if number is None:
        return Moment(table, NOBODY, "", names)
    for step in moves[: number - 1]:
        play(table, step.seat, step.move)
    made = moves[number - 1]
    return Moment(table, made.seat, made.move, names)


def check_game(game: AnyGame, found: AnyGame, path: Path) -> None:
    from wildtable.errors import NotationError

    if found is not game:
        raise NotationError(f"{path} is of {found.title}, not of {game.title}")


def check_number(number: int | None, moves: int, path: Path) -> None:
    from wildtable.errors import NotationError

    if number is not None and not 1 <= number <= moves:
        raise NotationError(f"{path} has {moves} moves, and no move {number}")
