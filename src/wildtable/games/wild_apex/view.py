"""What a seat may know of a match of Wild Apex (WA-78), built up from nothing."""

from __future__ import annotations

from typing import Any

from wildtable.engine.view import TableView, open_at_any_table, own_at_any_table, seats_of
from wildtable.games.wild_apex.game import WildApex


class WildApexView(TableView, frozen=True, kw_only=True):
    """Cards and seats are numbers; a seat that does not apply is NOBODY."""

    dealer: int

    direction: int
    phase: int
    drawn: bool  # the seat in turn has had its one draw
    idle_turns: int  # in a row, by WA-76

    shown: tuple[tuple[int, ...], ...]  # by seat: cards it is known to hold
    draw_count: int
    discard: tuple[int, ...]  # bottom … top
    color: int
    value: int  # what the top counts as: a number or type, WILD for none

    attack: int
    attack_cards: int
    attacker: int
    uncalled: tuple[int, ...]  # who has missed the cry and can be caught
    went_out: int
    fury_player: int
    gifts: tuple[int, ...]  # what a Fury has in store, while those named are asked
    accusers: tuple[tuple[int, ...], ...]  # by seat: who may accuse its last Wild Draw 4
    found_lawful: tuple[int, ...]  # seats whose last Wild Draw 4 an accusation has shown to be lawful
    wild4_on: tuple[int, ...]  # by seat: colour × 16 + value that its last Wild Draw 4 was laid on
    own_unlawful: bool  # the viewer's own last Wild Draw 4 was not


def open_view(table: WildApex) -> WildApexView:
    """What everybody sees."""
    seats = range(table.seats)
    return WildApexView(
        **open_at_any_table(table),
        dealer=table.dealer,
        direction=table.direction,
        phase=table.phase,
        drawn=bool(table.drawn),
        idle_turns=table.idle_turns,
        shown=tuple([tuple(table.has_shown(seat)) for seat in seats]),
        draw_count=table.draw_count,
        discard=tuple(table.discards()),
        color=table.color,
        value=table.value,
        attack=table.attack,
        attack_cards=table.attack_cards,
        attacker=table.attacker,
        uncalled=seats_of(table.uncalled),
        went_out=table.went_out,
        fury_player=table.fury_player,
        gifts=tuple(table.gift_list()),
        accusers=tuple([tuple(table.may_accuse(seat)) for seat in seats]),
        found_lawful=seats_of(table.found_lawful),
        wild4_on=tuple(table.wild4_bases()),
        own_unlawful=False,
    )


def own_part(table: WildApex, viewer: int) -> dict[str, Any]:
    """The fields that a seat sees otherwise than everybody."""
    return {
        **own_at_any_table(table, viewer),
        "own_unlawful": bool(table.may_accuse(viewer)) and table.is_unlawful(viewer),
    }
