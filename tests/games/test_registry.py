"""The table of games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from wildtable import games
from wildtable.errors import UnknownGame
from wildtable.games.wild_apex import WildApexGame


class Other(WildApexGame):
    id = "a-game-of-somebody-else"


@pytest.fixture(autouse=True)
def _clean() -> Iterator[None]:
    before = dict(games._registered)
    games._registered.clear()
    yield
    games._registered.clear()
    games._registered.update(before)


def test_a_game_by_its_id() -> None:
    assert games.game("wild-apex").title == "Wild Apex"
    assert games.game("wild-apex") is games.game("wild-apex")


@pytest.mark.parametrize("name", ["wild-apx", "WILD-APEX", "wild_apex"])
def test_an_unknown_game_is_told_with_a_suggestion(name: str) -> None:
    with pytest.raises(UnknownGame, match=r"did you mean wild-apex\?"):
        games.game(name)
    with pytest.raises(UnknownGame, match="there are wild-apex"):
        games.game("")


def test_our_games_come_first_and_others_by_their_ids() -> None:
    games.register(Other())
    ids = [game.id for game in games.games()]
    ours = [game_id for game_id in games.ORDER if game_id in ids]
    assert ids == [*ours, "a-game-of-somebody-else"]
    assert games.game("a-game-of-somebody-else").id == "a-game-of-somebody-else"
