"""What a seat may know of a match of UNO She-Ra, built up from nothing."""

from __future__ import annotations

from typing import Any

from wildtable.engine.codes import NOBODY
from wildtable.engine.view import TableView, open_at_any_table, own_at_any_table, seats_of
from wildtable.games.uno_etheria.codes import PLACING
from wildtable.games.uno_etheria.game import UnoEtheria


class UnoEtheriaView(TableView, frozen=True, kw_only=True):
    """Cards and seats are numbers; a seat, a card or a pair that does not apply is NOBODY or empty."""

    dealer: int

    direction: int
    phase: int
    drawn: bool  # the seat in turn has drawn, and could play the new card
    drawn_card: int  # the viewer's own
    idle_turns: int  # in a row that ended with nothing to draw

    draw_count: int
    discard: tuple[int, ...]  # bottom … top
    color: int  # in force; none while a Unite is being resolved
    value: int  # of the top card: a number or symbol, NO_VALUE for a wild card

    # who has missed the call and can be caught
    uncalled: tuple[int, ...]

    # a Wild Draw Four that is not answered yet
    attacker: int
    wild4_on: int  # the colour in force before it
    penalty_since: bool  # its player had one card left, and has drawn for a missed call since
    own_unlawful: bool  # the viewer's own
    own_lone_card: int  # the viewer's own hand at the play, where penalty cards have come since

    # a Unite; its player is `turn`
    own_pick: int  # what the viewer has chosen
    picked: tuple[int, ...]  # who has chosen
    secret: int  # once it is revealed
    matched: tuple[int, ...]  # who has shown its colour

    # what is known of hands, besides their size
    shown: tuple[tuple[int, ...], ...]  # by seat: cards that everybody knows it to hold
    seen: tuple[tuple[int, ...], ...]  # by seat: cards that the viewer knows it to hold by a challenge
    own_seen: tuple[
        tuple[int, ...], ...
    ]  # what the neighbours clockwise and counterclockwise know of the viewer's hand
    seen_at_least: tuple[tuple[int, int], ...]  # by seat: how many cards these neighbours know of for certain
    vouched: tuple[tuple[int, tuple[int, ...]], ...]  # by seat: so many cards at least are of these kinds


def open_view(table: UnoEtheria) -> UnoEtheriaView:
    """What everybody sees."""
    seats = range(table.seats)
    return UnoEtheriaView(
        **open_at_any_table(table),
        dealer=table.dealer,
        direction=table.direction,
        phase=table.phase,
        drawn=bool(table.drawn),
        drawn_card=NOBODY,
        idle_turns=table.idle_turns,
        draw_count=table.draw_count,
        discard=tuple(table.discards()),
        color=table.color,
        value=table.value,
        uncalled=seats_of(table.uncalled),
        attacker=table.attacker,
        wild4_on=table.wild4_on,
        penalty_since=table.lone_card != NOBODY,
        own_unlawful=False,
        own_lone_card=NOBODY,
        own_pick=NOBODY,
        picked=seats_of(table.picked),
        secret=table.pick_of(table.turn) if table.phase == PLACING else NOBODY,
        matched=seats_of(table.matched),
        shown=tuple([tuple(table.shown_by(seat)) for seat in seats]),
        seen=((),) * table.seats,
        own_seen=(),
        seen_at_least=tuple([(table.seen_count(seat, 0), table.seen_count(seat, 1)) for seat in seats]),
        vouched=tuple([table.vouched_for(seat) for seat in seats]),
    )


def own_part(table: UnoEtheria, viewer: int) -> dict[str, Any]:
    """The fields that a seat sees otherwise than everybody."""
    attacks = table.attacker == viewer
    return {
        **own_at_any_table(table, viewer),
        "drawn_card": table.drawn_card if viewer == table.turn else NOBODY,
        "own_unlawful": attacks and bool(table.unlawful),
        "own_lone_card": table.lone_card if attacks else NOBODY,
        "own_pick": table.pick_of(viewer),
        "seen": tuple([tuple(table.seen_from(viewer, seat)) if seat != viewer else () for seat in range(table.seats)]),
        "own_seen": (tuple(table.cards_seen(viewer, 0)), tuple(table.cards_seen(viewer, 1))),
    }
