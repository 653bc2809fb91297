"""What happened, as the table tells it: each event names its rules and says who may see its cards."""

from __future__ import annotations

import msgspec

from wildtable.engine.codes import EVERYBODY, NOBODY


class Event(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened. Numbers that do not apply are NOBODY; what `number` means depends on `kind`.

    `cards` are seen by the seats in `seers` (bits) alone, or by EVERYBODY; everything else is for everybody.
    """

    kind: int
    rules: tuple[int, ...]  # the first one is what a sentence quotes
    seat: int
    other: int
    card: int
    number: int
    cards: tuple[int, ...] = ()
    seers: int = 0

    def seen_by(self, viewer: int) -> Event:
        """The event as `viewer` sees it; NOBODY is a spectator."""
        if not self.cards or self.seers == EVERYBODY or (viewer != NOBODY and self.seers >> viewer & 1):
            return self
        return msgspec.structs.replace(self, cards=())
