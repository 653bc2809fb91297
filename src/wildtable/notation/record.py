"""Records: a whole game as a text that can be read, replayed and checked.

A record holds the game, its options, who sat where, where the shuffles came from, and the moves. All else follows: the
state of a table is always what its record gives. With a `seed` the table's own generator shuffled; with a `secret` the
shuffle is one that can be checked, for its `commitment`, a hash, was shown before the deal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wildtable.engine.chance import SECRET_BYTES, KeyedStream, commitment, new_secret
from wildtable.engine.codes import NOBODY
from wildtable.engine.events import Event
from wildtable.engine.game import SEAT_LETTERS, Game, events_of, play, read_seat, seat_letter
from wildtable.engine.table import Table
from wildtable.errors import NotationError, OptionError, Refused, UnknownGame, WildtableError
from wildtable.games import game as game_of
from wildtable.notation.files import TomlFile, read_toml, shown, toml_of

FORMAT = 1
MOST_BYTES = 4 * 1024 * 1024  # some 400,000 moves
MOST_LETTERS = 40  # of a name
MOST_TITLE = 200
MOST_POINTS = 10_000_000

KEYS = ("format", "game", "title", "seats", "options", "seed", "secret", "commitment", "moves", "result")
RESULT_KEYS = ("over", "winners", "scores", "hands")
HEX = re.compile(r"[0-9a-f]{64}")
MOVE = re.compile(r"(\S)\s*:\s*(\S.*)")


class Deviation(WildtableError):
    """A record that is not true: something in it does not follow from the rest."""

    code = "deviation"

    def __init__(self, what: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {what}" if line else what)
        self.line = line


@dataclass(frozen=True)
class RecordedMove:
    """A move that the table has accepted."""

    seat: int
    text: str
    line: int = 0  # in the file; 0 where there is none

    def __str__(self) -> str:
        return f"{seat_letter(self.seat)}: {self.text}"


@dataclass(frozen=True)
class Result:
    """How things stood after the last move. Hands are cards in ascending order."""

    over: bool
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Record:
    """A game, finished or not. Exactly one of `seed` and `secret` is not None."""

    game: Game[Any, Any]
    names: tuple[str, ...]
    options: Mapping[str, Any]
    moves: tuple[RecordedMove, ...]
    seed: int | None = None
    secret: bytes | None = None
    commitment: str = ""  # what was shown before the deal
    result: Result | None = None
    title: str = ""


class Match:
    """A match in progress that keeps its record: every accepted move is in it, and nothing else happens."""

    def __init__(
        self,
        game: Game[Any, Any],
        names: Sequence[str],
        options: Mapping[str, Any] | None = None,
        *,
        seed: int | None = None,
        secret: bytes | None = None,
        title: str = "",
    ) -> None:
        """Seat the players and deal. Without seed and secret the system gives a fresh secret."""
        if seed is not None and secret is not None:
            raise ValueError("a match has a seed or a secret, not both")
        for name in names:
            check_name(name)
        self.game = game
        self.names = tuple(names)
        self.title = title
        self.seed = None if seed is None else seed % 2**64
        self.secret = new_secret() if seed is None and secret is None else secret
        self.table: Table = game.new_table(len(names), options)
        self.moves: list[RecordedMove] = []
        self.opening = self._open()

    def _open(self) -> list[Event]:
        self.table.start_log()
        if self.secret is not None:
            self.table.start_keyed(KeyedStream(self.secret))
        else:
            self.table.start(self.seed or 0)
        log = self.table.take_log()
        self.table.stop_log()
        return events_of(self.table, log)

    @classmethod
    def of(cls, record: Record) -> Match:
        """The match of a record, ready to go on; Deviation if the record cannot be played."""
        match = cls._opened(record)
        for move in record.moves:
            match._repeat(move)
        return match

    @classmethod
    def _opened(cls, record: Record) -> Match:
        return cls(
            record.game,
            record.names,
            record.options,
            seed=record.seed,
            secret=record.secret,
            title=record.title,
        )

    def _repeat(self, move: RecordedMove) -> list[Event]:
        try:
            return self.play(move.seat, move.text)
        except Refused as refused:
            raise Deviation(f"`{move}` is no move of this game as it went: {refused}", move.line) from None

    @property
    def commitment(self) -> str:
        """The hash of the secret, to be shown before the first move; empty with a seed."""
        return commitment(self.secret) if self.secret is not None else ""

    def play(self, seat: int, move: Any) -> list[Event]:
        """Check a move, written or read, make it and record it; Refused if the rules do not allow it."""
        if not 0 <= seat < self.table.seats:
            raise Refused(f"there is no seat {seat} at a table of {self.table.seats}")
        if isinstance(move, str):
            try:
                move = self.game.read_move(move, self.table)
            except NotationError as error:
                raise Refused(str(error)) from None
        events = play(self.table, seat, move)
        self.moves.append(RecordedMove(seat, self.game.move_text(move)))
        return events

    def record(self) -> Record:
        """The record as it stands."""
        return Record(
            game=self.game,
            names=self.names,
            options=self.table.options,
            moves=tuple(self.moves),
            seed=self.seed,
            secret=self.secret,
            commitment=self.commitment,
            result=result_of(self.table),
            title=self.title,
        )


def result_of(table: Table) -> Result:
    """How things stand at a table."""
    return Result(
        over=bool(table.over),
        winners=tuple(table.seats_in(table.winners)) if table.over else (),
        scores=tuple(table.score_list()),
        hands=tuple(tuple(table.hand(seat)) for seat in range(table.seats)),
    )


# --- replaying and checking ---


@dataclass(frozen=True)
class Played:
    """One step of a replay. The first one is the deal: its seat is NOBODY and its text is empty."""

    seat: int
    text: str
    events: list[Event]
    table: Table  # as it is after the move, until the next one is asked for


def replay(record: Record) -> Iterator[Played]:
    """The game again, step by step; Deviation at a move that cannot have been made."""
    match = Match._opened(record)
    yield Played(NOBODY, "", match.opening, match.table)
    for move in record.moves:
        yield Played(move.seat, move.text, match._repeat(move), match.table)


def verify(record: Record) -> Table:
    """Check the commitment, play the game again and compare its result; the final table.

    Deviation tells the first thing that is not true.
    """
    if record.secret is not None and commitment(record.secret) != record.commitment:
        raise Deviation(
            f"the secret gives the commitment {commitment(record.secret)}, and the record has {record.commitment}: "
            "the cards were not dealt by the shuffle that was promised"
        )
    table = Match.of(record).table
    if record.result is not None:
        _compare(record, record.result, result_of(table))
    return table


def _compare(record: Record, recorded: Result, actual: Result) -> None:
    def names(seats: Sequence[int]) -> str:
        return " and ".join(record.names[seat] for seat in seats) or "nobody"

    if recorded.over != actual.over:
        states = ("goes on", "is over")
        raise Deviation(
            f"the record says that the match {states[recorded.over]}; after its moves it {states[actual.over]}"
        )
    if recorded.winners != actual.winners:
        raise Deviation(
            f"the record says that {names(recorded.winners)} won; by its moves it is {names(actual.winners)}"
        )
    for seat, name in enumerate(record.names):
        if recorded.scores[seat] != actual.scores[seat]:
            raise Deviation(
                f"the record gives {name} {recorded.scores[seat]} points; by its moves it is {actual.scores[seat]}"
            )
    for seat, name in enumerate(record.names):
        if recorded.hands[seat] != actual.hands[seat]:
            said, held = (record.game.cards_text(hands[seat]) or "no cards" for hands in (recorded.hands, actual.hands))
            raise Deviation(f"the record leaves {name} with {said}; by its moves it is {held}")


# --- writing ---


def record_text(record: Record) -> str:
    """The record as it is written: all options, so that it stays the same game if a default ever changes."""
    lines = [f"format = {FORMAT}", f"game = {_toml(record.game.id)}"]
    if record.title:
        lines.append(f"title = {_toml(record.title)}")
    lines.append(f"seats = {_toml(list(record.names))}")
    lines += [f"options.{name} = {_toml(value)}" for name, value in record.options.items()]
    if record.secret is not None:
        lines += [f"secret = {_toml(record.secret.hex())}", f"commitment = {_toml(record.commitment)}"]
    else:
        lines.append(f"seed = {record.seed}")
    lines += ['moves = """', *(str(move) for move in record.moves), '"""']
    if record.result is not None:
        result = record.result
        letters = SEAT_LETTERS[: len(record.names)]
        hands = [record.game.cards_text(hand) for hand in result.hands]
        lines += [
            "",
            "[result]",
            f"over = {_toml(result.over)}",
            f"winners = {_toml([seat_letter(seat) for seat in result.winners])}",
            f"scores = {_toml(dict(zip(letters, result.scores, strict=True)))}",
            f"hands = {_toml(dict(zip(letters, hands, strict=True)))}",
        ]
    return "\n".join(lines) + "\n"


def write_record(record: Record, path: Path) -> None:
    path.write_text(record_text(record), encoding="utf-8")


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return str(value)


# --- reading ---


def read_record(path: Path) -> Record:
    """Read a record; BadFile names the line of what is wrong with it."""
    return _read(read_toml(path, MOST_BYTES))


def read_record_text(text: str, name: str = "record") -> Record:
    """Read a record that is not in a file; errors call it `name`."""
    return _read(toml_of(Path(name), text))


def _read(file: TomlFile) -> Record:
    try:
        return _Reader(file).record()
    except RecursionError:
        raise file.bad("it is nested too deeply", 0) from None


class _Reader:
    """Reads the parts of one record, from the game on, which says what all the others may be."""

    def __init__(self, file: TomlFile) -> None:
        self.file = file

    def record(self) -> Record:
        file = self.file
        if "format" not in file.values:
            raise file.bad("this is no record of a game: it has no `format`", 1)
        if file.values["format"] != FORMAT:
            raise file.bad(
                f"this record has the format {shown(file.values['format'])}, and this version of Wildtable reads "
                f"format {FORMAT}",
                file.line_of("format"),
            )
        file.check_keys(file.values, KEYS)
        self.game = self.read_game()
        self.names = self.read_names()
        self.options = self.read_options()
        seed, secret, promised = self.read_chance()
        return Record(
            game=self.game,
            names=self.names,
            options=self.options,
            moves=self.read_moves(),
            seed=seed,
            secret=secret,
            commitment=promised,
            result=self.read_result() if "result" in file.values else None,
            title=self.read_title(),
        )

    def read_game(self) -> Game[Any, Any]:
        try:
            return game_of(self.file.words("game"))
        except UnknownGame as error:
            raise self.file.bad(str(error), self.file.line_of("game")) from None

    def read_title(self) -> str:
        title = self.file.words("title", default="")
        if len(title) > MOST_TITLE or not title.isprintable():
            raise self.file.bad(f"a title has at most {MOST_TITLE} letters", self.file.line_of("title"))
        return title

    def read_names(self) -> tuple[str, ...]:
        names = self.file.list_of_words("seats")
        try:
            for name in names:
                check_name(name)
        except NotationError as error:
            raise self.file.bad(str(error), self.file.line_of("seats")) from None
        return tuple(names)

    def read_options(self) -> dict[str, Any]:
        given = self.file.table("options")
        try:
            return self.game.settle_options(len(self.names), given)
        except OptionError as error:
            low, high = self.game.fewest_seats, self.game.most_seats
            key = "options" if low <= len(self.names) <= high else "seats"
            name = next((name for name in given if re.search(rf"\b{re.escape(name)}\b", str(error))), "")
            line = self.file.line_of(name, key) if name else self.file.line_of(key)
            raise self.file.bad(str(error), line) from None

    def read_chance(self) -> tuple[int | None, bytes | None, str]:
        """The seed, the secret and the commitment; those that are not there are None, None and empty."""
        file = self.file
        if ("seed" in file.values) == ("secret" in file.values):
            raise file.bad("a record has either a seed or a secret with its commitment", file.line_of("secret"))
        if "seed" in file.values:
            if "commitment" in file.values:
                raise file.bad("a commitment belongs to a secret, not to a seed", file.line_of("commitment"))
            return file.number("seed", "", 0, 2**64 - 1), None, ""
        secret, promised = (file.words(key) for key in ("secret", "commitment"))
        for key, value in (("secret", secret), ("commitment", promised)):
            if not HEX.fullmatch(value):
                digits = 2 * SECRET_BYTES
                raise file.bad(f"the {key} is {digits} digits from 0 to f, not {shown(value)}", file.line_of(key))
        return None, bytes.fromhex(secret), promised

    def read_moves(self) -> tuple[RecordedMove, ...]:
        text = self.file.words("moves")
        lines = self.file.lines_of_text("moves", "", text)
        moves = []
        for line, words in zip(lines, text.split("\n"), strict=True):
            words = words.partition("#")[0].strip()
            if words:
                match = MOVE.fullmatch(words)
                if match is None:
                    raise self.file.bad(f"{shown(words)} is no move of a seat, such as `A: draw`", line)
                moves.append(RecordedMove(self.read_seat(match[1], line), match[2], line))
        return tuple(moves)

    def read_seat(self, letter: str, line: int) -> int:
        try:
            return read_seat(letter, len(self.names))
        except NotationError as error:
            raise self.file.bad(str(error), line) from None

    def read_result(self) -> Result:
        file = self.file
        given = file.table("result")
        file.check_keys(given, RESULT_KEYS, "result")
        over = given.get("over")
        if not isinstance(over, bool):
            raise file.bad("over is true or false", file.line_of("over", "result"))
        winners = given.get("winners")
        line = file.line_of("winners", "result")
        if not isinstance(winners, list) or not all(isinstance(letter, str) for letter in winners):
            raise file.bad('winners is a list of seats, such as ["A"]', line)
        seats = tuple(self.read_seat(letter, line) for letter in winners)
        if list(seats) != sorted(set(seats)):
            raise file.bad("winners names each seat once, in the order of the letters", line)
        return Result(
            over=over,
            winners=seats,
            scores=tuple(self.read_score(points) for points in self.by_seat("scores")),
            hands=tuple(self.read_hand(cards) for cards in self.by_seat("hands")),
        )

    def by_seat(self, key: str) -> list[Any]:
        """The values of a table that names every seat."""
        letters = list(SEAT_LETTERS[: len(self.names)])
        given = self.file.table("result").get(key)
        if not isinstance(given, dict) or sorted(given) != letters:
            raise self.file.bad(f"{key} is a table of the seats {' '.join(letters)}", self.file.line_of(key, "result"))
        return [given[letter] for letter in letters]

    def read_score(self, points: Any) -> int:
        if isinstance(points, bool) or not isinstance(points, int) or abs(points) > MOST_POINTS:
            raise self.file.bad(f"scores are whole numbers, not {shown(points)}", self.file.line_of("scores", "result"))
        return points

    def read_hand(self, cards: Any) -> tuple[int, ...]:
        line = self.file.line_of("hands", "result")
        if not isinstance(cards, str):
            raise self.file.bad(f"a hand is cards in quotes, not {shown(cards)}", line)
        try:
            return tuple(sorted(self.game.read_cards(cards, self.options)))
        except NotationError as error:
            raise self.file.bad(str(error), line) from None


def check_name(name: str) -> None:
    """NotationError for a name that cannot stand on a line."""
    if not 1 <= len(name) <= MOST_LETTERS or not name.isprintable() or not name.strip():
        raise NotationError(f"a name has 1 to {MOST_LETTERS} letters on one line, and {shown(name)} does not")


__all__ = [
    "Deviation",
    "Match",
    "Played",
    "Record",
    "RecordedMove",
    "Result",
    "check_name",
    "read_record",
    "read_record_text",
    "record_text",
    "replay",
    "result_of",
    "verify",
    "write_record",
]
