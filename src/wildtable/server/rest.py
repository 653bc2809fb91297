"""The REST part of docs/protocol.md. What it takes and gives is told by /openapi.json from the same types."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from wildtable.engine.game import SEAT_LETTERS, Game
from wildtable.errors import UnknownGame
from wildtable.games import game as find_game
from wildtable.games import games as all_games
from wildtable.notation.record import record_text
from wildtable.server import people, requests
from wildtable.server.catalog import book_told, game_told
from wildtable.server.fold import WireError
from wildtable.server.house import House
from wildtable.server.lab import LabWanted, plans_of
from wildtable.server.lessons import lesson_told, lessons_told
from wildtable.server.messages import Level
from wildtable.server.names import clean_name
from wildtable.server.replays import MOST_STEPS, PastMatch, match_told, replay_steps
from wildtable.server.store import Played
from wildtable.server.tables import Room
from wildtable.server.web import WebError, capital, is_https, json_response, read_body, same_site

TABLE = re.compile(r"[a-z0-9]{1,40}")
WHOLE = re.compile(r"[0-9]{1,9}")
PLAYER = re.compile(r"[a-z0-9:]{1,40}")
STATUS = {
    "too_fast": 429,
    "unknown": 404,
    "no_seat": 404,
    "not_now": 409,
    "full": 503,
    "try_again": 503,
    "not_host": 403,
}


# What is sent, and what comes back


class Who(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Me(msgspec.Struct, frozen=True):
    person: str
    name: str


class ClockWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds for a move, and in all for those that take longer."""

    move: Annotated[int, msgspec.Meta(ge=5, le=3600)]
    bank: Annotated[int, msgspec.Meta(ge=0, le=36_000)] = 0


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    game: str
    seats: Annotated[int, msgspec.Meta(ge=1, le=12)] | msgspec.UnsetType = msgspec.UNSET
    options: dict[str, Any] = {}
    open: bool = False
    spectators: bool = True
    clock: ClockWanted | None = None
    grace: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 400
    pace: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 800
    bots: Annotated[list[Level], msgspec.Meta(max_length=12)] = []
    begin: bool = False


class TableOpened(msgspec.Struct, frozen=True):
    table: str
    path: str


class TableListed(msgspec.Struct, frozen=True):
    table: str
    path: str
    game: str
    title: str
    state: Literal["waiting", "playing", "over", "closed"]
    open: bool
    spectators: bool
    match: int
    seats: int
    free: int
    names: list[str]
    changed: int


class GoOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """After how many moves, on whose chair, against whom."""

    step: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    seat: Annotated[str, msgspec.Meta(pattern="^[A-L]$")]
    level: Level = "calm"


class Steps(msgspec.Struct, frozen=True):
    total: int
    steps: list[dict[str, Any]]


class Figures(msgspec.Struct, frozen=True):
    """Of one player in one game. `rating` is what the strength is at least."""

    matches: int
    wins: int
    rating: float
    mu: float
    sigma: float


class PlayerTold(msgspec.Struct, frozen=True):
    person: str
    name: str
    games: dict[str, Figures]
    last: list[Played]


class RatedTold(msgspec.Struct, frozen=True):
    who: str
    name: str
    matches: int
    wins: int
    rating: float
    mu: float
    sigma: float


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


async def asked(request: Request) -> House:
    """What every request to /api goes through first."""
    house = house_of(request)
    if request.method not in ("GET", "HEAD") and not same_site(request, house.settings.origins):
        raise WebError(403, "origin", "A page of another site may not ask for this.")
    if not house.address_of(request).requests.take():
        raise WebError(429, "too_fast", "There have been too many requests from your address; wait a moment.")
    return house


def game_named(game_id: str, status: int = 404) -> Game[Any, Any]:
    try:
        return find_game(game_id)
    except UnknownGame as error:
        raise WebError(status, "unknown", f"{capital(str(error))}.") from None


# --- who you are ---


async def me(request: Request) -> Response:
    return await (post_me if request.method == "POST" else get_me)(request)


