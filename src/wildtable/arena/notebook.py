"""The file in which an arena keeps its matches, so that it can go on where it was interrupted.

The first line says what is played, each further one is a match.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from wildtable.arena.match import Outcome, Plan
from wildtable.errors import NotationError

FORMAT = 1
MOST_BYTES = 1024**3


class Notebook:
    """An open file; matches are added to it one by one."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Open the file, or begin it; NotationError if it holds something else than matches of this plan."""
        self.outcomes: list[Outcome] = []
        head = heading(plan)
        kept = self._read(path, plan, head) if path.exists() and path.stat().st_size else 0
        self.file: IO[str] = path.open("r+" if path.exists() else "w", encoding="utf-8")
        # A line that was only half written when the arena was ended is written over.
        self.file.seek(kept)
        self.file.truncate()
        if not kept:
            self._write(head)

    def _read(self, path: Path, plan: Plan, head: dict[str, Any]) -> int:
        """Take the matches from the file; the length in bytes of its whole lines."""
        if not path.is_file() or path.stat().st_size > MOST_BYTES:
            raise NotationError(f"{path} is no file of an arena")
        data = path.read_bytes()
        kept = data.rfind(b"\n") + 1
        lines = data[:kept].split(b"\n")[:-1]
        if not lines:
            if not json.dumps(head).encode().startswith(data):
                raise NotationError(f"{path} is no file of an arena")
            return 0
        for number, line in enumerate(lines, 1):
            try:
                told = json.loads(line)
                if number == 1:
                    self._check(path, told, head)
                else:
                    self.outcomes.append(read_outcome(told, plan))
            except (ValueError, TypeError, KeyError, RecursionError) as error:
                if isinstance(error, NotationError):
                    raise
                raise NotationError(f"{path}:{number}: this is no line of an arena") from None
        return kept

    def _check(self, path: Path, told: Any, head: dict[str, Any]) -> None:
        if not isinstance(told, dict) or "arena" not in told:
            raise NotationError(f"{path} is no file of an arena")
        for key, value in head.items():
            if told.get(key) != value:
                was, is_ = (json.dumps(item, ensure_ascii=False) for item in (told.get(key), value))
                raise NotationError(f"{path} holds other matches: its {key} is {was}, not {is_}; choose another file")

    def add(self, outcome: Outcome) -> None:
        self._write(outcome.as_json())

    def _write(self, told: dict[str, Any]) -> None:
        self.file.write(json.dumps(told, ensure_ascii=False) + "\n")
        self.file.flush()

    def close(self) -> None:
        self.file.close()


def heading(plan: Plan) -> dict[str, Any]:
    """What has to be the same for matches to belong together. How many there are may grow."""
    told = {
        "arena": FORMAT,
        "game": plan.game.id,
        "seats": plan.seats,
        "players": plan.players,
        "options": plan.options,
        "seed": plan.seed,
        "limit": plan.limit,
        "seconds": plan.seconds,
    }
    found: dict[str, Any] = json.loads(json.dumps(told))  # as it comes back from a file
    return found


def read_outcome(told: Any, plan: Plan) -> Outcome:
    """A match; ValueError, TypeError or KeyError where it is none of this plan."""
    outcome = Outcome.from_json(told)
    by_player: Sequence[Sequence[float]] = (outcome.wins, outcome.moves, outcome.seconds, outcome.slowest)
    if not all(len(numbers) == plan.orders and all(number >= 0 for number in numbers) for numbers in by_player):
        raise ValueError("not of these players")
    if not 0 <= outcome.order < plan.orders or outcome.deal < 0 or isinstance(outcome.deal, float):
        raise ValueError("no deal of this plan")
    return outcome
