"""The tables of the database, the same on SQLite and PostgreSQL, and how an older or empty one gets them.

The record of a table is `entries`. All else follows from it, or is told with it, and is written in the transaction that
stores the entry, so the two never tell different stories.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    inspect,
    text,
)

# The newest of the migrations, by which a database that needs none is known without Alembic being loaded.
VERSION = "0001"

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    # Which transaction stored it, so that a commit whose answer was lost can be told from one that failed.
    Column("batch", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("changed", BigInteger, nullable=False),  # the time of the newest entry
    Column("listed", Boolean, nullable=False),  # in the lobby
    Column("closed", Boolean, nullable=False),
    Column("summary", Text, nullable=False),
)
# Without `changed`, which is another one with every entry: few tables are listed, and an index that never changes
# lets PostgreSQL write the new row beside the old one.
Index("ix_tables_listed", tables.c.id, postgresql_where=tables.c.listed, sqlite_where=tables.c.listed)

chairs = Table(
    "chairs",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("person", Text, primary_key=True, index=True),
    sqlite_with_rowid=False,
)

secrets = Table(
    "secrets",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("match", Integer, primary_key=True),
    Column("secret", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

matches = Table(
    "matches",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("match", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("rated", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

places = Table(
    "places",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("match", Integer, primary_key=True),
    Column("seat", Text, primary_key=True),
    Column("who", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("score", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False),  # as in `matches`, for the index
    ForeignKeyConstraint(["table_id", "match"], ["matches.table_id", "matches.match"]),
    Index(None, "who", "ended"),
    sqlite_with_rowid=False,
)

players = Table(
    "players",
    metadata,
    Column("person", Text, primary_key=True),
    Column("name", Text, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("who", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("name", Text, nullable=False),  # in the last match
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("sure", Double, nullable=False),  # what the rating is at least, and what `best` goes by
    Index(None, "game", "sure"),
)

leases = Table(
    "leases",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("worker", Text, nullable=False, index=True),
    Column("until", BigInteger, nullable=False),
)

settings = Table(
    "settings",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)


class TooNew(Exception):
    """The database was written by a newer program."""


def bring_up_to_date(connection: Connection) -> None:
    """Run, in the caller's transaction, the migrations that the database lacks; or raise `TooNew`."""
    if inspect(connection).has_table("alembic_version"):
        if connection.scalar(text("SELECT version_num FROM alembic_version")) == VERSION:
            return
    # Half a second that only a new database or a new version needs.
    from wildtable.server.migrations import run

    run(connection)
