"""UNO She-Ra: match or draw, call "UNO", challenge a Wild Draw Four, and unite Etheria; for 2 to 10 players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wildtable.engine.codes import NOBODY
from wildtable.engine.events import Event
from wildtable.engine.game import Game, Position, owes_fact
from wildtable.engine.table import Deck
from wildtable.errors import NotationError
from wildtable.games.uno_etheria import codes, options, words
from wildtable.games.uno_etheria.game import UnoEtheria
from wildtable.games.uno_etheria.refusals import refusal
from wildtable.games.uno_etheria.view import UnoEtheriaView, open_view, own_part


class UnoEtheriaGame(Game[UnoEtheria, words.Move]):
    id = "uno-etheria"
    title = "UNO She-Ra"
    prefix = "UE"
    summary = 'Match by colour, number or symbol, call "UNO", challenge a Wild Draw Four, and unite Etheria.'
    legend = words.LEGEND
    fewest_seats = 2
    most_seats = 10
    options = options.OPTIONS
    folder = Path(__file__).parent
    table_type = UnoEtheria
    rounds: Mapping[str, int] = {"sharp": 150, "fierce": 20_000}
    view_cards = Game.view_cards | {"drawn_card", "own_lone_card", "own_pick", "secret", "seen", "own_seen"}
    view_seats = Game.view_seats | {"attacker", "picked", "matched"}
    view_words = words.VIEW_WORDS
    event_names = codes.EVENT_NAMES

    def deck(self, options_: Mapping[str, Any]) -> Deck:
        return options.deck(options_)

    # Cards and moves

    def card_text(self, card: int) -> str:
        return words.card_text(card)

    def read_card(self, text: str, options_: Mapping[str, Any]) -> int:
        return words.read_card(text, options_["foil"])

    def read_move(self, text: str, table: UnoEtheria) -> words.Move:
        return words.read_move(text)

    def move_text(self, move: words.Move) -> str:
        return words.move_text(move)

    def choices(self, table: UnoEtheria, seat: int, move: words.Move) -> list[int] | None:
        return words.choices_of(move, call_due=table.hand_sizes()[seat] == 2)

    def move_of(self, table: UnoEtheria, choices: Sequence[int]) -> words.Move:
        return words.move_of(tuple(choices))

    def refusal(self, table: UnoEtheria, seat: int, move: words.Move) -> int:
        return refusal(table, seat, move)

    # What people see

    def open_view(self, table: UnoEtheria) -> UnoEtheriaView:
        return open_view(table)

    def own_part(self, table: UnoEtheria, viewer: int) -> dict[str, Any]:
        return own_part(table, viewer)

    def also_cites(self, event: tuple[Any, ...]) -> tuple[int, ...]:
        return words.also_cites(event)

    def sentence(self, event: Event, names: Sequence[str], options: Mapping[str, Any]) -> str:
        return words.sentence(event, names)

    def table_lines(self, view_: UnoEtheriaView, names: Sequence[str]) -> list[str]:
        return words.table_lines(view_, names)

    def own_lines(self, view_: UnoEtheriaView, names: Sequence[str], lines: list[str]) -> list[str]:
        return words.own_lines(view_, names, lines)

    # Positions

    def arrange(self, table: UnoEtheria, position: Position) -> None:
        extra = dict(position.extra)
        color = extra.pop("color", None)
        if extra:
            raise NotationError(f"[table] of UNO She-Ra has no {next(iter(extra))!r}")
        if not position.discard:
            raise NotationError("UNO She-Ra needs a card on the discard pile")
        if position.turn == NOBODY:
            raise NotationError("[table] must say whose turn it is")
        top = position.discard[-1]
        wild = top in words.WILD_KINDS
        if wild and color is None:
            raise NotationError(f"[table] must say the color in force on {words.card_text(top)}")
        if color is not None and (not isinstance(color, str) or color not in tuple(words.COLORS)):
            raise NotationError(f"color is one of {' '.join(words.COLORS)}, not {color!r}")
        if color is not None and not wild and words.COLORS[top >> 4] != color:
            raise NotationError(f"the color in force on {words.card_text(top)} cannot be {color}")
        table.place(position.hands, position.draw, position.discard)
        table.set_match(position.dealer, position.turn, position.direction, position.round, position.scores)
        table.stand(position.turn, position.direction, words.COLORS.index(color) if color is not None else top >> 4)

    def deal_from(self, table: UnoEtheria, order: Sequence[int]) -> None:
        table.deal_from(list(order))

    def fact(self, table: UnoEtheria, name: str, text: str) -> tuple[bool, str] | None:
        if name == "color":
            if text not in tuple(words.COLORS):
                raise NotationError(f"color is one of {' '.join(words.COLORS)}, not {text[:40]!r}")
            actual = words.COLORS[table.color] if table.color != codes.NO_COLOR else "none"
            return actual == text, f"color {actual}"
        if name == "owes":
            attacked = table.turn if table.phase == codes.ANSWERING else NOBODY
            return owes_fact(table, text, attacked, 4)  # of a Wild Draw Four: UE-38
        return None


GAME = UnoEtheriaGame()
