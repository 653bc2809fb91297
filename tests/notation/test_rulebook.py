"""Rule books are read rule by rule, and what is wrong in one is told with its line."""

from __future__ import annotations

import pytest

from tests.tables import AnyGame
from wildtable.errors import NotationError
from wildtable.games import game, games
from wildtable.notation.rulebook import read_rule_book, rule_book

BOOK = """\
# Crazy Eights

Eights are crazy,
and wild.

A second paragraph.

## Aim

### CE-01 The aim
Get rid of your
cards.

### CE-02 The deck
One deck.

Of 52 cards.

Ruling: the option `decks` says how many,
from 1 to 3.

## Corner cases

| case | ruling |
|---|---|
| no card left | Shuffle (CE-02). |
"""


def test_a_book_has_chapters_and_they_have_rules() -> None:
    book = read_rule_book(BOOK, "CE")
    assert book.title == "Crazy Eights"
    assert book.intro == "Eights are crazy, and wild.\n\nA second paragraph."
    assert [(chapter.title, [rule.id for rule in chapter.rules]) for chapter in book.chapters] == [
        ("Aim", ["CE-01", "CE-02"]),
        ("Corner cases", []),
    ]
    assert book.chapters[1].text == "| case | ruling |\n|---|---|\n| no card left | Shuffle (CE-02). |"


def test_a_rule_has_a_title_a_text_and_perhaps_a_ruling() -> None:
    aim, deck = read_rule_book(BOOK, "CE").rules.values()
    assert (aim.title, aim.text, aim.ruling, aim.line) == ("The aim", "Get rid of your cards.", "", 10)
    assert deck.text == "One deck.\n\nOf 52 cards."
    assert deck.ruling == "the option `decks` says how many, from 1 to 3."


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("CE-02", "CE-01", "line 14: CE-01 stands in line 10 already"),
        ("### CE-02", "### CE-03", "line 14: CE-03 stands where CE-02 is missing"),
        ("### CE-02 The deck", "### The deck", "line 14: a rule's heading is an id and a title"),
        ("### CE-02 The deck", "### CE-02", "line 14: a rule's heading is an id and a title"),
        ("### CE-02", "### UE-02", "line 14: UE-02 stands where CE-02 is missing"),
        ("### CE-02", "#### CE-02", "line 14: headings have one to three"),
        ("## Aim", "", "line 10: 'CE-01 The aim' stands in no chapter"),
        ("## Aim", "# Aim", "line 8: there is a second title"),
        ("# Crazy Eights\n", "", "line 2: the book begins with its title"),
        ("Get rid of your\ncards.", "", "line 10: CE-01 has no text"),
        ("Of 52 cards.", "Ruling: of 52 cards.", "line 14: CE-02 has more than one paragraph"),
        ("| case", "Ruling: so be it.\n\n| case", "line 22: a ruling belongs to a rule"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, error: str) -> None:
    assert old in BOOK
    with pytest.raises(NotationError, match=error.replace("(", "\\(")) as found:
        read_rule_book(BOOK.replace(old, new, 1), "CE", "book.md")
    assert str(found.value).startswith("book.md, line ")


def test_a_book_without_rules_is_none() -> None:
    with pytest.raises(NotationError, match="no rule in this book"):
        read_rule_book("# Crazy Eights\n\n## Aim\n", "CE")


def test_an_unknown_rule_is_told_with_one_that_may_be_meant() -> None:
    book = read_rule_book(BOOK, "CE")
    assert book.rule("ce-02").title == "The deck"
    with pytest.raises(NotationError, match="no rule 'CE-022'; did you mean CE-02"):
        book.rule("CE-022")
    with pytest.raises(NotationError, match="they go from CE-01 to CE-02"):
        book.rule("7")


@pytest.mark.parametrize("each", games(), ids=lambda each: each.id)
def test_the_rule_book_of_each_game_can_be_read(each: AnyGame) -> None:
    book = rule_book(each)
    assert book.title == each.title
    for option in each.options:
        assert {each.rule_id(number) for number in option.rules} <= set(book.rules)


def test_wild_apex_has_78_rules() -> None:
    book = rule_book(game("wild-apex"))
    assert len(book.rules) == 78
    assert book.rule("WA-31").title == "Stacking Draw 1"
