"""How databases of older versions become as `wildtable.server.schema` says: one file a step in `versions`.

A change of the schema is a new file there, whose `down_revision` is the one before, and the new `schema.VERSION`.
"""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from wildtable.server.schema import TooNew


def config() -> Config:
    found = Config()
    found.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    found.set_main_option("path_separator", "os")
    return found


def run(connection: Connection) -> None:
    settings = config()
    known = {script.revision for script in ScriptDirectory.from_config(settings).walk_revisions()}
    now = MigrationContext.configure(connection).get_current_revision()
    if now is not None and now not in known:
        raise TooNew
    settings.attributes["connection"] = connection
    command.upgrade(settings, "head")
