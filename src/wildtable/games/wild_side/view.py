"""What a seat may know of a match of Wild Side (WS-09, WS-42), built up from nothing."""

from __future__ import annotations

from dataclasses import dataclass

from wildtable.engine.codes import NOBODY
from wildtable.games.wild_side.game import WildSide


@dataclass(frozen=True, slots=True)
class WildSideView:
    """Cards and seats are numbers; what does not apply is NOBODY. All is public but `hand`."""

    viewer: int
    seats: int
    leader: int
    round: int
    scores: tuple[int, ...]  # penalty points
    over: bool
    winners: tuple[int, ...]
    round_over: bool
    round_winners: tuple[int, ...]

    required: tuple[int, ...]
    turn: int
    opening: bool  # nothing has been played in this round
    going_on: bool  # the seat in turn has cleared the pile in this turn
    adding: bool  # the top card was played blind, and cards may be added

    hand: tuple[int, ...]  # the viewer's
    counts: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...]  # by seat: cards it is known to hold, from piles it has picked up
    face_up: tuple[tuple[int, ...], ...]  # by seat: four places from the left, NOBODY for an empty one
    face_down: tuple[tuple[bool, ...], ...]  # by seat and place: whether a card lies there

    pile: tuple[int, ...]  # bottom … top, with the cards of a half-said move
    top: int  # value of the top card, 13 on an empty pile; without a half-said move, and so is `equals`
    equals: int
    said: tuple[int, ...]  # cards of a half-said move, with 64 added for those from the row
    discard_count: int
    discards: tuple[int, ...]  # those of the discard pile that everybody has seen


def view(table: WildSide, viewer: int) -> WildSideView:
    seats = range(table.seats)
    return WildSideView(
        viewer=viewer,
        seats=table.seats,
        leader=table.leader,
        round=table.round,
        scores=tuple(table.score_list()),
        over=bool(table.over),
        winners=tuple(table.seats_in(table.winners)),
        round_over=bool(table.round_over),
        round_winners=tuple(table.seats_in(table.round_winners)),
        required=tuple(table.seats_in(table.required)),
        turn=table.turn,
        opening=bool(table.opening),
        going_on=bool(table.going_on),
        adding=bool(table.adding),
        hand=tuple(table.hand(viewer)) if viewer != NOBODY else (),
        counts=tuple(table.hand_sizes()),
        shown=tuple(tuple(table.shown_by(seat)) for seat in seats),
        face_up=tuple(tuple(table.face_up_row(seat)) for seat in seats),
        face_down=tuple(tuple(card != NOBODY for card in table.face_down_row(seat)) for seat in seats),
        pile=tuple(table.pile_cards()),
        top=table.top,
        equals=table.equals,
        said=tuple(table.said_cards()),
        discard_count=table.discard_count,
        discards=tuple(table.discards()[table.unseen :]),
    )
