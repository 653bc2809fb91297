"""What a person asks of a live table, and what it becomes: happenings to be stored and taken, or an error.

Nothing here changes the table. Each function raises WireError, whose code docs/protocol.md lists, and `move` also
Refused, with the rule. A request that was made before under the same tag gives the number of its entry.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wildtable.bots.players import LEVELS
from wildtable.engine.chance import commitment, new_secret
from wildtable.engine.game import SEAT_LETTERS, find_choices, play
from wildtable.errors import NotationError, OptionError, Refused, UnknownGame, WildtableError
from wildtable.games import game as game_of
from wildtable.server.entries import (
    Back,
    Began,
    BotSat,
    Clock,
    Closed,
    Emptied,
    Entry,
    Happening,
    Left,
    Moved,
    Opened,
    Prefix,
    Reacted,
    Said,
    Sat,
)
from wildtable.server.fold import Chair, Fold
from wildtable.server.names import MOST_SAID, bot_name, clean_name, clean_text, free_name
from wildtable.server.replays import PastMatch, capital, check_over
from wildtable.server.wire_errors import WireError

REACTIONS = ("wave", "clap", "laugh", "wow", "sad", "angry", "think", "hurry")
MOST_MOVE = 200  # letters
MOST_TAG = 40
MOST_WAIT = 10_000  # milliseconds of `grace` and `pace`
LEAST_MOVE, MOST_SECONDS, MOST_BANK = 5, 3600, 36_000  # seconds of a clock
USUAL_SEATS = 4


@dataclass(frozen=True)
class Opening:
    """The first entries of a table, and the secret of its match if that has begun."""

    happenings: list[Happening]
    secret: bytes | None = None


# --- opening a table ---


def open_table(given: Mapping[str, Any], person: str, name: str, secret: bytes | None = None) -> Opening:
    """A new table as `POST /api/tables` describes it, opened by this person, who sits on chair A."""
    known = ("game", "seats", "options", "open", "spectators", "clock", "grace", "pace", "bots", "begin")
    for field in given:
        if field not in known:
            raise WireError("bad_field", f"a table has no {str(field)[:40]!r}; it has {', '.join(known)}")
    bots = read_bots(given.get("bots", []))
    try:
        game = game_of(str(given.get("game", "")))
        usual = len(bots) + 1 if bots else USUAL_SEATS
        seats = given.get("seats", min(max(usual, game.fewest_seats), game.most_seats))
        options = given.get("options") or {}
        if not isinstance(options, Mapping):
            raise WireError("bad_field", "options is an object of options by name")
        settled = game.settle_options(seats, options)
    except UnknownGame as error:
        raise WireError("bad_field", str(error)) from None
    except OptionError as error:
        raise WireError("bad_option", str(error)) from None
    if len(bots) > seats - 1:
        raise WireError("bad_field", f"{len(bots)} bots are too many for a table of {seats} with you")
    opened = Opened(
        game=game.id,
        options=settled,
        seats=seats,
        host=person,
        open=flag(given, "open", False),
        spectators=flag(given, "spectators", True),
        clock=read_clock(given.get("clock")),
        grace=whole(given, "grace", 400, 0, MOST_WAIT),
        pace=whole(given, "pace", 800, 0, MOST_WAIT),
    )
    table = Draft(opened)
    table.add(Sat(SEAT_LETTERS[0], person, free_name(named(name), ())))
    for letter, level in zip(SEAT_LETTERS[seats - 1 :: -1], bots[::-1], strict=False):
        table.add(seat_bot(table.fold, person, letter, level))
    if not flag(given, "begin", False):
        return Opening(table.happenings)
    began, its_secret = begin(table.fold, person, secret)
    return Opening([*table.happenings, began], its_secret)


def play_on(
    past: PastMatch, step: int, letter: str, level: str, person: str, name: str, secret: bytes | None = None
) -> Opening:
    """A new table on which a match that is over goes on after so many of its moves, with this person on the chair and
    bots on all others. What that seat could not know is dealt anew."""
    check_level(level)
    check_over(past)
    if past.after is not None:
        raise WireError("not_now", "this match itself went on from another one; go on from that one")
    if letter not in SEAT_LETTERS[: past.seats] or len(letter) != 1:
        raise WireError("no_seat", f"{letter[:10]!r} is no chair of that match")
    if not 0 <= step < len(past.moves):
        raise WireError("bad_field", f"a match can go on after its steps 0 to {len(past.moves) - 1}")
    secret = secret or new_secret()
    options = dict(past.options)
    table = Draft(Opened(game=past.game.id, options=options, seats=past.seats, host=person))
    table.add(Sat(letter, person, free_name(named(name), ())))
    for other in SEAT_LETTERS[: past.seats]:
        if other != letter:
            table.add(seat_bot(table.fold, person, other, level))
    prefix = Prefix(
        table=past.table,
        match=past.number,
        secret=past.secret.hex(),
        names=list(past.names),
        moves=[f"{SEAT_LETTERS[seat]}: {move}" for seat, move in past.moves[:step]],
        seat=letter,
        seed=int.from_bytes(secret[:7], "big"),
    )
    return Opening([*table.happenings, Began(1, commitment(secret), prefix)], secret)


class Draft:
    """A table that is being put together before it is stored."""

    def __init__(self, opened: Opened) -> None:
        self.fold = Fold("")
        self.happenings: list[Happening] = []
        self.add(opened)

    def add(self, what: Any) -> None:
        self.fold.take(Entry(self.fold.number + 1, 0, what))
        self.happenings.append(what)


# --- chairs ---


def sit(table: Fold, person: str, name: str, letter: str | None = None) -> Sat:
    """Take a chair; without a letter an empty one, or else a bot's."""
    check_open(table)
    if table.seat_of(person) is not None:
        raise WireError("not_now", "you have a chair at this table already")
    if person in table.kicked:
        raise WireError("not_now", "the host has sent you from this table")
    # Nobody may look into two hands of one match.
    had = table.seats_had.get(person) if table.playing else None
    if had is not None and letter not in (None, had):
        raise WireError("not_now", f"in this match you can only have chair {had} again")
    if letter is None:
        free = [chair for chair in table.chairs if chair.person is None and had in (None, chair.seat)]
        if not free:
            raise WireError("full", "all chairs are taken")
        chair = min(free, key=lambda chair: chair.kind == "bot")
    else:
        chair = table.chairs[table.seat(letter)]
        if chair.person is not None:
            raise WireError("seat_taken", f"chair {chair.seat} is taken")
    taken = [other.name for other in table.chairs if other is not chair]
    return Sat(chair.seat, person, free_name(named(name), taken))


