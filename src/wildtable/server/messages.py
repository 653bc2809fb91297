"""What a client may send on a socket, as docs/protocol.md has it."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any, Literal

import msgspec

from wildtable.bots.players import LEVELS
from wildtable.server.web import sentence

MOST_BYTES = 8 * 1024
MOST_LETTERS = 40  # of an id or a tag
MOST_SAID = 200

Tag = Annotated[str, msgspec.Meta(max_length=MOST_LETTERS)]
Seat = Annotated[str, msgspec.Meta(pattern="^[A-L]$")]
Words = Annotated[str, msgspec.Meta(max_length=1000)]
Level = Literal["random", "brisk", "calm", "sharp", "fierce"]
Reaction = Literal["wave", "clap", "laugh", "wow", "sad", "angry", "think", "hurry"]

assert set(Level.__args__) == set(LEVELS)  # type: ignore[attr-defined]


class Message(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    id: int | Tag | None = None


class Move(Message, frozen=True, tag="move", kw_only=True):
    move: Words
    n: int | None = None  # a race may go without
    tag: Tag = ""


class Moves(Message, frozen=True, tag="moves", kw_only=True):
    begin: Words


class Sit(Message, frozen=True, tag="sit", kw_only=True):
    seat: Seat | None = None


class Leave(Message, frozen=True, tag="leave", kw_only=True):
    pass


class BackAgain(Message, frozen=True, tag="back", kw_only=True):
    pass


class PutBot(Message, frozen=True, tag="bot", kw_only=True):
    seat: Seat
    level: Level


class Empty(Message, frozen=True, tag="empty", kw_only=True):
    seat: Seat


class Kick(Message, frozen=True, tag="kick", kw_only=True):
    seat: Seat


class Begin(Message, frozen=True, tag="begin", kw_only=True):
    pass


class Say(Message, frozen=True, tag="say", kw_only=True):
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_SAID)]
    tag: Tag = ""


class React(Message, frozen=True, tag="react", kw_only=True):
    what: Reaction


class Hint(Message, frozen=True, tag="hint", kw_only=True):
    pass


class Close(Message, frozen=True, tag="close", kw_only=True):
    pass


class Ping(Message, frozen=True, tag="ping", kw_only=True):
    pass


AnyMessage = (
    Move
    | Moves
    | Sit
    | Leave
    | BackAgain
    | PutBot
    | Empty
    | Kick
    | Begin
    | Say
    | React
    | Hint
    | Close
    | Ping
)  # fmt: skip


class BadMessage(Exception):
    """`code` and a sentence, and the message's id if it could be read."""

    def __init__(self, code: str, text: str, number: Any = None) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.id = number


def read(words: str) -> AnyMessage:
    """A message; BadMessage says what is wrong with it."""
    with suppress(msgspec.DecodeError, UnicodeError, RecursionError):
        return _DECODER.decode(words)
    # Step by step again, to say what is wrong.
    try:
        plain = msgspec.json.decode(words)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadMessage("not_json", "A message is one JSON object.") from None
    if not isinstance(plain, dict):
        raise BadMessage("not_json", 'A message is one JSON object, such as {"type": "ping"}.')
    number = plain.get("id")
    if isinstance(number, bool) or not isinstance(number, int | str) or len(str(number)) > MOST_LETTERS:
        number = None
    kind = plain.get("type")
    if not isinstance(kind, str) or kind not in KINDS:
        raise BadMessage("bad_type", f"There is no such message; the types are {', '.join(KINDS)}.", number)
    try:
        message: AnyMessage = msgspec.convert(plain, AnyMessage)
        return message
    except msgspec.ValidationError as error:
        raise BadMessage("bad_field", sentence(str(error)), number) from None


KINDS = tuple(str(kind.__struct_config__.tag) for kind in AnyMessage.__args__)

_DECODER: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)
