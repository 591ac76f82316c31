"""The tables of the database: a row for each table, its log, and when a server was there."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

TABLES = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("request", String(140), unique=True),  # who created it and by which request
    Column("created_at", Double, nullable=False),
    Column("updated_at", Double, nullable=False),
    Column("wake_at", Double),  # when a bot or a clock wants attention
    Column("state", String(8), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("key", LargeBinary(32), nullable=False),  # secret until the game is over
    Column("setup", Text, nullable=False),
    Column("summary", Text, nullable=False),
    Column("rules", String(40)),  # the version it was begun with
    Column("aside_by", String(40)),  # the version that could not read it
    Column("aside_why", String(200)),
    Index("tables_by_state", "listed", "state", "updated_at"),
    Index("tables_by_wake", "wake_at"),
)

LOG = Table(
    "log",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer),
    Column("client_id", String(64)),
    Column("body", Text, nullable=False),
)

HOLDERS = Table(
    "holders",
    metadata,
    Column("secret", String(64), primary_key=True),  # its hash
    Column(
        "table_id",
        String(16),
        ForeignKey("tables.id", ondelete="CASCADE"),
        primary_key=True,
        index=True,
    ),
    Column("since", BigInteger, nullable=False),
)

ALIVE = Table(
    "alive",
    metadata,
    # One row for each stretch of time in which some server was there without a break.
    Column("began", Double, primary_key=True),
    Column("until", Double, nullable=False),
)
