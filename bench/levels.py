"""`python -m bench.levels [--write docs/bots.md]`: whether each machine player beats the one below it, in every game.

Each line of the table is one run of the arena, `wildtable arena GAME --players A,B --seats N --games M --seed 1`.
Matches are kept in a folder, and those that are there are not played again: interrupt it, and go on later. The name of
a file has a digest of the sources that decide what the players do, so that matches of other players are never mixed in.
The table that is written has it, too: with `--write`, a line of it that is plain and of the players of now stays as it
is where its matches are not in the folder.

How many matches a run has is planned below. It is looked at four times, after each quarter, and ended as soon as the
difference is plain. Four looks are four chances to be deceived: p is four times that of the sign test.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import wildtable
from wildtable.arena.figures import Figures, figures
from wildtable.arena.notebook import read_outcome
from wildtable.arena.tournament import Plan, compete, plan
from wildtable.games import ORDER, game

BEGIN = "<!-- levels: begin -->"
END = "<!-- levels: end -->"
SEED = 1

LOOKS = 4
PLAIN = 0.001

# Matches at most, by game, with two and with four seats: the closer the players, the more it takes to tell.
MATCHES = {
    "calm,random": {
        "wild-apex": (200, 200),
        "uno-etheria": (200, 200),
        "whats-wild": (80, 80),
        "wild-side": (80, 80),
        "cl4sh": (200, 200),
    },
    "sharp,calm": {
        "wild-apex": (8_000, 16_000),
        "uno-etheria": (4_000, 8_000),
        "whats-wild": (1_600, 800),
        "wild-side": (160, 160),
        "cl4sh": (4_000, 8_000),
    },
    "fierce,sharp": {
        "wild-apex": (6_000, 8_000),
        "uno-etheria": (2_000, 3_000),
        "whats-wild": (400, 400),
        "wild-side": (400, 240),
        "cl4sh": (6_000, 4_000),
    },
}


@dataclass(frozen=True)
class Run:
    players: str
    game_id: str
    seats: int
    games: int

    def plan(self, look: int = LOOKS) -> Plan:
        """Of the matches up to this look, from 1."""
        return plan(game(self.game_id), self.players.split(","), self.matches(look), self.seats, SEED)

    def matches(self, look: int) -> int:
        return -(-self.games * look // LOOKS)

    @property
    def heading(self) -> str:
        """The first cells of its line in the table."""
        return f"| {' | '.join(self.players.split(','))} | {self.game_id} | {self.seats} |"

    def file(self, folder: Path) -> Path:
        players = self.players.replace(",", "-").replace(":", "")
        return folder / f"{self.game_id}-{self.seats}-{players}-{digest(self.game_id)}.jsonl"

    def results(self, folder: Path, look: int = LOOKS) -> list[Figures]:
        """What has been played so far, of the matches up to this look."""
        file = self.file(folder)
        # Another process may still be writing: a line that is not whole is left out.
        kept = file.read_text(encoding="utf-8").split("\n")[1:-1] if file.is_file() else []
        return figures(self.plan(look), [read_outcome(json.loads(match), self.plan()) for match in kept])

    def is_plain(self, folder: Path, look: int) -> bool:
        """Whether this look, or one before it, has shown who is better. Looks from 1; 0 has shown nothing."""
        return any(p_of(self.results(folder, number)) < PLAIN for number in range(1, look + 1))


@cache
def digest(game_id: str) -> str:
    """Of all that decides what the players of a game do; what is written for readers does not."""
    package = Path(wildtable.__file__).parent
    found = hashlib.sha256()
    for folder in (package / "engine", package / "bots", package / "games" / game_id.replace("-", "_")):
        for file in sorted(folder.glob("*.p[yx]*")):
            source = file.read_text(encoding="utf-8")
            found.update((bare(source) if file.suffix == ".py" else source).encode())
    return found.hexdigest()[:12]


def bare(source: str) -> str:
    """Python without comments and docstrings."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            del node.body[0]
    return ast.dump(tree)


