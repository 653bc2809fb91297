"""Wild Apex: a shedding game with attacks, dodges and battle-cries, for 2 to 12 players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wildtable.engine.codes import NOBODY
from wildtable.engine.events import Event
from wildtable.engine.game import Game, Position, owes_fact, read_seat, seat_letter
from wildtable.engine.table import Deck, Table
from wildtable.errors import NotationError
from wildtable.games.wild_apex import codes, options, words
from wildtable.games.wild_apex.game import WildApex
from wildtable.games.wild_apex.refusals import refusal
from wildtable.games.wild_apex.view import WildApexView, open_view, own_part


class WildApexGame(Game[WildApex, words.Move]):
    id = "wild-apex"
    title = "Wild Apex"
    prefix = "WA"
    summary = "Match by colour, number or type, attack, dodge, counter, and cry before your second-to-last card."
    legend = words.LEGEND
    fewest_seats = 2
    most_seats = 12
    options = options.OPTIONS
    folder = Path(__file__).parent
    table_type = WildApex
    rounds: Mapping[str, int] = {"sharp": 400, "fierce": 20_000}
    view_seats = Game.view_seats | {"attacker", "went_out", "fury_player", "accusers", "found_lawful"}
    view_words = words.VIEW_WORDS
    event_names = codes.EVENT_NAMES
    other_is = codes.OTHER_IS
    simulation: Mapping[str, Any] = {"offer_cut": False}

    def default_for(self, seats: int) -> dict[str, Any]:
        return options.default_for(seats)

    def check(self, seats: int, options_: Mapping[str, Any]) -> None:
        options.check(seats, options_)

    def deck(self, options_: Mapping[str, Any]) -> Deck:
        return options.deck(options_)

    # Cards and moves

    def card_text(self, card: int) -> str:
        return words.card_text(card)

    def read_card(self, text: str, options_: Mapping[str, Any]) -> int:
        return words.read_card(text, options_["decks"])

    def read_move(self, text: str, table: WildApex) -> words.Move:
        return words.read_move(text, table.options["decks"])

    def move_text(self, move: words.Move) -> str:
        return words.move_text(move)

    def choices(self, table: WildApex, seat: int, move: words.Move) -> list[int] | None:
        split_allowed = bool(table.fury_split or table.hardcore)
        if move.verb == "play" and not table.required >> seat & 1:
            return words.choice_out_of_turn(move, others_in_order(table, seat), split_allowed)
        cry_due = table.hand_sizes()[seat] == 2
        return words.choices_of(move, table.decks, others_in_order(table, seat), split_allowed, cry_due)

    def move_of(self, table: WildApex, choices: Sequence[int]) -> words.Move:
        return words.move_of(tuple(choices))

    def refusal(self, table: WildApex, seat: int, move: words.Move) -> int:
        return refusal(table, seat, move, others_in_order(table, seat))

    def accepted_without_being_legal(self, table: WildApex, seat: int, move: words.Move) -> bool:
        """Table talk, and a card out of turn (WA-50)."""
        if table.over:
            return False
        if move.verb == "say":
            return True
        return (
            move.verb == "play"
            and bool(table.out_of_turn_penalty)
            and not table.required >> seat & 1
            and table.holds(seat, move.card)
        )

    def talk_move(self, options: Mapping[str, Any]) -> str | None:
        """WA-71: only when one plays hardcore talk can cost anything."""
        return "say" if options["hardcore"] else None

    # What people see

    def open_view(self, table: WildApex) -> WildApexView:
        return open_view(table)

    def own_part(self, table: WildApex, viewer: int) -> dict[str, Any]:
        return own_part(table, viewer)

    def also_cites(self, event: tuple[Any, ...]) -> tuple[int, ...]:
        return words.also_cites(event)

    def sentence(self, event: Event, names: Sequence[str], options: Mapping[str, Any]) -> str:
        return words.sentence(event, names, options["cries"])

    def table_lines(self, view_: WildApexView, names: Sequence[str]) -> list[str]:
        return words.table_lines(view_, names)

    def own_lines(self, view_: WildApexView, names: Sequence[str], lines: list[str]) -> list[str]:
        return lines

    # Positions

    def arrange(self, table: WildApex, position: Position) -> None:
        extra = dict(position.extra)
        start, cut = (read_flag(key, extra.pop(key, False)) for key in ("start", "cut"))
        color, owes = extra.pop("color", None), extra.pop("owes", None)
        if extra:
            raise NotationError(f"[table] of Wild Apex has no {next(iter(extra))!r}")
        table.place(position.hands, position.draw, position.discard)
        table.set_match(position.dealer, position.turn, position.direction, position.round, position.scores)
        if cut:
            if start or any(position.hands) or position.discard:
                raise NotationError("before the cut nobody holds a card and there is no discard pile")
            table.wait_for_cut()
            return
        if not position.discard:
            raise NotationError("Wild Apex needs a card on the discard pile")
        if start:
            table.show_start_card()
            return
        turn, attacker, count = (position.turn, NOBODY, 0) if owes is None else read_owes(table, owes)
        if turn == NOBODY:
            raise NotationError("[table] must say whose turn it is")
        top = position.discard[-1] & 63
        if top in words.WILD_KINDS and color is None:
            raise NotationError(f"[table] must say the color in force on {words.card_text(position.discard[-1])}")
        if color is not None and (not isinstance(color, str) or color not in tuple(words.COLORS)):
            raise NotationError(f"color is one of {' '.join(words.COLORS)}, not {color!r}")
        if color is not None and top not in words.WILD_KINDS and words.COLORS[top >> 4] != color:
            raise NotationError(f"the color in force on {words.card_text(position.discard[-1])} cannot be {color}")
        table.stand(turn, position.direction, words.COLORS.index(color) if color is not None else top >> 4)
        if owes is not None:
            owe(table, attacker, count)

    def deal_from(self, table: WildApex, order: Sequence[int]) -> None:
        table.deal_from(list(order))

    def fact(self, table: WildApex, name: str, text: str) -> tuple[bool, str] | None:
        if name == "color":
            if text not in tuple(words.COLORS):
                raise NotationError(f"color is one of {' '.join(words.COLORS)}, not {text[:40]!r}")
            actual = words.COLORS[table.color] if table.color != codes.NO_COLOR else "none"
            return actual == text, f"color {actual}"
        if name == "owes":
            attacked = table.turn if table.attack != codes.NO_ATTACK else NOBODY
            return owes_fact(table, text, attacked, table.attack_cards)
        return None


def read_flag(key: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise NotationError(f"{key} is true or false, not {str(value)[:40]!r}")
    return value


def read_owes(table: WildApex, owes: Any) -> tuple[int, int, int]:
    """`owes = { seat = "B", cards = 2, by = "A" }`: the attacked seat, which is the one in turn; attacker and cards."""
    if not isinstance(owes, dict) or set(owes) != {"seat", "cards", "by"}:
        raise NotationError('owes is written { seat = "B", cards = 2, by = "A" }')
    try:
        seat, attacker = (read_seat(str(owes[key]), table.seats) for key in ("seat", "by"))
    except NotationError as error:
        raise NotationError(f"owes: {error}") from None
    count = owes["cards"]
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= 100:
        raise NotationError(f"cards in owes are a whole number from 1 to 100, not {str(count)[:40]}")
    if seat == attacker:
        raise NotationError(f"owes: {seat_letter(seat)} cannot owe cards to itself")
    return seat, attacker, count


def owe(table: WildApex, attacker: int, count: int) -> None:
    """The attack is of the kind of the top card."""
    top = table.top_card_now() & 63
    if top & 15 in (codes.DRAW_1, codes.DRAW_2):
        kind = top & 15
    elif top == codes.WILD4 or (top == codes.FURY and not table.options["fury_as_answerable"]):
        kind = codes.WILD
    elif top == codes.FURY:
        # a Fury that stood for a draw card: which one, its number of cards tells
        kind = {2: codes.DRAW_2, 4: codes.WILD}.get(count, codes.DRAW_1)
    else:
        raise NotationError(f"owes: no attack can lie in {words.card_text(table.top_card_now())}")
    table.owe(attacker, count, kind)


def others_in_order(table: Table, seat: int) -> list[int]:
    """The other seats in the direction of play, from the next one on."""
    clockwise = [other for other in (*range(seat + 1, table.seats), *range(seat)) if other != seat]
    return clockwise if table.direction == 1 else clockwise[::-1]


GAME = WildApexGame()
