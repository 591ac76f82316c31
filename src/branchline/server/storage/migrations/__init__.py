"""Migrations: how a database of an older version becomes one of this version."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    return config


@cache
def heads() -> set[str]:
    """Return the migrations that this version ends with."""
    return set(ScriptDirectory.from_config(_config()).get_heads())


def is_current(connection: Connection) -> bool:
    """Whether a database is of this version."""
    return set(MigrationContext.configure(connection).get_current_heads()) == heads()


def is_known(connection: Connection) -> bool:
    """Whether a database is of this version or an older one."""
    known = {step.revision for step in ScriptDirectory.from_config(_config()).walk_revisions()}
    return set(MigrationContext.configure(connection).get_current_heads()) <= known


def upgrade(connection: Connection) -> None:
    """Bring a database up to date."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