def leave(table: Fold, person: str) -> Left:
    """Give up the chair. A bot for it, the next host and the end of an empty table are `due` by themselves then."""
    chair = chair_of(table, person)
    check_open(table)
    return Left(chair.seat, person, chair.name)


def back(table: Fold, person: str) -> Back:
    chair = chair_of(table, person)
    if not chair.stand_in:
        raise WireError("not_now", "nobody plays in your place")
    return Back(chair.seat)


def seat_bot(table: Fold, person: str, letter: str, level: str, here: Collection[str] = ()) -> BotSat:
    """The host puts a bot on an empty chair, or a bot of another level on a bot's; for a person who is not `here` it
    stands in."""
    check_host(table, person)
    check_level(level)
    chair = table.chairs[table.seat(letter)]
    if chair.person is None:
        return BotSat(chair.seat, level, chair.name or bot_name(table, level))
    if chair.person in here or chair.person == person:
        raise WireError("seat_taken", f"{chair.name} is here")
    return BotSat(chair.seat, level, chair.name, stand_in=True)


def empty(table: Fold, person: str, letter: str) -> Emptied:
    check_host(table, person)
    chair = table.chairs[table.seat(letter)]
    if table.playing:
        raise WireError("not_now", "in a match every chair is played")
    if chair.kind != "bot":
        raise WireError("no_seat", f"there is no bot on chair {chair.seat}")
    return Emptied(chair.seat)


def kick(table: Fold, person: str, letter: str) -> Left:
    check_host(table, person)
    chair = table.chairs[table.seat(letter)]
    if chair.person is None:
        raise WireError("no_seat", f"nobody sits on chair {chair.seat}")
    if chair.person == person:
        raise WireError("not_now", "you cannot send yourself away: leave instead")
    return Left(chair.seat, chair.person, chair.name, why="kicked")


def close(table: Fold, person: str) -> Closed:
    check_host(table, person)
    return Closed()


# --- the match ---


def begin(table: Fold, person: str, secret: bytes | None = None) -> tuple[Began, bytes]:
    """Deal, for the first time or again. The secret is `add_secret`'s before the entry is taken."""
    check_host(table, person)
    if table.playing:
        raise WireError("not_now", "the match is still on")
    empty_chairs = [chair.seat for chair in table.chairs if chair.kind == "empty"]
    if empty_chairs:
        raise WireError("not_now", f"nobody sits on chair {' and '.join(empty_chairs)}")
    secret = secret or new_secret()
    return Began(table.match_number + 1, commitment(secret)), secret


