"""Options of a game as data. The command line, the server, the docs and the browser's forms all come from this."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from wildtable.errors import OptionError

MOST_TEXT = 40  # letters of a word that players choose
MOST_WORDS = 12
MOST_SHOWN = 40  # letters of a wrong value that a sentence quotes

TRUE_WORDS = ("true", "yes", "on", "1")
FALSE_WORDS = ("false", "no", "off", "0")


@dataclass(frozen=True)
class Option:
    """One option: `default` may be None where it depends on the table (`default_for` of the game says what it is).

    `kind` is one of: flag, number, choice (of `values`), numbers (a table of whole numbers by `keys`), words.
    """

    name: str
    kind: str
    default: Any
    sentence: str
    rules: tuple[int, ...]
    low: int = 0
    high: int = 0
    values: tuple[Any, ...] = ()
    keys: Mapping[str, int] | None = None  # of a table: the number that each key has if it is not named
    default_text: str = ""  # in words, where the default depends on the table

    def read(self, value: Any) -> Any:
        """The value, checked and complete; OptionError says what is wrong with it."""
        if self.kind == "flag":
            if isinstance(value, bool):
                return value
            raise OptionError(f"{self.name} is true or false, not {_shown(value)}")
        if self.kind == "number":
            return self._number(value, self.name)
        if self.kind == "choice":
            for allowed in self.values:
                if type(value) is type(allowed) and value == allowed:
                    return value
            raise OptionError(f"{self.name} is one of {self._choices}, not {_shown(value)}")
        if self.kind == "choice-or-number":
            if isinstance(value, str) and value in self.values:
                return value
            if isinstance(value, str):
                raise OptionError(f"{self.name} is {_listed(self.values)} or a whole number, not {_shown(value)}")
            return self._number(value, self.name)
        if self.kind == "numbers":
            return self._numbers(value)
        return self._words(value)

    def read_text(self, text: str) -> Any:
        """The value that these words mean, on a command line or in a form. Of a table it is read key by key, by
        `read_assignments`."""
        if self.kind == "flag":
            if text.lower() in TRUE_WORDS + FALSE_WORDS:
                return text.lower() in TRUE_WORDS
            raise OptionError(f"{self.name} is true or false, not {_shown(text)}")
        if self.kind == "choice":
            for allowed in self.values:
                if text == _word(allowed):
                    return allowed
            raise OptionError(f"{self.name} is one of {self._choices}, not {_shown(text)}")
        if self.kind == "words":
            return self._words([word.strip() for word in text.split(",")])
        if self.kind == "numbers":
            key = next(iter(self.keys or {}))
            raise OptionError(f"{self.name} has several numbers: name one of them, such as {self.name}.{key}=2")
        if self.kind == "choice-or-number" and not _is_number(text):
            return self.read(text)
        return self._number(_number_in(text, self.name), self.name)

    @property
    def _choices(self) -> str:
        return ", ".join(_word(allowed) for allowed in self.values)

    def _number(self, value: Any, name: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise OptionError(f"{name} is a whole number from {self.low} to {self.high}, not {_shown(value)}")
        return value

    def _numbers(self, value: Any) -> dict[str, int]:
        keys = self.keys or {}
        if not isinstance(value, Mapping):
            raise OptionError(f"{self.name} is a table such as {{ {next(iter(keys))} = 2 }}, not {_shown(value)}")
        for key in value:
            if key not in keys:
                raise OptionError(f"{self.name} has no {_shown(key)}; it has {_listed(keys)}")
        return {key: self._number(value.get(key, usual), f"{self.name}.{key}") for key, usual in keys.items()}

    def _words(self, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list | tuple) or not 1 <= len(value) <= MOST_WORDS:
            raise OptionError(f"{self.name} is a list of 1 to {MOST_WORDS} words, not {_shown(value)}")
        for word in value:
            if not isinstance(word, str) or not 1 <= len(word) <= MOST_TEXT or not word.isprintable():
                raise OptionError(f"{self.name} holds words of 1 to {MOST_TEXT} letters, not {_shown(word)}")
        return tuple(value)

    @property
    def range_text(self) -> str:
        """What it may be, for a person."""
        if self.kind == "flag":
            return "true, false"
        if self.kind == "number":
            return f"{self.low} to {self.high}"
        if self.kind == "choice":
            return ", ".join(_toml(value) for value in self.values)
        if self.kind == "choice-or-number":
            return ", ".join(_toml(value) for value in self.values) + f", {self.low} to {self.high}"
        if self.kind == "numbers":
            return f"whole numbers from {self.low} to {self.high} by name: " + ", ".join(self.keys or {})
        return "a list of words"

    @property
    def usual(self) -> str:
        """The default, for a person."""
        if self.default_text:
            return self.default_text
        if self.kind == "numbers":
            return ", ".join(f"{key} {number}" for key, number in (self.keys or {}).items())
        return _toml(self.default)


def resolve(options: Sequence[Option], given: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """All options with their values: those given, and for the others `defaults` or the option's own."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise unknown_option(str(name), known)
    values = {}
    for name, option in known.items():
        if name in given:
            values[name] = option.read(given[name])
        elif name in defaults:
            values[name] = defaults[name]
        else:
            values[name] = option.read({} if option.kind == "numbers" else option.default)
    return values


