"""A game in the terminal: one person, or nobody, and machine players, with plain questions and answers.

What is shown comes from the person's own view of the table, and from events as the person sees them. Nothing printed
holds control codes, so it reads the same in a pipe.
"""

from __future__ import annotations

import os
import random
import re
import sys
import textwrap
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from wildtable.bots.players import player
from wildtable.bots.sight import Bot, asked_for, look
from wildtable.engine.codes import DECLINE, NOBODY, ROUND_WITHOUT_WINNER, ROUND_WON, SCORED
from wildtable.engine.events import Event
from wildtable.engine.game import Game, find_choices, legal_moves, play, seat_letter
from wildtable.engine.table import Table
from wildtable.errors import NotationError, OptionError, Refused, WildtableError
from wildtable.notation.menu import Line, in_columns, menu, number_range
from wildtable.notation.plain import NAMES
from wildtable.notation.record import Match, write_record
from wildtable.notation.rulebook import RuleBook, plain, rule_book

MOST_MOVES = 20_000  # a menu looks no further; what it leaves out can still be typed
PROMPT = "> "
HAS_A_NAME = re.compile("[A-Z]{4}")  # WILD4, not R4 or R-SKIP: such cards stand at the end of a hand
END_OF_ROUND = (ROUND_WON, ROUND_WITHOUT_WINNER, SCORED)

HELP = (
    ("3", "make the third move, or see the moves of a line that ends in …"),
    ("{move}", "a move can also be typed; what the rules forbid is refused"),
    ("?", "the rules by which each move works"),
    ("? 3   ? {rule}", "the same for one line, or what a rule says"),
    ("hand   table", "your cards, the table"),
    ("log", "all that has happened"),
    ("save FILE", "write a record of the game so far"),
    ("quit", "leave"),
)


class Leave(Exception):
    """The person has had enough."""


