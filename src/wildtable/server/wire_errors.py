"""The error that goes to a client."""

from __future__ import annotations

from wildtable.errors import WildtableError


class WireError(WildtableError):
    """Something that a client asked for and does not get; `code` is one of those in docs/protocol.md."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
