"""`wildtable games` and `wildtable rules`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wildtable.cli import main
from wildtable.games import games

SCENARIOS = str(Path(__file__).parent.parent / "scenarios")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    out, err = capsys.readouterr()
    assert "\x1b" not in out
    return code, out, err


def test_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "games")
    assert code == 0
    assert [line.split("  ")[0] for line in out.split("\n\n")[0].splitlines() if line[0] != " "] == [
        game.id for game in games()
    ]
    assert max(map(len, out.splitlines())) <= 80


def test_games_are_listed_in_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    _, out, _ = run(capsys, "games")
    lines = out.splitlines()
    assert max(map(len, lines)) <= 40
    assert lines.count("") == 1
    assert len(lines) < 40


def test_games_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "games", "--json")
    assert code == 0
    listed = json.loads(out)
    assert [game["id"] for game in listed] == [game.id for game in games()]
    assert listed[0]["rules"] == 78
    assert "target" in listed[0]["options"]


def test_the_whole_book_ends_with_the_options(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rules", "wild-apex")
    assert code == 0
    assert "WA-01 The aim" in out
    assert "WA-78 " in out
    assert "- two players, a Leap: Whoever played it plays again." in out
    assert out.index("WA-78 ") < out.index("\nOPTIONS\n") < out.index("target (WA-63, WA-64, WA-65, WA-75)")
    assert max(map(len, out.splitlines())) <= 80


def test_a_book_is_told_without_marks_of_emphasis(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "rules", "cl4sh")
    assert "A seat is a player; a chair" in " ".join(out.split())
    assert "*" not in out


def test_single_rules_with_what_touches_and_shows_them(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rules", "wild-apex", "WA-38", "wa-31", "--scenarios", SCENARIOS)
    assert code == 0
    assert out.index("WA-38 Found out later") < out.index("WA-31 Stacking Draw 1")
    assert "Options that touch it:\n  bluff: " in out
    assert "03-draw-one-stack-taken.toml" in out
    assert "the last one takes them all" in " ".join(out.split())


def test_scenarios_that_come_with_a_game_are_shown_anywhere(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = run(capsys, "rules", "wild-apex", "WA-31")
    assert code == 0
    assert "03-draw-one-stack-taken.toml" in out
    code, out, _ = run(capsys, "rules", "wild-apex", "WA-31", "--scenarios", ".")
    assert "No scenario in . shows it." in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["wild-apex", "WA-311"], "wildtable: Wild Apex has no rule 'WA-311'; did you mean WA-31?"),
        (["wild-apx"], "wildtable: there is no game 'wild-apx'; did you mean wild-apex?"),
        ([], "say which game's rules"),
        (["--coverage", "wild-apex", "WA-31"], "name no rule with it"),
        (["--coverage", "--scenarios", "nowhere"], "there is no folder nowhere"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(
    capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    code, out, err = run(capsys, "rules", *words)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_coverage_is_complete(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rules", "--coverage", "wild-apex", "--scenarios", SCENARIOS)
    assert code == 0
    assert "Wild Apex: 78 of 78 rules are shown by the" in out


def test_gaps_in_the_coverage_are_listed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text("title =", encoding="utf-8")
    source = Path(SCENARIOS) / "wild-apex" / "03-draw-one-stack-taken.toml"
    text = source.read_text(encoding="utf-8").replace('"WA-22"', '"WA-49"')
    (tmp_path / "changed.toml").write_text(text, encoding="utf-8")
    code, out, _ = run(capsys, "rules", "--coverage", "wild-apex", "--scenarios", str(tmp_path))
    assert code == 1
    assert "are shown by the 2 scenarios" in out
    assert "broken.toml" in out
    assert "No scenario names these rules:\n  WA-01 The aim" in out
    assert "cited by no event and no refusal" in out
    assert "WA-49" in out
