"""Every rule of every game is shown by a scenario; and what the coverage of rules finds if one is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tables import AnyGame
from wildtable.errors import NotationError
from wildtable.games import ORDER, game, games
from wildtable.notation.coverage import FOLDER, cover, folder_of, packaged, scenarios_by_rule

HERE = Path(__file__).parent.parent / "scenarios"

SCENARIO = """
title = "A player draws"
game = "wild-apex"
rules = [{rules}]

[table]
seats = 2
dealer = "B"
turn = "A"
discard = "R5"
draw = "Y2"

[hands]
A = "B1 B2"
B = "B3 B4"

[script]
steps = '''
A: draw
? count A {count}
'''
"""


def write(folder: Path, name: str, rules: str, count: int = 3) -> None:
    (folder / name).write_text(SCENARIO.format(rules=rules, count=count), encoding="utf-8")


@pytest.mark.parametrize("each", [each for each in games() if each.id in ORDER], ids=lambda each: each.id)
def test_every_rule_is_shown_by_a_scenario(each: AnyGame) -> None:
    coverage = cover(each, HERE / each.id)
    assert coverage.failed == ()
    assert coverage.unknown == ()
    assert coverage.without_scenario == ()
    assert coverage.never_cited == ()
    assert coverage.complete


def test_a_rule_is_shown_only_if_the_run_really_cites_it(tmp_path: Path) -> None:
    write(tmp_path, "draw.toml", '"WA-11", "WA-49"')
    coverage = cover(game("wild-apex"), tmp_path)
    assert coverage.shown == ("WA-11",)
    assert coverage.never_cited == (("WA-49", (tmp_path / "draw.toml",)),)
    assert "WA-01" in coverage.without_scenario
    assert not coverage.complete


def test_a_scenario_that_fails_shows_nothing(tmp_path: Path) -> None:
    write(tmp_path, "draw.toml", '"WA-11"', count=9)
    (tmp_path / "broken.toml").write_text("title = ", encoding="utf-8")
    coverage = cover(game("wild-apex"), tmp_path)
    assert coverage.failed == (tmp_path / "broken.toml", tmp_path / "draw.toml")
    assert coverage.shown == ()


def test_scenarios_are_found_by_the_rules_they_name(tmp_path: Path) -> None:
    write(tmp_path, "draw.toml", '"WA-11", "WA-09"')
    assert scenarios_by_rule(game("wild-apex"), tmp_path) == {
        "WA-11": [(tmp_path / "draw.toml", "A player draws")],
        "WA-09": [(tmp_path / "draw.toml", "A player draws")],
    }


def test_where_scenarios_lie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    each = game("wild-apex")
    monkeypatch.chdir(tmp_path)
    assert folder_of(each) == packaged(each) == Path(__file__).parents[1] / "scenarios" / each.id
    (tmp_path / FOLDER / each.id).mkdir(parents=True)
    assert folder_of(each) == FOLDER / each.id
    assert folder_of(each, tmp_path) == tmp_path
    with pytest.raises(NotationError, match="there is no folder nowhere"):
        folder_of(each, Path("nowhere"))
