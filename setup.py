"""Compiles the rules. Everything else about the package stands in pyproject.toml.

The rule: every `.py` under src/wildtable with a `.pxd` of the same name beside it is compiled. There is no
list to keep. Where there is no C compiler, one sentence says so and the package is installed uncompiled.
"""

import os
import shutil
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

SOURCES = Path("src")
sys.path.insert(0, str(SOURCES))

from wildtable._build import (  # noqa: E402 - the package is not installed yet
    DIRECTIVES,
    NO_COMPILER,
    compiler_flags,
    module_name,
    paired_sources,
    stale_binaries,
    wants_sources,
)


class CompilePairs(build_ext):
    """Translates the pairs with Cython and compiles them, both on all cores; only what has changed."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        # WILDTABLE_UNCOMPILED=1 pip install . is an install without compiled files.
        if wants_sources():
            self.extensions = []
            return

        flags = compiler_flags()
        if flags is None:
            # What was compiled earlier would be run in place of sources that may have changed since.
            self.remove_compiled(keep=set())
            print(NO_COMPILER, file=sys.stderr)
            self.extensions = []
            return

        self.remove_compiled(keep={extension.name for extension in self.extensions})
        self.translate(flags)
        super().run()

    def translate(self, flags: list[str]) -> None:
        # Imported here: asking for the package's name or version does not need Cython.
        from Cython.Build import cythonize
        from Cython.Compiler.Errors import CompileError

        try:
            translated = cythonize(
                self.extensions,
                compiler_directives=DIRECTIVES,
                build_dir="build/cython",
                nthreads=self.parallel,
                force=self.force,
                quiet=True,
            )
        except CompileError as error:
            sys.exit(f"Cython has refused a file: {error}")
        sources = {extension.name: extension.sources for extension in translated}
        for extension in self.extensions:
            extension.sources = sources[extension.name]
            extension.extra_compile_args = flags

    def remove_compiled(self, keep: set[str]) -> None:
        for folder in (SOURCES, Path(self.build_lib)):
            for binary in stale_binaries(folder, keep):
                binary.unlink()


class PackScenarios(build_py):
    """The scenarios go along: worked examples of the rules, and lessons. A checkout reads them where they are."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            for game in sorted(Path("tests/scenarios").iterdir()):
                target = Path(self.build_lib, "wildtable", "scenarios", game.name)
                shutil.copytree(game, target, dirs_exist_ok=True)


setup(
    ext_modules=[Extension(module_name(source, SOURCES), [str(source)]) for source in paired_sources(SOURCES)],
    cmdclass={"build_ext": CompilePairs, "build_py": PackScenarios},
)
