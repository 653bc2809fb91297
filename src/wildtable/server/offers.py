"""The legal moves of a seat in a bounded number of lines, however many there are.

A Fury at a table of twelve can be given in thousands of ways. They are not all looked at: a line that ends in ` …`
stands for every move that begins with its words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from wildtable.engine.game import legal_moves
from wildtable.engine.table import Table
from wildtable.notation.menu import MORE

DECLINED = "decline"


@dataclass(frozen=True)
class Branch:
    """A move, or several that begin with the same choices; `words` is what they have in common."""

    table: Table  # after these choices
    said: tuple[int, ...]
    further: tuple[int, ...]  # what can be chosen next; empty for a whole move
    words: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(self.words) + (MORE if self.further else "")


def offers(table: Table, seat: int, most: int) -> list[str]:
    """Its moves, in the order of its choices, in at most `most` lines; without `decline`."""
    few = list(islice(legal_moves(table, seat), most + 1))
    if len(few) <= most:
        return [text for text in map(table.game.move_text, few) if text != DECLINED]
    return offers_beginning(table, seat, "", most)


def offers_beginning(table: Table, seat: int, begin: str, most: int) -> list[str]:
    """Those that begin with these words; a ` …` at their end is not counted as one. Each line is one or two steps of
    words further."""
    wanted = tuple(begin.removesuffix(MORE).split())
    further = tuple(table.legal(seat))
    branches = [Branch(table, (), further, ())] if further else []
    while True:
        best = None
        for place, branch in enumerate(branches):
            if not branch.further:
                continue
            if len(branch.words) <= len(wanted):
                best = place  # it says no more than what was asked for
                break
            parts = len(branch.further)
            short = len(branch.words) < len(wanted) + (2 if wanted else 3)
            if short and len(branches) - 1 + parts <= most and (best is None or parts < len(branches[best].further)):
                best = place
        if best is None:
            break
        branches[best : best + 1] = parts_of(table, seat, branches[best], wanted)
    lines = [line for line in dict.fromkeys(branch.text for branch in branches) if line != DECLINED]
    if len(lines) > most:
        lines = in_steps(lines, len(wanted) + 1)
    return lines[:most]


def in_steps(lines: Sequence[str], words: int) -> list[str]:
    """Lines that begin with the same words as one."""
    steps: dict[str, list[str]] = {}
    for line in lines:
        steps.setdefault(" ".join(line.removesuffix(MORE).split()[:words]), []).append(line)
    return [same[0] if len(same) == 1 else begin + MORE for begin, same in steps.items()]


def parts_of(start: Table, seat: int, branch: Branch, wanted: Sequence[str]) -> list[Branch]:
    """A branch by its next choice, as far as its parts can begin with the words that are wanted."""
    parts = []
    for choice in branch.further:
        after = branch.table.clone()
        after.apply(seat, choice)
        said = (*branch.said, choice)
        further = () if after.stage == 0 else tuple(after.legal(seat))
        while len(further) == 1:  # no choice at all
            after.apply(seat, further[0])
            said = (*said, further[0])
            further = () if after.stage == 0 else tuple(after.legal(seat))
        words = in_common([first_whole(start, seat, after, said, each) for each in further or (None,)])
        if all(word == other for word, other in zip(words, wanted, strict=False)) and (
            further or len(words) >= len(wanted)
        ):
            parts.append(Branch(after, said, further, words))
    return parts


def first_whole(start: Table, seat: int, table: Table, said: Sequence[int], choice: int | None) -> list[str]:
    """The words of the first whole move that goes on with this choice."""
    choices = list(said)
    if choice is not None:
        table = table.clone()
        while True:
            choices.append(choice)
            table.apply(seat, choice)
            if table.stage == 0:
                break
            choice = table.legal(seat)[0]
    words: list[str] = start.game.move_text(start.game.move_of(start, choices)).split()
    return words


def in_common(moves: Sequence[list[str]]) -> tuple[str, ...]:
    """The words that all of these begin with."""
    first, last = min(moves), max(moves)
    count = 0
    while count < min(len(first), len(last)) and first[count] == last[count]:
        count += 1
    return tuple(first[:count])
