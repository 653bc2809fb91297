"""What a game is to everybody outside its folder: a name, options, a table, and its words.

A game is one object, `GAME`, in `games/<game>/__init__.py`. Command line, notation, server, bots and environments use
nothing of a game but what stands here and in `Table`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from wildtable.engine.chance import KeyedStream
from wildtable.engine.codes import BOTH, DECLINE, EVENT_NAMES, MAX_SEATS, NOBODY
from wildtable.engine.events import Event
from wildtable.engine.options import Option, resolve
from wildtable.engine.table import Deck, Table
from wildtable.engine.view import TableView, own_at_any_table
from wildtable.errors import NotationError, OptionError, Refused

SEAT_LETTERS = "ABCDEFGHIJKL"
MOST_WORDS_OF_A_HAND = 500


TableT = TypeVar("TableT", bound=Table)
MoveT = TypeVar("MoveT")  # what one seat says at once; each game has its own kind


@dataclass(frozen=True)
class Laid:
    """A hand in the groups that count, and what it is worth by what does not fit."""

    melds: Sequence[Sequence[int]]
    left: Sequence[int]
    points: int


@dataclass(frozen=True)
class Position:
    """A state of a table as a scenario file gives it; what only some games have stands in `extra`."""

    hands: Sequence[Sequence[int]]
    draw: Sequence[int]  # next card first
    discard: Sequence[int]  # bottom … top
    dealer: int
    turn: int  # NOBODY where the position does not say
    direction: int
    round: int
    scores: Sequence[int]
    extra: Mapping[str, Any] = field(default_factory=dict)  # the other keys of [table], as they were written
    sections: Mapping[str, Any] = field(default_factory=dict)  # other tables beside [hands]


class Game(ABC, Generic[TableT, MoveT]):
    """The rules of one rule book, as far as others need to know them."""

    id: str  # wild-apex
    title: str  # Wild Apex
    prefix: str  # WA, of its rule ids
    summary: str  # one line
    legend: tuple[str, ...] = ()  # how cards and moves are written: paragraphs for somebody who has not read the rules
    fewest_seats: int
    most_seats: int
    options: tuple[Option, ...]
    folder: Path  # where rules.md lies
    table_type: type[TableT]
    simulation: Mapping[str, Any] = {}  # options that drivers without people set
    manners: Set[int] = frozenset()  # choices that say how a move looks, not what it is: accepted, never offered
    position_sections: tuple[str, ...] = ()  # tables of a scenario file beside [table] and [hands]
    view_cards: Set[str] = frozenset({"hand", "shown", "discard"})  # fields of a view that hold cards
    view_seats: Set[str] = frozenset(  # and those that hold seats
        {"viewer", "dealer", "turn", "required", "optional", "winners", "round_winners", "uncalled"}
    )
    # of fields whose numbers are words, what each number is; one without a word is nothing
    view_words: Mapping[str, Mapping[int, str]] = {}
    event_names: Mapping[int, str] = {}  # of the game's own events; those that every game has are EVENT_NAMES
    other_is: Mapping[int, str] = {}  # of kinds of events whose `other` is no seat: "card" or "number"
    # of thought a move, by the level of the player: so many that the levels can be told apart
    rounds: Mapping[str, int] = {"sharp": 1_000, "fierce": 20_000}
    no_card = NOBODY  # a number that stands for no card in these fields, besides NOBODY
    rest_is_drawn = True  # what a position names nowhere lies in the draw pile; otherwise it is out of the game

    # What a viewer may be shown

    def laid(self, view: Any) -> Mapping[int, Laid]:
        """By seat: how the hands that this viewer sees are laid out, in a game where they are."""
        return {}

    # Making a table

    def default_for(self, seats: int) -> dict[str, Any]:
        """Options whose default depends on the table."""
        return {}

    def check(self, seats: int, options: Mapping[str, Any]) -> None:
        """Raise OptionError for a combination that cannot be played."""

    @abstractmethod
    def deck(self, options: Mapping[str, Any]) -> Deck:
        """The cards that these options play with."""

    def settle_options(self, seats: int, given: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """All options for a table of so many seats; OptionError says why it cannot be opened."""
        if isinstance(seats, bool) or not isinstance(seats, int):
            raise OptionError(f"the number of seats is a whole number, not {seats!r}")
        if not self.fewest_seats <= seats <= self.most_seats:
            raise OptionError(
                f"{self.title} is played by {self.fewest_seats} to {self.most_seats} players, not by {seats}"
            )
        options = resolve(self.options, given or {}, self.default_for(seats))
        self.check(seats, options)
        return options

    def new_table(self, seats: int, options: Mapping[str, Any] | None = None) -> TableT:
        """A table with everybody seated; `start` or `start_keyed` begins the match."""
        settled = self.settle_options(seats, options)
        table = self.table_type()
        table.set_up(self, settled, seats, self.deck(settled))
        table.read_options()
        return table

    def new_match(self, seats: int, options: Mapping[str, Any] | None = None, seed: int | bytes = 0) -> TableT:
        """A match that has begun. A whole number seeds the table's own generator, 32 bytes a checkable shuffle."""
        table = self.new_table(seats, options)
        if isinstance(seed, bytes):
            table.start_keyed(KeyedStream(seed))
        else:
            table.start(seed % 2**64)
        return table

    # Cards

    @abstractmethod
    def card_text(self, card: int) -> str:
        """A card as the contract writes it."""

    @abstractmethod
    def read_card(self, text: str, options: Mapping[str, Any]) -> int:
        """The card that is written so; NotationError if there is none in a game with these options."""

    def cards_text(self, cards: Sequence[int]) -> str:
        """Cards separated by spaces, equal neighbours as `R5*3`."""
        words: list[str] = []
        i = 0
        while i < len(cards):
            j = i
            while j < len(cards) and cards[j] == cards[i]:
                j += 1
            words.append(self.card_text(cards[i]) + (f"*{j - i}" if j - i > 1 else ""))
            i = j
        return " ".join(words)

    def read_cards(self, text: str, options: Mapping[str, Any]) -> list[int]:
        """Cards separated by spaces; `R5*3` is three of them."""
        return [self.read_card(name, options) for name in card_names(text)]

    # Moves

    @abstractmethod
    def read_move(self, text: str, table: TableT) -> MoveT:
        """A move of this game; NotationError if these words are none."""

    @abstractmethod
    def move_text(self, move: MoveT) -> str:
        """The move as the contract writes it; `read_move` gives it back."""

    @abstractmethod
    def choices(self, table: TableT, seat: int, move: MoveT) -> list[int] | None:
        """The choices that make up this move of `seat`, or None where no choices can say it (it is then refused)."""

    @abstractmethod
    def move_of(self, table: TableT, choices: Sequence[int]) -> MoveT:
        """The move that these choices make up, all of one seat; `table` is as it was before them."""

    @abstractmethod
    def refusal(self, table: TableT, seat: int, move: MoveT) -> int:
        """The number of the rule by which this move is refused now; 0 where no rule is named."""

    def accepted_without_being_legal(self, table: TableT, seat: int, move: MoveT) -> bool:
        """Offences and talk: moves that the table accepts but never offers."""
        return False

    def talk_move(self, options: Mapping[str, Any]) -> str | None:
        """The move that a word said at the table is as well, where the rules can forbid talk."""
        return None

    # What people see

    @abstractmethod
    def open_view(self, table: TableT) -> TableView:
        """All that everybody may know, built up from nothing."""

    def own_part(self, table: TableT, viewer: int) -> dict[str, Any]:
        """The fields of a view that a seat sees otherwise than everybody."""
        return own_at_any_table(table, viewer)

    def view(self, table: TableT, viewer: int) -> Any:
        """All that `viewer` may know; NOBODY is a spectator."""
        seen = self.open_view(table)
        return seen if viewer == NOBODY else replace(seen, **self.own_part(table, viewer))

    @abstractmethod
    def also_cites(self, event: tuple[Any, ...]) -> tuple[int, ...]:
        """Rules that an event of the log shows besides the one it carries."""

    @abstractmethod
    def sentence(self, event: Event, names: Sequence[str], options: Mapping[str, Any]) -> str:
        """What happened, as a sentence for people, without the rule id. The match's options say, for one,
        what is cried."""

    def table_lines(self, view: Any, names: Sequence[str]) -> list[str]:
        """A view as lines for a terminal; a game says it better in its own words."""
        lines = []
        for name in view.__struct_fields__:
            value = getattr(view, name)
            if value not in ((), NOBODY):
                lines.append(f"{name.replace('_', ' ')}: {value}")
        return lines

    def own_lines(self, view: Any, names: Sequence[str], lines: list[str]) -> list[str]:
        """`table_lines` of a seat's view, given those of the open one: a game knows which of them are the same."""
        return self.table_lines(view, names)

    def event_name(self, kind: int) -> str:
        """The name of a kind of event, as wires and clients have it."""
        return EVENT_NAMES.get(kind) or self.event_names[kind]

    @property
    def calm_module(self) -> str:
        """Where the game's readable machine player is, if it has one: a module with `choose(sight)`."""
        return f"{type(self).__module__}.calm"

    # Positions

    @abstractmethod
    def arrange(self, table: TableT, position: Position) -> None:
        """Put a fresh table into this position; NotationError says what cannot be."""

    @abstractmethod
    def deal_from(self, table: TableT, order: Sequence[int]) -> None:
        """Deal a fresh round from this deck, first card first; dealer, round and scores are set."""

    @abstractmethod
    def fact(self, table: TableT, name: str, words: str) -> tuple[bool, str] | None:
        """Whether an expectation that only this game has holds, and what is the case; None if it has none of that
        name. `words` is what follows the name."""

    # Rule ids

    def rule_id(self, number: int) -> str:
        return f"{self.prefix}-{number:02}"

    def rule_number(self, rule_id: str) -> int:
        """The number in an id of this game; NotationError for another word."""
        match = re.fullmatch(rf"{self.prefix}-(\d\d)", rule_id)
        if match is None:
            raise NotationError(f"{rule_id!r} is no rule of {self.title}; they are written {self.rule_id(1)}")
        return int(match[1])

    @cached_property
    def rules_text(self) -> str:
        return (self.folder / "rules.md").read_text(encoding="utf-8")


