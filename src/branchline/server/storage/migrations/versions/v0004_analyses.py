"""Analyses of finished games and of records that were sent, decision by decision."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the tables."""
    op.create_index("tables_by_key", "tables", ["key"])
    op.create_table(
        "analyses",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column(
            "table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), unique=True
        ),
        sa.Column("digest", sa.String(64), unique=True),
        sa.Column("record", sa.Text),
        sa.Column("asked_at", sa.Double, nullable=False),
        sa.Column("seen_at", sa.Double, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("budget", sa.Integer, nullable=False),
        sa.Column("progress", sa.Double, nullable=False),
        sa.Column("worlds", sa.Integer, nullable=False),
        sa.Column("judged", sa.Integer, nullable=False),
        sa.Column("head", sa.Text),
        sa.Column("course", sa.Text),
        sa.Column("why", sa.Text),
    )
    op.create_index("analyses_by_state", "analyses", ["state", "asked_at"])
    op.create_index("analyses_by_seen", "analyses", ["seen_at"])
    op.create_table(
        "judged",
        sa.Column(
            "analysis_id",
            sa.String(22),
            sa.ForeignKey("analyses.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Remove the tables."""
    op.drop_table("judged")
    op.drop_table("analyses")
    op.drop_index("tables_by_key", "tables")
