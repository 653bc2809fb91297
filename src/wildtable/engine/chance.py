"""Where shuffles come from at a table that people must be able to trust.

Simulation and search use the table's own small generator. A live table does not: whoever has seen a few cards could
solve a 64-bit generator. There each number comes from HMAC-SHA-256 over a 256-bit secret of the system. The secret's
hash is shown before the deal and the secret after the match, so that anyone can deal the whole game again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

SECRET_BYTES = 32


class KeyedStream:
    """Numbers that nobody can foretell without the secret, and everybody can check with it."""

    def __init__(self, secret: bytes) -> None:
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
        self.secret = secret

    @property
    def commitment(self) -> str:
        """The hash that is shown before the cards are dealt."""
        return commitment(self.secret)

    def number(self, position: int, salt: int) -> int:
        """The 64-bit number at `position`; `salt` carries what the players have added (the cut)."""
        message = position.to_bytes(8, "big") + salt.to_bytes(8, "big")
        return int.from_bytes(hmac.digest(self.secret, message, "sha256")[:8], "big")


def new_secret() -> bytes:
    """A fresh secret from the operating system."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """The public hash of a secret, in hex."""
    return hashlib.sha256(secret).hexdigest()
