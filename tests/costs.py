"""What each test costs: processor time of its process, and of all that were started from there.

The ten most expensive tests and the sums of the folders are printed at the end of a run. Wall time
would tell how busy the machine was; processor time tells what a test does.
"""

import contextlib
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

TOLD = 10
SHORT = 0.02
"""Seconds in which no test starts processes: then nobody looks for them."""
TICKS = os.sysconf("SC_CLK_TCK")


def _children(pid: int) -> list[int]:
    found: list[str] = []
    with contextlib.suppress(OSError):  # it has ended
        for task in os.scandir(f"/proc/{pid}/task"):
            with contextlib.suppress(OSError):  # only this thread has
                found += Path(task.path, "children").read_text().split()
    return [int(child) for child in found]


def _of_process(pid: int) -> float:
    """Seconds of a process, and of its children that have ended."""
    try:
        facts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(int(ticks) for ticks in facts[11:15]) / TICKS


def of_descendants(pid: int) -> float:
    """Seconds of all living processes that were started from a process."""
    return sum(_of_process(child) + of_descendants(child) for child in _children(pid))


class Meter:
    """Counts the seconds of this process and of what it started."""

    def __init__(self) -> None:
        self.living = 0.0
        self.own = 0.0

    def since_last(self, look: bool) -> float:
        """Seconds used since the last call; living processes count when looked at."""
        spent = -self.own - self.living
        self.own = sum(os.times()[:4])
        if look:
            self.living = of_descendants(os.getpid())
        # The seconds of a process that ends unnoticed are lost, so they were counted before.
        return max(0.0, spent + self.own + self.living)


METER = Meter()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Note with each report what it cost."""
    report = yield
    report.cost = METER.since_last(look=call.duration > SHORT)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """The time to read the tests counts for no test."""
    yield
    METER.since_last(look=True)


class Costs:
    """The costs of all tests, where they are told: in the process that started the others."""

    def __init__(self) -> None:
        self.of_test: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Add what one part of a test cost."""
        self.of_test[report.nodeid] += getattr(report, "cost", 0.0)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print the most expensive tests and folders."""
        folders: dict[str, float] = defaultdict(float)
        for test, seconds in self.of_test.items():
            folders[folder_of(test)] += seconds
        terminalreporter.section("processor time")
        for line in dearest(folders, len(folders)):
            terminalreporter.write_line(line)
        terminalreporter.write_line(f"the {TOLD} slowest tests, by processor time:")
        for line in dearest(self.of_test, TOLD):
            terminalreporter.write_line(line)


def dearest(costs: dict[str, float], most: int) -> list[str]:
    """What cost most, a line each."""
    ranked = sorted(costs.items(), key=lambda cost: -cost[1])
    return [f"{seconds:8.1f} s  {what}" for what, seconds in ranked[:most]]


def folder_of(test: str) -> str:
    """The folder a test stands in, by its id."""
    return test.partition("::")[0].rpartition("/")[0] or "."


def pytest_configure(config: pytest.Config) -> None:
    """Tell the costs once, not in every process."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Costs())