# --- what every game does in the same way ---


def seat_letter(seat: int) -> str:
    return SEAT_LETTERS[seat]


def read_seat(text: str, seats: int) -> int:
    """The seat of a letter; NotationError if nobody sits there."""
    seat = SEAT_LETTERS.find(text) if len(text) == 1 else NOBODY
    if not 0 <= seat < seats:
        raise NotationError(f"{text!r} is no seat at a table of {seats}: they are {' '.join(SEAT_LETTERS[:seats])}")
    return seat


def owes_fact(table: Table, words: str, seat: int, cards: int) -> tuple[bool, str]:
    """The expectation `owes B 2`, and what is the case: `seat` faces an attack of so many cards, or NOBODY does."""
    who, _, count = words.partition(" ")
    read_seat(who, table.seats)
    if not re.fullmatch(r"[1-9][0-9]{0,2}", count):
        raise NotationError(f"owes is written owes B 2, not owes {words[:40]}")
    actual = "nobody owes" if seat == NOBODY else f"owes {seat_letter(seat)} {cards}"
    return actual == f"owes {words}", actual


def check_cards(table: Table, named: Sequence[int]) -> list[int]:
    """The cards of the deck that are not named; NotationError for one that is named more often than the deck has it."""
    game: Game[Any, Any] = table.game
    rest = Counter(table.deck_cards())
    rest.subtract(named)
    for card, left in rest.items():
        if left < 0:
            count = Counter(named)[card]
            raise NotationError(f"{game.card_text(card)} is named {count} times; the deck has {count + left}")
    return sorted(rest.elements())