async def get_me(request: Request) -> Response:
    house = await asked(request)
    person = await house.somebody(request)
    return json_response(Me(person.id, person.name))


async def post_me(request: Request) -> Response:
    house = await asked(request)
    who = await read_body(request, Who)
    try:
        name = clean_name(who.name)
    except ValueError as error:
        raise WebError(400, "bad_field", f"{capital(str(error))}.") from None
    before = await house.person_of(request)
    person = before.id if before is not None else people.new_person_id()
    await house.store.name_person(person, name)
    answer = json_response(Me(person, name))
    people.set_cookie(answer, person, house.key, is_https(request))
    return answer


# --- the games ---


async def get_games(request: Request) -> Response:
    await asked(request)
    return json_response([game_told(game) for game in all_games()])


async def get_rules(request: Request) -> Response:
    await asked(request)
    return json_response(book_told(game_named(request.path_params["game"])))


async def get_lessons(request: Request) -> Response:
    await asked(request)
    game = game_named(request.path_params["game"])
    return json_response(await asyncio.to_thread(lessons_told, game))


async def get_lesson(request: Request) -> Response:
    await asked(request)
    game = game_named(request.path_params["game"])
    lesson = await asyncio.to_thread(lesson_told, game, request.path_params["lesson"])
    if lesson is None:
        raise WebError(404, "unknown", f"There is no such lesson in {game.title}.")
    return json_response(lesson)


# --- the lab ---


async def post_lab(request: Request) -> Response:
    house = await asked(request)
    wanted = await read_body(request, LabWanted)
    game = game_named(wanted.game, 400)
    with told_in_http():
        return house.lab.answer(house.address_of(request), plans_of(game, wanted))


# --- tables ---


async def tables(request: Request) -> Response:
    return await (post_table if request.method == "POST" else get_tables)(request)


async def get_tables(request: Request) -> Response:
    house = await asked(request)
    mine = request.query_params.get("mine", "false")
    if mine not in ("true", "false"):
        raise WebError(400, "bad_field", "mine is true or false.")
    if mine == "true":
        found = await house.store.tables_of((await house.somebody(request)).id)
    else:
        found = await house.store.lobby()
    titles = {game.id: game.title for game in all_games()}
    return json_response(
        [
            TableListed(
                table=table,
                path=f"/t/{table}",
                game=summary.game,
                title=titles.get(summary.game, summary.game),
                state=summary.state,
                open=summary.open,
                spectators=summary.spectators,
                match=summary.match,
                seats=summary.seats,
                free=summary.free,
                names=summary.names,
                changed=changed,
            )
            for table, summary, changed in found
        ]
    )


async def post_table(request: Request) -> Response:
    house = await asked(request)
    person = await house.somebody(request)
    wanted = await read_body(request, NewTable)
    with told_in_http():
        opening = requests.open_table(msgspec.to_builtins(wanted), person.id, person.name)
    return await open_table(house, request, opening)


async def open_table(house: House, request: Request, opening: requests.Opening) -> Response:
    if not house.address_of(request).tables.take():
        raise WebError(429, "too_fast", "There have been too many tables from your address; wait a moment.")
    with told_in_http():
        table = await house.tables.open_table(opening)
    return json_response(TableOpened(table, f"/t/{table}"), 201)


async def get_table(request: Request) -> Response:
    house = await asked(request)
    room = await room_of(house, request)
    async with room.looked_at() as live:
        return json_response(live.info(room.here(), room.watching()))


async def room_of(house: House, request: Request) -> Room:
    table_id = request.path_params["table"]
    with told_in_http():
        room = await house.tables.find(table_id) if TABLE.fullmatch(table_id) else None
    if room is None:
        raise WebError(404, "unknown", "There is no such table.")
    return room


@contextmanager
def told_in_http() -> Iterator[None]:
    """What the table says, as HTTP has it."""
    try:
        yield
    except WireError as error:
        raise WebError(STATUS.get(error.code, 400), error.code, f"{capital(str(error))}.") from None


# --- matches that are over ---


