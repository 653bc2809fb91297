"""What a seat may know of a match of UNO She-Ra, built up from nothing."""

from __future__ import annotations

from dataclasses import dataclass

from wildtable.engine.codes import NOBODY
from wildtable.games.uno_etheria.codes import PLACING
from wildtable.games.uno_etheria.game import UnoEtheria


@dataclass(frozen=True, slots=True)
class UnoEtheriaView:
    """Cards and seats are numbers; a seat, a card or a pair that does not apply is NOBODY or empty."""

    viewer: int
    seats: int
    dealer: int
    round: int
    scores: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]
    round_over: bool
    round_winners: tuple[int, ...]

    required: tuple[int, ...]
    optional: tuple[int, ...]
    turn: int
    direction: int
    phase: int
    drawn: bool  # the seat in turn has drawn, and could play the new card
    drawn_card: int  # the viewer's own
    idle_turns: int  # in a row that ended with nothing to draw

    hand: tuple[int, ...]  # the viewer's
    counts: tuple[int, ...]
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


def view(table: UnoEtheria, viewer: int) -> UnoEtheriaView:
    seats = range(table.seats)
    seated = viewer != NOBODY
    attacks = seated and table.attacker == viewer
    return UnoEtheriaView(
        viewer=viewer,
        seats=table.seats,
        dealer=table.dealer,
        round=table.round,
        scores=tuple(table.score_list()),
        over=bool(table.over),
        winners=tuple(table.seats_in(table.winners)),
        round_over=bool(table.round_over),
        round_winners=tuple(table.seats_in(table.round_winners)),
        required=tuple(table.seats_in(table.required)),
        optional=tuple(table.seats_in(table.optional)),
        turn=table.turn,
        direction=table.direction,
        phase=table.phase,
        drawn=bool(table.drawn),
        drawn_card=table.drawn_card if viewer == table.turn else NOBODY,
        idle_turns=table.idle_turns,
        hand=tuple(table.hand(viewer)) if seated else (),
        counts=tuple(table.hand_sizes()),
        draw_count=table.draw_count,
        discard=tuple(table.discards()),
        color=table.color,
        value=table.value,
        uncalled=tuple(table.seats_in(table.uncalled)),
        attacker=table.attacker,
        wild4_on=table.wild4_on,
        penalty_since=table.lone_card != NOBODY,
        own_unlawful=attacks and bool(table.unlawful),
        own_lone_card=table.lone_card if attacks else NOBODY,
        own_pick=table.pick_of(viewer) if seated else NOBODY,
        picked=tuple(table.seats_in(table.picked)),
        secret=table.pick_of(table.turn) if table.phase == PLACING else NOBODY,
        matched=tuple(table.seats_in(table.matched)),
        shown=tuple(tuple(table.shown_by(seat)) for seat in seats),
        seen=tuple(tuple(table.seen_from(viewer, seat)) if seated and seat != viewer else () for seat in seats),
        own_seen=tuple(tuple(table.cards_seen(viewer, side)) for side in range(2)) if seated else (),
        seen_at_least=tuple((table.seen_count(seat, 0), table.seen_count(seat, 1)) for seat in seats),
        vouched=tuple(table.vouched_for(seat) for seat in seats),
    )
