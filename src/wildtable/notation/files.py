"""Reading TOML files that people write, so that every mistake in them can be told with its line."""

from __future__ import annotations

import re
import stat
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any

from wildtable.errors import NotationError

LONGEST_LINE = 5000  # a deck of 400 cards fits; the time to read a key grows with the square of its length
LONGEST_SENTENCE = 400
LETTERS_SHOWN = 60  # of a value, in a sentence

HEADER = re.compile(r"\s*\[\[?\s*([^\[\]#]+?)\s*\]")
KEY = re.compile(r"""\s*(["']?)([A-Za-z0-9_-]+)\1\s*[=.]""")
DOTTED_KEY = re.compile(r"\s*([A-Za-z0-9_-]+)\s*\.\s*([A-Za-z0-9_-]+)\s*=")
ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}


class BadFile(NotationError):
    """A file that cannot be used: where, and what is wrong there."""

    def __init__(self, path: Path, line: int, what: str) -> None:
        if len(what) > LONGEST_SENTENCE:  # it quotes what somebody wrote
            what = what[:LONGEST_SENTENCE] + "…"
        super().__init__(f"{path}:{line}: {what}" if line else f"{path}: {what}")
        self.path = path
        self.line = line  # from 1; 0 where it is the file as a whole
        self.what = what


