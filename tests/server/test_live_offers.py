"""Long lists of moves: few lines, and every move can be reached by them."""

from __future__ import annotations

from itertools import islice

import pytest

from wildtable.engine.codes import BRISK, OPTIONAL, REQUIRED
from wildtable.engine.game import legal_moves, random_move
from wildtable.engine.table import Table
from wildtable.games import game as game_of
from wildtable.notation.menu import MORE
from wildtable.server.offers import offers, offers_beginning

MOST = 60


def reached(table: Table, seat: int, lines: list[str]) -> set[str]:
    moves = set()
    for line in lines:
        if line.endswith(MORE):
            further = offers_beginning(table, seat, line, MOST)
            assert line not in further
            assert len(further) <= MOST
            assert all(other.startswith(line.removesuffix(MORE)) for other in further)
            moves |= reached(table, seat, further)
        else:
            moves.add(line)
    return moves


@pytest.mark.compiled_only
@pytest.mark.parametrize(("seats", "many"), [(4, 100), (7, 400)])
def test_a_fury_is_offered_in_a_few_lines(seats: int, many: int) -> None:
    game = game_of("wild-apex")
    for seed in range(200):
        table = game.new_match(seats, game.simulation, seed)
        for _ in range(40):
            if table.over:
                break
            seat = table.turn
            moves = [game.move_text(move) for move in islice(legal_moves(table, seat), 5000)]
            if len(moves) > many:
                lines = offers(table, seat, MOST)
                assert len(lines) <= MOST
                assert reached(table, seat, lines) == {move for move in moves if move != "decline"}
                assert offers_beginning(table, seat, "draw", MOST) == ["draw"] * ("draw" in moves)
                assert offers_beginning(table, seat, "fly high", MOST) == []
                return
            waiting = table.optional & (table.asked ^ 0xFFFF)
            random_move(table, table.actor(), (OPTIONAL if waiting else REQUIRED) | BRISK)
    pytest.fail("nobody could ever play a Fury")


@pytest.mark.parametrize("game_id", ["wild-apex", "uno-etheria", "whats-wild", "wild-side", "cl4sh"])
def test_few_moves_are_listed_as_they_are(game_id: str) -> None:
    game = game_of(game_id)
    table = game.new_match(3, game.simulation, 5)
    for _ in range(20):
        for seat in range(3):
            moves = [game.move_text(move) for move in legal_moves(table, seat)]
            whole = [move for move in moves if move != "decline"]
            assert offers(table, seat, 200) == whole
            for move in whole[:5]:
                verb = move.split()[0]
                assert move in reached(table, seat, offers_beginning(table, seat, verb, MOST))
                assert move in offers_beginning(table, seat, move, MOST)
        waiting = table.optional & (table.asked ^ 0xFFFF)
        random_move(table, table.actor(), (OPTIONAL if waiting else REQUIRED) | BRISK)
