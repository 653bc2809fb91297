"""Menus of many moves are grouped by their words, and lose none."""

from __future__ import annotations

from wildtable.notation.menu import ROOM, ROWS, Line, in_columns, menu, number_range

FURY = [f"play FURY {color} {rest}" for color in "RYGB" for rest in ("all", "give B:4", "give B:3 C:1", "give C:4")]
FURY += [f"play FURY as {color}{value}" for color in "RYGB" for value in range(10)]


def all_moves(lines: list[Line]) -> list[str]:
    return [move for line in lines for move in line.moves]


def test_few_moves_are_lines_of_their_own() -> None:
    moves = ["draw", "play R5", "play R5 cry", "play DODGE R", "play DODGE B"]
    assert [line.text for line in menu(moves)] == moves


def test_a_single_move_is_a_line() -> None:
    assert menu(["take"]) == [Line(("take",), ("take",))]


def test_a_card_with_many_moves_is_one_line_until_it_is_chosen() -> None:
    lines = menu(["draw", "play R5", *FURY])
    assert [line.text for line in lines] == ["draw", "play R5", "play FURY …"]
    assert sorted(all_moves(lines)) == sorted(["draw", "play R5", *FURY])


def test_choosing_a_line_leads_on_to_every_move() -> None:
    open_lines, found = [menu(FURY)], []
    while open_lines:
        for line in open_lines.pop():
            if len(line.moves) > 1:
                parts = menu(line.moves)
                assert len(parts) > 1
                open_lines.append(parts)
            else:
                assert line.text == line.moves[0]
                found.append(line.text)
    assert sorted(found) == sorted(FURY)


def test_a_range_of_numbers_is_asked_for_as_a_number() -> None:
    assert number_range([f"cut {number}" for number in range(93)]) == ("cut", 0, 92)
    assert number_range(["cut 1", "cut 3"]) is None
    assert number_range(["cut 1", "blind 2"]) is None
    assert number_range(["draw", "pass"]) is None
    assert number_range([]) is None


def test_a_menu_leaves_the_table_on_the_screen() -> None:
    assert len(in_columns([f"play R{number}" for number in range(ROWS)], 80)) == ROWS
    assert len(in_columns([f"play ALMIGHTY as F{number}" for number in range(ROOM)], 80)) <= ROOM // 2
    assert in_columns([f"play R{number}" for number in range(ROWS + 1)], 80)[0] == "   1 play R0  10 play R9"
    assert len(in_columns(["play ALMIGHTY as SHIELD"] * ROOM, 40)) == ROOM


def test_long_menus_stand_in_columns_within_the_width() -> None:
    lines = in_columns([f"play R{number}" for number in range(3 * ROOM)], 80)
    assert len(lines) < 3 * ROOM
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith("   1 play R0 ")
    assert in_columns([], 80) == []
