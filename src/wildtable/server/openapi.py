"""/openapi.json, made from the types that the server itself reads and writes, and /api, the same as a page."""

from __future__ import annotations

import html
import json
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from wildtable import __version__
from wildtable.server import rest
from wildtable.server.catalog import BookTold, GameTold
from wildtable.server.lab import LINES, LabWanted
from wildtable.server.lessons import LessonListed, LessonTold
from wildtable.server.replays import MOST_STEPS
from wildtable.server.web import Wrong, json_response, page

REF = "#/components/schemas/{name}"
SEAT = {"type": "string", "pattern": "^[A-L]$"}
ERRORS = {
    400: "Something in the request is no good; the sentence says what.",
    401: "Nobody knows who asks: POST /api/me first.",
    403: "A page of another site asks.",
    404: "There is no such thing.",
    408: "The body has not arrived.",
    409: "It cannot be done now.",
    413: "The body is too long.",
    429: "Too many requests from one address.",
    503: "The server cannot do it at the moment: try again.",
}

INFO = {
    "type": "object",
    "description": "What everybody who has the link may know, as `info` in docs/protocol.md.",
    "required": ["table", "game", "title", "options", "state", "match", "host", "seats"],
    "properties": {
        "table": {"type": "string"},
        "game": {"type": "string"},
        "title": {"type": "string"},
        "options": {"type": "object"},
        "changed": {"type": "array", "items": {"type": "string"}},
        "open": {"type": "boolean"},
        "spectators": {"type": "boolean"},
        "clock": {"type": ["object", "null"]},
        "grace": {"type": "integer"},
        "pace": {"type": "integer"},
        "state": {"enum": ["waiting", "playing", "over", "closed"]},
        "match": {"type": "integer"},
        "host": {"type": "string"},
        "watching": {"type": "integer"},
        "seats": {"type": "array", "items": {"type": "object"}},
    },
}
MATCH = {
    "type": "object",
    "description": "Names, options, secret, commitment, result, and each step's move and events with all cards.",
    "required": ["table", "match", "game", "names", "options", "secret", "commitment", "winners", "scores", "steps"],
    "properties": {
        "table": {"type": "string"},
        "match": {"type": "integer"},
        "game": {"type": "string"},
        "names": {"type": "array", "items": {"type": "string"}},
        "options": {"type": "object"},
        "secret": {"type": "string"},
        "commitment": {"type": "string"},
        "winners": {"type": "array", "items": SEAT},
        "scores": {"type": "array", "items": {"type": "integer"}},
        "steps": {"type": "array", "items": {"type": "object"}},
    },
}


@dataclass(frozen=True)
class Operation:
    """One thing that can be asked. `answer` is a type, or a schema."""

    method: str
    path: str
    summary: str
    answer: Any
    status: int = 200
    body: type | None = None
    query: tuple[dict[str, Any], ...] = ()
    errors: tuple[int, ...] = ()
    kind: str = "application/json"


def query(name: str, text: str, schema: dict[str, Any], required: bool = False) -> dict[str, Any]:
    return {"name": name, "in": "query", "description": text, "required": required, "schema": schema}


