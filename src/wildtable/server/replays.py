"""Matches that were played at a live table, step by step again: for replays, and to go on from one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from wildtable.engine.codes import NOBODY
from wildtable.engine.events import Event
from wildtable.engine.game import SEAT_LETTERS, Game, read_seat, seat_letter
from wildtable.engine.table import Table
from wildtable.errors import NotationError
from wildtable.notation.plain import event_in_words, laid_in_words, view_in_words
from wildtable.notation.record import Match, Played, Record, RecordedMove, result_of
from wildtable.server.entries import Prefix
from wildtable.server.wire_errors import WireError

MOST_STEPS = 200  # that one answer tells


@dataclass
class PastMatch:
    """A match of a live table, as its record has it. While it goes on its moves grow."""

    table: str
    number: int
    game: Game[Any, Any]
    options: Mapping[str, Any]
    names: tuple[str, ...]  # when it began
    secret: bytes
    commitment: str
    after: Prefix | None
    seats: int
    moves: list[tuple[int, str]] = field(default_factory=list)
    over: bool = False

    def begun(self) -> Match:
        """The match, dealt, or where it goes on from another one; no move of its own is made."""
        if self.after is None:
            return Match(self.game, self.names, self.options, secret=self.secret)
        match = Match(self.game, self.names, self.options, secret=bytes.fromhex(self.after.secret))
        for words in self.after.moves:
            letter, _, move = words.partition(": ")
            match.play(SEAT_LETTERS.index(letter), move)
        seat = SEAT_LETTERS.index(self.after.seat)
        match.table = match.table.determinize(seat, self.after.seed)
        match.moves = []
        match.opening = []
        return match

    def steps(self) -> Iterator[Played]:
        """The deal, and then each move. The table of a step is good until the next one is asked for."""
        match = self.begun()
        yield Played(NOBODY, "", match.opening, match.table)
        for seat, move in self.moves:
            yield Played(seat, move, match.play(seat, move), match.table)

    def record(self) -> Record | None:
        """For `wildtable verify`; None for a match that went on from another one, which no record file can hold."""
        if self.after is not None:
            return None
        match = self.begun()
        for seat, move in self.moves:
            match.play(seat, move)
        moves = tuple(RecordedMove(seat, move) for seat, move in self.moves)
        return Record(
            game=self.game,
            names=self.names,
            options=self.options,
            moves=moves,
            secret=self.secret,
            commitment=self.commitment,
            result=result_of(match.table),
        )


def capital(sentence: str, names: Sequence[str]) -> str:
    """With a capital letter, unless it begins with somebody's name."""
    return sentence if sentence.startswith(tuple(names)) else sentence[:1].upper() + sentence[1:]


def event_told(game: Game[Any, Any], event: Event, names: Sequence[str], options: Mapping[str, Any]) -> dict[str, Any]:
    """An event as it is sent to somebody who may see everything that it holds."""
    told = event_in_words(game, event, names, options)
    told["text"] = capital(told["text"], names)
    return told


def check_over(past: PastMatch) -> None:
    """All cards are told of a match that is over, and of no other."""
    if not past.over:
        raise WireError("not_now", "the match is still on")


def match_told(past: PastMatch) -> dict[str, Any]:
    """A match that is over, with all its cards: who, how dealt, how it ended, and each step's move and events."""
    check_over(past)
    steps = []
    table: Table | None = None
    for played in past.steps():
        table = played.table
        steps.append(
            {
                "seat": None if played.seat == NOBODY else seat_letter(played.seat),
                "move": played.text or None,
                "events": [event_told(past.game, event, past.names, past.options) for event in played.events],
            }
        )
    assert table is not None
    return {
        "table": past.table,
        "match": past.number,
        "game": past.game.id,
        "title": past.game.title,
        "options": dict(past.options),
        "names": list(past.names),
        "secret": past.secret.hex(),
        "commitment": past.commitment,
        "after": None if past.after is None else after_told(past.after),
        "winners": [seat_letter(seat) for seat in table.seats_in(table.winners)],
        "scores": table.score_list(),
        "steps": steps,
    }


def replay_steps(past: PastMatch, eyes: str, first: int = 0, count: int = 50) -> list[dict[str, Any]]:
    """Positions of a match that is over: after the deal (step 0) and after each move. `eyes` is a seat's letter,
    `nobody`, or `all`, who sees every hand."""
    check_over(past)
    if eyes in ("nobody", "all"):
        viewer = NOBODY
    else:
        try:
            viewer = read_seat(eyes, past.seats)
        except NotationError as error:
            raise WireError("no_seat", str(error)) from None
    told = []
    for step, played in enumerate(past.steps()):
        if step >= first + min(count, MOST_STEPS):
            break
        if step >= first:
            told.append(step_told(past, step, played, viewer, eyes == "all"))
    return told


def after_told(after: Prefix) -> dict[str, Any]:
    return {"table": after.table, "match": after.match, "step": len(after.moves), "seat": after.seat}


def step_told(past: PastMatch, step: int, played: Played, viewer: int, everything: bool) -> dict[str, Any]:
    game, table = past.game, played.table
    told = {
        "step": step,
        "seat": None if played.seat == NOBODY else seat_letter(played.seat),
        "move": played.text or None,
        **table_told(table, viewer, past.names),
    }
    if everything:
        told["hands"] = {
            seat_letter(seat): [game.card_text(card) for card in table.hand(seat)] for seat in range(table.seats)
        }
    return told


def table_told(table: Table, viewer: int, names: Sequence[str]) -> dict[str, Any]:
    """What `viewer` may know of a table on which nothing is asked of anybody here and now."""
    game: Game[Any, Any] = table.game
    view = game.view(table, viewer)
    return {
        "over": bool(table.over),
        "round_over": bool(table.round_over),
        "view": view_in_words(game, view),
        "required": [seat_letter(seat) for seat in table.seats_in(table.required)],
        "optional": [seat_letter(seat) for seat in table.seats_in(table.optional)],
        "lines": game.table_lines(view, names),
        "laid": laid_in_words(game, view),
        "winners": [seat_letter(seat) for seat in table.seats_in(table.winners)],
        "scores": table.score_list(),
    }
