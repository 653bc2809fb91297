"""What a seat may know of a match of Wild Apex (WA-78), built up from nothing."""

from __future__ import annotations

from dataclasses import dataclass

from wildtable.engine.codes import NOBODY
from wildtable.games.wild_apex.game import WildApex


@dataclass(frozen=True, slots=True)
class WildApexView:
    """Cards and seats are numbers; a seat that does not apply is NOBODY."""

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
    drawn: bool  # the seat in turn has had its one draw
    idle_turns: int  # in a row, by WA-76

    hand: tuple[int, ...]  # the viewer's
    counts: tuple[int, ...]
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


def view(table: WildApex, viewer: int) -> WildApexView:
    seats = range(table.seats)
    accusers = tuple(tuple(table.may_accuse(seat)) for seat in seats)
    return WildApexView(
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
        idle_turns=table.idle_turns,
        hand=tuple(table.hand(viewer)) if viewer != NOBODY else (),
        counts=tuple(table.hand_sizes()),
        shown=tuple(tuple(table.has_shown(seat)) for seat in seats),
        draw_count=table.draw_count,
        discard=tuple(table.discards()),
        color=table.color,
        value=table.value,
        attack=table.attack,
        attack_cards=table.attack_cards,
        attacker=table.attacker,
        uncalled=tuple(table.seats_in(table.uncalled)),
        went_out=table.went_out,
        fury_player=table.fury_player,
        gifts=tuple(table.gift_list()),
        accusers=accusers,
        found_lawful=tuple(table.seats_in(table.found_lawful)),
        wild4_on=tuple(table.wild4_bases()),
        own_unlawful=viewer != NOBODY and bool(accusers[viewer]) and table.is_unlawful(viewer),
    )
