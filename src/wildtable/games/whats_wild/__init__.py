"""What's Wild?!: a rummy game of herds, caravans and a wild number that changes, for 2 to 7 players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wildtable.engine.codes import DECLINE, NOBODY
from wildtable.engine.events import Event
from wildtable.engine.game import Game, Laid, Position, read_seat, seat_letter
from wildtable.engine.table import Deck
from wildtable.errors import NotationError
from wildtable.games.whats_wild import codes, options, words
from wildtable.games.whats_wild.game import WhatsWild
from wildtable.games.whats_wild.refusals import refusal
from wildtable.games.whats_wild.view import WhatsWildView, open_view


class WhatsWildGame(Game[WhatsWild, words.Move]):
    id = "whats-wild"
    title = "What's Wild?!"
    prefix = "WW"
    summary = (
        "Rummy with herds, caravans and a wild number that chameleons change: the lowest score after ten rounds wins."
    )
    legend = words.LEGEND
    fewest_seats = 2
    most_seats = 7
    options = options.OPTIONS
    folder = Path(__file__).parent
    table_type = WhatsWild
    rounds: Mapping[str, int] = {"sharp": 500, "fierce": 10_000}
    view_cards = Game.view_cards | {"taken"}
    view_seats = Game.view_seats | {"gone", "first_gone"}
    event_names = codes.EVENT_NAMES
    other_is = codes.OTHER_IS
    # Nothing else ends a round of machine players who wait for each other. Random players need some 300 turns for a
    # round on average and have never been seen to need 10,000.
    simulation: Mapping[str, Any] = {"turn_limit": 10_000}

    def deck(self, options_: Mapping[str, Any]) -> Deck:
        return options.deck()

    # Cards and moves

    def card_text(self, card: int) -> str:
        return words.card_text(card)

    def read_card(self, text: str, options_: Mapping[str, Any]) -> int:
        return words.read_card(text)

    def read_move(self, text: str, table: WhatsWild) -> words.Move:
        return words.read_move(text)

    def move_text(self, move: words.Move) -> str:
        return words.move_text(move)

    def choices(self, table: WhatsWild, seat: int, move: words.Move) -> list[int] | None:
        if move.verb != "discard":
            return [{"deck": codes.DECK, "pile": codes.PILE}.get(move.verb, DECLINE)]
        if not table.holds(seat, move.card):
            return None
        said = [codes.DISCARD + move.card]
        number = table.wild
        if move.named:
            if move.card != codes.CHAM or not move.number:
                return None
            number = move.number
            said.append(codes.NUMBER + number)
        if move.gowild:
            said.append(codes.GOWILD)
        elif (move.card != codes.CHAM or table.cham_gowild) and table.may_go_wild_with(seat, move.card, number):
            said.append(codes.QUIET)
        return said

    def move_of(self, table: WhatsWild, choices: Sequence[int]) -> words.Move:
        return words.move_of(tuple(choices))

    def refusal(self, table: WhatsWild, seat: int, move: words.Move) -> int:
        return refusal(table, seat, move)

    # What people see

    def open_view(self, table: WhatsWild) -> WhatsWildView:
        return open_view(table)

    def also_cites(self, event: tuple[Any, ...]) -> tuple[int, ...]:
        return words.also_cites(event)

    def sentence(self, event: Event, names: Sequence[str], options: Mapping[str, Any]) -> str:
        return words.sentence(event, names)

    def table_lines(self, view_: WhatsWildView, names: Sequence[str]) -> list[str]:
        return words.table_lines(view_, names)

    def own_lines(self, view_: WhatsWildView, names: Sequence[str], lines: list[str]) -> list[str]:
        return words.own_lines(view_, lines)

    def laid(self, view_: WhatsWildView) -> Mapping[int, Laid]:
        hands = {seat: view_.shown[seat] for seat in view_.gone}
        if view_.hand:
            hands[view_.viewer] = view_.hand
        best = {seat: words.laid_best(hand, view_.wild) for seat, hand in hands.items()}
        return {seat: Laid([meld.cards for meld in it.melds], it.leftovers, it.points) for seat, it in best.items()}

    # Positions

    def arrange(self, table: WhatsWild, position: Position) -> None:
        extra = dict(position.extra)
        wild, gone = extra.pop("wild", None), extra.pop("gone", None)
        if extra:
            raise NotationError(f"[table] of What's Wild?! has no {next(iter(extra))!r}")
        check_round(table, position.round)
        if position.turn == NOBODY:
            raise NotationError("[table] must say whose turn it is")
        if position.direction != 1:
            raise NotationError("What's Wild?! is always played clockwise")
        count = options.cards_in_round(table.options, position.round)
        for seat, hand in enumerate(position.hands):
            if len(hand) != count:
                raise NotationError(
                    f"in round {position.round} every hand has {count} cards at the beginning of a turn, and that of "
                    f"{seat_letter(seat)} has {len(hand)}"
                )
        if wild is None:
            wild = count
        if isinstance(wild, bool) or not isinstance(wild, int) or not 1 <= wild <= codes.NUMBERS:
            raise NotationError(f"the wild number is a whole number from 1 to {codes.NUMBERS}, not {wild!r}")
        first_gone = NOBODY if gone is None else read_seat(str(gone), table.seats)
        if first_gone == position.turn:
            raise NotationError(f"{seat_letter(first_gone)} has gone wild and has no further turn")
        left = (position.dealer + 1) % table.seats
        opening = position.turn == left and len(position.discard) == 1 and gone is None
        table.place(position.hands, position.draw, position.discard)
        table.set_match(position.dealer, position.turn, position.direction, position.round, position.scores)
        table.stand(position.turn, wild, opening, first_gone)

    def deal_from(self, table: WhatsWild, order: Sequence[int]) -> None:
        check_round(table, table.round)
        table.deal_from(list(order))

    def fact(self, table: WhatsWild, name: str, text: str) -> tuple[bool, str] | None:
        if name == "wild":
            if not words.read_wild_number(text):
                raise NotationError(f"the wild number is a whole number from 1 to {codes.NUMBERS}, not {text[:40]!r}")
            return text == str(table.wild), f"wild {table.wild}"
        if name == "gone":
            gone = table.seats_in(table.gone)
            actual = f"gone {' '.join(seat_letter(seat) for seat in gone)}" if gone else "nobody has gone wild"
            return read_seat(text, table.seats) in gone, actual
        return None


def check_round(table: WhatsWild, number: int) -> None:
    rounds = options.number_of_rounds(table.options)
    if not 1 <= number <= rounds:
        raise NotationError(f"there is no round {number}: a match with these options has {rounds} rounds")


GAME = WhatsWildGame()
