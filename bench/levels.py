"""`python -m bench.levels [--write docs/bots.md]`: whether each machine player beats the one below it, in every game.

Each line of the table is one run of the arena, `wildtable arena GAME --players A,B --seats N --games M --seed 1`.
Matches are kept in a folder, and those that are there are not played again: interrupt it, and go on later.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from wildtable.arena.figures import figures
from wildtable.arena.notebook import read_outcome
from wildtable.arena.tournament import Plan, compete, plan
from wildtable.games import ORDER, game

BEGIN = "<!-- levels: begin -->"
END = "<!-- levels: end -->"
SEED = 1

# What is played at least, by game: a game in which luck decides more needs more matches.
MATCHES = {
    "calm,random": {"wild-apex": 200, "uno-etheria": 200, "whats-wild": 40, "wild-side": 40, "cl4sh": 200},
    "sharp:1000,calm": {"wild-apex": 1000, "uno-etheria": 300, "whats-wild": 60, "wild-side": 40, "cl4sh": 1000},
    "fierce:5000,sharp:1000": {"wild-apex": 200, "uno-etheria": 200, "whats-wild": 40, "wild-side": 40, "cl4sh": 400},
}


@dataclass(frozen=True)
class Run:
    players: str
    game_id: str
    seats: int
    games: int

    def plan(self) -> Plan:
        return plan(game(self.game_id), self.players.split(","), self.games, self.seats, SEED)

    def file(self, folder: Path) -> Path:
        return folder / f"{self.game_id}-{self.seats}-{self.players.replace(',', '-').replace(':', '')}.jsonl"


def runs() -> Iterator[Run]:
    for players, by_game in MATCHES.items():
        for game_id in ORDER:
            for seats in (2, 4):
                yield Run(players, game_id, seats, by_game[game_id])


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
    if not given.told:
        for run in runs():
            if given.only in f"{run.players} {run.game_id} {run.seats}":
                began = time.perf_counter()
                if compete(run.plan(), given.threads, run.file(given.folder)).interrupted:
                    return 130
                print(f"{line(run, given.folder)} {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    rows = [row for row in (line(run, given.folder) for run in runs()) if row]
    table = "\n".join(
        ["| first | second | game | seats | matches | share of the first | p | ms a move |", "|" + "---|" * 8, *rows]
    )
    print(table)
    if given.write is not None:
        text = given.write.read_text(encoding="utf-8")
        start, end = text.index(BEGIN) + len(BEGIN), text.index(END)
        given.write.write_text(f"{text[:start]}\n\n{table}\n\n{text[end:]}", encoding="utf-8")
    return 0


def line(run: Run, folder: Path) -> str:
    """What has been played of a run, as a row of the table; nothing where nothing has."""
    what = run.plan()
    if not run.file(folder).is_file():
        return ""
    # Another process may still be writing: a line that is not whole is left out.
    kept = run.file(folder).read_text(encoding="utf-8").split("\n")[1:-1]
    first, second = figures(what, [read_outcome(json.loads(match), what) for match in kept])
    if not first.moves or second.against_first is None:
        return ""
    p = second.against_first.p
    matches = round(first.wins / first.share) if first.share else 0
    return (
        f"| {' | '.join(run.players.split(','))} | {run.game_id} | {run.seats} | {matches} "
        f"| {first.share:.1%} ({first.low:.1%} to {first.high:.1%}) | {'< 0.001' if p < 0.001 else f'{p:.3f}'} "
        f"| {first.seconds * 1000:.1f} |"
    )


if __name__ == "__main__":
    sys.exit(main())
