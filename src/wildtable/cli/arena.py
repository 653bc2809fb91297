"""`wildtable arena`: machine players against each other."""

from __future__ import annotations

from pathlib import Path
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
from wildtable.cli.simulate import INTERRUPTED, count, number, progress_bar, short

if TYPE_CHECKING:
    from wildtable.arena.figures import Figures
    from wildtable.arena.tournament import Result

HELP = """Let machine players play against each other, and say who is better and how sure that is.

Every deal is played once with each player on each chair. The players are random, brisk (random without what hardly
anybody would choose), calm (rules of thumb), sharp (thinks for a thousand rounds a move or less, and at most 0.1 s),
fierce (for many times that, and at most 1 s), and any program: ./my_bot, or 'python3 my_bot.py'. fierce:2000 thinks
for 2,000 rounds a move, the same on every machine; fierce:0.5s for half a second. A player may be named twice. What
programs are told, and a first one, is in docs/bots.md.

\b
Examples:
  wildtable arena wild-apex --players calm,brisk --games 400
  wildtable arena wild-side --players fierce:500,calm,random --games 90
  wildtable arena cl4sh --players ./my_bot,calm --games 200 --save my_bot.jsonl
  wildtable arena whats-wild --players calm,brisk --seats 4 --record games/

A program that ends, takes too long or sends what is no legal move has forfeited the match: a brisk player goes on in
its place, and no win is counted for it. Ctrl-C ends it early, with what there is so far; with --save the same command
goes on from there.
"""


def add_to(app: typer.Typer) -> None:
    app.command("arena", help=HELP, short_help="Machine players against each other.")(arena)


def arena(
    game_id: Annotated[str, typer.Argument(metavar="GAME", help="Such as wild-apex.")],
    players: Annotated[str, typer.Option(metavar="NAME,NAME,…", help="Who plays, two at least.")],
    games: Annotated[int, typer.Option(help="Matches to play at least; always whole deals.")] = 100,
    seats: Annotated[
        int | None, typer.Option(help="Chairs: as many for each player.", show_default="one for each player")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed deals the same cards.")] = 1,
    option: OptionTexts = None,
    time: Annotated[float, typer.Option(metavar="SECONDS", help="That a program may take for a move.")] = 5.0,
    threads: Annotated[int | None, typer.Option(help="At once.", show_default="one for each core")] = None,
    limit: Annotated[int, typer.Option(help="Moves after which a match is given up; nobody has won it.")] = 20_000,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the matches here, and go on with those in it.")
    ] = None,
    record: Annotated[Path | None, typer.Option(metavar="DIR", help="Write a record of each match here.")] = None,
    as_json: AsJson = False,
) -> None:
    from wildtable.arena.tournament import compete, plan
    from wildtable.errors import NotationError
    from wildtable.games import game as find_game

    game = find_game(game_id)
    names = [name.strip() for name in players.split(",") if name.strip()]
    what = plan(game, names, games, seats, seed, options_of(game, option), limit, time)
    if save is not None and not save.parent.is_dir():
        raise NotationError(f"there is no folder {save.parent} to save in")
    if record is not None:
        try:
            record.mkdir(exist_ok=True)
        except OSError as error:
            reason = (error.strerror or "it cannot be made").lower()
            raise NotationError(f"{record} cannot be the folder for the records ({reason}): name another one") from None
    forfeits = Forfeits()
    with progress_bar(what.matches) as progress:
        result = compete(what, threads, save, record, progress, forfeits.tell)
    forfeits.close()
    if as_json:
        say_json(result.as_json())
    else:
        say_result(result)
    if result.interrupted:
        go_on = f"; the same command with --save {save} goes on" if save is not None else ""
        typer.echo(f"Interrupted after {len(result.outcomes):,} of {what.matches:,} matches{go_on}.", err=True)
        raise typer.Exit(INTERRUPTED)


class Forfeits:
    """Tells of forfeits on the error output; the tenth is the last one that is told."""

    MOST = 10

    def __init__(self) -> None:
        self.count = 0

    def tell(self, sentence: str) -> None:
        self.count += 1
        if self.count <= self.MOST:
            # What a program has sent cannot steer the terminal.
            typer.echo("".join(letter if letter.isprintable() else "?" for letter in sentence), err=True)

    def close(self) -> None:
        if self.count > self.MOST:
            typer.echo(f"… and {self.count - self.MOST:,} further forfeits.", err=True)


def say_result(result: Result) -> None:
    what = result.plan
    deals, matches = len(result.deals), len(result.deals) * what.orders
    say(f"{what.game.title}, {what.seats} chairs, {count(matches, 'match', 'matches')}, seed {what.seed}")
    say_wrapped(f"Each of the {count(deals, 'deal', 'deals')} is played with the players in {what.orders} orders.")
    usual = what.game.settle_options(what.seats)
    changed = plain_options({name: value for name, value in what.options.items() if value != usual[name]})
    if changed:
        say_wrapped(f"Options: {changed}")
    if not deals:
        say("No deal has been played in all orders yet.")
        return
    say()
    players = result.players
    rows = [("player", "wins", "share", "95 % between", "rating")]
    for one in players:
        share = (f"{one.share:.1%}", f"{one.low:.1%} and {one.high:.1%}")
        rows.append((one.label, number(round(one.wins, 6)), *share, f"{one.rating:.1f} ± {one.uncertainty:.1f}"))
    if result.without_winner:
        rows.append(("nobody", number(result.without_winner), f"{result.without_winner / matches:.1%}", "", ""))
    if result.over_limit:
        rows.append(("given up", number(result.over_limit), f"{result.over_limit / matches:.1%}", "", ""))
    say_columns(rows, right=(1, 2, 4))
    say()
    say_comparisons(players)
    say()
    say_speed(result, players)


def say_comparisons(players: list[Figures]) -> None:
    rows = [(f"against {players[0].label}", "better", "worse", "alike", "p")]
    for one in players:
        against = one.against_first
        if against is not None:
            p = f"{against.p:.3f}" if against.p >= 0.001 else "< 0.001"
            rows.append((one.label, f"{against.better:,}", f"{against.worse:,}", f"{against.equal:,}", p))
    say_columns(rows, right=(1, 2, 3, 4))
    say_wrapped(
        f"That is in how many deals each won more often than {players[0].label}, and less often. p: how likely two "
        "that are equally good differ so much or more (sign test over the deals that are not alike)."
    )


def say_speed(result: Result, players: list[Figures]) -> None:
    rows = [("thinking", "moves", "a move", "slowest", "forfeits")]
    for one in players:
        rows.append((one.label, f"{one.moves:,}", span(one.seconds), span(one.slowest), f"{one.forfeits:,}"))
    say_columns(rows, right=(1, 2, 3, 4))
    say_wrapped(
        f"{short(result.moves_a_second)} moves a second in {result.seconds:.1f} s on "
        f"{count(result.threads, 'thread', 'threads')}. The rating is OpenSkill's (Plackett-Luce), which begins at 25, "
        "with its standard deviation."
    )


def span(seconds: float) -> str:
    if seconds != seconds:
        return "-"
    if seconds < 0.001:
        return f"{seconds * 1e6:.0f} µs"
    return f"{seconds * 1000:.1f} ms" if seconds < 0.1 else f"{seconds:.2f} s"
