"""Who somebody is: a public id, and a cookie that proves it with the store's signing key."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "wildtable"
COOKIE_SECONDS = 365 * 24 * 3600

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is easily taken for another
PERSON = re.compile(rf"p[{LETTERS}]{{12}}")


@dataclass(frozen=True)
class Person:
    id: str
    name: str


def new_person_id() -> str:
    return "p" + "".join(secrets.choice(LETTERS) for _ in range(12))


def token(person: str, key: bytes) -> str:
    """What the cookie holds: the id and its signature."""
    return f"{person}.{_signature(person, key)}"


def signed(words: str, key: bytes) -> str | None:
    """The person of a token, or None if the signature is not ours."""
    person, _, signature = words.partition(".")
    if not PERSON.fullmatch(person) or not signature.isascii():
        return None
    return person if hmac.compare_digest(signature, _signature(person, key)) else None


def _signature(person: str, key: bytes) -> str:
    digest = hmac.new(key, b"wildtable person " + person.encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def token_of(connection: HTTPConnection) -> str:
    return connection.cookies.get(COOKIE, "")


def set_cookie(response: Response, person: str, key: bytes, https: bool) -> None:
    response.set_cookie(
        COOKIE, token(person, key), max_age=COOKIE_SECONDS, path="/", httponly=True, samesite="lax", secure=https
    )
