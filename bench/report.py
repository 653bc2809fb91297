"""What both commands say of the machine, and where a report goes in a page."""

from __future__ import annotations

import platform
import re
import sys
from pathlib import Path

from wildtable.lab.simulate import available_cores


def machine() -> str:
    """The processor, its cores and the Python that runs."""
    processor = platform.processor() or platform.machine()
    try:
        match = re.search(r"model name\s*: (.+)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
        processor = match[1] if match else processor
    except OSError:
        pass
    return f"{processor}, {counted(available_cores(), 'core')}, Python {platform.python_version()}"


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}"


def has_part(file: Path, part: str) -> bool:
    """Whether the page has a place for this report."""
    begin, end = marks(part)
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    return begin in text and end in text and text.index(begin) < text.index(end)


def put_part(file: Path, part: str, report: str) -> None:
    """Write the report into its place, over the one before."""
    begin, end = marks(part)
    text = file.read_text(encoding="utf-8")
    before, after = text.index(begin) + len(begin), text.index(end)
    file.write_text(f"{text[:before]}\n\n{report}\n\n{text[after:]}", encoding="utf-8")
    print(f"\nWritten into {file}.", file=sys.stderr)


def marks(part: str) -> tuple[str, str]:
    return f"<!-- {part}: begin -->", f"<!-- {part}: end -->"
