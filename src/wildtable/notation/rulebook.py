"""The rules of a game as its rules.md tells them, rule by rule. The command line, the docs and the browser read this.

The format is strict: `# Title` and an introduction; `## Chapter`, perhaps with text of its own; under it
`### WA-31 Short title`, paragraphs, and last, if the rule book left something open, one that begins `Ruling:`. Ids
count up from 01 without a gap: whoever cites a rule relies on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, lru_cache
from typing import Any

from wildtable.engine.game import Game
from wildtable.errors import NotationError

RULING = "Ruling:"
HEADING = re.compile(r"(#+)\s+(.+)")
RULE_HEADING = re.compile(r"([A-Z]{2}-\d{2})\s+(\S.*)")
KEPT_AS_WRITTEN = ("|", "- ", "* ")  # tables and lists keep their lines


EMPHASIS = re.compile(r"(?<!\w)\*([^*\s][^*]*)\*(?!\w)")


@dataclass(frozen=True)
class Rule:
    """One rule. Texts are Markdown, paragraphs separated by an empty line, each of them on one line."""

    id: str
    title: str
    text: str
    ruling: str  # how we settle what the rule book leaves open; empty if it leaves nothing open
    line: int  # of the heading in rules.md


@dataclass(frozen=True)
class Chapter:
    title: str
    text: str  # what stands before its first rule
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class RuleBook:
    title: str
    intro: str
    chapters: tuple[Chapter, ...]

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """Every rule by its id, in the order of the book."""
        return {rule.id: rule for chapter in self.chapters for rule in chapter.rules}

    def rule(self, rule_id: str) -> Rule:
        """The rule of this id; NotationError suggests one if there is none."""
        found = self.rules.get(rule_id.upper())
        if found is None:
            ids = list(self.rules)
            close = get_close_matches(rule_id.upper(), ids, n=1)
            hint = f"did you mean {close[0]}?" if close else f"they go from {ids[0]} to {ids[-1]}"
            raise NotationError(f"{self.title} has no rule {rule_id!r}; {hint}")
        return found


def plain(markdown: str) -> str:
    """Without the stars around *words*, which a terminal would show."""
    return EMPHASIS.sub(r"\1", markdown)


def rule_book(game: Game[Any, Any]) -> RuleBook:
    """The rule book of a game."""
    return _read(game.rules_text, game.prefix, str(game.folder / "rules.md"))


@lru_cache(maxsize=16)
def _read(text: str, prefix: str, source: str) -> RuleBook:
    return read_rule_book(text, prefix, source)


def read_rule_book(text: str, prefix: str, source: str = "rules.md") -> RuleBook:
    """A rule book from its text; NotationError names the line of what is wrong with it."""
    title = ""
    intro = ""
    chapters: list[Chapter] = []
    rules: list[Rule] = []
    seen: dict[str, int] = {}
    for line, level, heading, body in _sections(text, source):
        if level == 1:
            if title:
                raise _wrong(source, line, "there is a second title")
            title, intro = heading, body
        elif not title:
            raise _wrong(source, line, "the book begins with its title, such as `# Wild Apex`")
        elif level == 2:
            _no_ruling(source, line, body)
            rules = []
            chapters.append(Chapter(heading, body, ()))
        else:
            if not chapters:
                raise _wrong(source, line, f"{heading!r} stands in no chapter")
            rules.append(_rule(source, line, prefix, heading, body, seen))
            chapters[-1] = Chapter(chapters[-1].title, chapters[-1].text, tuple(rules))
    if not title:
        raise _wrong(source, 1, "the book begins with its title, such as `# Wild Apex`")
    if not seen:
        raise _wrong(source, 1, "there is no rule in this book")
    return RuleBook(title, intro, tuple(chapters))


def _rule(source: str, line: int, prefix: str, heading: str, body: str, seen: dict[str, int]) -> Rule:
    match = RULE_HEADING.fullmatch(heading)
    if match is None:
        raise _wrong(source, line, f"a rule's heading is an id and a title, such as `{prefix}-01 The aim`")
    rule_id, title = match.groups()
    expected = f"{prefix}-{len(seen) + 1:02}"
    if rule_id in seen:
        raise _wrong(source, line, f"{rule_id} stands in line {seen[rule_id]} already")
    if rule_id != expected:
        raise _wrong(source, line, f"{rule_id} stands where {expected} is missing")
    seen[rule_id] = line

    paragraphs = body.split("\n\n") if body else []
    starts = [number for number, words in enumerate(paragraphs) if words.startswith(RULING)]
    if len(starts) > 1:
        raise _wrong(source, line, f"{rule_id} has more than one paragraph that begins with {RULING!r}")
    first = starts[0] if starts else len(paragraphs)
    words = "\n\n".join(paragraphs[:first])
    ruling = "\n\n".join(paragraphs[first:]).removeprefix(RULING).strip()
    if not words or (starts and not ruling):
        raise _wrong(source, line, f"{rule_id} has no text")
    return Rule(rule_id, title, words, ruling, line)


def _sections(text: str, source: str) -> Iterator[tuple[int, int, str, str]]:
    """Each heading: its line, its level, its words, and the text under it."""
    found: list[tuple[int, int, str]] = []
    bodies: list[list[str]] = []
    for line, words in enumerate(text.splitlines(), 1):
        match = HEADING.fullmatch(words.rstrip())
        if match is not None:
            if len(match[1]) > 3:
                raise _wrong(source, line, "headings have one to three `#`")
            found.append((line, len(match[1]), match[2].strip()))
            bodies.append([])
        elif bodies:
            bodies[-1].append(words.rstrip())
        elif words.strip():
            raise _wrong(source, line, "the book begins with its title, such as `# Wild Apex`")
    for (line, level, heading), body in zip(found, bodies, strict=True):
        yield line, level, heading, _paragraphs(body)


def _paragraphs(lines: list[str]) -> str:
    """Paragraphs without the line breaks of the source, separated by an empty line."""
    paragraphs: list[str] = []
    current: list[str] = []
    for line in [*lines, ""]:
        if line:
            current.append(line)
        elif current:
            as_written = any(words.startswith(KEPT_AS_WRITTEN) for words in current)
            paragraphs.append("\n".join(current) if as_written else " ".join(words.strip() for words in current))
            current = []
    return "\n\n".join(paragraphs)


def _no_ruling(source: str, line: int, body: str) -> None:
    """A ruling without an id cannot be cited."""
    if any(words.startswith(RULING) for words in body.split("\n\n")):
        raise _wrong(source, line, "a ruling belongs to a rule, not to a chapter")


def _wrong(source: str, line: int, what: str) -> NotationError:
    return NotationError(f"{source}, line {line}: {what}")
