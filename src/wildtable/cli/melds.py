"""`wildtable melds`: the best arrangement of a hand of What's Wild?!."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from wildtable.cli.common import AsJson, say, say_columns, say_error, say_json
from wildtable.errors import NotationError

if TYPE_CHECKING:
    from wildtable.games.whats_wild.melds import Arrangement

HELP = """Lay out a hand of What's Wild?! so that the fewest points are left.

Each herd and each caravan is printed, what is left, and the points; wilds stand in the places that they fill. With
--tsv, hands are read from a file, a line each: cards, a tab, the wild number, a tab, the expected points. Those
that differ are printed.

\b
Examples:
  wildtable melds "A3 A4 WILD" --wild 5
  wildtable melds "A1 A2 C7 C8 Z11 Z12 WILD P8" --wild 8
  wildtable melds --tsv hands.tsv

The exit code is 0, or 1 if a line of the file differs, or 2 if something cannot be read.
"""


def add_to(app: typer.Typer) -> None:
    app.command("melds", help=HELP, short_help="Lay out a hand of What's Wild?! with the fewest points left.")(melds)


def melds(
    words: list[str] | None = typer.Argument(None, metavar="CARDS", help="The hand, such as 'A3 A4 WILD'."),
    wild: str = typer.Option("", "--wild", "-w", metavar="NUMBER", help="The wild number, 1 to 12."),
    tsv: Path | None = typer.Option(None, "--tsv", metavar="FILE", help="Check the hands of a file."),
    as_json: AsJson = False,
) -> None:
    from wildtable.games.whats_wild.melds import arrange

    cards = " ".join(words or [])
    if tsv is not None:
        if cards or wild:
            raise NotationError("with --tsv cards and wild numbers stand in the file: name none on the command line")
        if as_json:
            raise NotationError("--json is for a hand on the command line, not for --tsv")
        check_file(tsv)
        return
    if not cards.strip():
        raise NotationError("name the cards of a hand, such as: wildtable melds 'A3 A4 WILD' --wild 5")
    if not wild:
        raise NotationError("name the wild number, such as --wild 5")
    found = arrange(read_hand(cards), read_number(wild))
    if as_json:
        say_json(as_values(found))
    else:
        say_arrangement(found)


def read_hand(text: str) -> list[int]:
    """The cards of a hand that the deck can deal."""
    from wildtable.engine.game import check_cards
    from wildtable.games.whats_wild import GAME
    from wildtable.games.whats_wild.codes import MOST_CARDS

    cards = GAME.read_cards(text, {})
    if not cards:
        raise NotationError("there is no card in this hand")
    check_cards(GAME.new_table(GAME.fewest_seats), cards)
    if len(cards) > MOST_CARDS:
        raise NotationError(f"these are {len(cards)} cards, and nobody ever holds more than {MOST_CARDS}")
    return cards


def read_number(text: str) -> int:
    from wildtable.games.whats_wild.words import read_wild_number

    number = read_wild_number(text.strip())
    if not number:
        raise NotationError(f"the wild number is a whole number from 1 to 12, not {text[:40]!r}")
    return number


# --- what is printed ---


def say_arrangement(found: Arrangement) -> None:
    from wildtable.games.whats_wild.words import cards_text

    rows = [(meld.name, cards_text(meld.cards)) for meld in found.melds]
    if found.leftovers:
        rows.append(("left", cards_text(found.leftovers)))
    say_columns(rows)
    say(in_points(found.points))


def as_values(found: Arrangement) -> dict[str, object]:
    from wildtable.games.whats_wild.words import card_text

    return {
        "melds": [{"name": meld.name, "cards": [card_text(card) for card in meld.cards]} for meld in found.melds],
        "left": [card_text(card) for card in found.leftovers],
        "points": found.points,
    }


def in_points(number: int) -> str:
    return f"{number} point{'s' if number != 1 else ''}"


# --- files of hands ---

LONGEST_LINE = 1000  # bytes; a hand of thirteen cards needs fewer than a hundred
MOST_UNUSABLE = 20  # lines; with more of them it is no file of hands


def check_file(path: Path) -> None:
    """Compare each line. One that cannot be read is told, and the others are compared all the same."""
    counts = Counter[bool]()
    unusable = 0
    for line, text in lines_of(path):
        if not text.strip():
            continue
        try:
            cards, wild, expected, found = compare(text)
        except NotationError as error:
            unusable += 1
            say_error(f"{path}:{line}  {error}")
            if unusable > MOST_UNUSABLE:
                raise NotationError(f"{path} has too many lines that are no hands") from None
            continue
        counts[found == expected] += 1
        if found != expected:
            say(f"{path}:{line}  {cards}  wild {wild}: expected {in_points(expected)}, found {found}")
    checked = counts.total()
    if not checked and not unusable:
        raise NotationError(f"{path} has no hand in it")
    what = f"{checked} hand{'s' if checked != 1 else ''}: {counts[True]} agree, {counts[False]} differ"
    say(what + (f", {unusable} unusable" if unusable else ""))
    if unusable or counts[False]:
        raise typer.Exit(2 if unusable else 1)


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers, one at a time: it may be long, or a pipe."""
    with path.open("rb") as file:
        for line in itertools.count(1):
            data = file.readline(LONGEST_LINE)
            if not data:
                return
            if len(data) == LONGEST_LINE:
                raise NotationError(f"{path}:{line}  this line is too long for a hand")
            try:
                yield line, data.decode("utf-8-sig")
            except UnicodeDecodeError:
                raise NotationError(f"{path}:{line}  this is not UTF-8 text") from None


def compare(text: str) -> tuple[str, int, int, int]:
    """The cards, the wild number, the points that a line expects, and those that are found."""
    from wildtable.games.whats_wild.melds import least_points

    parts = text.split("\t")
    if len(parts) != 3:
        raise NotationError("a line is cards, a tab, the wild number, a tab, the points")
    cards, number, points = (part.strip() for part in parts)
    if not (points.isascii() and points.isdigit() and len(points) < 5):
        raise NotationError(f"points are a whole number, not {points[:40]!r}")
    wild = read_number(number)
    return cards, wild, int(points), least_points(read_hand(cards), wild)
