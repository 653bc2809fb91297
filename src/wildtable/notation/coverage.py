"""Which rules of a game its scenarios show, and which scenarios show a rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import wildtable
from wildtable.engine.game import Game
from wildtable.errors import NotationError
from wildtable.notation.rulebook import rule_book
from wildtable.notation.scenario import Scenario, read_scenario, run_scenario, scenario_files

FOLDER = Path("tests/scenarios")  # of a project: in it a folder a game


@dataclass(frozen=True)
class Coverage:
    """A rule is shown by a scenario that holds, names the rule, and in whose run an event or a refusal cites it."""

    game: Game[Any, Any]
    folder: Path
    files: int
    shown: tuple[str, ...]
    without_scenario: tuple[str, ...]  # ids that no scenario names
    never_cited: tuple[tuple[str, tuple[Path, ...]], ...]  # ids, and the scenarios that name them in vain
    failed: tuple[Path, ...]  # they do not hold, or cannot be read
    unknown: tuple[tuple[Path, str], ...]  # what they name is no rule of the game

    @property
    def complete(self) -> bool:
        return not (self.failed or self.unknown or self.without_scenario or self.never_cited)


def folder_of(game: Game[Any, Any], given: Path | None = None) -> Path | None:
    """Where the scenarios of a game lie: where somebody says, in the current project, or with the game."""
    base = given if given is not None else FOLDER
    if (base / game.id).is_dir():
        return base / game.id
    if given is not None and not given.is_dir():
        raise NotationError(f"there is no folder {given}")
    return given if given is not None else packaged(game)


def packaged(game: Game[Any, Any]) -> Path | None:
    """The scenarios that an installed Wildtable brings along, or those of the sources that it runs from."""
    package = Path(wildtable.__file__).parent
    for base in (package / "scenarios", package.parents[1] / "tests" / "scenarios"):
        if (base / game.id).is_dir():
            return base / game.id
    return None


def cover(game: Game[Any, Any], folder: Path) -> Coverage:
    """Run every scenario of a game in a folder and see which rules are shown."""
    named: dict[str, list[Path]] = {rule_id: [] for rule_id in rule_book(game).rules}
    shown = set()
    failed = []
    unknown = []
    files = 0
    for path, scenario in _scenarios(game, folder):
        files += 1
        outcome = run_scenario(path) if scenario is not None else None
        if outcome is None or not outcome.passed:
            failed.append(path)
            continue
        for rule_id in outcome.rules:
            if rule_id not in named:
                unknown.append((path, rule_id))
                continue
            named[rule_id].append(path)
            if rule_id in outcome.cited:
                shown.add(rule_id)
    return Coverage(
        game=game,
        folder=folder,
        files=files,
        shown=tuple(rule_id for rule_id in named if rule_id in shown),
        without_scenario=tuple(rule_id for rule_id, paths in named.items() if not paths),
        never_cited=tuple(
            (rule_id, tuple(paths)) for rule_id, paths in named.items() if paths and rule_id not in shown
        ),
        failed=tuple(failed),
        unknown=tuple(unknown),
    )


def scenarios_by_rule(game: Game[Any, Any], folder: Path) -> dict[str, list[tuple[Path, str]]]:
    """Files and titles of the scenarios that say that they show a rule. They are not run."""
    found: dict[str, list[tuple[Path, str]]] = {}
    for path, scenario in _scenarios(game, folder):
        if scenario is not None:
            for rule_id in scenario.rules:
                found.setdefault(rule_id, []).append((path, scenario.title))
    return found


def _scenarios(game: Game[Any, Any], folder: Path) -> Iterator[tuple[Path, Scenario | None]]:
    """The scenarios of this game in a folder and the folders in it; None for a file that cannot be read."""
    for path in scenario_files(folder):
        try:
            scenario = read_scenario(path)
        except NotationError:
            yield path, None
            continue
        if scenario.game.id == game.id:
            yield path, scenario