class TerminalGame:
    """One match, and the person who plays or watches it. `read` asks for a line, `write` prints one."""

    def __init__(
        self,
        match: Match,
        machines: Sequence[Bot],
        luck: random.Random,
        person: int = 0,
        width: int = 80,
        read: Callable[[str], str] | None = None,
        write: Callable[[str], None] = print,
    ) -> None:
        self.match = match
        self.table: Table = match.table
        self.game: Game[Any, Any] = match.game
        self.names = match.names
        self.machines = machines  # by seat; the person's own makes no move
        self.luck = luck  # of the machine players: the table's own chance is for the cards alone
        self.person = person  # a seat, or NOBODY
        self.width = width
        self.read = read if read is not None else ask
        self.write = write
        self.pause = 0.0  # seconds between two moves that somebody watches
        self.history: list[str] = []
        self.untold: list[str] = []  # the end of the history, which has not been shown yet
        self.saved: Path | None = None
        self.let_pass: set[str] = set()  # moves out of turn that the person has let pass

    @property
    def book(self) -> RuleBook:
        return rule_book(self.game)

    # Playing

    def play(self) -> bool:
        """Play the match to its end; False if the person has left it before."""
        self.introduce()
        self.note(self.match.opening)
        try:
            while not self.table.over:
                self.go_on()
        except (Leave, EOFError, KeyboardInterrupt):
            self.tell()
            self.write("")
            self.write("You leave the table.")
            return False
        self.tell()
        self.write("")
        self.say(self.outcome())
        if self.person != NOBODY:
            self.part()
        return True

    def part(self) -> None:
        """After the match the person may still look round and save it."""
        self.write("")
        self.say("`save FILE` keeps the game, Enter leaves.")
        try:
            while words := self.read_words(must=True):
                try:
                    if not self.obey(words, []):
                        self.say("The match is over: save FILE, log, table, hand, or Enter to leave.")
                except (WildtableError, OSError) as error:
                    self.say_error(error)
        except (Leave, EOFError, KeyboardInterrupt):
            self.write("")

    def go_on(self) -> None:
        """Ask whoever is next."""
        seat = self.table.actor()
        if seat == self.person:
            self.ask_person()
        else:
            self.ask_machine(seat)
            if self.person == NOBODY and self.untold:
                self.tell()
                time.sleep(self.pause)

    def ask_machine(self, seat: int) -> None:
        """A machine player's move. It is given a table where all that it cannot know has been dealt anew."""
        move = self.machines[seat].move(look(self.table, seat, asked_for(self.table), self.luck.getrandbits(62)))
        if find_choices(self.table, seat, move) == [DECLINE]:
            self.table.apply(seat, DECLINE)
        else:
            self.make(seat, move)

    def make(self, seat: int, move: Any) -> None:
        """Make a move and note what happens; Refused if the rules forbid it."""
        self.note(self.match.play(seat, move))

    # Asking the person

    def ask_person(self) -> None:
        """The person's move. What it lets pass out of turn is not offered to it again."""
        must = bool(self.table.required >> self.person & 1)
        moves = self.moves()
        self.let_pass.intersection_update(moves)
        if not must and self.let_pass.issuperset(moves):
            self.decline()
            return
        self.tell()
        self.write("")
        self.show_table()
        numbers = number_range(moves)
        whole = lines = menu(moves)
        self.show_menu(lines, numbers)
        while True:
            words = self.read_words(must)
            if not words and lines is whole and not must:
                self.decline()
                break
            if not words:
                lines = whole
                self.show_menu(lines, numbers)
                continue
            try:
                chosen = self.meant(words, lines, numbers)
                if isinstance(chosen, Line):
                    lines = menu(chosen.moves)
                    self.show_menu(lines, None)
                elif chosen is not None:
                    self.make(self.person, spelled(chosen, moves))
                    break
            except Refused as refused:
                self.say_error(refused)
                if refused.rule is not None:
                    self.say(f"{refused.rule} {self.book.rule(refused.rule).title}; `? {refused.rule}` tells it.")
            except (WildtableError, OSError) as error:
                self.say_error(error)
        self.let_pass.update(moves)

    def moves(self) -> list[str]:
        """What the person may do now, as text."""
        found = islice(legal_moves(self.table, self.person), MOST_MOVES)
        return [text for text in map(self.game.move_text, found) if text != "decline"]

    def decline(self) -> None:
        self.table.apply(self.person, DECLINE)

    def meant(self, words: str, lines: list[Line], numbers: tuple[str, int, int] | None) -> Line | str | None:
        """What these words choose: a move, or a line of several moves; None if they were a command, now obeyed."""
        if words.isascii() and words.isdigit():
            if numbers is not None:
                return f"{numbers[0]} {words}"
            chosen = self.line(lines, words)
            return chosen if len(chosen.moves) > 1 else chosen.moves[0]
        return None if self.obey(words, lines) else words

    def line(self, lines: list[Line], number: str) -> Line:
        place = int(number) if len(number) < 6 else 0
        if not 1 <= place <= len(lines):
            raise NotationError(f"there is no line {number[:20]} above")
        return lines[place - 1]

    def read_words(self, must: bool) -> str:
        hint = "" if must else " (Enter lets it pass)"
        return " ".join(self.read(f"{self.names[self.person]}{hint}{PROMPT}").split())

    # Commands

    def obey(self, words: str, lines: list[Line]) -> bool:
        """Do what a command says; False if these words are none."""
        command, _, rest = words.partition(" ")
        command = command.lower()
        if command.startswith("?"):
            self.explain((words[1:]).strip(), lines)
        elif command == "save":
            self.save(rest)
        elif rest:
            return False
        elif command == "help":
            move = lines[0].moves[0] if lines else "draw"
            for typed, what in HELP:
                self.write(
                    self.wrapped(f"{typed.format(rule=self.game.rule_id(9), move=move):<13}  {what}", "", " " * 15)
                )
            for paragraph in self.game.legend:
                self.write("")
                self.say(paragraph)
        elif command == "hand":
            self.show_hand()
        elif command == "table":
            self.show_table()
        elif command == "log":
            self.write("\n".join(self.history))
        elif command in ("quit", "exit"):
            raise Leave
        else:
            return False
        return True

    def explain(self, what: str, lines: list[Line]) -> None:
        """`?`, `? 3` and `? WA-31`."""
        if not what:
            for number, line in enumerate(lines, 1):
                first, *others = self.rules_of(line.moves[0])
                example = "" if len(line.moves) == 1 else "for example "
                also = f" ({', '.join(others)})" if others else ""
                self.say(f"{number} {line.text}: {example}{first} {self.book.rule(first).title}{also}", "  ")
            self.say(f"`? {self.game.rule_id(9)}` tells what such a rule says, and `help` what else you can type.")
        elif what.isascii() and what.isdigit():
            line = self.line(lines, what)
            self.say(line.moves[0] if len(line.moves) == 1 else f"{line.text}, for example {line.moves[0]}:")
            for rule_id in self.rules_of(line.moves[0]):
                self.say(f"{rule_id} {self.book.rule(rule_id).title}", "  ")
        else:
            rule = self.book.rule(what)
            self.say(f"{rule.id} {rule.title}")
            ruling = f"Ruling: {rule.ruling}" if rule.ruling else ""
            for paragraph in plain(f"{rule.text}\n\n{ruling}").split("\n\n"):
                if paragraph:
                    self.write(self.wrapped(paragraph, "  ", "  "))

    def rules_of(self, move: str) -> list[str]:
        """The rules that a move would cite, the most telling first. It is tried where what the person cannot know
        has been dealt anew, so that nothing is given away."""
        events = play(self.table.determinize(self.person, 0), self.person, move)
        first = [event.rules[0] for event in events]
        others = [rule for event in events for rule in event.rules[1:]]
        return [self.game.rule_id(rule) for rule in dict.fromkeys(first + others)]

    def save(self, name: str) -> None:
        """Write the record; a file that is there already is left alone."""
        if not name or "\0" in name:
            raise NotationError("say where, such as save evening.toml")
        path = Path(os.path.expanduser(name))  # no shell has done it
        if path.exists():
            raise NotationError(f"there is a file {path} already; choose another name")
        write_record(self.match.record(), path)
        self.saved = path
        self.say(f"Saved in {path}. It tells every card; `wildtable replay {path}` reads it to you.")

    # Showing

    def introduce(self) -> None:
        seats = ", ".join(f"{seat_letter(seat)} {name}" for seat, name in enumerate(self.names))
        self.say(f"{self.game.title}: {seats}.")
        self.say(self.game.summary)
        if self.match.commitment:
            self.say("The shuffle is fixed by a secret, which its record tells. The secret's hash is:")
            self.write(f"  {self.match.commitment}")
        if self.person != NOBODY:
            self.say(f"You are {seat_letter(self.person)}. `help` lists what you can say and how cards are written.")
        self.write("")

    def note(self, events: Iterable[Event]) -> None:
        """Keep what happened, as the person sees it, for the next time that something is shown. A spectator sees no
        hand."""
        events = list(events)
        end_of_round = max((place for place, event in enumerate(events) if event.kind in END_OF_ROUND), default=NOBODY)
        for place, event in enumerate(events):
            sentence = self.capital(self.game.sentence(event.seen_by(self.person), self.names, self.table.options))
            self.untold.append(self.wrapped(f"{sentence} [{self.game.rule_id(event.rules[0])}]", "", "  "))
            if self.table.round_over and not self.table.over and place == end_of_round:
                self.untold += [self.wrapped(f"The points so far: {self.points()}.", "", "  "), ""]

    def tell(self) -> None:
        """Show what has happened since the last time."""
        for line in self.untold:
            self.write(line)
        self.history += self.untold
        self.untold.clear()

    def show_table(self) -> None:
        for line in self.game.table_lines(self.game.view(self.table, self.person), self.names):
            self.write(self.wrapped(line, "", "  "))
        self.show_hand()

    def show_hand(self) -> None:
        hand = getattr(self.game.view(self.table, self.person), "hand", ())
        if hand:
            in_order = sorted(hand, key=lambda card: bool(HAS_A_NAME.match(self.game.card_text(card))))
            self.say(f"Your hand: {self.game.cards_text(in_order)}")

    def show_menu(self, lines: list[Line], numbers: tuple[str, int, int] | None) -> None:
        self.write("")
        if numbers is not None:
            verb, low, high = numbers
            self.write(f"  {verb}: type a number from {low} to {high}")
            return
        for text in in_columns([line.text for line in lines], self.width):
            self.write(text)

    def outcome(self) -> str:
        """Who has won, and the points if any were counted."""
        winners = [self.names[seat] for seat in self.table.seats_in(self.table.winners)]
        if not winners:
            text = "The match ends without a winner."
        else:
            text = f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'} the match."
        if any(self.table.score_list()):
            text += f" Points: {self.points()}."
        return text

    def points(self) -> str:
        return ", ".join(f"{name} {n}" for name, n in zip(self.names, self.table.score_list(), strict=True))

    def say_error(self, error: Exception) -> None:
        if isinstance(error, OSError):
            self.say(f"{error.strerror or error}: {error.filename}.")
        else:
            sentence = self.capital(str(error))
            self.say(sentence if sentence.endswith("?") else f"{sentence}.")

    def capital(self, sentence: str) -> str:
        """With a capital letter, unless it begins with somebody's name."""
        return sentence if sentence.startswith(self.names) else sentence[:1].upper() + sentence[1:]

    def say(self, text: str, indent: str = "") -> None:
        self.write(self.wrapped(text, indent, indent + "  "))

    def wrapped(self, text: str, indent: str, hanging: str) -> str:
        return textwrap.fill(text, self.width, initial_indent=indent, subsequent_indent=hanging, break_on_hyphens=False)


