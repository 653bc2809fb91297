"""Alembic runs this. The connection is the caller's, and so is its transaction."""

from __future__ import annotations

from alembic import context

from wildtable.server.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