PATH = "/api/tables/{table}/matches/{match}"
OPERATIONS = (
    Operation("get", "/api/me", "Who you are.", rest.Me, errors=(401,)),
    Operation("post", "/api/me", "Be somebody, or change your name; sets the cookie.", rest.Me, body=rest.Who),
    Operation("get", "/api/games", "The games, with their options as data.", list[GameTold]),
    Operation("get", "/api/games/{game}/rules", "The rule book of a game.", BookTold, errors=(404,)),
    Operation(
        "get",
        "/api/games/{game}/lessons",
        "The worked examples of a game; those with questions are lessons.",
        list[LessonListed],
        errors=(404,),
    ),
    Operation(
        "get",
        "/api/games/{game}/lessons/{lesson}",
        "A worked example, moment by moment, each by the eyes of the seat that is asked.",
        LessonTold,
        errors=(404,),
    ),
    Operation(
        "post",
        "/api/lab",
        "Simulate matches, with one set of options or with two to compare. The answer comes line by line; whoever ends "
        "the request stops the simulation.",
        {"type": "string", "description": "A JSON object a line, as docs/protocol.md has them"},
        body=LabWanted,
        errors=(409, 429),
        kind=LINES,
    ),
    Operation(
        "get",
        "/api/tables",
        "The lobby: open tables that wait or are watched; or the tables where you have a chair.",
        list[rest.TableListed],
        query=(query("mine", "The tables where you have a chair.", {"type": "boolean", "default": False}),),
        errors=(400, 401),
    ),
    Operation(
        "post",
        "/api/tables",
        "Open a table. You sit on chair A and are its host.",
        rest.TableOpened,
        201,
        body=rest.NewTable,
        errors=(401, 409, 503),
    ),
    Operation("get", "/api/tables/{table}", "What anybody who has the link may know.", INFO, errors=(404,)),
    Operation("get", PATH, "A match that is over, with all its cards.", MATCH, errors=(404, 409)),
    Operation(
        "get",
        f"{PATH}/steps",
        "Positions after the deal (step 0) and after each move.",
        rest.Steps,
        query=(
            query("eyes", "Whose: a seat's, `nobody`'s, or `all`.", {"type": "string", "default": "nobody"}),
            query("from", "The first step.", {"type": "integer", "minimum": 0, "maximum": 1_000_000, "default": 0}),
            query("count", "How many.", {"type": "integer", "minimum": 1, "maximum": MOST_STEPS, "default": 50}),
        ),
        errors=(400, 404, 409),
    ),
    Operation(
        "get",
        f"{PATH}/record",
        "The record, for `wildtable verify` and `wildtable replay`.",
        {"type": "string"},
        errors=(404, 409),
        kind="application/toml",
    ),
    Operation(
        "post",
        f"{PATH}/play-on",
        "A new table that goes on from a step, against bots; what the seat could not know is dealt anew.",
        rest.TableOpened,
        201,
        body=rest.GoOn,
        errors=(401, 404, 409, 503),
    ),
    Operation("get", "/api/players/{person}", "How somebody plays.", rest.PlayerTold, errors=(404,)),
    Operation(
        "get",
        "/api/ratings",
        "The best rated in a game.",
        list[rest.RatedTold],
        query=(query("game", "Such as cl4sh.", {"type": "string"}, required=True),),
        errors=(400, 404),
    ),
)


@cache
def openapi() -> dict[str, Any]:
    """The description of all of it."""
    types: list[Any] = [Wrong]
    for operation in OPERATIONS:
        types += [kind for kind in (operation.answer, operation.body) if kind is not None and not is_schema(kind)]
    schemas, components = msgspec.json.schema_components(types, ref_template=REF)
    of = dict(zip(map(repr, types), schemas, strict=True))
    paths: dict[str, Any] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = told(operation, of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Wildtable",
            "version": __version__,
            "description": "Live tables of five card games. What is said at a table goes over the WebSocket "
            "/ws/{table}, which docs/protocol.md of the sources tells.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"cookie": {"type": "apiKey", "in": "cookie", "name": "wildtable"}},
        },
    }


def is_schema(kind: Any) -> bool:
    return isinstance(kind, dict)


def told(operation: Operation, of: dict[str, Any]) -> dict[str, Any]:
    answer = operation.answer if is_schema(operation.answer) else of[repr(operation.answer)]
    errors = {429, 503, *operation.errors}
    if operation.method == "post":
        errors |= {403}
    if operation.body is not None:
        errors |= {400, 408, 413}
    description: dict[str, Any] = {
        "operationId": name_of(operation),
        "summary": operation.summary,
        "parameters": [*path_parameters(operation.path), *operation.query],
        "responses": {
            str(operation.status): {"description": "Done.", "content": {operation.kind: {"schema": answer}}},
            **{
                str(status): {
                    "description": ERRORS[status],
                    "content": {"application/json": {"schema": of[repr(Wrong)]}},
                }
                for status in sorted(errors)
            },
        },
    }
    if operation.body is not None:
        description["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": of[repr(operation.body)]}},
        }
    if 401 in errors:
        description["security"] = [{"cookie": []}, {}] if operation.method == "get" else [{"cookie": []}]
    return description


