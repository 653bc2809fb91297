"""What every request has in common: whose page may ask, how much it may send, how errors and headers look."""

from __future__ import annotations

import asyncio
import html
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wildtable.server.logs import fault
from wildtable.server.metrics import Metrics

MOST_BODY = 64 * 1024
BODY_SECONDS = 15.0  # for one to arrive
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
USUAL_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}

Body = TypeVar("Body")


class WebError(Exception):
    """What is wrong with a request, for whoever sent it."""

    def __init__(self, status: int, code: str, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.code = code
        self.text = text


class Wrong(msgspec.Struct, frozen=True):
    """What is wrong: a code that stays the same, and a sentence."""

    code: str
    text: str


def json_response(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def wrong(error: WebError) -> Response:
    answer = json_response(Wrong(error.code, error.text), error.status)
    if error.status in (408, 413):  # what is still to come of the body is not wanted
        answer.headers["Connection"] = "close"
    return answer


def page(title: str, body: str, status: int = 200) -> HTMLResponse:
    """A plain page of our own; `body` is HTML."""
    return HTMLResponse(
        f"<!doctype html><html lang=en><meta charset=utf-8>"
        f'<meta name=viewport content="width=device-width, initial-scale=1"><title>{html.escape(title)}</title>'
        f"<style>{STYLE}</style><main>{body}</main></html>\n",
        status,
    )


STYLE = (
    ":root{color-scheme:light dark;background:light-dark(#f7f1e6,#1b1815);color:light-dark(#2b241c,#f1e9dc)}"
    "a{color:light-dark(#9c3f1c,#f0a070)}body{font:16px/1.5 system-ui,sans-serif;margin:0}"
    "main{max-width:52rem;margin:0 auto;padding:2rem 1rem}code,pre{font-family:ui-monospace,monospace;font-size:.9em}"
    "pre{overflow:auto;padding:.75rem;border:1px solid #8886;border-radius:.4rem}table{border-collapse:collapse}"
    "td,th{text-align:left;vertical-align:top;padding:.2rem .8rem .2rem 0}h2{margin-top:2.5rem}"
)


async def read_body(request: Request, kind: type[Body]) -> Body:
    """The body as what it has to be; WebError says what is wrong with it."""
    chunks = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                chunks += chunk
                if len(chunks) > MOST_BODY:
                    raise WebError(413, "too_long", f"A body has at most {MOST_BODY:,} bytes.")
    except (ClientDisconnect, TimeoutError):
        raise WebError(408, "too_slow", "The body has not arrived.") from None
    return read_json(bytes(chunks), kind)


def read_json(words: bytes, kind: type[Body]) -> Body:
    try:
        return msgspec.json.decode(words, type=kind)
    except msgspec.ValidationError as error:
        raise WebError(400, "bad_field", sentence(str(error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise WebError(400, "not_json", "The body is not JSON.") from None


def sentence(found: str) -> str:
    """A complaint of msgspec's, such as "Expected `int`, got `str` - at `$.seats`", as a sentence."""
    what, _, where = found.partition(" - at ")
    where = where.strip("`").removeprefix("$").removeprefix(".")
    what = what.replace("Object contains unknown", "there is no").replace("Object missing required", "it lacks the")
    what = what[:1].lower() + what[1:]
    return f"{where}: {what}." if where else f"{capital(what)}."


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- whose page asks ---


def same_site(connection: HTTPConnection, origins: tuple[str, ...]) -> bool:
    """Whether no page of another site has sent this. Programs send no Origin."""
    origin = connection.headers.get("origin")
    if origin is None or origin in origins:
        return True
    try:
        parts = urlsplit(origin)
        port = parts.port or USUAL_PORTS.get(parts.scheme, 0)
        asked = urlsplit(f"//{connection.headers.get('host', '')}")
        asked_port = asked.port or USUAL_PORTS.get(parts.scheme, 0)
    except ValueError:
        return False
    return bool(parts.hostname) and (parts.hostname, port) == (asked.hostname, asked_port)


def is_https(connection: HTTPConnection) -> bool:
    """As the trusted proxy says, if there is one: uvicorn has put that into the scheme."""
    return connection.url.scheme in ("https", "wss")


# --- around every request ---


class Around:
    """Headers for every answer, an end for every fault, and what /metrics counts."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if "cache-control" not in headers:
                    headers["Cache-Control"] = "no-store" if scope["path"].startswith("/api") else "no-cache"
                self.metrics.requests.labels(str(message["status"])).inc()
            await send(message)

        try:
            await self.app(scope, receive, send_with_headers)
        except Exception:
            self.metrics.faults.inc()
            fault("request", method=scope["method"], path=scope["path"])
            if begun:
                raise
            answer = wrong(WebError(500, "fault", "This is a fault of the server, not yours."))
            await answer(scope, receive, send_with_headers)


def wants_json(scope: Scope) -> bool:
    """Whether an error should be JSON: for the paths of programs, and for whoever asks for it."""
    path = scope["path"]
    return path.startswith(("/api/", "/openapi")) or "application/json" in Headers(scope=scope).get("accept", "")
