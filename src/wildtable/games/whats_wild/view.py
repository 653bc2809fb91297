"""What a seat may know of a match of What's Wild?!, built up from nothing."""

from __future__ import annotations

from dataclasses import dataclass

from wildtable.engine.codes import NOBODY
from wildtable.games.whats_wild.game import WhatsWild


@dataclass(frozen=True, slots=True)
class WhatsWildView:
    """Cards and seats are numbers; a seat or card that does not apply is NOBODY."""

    viewer: int
    seats: int
    dealer: int
    round: int
    rounds: int  # of the match
    scores: tuple[int, ...]
    sheet: tuple[tuple[int, ...], ...]  # points by round and seat
    over: bool
    winners: tuple[int, ...]
    round_over: bool
    round_winners: tuple[int, ...]

    required: tuple[int, ...]
    turn: int
    drawn: bool  # the seat in turn has drawn and has to discard
    turns: int  # completed in this round

    hand: tuple[int, ...]  # the viewer's
    counts: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...]  # by seat: cards it is known to hold; all of them once it has gone wild
    draw_count: int
    discard: tuple[int, ...]  # bottom … top
    wild: int  # the wild number
    opening: bool  # the start card lies there, and a chameleon may be taken
    taken: int  # the card that the seat in turn has taken from the discard pile
    gone: tuple[int, ...]  # who has gone wild
    first_gone: int  # who did so first: everybody else has one final turn


def view(table: WhatsWild, viewer: int) -> WhatsWildView:
    return WhatsWildView(
        viewer=viewer,
        seats=table.seats,
        dealer=table.dealer,
        round=table.round,
        rounds=table.round_count,
        scores=tuple(table.score_list()),
        sheet=tuple(tuple(points) for points in table.score_sheet()),
        over=bool(table.over),
        winners=tuple(table.seats_in(table.winners)),
        round_over=bool(table.round_over),
        round_winners=tuple(table.seats_in(table.round_winners)),
        required=tuple(table.seats_in(table.required)),
        turn=table.turn,
        drawn=bool(table.drawn),
        turns=table.turns,
        hand=tuple(table.hand(viewer)) if viewer != NOBODY else (),
        counts=tuple(table.hand_sizes()),
        shown=tuple(tuple(table.shown_by(seat)) for seat in range(table.seats)),
        draw_count=table.draw_count,
        discard=tuple(table.discards()),
        wild=table.wild,
        opening=bool(table.opening),
        taken=table.taken,
        gone=tuple(table.seats_in(table.gone)),
        first_gone=table.first_gone,
    )
