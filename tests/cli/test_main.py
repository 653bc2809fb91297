"""The command as a whole: its help, its exit codes, and what it says when something goes wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from wildtable import __version__, cli
from wildtable.errors import WildtableError

START = "import sys; from wildtable.cli import main; sys.exit(main())"
Capsys = pytest.CaptureFixture[str]


def command_that(monkeypatch: pytest.MonkeyPatch, deed: Callable[[], None]) -> None:
    """Let `wildtable do` be a command that does this."""

    def make_app() -> typer.Typer:
        app = real()
        app.command("do")(deed)
        return app

    real = cli.make_app
    monkeypatch.setattr(cli, "make_app", make_app)


def test_the_version(capsys: Capsys) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"wildtable {__version__}\n"


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_the_help_names_every_command(capsys: Capsys, arguments: list[str]) -> None:
    assert cli.main(arguments) == 0
    said = capsys.readouterr().out
    for command in ("check", "replay", "verify", "games", "rules"):
        assert f"\n  {command} " in said
    assert "Examples:" in said


@pytest.mark.parametrize("command", ["check", "replay", "verify"])
def test_the_help_of_a_command_has_examples(capsys: Capsys, command: str) -> None:
    assert cli.main([command, "--help"]) == 0
    assert f"wildtable {command} " in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["chek"], ["check"], ["check", "--fast"], ["--fast"], ["replay", "a", "b"]])
def test_wrong_use(capsys: Capsys, arguments: list[str]) -> None:
    assert cli.main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "Error: " in err
    assert "Traceback" not in err


def test_our_own_errors_are_one_sentence(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    def deed() -> None:
        raise WildtableError("there are no cards left")

    command_that(monkeypatch, deed)
    assert cli.main(["do"]) == 2
    assert capsys.readouterr() == ("", "wildtable: there are no cards left\n")


def test_errors_of_the_system_are_one_sentence(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    command_that(monkeypatch, lambda: open("/no/such/file").close())
    assert cli.main(["do"]) == 2
    assert capsys.readouterr() == ("", "wildtable: No such file or directory: /no/such/file\n")


def test_a_fault_is_called_so(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    def deed() -> None:
        error = ZeroDivisionError("nothing to divide by")
        error.add_note("It happened at the table.")
        raise error

    command_that(monkeypatch, deed)
    assert cli.main(["do"]) == 70
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "a fault of Wildtable" in said
    assert "--debug" in said
    assert "ZeroDivisionError: nothing to divide by. It happened at the table." in said

    assert cli.main(["--debug", "do"]) == 70
    assert "Traceback" in capsys.readouterr().err
    monkeypatch.setenv("WILDTABLE_DEBUG", "1")
    assert cli.main(["do"]) == 70
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize(("error", "code"), [(KeyboardInterrupt, 130), (typer.Abort, 130), (BrokenPipeError, 141)])
def test_interruptions_are_quiet(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, error: type[BaseException], code: int
) -> None:
    def deed() -> None:
        raise error

    command_that(monkeypatch, deed)
    monkeypatch.setattr(cli, "let_go_of_stdout", lambda: None)  # pytest still needs it
    assert cli.main(["do"]) == code
    assert capsys.readouterr() == ("", "")


def test_exit_codes_of_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    def deed() -> None:
        raise typer.Exit(3)

    command_that(monkeypatch, deed)
    assert cli.main(["do"]) == 3


def test_uncompiled_rules_are_mentioned_once(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "uncompiled_notice", lambda: "Wildtable runs uncompiled here.")
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().err == "Wildtable runs uncompiled here.\n"


def test_a_reader_that_stops_early() -> None:
    """`wildtable check … | head -1` ends quietly."""
    good = Path(__file__).parents[1] / "scenarios" / "wild-apex"
    with subprocess.Popen(
        [sys.executable, "-c", START, "check", *[str(good)] * 20],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"ok ")
        process.stdout.close()
        said = process.stderr.read()
        assert process.wait() == 141
    assert b"Error" not in said
    assert b"Traceback" not in said


def test_the_help_imports_nothing_that_takes_long() -> None:
    code = (
        "import sys, wildtable.cli; wildtable.cli.main(['--help']); "
        "print([name for name in sys.modules if name in ('rich', 'numpy', 'torch', 'wildtable.games.wild_apex')])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.endswith("[]\n")
