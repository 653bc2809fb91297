"""Wild Side: a shedding game with sets, runs, blind cards and Honey Badgers, for 2 to 8 players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wildtable.engine.codes import NOBODY
from wildtable.engine.events import Event
from wildtable.engine.game import Game, Position, check_cards, read_seat, seat_letter
from wildtable.engine.table import Deck
from wildtable.errors import NotationError
from wildtable.games.wild_side import codes, options, words
from wildtable.games.wild_side.game import WildSide
from wildtable.games.wild_side.refusals import refusal
from wildtable.games.wild_side.view import WildSideView, open_view


class WildSideGame(Game[WildSide, words.Move]):
    id = "wild-side"
    title = "Wild Side"
    prefix = "WS"
    summary = "Shed sets and runs on a pile that only goes down, clear it, and dare to play blind."
    legend = words.LEGEND
    fewest_seats = 2
    most_seats = 8
    options = options.OPTIONS
    folder = Path(__file__).parent
    table_type = WildSide
    view_cards = Game.view_cards | {"face_up", "pile", "discards"}
    view_seats = Game.view_seats | {"leader"}
    event_names = codes.EVENT_NAMES
    other_is = codes.OTHER_IS
    manners = frozenset(range(codes.ORDER, codes.ORDER + codes.ORDERS))
    position_sections = ("faceup", "facedown")
    rest_is_drawn = False
    rounds: Mapping[str, int] = {"sharp": 400, "fierce": 5_000}

    def check(self, seats: int, options_: Mapping[str, Any]) -> None:
        options.check(seats, options_)

    def deck(self, options_: Mapping[str, Any]) -> Deck:
        return options.deck(options_)

    # Cards and moves

    def card_text(self, card: int) -> str:
        return words.card_text(card)

    def read_card(self, text: str, options_: Mapping[str, Any]) -> int:
        return words.read_card(text)

    def read_move(self, text: str, table: WildSide) -> words.Move:
        return words.read_move(text)

    def move_text(self, move: words.Move) -> str:
        return words.move_text(move)

    def choices(self, table: WildSide, seat: int, move: words.Move) -> list[int] | None:
        """With the END, if the play needs one. A move that would be complete before its last card is none: after a
        clear the same seat could go on, but with another move."""
        if move.cards and (move.verb == "add") != bool(table.adding):
            return None
        if move.place >= codes.PLACES:
            return None
        said = words.choices_of(move)
        cards = [choice for choice in said if codes.PLAY <= choice < codes.ORDER]
        trial = table.clone()
        for number, choice in enumerate(cards, 1):
            if choice not in trial.legal(seat):
                return None
            trial.apply(seat, choice)
            if number < len(cards) and trial.stage == 0:
                return None
        return [*said, codes.END] if trial.stage != 0 else said

    def move_of(self, table: WildSide, choices: Sequence[int]) -> words.Move:
        return words.move_of(tuple(choices), bool(table.adding))

    def refusal(self, table: WildSide, seat: int, move: words.Move) -> int:
        return refusal(table, seat, move)

    # What people see

    def open_view(self, table: WildSide) -> WildSideView:
        return open_view(table)

    def also_cites(self, event: tuple[Any, ...]) -> tuple[int, ...]:
        return words.also_cites(event)

    def sentence(self, event: Event, names: Sequence[str], options: Mapping[str, Any]) -> str:
        return words.sentence(event, names)

    def table_lines(self, view: WildSideView, names: Sequence[str]) -> list[str]:
        return words.table_lines(view, names)

    def own_lines(self, view: WildSideView, names: Sequence[str], lines: list[str]) -> list[str]:
        return words.own_lines(view, names, lines)

    # Positions

    def arrange(self, table: WildSide, position: Position) -> None:
        extra = dict(position.extra)
        leader_text, pile_text = extra.pop("leader", None), extra.pop("pile", "")
        if extra:
            raise NotationError(f"[table] of Wild Side has no {next(iter(extra))!r}")
        if position.draw:
            raise NotationError("Wild Side has no draw pile")
        if position.direction != 1:
            raise NotationError("the direction of Wild Side is clockwise always")
        if position.turn == NOBODY:
            raise NotationError("[table] must say whose turn it is")
        if not isinstance(pile_text, str):
            raise NotationError(f"pile is written as cards from bottom to top, not {pile_text!r}")
        leader = (position.round - 1) % table.seats
        if leader_text is not None:
            leader = read_seat(str(leader_text), table.seats)
        face_up = read_rows(position, "faceup", table.seats)
        face_down = read_rows(position, "facedown", table.seats)
        pile = self.read_cards(pile_text, table.options)
        check_pile(pile)
        rows = [card for row in face_up + face_down for card in row if card != NOBODY]
        hands = [card for hand in position.hands for card in hand]
        check_cards(table, [*hands, *rows, *pile, *position.discard])
        turn = position.turn
        if not position.hands[turn] and {*face_up[turn], *face_down[turn]} == {NOBODY}:
            raise NotationError(f"it is the turn of {seat_letter(turn)}, who has no card left to play")
        table.place(position.hands, [], position.discard)
        table.set_match(position.dealer, position.turn, 1, position.round, position.scores)
        table.lay_out(face_up, face_down, pile)
        table.set_leader(leader, leader_text is not None and not pile and position.turn == leader)

    def deal_from(self, table: WildSide, order: Sequence[int]) -> None:
        raise NotationError("Wild Side is dealt by lot: a scenario names no deck, but hands, rows and piles")

    def fact(self, table: WildSide, name: str, text: str) -> tuple[bool, str] | None:
        if name == "pile":
            pile = table.pile_cards()
            if text.isascii() and text.isdigit():
                return len(pile) == int(text), f"pile {len(pile)}"
            return pile == self.read_cards(text, table.options), f"pile {self.cards_text(pile)}".rstrip()
        if name == "faceup":
            letter, colon, row = text.partition(":")
            if not colon:
                raise NotationError("a row is written `faceup A: C1 - P3 W2`")
            cards = table.face_up_row(read_seat(letter.strip(), table.seats))
            return cards == words.read_row(row), f"faceup {letter.strip()}: {words.row_text(cards)}"
        if name == "facedown":
            letter, _, number = text.partition(" ")
            if number.strip() not in ("0", "1", "2", "3", "4"):
                raise NotationError("the cards that lie face down are counted: `facedown A 3`")
            cards = table.face_down_row(read_seat(letter, table.seats))
            left = sum(card != NOBODY for card in cards)
            return left == int(number), f"facedown {letter} {left}"
        return None


def read_rows(position: Position, section: str, seats: int) -> list[list[int]]:
    """The rows of `[faceup]` or `[facedown]` by seat; a seat that is not named has none."""
    rows = [[NOBODY] * codes.PLACES for _ in range(seats)]
    for letter, text in position.sections.get(section, {}).items():
        seat = read_seat(letter, seats)
        if not isinstance(text, str):
            raise NotationError(f'[{section}] has four places a seat, such as {letter} = "C1 - P4 -"')
        rows[seat] = words.read_row(text)
    return rows


def check_pile(pile: Sequence[int]) -> None:
    """What clears the pile cannot lie on it."""
    if codes.BADGER in pile:
        raise NotationError("a BADGER never stays on the pile: it clears it (WS-34)")
    if len(pile) >= 4 and words.is_set(pile[-4:]):
        raise NotationError("four equal cards never stay on top of the pile: they clear it (WS-34)")


GAME = WildSideGame()
