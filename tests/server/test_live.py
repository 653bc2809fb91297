"""Live tables: chairs, hosts, moves, talk, rematches, and going on from a match that is over."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.server.live_driver import SECRET, Evening, sat
from wildtable.engine.chance import commitment
from wildtable.engine.game import seat_letter
from wildtable.errors import Refused
from wildtable.notation.record import Deviation
from wildtable.server import requests
from wildtable.server.entries import (
    Back,
    Began,
    BotSat,
    Closed,
    Entry,
    HostIs,
    Left,
    Moved,
    Opened,
    Said,
)
from wildtable.server.live import LiveTable, WireError, match_told, replay_steps


def waiting(people: int = 2, seats: int = 4, **fields: Any) -> Evening:
    """A table before its match, with people from A on."""
    evening = Evening()
    evening.add(requests.open_table({"game": "cl4sh", "seats": seats, **fields}, "ada", "Ada").happenings)
    for person in ("ben", "cleo", "dan")[: people - 1]:
        evening.add([requests.sit(evening.table, person, person.capitalize())])
    return evening


def code_of(error: pytest.ExceptionInfo[WireError]) -> str:
    return error.value.code


# --- opening ---


def test_a_table_is_opened_with_its_host_on_the_first_chair_and_bots_from_the_last() -> None:
    opening = requests.open_table({"game": "cl4sh", "seats": 4, "bots": ["calm", "sharp"]}, "ada", "Ada")
    evening = Evening()
    evening.add(opening.happenings)
    chairs = evening.table.chairs
    assert opening.secret is None
    assert [chair.kind for chair in chairs] == ["person", "empty", "bot", "bot"]
    assert [chair.level for chair in chairs[2:]] == ["calm", "sharp"]
    assert len({chair.name for chair in chairs}) == 4
    assert evening.table.host == "ada"
    assert evening.table.summary().free == 3
    info = evening.table.info({"ada"}, 2)
    assert [seat["here"] for seat in info["seats"]] == [True, False, False, False]
    assert info["changed"] == []
    assert info["clock"] is None
    json.dumps(info)


def test_a_table_can_begin_at_once() -> None:
    opening = requests.open_table({"game": "uno-etheria", "bots": ["calm"] * 2, "begin": True}, "ada", "Ada")
    assert isinstance(opening.happenings[-1], Began)
    assert opening.secret is not None
    assert opening.happenings[-1].commitment == commitment(opening.secret)
    evening = Evening()
    evening.table.add_secret(1, opening.secret)
    evening.add(opening.happenings)
    assert evening.table.playing
    assert len(evening.table.chairs) == 3


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "chess"}, "bad_field"),
        ({}, "bad_field"),
        ({"seats": 40}, "bad_option"),
        ({"seats": "4"}, "bad_option"),
        ({"options": {"nonsense": 1}}, "bad_option"),
        ({"options": 7}, "bad_field"),
        ({"wings": 2}, "bad_field"),
        ({"bots": ["calm"] * 4, "seats": 4}, "bad_field"),
        ({"bots": ["genius"]}, "bad_field"),
        ({"bots": [["calm"]]}, "bad_field"),
        ({"bots": "calm"}, "bad_field"),
        ({"clock": {"move": 1}}, "bad_field"),
        ({"clock": {"move": 60, "bank": -1}}, "bad_field"),
        ({"clock": [60]}, "bad_field"),
        ({"grace": True}, "bad_field"),
        ({"pace": 10**9}, "bad_field"),
        ({"open": "yes"}, "bad_field"),
        ({"begin": True}, "not_now"),
    ],
)
def test_what_is_wrong_with_a_new_table_is_said(fields: dict[str, Any], code: str) -> None:
    given = {**fields} if "game" in fields or not fields else {"game": "cl4sh", **fields}
    with pytest.raises(WireError) as error:
        requests.open_table(given, "ada", "Ada")
    assert code_of(error) == code


# --- chairs ---


def test_people_sit_and_nobody_twice() -> None:
    evening = waiting(people=2)
    table = evening.table
    with pytest.raises(WireError) as error:
        requests.sit(table, "ben", "Ben")
    assert code_of(error) == "not_now"
    with pytest.raises(WireError) as error:
        requests.sit(table, "cleo", "Cleo", "A")
    assert code_of(error) == "seat_taken"
    with pytest.raises(WireError) as error:
        requests.sit(table, "cleo", "Cleo", "Q")
    assert code_of(error) == "no_seat"
    evening.add([requests.sit(table, "cleo", "Cleo", "D")])
    evening.add([requests.seat_bot(table, "ada", "C", "calm")])
    evening.add([requests.sit(table, "dan", "Dan")])  # on the bot's chair
    assert [chair.person for chair in table.chairs] == ["ada", "ben", "dan", "cleo"]
    with pytest.raises(WireError) as error:
        requests.sit(table, "eva", "Eva")
    assert code_of(error) == "full"


def test_equal_names_are_told_apart() -> None:
    evening = waiting(people=1)
    table = evening.table
    bot = requests.seat_bot(table, "ada", "D", "calm")
    evening.add([bot])
    evening.add([requests.sit(table, "p2", "ADA", "B")])
    evening.add([requests.sit(table, "p3", bot.name, "C")])
    assert table.chairs[1].name == "ADA (2)"
    assert table.chairs[2].name == f"{bot.name} (2)"
    long = "x" * 40
    evening.add([requests.leave(table, "p2"), requests.leave(table, "p3")])
    evening.add([requests.sit(table, "p2", long, "B")])
    evening.add([requests.sit(table, "p3", long, "C")])
    assert table.chairs[2].name == "x" * 36 + " (2)"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 41,
        "Ada\x00",
        "\u202eadA",  # turns the direction
        "Ada\u2066",
        "A\u200bda",  # of no width
        "\u3164\u3164",  # looks like nothing
        "!!!",
        "\ud800",
        "A" + "\u0301" * 10 + "da",
    ],
)
def test_names_that_hide_something_are_not_taken(name: str) -> None:
    table = waiting(people=1).table
    with pytest.raises(WireError) as error:
        requests.sit(table, "ben", name)
    assert code_of(error) == "bad_field"


def test_names_of_all_scripts_are_taken() -> None:
    table = waiting(people=1).table
    for name, kept in (
        (" Zoë  Ω\n", "Zoë Ω"),
        ("Zoe\u0308", "Zoë"),
        ("李小龙", "李小龙"),
        ("עדה", "עדה"),
        ("Ada 🦊", "Ada 🦊"),
    ):
        assert requests.sit(table, "ben", name).name == kept


def test_only_the_host_seats_bots_kicks_begins_and_closes() -> None:
    table = waiting(people=2).table
    for asked in (
        lambda person: requests.seat_bot(table, person, "C", "calm"),
        lambda person: requests.empty(table, person, "C"),
        lambda person: requests.kick(table, person, "A"),
        lambda person: requests.begin(table, person),
        lambda person: requests.close(table, person),
    ):
        for person in ("ben", "nobody"):
            with pytest.raises(WireError) as error:
                asked(person)
            assert code_of(error) == "not_host"


def test_who_is_kicked_does_not_sit_down_again() -> None:
    evening = waiting(people=2)
    table = evening.table
    evening.add([requests.kick(table, "ada", "B")])
    assert table.chairs[1].kind == "empty"
    frame = table.frame(table.number, None)
    assert frame is not None
    assert frame["why"] == "kicked"
    with pytest.raises(WireError):
        requests.sit(table, "ben", "Ben")
    with pytest.raises(WireError):
        requests.kick(table, "ada", "A")


def test_the_host_passes_on_and_an_empty_table_closes() -> None:
    evening = waiting(people=3)
    table = evening.table
    evening.add([requests.seat_bot(table, "ada", "D", "calm")])
    evening.add([requests.leave(table, "ada")])
    assert [due.what for due in table.due(evening.now)] == ["follow"]
    evening.follow()
    assert table.host == "ben"
    evening.add([requests.leave(table, "ben")])
    evening.follow()
    assert table.host == "cleo"
    evening.add([requests.leave(table, "cleo")])
    evening.follow()
    assert evening.entries[-1].what == Closed(why="idle")
    assert table.state == "closed"
    assert table.due(evening.now) == []
    for asked in (
        lambda: requests.sit(table, "ben", "Ben"),
        lambda: requests.say(table, "ben", "Ben", "hello?"),
        lambda: requests.close(table, "cleo"),
    ):
        with pytest.raises(WireError) as error:
            asked()
        assert code_of(error) == "not_now"


def test_a_bot_goes_on_for_who_leaves_a_match_and_its_chair_is_free() -> None:
    evening = Evening.begun("uno-etheria", seats=3, people=3)
    table = evening.table
    evening.add([requests.leave(table, "ada")])
    evening.follow()
    whats = [entry.what for entry in evening.entries[-3:]]
    assert isinstance(whats[0], Left)
    assert {type(what) for what in whats[1:]} == {BotSat, HostIs}
    chair = table.chairs[0]
    assert (chair.kind, chair.level, chair.stand_in) == ("bot", "calm", False)
    assert table.summary().free == 1
    evening.add([requests.leave(table, "ben")])
    evening.follow()
    with pytest.raises(WireError):
        requests.sit(table, "ben", "Ben", "A")  # who has seen one hand does not get another
    evening.add([requests.sit(table, "ben", "Ben")])
    assert table.seat_of("ben") == 1
    evening.add([requests.sit(table, "eva", "Eva", "A")])
    assert evening.position("eva")["view"]["hand"]
    evening.play()
    assert table.state == "over"


def test_a_match_that_only_bots_would_play_closes() -> None:
    evening = Evening.begun("cl4sh", seats=3, people=1)
    evening.add([requests.leave(evening.table, "ada")])
    evening.follow()
    assert evening.table.state == "closed"
    position = evening.table.position(None, evening.now)
    assert position is not None
    assert "secret" not in position


def test_a_bot_stands_in_for_who_is_not_there() -> None:
    evening = Evening.begun("uno-etheria", seats=3, people=2)
    table = evening.table
    with pytest.raises(WireError) as error:
        requests.seat_bot(table, "ada", "B", "calm", here={"ada", "ben"})
    assert code_of(error) == "seat_taken"
    evening.add([requests.seat_bot(table, "ada", "B", "brisk", here={"ada"})])
    seat = table.info()["seats"][1]
    assert (seat["kind"], seat["name"], seat["level"], seat["stand_in"]) == ("person", "Ben", "brisk", True)
    evening.add([requests.back(table, "ben")])
    assert table.chairs[1].level is None
    with pytest.raises(WireError):
        requests.back(table, "ben")


def test_before_a_match_a_bot_can_go_and_in_it_none() -> None:
    evening = waiting(people=1, bots=["calm"])
    table = evening.table
    evening.add([requests.empty(table, "ada", "D")])
    assert table.chairs[3].kind == "empty"
    with pytest.raises(WireError) as error:
        requests.begin(table, "ada")
    assert code_of(error) == "not_now"
    evening = Evening.begun("cl4sh", seats=2, people=1)
    with pytest.raises(WireError):
        requests.empty(evening.table, "ada", "B")
    with pytest.raises(WireError):
        requests.begin(evening.table, "ada")


# --- moves ---


def on_turn(evening: Evening) -> tuple[str, int]:
    """A person who has to move, and the seat."""
    table = evening.table
    while not (ready := evening.seats_of_people(table.questions)):
        assert evening.step()
    person = table.chairs[ready[0]].person
    assert person is not None
    return person, ready[0]


def test_a_move_counts_only_on_the_table_that_its_sender_has_seen() -> None:
    evening = Evening.begun("uno-etheria", seats=3, people=3)
    table = evening.table
    person, seat = on_turn(evening)
    words = evening.some_move(seat)
    question = table.questions[seat]
    assert question is not None
    for n, code in ((question.since - 1, "stale"), (None, "bad_field"), (table.number + 1, "bad_field")):
        with pytest.raises(WireError) as error:
            requests.move(table, person, words, n)
        assert code_of(error) == code
    evening.add([requests.react(table, person, "think")])  # a newer entry that does not touch the match
    made = requests.move(table, person, words, question.since)
    assert made == [Moved(seat_letter(seat), words)]


def test_a_move_with_the_same_tag_is_made_once() -> None:
    evening = Evening.begun("uno-etheria", seats=3, people=3)
    table = evening.table
    person, seat = on_turn(evening)
    evening.move(person, evening.some_move(seat), tag="t1")
    number = table.number
    assert requests.move(table, person, "draw", 0, "t1") == number
    assert requests.move(evening.again(), person, "draw", 0, "t1") == number
    own, other = (table.frame(number, viewer) for viewer in (person, None))
    assert own is not None
    assert other is not None
    assert own["tag"] == "t1"
    assert "tag" not in other
    for other_person in {"ada", "ben", "cleo"} - {person}:
        assert "tag" not in (table.frame(number, other_person) or {})
    with pytest.raises(WireError):
        requests.move(table, person, "draw", table.number, "x" * 41)


def test_moves_that_the_rules_forbid_are_refused_by_their_rule_and_change_nothing() -> None:
    evening = Evening.begun("uno-etheria", seats=3, people=3)
    table = evening.table
    assert table.match is not None
    person, _ = on_turn(evening)
    other = next(chair.person for chair in table.chairs if chair.person != person)
    assert other is not None
    before = table.match.table.snapshot()
    with pytest.raises(Refused) as refused:
        requests.move(table, other, "draw", table.number)
    assert refused.value.rule is not None
    assert requests.sentence(refused.value, table).endswith(".")
    for words in ("fly", "", "draw " * 39, "play \u0000"):
        with pytest.raises(Refused):
            requests.move(table, person, words, table.number)
    for words, code in (("decline", "not_now"), ("x" * 201, "bad_field")):
        with pytest.raises(WireError) as error:
            requests.move(table, person, words, table.number)
        assert code_of(error) == code
    with pytest.raises(WireError) as error:
        requests.move(table, "nobody", "draw", table.number)
    assert code_of(error) == "not_seated"
    assert table.match.table.snapshot() == before


def test_a_late_answer_does_not_become_an_offence() -> None:
    """In Wild Apex a card out of turn costs a card: but not one that was sent for a turn that is gone."""
    evening = Evening.begun("wild-apex", seats=3, people=3)
    table = evening.table
    person, seat = on_turn(evening)
    n = table.number
    evening.move(person, "draw" if "draw" in evening.position(person)["moves"] else evening.some_move(seat))
    while table.questions[seat] is not None:
        evening.move(person, evening.some_move(seat))
    card = evening.position(person)["view"]["hand"][0]
    words = next(words for words in (f"play {card}", f"play {card} R", f"play {card} R all") if reads(table, words))
    with pytest.raises(WireError) as error:
        requests.move(table, person, words, n)
    assert code_of(error) == "stale"
    evening.move(person, words)  # now it is meant
    frame = table.frame(table.number, None)
    assert frame is not None
    assert frame["events"][0]["kind"] == "out_of_turn"


def reads(table: LiveTable, words: str) -> bool:
    assert table.match is not None
    try:
        table.game.read_move(words, table.match.table)
    except ValueError:
        return False
    return True


def test_a_race_needs_no_number_and_the_first_one_wins_it() -> None:
    """Somebody misses a call: all others may catch, and after the first one nobody can."""
    for seed in range(60):
        evening = Evening.begun("uno-etheria", seats=3, people=3, seed=seed, secret=bytes([seed]) * 32)
        table = evening.table
        while table.playing:
            catchers = [
                seat
                for seat in range(3)
                if any(move.startswith("catch") for move in table.moves_beginning(seat, "catch"))
            ]
            if len(catchers) == 2:
                words = table.moves_beginning(catchers[0], "catch")[0]
                first, second = (table.chairs[seat].person for seat in catchers)
                assert first is not None
                assert second is not None
                made = requests.move(table, first, words, None)
                assert not isinstance(made, int)
                evening.add(made)
                with pytest.raises(Refused):
                    requests.move(table, second, words, None)
                return
            evening.step()
    pytest.fail("nobody ever missed a call")


def test_an_entry_that_cannot_have_happened_is_not_folded() -> None:
    evening = Evening.begun("uno-etheria", seats=3, people=3)
    number = evening.table.number
    for what, error in (
        (Entry(number + 2, 0, Moved("A", "draw")), ValueError),
        (Entry(number + 1, 0, Moved("A", "fly")), Deviation),
        (Entry(number + 1, 0, evening.entries[0].what), Deviation),
    ):
        with pytest.raises(error):
            evening.again().take(what)
    with pytest.raises(Deviation):
        LiveTable.of("x", {1: bytes(32)}, evening.entries)


# --- talk ---


def test_people_and_onlookers_talk() -> None:
    evening = Evening.begun("uno-etheria", seats=3, people=3)
    table = evening.table
    said = requests.say(table, "ada", "whatever", "  hello\u202e \n there  ", "s1")
    assert not isinstance(said, int)
    assert said == [Said("ada", "Ada", "hello there", "A", "s1")]
    evening.add(said)
    assert requests.say(table, "ada", "Ada", "again", "s1") == table.number
    assert requests.say(table, "zed", "Zed", "hi") == [Said("zed", "Zed", "hi")]
    for words, code in (("x" * 201, "too_long"), ("\u200b ", "bad_field")):
        with pytest.raises(WireError) as error:
            requests.say(table, "ada", "Ada", words)
        assert code_of(error) == code
    assert requests.react(table, "ada", "wave").what == "wave"
    with pytest.raises(WireError):
        requests.react(table, "ada", "explode")
    with pytest.raises(WireError):
        requests.react(table, "zed", "wave")


def test_talk_is_a_move_where_a_rule_says_so() -> None:
    for hardcore in (True, False):
        evening = Evening.begun("wild-apex", seats=2, people=2, options={"hardcore": hardcore})
        said = requests.say(evening.table, "ada", "Ada", "hm")
        assert not isinstance(said, int)
        assert len(said) == (2 if hardcore else 1)
        evening.add(said)
        if hardcore:
            question = evening.table.questions[0] or evening.table.questions[1]
            assert question is not None
            assert question.since < evening.table.number  # talk gives nobody more time


def test_a_table_without_onlookers_shows_them_no_position() -> None:
    evening = Evening.begun("cl4sh", seats=2, people=1, spectators=False)
    table = evening.table
    assert table.position(None, 0) is None
    assert table.position(0, 0) is not None
    with pytest.raises(WireError):
        requests.say(table, "zed", "Zed", "let me in")
    evening.play(20)
    told = table.table_frame(None, evening.now)
    assert told["position"] is None
    assert {entry["kind"] for entry in told["recent"]} >= {"began", "moved"}
    for entry in told["recent"]:
        assert not entry.get("events")
        assert " " not in entry.get("move", "")
    assert any(entry.get("events") for entry in table.table_frame("ada", evening.now)["recent"])


# --- frames ---


def test_who_was_away_gets_what_was_missed() -> None:
    evening = Evening.begun("cl4sh", seats=3, people=3)
    table = evening.table
    evening.play(4)
    frames = table.frames_since(1, "ada", evening.now, {"ada"}, 1)
    assert frames is not None
    assert [frame["n"] for frame in frames] == list(range(2, table.number + 1))
    assert all("position" not in frame for frame in frames[:-1])
    assert frames[-1]["position"]["n"] == table.number
    assert frames[-1]["info"]["watching"] == 1
    assert table.frames_since(table.number, "ada", evening.now) == []
    assert table.frames_since(table.number + 1, "ada", evening.now) is None
    assert table.frames_since(-1, "ada", evening.now) is None
    for _ in range(310):
        evening.add([requests.react(table, "ada", "wave")])
    assert table.frames_since(2, "ada", evening.now) is None
    assert table.frame(2, "ada") is None
    whole = table.table_frame("ada", evening.now)
    assert len(whole["recent"]) == 100
    assert whole["you"] == {"person": "ada", "seat": "A", "host": True}


# --- matches ---


def test_the_same_people_play_again_and_wins_are_counted() -> None:
    evening = Evening.begun("uno-etheria", seats=2, people=2)
    table = evening.table
    evening.play()
    assert table.state == "over"
    evening.begin(bytes(32))
    assert (table.state, table.match_number) == ("playing", 2)
    evening.play()
    assert sum(seat["wins"] for seat in table.info()["seats"]) == 2
    assert sorted(table.matches) == [1, 2]
    assert match_told(table.matches[1])["secret"] == SECRET.hex()
    evening.add([requests.leave(table, "ben")])
    evening.add([requests.sit(table, "cleo", "Cleo", "B")])
    assert table.chairs[1].wins == 0


def test_a_match_that_is_still_on_is_no_replay() -> None:
    evening = Evening.begun("uno-etheria", seats=2, people=2)
    past = evening.table.matches[1]
    for asked in (
        lambda: match_told(past),
        lambda: replay_steps(past, "all"),
        lambda: requests.play_on(past, 0, "A", "calm", "eva", "Eva"),
    ):
        with pytest.raises(WireError) as error:
            asked()
        assert code_of(error) == "not_now"


def test_a_match_goes_on_from_a_replay_with_all_dealt_anew_that_the_seat_did_not_know() -> None:
    evening = Evening.begun("uno-etheria", seats=3, people=3)
    evening.play()
    past = evening.table.matches[1]
    step = len(past.moves) // 2
    then, everything = (replay_steps(past, eyes, step, 1)[0] for eyes in ("B", "all"))
    opening = requests.play_on(past, step, "B", "brisk", "eva", "Eva", bytes(range(1, 33)))
    assert opening.secret is not None
    other = Evening()
    other.table.add_secret(1, opening.secret)
    other.add(opening.happenings)
    table = other.table
    assert [chair.kind for chair in table.chairs] == ["bot", "person", "bot"]
    assert table.match is not None
    assert other.position("eva")["view"] == then["view"]
    hands = {"ABC"[seat]: table.game.cards_text(table.match.table.hand(seat)).split() for seat in range(3)}
    assert hands != everything["hands"]
    frames = [table.frame(n, person) for n in range(1, table.number + 1) for person in ("eva", None)]
    assert past.secret.hex() not in json.dumps(frames)
    assert other.again().table_frame("eva", 0) == table.table_frame("eva", 0)
    ending = None
    while other.step():
        ending = table.ending() or ending
    assert ending is not None
    assert not ending.rated
    again = match_told(table.matches[1])
    assert again["after"] == {"table": "k3x9q2m7", "match": 1, "step": step, "seat": "B"}
    assert table.matches[1].record() is None
    for bad_step, letter, level in ((-1, "A", "calm"), (9999, "A", "calm"), (0, "Z", "calm"), (0, "A", "genius")):
        with pytest.raises(WireError):
            requests.play_on(past, bad_step, letter, level, "eva", "Eva")
    with pytest.raises(WireError):
        requests.play_on(table.matches[1], 0, "A", "calm", "eva", "Eva")


def test_a_record_begins_with_opened() -> None:
    with pytest.raises(Deviation):
        LiveTable("x").take(Entry(1, 0, sat("ada", "A")))
    table = LiveTable("x")
    table.take(Entry(1, 0, Opened("cl4sh", {}, 2, "ada")))
    assert table.follows() == []
    assert table.state == "waiting"


def test_a_move_ends_a_stand_in() -> None:
    evening = Evening.begun("uno-etheria", seats=3, people=3)
    table = evening.table
    person, seat = on_turn(evening)
    letter = seat_letter(seat)
    evening.add([BotSat(letter, "calm", table.chairs[seat].name, stand_in=True, why="clock")])
    words = evening.some_move(seat)
    made = requests.move(table, person, words, table.number)
    assert made == [Back(letter), Moved(letter, words)]
