"""Every worked example holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from wildtable.games import games
from wildtable.notation.scenario import run_scenario, scenario_files

FOLDER = Path(__file__).parents[1] / "scenarios"
FILES = list(scenario_files(FOLDER))
KNOWN = {game.id for game in games()}


@pytest.mark.parametrize("path", FILES, ids=[str(file.relative_to(FOLDER).with_suffix("")) for file in FILES])
def test_scenario(path: Path) -> None:
    # The examples of a game are written before the game: its folder waits until there is one of that name.
    folder = path.relative_to(FOLDER).parts[0]
    if folder not in KNOWN:
        pytest.skip(f"there is no game {folder} yet")
    outcome = run_scenario(path)
    assert [f"line {failure.line}: {failure}" for failure in outcome.failures] == []


def test_there_are_scenarios() -> None:
    assert len(FILES) > 100