def unknown_option(name: str, known: Iterable[str]) -> OptionError:
    """The error for a name that no option has, with the one that may have been meant."""
    close = get_close_matches(name, list(known), n=1)
    hint = f"did you mean {close[0]}?" if close else f"there are {_listed(known)}"
    return OptionError(f"there is no option {_shown(name)} in this game; {hint}")


def read_assignments(options: Sequence[Option], texts: Sequence[str]) -> dict[str, Any]:
    """Options written as `name=value`, one text each: `target=200`, `bluff=true`, `copies.number=10`,
    `cries=ROAR,HOWL`. OptionError says what cannot be read."""
    known = {option.name: option for option in options}
    given: dict[str, Any] = {}
    seen = set()
    for text in texts:
        path, equals, value = (part.strip() for part in text.partition("="))
        name, dot, key = path.partition(".")
        if not equals or not name:
            raise OptionError(f"an option is written name=value, not {_shown(text)}")
        if path in seen:
            raise OptionError(f"{path} is given twice")
        seen.add(path)
        if name not in known:
            raise unknown_option(name, known)
        option = known[name]
        if not dot:
            given[name] = option.read_text(value)
        elif option.kind == "numbers":
            given.setdefault(name, {})[key] = _number_in(value, path)
            option.read(given[name])
        else:
            raise OptionError(f"{name} has no parts: it is written {name}=value")
    return given


def changed(options: Mapping[str, Any], usual: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are not as usual; of a table of numbers only those."""
    found: dict[str, Any] = {}
    for name, value in options.items():
        if isinstance(value, Mapping):
            numbers = {key: number for key, number in value.items() if number != usual[name][key]}
            if numbers:
                found[name] = numbers
        elif value != usual[name]:
            found[name] = value
    return found


def assignments(options: Mapping[str, Any]) -> list[str]:
    """Options as `read_assignments` takes them."""
    texts = []
    for name, value in options.items():
        if isinstance(value, Mapping):
            texts += [f"{name}.{key}={number}" for key, number in value.items()]
        elif isinstance(value, bool):
            texts.append(f"{name}={str(value).lower()}")
        elif isinstance(value, list | tuple):
            texts.append(f"{name}={','.join(map(str, value))}")
        else:
            texts.append(f"{name}={value}")
    return texts


def _is_number(text: str) -> bool:
    return text.isascii() and text.removeprefix("-").isdigit()


def _number_in(text: str, name: str) -> int:
    if not _is_number(text) or len(text) > MOST_TEXT:
        raise OptionError(f"{name} is a whole number, not {_shown(text)}")
    return int(text)


def _shown(value: Any) -> str:
    """A value that somebody gave, as short as a sentence can bear."""
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…"


def _listed(names: Any) -> str:
    return ", ".join(str(name) for name in names)


def _word(value: Any) -> str:
    """A value as it is written on a command line."""
    return value if isinstance(value, str) else _toml(value)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)
