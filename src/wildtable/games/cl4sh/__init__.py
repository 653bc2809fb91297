"""CL4SH: a shedding game of four elements, with duels, swapped chairs and shields, for 2 to 6 players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wildtable.engine.codes import NOBODY
from wildtable.engine.events import Event
from wildtable.engine.game import Game, Position, owes_fact, read_seat, seat_letter
from wildtable.engine.table import Deck
from wildtable.errors import NotationError
from wildtable.games.cl4sh import codes, options, words
from wildtable.games.cl4sh.game import Cl4sh
from wildtable.games.cl4sh.refusals import refusal
from wildtable.games.cl4sh.view import Cl4shView, open_view, own_part


class Cl4shGame(Game[Cl4sh, words.Move]):
    id = "cl4sh"
    title = "CL4SH"
    prefix = "CL"
    summary = "Beat the card before yours by number or by element, and attack, duel, swap chairs and shield."
    legend = words.LEGEND
    fewest_seats = 2
    most_seats = 6
    options = options.OPTIONS
    folder = Path(__file__).parent
    table_type = Cl4sh
    rounds: Mapping[str, int] = {"sharp": 150, "fierce": 20_000}
    view_cards = Game.view_cards | {"own_drawn", "own_choice", "duel_cards"}
    no_card = codes.NO_KIND
    view_seats = Game.view_seats | {"seating", "guards", "signals", "attacker", "defender", "has_chosen"}
    view_words = words.VIEW_WORDS
    event_names = codes.EVENT_NAMES
    other_is = codes.OTHER_IS
    manners = frozenset(range(codes.NEXT, codes.NEXT + codes.NO_ELEMENT))

    def check(self, seats: int, options_: Mapping[str, Any]) -> None:
        options.check(seats, options_)

    def deck(self, options_: Mapping[str, Any]) -> Deck:
        return options.deck(options_)

    # Cards and moves

    def card_text(self, card: int) -> str:
        return words.card_text(card)

    def read_card(self, text: str, options_: Mapping[str, Any]) -> int:
        return words.read_card(text)

    def read_move(self, text: str, table: Cl4sh) -> words.Move:
        return words.read_move(text)

    def move_text(self, move: words.Move) -> str:
        return words.move_text(move)

    def choices(self, table: Cl4sh, seat: int, move: words.Move) -> list[int] | None:
        return words.choices_of(move, table, seat)

    def move_of(self, table: Cl4sh, choices: Sequence[int]) -> words.Move:
        return words.move_of(tuple(choices))

    def refusal(self, table: Cl4sh, seat: int, move: words.Move) -> int:
        return refusal(table, seat, move)

    # What people see

    def open_view(self, table: Cl4sh) -> Cl4shView:
        return open_view(table)

    def own_part(self, table: Cl4sh, viewer: int) -> dict[str, Any]:
        return own_part(table, viewer)

    def also_cites(self, event: tuple[Any, ...]) -> tuple[int, ...]:
        return words.also_cites(event)

    def sentence(self, event: Event, names: Sequence[str], options: Mapping[str, Any]) -> str:
        return words.sentence(event, names)

    def table_lines(self, view_: Cl4shView, names: Sequence[str]) -> list[str]:
        return words.table_lines(view_, names)

    def own_lines(self, view_: Cl4shView, names: Sequence[str], lines: list[str]) -> list[str]:
        return lines

    # Positions

    def arrange(self, table: Cl4sh, position: Position) -> None:
        extra = dict(position.extra)
        guards = read_seats("guards", extra.pop("guards", []), table.seats)
        signals = read_seats("signals", extra.pop("signals", []), table.seats)
        if extra:
            raise NotationError(f"[table] of CL4SH has no {next(iter(extra))!r}")
        if position.turn == NOBODY:
            raise NotationError("[table] must say whose turn it is")
        if position.direction != 1:
            raise NotationError("CL4SH goes clockwise, always")
        if signals and not table.last_card:
            raise NotationError("there are no signal cards without the option last_card")
        for seat in signals:
            if len(position.hands[seat]) != 1:
                raise NotationError(f"{seat_letter(seat)} does not hold exactly one card and so has no signal card")
        table.place(position.hands, position.draw, position.discard)
        table.set_match(position.dealer, position.turn, 1, position.round, position.scores)
        table.stand(position.turn, bits_of(guards), bits_of(signals))

    def deal_from(self, table: Cl4sh, order: Sequence[int]) -> None:
        table.deal_from(list(order))

    def fact(self, table: Cl4sh, name: str, text: str) -> tuple[bool, str] | None:
        if name == "element":
            if text not in tuple(words.ELEMENTS):
                raise NotationError(f"element is one of {' '.join(words.ELEMENTS)}, not {text[:40]!r}")
            actual = "any" if table.any_card else f"element {words.ELEMENTS[table.element]}"
            return actual == f"element {text}", actual
        if name == "any" and not text:
            return bool(table.any_card), "any" if table.any_card else "not any"
        if name in ("guard", "signal"):
            having = table.seats_in(table.guards if name == "guard" else table.signals)
            return read_seat(text, table.seats) in having, f"{name} {' '.join(map(seat_letter, having)) or '-'}"
        if name == "owes":
            attacked = table.turn if table.phase == codes.PICKING_UP else NOBODY
            return owes_fact(table, text, attacked, table.attack_cards)
        return None


def read_seats(name: str, letters: Any, seats: int) -> list[int]:
    """`guards = ["B"]`: seats by their letters."""
    if not isinstance(letters, list) or not all(isinstance(letter, str) for letter in letters):
        raise NotationError(f'{name} is a list of seats such as ["B", "C"], not {letters!r}')
    return [read_seat(letter, seats) for letter in letters]


def bits_of(seats: Sequence[int]) -> int:
    return sum(1 << seat for seat in set(seats))


GAME = Cl4shGame()
