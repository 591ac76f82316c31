"""The first form: tables, their logs, and who holds which secret."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create everything."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("request", sa.String(140), unique=True),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("updated_at", sa.Double, nullable=False),
        sa.Column("wake_at", sa.Double),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("key", sa.LargeBinary(32), nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
    )
    op.create_index("tables_by_state", "tables", ["listed", "state", "updated_at"])
    op.create_index("tables_by_wake", "tables", ["wake_at"])
    op.create_table(
        "log",
        sa.Column(
            "table_id",
            sa.String(16),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("client_id", sa.String(64)),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "holders",
        sa.Column("secret", sa.String(64), primary_key=True),
        sa.Column(
            "table_id",
            sa.String(16),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_holders_table_id", "holders", ["table_id"])


def downgrade() -> None:
    """Remove everything."""
    for name in ("holders", "log", "tables"):
        op.drop_table(name)
