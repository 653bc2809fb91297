"""Long lists of moves, grouped by the words that they begin with, so that a person can choose step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

ROOM = 24  # moves and groups of moves that one menu may have, if it can be helped
ROWS = 9  # lines from which on they stand beside each other, so that the table stays on the screen
MORE = " …"


@dataclass(frozen=True)
class Line:
    """One line of a menu: a move, or the words that several moves begin with."""

    words: tuple[str, ...]
    moves: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(self.words) + (MORE if len(self.moves) > 1 else "")


def menu(moves: Sequence[str], room: int = ROOM) -> list[Line]:
    """The moves in at most `room` lines, or in one more step of words where even that is more."""
    lines = [Line((), tuple(moves))]
    if len(moves) == 1:
        return [Line(tuple(moves[0].split()), tuple(moves))]
    while True:
        # What has the fewest parts is opened first: four colours rather than a hand of sixty cards.
        best: tuple[int, list[Line]] | None = None
        for place, line in enumerate(lines):
            # A move with thousands of ways to say it takes one line until it is chosen.
            if len(line.moves) > 1 and (len(line.moves) <= room or len(line.words) < 2 or len(lines) == 1):
                parts = opened(line)
                fits = len(lines) - 1 + len(parts) <= room or len(lines) == 1
                if fits and (best is None or len(parts) < len(best[1])):
                    best = place, parts
        if best is None:
            return lines
        lines[best[0] : best[0] + 1] = best[1]


def opened(line: Line) -> list[Line]:
    """The parts of a line of several moves, by the next word in which they differ."""
    words = line.words
    while True:
        parts: dict[tuple[str, ...], list[str]] = {}
        for move in line.moves:
            parts.setdefault(tuple(move.split()[: len(words) + 1]), []).append(move)
        if len(parts) > 1:
            break
        words = next(iter(parts))
    # The rest of a move that nothing else begins with is no step of its own.
    return [Line(tuple(part[0].split()) if len(part) == 1 else start, tuple(part)) for start, part in parts.items()]


def number_range(moves: Sequence[str]) -> tuple[str, int, int] | None:
    """The verb and the range, where all moves are one verb with every whole number of a range (`cut 0` … `cut 92`)."""
    verbs = {move.partition(" ")[0] for move in moves}
    numbers = [move.partition(" ")[2] for move in moves]
    if len(moves) < 2 or len(verbs) != 1 or not all(number.isascii() and number.isdigit() for number in numbers):
        return None
    low, high = min(map(int, numbers)), max(map(int, numbers))
    return (verbs.pop(), low, high) if high - low + 1 == len(moves) else None


def in_columns(texts: Sequence[str], width: int, indent: str = "  ") -> list[str]:
    """Numbered lines; several beside each other, read downwards, if there are many."""
    if not texts:
        return []
    digits = len(str(len(texts)))
    cells = [f"{number:>{digits}} {text}" for number, text in enumerate(texts, 1)]
    widest = max(map(len, cells))
    most = max(1, (width - len(indent) + 2) // (widest + 2))
    rows = max(min(len(cells), ROWS), -(-len(cells) // most))
    return [indent + "  ".join(cell.ljust(widest) for cell in cells[row::rows]).rstrip() for row in range(rows)]
