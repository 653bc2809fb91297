"""The two halves of each compiled file say the same: fields and their order, and what a copy takes along."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import wildtable
from wildtable import _build
from wildtable.engine import codes, table

ROOT = Path(wildtable.__file__).parent
PAIRS = [path for path in _build.paired_sources(ROOT) if "class " in path.with_suffix(".pxd").read_text()]
FIELD = re.compile(r"    cdef (?:readonly |public )?(?:[\w ]+?|[A-Z]\w+)(\[\w+\])? (\w+)$")

# Fields that a copy does not take: what `clone` hands over by itself, room for a call, and the log.
NOT_COPIED = {"game", "options", "deck", "stream", "missing", "orderly", "guessing", "logging", "log", "noted"}
NOT_COPIED |= {"unseen"}  # counted anew by whoever looks at it
# Fields that do not make two tables different: the same, with what a snapshot tells in other words.
NOT_IN_SNAPSHOT = NOT_COPIED | {"seat_at", "chair_of", "draw_count", "discard_count", "held"}
# What can only be guessed of hands: it changes nothing of how a table plays on.
NOT_IN_SNAPSHOT |= {"lacked", "drawn_since"}
NOT_IN_SNAPSHOT |= {"imagined"}  # a table within a search


def declared(pxd: str) -> dict[str, list[str]]:
    """The fields of each class, as its .pxd lists them."""
    found: dict[str, list[str]] = {}
    fields: list[str] = []
    for line in pxd.splitlines():
        if match := re.match(r"cdef class (\w+)", line):
            fields = found[match[1]] = []
        elif match := FIELD.match(line):
            fields.append(match[2])
    return found


def classes(source: str) -> dict[str, ast.ClassDef]:
    return {node.name: node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}


def assigned(method: ast.FunctionDef) -> list[str]:
    """The attributes of `self` that a method sets, in order."""
    names = []
    for node in ast.walk(method):
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        for target in targets:
            if isinstance(target, ast.Subscript):
                target = target.value
            if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self":
                names.append((target.lineno, target.attr))
    return list(dict.fromkeys(name for _, name in sorted(names)))


def methods(node: ast.ClassDef) -> dict[str, ast.FunctionDef]:
    return {item.name: item for item in node.body if isinstance(item, ast.FunctionDef)}


@pytest.mark.parametrize("source", PAIRS, ids=lambda path: str(path.relative_to(ROOT)))
def test_fields_are_listed_in_the_same_order(source: Path) -> None:
    fields = declared(source.with_suffix(".pxd").read_text())
    for name, node in classes(source.read_text()).items():
        assert assigned(methods(node)["__init__"]) == fields[name], name


@pytest.mark.parametrize("source", PAIRS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_copy_takes_every_field_and_a_snapshot_tells_it(source: Path) -> None:
    for name, node in classes(source.read_text()).items():
        own = methods(node)
        if "copy_from" not in own:
            continue
        copied = {field for method in own.values() if method.name.startswith("copy_") for field in assigned(method)}
        fields = set(assigned(own["__init__"]))
        assert fields - copied - NOT_COPIED == set(), f"{name}: a copy leaves these behind"
        told = {field for field in fields if f'"{field}"' in source.read_text()}
        # options do not change, and how long a list is the list tells
        options = set(assigned(own["read_options"])) if "read_options" in own else set()
        lengths = {field for field in fields if re.search("_(count|size)$", field)}
        assert fields - told - options - lengths - NOT_IN_SNAPSHOT == set(), f"{name}: a snapshot does not tell these"


def test_rooms_are_as_large_as_their_names_say() -> None:
    pxd = (ROOT / "engine" / "table.pxd").read_text()
    rooms = {match[2]: int(match[1]) for match in re.finditer(r"\[(\d+)\] (\w+)\n", pxd)}
    assert rooms["draw_pile"] == rooms["discard_pile"] == rooms["cards"] == codes.PILE_ROOM
    assert rooms["held"] == codes.HELD_ROOM
    assert {int(size) for size in re.findall(r'words="unsigned long long\[(\d+)\]"', pxd)} == {codes.WORDS}
    assert {rooms[name] for name in ("seat_at", "chair_of", "mask", "hand_size", "scores")} == {codes.MAX_SEATS}


def test_a_deck_that_is_too_large_is_refused() -> None:
    with pytest.raises(ValueError, match="401 cards are more than the 400"):
        table.Deck([0] * 401, 1)
