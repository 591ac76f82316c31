"""Databases and servers for the tests: every test that takes `served` runs on both databases."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from . import nursery
from .postgres import Postgres
from .served import Served


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for this session."""
    server = Postgres()
    yield server
    server.stop()


@pytest.fixture(scope="session", autouse=True)
def _no_process_is_left() -> Iterator[None]:
    yield
    nursery.end()


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """An empty database: its address."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path_factory.mktemp('data') / 'tables.db'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()


@pytest.fixture(scope="module")
def served(database: str) -> Iterator[Served]:
    """A server on a database."""
    server = Served(database)
    yield server
    server.stop()


@pytest.fixture
def sqlite_file(tmp_path: Path) -> str:
    """The address of a new SQLite file."""
    return f"sqlite:///{tmp_path / 'tables.db'}"