def runs() -> Iterator[Run]:
    for players, by_game in MATCHES.items():
        for game_id in ORDER:
            for seats, games in zip((2, 4), by_game[game_id], strict=True):
                yield Run(in_rounds(players, game_id), game_id, seats, games)


def in_rounds(players: str, game_id: str) -> str:
    """`sharp` as `sharp:1000`, so that no clock decides what is played."""
    rounds = game(game_id).rounds
    return ",".join(f"{name}:{rounds[name]}" if name in rounds else name for name in players.split(","))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.levels", description=__doc__)
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the table into the marked part of FILE")
    parser.add_argument(
        "--folder", type=Path, default=Path("build/levels"), help="where matches are kept (%(default)s)"
    )
    parser.add_argument("--threads", type=int, default=1, help="at once (1)")
    parser.add_argument("--only", default="", metavar="TEXT", help="runs with this in their players or game")
    parser.add_argument("--told", action="store_true", help="play nothing: tell what has been played")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    text = given.write.read_text(encoding="utf-8") if given.write is not None else ""
    known = known_lines(text)
    if not given.told:
        named = [run for run in runs() if given.only in f"{run.players} {run.game_id} {run.seats}"]
        wanted = [run for run in named if run not in known or run.file(given.folder).exists()]
        # All as far as the first look, then all as far as the second: whenever it is ended, no run lags far behind.
        for look in range(1, LOOKS + 1):
            for run in wanted:
                if not run.is_plain(given.folder, look - 1) and not play(run, look, given.folder, given.threads):
                    return 130
    rows = [row for run in runs() if (row := line(run, given.folder) or known.get(run, ""))]
    table = "\n".join(
        ["| first | second | game | seats | matches | share of the first | p | ms a move |", "|" + "---|" * 8, *rows]
    )
    print(table)
    if given.write is not None:
        start, end = text.index(BEGIN) + len(BEGIN), text.index(END)
        players = "\n".join(marks())
        given.write.write_text(f"{text[:start]}\n\n{table}\n\n{players}\n{text[end:]}", encoding="utf-8")
    return 0


def marks() -> list[str]:
    """By which the table shows of which players it is."""
    return [f"<!-- {game_id}: {digest(game_id)} -->" for game_id in ORDER]


def known_lines(text: str) -> dict[Run, str]:
    """The lines of a table that was written before which a planned look has shown to be plain, of the players of
    now."""
    now = {game_id for game_id, mark in zip(ORDER, marks(), strict=True) if mark in text}
    known = {}
    for run in runs():
        looks = tuple(f"{run.heading} {run.matches(look)} of {run.games} |" for look in range(1, LOOKS + 1))
        for row in text.splitlines():
            if run.game_id in now and row.startswith(looks) and "| < 0.001 |" in row:
                known[run] = row
    return known


def play(run: Run, look: int, folder: Path, threads: int) -> bool:
    """As far as this look; False if it was interrupted."""
    began = time.perf_counter()
    if compete(run.plan(look), threads, run.file(folder)).interrupted:
        return False
    print(f"{line(run, folder)} {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    return True


def p_of(players: list[Figures]) -> float:
    """That of the sign test, times the looks."""
    against = players[1].against_first
    return min(1.0, LOOKS * against.p) if against is not None else 1.0


def line(run: Run, folder: Path) -> str:
    """What has been played of a run, as a row of the table; nothing where nothing has."""
    first, *others = run.results(folder)
    if not first.moves:
        return ""
    p = p_of([first, *others])
    return (
        f"{run.heading} {round(first.wins / first.share) if first.share else 0} of {run.games} "
        f"| {first.share:.1%} ({first.low:.1%} to {first.high:.1%}) | {'< 0.001' if p < PLAIN else f'{p:.3f}'} "
        f"| {first.seconds * 1000:.1f} |"
    )


if __name__ == "__main__":
    sys.exit(main())