def events_of(table: Table, log: Sequence[tuple[Any, ...]]) -> list[Event]:
    """The entries of a log as events, with all the rules that they show."""
    game: Game[Any, Any] = table.game
    events = []
    for entry in log:
        kind, rule, seat, other, card, number, cards, seers = entry
        rules = tuple(dict.fromkeys((rule, *game.also_cites(entry))))
        events.append(Event(kind, rules, seat, other, card, number, cards, seers))
    return events


def card_names(text: str) -> list[str]:
    """The names of cards separated by spaces, one by one; `R5*3` is three of them."""
    names: list[str] = []
    for word in text.split():
        name, times, count = word.partition("*")
        if times and not re.fullmatch(r"[1-9][0-9]{0,2}", count):
            raise NotationError(f"{word[:40]!r} should end in a number of cards, such as R5*3")
        names.extend([name] * (int(count) if times else 1))
        if len(names) > MOST_WORDS_OF_A_HAND:
            raise NotationError(f"these are more than {MOST_WORDS_OF_A_HAND} cards")
    return names


def find_choices(table: Table, seat: int, move: Any) -> list[int] | None:
    """The choices of a move that the rules allow now, or None. The table stays as it is."""
    game: Game[Any, Any] = table.game
    choices = game.choices(table, seat, move)
    if choices is None:
        return None
    if game.accepted_without_being_legal(table, seat, move):
        return choices
    trial = table.clone()
    for choice in choices:
        if choice not in trial.legal(seat) and choice not in game.manners:
            return None
        trial.apply(seat, choice)
    return choices if trial.stage == 0 else None


