"""The commands in the documents that no test of the documents runs, each with its reason."""

from __future__ import annotations

import re

from tests.scale import DEEP

NOT_RUN = {
    r"pip install .*": "it asks a registry; tests/installed installs the wheel and starts it",
    r"git clone .*": "it needs the internet",
    r"cd (branchline|branchline/examples|web)": "it goes to a folder of the sources",
    r"jupyter lab": "Jupyter is not among our dependencies; test_notebooks.py runs the cells",
    r"make [\w-]+( ONLY=.*)?": "these tests are one; test_what_make_is_asked_for_is_there",
    r"(pytest|ruff|mypy) .*": "these tests are one; test_what_pytest_is_asked_for_is_there",
    r"npm run art.*": "it draws for minutes; tests/boards/test_pictures.py checks what it drew",
    r"(SITE=\S+ POSTGRES_PASSWORD=\S+ )?docker compose .*": "tests/deploy/test_container.py",
    r"sudo .*": "it changes the machine",
    r"curl .*/ready": "tests/server/test_readiness.py asks it of a server of its own",
    r"sqlite3 .*": "sqlite3 is a program of its own",
    r"python examples/ppo\.py .*": "it learns for an hour; tests/envs/test_learner.py for seconds",
    r"branchline .*examples/my_agent\.py:Agent.*": "tests/envs/test_learner.py has such an agent",
    r"(BRANCHLINE_DB=\S+ )?branchline .*postgresql:.*": "tests/server/test_import.py",
    r"BRANCHLINE_DB=postgresql:\S+ branchline serve .*": "tests/server/test_two_processes.py",
    r"branchline tables retry ID": "no table is set aside; tests/server/test_set_aside.py",
    r"branchline bench": "it measures for minutes; tests/cli/test_commands.py for moments",
    r"python -m bench\.server_scale .*": "it measures for minutes",
    r"branchline( serve .*)?": "test_a_server_starts_as_the_pages_say",
}
if not DEEP:
    NOT_RUN[r"branchline analyse .*"] = "it thinks for seconds; test-deep runs it"


def why_not_run(line: str) -> str | None:
    """Return why a command is not run; None if it is."""
    return next((why for each, why in NOT_RUN.items() if re.fullmatch(each, line)), None)
