"""The application of one worker: which path leads where."""

from __future__ import annotations

import html
import mimetypes
from http import HTTPStatus
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute

from wildtable.server import rest
from wildtable.server.house import House
from wildtable.server.logs import WARNING, note
from wildtable.server.openapi import get_openapi, get_page
from wildtable.server.socket import talk
from wildtable.server.store import StoreError
from wildtable.server.web import Around, WebError, page, wants_json, wrong

# Paths of the browser table, which is one page with a script that looks at the path.
MANY = ("t", "replay", "rules", "lessons", "players", "lab")
PAGES = ("/", *(f"/{page}{rest}" for page in MANY for rest in ("", "/{rest:path}")))
FOR_EVER = "public, max-age=31536000, immutable"  # files of /assets have their hash in their name

NOT_BUILT = """<h1>Wildtable</h1>
<p>The server runs, but its browser table has not been built. In the folder of the sources</p>
<pre>make play</pre>
<p>builds it, if Node.js 20 or newer is there, and starts the server again. Programs can play without it:
<a href="/api">what they say and hear</a>.</p>"""


def make_app(house: House) -> Starlette:
    app = Starlette(
        routes=[
            *rest.routes(),
            Route("/openapi.json", get_openapi),
            Route("/api", get_page),
            Route("/healthz", health),
            Route("/metrics", metrics),
            WebSocketRoute("/ws/{table}", talk),
            Route("/assets/{path:path}", asset),
            *(Route(path, browser_table) for path in PAGES),
            Route("/{name}", beside_the_page),
        ],
        middleware=[Middleware(Around, metrics=house.metrics)],
        exception_handlers={WebError: tell_wrong, StoreError: tell_store, HTTPException: tell_status},
    )
    app.state.house = house
    return app


# --- for operators ---


async def health(request: Request) -> Response:
    house: House = request.app.state.house
    if house.stopping:
        return JSONResponse({"well": False, "text": "The server is stopping."}, 503)
    try:
        await house.store.ping()
    except StoreError as error:
        note("not well", WARNING, error=error)  # the public need not know where the database is
        return JSONResponse({"well": False, "text": "The database does not answer; the log says why."}, 503)
    return JSONResponse({"well": True, "text": "All is well."})


async def metrics(request: Request) -> Response:
    house: House = request.app.state.house
    return Response(house.metrics.text(), media_type="text/plain; version=0.0.4")


# --- the browser table ---


async def browser_table(request: Request) -> Response:
    return the_page(request) or page("Wildtable", NOT_BUILT, 200 if request.url.path == "/" else 404)


def the_page(request: Request, status: int = 200) -> Response | None:
    house: House = request.app.state.house
    index = house.settings.static / "index.html"
    return file_response(request, index, "text/html", "no-cache", status) if index.is_file() else None


async def asset(request: Request) -> Response:
    return static_file(request, Path("assets") / request.path_params["path"], FOR_EVER)


async def beside_the_page(request: Request) -> Response:
    """Files that lie beside index.html, such as an icon."""
    return static_file(request, Path(request.path_params["name"]), "public, max-age=3600")


def static_file(request: Request, path: Path, keep: str) -> Response:
    house: House = request.app.state.house
    folder = house.settings.static.resolve()
    try:
        file = (folder / path).resolve()
        found = file.is_relative_to(folder) and file.is_file()
    except (OSError, ValueError):  # a name that no file can have
        found = False
    if not found:
        raise HTTPException(404)
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return file_response(request, file, kind, keep)


def file_response(request: Request, file: Path, kind: str, keep: str, status: int = 200) -> Response:
    """A built file; packed, if it is there like that as well and who asks can unpack it."""
    headers = {"Cache-Control": keep}
    packed = file.with_name(file.name + ".gz")
    if packed.is_file():
        headers["Vary"] = "Accept-Encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            file = packed
    return FileResponse(file, status, headers=headers, media_type=kind)


# --- errors ---


async def tell_wrong(request: Request, error: Exception) -> Response:
    assert isinstance(error, WebError)
    if wants_json(request.scope):
        return wrong(error)
    return page(error.text, f'<h1>{html.escape(error.text)}</h1><p><a href="/">Wildtable</a></p>', error.status)


async def tell_store(request: Request, error: Exception) -> Response:
    note("the store failed", WARNING, error=error)
    text = "The server cannot reach its database now; try again in a moment."
    return await tell_wrong(request, WebError(503, "try_again", text))


async def tell_status(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    # Who has followed a wrong link sees what all other pages look like, and the way to them.
    if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        found = the_page(request, 404)
        if found is not None:
            return found
    texts = {404: ("unknown", "There is nothing here."), 405: ("method", "This is not asked in that way.")}
    usual = (HTTPStatus(error.status_code).phrase.lower().replace(" ", "_"), f"{error.detail}.")
    answer = await tell_wrong(request, WebError(error.status_code, *texts.get(error.status_code, usual)))
    answer.headers.update(error.headers or {})
    return answer
