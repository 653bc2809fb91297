"""What the server says about itself: one line an event, to read or as JSON. Never a card, never a token."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

LOG = logging.getLogger("wildtable.server")

INFO, WARNING, ERROR = logging.INFO, logging.WARNING, logging.ERROR


def note(event: str, level: int = INFO, **details: Any) -> None:
    """Log an event with its details, such as `note("table opened", table="k3x9q2m7")`."""
    LOG.log(level, event, extra={"details": details})


def fault(event: str, **details: Any) -> None:
    """Log the exception that is being handled."""
    LOG.error(event, exc_info=True, extra={"details": details})


class Lines(logging.Formatter):
    """For people."""

    def format(self, record: logging.LogRecord) -> str:
        details = "".join(f" {name}={value}" for name, value in getattr(record, "details", {}).items())
        moment = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        line = f"{moment} {record.levelname.lower():7} {record.getMessage()}{details}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class JsonLines(logging.Formatter):
    """For machines: one JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        told: dict[str, Any] = {"at": moment, "level": record.levelname.lower(), "event": record.getMessage()}
        told |= getattr(record, "details", {})
        if record.exc_info:
            told["fault"] = self.formatException(record.exc_info)
        return json.dumps(told, default=str, ensure_ascii=False)


def set_up(kind: str) -> None:
    """Log to the standard error: `text`, `json`, or `none` for faults alone."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if kind == "json" else Lines())
    for name, level in (("wildtable.server", logging.INFO), ("uvicorn", logging.WARNING), ("asyncio", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.ERROR if kind == "none" else level)
