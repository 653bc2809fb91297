"""Matches that are over: who played, who won, and how good everybody is by now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from statistics import fmean
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, func, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from wildtable.arena.figures import NEWCOMER, after_match
from wildtable.server.entries import Place
from wildtable.server.schema import matches, places, players, ratings

LAST = 20


class Standing(msgspec.Struct, frozen=True):
    """Somebody's rated matches of one game. A machine player on several chairs of a match counts with each of them."""

    matches: int
    wins: int
    mu: float
    sigma: float


class Played(msgspec.Struct, frozen=True):
    """A match that is over, for one who played in it."""

    table: str
    match: int
    game: str
    ended: int
    rated: bool
    won: bool
    score: int
    names: list[str]  # of all, by seat


class Player(msgspec.Struct, frozen=True):
    person: str
    name: str
    games: dict[str, Standing]
    last: list[Played]  # the newest first


class Rated(msgspec.Struct, frozen=True):
    """A line of the list of the best; `who` is a person, or a machine player as `bot:calm`."""

    who: str
    name: str
    matches: int
    wins: int
    mu: float
    sigma: float


class Over(msgspec.Struct, frozen=True):
    """An ending, and where and when that was."""

    table: str
    match: int
    game: str
    ended: int
    rated: bool
    places: list[Place]


def after(places: list[Place], before: dict[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
    """Everybody's rating after a match, the winners before all others. Who has several chairs gets the mean of what
    each of them would have brought; who has all of them learns nothing."""
    if len({place.who for place in places}) < 2:
        return {}
    now = after_match([before[place.who] for place in places], [1.0 if place.won else 2.0 for place in places])
    chairs = defaultdict(list)
    for place, rating in zip(places, now, strict=True):
        chairs[place.who].append(rating)
    return {who: (fmean(mu for mu, _ in found), fmean(sigma for _, sigma in found)) for who, found in chairs.items()}


def count(connection: Connection, endings: list[Over]) -> None:
    """Store the matches and, for the rated ones, what they change, in the caller's transaction."""
    connection.execute(
        matches.insert(),
        [
            {"table_id": over.table, "match": over.match, "game": over.game, "ended": over.ended, "rated": over.rated}
            for over in endings
        ],
    )
    rows = [
        {"table_id": over.table, "match": over.match, "ended": over.ended, **msgspec.structs.asdict(place)}
        for over in endings
        for place in over.places
    ]
    if rows:
        connection.execute(places.insert(), rows)
    rated = [over for over in endings if over.rated and over.places]
    if rated:
        _rate(connection, rated)


def _rate(connection: Connection, endings: list[Over]) -> None:
    names = {(place.who, over.game): place.name for over in endings for place in over.places}
    # In one order for all workers, so that no two wait for each other.
    keys = sorted(names)
    new = [_row(who, game, names[who, game], 0, 0, NEWCOMER) for who, game in keys]
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    connection.execute(insert(ratings).on_conflict_do_nothing(), new)
    found = connection.execute(
        select(ratings)
        .where(tuple_(ratings.c.who, ratings.c.game).in_(keys))
        .order_by(ratings.c.who, ratings.c.game)
        .with_for_update()
    )
    now = {(row.who, row.game): row for row in found}
    standings = {key: (row.matches, row.wins) for key, row in now.items()}
    values = {key: (row.mu, row.sigma) for key, row in now.items()}
    for over in endings:
        for place in over.places:
            played, won = standings[place.who, over.game]
            standings[place.who, over.game] = played + 1, won + place.won
        before = {place.who: values[place.who, over.game] for place in over.places}
        for who, rating in after(over.places, before).items():
            values[who, over.game] = rating
    changed = [_row(*key, names[key], *standings[key], values[key]) for key in keys]
    connection.execute(
        update(ratings).where(ratings.c.who == bindparam("of"), ratings.c.game == bindparam("at")),
        [{"of": row.pop("who"), "at": row.pop("game"), **row} for row in changed],
    )


def _row(who: str, game: str, name: str, played: int, won: int, rating: tuple[float, float]) -> dict[str, Any]:
    mu, sigma = rating
    return {
        "who": who,
        "game": game,
        "name": name,
        "matches": played,
        "wins": won,
        "mu": mu,
        "sigma": sigma,
        "sure": mu - 3 * sigma,
    }


async def player(connection: AsyncConnection, person: str) -> Player | None:
    name = await connection.scalar(select(players.c.name).where(players.c.person == person))
    rows = (await connection.execute(select(ratings).where(ratings.c.who == person).order_by(ratings.c.game))).all()
    if name is None and not rows:
        return None
    games = {row.game: Standing(row.matches, row.wins, row.mu, row.sigma) for row in rows}
    return Player(person, rows[0].name if name is None else name, games, await _last(connection, person))


async def _last(connection: AsyncConnection, person: str) -> list[Played]:
    played = (
        await connection.execute(
            select(places, matches.c.game, matches.c.rated)
            .join(matches, (matches.c.table_id == places.c.table_id) & (matches.c.match == places.c.match))
            .where(places.c.who == person)
            .order_by(places.c.ended.desc(), places.c.table_id, places.c.match.desc(), places.c.seat)
            .limit(LAST)
        )
    ).all()
    names = await _names(connection, {(row.table_id, row.match) for row in played})
    return [
        Played(
            table=row.table_id,
            match=row.match,
            game=row.game,
            ended=row.ended,
            rated=row.rated,
            won=row.won,
            score=row.score,
            names=names[row.table_id, row.match],
        )
        for row in played
    ]


async def _names(connection: AsyncConnection, which: Iterable[tuple[str, int]]) -> dict[tuple[str, int], list[str]]:
    found = await connection.execute(
        select(places.c.table_id, places.c.match, places.c.name)
        .where(tuple_(places.c.table_id, places.c.match).in_(list(which)))
        .order_by(places.c.table_id, places.c.match, places.c.seat)
    )
    names = defaultdict(list)
    for row in found:
        names[row.table_id, row.match].append(row.name)
    return names


async def best(connection: AsyncConnection, game: str, limit: int) -> list[Rated]:
    rows = await connection.execute(
        select(
            ratings.c.who,
            func.coalesce(players.c.name, ratings.c.name).label("name"),
            ratings.c.matches,
            ratings.c.wins,
            ratings.c.mu,
            ratings.c.sigma,
        )
        .outerjoin(players, players.c.person == ratings.c.who)
        .where(ratings.c.game == game)
        .order_by(ratings.c.sure.desc(), ratings.c.who)
        .limit(limit)
    )
    return [Rated(*row) for row in rows]
