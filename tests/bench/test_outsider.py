"""Our search at RLCard's UNO table: what is translated, both ways."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bench.outsider import DECK, Searcher, action_of, card_of, color_in_force, table_of
from wildtable._build import wants_sources
from wildtable.engine.game import legal_moves
from wildtable.games.uno_etheria import GAME
from wildtable.games.uno_etheria.words import COLORS

ROUNDS = 100 if wants_sources() else 1000
COLORED = [f"{letter}-{symbol}" for letter in "rgby" for symbol in (*map(str, range(10)), "skip", "reverse", "draw_2")]
WILDS = [f"{letter}-{symbol}" for letter in "rgby" for symbol in ("wild", "wild_draw_4")]


def told(hand: str, played: str, target: str = "", others: int = 3) -> dict[str, Any]:
    """What RLCard tells the player on its second chair."""
    cards = hand.split()
    return {
        "hand": cards,
        "target": target or played.split()[-1],
        "played_cards": played.split(),
        "num_cards": [others, len(cards)],
        "current_player": 1,
    }


def answer(raw: dict[str, Any], legal: str) -> str:
    return Searcher(ROUNDS, seed=1).step({"raw_obs": raw, "raw_legal_actions": legal.split()})


# --- cards and actions ---


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("r-0", "R0"),
        ("y-5", "Y5"),
        ("g-skip", "G-SKIP"),
        ("b-reverse", "B-REV"),
        ("r-draw_2", "R+2"),
        ("y-wild", "WILD"),
        ("b-wild", "WILD"),
        ("g-wild_draw_4", "WILD4"),
    ],
)
def test_cards(theirs: str, ours: str) -> None:
    assert GAME.card_text(card_of(theirs)) == ours


def test_the_deck_is_theirs() -> None:
    """One 0, two of the others, and a wild card of each kind for every colour."""
    box = [*COLORED, *(card for card in COLORED if not card.endswith("-0")), *WILDS]
    assert len(box) == 108
    assert Counter(map(card_of, box)) == Counter(DECK)


@pytest.mark.parametrize("action", [*COLORED, *WILDS, "draw"])
def test_every_action_is_a_move(action: str) -> None:
    """The move of the same card, with the colour said where it is a wild one, is that action."""
    text = "draw"
    if action != "draw":
        text = f"play {GAME.card_text(card_of(action))}"
        text += f" {action[0].upper()}" if action in WILDS else ""
    table = table_of(told("r-1 r-2 r-3", "r-9"), [])
    assert action_of(GAME.read_move(text, table)) == action


def test_the_call_is_no_action() -> None:
    table = table_of(told("r-1 r-2", "r-9"), [])
    assert action_of(GAME.read_move("play R1 uno", table)) == "r-1"
    assert action_of(GAME.read_move("play WILD4 B uno", table)) == "b-wild_draw_4"


# --- the colour in force ---


@pytest.mark.parametrize(
    ("raw", "legal", "color"),
    [
        (told("b-1 g-2", "r-3 b-9"), "b-1", "B"),
        # a wild card is the target under the colour of its making, and lies there in the one that was chosen
        (told("g-1 b-2", "r-3 g-wild", target="r-wild"), "g-1", "G"),
        # nothing lies there after a shuffle
        (told("y-1 b-2", "", target="y-skip"), "y-1", "Y"),
        (told("y-1 b-2 r-wild", "", target="r-wild"), "b-2 r-wild g-wild b-wild y-wild", "B"),
        (told("r-1 b-2 y-4", "", target="r-wild_draw_4"), "draw", "G"),
    ],
)
def test_the_color_in_force(raw: dict[str, Any], legal: str, color: str) -> None:
    assert COLORS[color_in_force(raw, legal.split())] == color


# --- the table ---


def test_a_table() -> None:
    raw = told("r-1 r-1 y-skip b-wild g-wild_draw_4", "b-3 b-reverse r-wild y-7", others=4)
    table = table_of(raw, [])
    view = GAME.view(table, 1)
    assert GAME.cards_text(view.hand) == "R1*2 WILD Y-SKIP WILD4"
    assert view.counts == (4, 5)
    assert GAME.cards_text(view.discard) == "B3 B-REV WILD Y7"
    assert view.draw_count == 108 - 4 - 5 - 4
    assert view.required == (1,)
    everything = [*view.hand, *view.discard, *table.hand(0), *table.draw_order()]
    assert Counter(everything) == Counter(DECK)


def test_a_wild_card_on_top_has_its_color() -> None:
    table = table_of(told("g-1 b-2", "r-3 b-wild_draw_4", target="y-wild_draw_4"), [])
    assert COLORS[table.color] == "B"
    assert "play B2 uno" in [GAME.move_text(move) for move in legal_moves(table, 1)]


def test_a_table_after_a_shuffle_has_the_target_on_top() -> None:
    table = table_of(told("y-1 b-2", "", target="y-skip"), [])
    assert GAME.cards_text(table.discards()) == "Y-SKIP"
    assert len(table.draw_order()) == 108 - 2 - 3 - 1


# --- the answer ---


def test_the_only_action_needs_no_thought() -> None:
    assert answer(told("b-1 g-2", "r-3"), "draw") == "draw"


def test_it_wins_at_once_where_it_can() -> None:
    """The other player has one card left: the Skip first, and the last card goes out."""
    assert answer(told("r-5 r-skip", "r-3", others=1), "r-5 r-skip") == "r-skip"


def test_what_the_other_table_refuses_is_not_played() -> None:
    """Only there a card of the same number forbids the Wild Draw Four, and nobody draws by choice."""
    assert answer(told("g-3 y-3 b-wild_draw_4", "r-3"), "g-3 y-3") in ("g-3", "y-3")


def test_a_wild_card_gets_a_color() -> None:
    wilds = "r-wild g-wild b-wild y-wild"
    assert answer(told("b-5 b-wild", "r-3", others=2), wilds) == "b-wild"


# --- at the table itself ---


def test_games_at_the_table() -> None:
    """Every action that RLCard allows is a move of ours."""
    rlcard = pytest.importorskip("rlcard")
    for seed in range(3):
        environment = rlcard.make("uno", {"seed": seed})
        searcher = Searcher(200, seed)
        state, seat = environment.reset()
        while not environment.is_over():
            raw, legal = state["raw_obs"], state["raw_legal_actions"]
            moves = {action_of(move) for move in legal_moves(table_of(raw, legal), seat)}
            assert moves >= set(legal)
            action = searcher.step(state)
            assert action in legal
            state, seat = environment.step(action, raw_action=True)


def test_a_deal_is_always_played_alike() -> None:
    pytest.importorskip("rlcard")
    from bench.rlcard import Task, play_deal

    for seed in range(5):
        assert play_deal(Task(50, seed)) == play_deal(Task(50, seed))