def ask(prompt: str) -> str:
    """A line from the person; EOFError at the end of the input."""
    answer = input(prompt)
    if not sys.stdin.isatty():
        # In a pipe nobody sees what was typed.
        print("".join(char if char.isprintable() else "?" for char in answer))
    return answer


def spelled(words: str, moves: Sequence[str]) -> str:
    """The offered move that these words are but for capital letters, else the words themselves."""
    if words in moves:
        return words
    return next((move for move in moves if move.lower() == words.lower()), words)


def players(seats: int, name: str | None) -> list[str]:
    """Who sits where, by letter; the person, if there is one, on the first chair."""
    names = list(NAMES[:seats])
    if name is not None:
        # No two of one name.
        names = [name] + [other if other != name else f"{other} II" for other in names[1:]]
    return names


def machine_players(levels: Sequence[str], chairs: int, others: int, seed: int | None) -> list[Bot]:
    """A machine player for each chair: all of one level, or as named for the chairs of the others, the last ones."""
    if len(levels) not in (1, others):
        wanted = "one" if others == 1 else f"one for all, or {others} by chair"
        raise OptionError(f"{len(levels)} machine players are named for {others} chairs; name {wanted}")
    by_chair = list(levels) * others if len(levels) == 1 else list(levels)
    by_chair = by_chair[:1] * (chairs - others) + by_chair
    return [player(level, chair + (seed or 0)) for chair, level in enumerate(by_chair)]


def sit_down(
    game: Game[Any, Any],
    seats: int,
    options: dict[str, Any],
    seed: int | None = None,
    name: str | None = None,
    levels: Sequence[str] = ("calm",),
) -> TerminalGame:
    """A match ready to be played, by a person of this name or, without one, by machine players alone. With a seed the
    same answers give the same match."""
    game.settle_options(seats, options)  # what is wrong with them is told before anything about the names
    machines = machine_players(levels, seats, seats if name is None else seats - 1, seed)
    match = Match(game, players(seats, name), options, seed=seed)
    return TerminalGame(match, machines, random.Random(seed), NOBODY if name is None else 0)


__all__ = ["TerminalGame", "sit_down"]
