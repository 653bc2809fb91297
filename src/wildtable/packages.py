"""For the setup.py of a package that brings a game: its rules are compiled as Wildtable's own are."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import wildtable
from wildtable._build import DIRECTIVES, compiler_flags, module_name, paired_sources, wants_sources


def extensions(package: str, root: str = ".") -> list[Any]:
    """What `setup(ext_modules=…)` is to compile: every `.py` of the package with a `.pxd` of the same name beside it.

    `root` is the folder that the package lies in. With WILDTABLE_UNCOMPILED=1 it is nothing.
    """
    from Cython.Build import cythonize
    from setuptools import Extension

    if wants_sources():
        return []
    flags = compiler_flags()
    if flags is None:
        sys.exit(
            "A C compiler with Python's headers is needed, or WILDTABLE_UNCOMPILED=1 to install the sources alone."
        )
    folder = Path(root)
    compiled: list[Any] = cythonize(
        [
            Extension(module_name(source, folder), [str(source)], extra_compile_args=flags)
            for source in paired_sources(folder / package)
        ],
        compiler_directives=DIRECTIVES,
        include_path=[str(Path(wildtable.__file__).parents[1])],
        build_dir="build/cython",
        quiet=True,
    )
    return compiled