async def past_match(house: House, request: Request) -> PastMatch:
    room = await room_of(house, request)
    words = request.path_params["match"]
    async with room.looked_at() as live:
        past = live.matches.get(int(words)) if WHOLE.fullmatch(words) else None
    if past is None:
        raise WebError(404, "unknown", "There is no such match at this table.")
    if not past.over:
        raise WebError(409, "not_now", "The match is still on.")
    return past


async def get_match(request: Request) -> Response:
    past = await past_match(await asked(request), request)
    return json_response(await asyncio.to_thread(match_told, past))


async def get_steps(request: Request) -> Response:
    past = await past_match(await asked(request), request)
    eyes = request.query_params.get("eyes", "nobody")
    if eyes not in ("nobody", "all", *SEAT_LETTERS[: past.seats]):
        raise WebError(400, "bad_field", "eyes is the letter of a seat, nobody, or all.")
    first = whole(request, "from", 0, 0, 1_000_000)
    count = whole(request, "count", 50, 1, MOST_STEPS)
    steps = await asyncio.to_thread(replay_steps, past, eyes, first, count)
    return json_response(Steps(len(past.moves) + 1, steps))


def whole(request: Request, name: str, usual: int, low: int, high: int) -> int:
    words = request.query_params.get(name, str(usual))
    if not WHOLE.fullmatch(words) or not low <= int(words) <= high:
        raise WebError(400, "bad_field", f"{name} is a whole number from {low} to {high}.")
    return int(words)


async def get_record(request: Request) -> Response:
    past = await past_match(await asked(request), request)
    record = await asyncio.to_thread(past.record)
    if record is None:
        raise WebError(409, "not_now", "This match went on from another one, so that no record can hold it.")
    name = f"{past.game.id}-{past.table}-{past.number}.toml"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(record_text(record), media_type="application/toml", headers=headers)


async def post_play_on(request: Request) -> Response:
    house = await asked(request)
    person = await house.somebody(request)
    wanted = await read_body(request, GoOn)
    past = await past_match(house, request)
    with told_in_http():
        opening = requests.play_on(past, wanted.step, wanted.seat, wanted.level, person.id, person.name)
    return await open_table(house, request, opening)


# --- players ---


async def get_player(request: Request) -> Response:
    house = await asked(request)
    who = request.path_params["person"]
    player = await house.store.player(who) if PLAYER.fullmatch(who) else None
    if player is None:
        raise WebError(404, "unknown", "There is nobody of that id.")
    games = {
        game: Figures(held.matches, held.wins, rating(held.mu, held.sigma), held.mu, held.sigma)
        for game, held in player.games.items()
    }
    return json_response(PlayerTold(player.person, player.name, games, player.last))


async def get_ratings(request: Request) -> Response:
    house = await asked(request)
    if "game" not in request.query_params:
        raise WebError(400, "bad_field", "Say of which game, such as /api/ratings?game=cl4sh.")
    game = game_named(request.query_params["game"])
    best = await house.store.best(game.id)
    return json_response(
        [
            RatedTold(one.who, one.name, one.matches, one.wins, rating(one.mu, one.sigma), one.mu, one.sigma)
            for one in best
        ]
    )


def rating(mu: float, sigma: float) -> float:
    return round(mu - 3 * sigma, 2)


def routes() -> list[Route]:
    """All of it, under the paths of docs/protocol.md."""
    match = "/api/tables/{table}/matches/{match}"
    return [
        Route("/api/me", me, methods=["GET", "POST"]),
        Route("/api/games", get_games),
        Route("/api/games/{game}/rules", get_rules),
        Route("/api/games/{game}/lessons", get_lessons),
        Route("/api/games/{game}/lessons/{lesson}", get_lesson),
        Route("/api/lab", post_lab, methods=["POST"]),
        Route("/api/tables", tables, methods=["GET", "POST"]),
        Route("/api/tables/{table}", get_table),
        Route(match, get_match),
        Route(f"{match}/steps", get_steps),
        Route(f"{match}/record", get_record),
        Route(f"{match}/play-on", post_play_on, methods=["POST"]),
        Route("/api/players/{person}", get_player),
        Route("/api/ratings", get_ratings),
    ]
