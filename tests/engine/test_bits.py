"""What stands in C in cbits.pxd counts bits as bits.py does."""

from __future__ import annotations

import ctypes
import os
import random
import shlex
import subprocess
import sysconfig
from pathlib import Path

import pytest

from wildtable import _build
from wildtable.engine import bits

ASKED = """
int asked_highest_bit(unsigned long long word) { return highest_bit(word); }
int asked_lowest_bit(unsigned long long word) { return lowest_bit(word); }
int asked_nth_bit(unsigned long long word, int n) { return nth_bit(word, n); }
int asked_nth_bit_anywhere(unsigned long long word, int n) { return nth_bit_anywhere(word, n); }
int asked_popcount(unsigned long long word) { return popcount(word); }
"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """The C text of cbits.pxd, with the flags of the rules."""
    text = Path(bits.__file__).with_name("cbits.pxd").read_text().split('"""')[1]
    folder = tmp_path_factory.mktemp("bits")
    source = folder / "bits.c"
    source.write_text(text + ASKED)
    library = folder / "bits.so"
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    flags = _build.compiler_flags()
    assert flags is not None
    subprocess.run([*compiler, *flags, "-Wall", "-Werror", "-shared", "-fPIC", "-o", library, source], check=True)
    return ctypes.CDLL(str(library))


def words() -> list[int]:
    """Single bits, full words, and random ones from thin to dense."""
    chance = random.Random(1)
    found = [1 << place for place in range(64)] + [bits.ALL_64, bits.ALL_64 - 1, bits.ALL_64 >> 1]
    for _ in range(300):
        word = chance.getrandbits(64)
        found += [word, word & chance.getrandbits(64), word | chance.getrandbits(64)]
        found.append(word & chance.getrandbits(64) & chance.getrandbits(64))
    return [word for word in found if word]


@pytest.mark.compiled_only
def test_the_compiled_counterparts_agree(compiled: ctypes.CDLL) -> None:
    for word in words():
        given = ctypes.c_ulonglong(word)
        assert compiled.asked_popcount(given) == bits.popcount(word)
        assert compiled.asked_lowest_bit(given) == bits.lowest_bit(word)
        assert compiled.asked_highest_bit(given) == bits.highest_bit(word)


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", ["nth_bit", "nth_bit_anywhere"])
def test_every_bit_is_found_in_its_place(compiled: ctypes.CDLL, name: str) -> None:
    """With the instruction of this processor, where it has one, and without."""
    asked = getattr(compiled, f"asked_{name}")
    for word in words():
        places = [asked(ctypes.c_ulonglong(word), n) for n in range(word.bit_count())]
        assert places == [place for place in range(64) if word >> place & 1]
        assert places[-1] == bits.nth_bit(word, word.bit_count() - 1)
