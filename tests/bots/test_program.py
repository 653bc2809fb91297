"""Programs as players: a good one, and all that a bad one can do."""

from __future__ import annotations

import json
import re
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tables import asked_for
from wildtable.arena.tournament import compete, plan
from wildtable.bots.program import Forfeit, Program, is_program
from wildtable.bots.sight import look
from wildtable.engine.drive import play_out
from wildtable.errors import OptionError
from wildtable.games import game as find_game
from wildtable.games import games

GAMES = games()
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
OBEDIENT = """
    import json, sys
    for line in sys.stdin:
        told = json.loads(line)
        if told["type"] == "move":
            print(json.dumps({"move": told["moves"][0]}), flush=True)
"""

Write = Callable[[str], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a program; the command that starts it."""

    def write_program(code: str) -> str:
        file = tmp_path / "bot.py"
        file.write_text(textwrap.dedent(code))
        return str(file)

    return write_program


def answering(code: str) -> str:
    """A program that answers the third of its moves by this code, and the others well."""
    return f"""
import json, os, sys, time
asked = 0
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "move":
        asked += 1
        if asked == 3:
            {code}
        print(json.dumps({{"move": told["moves"][0]}}), flush=True)
"""


def one_match(command: str, seconds: float = 2.0) -> tuple[dict[int, str], list[float], bool]:
    what = plan(find_game("wild-apex"), [command, "brisk"], 1, seconds=seconds)
    result = compete(what, threads=1)
    first = result.outcomes[0]
    return first.forfeits, first.wins, first.over


def test_the_example_of_the_page_plays_every_game(write: Write) -> None:
    code = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)[0]
    assert len(code.splitlines()) <= 44
    command = write(code)
    for game in GAMES:
        result = compete(plan(game, [command, "brisk"], 2, limit=150), threads=1)
        assert [one.forfeits for one in result.players] == [0, 0], result.outcomes
        assert result.players[0].moves > 0


@pytest.mark.compiled_only
def test_the_example_of_the_page_beats_random_players(write: Write) -> None:
    code = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)[0]
    result = compete(plan(find_game("wild-apex"), [write(code), "random"], 40))
    assert result.players[0].share > 0.8


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("sys.exit(3)", "ended with code 3"),
        ("raise ValueError('a mistake of mine')", r"ended with code 1 \('ValueError: a mistake of mine'\)"),
        ("os.kill(os.getpid(), 9)", "was ended by SIGKILL"),
        ("time.sleep(60)", "did not answer within 2 s"),
        ("os.close(1); time.sleep(60)", "closed its output"),
        ("print('hello', flush=True)", "sent 'hello', which is not JSON"),
        ("print('{', flush=True)", "which is not JSON"),
        ("print('[' * 60000, flush=True)", "which is not JSON"),
        ("print('3', flush=True)", 'which has no "move"'),
        ("print('{\"move\": 3}', flush=True)", 'which has no "move"'),
        ('print(\'{"move": "win"}\', flush=True)', "sent 'win'"),
        ('print(\'{"move": "play R5 cry give B:300"}\', flush=True)', "sent 'play R5 cry give B:300'"),
        ('print(\'{"move": "catch A"}\', flush=True)', "sent 'catch A', which is not allowed now by WA-"),
        ('print(\'{"move": "say hello"}\', flush=True)', "sent 'say hello'"),
        (
            "os.write(1, 2 * (json.dumps({'move': told['moves'][0]}) + chr(10)).encode()); continue",
            "without having been asked",
        ),
        ("sys.stdout.write('x' * 200_000); sys.stdout.flush()", "sent more than 65,536 bytes"),
        ("os.write(1, bytes([255, 254, 10]))", "which is not JSON"),
        ("print(chr(27) + '[31m', flush=True)", "sent '.x1b"),
    ],
)
def test_what_a_bad_program_does_costs_it_the_match(write: Write, code: str, why: str) -> None:
    began = time.perf_counter()
    forfeits, wins, over = one_match(write(answering(code)))
    assert list(forfeits) == [0]
    assert re.search(why, forfeits[0]), forfeits[0]
    assert "\n" not in forfeits[0]
    assert "\x1b" not in forfeits[0]
    assert re.search(r"\(move [34]\)$", forfeits[0])
    assert over, "the match has gone on"
    assert wins[0] == 0
    assert time.perf_counter() - began < 30


def test_a_program_that_never_reads(write: Write) -> None:
    """What it is sent does not fit into a pipe for ever."""
    program = Program(write("import time\ntime.sleep(60)"), seconds=0.2)
    program.begin(find_game("wild-apex"), [0], 3, {})
    program.fresh = False  # it has had its time to start
    with pytest.raises(Forfeit, match=r"did not read what it was sent within 0\.2 s"):
        program.send({"long": "x" * 500_000})
    assert program.process is None


def test_a_program_that_does_not_start_is_given_up(write: Write) -> None:
    what = plan(find_game("wild-apex"), [write("import no_such_module"), "brisk"], 10)
    result = compete(what, threads=1)
    why = [outcome.forfeits[0] for outcome in result.outcomes]
    assert len(why) == 10
    assert "No module named" in why[0]
    assert why[3:] == ["is not started any more after 3 forfeits in a row"] * 7


def test_a_program_is_started_anew_after_a_forfeit(write: Write, tmp_path: Path) -> None:
    """It fails once, and plays the other matches well."""
    flag = tmp_path / "failed"
    code = f"""
        import json, os, sys
        for line in sys.stdin:
            told = json.loads(line)
            if told["type"] == "move":
                if not os.path.exists({str(flag)!r}):
                    open({str(flag)!r}, "w").close()
                    sys.exit(1)
                print(json.dumps({{"move": told["moves"][0]}}), flush=True)
    """
    result = compete(plan(find_game("wild-apex"), [write(code), "brisk"], 4, limit=40), threads=1)
    assert [bool(outcome.forfeits) for outcome in result.outcomes] == [True, False, False, False]


def test_what_a_program_starts_is_ended_with_it(write: Write, tmp_path: Path) -> None:
    sign = tmp_path / "alive"
    child = f"import time\nwhile True:\n    open({str(sign)!r}, 'a').write('x')\n    time.sleep(0.02)\n"
    code = f"import subprocess, sys, time\nsubprocess.Popen([sys.executable, '-c', {child!r}])\ntime.sleep(60)\n"
    program = Program(write(code), seconds=0.1)
    program.begin(find_game("wild-apex"), [0], 2, {})
    deadline = time.perf_counter() + 20
    while not sign.exists() and time.perf_counter() < deadline:
        time.sleep(0.02)
    program.close()
    time.sleep(0.1)
    size = sign.stat().st_size
    time.sleep(0.2)
    assert sign.stat().st_size == size


def test_what_a_program_is_told(write: Write, tmp_path: Path) -> None:
    heard = tmp_path / "heard.jsonl"
    code = OBEDIENT.replace("told = ", f"open({str(heard)!r}, 'a').write(line); told = ")
    compete(plan(find_game("wild-apex"), [write(code), "brisk"], 1, seed=3, limit=60), threads=1)
    told = [json.loads(line) for line in heard.read_text().splitlines()]
    assert told[0] == {
        "type": "start",
        "format": 1,
        "game": "wild-apex",
        "seats": 2,
        "you": ["A"],
        "options": told[0]["options"],
    }
    assert told[0]["options"]["offer_cut"] is False
    moves = [line for line in told if line["type"] == "move"]
    for line in moves:
        assert line["seat"] in ("A", "B")
        assert line["seat"] == line["view"]["viewer"]
        assert line["all_moves"] is True
        assert line["seconds"] == 5.0
        assert line["must"] or "decline" in line["moves"]
        assert all(isinstance(card, str) for card in line["view"]["hand"])
    ends = [line for line in told if line["type"] == "end"]
    assert len(ends) == 2
    assert set(ends[0]["scores"]) == {"A", "B"}


def test_a_python_file_need_not_be_executable(write: Write) -> None:
    assert Program(write(OBEDIENT)).words[0] == sys.executable
    assert Program(f"{sys.executable} -u {write(OBEDIENT)}").words[:2] == [sys.executable, "-u"]


def test_names_of_programs() -> None:
    assert is_program("./bot")
    assert is_program("python3 bot.py")
    assert not is_program("fierce:0.5s")
    for name, sentence in (
        ("./not-there", "is not there"),
        ("/etc/passwd", "is no program that may be run"),
        ("/etc", "is no program that may be run"),
        ("no-such-command x", "is not there"),
        ('./a "b', "cannot be read"),
    ):
        with pytest.raises(OptionError, match=sentence):
            Program(name)


def test_a_program_may_not_answer_for_a_window_it_is_not_asked_about(write: Write) -> None:
    """Asked what it does out of turn, it may not make the move of its turn."""
    game = find_game("wild-apex")
    for seed in range(400):
        table = game.new_match(3, game.simulation, seed)
        play_out(table, 25 + seed % 40)
        if table.over or table.stage != 0:
            continue
        seat = table.actor()
        if table.optional >> seat & 1 and table.required >> seat & 1:
            sight = look(table, seat, asked_for(table), 1)
            code = """
                import json, sys
                for line in sys.stdin:
                    if json.loads(line)["type"] == "move":
                        print(json.dumps({"move": "draw"}), flush=True)
            """
            program = Program(write(code))
            program.begin(game, [seat], 3, table.options)
            with pytest.raises(Forfeit, match="sent 'draw', which is not allowed now"):
                program.move(sight)
            return
    pytest.fail("no such moment")
