"""`wildtable simulate`: many matches of a game at once, and who won them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from wildtable.cli.common import (
    AsJson,
    OptionTexts,
    options_of,
    plain_options,
    say,
    say_columns,
    say_json,
    say_wrapped,
)

if TYPE_CHECKING:
    from wildtable.lab.simulate import Measure, Plan, Result

HELP = """Play many matches with random players, on all cores, and count who wins and how long they last.

The same game, options, seats, players, seed and number of games give the same result, with any number of threads.
Random players draw although they could play, and keep quiet when a call is due; brisk ones leave that out, and matches
become much shorter. Calm players go by rules of thumb: their matches say more about people, and take a hundred times
as long to play.

\b
Examples:
  wildtable simulate wild-apex --games 100000
  wildtable simulate wild-apex --seats 2 --option target=200 --brisk
  wildtable simulate wild-apex --option copies.fury=4 --json > four-furies.json
  wildtable simulate cl4sh --players calm --games 2000
  wildtable simulate cl4sh --seats 3 --players calm,brisk,brisk

Ctrl-C ends it early, with what there is so far; the exit code is then 130.
"""

NAMES = ("choices", "moves", "rounds")
INTERRUPTED = 130  # as shells have it


def add_to(app: typer.Typer) -> None:
    app.command("simulate", help=HELP, short_help="Play many matches: who wins, how long they last.")(simulate)


def simulate(
    game_id: Annotated[str, typer.Argument(metavar="GAME", help="Such as wild-apex.")],
    seats: Annotated[int, typer.Option(help="Players at the table.")] = 4,
    games: Annotated[int, typer.Option(help="Matches to play.")] = 10_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same result, with any number of threads.")] = 1,
    option: OptionTexts = None,
    players: Annotated[
        str | None,
        typer.Option(
            metavar="LEVELS",
            help="random, brisk or calm: one for all, or one for each chair, from A on.",
            show_default="random",
        ),
    ] = None,
    brisk: Annotated[bool, typer.Option("--brisk", help="The same as --players brisk.")] = False,
    threads: Annotated[int | None, typer.Option(help="At once.", show_default="one for each core")] = None,
    limit: Annotated[int, typer.Option(help="Choices after which a match is given up; they are counted apart.")] = (
        1_000_000
    ),
    as_json: AsJson = False,
) -> None:
    from wildtable.errors import OptionError
    from wildtable.games import game as find_game
    from wildtable.lab.simulate import plan
    from wildtable.lab.simulate import simulate as play_plan

    game = find_game(game_id)
    if brisk and players is not None:
        raise OptionError("--brisk says who plays already: leave it out, or --players")
    levels = [name.strip() for name in (players or ("brisk" if brisk else "random")).split(",")]
    what = plan(game, seats, games, seed, options_of(game, option), levels, limit)
    with progress_bar(games) as progress:
        result = play_plan(what, threads, progress)
    if as_json:
        say_json(result.as_json())
    else:
        say_result(result)
    if result.interrupted:
        typer.echo(
            f"Interrupted: this is what came out of {result.games:,} of the {what.games:,} matches asked for.", err=True
        )
        raise typer.Exit(INTERRUPTED)


@contextmanager
def progress_bar(games: int) -> Iterator[Callable[[int], None] | None]:
    """A bar on the error output while matches are played; nothing where that is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    # Rich takes longer to import than many a simulation takes to run.
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("matches", total=games)
        yield lambda done: bar.update(task, completed=done)


def say_result(result: Result) -> None:
    from wildtable.engine.game import seat_letter

    what = result.plan
    say_wrapped(f"{what.game.title}, {who_plays(what)}, {count(result.games, 'match', 'matches')}, seed {what.seed}")
    changed = changed_options(result)
    if changed:
        say_wrapped(f"Options: {changed}")
    say()

    points = any(score.total_of_squares for score in result.scores)
    rows = [("wins", "matches", "share", "95 % between", *(("points", "± 95 %") if points else ()))]
    for seat, (share, score) in enumerate(zip(result.wins, result.scores, strict=True)):
        interval = f"{share.low:.2%} and {share.high:.2%}"
        scored = (average(score.mean), average(score.error)) if points else ()
        rows.append((f"chair {seat_letter(seat)}", number(share.wins), f"{share.share:.2%}", interval, *scored))
    blank = ("",) * (len(rows[0]) - 3)
    if result.without_winner:
        rows.append(("nobody", number(result.without_winner), f"{result.without_winner / result.games:.2%}", *blank))
    if result.over_limit:
        rows.append(("not over", number(result.over_limit), f"{result.over_limit / result.games:.2%}", *blank))
    say_columns(rows, right=(1, 2, 4, 5) if points else (1, 2))
    if result.shared:
        say(f"{count(result.shared, 'match was', 'matches were')} won by several: each counts its part of one win.")
    if result.over_limit and result.first_over_limit is not None:
        seed = what.match_seed(result.first_over_limit)
        say_wrapped(
            f"{count(result.over_limit, 'match was', 'matches were')} given up after {what.limit:,} choices and "
            f"{'is' if result.over_limit == 1 else 'are'} not in the figures below; the first is dealt by seed {seed}."
        )
    say()

    if result.measures[0].matches:
        head = ("a match", "mean", "± 95 %", "deviation", "least", "5 %", "median", "95 %", "99 %", "most")
        rows_of_measures = [head] + [measure_row(name, m) for name, m in zip(NAMES, result.measures, strict=True)]
        say_columns(rows_of_measures, right=range(1, len(head)))
        say()
    say_wrapped(
        f"{result.decisions:,} decisions in {result.seconds:.2f} s: {short(result.decisions_a_second)} decisions and "
        f"{short(result.games_a_second)} matches a second on {count(result.threads, 'thread', 'threads')}."
    )


def measure_row(name: str, measure: Measure) -> tuple[str, ...]:
    spread = [measure.least, *(measure.percentile(percent) for percent in (5, 50, 95, 99)), measure.most]
    averages = map(average, (measure.mean, measure.error, measure.deviation))
    return (name, *averages, *map(str, spread))


def average(value: float) -> str:
    return f"{value:.2f}" if value == value else "-"


def who_plays(what: Plan) -> str:
    if len(set(what.players)) > 1:
        return f"chairs {', '.join(what.players)}"
    kinds = {"random": "random players", "brisk": "brisk random players"}
    return f"{what.seats} {kinds.get(what.players[0], f'{what.players[0]} players')}"


def changed_options(result: Result) -> str:
    """The options that are not as they usually are."""
    what = result.plan
    usual = what.game.settle_options(what.seats)
    return plain_options({name: value for name, value in what.options.items() if value != usual[name]})


def count(how_many: int, one: str, several: str) -> str:
    return f"{how_many:,} {one if how_many == 1 else several}"


def number(value: float) -> str:
    """A whole number, or one with two places if shared wins make it so."""
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"


def short(value: float) -> str:
    """A speed with three digits."""
    for size, name in ((1e9, " billion"), (1e6, " million")):
        if value >= size:
            return f"{value / size:.1f}{name}"
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}"
