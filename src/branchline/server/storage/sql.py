"""The tables of the database: tables and their logs, analyses, and when a server was there."""

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
    Index("tables_by_key", "key"),
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

ANALYSES = Table(
    "analyses",
    metadata,
    Column("id", String(22), primary_key=True),  # of a record that was sent: the way to it
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), unique=True),
    Column("digest", String(64), unique=True),  # of a record that was sent
    Column("record", Text),  # that was sent
    Column("asked_at", Double, nullable=False),
    Column("seen_at", Double, nullable=False),
    Column("state", String(8), nullable=False),
    Column("rules", String(40), nullable=False),  # the version that makes it
    Column("seed", Integer, nullable=False),
    Column("budget", Integer, nullable=False),
    Column("progress", Double, nullable=False),
    Column("worlds", Integer, nullable=False),
    Column("judged", Integer, nullable=False),  # how many decisions of it are stored
    Column("head", Text),  # the report without them and without what changes seldom
    Column("course", Text),  # the curve and what chance gave
    Column("why", Text),  # it failed
    Index("analyses_by_state", "state", "asked_at"),
    Index("analyses_by_seen", "seen_at"),
)

JUDGED = Table(
    "judged",
    metadata,
    Column(
        "analysis_id", String(22), ForeignKey("analyses.id", ondelete="CASCADE"), primary_key=True
    ),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
)
