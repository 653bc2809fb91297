"""What a seat may know of a match of CL4SH, built up from nothing."""

from __future__ import annotations

from typing import Any

from wildtable.engine.codes import NOBODY
from wildtable.engine.view import TableView, open_at_any_table, own_at_any_table, seats_of
from wildtable.games.cl4sh.codes import NO_KIND
from wildtable.games.cl4sh.game import Cl4sh


class Cl4shView(TableView, frozen=True, kw_only=True):
    """Cards and seats are numbers; a seat that does not apply is NOBODY."""

    seating: tuple[int, ...]  # by chair, clockwise
    dealer: int

    phase: int
    drawn: bool  # the seat in turn has had its one draw
    own_drawn: int  # the card of that draw, if it is the viewer's
    idle_turns: int  # in a row, by CL-60

    draw_count: int
    discard: tuple[int, ...]  # bottom … top
    element: int  # to beat
    value: int  # to beat; 0 for a Havoc card
    any_card: bool  # any card may be played
    echo: bool  # this is an echo turn
    guards: tuple[int, ...]
    signals: tuple[int, ...]
    uncalled: tuple[int, ...]  # who can be called

    attacker: int  # in a duel the challenger
    defender: int  # in a duel or a chain
    attack_cards: int
    duel_choice: int  # the first or the second, 0 without a duel
    accepted: bool  # the defender has drawn for the duel
    has_chosen: tuple[int, ...]
    own_choice: int  # the viewer's duel card that is not shown yet
    duel_cards: tuple[int, ...]  # shown: challenger, defender, and again


def open_view(table: Cl4sh) -> Cl4shView:
    """What everybody sees."""
    seats = range(table.seats)
    return Cl4shView(
        **open_at_any_table(table),
        seating=tuple(table.seating()),
        dealer=table.dealer,
        phase=table.phase,
        drawn=bool(table.drawn),
        own_drawn=NOBODY,
        idle_turns=table.idle_turns,
        draw_count=table.draw_count,
        discard=tuple(table.discards()),
        element=table.element,
        value=table.value,
        any_card=bool(table.any_card),
        echo=bool(table.echo),
        guards=seats_of(table.guards),
        signals=seats_of(table.signals),
        uncalled=seats_of(table.uncalled),
        attacker=table.attacker,
        defender=table.defender,
        attack_cards=table.attack_cards,
        duel_choice=table.duel_choice,
        accepted=bool(table.accepted),
        has_chosen=tuple(seat for seat in seats if table.chosen_by(seat) != NO_KIND),
        own_choice=NO_KIND,
        duel_cards=tuple(table.shown_duel_cards()),
    )


def own_part(table: Cl4sh, viewer: int) -> dict[str, Any]:
    """The fields that a seat sees otherwise than everybody."""
    return {
        **own_at_any_table(table, viewer),
        "own_drawn": table.drawn_card if table.drawn and table.turn == viewer else NOBODY,
        "own_choice": table.chosen_by(viewer),
    }
