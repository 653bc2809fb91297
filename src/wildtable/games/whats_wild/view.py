"""What a seat may know of a match of What's Wild?!, built up from nothing."""

from __future__ import annotations

from wildtable.engine.view import TableView, open_at_any_table, seats_of
from wildtable.games.whats_wild.game import WhatsWild


class WhatsWildView(TableView, frozen=True, kw_only=True):
    """Cards and seats are numbers; a seat or card that does not apply is NOBODY."""

    dealer: int
    rounds: int  # of the match
    sheet: tuple[tuple[int, ...], ...]  # points by round and seat

    drawn: bool  # the seat in turn has drawn and has to discard
    turns: int  # completed in this round

    shown: tuple[tuple[int, ...], ...]  # by seat: cards it is known to hold; all of them once it has gone wild
    draw_count: int
    discard: tuple[int, ...]  # bottom … top
    wild: int  # the wild number
    opening: bool  # the start card lies there, and a chameleon may be taken
    taken: int  # the card that the seat in turn has taken from the discard pile
    gone: tuple[int, ...]  # who has gone wild
    first_gone: int  # who did so first: everybody else has one final turn


def open_view(table: WhatsWild) -> WhatsWildView:
    """What everybody sees."""
    return WhatsWildView(
        **open_at_any_table(table),
        dealer=table.dealer,
        rounds=table.round_count,
        sheet=tuple(tuple(points) for points in table.score_sheet()),
        drawn=bool(table.drawn),
        turns=table.turns,
        shown=tuple(tuple(table.shown_by(seat)) for seat in range(table.seats)),
        draw_count=table.draw_count,
        discard=tuple(table.discards()),
        wild=table.wild,
        opening=bool(table.opening),
        taken=table.taken,
        gone=seats_of(table.gone),
        first_gone=table.first_gone,
    )
