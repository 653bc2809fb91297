"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "entries",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("batch", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_entries"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    listed = sa.column("listed", sa.Boolean)
    op.create_index("ix_tables_listed", "tables", ["id"], postgresql_where=listed, sqlite_where=listed)
    op.create_table(
        "chairs",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "person", name="pk_chairs"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_chairs_tables"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_chairs_person", "chairs", ["person"])
    op.create_table(
        "secrets",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("match", sa.Integer, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "match", name="pk_secrets"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_secrets_tables"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "matches",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("match", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "match", name="pk_matches"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_matches_tables"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "places",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("match", sa.Integer, nullable=False),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "match", "seat", name="pk_places"),
        sa.ForeignKeyConstraint(["table_id", "match"], ["matches.table_id", "matches.match"], name="fk_places_matches"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_places_who_ended", "places", ["who", "ended"])
    op.create_table(
        "players",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_players"),
    )
    op.create_table(
        "ratings",
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("sure", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("who", "game", name="pk_ratings"),
    )
    op.create_index("ix_ratings_game_sure", "ratings", ["game", "sure"])
    op.create_table(
        "leases",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("worker", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_leases"),
    )
    op.create_index("ix_leases_worker", "leases", ["worker"])
    op.create_table(
        "settings",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_settings"),
    )
