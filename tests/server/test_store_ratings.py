"""Matches that are over: who has played what, and how the ratings follow."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.records import addition, ending, in_a_loop, stores
from wildtable.arena.figures import NEWCOMER, after_match
from wildtable.server.entries import Ending, Place
from wildtable.server.store import Played, Player, Standing, Store


async def play(store: Store, table: str, *endings: Ending) -> None:
    for number, one in enumerate(endings, 1):
        assert await store.append(addition(table, number, ending=one))


@in_a_loop
async def test_a_match_counts_for_all_who_played(url: str) -> None:
    async with stores(url) as [store]:
        await store.name_person("ada", "Ada")
        await play(store, "a", ending("ada", "bob", "bot:calm", won="bob"))
        ada, bob, calm = after_match([NEWCOMER] * 3, [2, 1, 2])
        assert await store.player("bob") == Player(
            "bob",
            "BOB",
            {"cl4sh": Standing(1, 1, *bob)},
            [Played("a", 1, "cl4sh", 1, True, True, 10, ["ADA", "BOB", "BOT:CALM"])],
        )
        found = await store.player("ada")
        assert found is not None
        assert (found.name, found.games) == ("Ada", {"cl4sh": Standing(1, 0, *ada)})
        machine = await store.player("bot:calm")
        assert machine is not None
        assert machine.games == {"cl4sh": Standing(1, 0, *calm)}


@in_a_loop
async def test_ratings_go_on_from_match_to_match_and_games_have_nothing_to_do_with_each_other(url: str) -> None:
    async with stores(url) as [store]:
        await play(
            store,
            "a",
            ending("ada", "bob", won="ada"),
            ending("ada", "bob", won="ada", match=2),
            ending("bob", "ada", won="bob", match=3, game="wild-side"),
        )
        twice = after_match(after_match([NEWCOMER] * 2, [1, 2]), [1, 2])
        once = after_match([NEWCOMER] * 2, [1, 2])
        best = [(one.who, one.matches, one.wins, one.mu, one.sigma) for one in await store.best("cl4sh", 10)]
        assert best == [("ada", 2, 2, *twice[0]), ("bob", 2, 0, *twice[1])]
        best = [(one.who, one.matches, one.wins, one.mu, one.sigma) for one in await store.best("wild-side", 1)]
        assert best == [("bob", 1, 1, *once[0])]
        assert await store.best("wild-apex", 10) == []


@in_a_loop
async def test_what_is_not_rated_is_told_and_does_not_count(url: str) -> None:
    async with stores(url) as [store]:
        await store.name_person("ada", "Ada")
        await play(store, "a", ending("ada", "bob", won="ada", rated=False))
        found = await store.player("ada")
        assert found is not None
        assert found.games == {}
        assert [(one.won, one.rated) for one in found.last] == [(True, False)]
        assert await store.player("bob") is None
        assert await store.best("cl4sh", 10) == []


@in_a_loop
async def test_a_machine_player_on_several_chairs_gets_the_mean_of_them(url: str) -> None:
    async with stores(url) as [store]:
        await play(store, "a", ending("ada", "bot:calm", "bot:calm", won="ada"))
        ada, one, other = after_match([NEWCOMER] * 3, [1, 2, 2])
        [first, second] = await store.best("cl4sh", 10)
        assert (first.who, first.mu, first.sigma) == ("ada", *ada)
        assert (second.who, second.matches, second.wins) == ("bot:calm", 2, 0)
        assert second.mu == pytest.approx((one[0] + other[0]) / 2)
        assert second.sigma == pytest.approx((one[1] + other[1]) / 2)


@in_a_loop
async def test_who_plays_only_against_itself_learns_nothing(url: str) -> None:
    alone = Ending(
        1, "cl4sh", True, [Place("A", "bot:calm", "Calm", True, 0), Place("B", "bot:calm", "Calm", False, 1)]
    )
    async with stores(url) as [store]:
        await play(store, "a", alone)
        [found] = await store.best("cl4sh", 10)
        assert (found.matches, found.wins, found.mu, found.sigma) == (2, 1, *NEWCOMER)


@in_a_loop
async def test_the_last_twenty_matches_the_newest_first(url: str) -> None:
    async with stores(url) as [store]:
        await play(store, "a", *(ending("ada", "bob", won="bob", match=match) for match in range(1, 24)))
        found = await store.player("ada")
        assert found is not None
        assert [one.match for one in found.last] == list(range(23, 3, -1))
        assert {tuple(one.names) for one in found.last} == {("ADA", "BOB")}
        assert found.games["cl4sh"].matches == 23


@in_a_loop
async def test_a_name_is_what_somebody_said_last(url: str) -> None:
    async with stores(url) as [store]:
        assert await store.player("ada") is None
        await store.name_person("ada", "Ada")
        await store.name_person("ada", "Ada L.")
        assert await store.player("ada") == Player("ada", "Ada L.", {}, [])
        await play(store, "a", ending("ada", "bob", won="ada"))
        assert [one.name for one in await store.best("cl4sh", 10)] == ["Ada L.", "BOB"]


@in_a_loop
async def test_workers_that_rate_the_same_players_at_once_lose_no_match(postgres_url: str) -> None:
    count = 40
    async with stores(postgres_url, 2) as both:
        await asyncio.gather(
            *(
                play(
                    both[n % 2], f"t{n}", ending(*sorted(["bot:calm", f"p{n % 3}"], reverse=n % 4 > 1), won="bot:calm")
                )
                for n in range(count)
            )
        )
        best = {one.who: one for one in await both[0].best("cl4sh", 10)}
        assert (best["bot:calm"].matches, best["bot:calm"].wins) == (count, count)
        assert sum(best[f"p{n}"].matches for n in range(3)) == count
        assert all(store.failures == 0 for store in both)
