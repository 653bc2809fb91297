"""What the commands share: how they print, and how options of a game are read from the command line.

Nothing here or in the commands sends colours or other control codes: what is printed is the same in a terminal, in a
pipe and in a file.
"""

from __future__ import annotations

import json
import shutil
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

if TYPE_CHECKING:
    from wildtable.engine.game import Game

AnyGame: TypeAlias = "Game[Any, Any]"

NARROWEST = 40
WIDEST = 100  # longer lines are hard to read
LEAST_LAST = 20  # columns for the last cells of a table, where they have to be cut short

OptionTexts = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be given several times."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def add_to(app: typer.Typer) -> None:
    """There is no command in this file."""


def options_of(game: AnyGame, texts: Sequence[str] | None) -> dict[str, Any]:
    """The options written as `--option name=value`; the others keep their defaults."""
    from wildtable.engine.options import read_assignments

    return read_assignments(game.options, texts or [])


def width() -> int:
    """Columns to fill: the terminal's, 80 where there is none."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((80, 24)).columns))


def say(text: str = "") -> None:
    typer.echo(text)


def say_error(text: str) -> None:
    """A sentence about what is wrong."""
    typer.echo(f"wildtable: {text}", err=True)


def say_json(value: Any) -> None:
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False))


def say_wrapped(text: str, indent: str = "", hanging: str | None = None) -> None:
    """A paragraph, filled; lines after the first begin with `hanging`, or with `indent` too."""
    typer.echo(
        textwrap.fill(
            text,
            width(),
            initial_indent=indent,
            subsequent_indent=indent if hanging is None else hanging,
            break_on_hyphens=False,
        )
    )


def say_markdown(text: str, indent: str = "") -> None:
    """Paragraphs, lists and tables of a rule book, as a terminal shows them."""
    from wildtable.notation.rulebook import plain

    for number, paragraph in enumerate(plain(text).split("\n\n")):
        if number:
            say()
        if paragraph.startswith("|"):
            for first, *others in table_rows(paragraph):
                say_wrapped(f"- {first}: {'; '.join(others)}", indent, indent + "  ")
        elif paragraph.startswith(("- ", "* ")):
            for line in paragraph.split("\n"):
                say_wrapped(line, indent, indent + "  ")
        else:
            say_wrapped(paragraph, indent)


def table_rows(markdown: str) -> list[list[str]]:
    """The cells of a Markdown table, without its two head lines."""
    return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in markdown.split("\n")[2:]]


def say_columns(rows: Iterable[Sequence[str]], right: Sequence[int] = (), indent: str = "") -> None:
    """Rows of equally many cells, as wide as their widest; the columns in `right` are flush right. The last column
    goes on in the next line if it is too long. Columns for which there is no room follow below, each time after the
    first one."""
    table = [list(row) for row in rows]
    if not table:
        return
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    for number, columns in enumerate(columns_that_fit(widths, width() - len(indent))):
        if number:
            say()
        for row in table:
            say_row([(row[i], widths[i], i in right) for i in columns], indent)


def columns_that_fit(widths: Sequence[int], room: int) -> list[list[int]]:
    """The columns of a table in groups that fit side by side, each with the first column; the last may be cut short."""
    groups = [[0]]
    for column in range(1, len(widths)):
        needed = min(LEAST_LAST, widths[column]) if column == len(widths) - 1 else widths[column]
        if len(groups[-1]) > 1 and sum(widths[i] + 2 for i in groups[-1]) + needed > room:
            groups.append([0])
        groups[-1].append(column)
    return groups


def say_row(cells: Sequence[tuple[str, int, bool]], indent: str) -> None:
    """Cells with their widths, and whether they are flush right."""
    *first, last = [cell.rjust(wide) if right else cell.ljust(wide) for cell, wide, right in cells]
    start = indent + "".join(cell + "  " for cell in first)
    last = last.rstrip()
    room = max(LEAST_LAST, width() - len(start))
    lines = textwrap.wrap(last, room, break_on_hyphens=False, drop_whitespace=False) if len(last) > room else [last]
    typer.echo((start + lines[0]).rstrip())
    for line in lines[1:]:
        typer.echo(" " * len(start) + line.strip())


def plain_options(options: Mapping[str, Any]) -> str:
    """Options as they are written on the command line, separated by spaces."""
    from wildtable.engine.options import assignments

    return " ".join(assignments(options))
