"""`wildtable play`: a game in the terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wildtable.cli.common import OptionTexts, options_of, say_wrapped, width

if TYPE_CHECKING:
    from wildtable.tui.play import TerminalGame

HELP = """Play a game in this terminal against machine players.

Each time it is your turn you see what has happened, the table, and your moves; type the number of one, or `help`.

\b
Examples:
  wildtable play wild-apex
  wildtable play wild-apex --seats 3 --name Zoe --option target=200
  wildtable play cl4sh --against fierce
  wildtable play wild-apex --against fierce,calm,random    Ben, Cleo and Dan
  wildtable play wild-apex --watch --save watched.toml

The cards are shuffled by a fresh secret of the system; its hash is shown before the deal and the record of the game
holds it, so that `wildtable verify` can check the deal. With --seed they are shuffled by that number instead.
"""


PAUSE = 0.6  # seconds a move when looking on


def add_to(app: typer.Typer) -> None:
    app.command("play", help=HELP)(play)


def play(
    game_id: Annotated[str, typer.Argument(metavar="GAME", help="Such as wild-apex.")],
    seats: Annotated[int, typer.Option(help="Players at the table, with you.")] = 4,
    name: Annotated[str | None, typer.Option(help="Yours.", show_default="Ada")] = None,
    seed: Annotated[int | None, typer.Option(help="Shuffle by this number: the same cards again.")] = None,
    option: OptionTexts = None,
    against: Annotated[
        str,
        typer.Option(
            metavar="LEVELS", help="random, brisk, calm, sharp or fierce: one for all, or one for each of the others."
        ),
    ] = "calm",
    watch: Annotated[bool, typer.Option("--watch", help="Only look on.")] = False,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a record, also if you leave early.")] = None,
) -> None:
    from wildtable.errors import NotationError, OptionError
    from wildtable.games import game as find_game
    from wildtable.notation.plain import NAMES
    from wildtable.tui.play import sit_down

    game = find_game(game_id)
    options = options_of(game, option)
    if seed is not None and not 0 <= seed < 2**64:
        raise OptionError(f"seed is a whole number from 0 to {2**64 - 1:,}")
    if watch and name is not None:
        raise OptionError("with --watch nobody plays who could have a --name")
    if save is not None and save.exists():
        raise NotationError(f"there is a file {save} already; choose another name")
    if save is not None and not save.parent.is_dir():
        raise NotationError(f"there is no folder {save.parent} to save in")
    if save is not None and not os.access(save.parent, os.W_OK):
        raise NotationError(f"nothing may be written to the folder {save.parent}; choose another one to save in")

    levels = [level.strip() for level in against.split(",")]
    table = sit_down(game, seats, options, seed, None if watch else name or NAMES[0], levels)
    table.width = width()
    table.pause = PAUSE if watch and sys.stdout.isatty() else 0.0
    table.play()
    say_how_to_see_it_again(table, seed, save)


def say_how_to_see_it_again(table: TerminalGame, seed: int | None, save: Path | None) -> None:
    from wildtable.notation.record import write_record

    if save is not None:
        write_record(table.match.record(), save)
        say_wrapped(f"Saved in {save}: `wildtable replay {save}` tells the game, `wildtable verify {save}` checks it.")
    elif table.saved is not None:
        say_wrapped(f"`wildtable replay {table.saved}` tells the game again.")
    elif seed is not None:
        say_wrapped(f"--seed {seed} deals the same cards again; --save FILE would keep the game.")
    else:
        say_wrapped("--save FILE would have kept the game, to be told again by `wildtable replay FILE`.")
