"""A game that is nothing but a folder and its scenarios goes through everything that the five games go through.

In the uncompiled run `conftest.py` adds it to the table of games, so that the tests of all games take it in: scenarios,
contract, digests, state machine. Here are the commands, and the same game compiled by the rule that compiles the five.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from wildtable import _build
from wildtable.cli import main

HERE = Path(__file__).parent
uncompiled_only = pytest.mark.skipif(not _build.wants_sources(), reason="the sixth game is not compiled in place")

DIGESTS = """
import wildtable
from tests.digests import digest_of_match
from tests.sixth_game.crazy_eights import GAME, game
digests = [digest_of_match(GAME, seats, {}, seed, 0) for seats in (2, 4) for seed in range(40)]
print(game.__file__.endswith(".py"), digests)
"""
COMPILE = """
from Cython.Build import cythonize
from setuptools import Extension, setup
name = "tests.sixth_game.crazy_eights.game"
setup(
    script_args=["-q", "build_ext", "--inplace"],
    ext_modules=cythonize(
        [Extension(name, [name.replace(".", "/") + ".py"])],
        compiler_directives=dict(
            language_level=3,
            annotation_typing=False,
            infer_types=True,
            boundscheck=False,
            wraparound=False,
            cdivision=True,
        ),
        quiet=True,
    ),
)
"""


@uncompiled_only
def test_check_coverage_and_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(HERE / "scenarios")]) == 0
    assert "5 scenarios: 5 ok" in capsys.readouterr().out
    assert main(["rules", "--coverage", "crazy-eights", "--scenarios", str(HERE / "scenarios")]) == 0
    assert main(["rules", "crazy-eights", "CE-05"]) == 0
    assert "names the suit" in capsys.readouterr().out


@uncompiled_only
def test_simulate(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "crazy-eights", "--seats", "3", "--games", "200", "--seed", "1"]) == 0
    assert "200" in capsys.readouterr().out


@uncompiled_only
def test_a_game_in_the_terminal_is_recorded_replayed_and_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "evening.toml"
    lines = "\n".join(["1"] * 400)
    read, write = os.pipe()
    os.write(write, f"{lines}\n".encode())
    os.close(write)
    with os.fdopen(read) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        assert main(["play", "crazy-eights", "--seats", "3", "--seed", "4", "--save", str(record)]) == 0
    capsys.readouterr()
    assert main(["replay", str(record)]) == 0
    assert "CE-04" in capsys.readouterr().out
    assert main(["verify", str(record)]) == 0


@pytest.mark.compiled_only
def test_it_compiles_by_the_same_rule_and_plays_the_same(tmp_path: Path) -> None:
    if _build.compiler_flags() is None:
        pytest.skip("no C compiler with Python's headers on this machine")
    shutil.copytree(HERE.parent, tmp_path / "tests", ignore=shutil.ignore_patterns("scenarios", "__pycache__"))
    paths = os.pathsep.join([str(tmp_path), *(path for path in sys.path if path)])

    def run(code: str, **environment: str) -> str:
        settings = os.environ | {"PYTHONPATH": paths} | environment
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=tmp_path, env=settings, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    plain = run(DIGESTS, WILDTABLE_UNCOMPILED="1")
    run(COMPILE)
    compiled = run(DIGESTS)
    assert plain.startswith("True")
    assert compiled == plain.replace("True", "False", 1)
