"""What can go wrong and is somebody's to hear about. Each error is one sentence for a person."""

from __future__ import annotations


class WildtableError(Exception):
    """Anything a caller may reasonably catch. `code` is stable, the text is not."""

    code = "error"


class OptionError(WildtableError, ValueError):
    """These options, or this number of seats, do not make a playable game."""

    code = "option"


class NotationError(WildtableError, ValueError):
    """Text that cannot be read: a card, a move, a position, a scenario file, a record."""

    code = "notation"


class UnknownGame(WildtableError, LookupError):
    """No game of that name."""

    code = "game"


class Refused(WildtableError):
    """A move that the rules do not allow now. `rule` is the id of the rule, or None if it is no move of the game."""

    code = "refused"

    def __init__(self, sentence: str, rule: str | None = None) -> None:
        super().__init__(sentence)
        self.rule = rule