def move(table: Fold, person: str, words: str, n: int | None, tag: str = "", now: int = 0) -> list[Happening] | int:
    """A person's move, after `back` if a bot stood in. `n` is the newest entry that the person has seen."""
    chair = chair_of(table, person)
    made = made_before(table, person, tag)
    if made is not None:
        return made
    if not table.playing or table.match is None:
        raise WireError("not_now", "no match is on")
    if len(words) > MOST_MOVE:
        raise WireError("bad_field", f"a move has at most {MOST_MOVE} letters")
    seat, game, state = table.seat(chair.seat), table.game, table.match.table
    try:
        said = game.read_move(" ".join(words.split()), state)
    except NotationError as error:
        raise Refused(str(error)) from None
    text = game.move_text(said)
    if text == "decline":
        raise WireError("not_now", "nobody has to decline here: wait, and it has passed")
    allowed = find_choices(state, seat, said)
    choices = game.choices(state, seat, said) if allowed is None else allowed
    first = choices[0] if choices else None
    question, window = table.questions[seat], table.windows[seat]
    used = 0
    if window is None or first not in window.choices:
        # Not a race: it counts only on the table as the person has seen it. The same for offences, which a late answer
        # would become by itself.
        since = 0
        if question is not None:
            since = question.since
        elif game.accepted_without_being_legal(state, seat, said):
            since = table.last_move
        if text != game.talk_move(table.options):
            check_seen(table, n, since)
        clock = table.opened.clock
        if question is not None and first in question.choices and clock is not None and not chair.stand_in:
            used = min(max(0, now - question.at - 1000 * clock.move), table.bank[seat])
    if allowed is None:
        play(state.clone(), seat, said)  # says by which rule it is refused
    moved = Moved(chair.seat, text, tag=tag, used=used)
    return [Back(chair.seat), moved] if chair.stand_in else [moved]


def check_seen(table: Fold, n: int | None, since: int) -> None:
    if since == 0:
        return
    if n is None:
        raise WireError("bad_field", "such a move says with n what the newest entry is that you have")
    if n > table.number:
        raise WireError("bad_field", f"there is no entry {n} yet")
    if n < since:
        raise WireError("stale", "the table has changed since: look again")


def say(table: Fold, person: str, name: str, words: str, tag: str = "") -> list[Happening] | int:
    """Chat. Where a rule forbids talk at times, what a player says is a move as well."""
    check_open(table)
    made = made_before(table, person, tag)
    if made is not None:
        return made
    if len(words) > MOST_SAID:
        raise WireError("too_long", f"say it in {MOST_SAID} letters")
    text = clean_text(words)
    if not text:
        raise WireError("bad_field", "that says nothing")
    seat = table.seat_of(person)
    if seat is None:
        if not table.opened.spectators:
            raise WireError("not_seated", "only who has a chair talks at this table")
        return [Said(person, named(name), text, tag=tag)]
    chair = table.chairs[seat]
    said: list[Happening] = [Said(person, chair.name, text, chair.seat, tag)]
    move = table.game.talk_move(table.options)
    if move is not None and table.playing and not chair.stand_in:
        said.append(Moved(chair.seat, move))
    return said


def react(table: Fold, person: str, what: str) -> Reacted:
    check_open(table)
    chair = chair_of(table, person)
    if what not in REACTIONS:
        raise WireError("bad_field", f"a reaction is one of {', '.join(REACTIONS)}")
    return Reacted(chair.seat, what)


# --- what they share ---


def chair_of(table: Fold, person: str) -> Chair:
    seat = table.seat_of(person)
    if seat is None:
        raise WireError("not_seated", "you have no chair at this table")
    return table.chairs[seat]


def check_open(table: Fold) -> None:
    if table.state == "closed":
        raise WireError("not_now", "the table is closed")


def check_host(table: Fold, person: str) -> None:
    check_open(table)
    if person != table.host:
        raise WireError("not_host", "only the host may do that")


def check_level(level: str) -> None:
    if level not in LEVELS:
        raise WireError("bad_field", f"a bot is one of {', '.join(LEVELS)}")


def made_before(table: Fold, person: str, tag: str) -> int | None:
    """The entry that this request has made already."""
    if len(tag) > MOST_TAG or not tag.isprintable():
        raise WireError("bad_field", f"a tag has at most {MOST_TAG} letters")
    return table.tags.get((person, tag)) if tag else None


def named(name: str) -> str:
    try:
        return clean_name(name)
    except ValueError as error:
        raise WireError("bad_field", str(error)) from None


def read_bots(given: Any) -> list[str]:
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise WireError("bad_field", "bots is a list of levels")
    for level in given:
        check_level(level)
    return list(given)


def read_clock(given: Any) -> Clock | None:
    if given is None:
        return None
    if not isinstance(given, Mapping) or not set(given) <= {"move", "bank"} or "move" not in given:
        raise WireError("bad_field", 'a clock is written {"move": 60, "bank": 120}, in seconds')
    return Clock(
        whole(given, "move", 0, LEAST_MOVE, MOST_SECONDS, "clock."), whole(given, "bank", 0, 0, MOST_BANK, "clock.")
    )


def whole(given: Mapping[str, Any], key: str, usual: int, low: int, high: int, path: str = "") -> int:
    value = given.get(key, usual)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise WireError("bad_field", f"{path}{key} is a whole number from {low} to {high}")
    return value


def flag(given: Mapping[str, Any], key: str, usual: bool) -> bool:
    value = given.get(key, usual)
    if not isinstance(value, bool):
        raise WireError("bad_field", f"{key} is true or false")
    return value


def sentence(error: WildtableError, table: Fold) -> str:
    """What is wrong, as a sentence for the person who sees it."""
    text = capital(str(error), table.names)
    return text if text.endswith(("?", ".", "!")) else f"{text}."
