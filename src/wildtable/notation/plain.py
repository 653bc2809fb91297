"""Views and events as plain values, for JSON: cards as written, seats as letters, what does not apply as null."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import Any

from wildtable.engine.codes import NOBODY
from wildtable.engine.events import Event
from wildtable.engine.game import Game, seat_letter

# Of players who have not said theirs, by seat: each begins with the seat's letter, as moves name it.
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jun", "Kim", "Lou")

ROWS = (tuple, list)


def view_in_words(game: Game[Any, Any], view: Any) -> dict[str, Any]:
    """A view as plain values: cards as they are written, seats as letters, what does not apply as null."""
    words = words_of_fields(game, view.__struct_fields__)
    return {name: word(getattr(view, name)) for name, word in words.items()}


@cache
def words_of_fields(game: Game[Any, Any], names: tuple[str, ...]) -> dict[str, Callable[[Any], Any]]:
    """What puts each field of the game's views into words."""
    return {name: word_of_field(game, name) for name in names}


def word_of_field(game: Game[Any, Any], name: str) -> Callable[[Any], Any]:
    """What puts one field of a view into words."""
    if name in game.view_cards:
        word: Callable[[Any], Any] = card_words(game).__getitem__
    elif name in game.view_seats:
        word = seat_or_none
    elif name in game.view_words:
        word = game.view_words[name].get
    else:
        word = itself
    return partial(each, word)


def itself(plain: Any) -> Any:
    return plain


def each(word: Callable[[Any], Any], value: Any) -> Any:
    """`word` of a value, or of everything in a row of rows."""
    if isinstance(value, int):
        return word(value)
    if isinstance(value, ROWS):
        return [each(word, item) if isinstance(item, ROWS) else word(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): each(word, item) for key, item in value.items()}
    return word(value)


def laid_in_words(game: Game[Any, Any], view: Any) -> dict[str, Any]:
    """How the hands that a viewer sees are laid out, by seat."""
    return {
        seat_letter(seat): {
            "melds": [[game.card_text(card) for card in meld] for meld in laid.melds],
            "left": [game.card_text(card) for card in laid.left],
            "points": laid.points,
        }
        for seat, laid in game.laid(view).items()
    }


def event_in_words(
    game: Game[Any, Any], event: Event, names: Sequence[str], options: Mapping[str, Any]
) -> dict[str, Any]:
    """An event as whoever it was made for sees it (`Event.seen_by` comes before), with its sentence. `other` is a seat;
    where the event has a card or a number there, that is `as` or `more`."""
    other_is = game.other_is.get(event.kind, "seat")
    card_word = card_words(game)
    return {
        "kind": game.event_name(event.kind),
        "rules": list(rule_ids(game, event.rules)),
        "seat": seat_or_none(event.seat),
        "other": seat_or_none(event.other) if other_is == "seat" else None,
        "as": card_word[event.other] if other_is == "card" else None,
        "more": event.other if other_is == "number" else None,
        "card": card_word[event.card],
        "number": event.number,
        "cards": [card_word[card] for card in event.cards],
        "text": game.sentence(event, names, options),
    }


class CardWords(dict[int, str | None]):
    """The words of a game's cards by number, which are put together when they are first asked for."""

    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__({NOBODY: None, game.no_card: None})
        self.game = game

    def __missing__(self, number: int) -> str:
        words = self[number] = self.game.card_text(number)
        return words


@cache
def card_words(game: Game[Any, Any]) -> CardWords:
    return CardWords(game)


@lru_cache(maxsize=10_000)
def rule_ids(game: Game[Any, Any], numbers: tuple[int, ...]) -> tuple[str, ...]:
    """Rules as they are quoted. The same few rows of them come again and again."""
    return tuple(map(game.rule_id, numbers))


def seat_or_none(number: int) -> str | None:
    return None if number == NOBODY else seat_letter(number)
