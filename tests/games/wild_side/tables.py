"""Positions of Wild Side in few words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wildtable.engine.events import Event
from wildtable.engine.game import Position, legal_moves, play
from wildtable.games.wild_side import GAME
from wildtable.games.wild_side.game import WildSide

A, B, C = range(3)


def position(
    hands: Sequence[str],
    pile: str = "",
    up: Sequence[str] = (),
    down: Sequence[str] = (),
    turn: int = A,
    leader: str = "B",
    discard: str = "",
    **options: Any,
) -> WildSide:
    """Seats from A on; rows are four places, and a seat without one has none."""
    table = GAME.new_match(len(hands), options, 1)
    letters = "ABCDEFGH"
    GAME.arrange(
        table,
        Position(
            hands=[GAME.read_cards(hand, table.options) for hand in hands],
            draw=[],
            discard=GAME.read_cards(discard, table.options),
            dealer=0,
            turn=turn,
            direction=1,
            round=1,
            scores=[0] * len(hands),
            extra={"leader": leader, "pile": pile},
            sections={
                "faceup": dict(zip(letters, up, strict=False)),
                "facedown": dict(zip(letters, down, strict=False)),
            },
        ),
    )
    return table


def redealt(table: WildSide, viewer: int, seed: int) -> WildSide:
    other = table.determinize(viewer, seed)
    assert isinstance(other, WildSide)
    return other


def copy_of(table: WildSide) -> WildSide:
    other = table.clone()
    assert isinstance(other, WildSide)
    return other


def offered(table: WildSide, seat: int) -> list[str]:
    return [GAME.move_text(move) for move in legal_moves(table, seat)]


def lines(events: Sequence[Event]) -> list[str]:
    return [GAME.sentence(event, "ABCDEFGH", {}) for event in events]


def told(table: WildSide, seat: int, move: str) -> list[str]:
    """The sentences of a move."""
    return lines(play(table, seat, move))


def pile_text(table: WildSide) -> str:
    return " ".join(GAME.card_text(card) for card in table.pile_cards())


__all__ = ["A", "B", "C", "copy_of", "offered", "pile_text", "position", "redealt", "told"]
