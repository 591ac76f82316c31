"""A server process to be measured: on a core of its own, and telling what it uses."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

AHEAD = -10
"""How far the server and its players step before other programs; bots are behind them as ever."""
FIRST = -20
"""As far as one can step, for what is short: then it has the cores nearly to itself."""
LIMITS = {
    "max-sockets-per-address": 100_000,
    "max-tables-per-address": 1_000_000,
    "max-bot-tables": 1_000_000,
    "max-bot-tables-per-address": 1_000_000,
    "unwatched-pace": 0,
    "address-rate": 1_000_000,
}


class Server:
    """A server process, pinned to one core, that says what it uses."""

    def __init__(self, folder: Path, core: int, **settings: Any) -> None:
        flags = {"port": 0, "db": f"sqlite:///{folder / 'load.db'}", "log-level": "warning"}
        flags |= LIMITS | {name.replace("_", "-"): value for name, value in settings.items()}
        command = [sys.executable, "-m", "branchline.cli", "serve"]
        for name, value in flags.items():
            command += [f"--{name}", str(value)]
        cores = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {core})  # the process takes it over
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        os.sched_setaffinity(0, cores)
        step(self.process.pid, os.getpriority(os.PRIO_PROCESS, 0))
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if "http://" not in line:
            raise SystemExit("the server did not start")
        self.port = int(line.split("http://")[1].split()[0].rpartition(":")[2])
        self.asked = 0.0
        self.requests = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)

    def ask(self, method: str, path: str, body: Any = None, secret: str | None = None) -> Any:
        """Make a request over a connection that stays open."""
        headers = {"content-type": "application/json"}
        if secret is not None:
            headers["authorization"] = f"Bearer {secret}"
        data = None if body is None else json.dumps(body)
        if time.monotonic() - self.asked > 2:
            self.requests.close()  # the server closes idle connections
        self.requests.request(method, path, data, headers)
        answer = self.requests.getresponse()
        text = answer.read()
        self.asked = time.monotonic()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {text[:300]!r}")
        return orjson.loads(text) if text[:1] in b"{[" else text.decode()

    def megabytes(self) -> float:
        """Return the memory it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def metric(self, name: str) -> float:
        """Return one of the server's own figures."""
        for line in str(self.ask("GET", "/metrics")).splitlines():
            if line.startswith(f"branchline_{name} "):
                return float(line.split()[1])
        raise KeyError(name)

    def thinkers(self) -> list[int]:
        """Return the processes it has started for thinking bots."""
        return below(self.process.pid)

    def stop(self) -> None:
        """End it in good order."""
        self.requests.close()
        self.process.terminate()
        self.process.wait()


def _fields(pid: int) -> list[str]:
    """Return what the system says of a process, from its state onwards."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def below(pid: int) -> list[int]:
    """Return the processes that a process has started, and those that they have started."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                parents[int(folder.name)] = int(_fields(int(folder.name))[1])
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found[1:]


def cpu_seconds(*pids: int, ended: bool = False) -> float:
    """Return the CPU time that some processes have used; ended: with children that have ended."""
    used = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            used += sum(map(int, _fields(pid)[11 : 15 if ended else 13]))
    return used / os.sysconf("SC_CLK_TCK")


def waited(pid: int) -> float:
    """Return the seconds that a process was ready to work and others had the core."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9


def place(pid: int, cores: set[int]) -> None:
    """Put all threads of a process on some cores."""
    with contextlib.suppress(OSError):  # it has ended
        for task in Path(f"/proc/{pid}/task").iterdir():
            os.sched_setaffinity(int(task.name), cores)


def step(pid: int, priority: int) -> None:
    """Step before or behind other programs: a process, and its session among sessions."""
    os.setpriority(os.PRIO_PROCESS, pid, priority)
    group = Path(f"/proc/{pid}/autogroup")
    with contextlib.suppress(OSError):  # not every kernel shares out the cores by session
        group.write_text(str(priority))


@contextlib.contextmanager
def in_front(how_far: int = AHEAD) -> Iterator[bool]:
    """Step before other programs with all that is started here, if the system allows it."""
    before = os.getpriority(os.PRIO_PROCESS, 0)
    try:
        step(os.getpid(), how_far)
    except OSError:
        yield False
        return
    try:
        yield True
    finally:
        step(os.getpid(), before)
