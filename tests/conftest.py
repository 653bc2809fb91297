"""Which tests run: `--run-slow`, the compiled and the uncompiled run, and one fixed Hypothesis profile."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from hypothesis import settings

from tests.sixth_game import crazy_eights
from wildtable._build import wants_sources
from wildtable.games import register

# Plain Python plays a hundredth of the games that the compiled rules play in the same time.
UNCOMPILED_SHARE = 100

# The same examples on every machine and in every run; `--hypothesis-profile=explore` looks for new ones.
settings.register_profile(
    "fixed", derandomize=True, database=None, deadline=None, max_examples=15 if wants_sources() else 100
)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile("fixed")


if wants_sources():
    # A game without compiled files can sit down only where the engine runs from its sources.
    register(crazy_eights.GAME)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--run-slow",
        action="store_true",
        default=os.environ.get("RUN_SLOW", "") not in ("", "0"),
        help="run the tests marked slow as well (or set RUN_SLOW=1)",
    )


def pytest_report_header() -> str:
    return "wildtable: uncompiled, as WILDTABLE_UNCOMPILED asks" if wants_sources() else "wildtable: compiled"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = set()
    if not config.getoption("--run-slow"):
        left_out.add("slow")
    if wants_sources():
        left_out.add("compiled_only")

    leave = [item for item in items if any(item.get_closest_marker(name) for name in left_out)]
    if leave:
        config.hook.pytest_deselected(items=leave)
        items[:] = [item for item in items if item not in leave]


@pytest.fixture(scope="session")
def rounds() -> Callable[[int], int]:
    """`rounds(n)` is how many random games to play: `n` compiled, a small share (never none) uncompiled."""
    return lambda n: max(1, n // UNCOMPILED_SHARE) if wants_sources() else n