@dataclass(frozen=True)
class TomlFile:
    """A file that has been read: its values, and where in its text they stand."""

    path: Path
    text: str
    values: dict[str, Any]

    def bad(self, what: str, line: int) -> BadFile:
        return BadFile(self.path, line, what)

    def line_of(self, key: str, section: str = "") -> int:
        """The line of a key, or else of its section; 1 where neither stands on a line of its own."""
        places = ((section, key), (key, ""), ("", section), (section, ""))
        return next((self._lines[place] for place in places if place in self._lines), 1)

    @cached_property
    def _lines(self) -> dict[tuple[str, str], int]:
        """Lines by section and key; the key of a header is empty."""
        lines: dict[tuple[str, str], int] = {}
        section, quotes = "", ""
        for number, line in enumerate(self.text.split("\n"), 1):
            if quotes:
                if line.count(quotes) % 2:
                    quotes = ""
                continue
            if header := HEADER.match(line):
                section = header[1].strip("\"'")
                lines.setdefault((section, ""), number)
            elif key := KEY.match(line):
                lines.setdefault((section, key[2]), number)
                if not section and (dotted := DOTTED_KEY.match(line)):
                    lines.setdefault((dotted[1], dotted[2]), number)
            for mark in ('"""', "'''"):
                if line.count(mark) % 2:
                    quotes = mark
        return lines

    def lines_of_text(self, key: str, section: str, value: str) -> list[int]:
        """The line in the file of each line of a text, whichever of TOML's ways it is written in."""
        for match in re.finditer(rf"""\b{key}["']?\s*=\s*(\"\"\"|'''|"|')""", self.text):
            try:
                decoded, lines = _decode(self.text, match.end(), match[1])
            except ValueError:
                continue  # in a comment anything may stand
            if decoded == value:
                return lines
        return [self.line_of(key, section)] * (value.count("\n") + 1)

    # Values of the kind that is wanted

    def check_keys(self, table: dict[str, Any], known: Iterable[str], section: str = "") -> None:
        """Nothing but these keys may stand in a table of the file."""
        names = list(known)
        for key in table:
            if key not in names:
                close = get_close_matches(key, names, n=1)
                hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(names)}"
                where = f"[{section}] has no {shown(key)}" if section else f"there is no {shown(key)} in such a file"
                raise self.bad(f"{where}; {hint}", self.line_of(key, section))

    def table(self, key: str, section: str = "") -> dict[str, Any]:
        """A table of the file, empty if it is not there."""
        value = self._place(section).get(key, {})
        if not isinstance(value, dict):
            raise self.bad(f"{key} is a table, not {shown(value)}", self.line_of(key, section))
        return value

    def words(self, key: str, section: str = "", default: str | None = None) -> str:
        """A text; without a default it must be there."""
        value = self._place(section).get(key, default)
        if value is None:
            raise self.bad(f"{_in(section)} lacks {key}", self.line_of("", section))
        if not isinstance(value, str):
            raise self.bad(f"{key} is a text in quotes, not {shown(value)}", self.line_of(key, section))
        return value

    def number(self, key: str, section: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from `low` to `high`; without a default it must be there."""
        value = self._place(section).get(key, default)
        if value is None:
            raise self.bad(f"{_in(section)} lacks {key}", self.line_of("", section))
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.bad(
                f"{key} is a whole number from {low} to {high}, not {shown(value)}", self.line_of(key, section)
            )
        return value

    def list_of_words(self, key: str) -> list[str]:
        """A list of texts, empty if it is not there."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.bad(f"{key} is a list of texts, not {shown(value)}", self.line_of(key))
        return value

    def _place(self, section: str) -> dict[str, Any]:
        return self.table(section) if section else self.values


def read_toml(path: Path, most_bytes: int) -> TomlFile:
    """Read a file that must be a regular one, of limited size, in UTF-8, and TOML; BadFile says why it is not."""
    return toml_of(path, _read_text(path, most_bytes))


def toml_of(path: Path, text: str) -> TomlFile:
    """A text as TOML; `path` is what errors call it."""
    text = text.replace("\r\n", "\n")
    for number, words in enumerate(text.split("\n"), 1):
        if len(words) > LONGEST_LINE:
            raise BadFile(path, number, f"this line is longer than {LONGEST_LINE} characters")
    try:
        return TomlFile(path, text, tomllib.loads(text))
    except RecursionError:
        raise BadFile(path, 0, "it is nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", str(error))
        line = int(place[1] or 0) if place else 0
        what = str(error)[: place.start()] if place else str(error)
        end = text.rstrip("\n").count("\n") + 1
        raise BadFile(path, line or end, f"this is not TOML: {what[:1].lower()}{what[1:]}") from None
    except ValueError:
        # Python reads whole numbers up to a limit of its own.
        raise BadFile(path, 0, "it contains a number with far too many digits") from None


def _read_text(path: Path, most_bytes: int) -> str:
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            kind = "a folder" if stat.S_ISDIR(found.st_mode) else "no regular file"
            raise BadFile(path, 0, f"this is {kind}")
        if found.st_size > most_bytes:
            raise BadFile(path, 0, f"{found.st_size} bytes are more than the {most_bytes} that are read")
        with path.open("rb") as file:
            data = file.read(most_bytes + 1)
    except FileNotFoundError:
        raise BadFile(path, 0, "there is no such file") from None
    except OSError as error:
        raise BadFile(path, 0, f"it cannot be read: {error.strerror or error}") from None
    if len(data) > most_bytes:
        raise BadFile(path, 0, f"it is larger than the {most_bytes} bytes that are read")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadFile(path, line, "this is not UTF-8 text") from None


def shown(value: Any) -> str:
    """A value in a sentence: short, on one line, whatever it is."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= LETTERS_SHOWN else text[:LETTERS_SHOWN] + "…"


def _in(section: str) -> str:
    return f"[{section}]" if section else "the file"


def _decode(text: str, start: int, quotes: str) -> tuple[str, list[int]]:
    """The TOML string whose opening quotes end at `start`, and the line in the file of each of its lines.

    The line of an empty one is where it begins, of any other where its first word stands.
    """
    several, basic = len(quotes) == 3, quotes[0] == '"'
    line = text.count("\n", 0, start) + 1
    if several and text.startswith("\n", start):
        start += 1
        line += 1
    decoded: list[str] = []
    lines = [line]
    blank = True  # nothing but spaces so far on this line of the string
    i = start
    while i < len(text) and not text.startswith(quotes, i):
        char = text[i]
        i += 1
        if char == "\\" and basic:
            if folded := re.compile(r"[ \t]*\n\s*").match(text, i):
                line += folded[0].count("\n")
                i = folded.end()
                continue
            size = {"u": 4, "U": 8, "x": 2}.get(text[i : i + 1], 0)
            char = chr(int(text[i + 1 : i + 1 + size], 16)) if size else ESCAPES.get(text[i : i + 1], "?")
            i += 1 + size
        elif char == "\n":
            line += 1
        decoded.append(char)
        if char == "\n":
            lines.append(line)
            blank = True
        elif blank and not char.isspace():
            lines[-1] = line
            blank = False
    # The last of four or five quotes in a row closes; those before it belong to the text.
    while several and text.startswith(quotes[0], i + 3):
        decoded.append(quotes[0])
        i += 1
    return "".join(decoded), lines
