"""Which files are compiled, whether they are, and how to run the sources instead.

`setup.py` uses this module before anything is installed, so it needs the standard library alone.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Sequence
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

PACKAGE = "wildtable"
SOURCES_VARIABLE = "WILDTABLE_UNCOMPILED"
HOT_MODULE = "wildtable.engine.table"  # the base of every game: compiled, or nothing is

NO_COMPILER = (
    "Wildtable runs uncompiled here, with the same results but many times slower: install a C compiler and "
    "Python's headers (Debian and Ubuntu: apt install gcc python3-dev), then run `make setup` again."
)

DIRECTIVES = {  # for Cython
    "language_level": 3,
    # Types come from the .pxd alone; annotations are for people and mypy.
    "annotation_typing": False,
    "infer_types": True,
    # C arithmetic and C arrays, unchecked. The uncompiled test run is where a bad index raises.
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "nonecheck": False,
    # Methods are called as the interpreter's own built-in ones are; their signature goes into the docstring.
    "binding": False,
    "embedsignature": True,
}


# --- at run time -----------------------------------------------------------------------------------------


def wants_sources() -> bool:
    """Whether WILDTABLE_UNCOMPILED asks for the plain Python sources."""
    return os.environ.get(SOURCES_VARIABLE, "") not in ("", "0")


class SourceFinder(MetaPathFinder):
    """Finds the modules of a package as `.py` files, even where a compiled file lies beside them."""

    def __init__(self, package: str) -> None:
        self.package = package

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(self.package + "."):
            return None
        for folder in path or ():
            spec = _sources_in(folder).find_spec(fullname, target)
            # Without a loader it is a folder without `__init__.py`, which the usual finders put together.
            if spec is not None and spec.loader is not None:
                return spec
        return None

    def invalidate_caches(self) -> None:
        _sources_in.cache_clear()


@cache
def _sources_in(folder: str) -> FileFinder:
    return FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))


def use_sources(package: str = PACKAGE) -> None:
    """From now on import a package's modules from their sources."""
    if not any(isinstance(finder, SourceFinder) and finder.package == package for finder in sys.meta_path):
        sys.meta_path.insert(0, SourceFinder(package))


def compiled() -> bool:
    """Whether the rules run compiled. Finds the engine without importing it."""
    return is_compiled(HOT_MODULE)


def is_compiled(module: str) -> bool:
    """Whether `module` is, or would be, imported from a compiled file."""
    try:
        spec = find_spec(module)
    except (ModuleNotFoundError, ValueError):  # there is none, or it is the script that runs, which has no spec
        return False
    return spec is not None and spec.origin is not None and not spec.origin.endswith(".py")


def uncompiled_notice() -> str | None:
    """The sentence for somebody who runs uncompiled without having asked for it; None for everybody else."""
    if wants_sources() or compiled():
        return None
    return NO_COMPILER


# --- at build time ---------------------------------------------------------------------------------------


def paired_sources(folder: Path) -> list[Path]:
    """The files that are compiled: every `.py` in `folder` with a `.pxd` of the same name beside it."""
    return sorted(
        source
        for source in folder.rglob("*.py")
        if source.name != "__init__.py" and source.with_suffix(".pxd").is_file()
    )


def module_name(file: Path, folder: Path) -> str:
    """The module that `file`, a source or a compiled file, is when `folder` is on the import path."""
    return ".".join(file.relative_to(folder).with_name(file.name.split(".")[0]).parts)


def stale_binaries(folder: Path, modules: Collection[str]) -> list[Path]:
    """The compiled files in `folder` that are none of `modules`."""
    return sorted(file for file in folder.rglob("*.so") if module_name(file, folder) not in modules)


def compiler_flags() -> list[str] | None:
    """The C flags for this machine, or None where no C extension can be compiled.

    Found out by compiling a file that needs Python's headers: a compiler may be there without them.
    """
    import platform
    import shlex
    import subprocess
    import sysconfig

    # No flag may change a result: no fast maths, no fused multiply-add (it rounds once instead of twice).
    flags = ["-O3", "-g0", "-ffp-contract=off"]
    choices = [flags]
    if platform.machine() in ("x86_64", "AMD64"):
        # Processors since 2009 count bits in one instruction. Older compilers do not know the flag.
        choices.insert(0, [*flags, "-march=x86-64-v2"])

    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    headers = f"-I{sysconfig.get_path('include')}"
    for choice in choices:
        command = [*compiler, *choice, headers, "-x", "c", "-c", "-o", os.devnull, "-"]
        try:
            subprocess.run(command, input=b"#include <Python.h>\n", capture_output=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        return choice
    return None