def name_of(operation: Operation) -> str:
    words = [word.strip("{}") for word in operation.path.removeprefix("/api").split("/") if word]
    return "_".join([operation.method, *words]).replace("-", "_")


def path_parameters(path: str) -> list[dict[str, Any]]:
    names = [word.strip("{}") for word in path.split("/") if word.startswith("{")]
    kinds = {"match": {"type": "integer", "minimum": 1, "maximum": 999_999_999}}
    return [
        {"name": name, "in": "path", "required": True, "schema": kinds.get(name, {"type": "string"})} for name in names
    ]


# --- as answers ---


async def get_openapi(request: Request) -> Response:
    await rest.asked(request)
    return json_response(openapi())


async def get_page(request: Request) -> Response:
    return page("Wildtable: the wire", page_of(openapi()))


def page_of(described: dict[str, Any]) -> str:
    """The description to read: what can be asked, and the types."""
    parts = [
        "<h1>The wire</h1><p>How programs talk with this server. The same for machines: "
        '<a href="/openapi.json">/openapi.json</a>. Bodies and answers are JSON; what is wrong comes back as '
        '<code>{"code", "text"}</code>. What is said at a table goes over the WebSocket <code>/ws/{table}</code>: '
        "docs/protocol.md of the sources tells how.</p>"
    ]
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            parts.append(f"<h2><code>{method.upper()} {html.escape(path)}</code></h2>")
            parts.append(f"<p>{html.escape(operation['summary'])}</p>")
            rows = [
                (parameter["name"], kind_of(parameter["schema"]), parameter.get("description", "in the path"))
                for parameter in operation["parameters"]
            ]
            if rows:
                parts.append(table(rows))
            if "requestBody" in operation:
                parts.append(f"<p>Body: {kind_of(schema_in(operation['requestBody']))}</p>")
            for status, answer in operation["responses"].items():
                if status.startswith("2"):
                    parts.append(f"<p>Answers {status}: {kind_of(schema_in(answer))}</p>")
    parts.append("<h2>Types</h2>")
    for name, schema in described["components"]["schemas"].items():
        parts.append(f'<h3 id="{html.escape(name)}">{html.escape(name)}</h3>')
        needed = schema.get("required", [])
        rows = [
            (field, kind_of(kind), "" if field in needed else f"may be left out; {json.dumps(kind.get('default'))}")
            for field, kind in schema.get("properties", {}).items()
        ]
        parts.append(table(rows))
    return "".join(parts)


def schema_in(holder: dict[str, Any]) -> dict[str, Any]:
    schema: dict[str, Any] = next(iter(holder["content"].values()))["schema"]
    return schema


def kind_of(schema: dict[str, Any]) -> str:
    """A schema in a few words, as HTML."""
    if "$ref" in schema:
        name = html.escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(kind_of(each) for each in schema["anyOf"])
    if "enum" in schema:
        return html.escape(", ".join(json.dumps(each) for each in schema["enum"]))
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"list of {kind_of(schema.get('items', {}))}"
    words = " or ".join(kind) if isinstance(kind, list) else str(kind)
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        words += f" from {low:,} to {high:,}"
    if schema.get("description"):
        words += f" ({schema['description']})"
    return html.escape(words)


def table(rows: list[tuple[str, str, str]]) -> str:
    """Rows of a name, a kind as HTML, and a text."""
    cells = "".join(
        f"<tr><td><code>{html.escape(name)}</code></td><td>{kind}</td><td>{html.escape(text)}</td></tr>"
        for name, kind, text in rows
    )
    return f"<table>{cells}</table>"
