"""When a server was there: from it follows for how long nobody could play."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "alive",
        sa.Column("began", sa.Double, primary_key=True),
        sa.Column("until", sa.Double, nullable=False),
    )


def downgrade() -> None:
    """Remove the table."""
    op.drop_table("alive")
