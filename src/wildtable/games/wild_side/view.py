"""What a seat may know of a match of Wild Side (WS-09, WS-42), built up from nothing."""

from __future__ import annotations

from wildtable.engine.codes import NOBODY
from wildtable.engine.view import TableView, open_at_any_table
from wildtable.games.wild_side.game import WildSide


class WildSideView(TableView, frozen=True, kw_only=True):
    """Cards and seats are numbers; what does not apply is NOBODY. All is public but `hand`."""

    leader: int

    opening: bool  # nothing has been played in this round
    going_on: bool  # the seat in turn has cleared the pile in this turn
    adding: bool  # the top card was played blind, and cards may be added

    shown: tuple[tuple[int, ...], ...]  # by seat: cards it is known to hold, from piles it has picked up
    face_up: tuple[tuple[int, ...], ...]  # by seat: four places from the left, NOBODY for an empty one
    face_down: tuple[tuple[bool, ...], ...]  # by seat and place: whether a card lies there

    pile: tuple[int, ...]  # bottom … top, with the cards of a half-said move
    top: int  # value of the top card, 13 on an empty pile; without a half-said move, and so is `equals`
    equals: int
    said: tuple[int, ...]  # cards of a half-said move, with 64 added for those from the row
    discard_count: int
    discards: tuple[int, ...]  # those of the discard pile that everybody has seen


def open_view(table: WildSide) -> WildSideView:
    """What everybody sees."""
    seats = range(table.seats)
    return WildSideView(
        **open_at_any_table(table),
        leader=table.leader,
        opening=bool(table.opening),
        going_on=bool(table.going_on),
        adding=bool(table.adding),
        shown=tuple([tuple(table.shown_by(seat)) for seat in seats]),
        face_up=tuple([tuple(table.face_up_row(seat)) for seat in seats]),
        face_down=tuple([tuple([card != NOBODY for card in table.face_down_row(seat)]) for seat in seats]),
        pile=tuple(table.pile_cards()),
        top=table.top,
        equals=table.equals,
        said=tuple(table.said_cards()),
        discard_count=table.discard_count,
        discards=tuple(table.discards()[table.unseen :]),
    )
