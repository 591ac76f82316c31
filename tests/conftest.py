"""What all tests share: commands speak English, and what each test costs is counted."""

import gc
import os
from collections.abc import Iterator

import pytest

from branchline.rules import engine
from branchline.server.processes import TEST_PATIENCE

pytest_plugins = ["tests.costs"]

os.environ["BRANCHLINE_LANG"] = "en"
os.environ[TEST_PATIENCE] = "no"


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Thousands of tests are read and then stay: nobody looks for garbage among them."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """All that the tests have read is compiled: else the first servers would be getting ready."""
    engine.compile_rules()