def is_legal(table: Table, seat: int, move: Any) -> bool:
    """Whether the rules allow this move now, offences apart."""
    game: Game[Any, Any] = table.game
    return not game.accepted_without_being_legal(table, seat, move) and find_choices(table, seat, move) is not None


def play(table: Table, seat: int, move: Any) -> list[Event]:
    """Check a move (written or read) and make it, all or nothing. For people and wires; Refused names the rule."""
    game: Game[Any, Any] = table.game
    if isinstance(move, str):
        try:
            move = game.read_move(move, table)
        except NotationError as error:
            raise Refused(str(error)) from None
    choices = find_choices(table, seat, move)
    if choices is None:
        number = game.refusal(table, seat, move)
        rule = game.rule_id(number) if number else None
        by = f" by {rule}" if rule else ""
        raise Refused(f"{seat_letter(seat)} may not {game.move_text(move)} now{by}", rule)
    logging = table.is_logging()
    if not logging:
        table.start_log()
    before = table.take_log()
    for choice in choices:
        table.apply(seat, choice)
    log = table.take_log()
    if logging:
        table.put_back_log(before + log)
    else:
        table.stop_log()
    return events_of(table, log)


def legal_moves(table: Table, seat: int) -> Iterator[Any]:
    """Every move of `seat` that is offered now, in the order of its choices."""
    yield from _moves_from(table, table, seat, ())


def _moves_from(start: Table, table: Table, seat: int, said: tuple[int, ...]) -> Iterator[Any]:
    further = table.clone()
    for choice in table.legal(seat):
        further.become(table)
        further.apply(seat, choice)
        if further.stage == 0:
            yield start.game.move_of(start, (*said, choice))
        else:
            yield from _moves_from(start, further, seat, (*said, choice))


def random_move(table: Table, seat: int, which: int = BOTH) -> Any:
    """A move of `seat`, choice by choice at random from the table's own generator; it is made."""
    start = table.clone()
    choices = []
    while True:
        choice = table.pick_for(seat, which)
        choices.append(choice)
        table.apply(seat, choice)
        if table.stage == 0:
            return start.game.move_of(start, choices)


__all__ = [
    "DECLINE",
    "MAX_SEATS",
    "SEAT_LETTERS",
    "Game",
    "Position",
    "check_cards",
    "events_of",
    "find_choices",
    "is_legal",
    "legal_moves",
    "owes_fact",
    "play",
    "random_move",
    "read_seat",
    "seat_letter",
]
