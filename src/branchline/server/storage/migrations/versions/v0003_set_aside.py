"""Which rules a table was begun with, and which tables were set aside as not readable."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns; of tables there are already nobody knows the rules."""
    op.add_column("tables", sa.Column("rules", sa.String(40)))
    op.add_column("tables", sa.Column("aside_by", sa.String(40)))
    op.add_column("tables", sa.Column("aside_why", sa.String(200)))


def downgrade() -> None:
    """Remove the columns."""
    for name in ("aside_why", "aside_by", "rules"):
        op.drop_column("tables", name)
