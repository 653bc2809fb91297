"""Crazy Eights: the sixth game, which shows that a game is one folder and its scenarios."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.sixth_game.crazy_eights.codes import DRAW, EIGHT, HAND, PASS, PASSED, PLAY, PLAYED, SUIT, TURNED_UP
from tests.sixth_game.crazy_eights.game import CrazyEights
from wildtable.engine.codes import DEALT, DREW, LEFT, NOBODY, RESHUFFLED
from wildtable.engine.events import Event
from wildtable.engine.game import Game, Position
from wildtable.engine.options import Option
from wildtable.engine.table import Deck
from wildtable.engine.view import TableView, open_at_any_table
from wildtable.errors import NotationError, OptionError

SUITS = "CDHS"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CARDS = [suit + rank for suit in SUITS for rank in RANKS]

EVENT_NAMES = {TURNED_UP: "turned_up", PLAYED: "played", PASSED: "passed"}


@dataclass(frozen=True, slots=True)
class Move:
    verb: str
    card: int = NOBODY
    suit: int = NOBODY


class CrazyEightsView(TableView, frozen=True, kw_only=True):
    drawn: bool
    draw_count: int
    discard: tuple[int, ...]
    suit: int
    idle_turns: int


class CrazyEightsGame(Game[CrazyEights, Move]):
    id = "crazy-eights"
    title = "Crazy Eights"
    prefix = "CE"
    summary = "Match the suit or the rank; an eight goes on anything."
    legend = (
        "C, D, H and S are clubs, diamonds, hearts and spades: H7 is the seven of hearts. `play H8 S` plays an eight "
        "and names spades.",
    )
    fewest_seats = 2
    most_seats = 6
    options = (Option("eights_wild", "flag", True, "An eight goes on anything and names a suit.", (5,)),)
    folder = Path(__file__).parent
    table_type = CrazyEights
    event_names = EVENT_NAMES

    def deck(self, options: Mapping[str, Any]) -> Deck:
        return Deck(list(range(52)), 1)

    def check(self, seats: int, options: Mapping[str, Any]) -> None:
        if seats * HAND >= 52:
            raise OptionError(f"the deck does not serve {seats} players")

    def card_text(self, card: int) -> str:
        return CARDS[card]

    def read_card(self, text: str, options: Mapping[str, Any]) -> int:
        if text not in CARDS:
            raise NotationError(f"{text[:20]!r} is no card of Crazy Eights, such as H8 or SK")
        return CARDS.index(text)

    def read_move(self, text: str, table: CrazyEights) -> Move:
        words = text.split()
        if words in (["draw"], ["pass"], ["decline"]):
            return Move(words[0])
        if len(words) in (2, 3) and words[0] == "play":
            card = self.read_card(words[1], table.options)
            wild = table.options["eights_wild"] and card % 13 == EIGHT
            if len(words) == 2 and not wild:
                return Move("play", card)
            if len(words) == 3 and wild and words[2] in tuple(SUITS):
                return Move("play", card, SUITS.index(words[2]))
        raise NotationError(f"{text[:40]!r} is no move of Crazy Eights, such as play H7, play H8 S, draw or pass")

    def move_text(self, move: Move) -> str:
        words = [move.verb]
        if move.card != NOBODY:
            words.append(CARDS[move.card])
        if move.suit != NOBODY:
            words.append(SUITS[move.suit])
        return " ".join(words)

    def choices(self, table: CrazyEights, seat: int, move: Move) -> list[int] | None:
        if move.verb == "decline":
            return None
        if move.verb != "play":
            return [DRAW if move.verb == "draw" else PASS]
        return [PLAY + move.card] + ([SUIT + move.suit] if move.suit != NOBODY else [])

    def move_of(self, table: CrazyEights, choices: Sequence[int]) -> Move:
        first, *rest = choices
        if first < PLAY:
            return Move("draw" if first == DRAW else "pass")
        return Move("play", first - PLAY, rest[0] - SUIT if rest else NOBODY)

    def refusal(self, table: CrazyEights, seat: int, move: Move) -> int:
        if table.over:
            return 1
        if not table.required >> seat & 1:
            return 9
        if move.verb == "play":
            return 4 if table.holds(seat, move.card) else 9
        return 0 if move.verb == "decline" else 6

    def open_view(self, table: CrazyEights) -> CrazyEightsView:
        return CrazyEightsView(
            **open_at_any_table(table),
            drawn=bool(table.drawn),
            draw_count=table.draw_count,
            discard=tuple(table.discards()),
            suit=table.suit,
            idle_turns=table.idle_turns,
        )

    def also_cites(self, event: tuple[Any, ...]) -> tuple[int, ...]:
        return (9,) if event[0] == PLAYED else ()

    def sentence(self, event: Event, names: Sequence[str], options: Mapping[str, Any]) -> str:
        who = names[event.seat] if event.seat != NOBODY else "the table"
        card = CARDS[event.card] if event.card != NOBODY else ""
        what = {
            DEALT: f"deals {event.number} cards to each player",
            TURNED_UP: f"turns up {card}",
            PLAYED: f"plays {card}" + (f" and names {SUITS[event.number]}" if event.rules[0] == 5 else ""),
            PASSED: "passes",
            DREW: "draws " + (" ".join(CARDS[card] for card in event.cards) or f"{event.number}"),
            RESHUFFLED: "shuffles the discard pile",
            LEFT: f"has {' '.join(CARDS[card] for card in event.cards)} left",
        }
        return f"{who} {what.get(event.kind, 'ends the round')}"

    def arrange(self, table: CrazyEights, position: Position) -> None:
        suit = position.extra.get("suit")
        if set(position.extra) - {"suit"} or (suit is not None and suit not in tuple(SUITS)):
            raise NotationError("[table] of Crazy Eights has suit, one of C D H S, and what every game has")
        if not position.discard or position.turn == NOBODY:
            raise NotationError("Crazy Eights needs a discard pile and a turn")
        table.place(position.hands, position.draw, position.discard)
        table.set_match(position.dealer, position.turn, 1, position.round, position.scores)
        table.stand(position.turn, position.discard[-1] // 13 if suit is None else SUITS.index(suit))

    def deal_from(self, table: CrazyEights, order: Sequence[int]) -> None:
        table.deal_from(list(order))

    def fact(self, table: CrazyEights, name: str, words: str) -> tuple[bool, str] | None:
        return (SUITS[table.suit] == words, f"suit {SUITS[table.suit]}") if name == "suit" else None


GAME = CrazyEightsGame()
