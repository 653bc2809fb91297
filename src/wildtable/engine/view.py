"""What a seat may know of any table. A game's view adds what only that game has."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from wildtable.engine.codes import MAX_SEATS, NOBODY
from wildtable.engine.table import Table


class TableView(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Cards and seats are numbers; one that does not apply is NOBODY."""

    viewer: int
    seats: int
    round: int
    scores: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]
    round_over: bool
    round_winners: tuple[int, ...]

    required: tuple[int, ...]
    optional: tuple[int, ...]
    turn: int

    hand: tuple[int, ...]  # the viewer's
    counts: tuple[int, ...]


def open_at_any_table(table: Table) -> dict[str, Any]:
    """The fields of TableView, as somebody who looks on has them."""
    return {
        "viewer": NOBODY,
        "seats": table.seats,
        "round": table.round,
        "scores": tuple(table.score_list()),
        "over": bool(table.over),
        "winners": seats_of(table.winners),
        "round_over": bool(table.round_over),
        "round_winners": seats_of(table.round_winners),
        "required": seats_of(table.required),
        "optional": seats_of(table.optional),
        "turn": table.turn,
        "hand": (),
        "counts": tuple(table.hand_sizes()),
    }


def own_at_any_table(table: Table, viewer: int) -> dict[str, Any]:
    """Those of its fields that a seat sees otherwise than everybody."""
    return {"viewer": viewer, "hand": tuple(table.hand(viewer))}


@cache
def seats_of(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(MAX_SEATS) if bits >> seat & 1)
