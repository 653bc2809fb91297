"""`wildtable check`: run scenario files."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import typer

HELP = """Run scenario files: worked examples that say what the rules make of a position.

A scenario is a TOML file with a position, moves, and what must hold after them. A line is printed for each:

\b
  ok    it holds
  FAIL  something does not: the line of the step, what was expected and what is
  BAD   the file cannot be used: the line and what is wrong there

\b
Examples:
  wildtable check tests/scenarios                 every .toml file in a folder and its folders
  wildtable check my-rule.toml other-rule.toml    single files

The exit code is 0 if all hold, 1 if one fails, 2 if a file cannot be used or none was found.
"""


def add_to(app: typer.Typer) -> None:
    app.command(help=HELP, short_help="Run scenario files and say which hold.")(check)


def check(
    paths: list[Path] = typer.Argument(..., metavar="PATH", help="Scenario files, or folders of them."),
) -> None:
    from wildtable.notation.scenario import scenario_files

    counts: Counter[str] = Counter()
    for path in paths:
        files = list(scenario_files(path))
        if not files:
            counts["BAD"] += 1
            say("BAD", f"{path}  there is no scenario file (.toml) in this folder")
        for file in files:
            counts[check_one(file)] += 1

    total = counts["ok"] + counts["FAIL"] + counts["BAD"]
    parts = [f"{counts['ok']} ok"]
    parts += [
        f"{counts[word]} {meaning}" for word, meaning in (("FAIL", "failed"), ("BAD", "unusable")) if counts[word]
    ]
    typer.echo(f"{total} scenario{'s' if total != 1 else ''}: {', '.join(parts)}")
    if counts["BAD"] or counts["FAIL"]:
        raise typer.Exit(2 if counts["BAD"] else 1)


def check_one(path: Path) -> str:
    """Run one file and print its line; ok, FAIL or BAD."""
    from wildtable.notation.scenario import BadFile, run_scenario

    try:
        outcome = run_scenario(path)
    except BadFile as bad:
        say("BAD", f"{place(bad.path, bad.line)}  {bad.what}")
        return "BAD"
    except Exception as error:
        error.add_note(f"It happened while running {path}.")
        raise
    if outcome.passed:
        say("ok", f"{path}  {outcome.title}")
        return "ok"
    first = outcome.failures[0]
    more = f"  (and {len(outcome.failures) - 1} more)" if len(outcome.failures) > 1 else ""
    say("FAIL", f"{place(path, first.line)}  {first}{more}")
    return "FAIL"


def place(path: Path, line: int) -> str:
    return f"{path}:{line}" if line else str(path)


def say(word: str, text: str) -> None:
    """A line of the report. What comes from a file cannot steer the terminal."""
    legible = "".join(char if char.isprintable() else "?" for char in text)
    typer.echo(f"{word:4}  {legible}")
