"""What is compiled, and that the same modules also run from their sources."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import wildtable
from wildtable import _build

ROOT = Path(wildtable.__file__).parent
PAIRED_MODULES = [_build.module_name(source, ROOT.parent) for source in _build.paired_sources(ROOT)]


def python(code: str, **environment: str) -> str:
    """What `code` prints in a fresh interpreter."""
    plain = {name: value for name, value in os.environ.items() if name != _build.SOURCES_VARIABLE}
    result = subprocess.run(
        [sys.executable, "-c", code], env=plain | environment, capture_output=True, text=True, check=True
    )
    return result.stdout.strip()


def test_the_hot_module_is_one_of_the_pairs() -> None:
    assert _build.HOT_MODULE in PAIRED_MODULES


# Without this a failed build would go unseen: the suite would run the sources twice.
@pytest.mark.compiled_only
def test_every_pair_is_compiled() -> None:
    if _build.compiler_flags() is None:
        pytest.skip("no C compiler with Python's headers on this machine: everything runs uncompiled")
    assert [module for module in PAIRED_MODULES if not _build.is_compiled(module)] == []
    assert wildtable.compiled()
    assert _build.uncompiled_notice() is None


def test_no_pair_is_compiled_when_the_sources_are_asked_for() -> None:
    code = f"import importlib\nfor name in {PAIRED_MODULES}: print(importlib.import_module(name).__file__)"
    files = python(code, WILDTABLE_UNCOMPILED="1").splitlines()
    assert len(files) == len(PAIRED_MODULES)
    assert [file for file in files if not file.endswith(".py")] == []


@pytest.mark.parametrize(("value", "asked"), [("", False), ("0", False), ("1", True), ("yes", True)])
def test_the_sources_are_asked_for_by_any_value_but_0(value: str, asked: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(_build.SOURCES_VARIABLE, value)
    assert _build.wants_sources() is asked


def test_whoever_asks_for_the_sources_is_not_told_about_compilers() -> None:
    code = "from wildtable import _build, compiled; print(compiled(), _build.uncompiled_notice())"
    assert python(code, WILDTABLE_UNCOMPILED="1") == "False None"


def test_whoever_runs_uncompiled_unasked_is_told_how_to_mend_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(_build.SOURCES_VARIABLE, raising=False)
    monkeypatch.setattr(_build, "compiled", lambda: False)
    notice = _build.uncompiled_notice()
    assert notice is not None
    assert "C compiler" in notice
    assert "make setup" in notice


def test_importing_the_package_imports_nothing_but_how_it_was_built() -> None:
    code = "import sys, wildtable; print(sorted(name for name in sys.modules if 'wildtable' in name))"
    assert python(code) == "['wildtable', 'wildtable._build']"


def test_the_version_is_the_installed_one() -> None:
    assert version("wildtable") == wildtable.__version__


def test_a_py_with_a_pxd_beside_it_is_compiled_and_nothing_else(tmp_path: Path) -> None:
    for name in ("both.py", "both.pxd", "only.py", "words.pxd", "__init__.py", "__init__.pxd"):
        (tmp_path / name).touch()
    assert _build.paired_sources(tmp_path) == [tmp_path / "both.py"]


def test_a_compiled_file_without_its_pair_is_stale(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    for name in ("kept.py", "kept.pxd", "kept.cpython-311.so", "gone.py", "gone.cpython-311.so"):
        (games / name).touch()
    modules = [_build.module_name(source, tmp_path) for source in _build.paired_sources(tmp_path)]
    assert modules == ["games.kept"]
    assert _build.stale_binaries(tmp_path, modules) == [games / "gone.cpython-311.so"]


def test_a_compiler_that_cannot_compile_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "/nowhere/cc")
    assert _build.compiler_flags() is None
