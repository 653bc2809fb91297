"""Matches in which players are asked one by one, as at a real table; counted as random matches are."""

from __future__ import annotations

from collections.abc import Sequence

from wildtable.bots.players import player
from wildtable.bots.sight import Bot, asked_for, choices_of_answer, look
from wildtable.engine.codes import BRISK, DECLINE, NOBODY
from wildtable.engine.table import Table
from wildtable.lab.tally import Tally

LOTS = {"random": 0, "brisk": BRISK}  # those that need not look at the table
LOOK_STEP = 0x9E3779B97F4A7C15  # between the seeds of two guesses


def play_block(tally: Tally, root: Table, games: int, seed: int, limit: int, players: Sequence[str]) -> None:
    """Count `games` matches with the options of `root`; match i has the seed `seed` + i. `players` are by chair."""
    bots = [None if name in LOTS else player(name, seed % 2**62) for name in players]
    manners = [LOTS.get(name, 0) for name in players]
    tally.clear()
    for game in range(games):
        if tally.stopped:
            return
        table = root.clone()
        table.start((seed + game) % 2**64)
        play_match(tally, table, game, (seed + game) % 2**62, limit, bots, manners)


def play_match(
    tally: Tally, table: Table, game: int, seed: int, limit: int, bots: Sequence[Bot | None], manners: Sequence[int]
) -> None:
    decisions = 0
    moves = 0
    while decisions < limit:
        seat = table.actor()
        if seat == NOBODY:
            break
        bot = bots[seat]
        made = (
            draw_lot(table, seat, manners[seat]) if bot is None else ask(table, seat, bot, seed + decisions * LOOK_STEP)
        )
        decisions += len(made)
        if made[-1] != DECLINE and table.stage == 0:
            moves += 1
    tally.count(table, game, decisions, moves)


def draw_lot(table: Table, seat: int, manner: int) -> list[int]:
    choice = table.pick_for(seat, asked_for(table) | manner)
    table.apply(seat, choice)
    return [choice]


def ask(table: Table, seat: int, bot: Bot, seed: int) -> list[int]:
    """The choices that a player makes, who is told what its seat may know."""
    which = asked_for(table)
    move = bot.move(look(table, seat, which, seed % 2**62))
    choices = choices_of_answer(table, seat, which, move)
    if choices is None:
        raise RuntimeError(f"{bot.name} plays {table.game.move_text(move)!r}, which is not allowed")
    for choice in choices:
        table.apply(seat, choice)
    return choices
