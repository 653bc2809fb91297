"""The command `wildtable`.

A file beside this one that has commands adds them with a function `add_to(app)`. What takes long to import is imported
when a command runs, so that the help is there at once.
"""

from __future__ import annotations

import io
import os
import pkgutil
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

import typer

from wildtable import __version__
from wildtable._build import uncompiled_notice
from wildtable.errors import WildtableError

DEBUG_VARIABLE = "WILDTABLE_DEBUG"

WRONG_USE = 2
FAULT = 70  # EX_SOFTWARE of sysexits.h
INTERRUPTED = 130  # 128 + SIGINT, as shells have it
PIPE_CLOSED = 141  # 128 + SIGPIPE

HELP = """Five card games at one table: play them, read their rules, check what a rule does, measure it.

\b
Examples:
  wildtable play wild-apex             sit down with machine players
  wildtable serve --open               play in the browser, with friends
  wildtable games                      which games there are
  wildtable rules wild-apex WA-31      what a rule says
  wildtable check my-example.toml      does a worked example hold?
  wildtable verify evening.toml        was a recorded game dealt and played fairly?
  wildtable arena cl4sh --players calm,brisk    which machine player is better?

`wildtable COMMAND --help` tells more about each command.
"""


@dataclass
class Settings:
    """What holds for every command."""

    debug: bool = False


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit code. Whoever uses it hears one sentence about what went wrong, never a traceback."""
    settings = Settings(debug=os.environ.get(DEBUG_VARIABLE, "") not in ("", "0"))
    open_what_was_closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter is no reason to stop
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")  # nor is one that was typed
    try:
        notice = uncompiled_notice()
        if notice is not None:
            print(notice, file=sys.stderr)
        code = run(sys.argv[1:] if arguments is None else arguments, settings)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        let_go_of_stdout()
        return PIPE_CLOSED
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except WildtableError as error:
        return tell(str(error), WRONG_USE, settings)
    except OSError as error:
        return tell(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}", WRONG_USE, settings)
    except Exception as error:
        what = " ".join([f"{type(error).__name__}: {error}.", *getattr(error, "__notes__", [])])
        where = f"`wildtable --debug` or {DEBUG_VARIABLE}=1 shows where"
        return tell(f"this is a fault of Wildtable, not yours ({where}): {what}", FAULT, settings)


def run(arguments: Sequence[str], settings: Settings) -> int:
    """Run the command with these words. All errors but those of its use are raised."""
    command = typer.main.get_command(make_app())
    try:
        with command.make_context("wildtable", list(arguments), obj=settings) as context:
            command.invoke(context)
    except typer.Exit as exit_:
        return exit_.exit_code
    except Exception as error:
        # Typer's errors of use have had two different base classes; all know how to show themselves.
        if type(error).__module__.startswith(("typer.", "click.")) and hasattr(error, "show"):
            error.show()
            return WRONG_USE
        raise
    return 0


def make_app() -> typer.Typer:
    """The command with all its commands."""
    app = typer.Typer(
        help=HELP,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(wildtable)
    for module in pkgutil.iter_modules(__path__):
        add_to = getattr(import_module(f"{__name__}.{module.name}"), "add_to", None)
        if add_to is not None:
            add_to(app)
    return app


def wildtable(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Print the version and stop."),
    debug: bool = typer.Option(False, "--debug", help=f"Show where a fault happened; {DEBUG_VARIABLE}=1 does it too."),
) -> None:
    if debug:
        context.obj.debug = True
    if version:
        typer.echo(f"wildtable {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def tell(sentence: str, code: int, settings: Settings) -> int:
    if settings.debug:
        traceback.print_exc()
    print(f"wildtable: {sentence}", file=sys.stderr)
    return code


def open_what_was_closed() -> None:
    """Whoever closed a stream of ours (`>&-`) wants nothing from it and has nothing to say to it."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - until the process ends


def let_go_of_stdout() -> None:
    """Whoever read our output (`| head`) has seen enough: nothing more shall be written, not even at the very end."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        pass  # there is no such stream to write to
