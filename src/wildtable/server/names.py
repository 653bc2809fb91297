"""What people and bots are called at a table, and what they say: letters that can be read and that hide nothing."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from typing import TYPE_CHECKING

from wildtable.notation.record import MOST_LETTERS

if TYPE_CHECKING:
    from wildtable.server.fold import Fold

MOST_SAID = 200
MOST_MARKS = 3  # above and below one letter
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters that look like nothing
BOT_NAMES = (
    "Robin Clockwork", "Gus Gearwheel", "Tilly Tinplate", "Ivo Ironside", "Bea Brassbound", "Otto Automat",
    "Clara Cogsworth", "Pip Pendulum", "Wanda Windup", "Max Mainspring", "Lotte Lever", "Rudi Ratchet",
)  # fmt: skip


def clean_name(text: str) -> str:
    """A name as it is kept; ValueError says why nobody can be called so."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= MOST_LETTERS:
        raise ValueError(f"a name has 1 to {MOST_LETTERS} letters")
    # Not printable are control letters, and those that turn the direction of writing or have no width.
    if not name.isprintable() or BLANKS.intersection(name) or not any(map(str.isalnum, name)):
        raise ValueError("a name is written in letters or digits that can be seen")
    if most_marks(name) > MOST_MARKS:
        raise ValueError("a name has no more than a few marks above and below a letter")
    return name


def clean_text(text: str) -> str:
    """What somebody says, on one line and without letters that cannot be seen; it may be empty then."""
    printable = "".join(letter if letter.isprintable() or letter.isspace() else "" for letter in text)
    return " ".join(unicodedata.normalize("NFC", printable).split())


def most_marks(text: str) -> int:
    """How many marks are on the letter that has most."""
    most = marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        most = max(most, marks)
    return most


def same_name(one: str, other: str) -> bool:
    return key(one) == key(other)


def key(name: str) -> str:
    """Names that look alike have the same one."""
    return unicodedata.normalize("NFKC", name).casefold()


def free_name(name: str, taken: Collection[str]) -> str:
    """The name, or with a number if somebody here has it already. Bots keep theirs for themselves."""
    keys = {key(other) for other in (*taken, *BOT_NAMES)}
    found, number = name, 2
    while key(found) in keys:
        end = f" ({number})"
        found = name[: MOST_LETTERS - len(end)].rstrip() + end
        number += 1
    return found


def bot_name(table: Fold, level: str, also_taken: Collection[str] = ()) -> str:
    """A name for a bot that nobody at this table has."""
    taken = {key(chair.name) for chair in table.chairs} | set(map(key, also_taken))
    return next(name for name in BOT_NAMES if key(name) not in taken)
