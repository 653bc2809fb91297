"""A live table: a fold of its record, what its viewers are sent, and what it waits for.

Someone who has a table in memory does this, for one table at a time:

- `LiveTable.of(id, secrets, entries)` and `resume(now)` bring back a stored one; a new one takes the entries of
  `open_table`;
- a request becomes happenings (`wildtable.server.requests`); each one gets the next number and a time, and is taken;
  after that `summary` and `ending` are what is stored with it, and once it is stored everybody gets their `frame`;
- whenever something has happened, `due` says what to do next, and when (`wildtable.server.due`).

Nothing here waits, reads a clock or writes anywhere. If an entry that was taken cannot be stored, the table has to be
brought back from what is stored.
"""

from __future__ import annotations

from collections.abc import Mapping

from wildtable.server.due import Due, TimedFold, think
from wildtable.server.fold import Chair
from wildtable.server.frames import FramedFold
from wildtable.server.replays import PastMatch, match_told, replay_steps
from wildtable.server.wire_errors import WireError


class LiveTable(FramedFold, TimedFold):
    """All of a live table. Its parts are Fold, FramedFold and TimedFold."""

    def __init__(self, table_id: str, secrets: Mapping[int, bytes] | None = None) -> None:
        super().__init__(table_id, secrets)


__all__ = ["Chair", "Due", "LiveTable", "PastMatch", "WireError", "match_told", "replay_steps", "think"]
