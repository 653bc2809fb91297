"""What is known to whom: hands, piles taken in everybody's sight, blind cards, the cards that were left over."""

from __future__ import annotations

from collections import Counter

from tests.games.wild_side.tables import A, B, C, position, redealt
from wildtable.engine.codes import NOBODY
from wildtable.engine.drive import play_out
from wildtable.engine.game import play
from wildtable.games.wild_side import GAME


def test_nobody_knows_a_blind_card_not_even_its_owner() -> None:
    table = GAME.new_match(3, seed=6)
    for viewer in (A, B, C, NOBODY):
        found = {tuple(redealt(table, viewer, seed).face_down_row(A)) for seed in range(20)}
        assert len(found) > 1
        rows = {tuple(redealt(table, viewer, seed).face_up_row(A)) for seed in range(20)}
        assert rows == {tuple(table.face_up_row(A))}


def test_blind_cards_hands_and_cards_left_over_change_places() -> None:
    """A card of the viewer's own face-down row can be anywhere that it cannot see."""
    table = GAME.new_match(2, {"badgers": 1}, seed=next(s for s in range(200) if blind_badger(s)))
    places: Counter[str] = Counter()
    for seed in range(300):
        other = redealt(table, A, seed)
        for name, cards in (
            ("own blind", other.face_down_row(A)),
            ("other blind", other.face_down_row(B)),
            ("other hand", other.hand(B)),
            ("left over", other.discards()),
        ):
            places[name] += 0 in cards
    assert sum(places.values()) == 300
    assert min(places.values()) > 0
    assert set(places) == {"own blind", "other blind", "other hand", "left over"}


def blind_badger(seed: int) -> bool:
    return 0 in GAME.new_match(2, {"badgers": 1}, seed).face_down_row(A)


def test_a_pile_that_was_taken_is_known_until_as_many_such_cards_are_played() -> None:
    table = position(["P10 C4 C1 F1", "F1 F5 F7 F12", "W1 W5 W12"], pile="C4 P3")
    play(table, A, "play P10")
    known = sorted(GAME.read_cards("C4 P3 P10", table.options))
    assert list(GAME.view(table, B).shown[A]) == known
    for seed in range(20):
        other = redealt(table, B, seed)
        assert not Counter(known) - Counter(other.hand(A))
        assert GAME.view(other, B) == GAME.view(table, B)
    play(table, B, "play F7")
    play(table, C, "play W5")
    play(table, A, "play C4")
    # that may have been either of the two
    assert list(GAME.view(table, B).shown[A]) == sorted(GAME.read_cards("P3 P10", table.options))
    play(table, B, "play F1")
    play(table, C, "play W1")
    play(table, A, "play C4")
    assert list(GAME.view(table, B).shown[A]).count(GAME.read_card("C4", table.options)) == 2


def test_a_higher_card_from_the_row_is_known_in_the_hand() -> None:
    table = position(["C1", "F1", "W1"], pile="C4", up=["W9 - - -"], down=["W3 - - -"])
    play(table, A, "play ^W9")
    assert sorted(GAME.cards_text([card]) for card in GAME.view(table, C).shown[A]) == ["C4", "W9"]


def test_cleared_cards_are_known_and_stay_where_they_are() -> None:
    for seed in range(5):
        table = GAME.new_match(3, {"badgers": 16}, seed)
        play_out(table, 400)
        while table.stage != 0:
            play_out(table, 1)
        seen = list(GAME.view(table, A).discards)
        assert redealt(table, A, 1).discards()[table.unseen :] == seen


def test_a_view_shows_the_face_down_places_and_no_card_of_them() -> None:
    table = position(["C1", "F1"], pile="C4", up=["- C9 - -"], down=["P1 F1 - W3"])
    assert GAME.view(table, A).face_down[A] == (True, True, False, True)
    before = GAME.view(table, A)
    assert all(GAME.view(redealt(table, A, seed), A) == before for seed in range(10))


def test_who_waits_with_a_blind_card_has_a_choice_in_every_world() -> None:
    """What can be added depends on the hand, which others do not know: it is found anew."""
    table = position(["C6 W1 W2", "P3 P4 F11"], pile="P8", down=["W6 - - -"])
    play(table, A, "blind 1")
    for seed in range(20):
        other = redealt(table, B, seed)
        assert other.adding
        for choice in other.menu():
            trial = other.clone()
            trial.apply(A, choice)
        assert 2 in other.menu()
