"""Branchline where nothing is that only POSIX systems have, as on Windows: a program of its own.

Modules, functions and signals that Windows lacks are taken away first. Then all modules are read,
games are simulated, rules are loaded as a cache without locks, and a game is played at a server. A
file that is opened without an encoding is an error: the usual one of Windows is not ours.
"""

import asyncio
import importlib
import importlib.abc
import multiprocessing
import os
import pkgutil
import signal
import subprocess
import sys
import tempfile
import threading
import warnings
from pathlib import Path
from typing import Any

# What is ours begins after this; libraries know their systems by themselves.
import fastapi
import numba
import psycopg
import rich
import sqlalchemy
import uvicorn
import websockets.asyncio.client
from alembic import command

LIBRARIES = (fastapi, numba, psycopg, rich, sqlalchemy, uvicorn, websockets, command, subprocess)
MODULES = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog", "readline"}
OF_OS = """fork forkpty forkserver nice setsid setpgid getpgid killpg getuid geteuid getgid getegid
sched_getaffinity sched_setaffinity sched_setscheduler sched_param SCHED_IDLE sync mkfifo wait3
wait4 waitid setuid setgid initgroups getloadavg uname statvfs chown lchown sysconf posix_spawn
O_DIRECTORY O_NOFOLLOW O_CLOEXEC O_NONBLOCK set_blocking getpriority setpriority pipe2 ctermid"""
SIGNALS = "SIGKILL SIGHUP SIGUSR1 SIGUSR2 SIGALRM SIGCHLD SIGPIPE SIGQUIT SIGTSTP pthread_sigmask"
LACKING = ("branchline.envs.spiel", "branchline.server.storage.migrations.env")
"""Modules that need what is not installed, or are read by Alembic only."""


class Missing(importlib.abc.MetaPathFinder):
    """Finds nothing of what only POSIX systems have."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def take_away() -> None:
    """Let this process look like one on Windows to whoever asks what there is."""
    for name in MODULES:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, Missing())
    taken = [(os, name) for name in OF_OS.split()] + [(signal, name) for name in SIGNALS.split()]
    for module, name in taken:
        if hasattr(module, name):
            delattr(module, name)
    setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])  # noqa: B010
    setattr(multiprocessing, "get_context", get_context)  # noqa: B010


spawning = multiprocessing.get_context("spawn")


def get_context(method: str | None = None) -> Any:
    """Give only what Windows has."""
    if method not in (None, "spawn"):
        raise ValueError(f"cannot find context for {method!r}")
    return spawning


def read_all() -> int:
    """Import every module of ours."""
    package = importlib.import_module("branchline")
    names = [found.name for found in pkgutil.walk_packages(package.__path__, "branchline.")]
    for name in names:
        if name not in LACKING and "__main__" not in name:
            importlib.import_module(name)
    return len(names)


def simulate_and_verify(folder: Path) -> None:
    """Use the commands."""
    from branchline.cli.main import main

    file = folder / "games.jsonl"
    for arguments in (
        ["simulate", "usa", "--games", "2", "--record", str(file)],
        ["verify", str(file)],
        ["bots", "france"],
    ):
        assert main(arguments) == 0, arguments
    assert main(["simulate", "usa", "--players", "exec:python bot.py,random"]) == 2


def make_a_cache(folder: Path) -> None:
    """Make a cache of compiled rules, and read it, without locks."""
    from branchline.rules import cache

    assert vars(cache)["fcntl"] is None
    place = folder / "some rules"
    place.mkdir()
    (place / "rule.py").write_text("pass", encoding="utf-8")
    made = cache.Cache(place, place)
    with made.being_made(lambda: None) as is_ours:
        assert is_ours
        made.write("name", 7)
    assert cache.Cache(place, place).read("name") == 7


def think() -> None:
    """Step back where there are no priorities, and start processes where nothing forks."""
    from branchline.server import processes

    processes.step_back(processes.LAST)
    assert processes._nursery() is spawning


async def play(url: str) -> None:
    """Play a game at a server, to its end."""
    from branchline.client import Client

    client = Client(url)
    seats = [{"kind": "you", "name": "Ada"}, {"kind": "bot", "bot": "random"}]
    made = await client.create("card_game", seats, start=True, bot_pace=0)
    async with client.look(made["table"]["id"], made["secret"]) as seat:
        end = await seat.play(lambda position: int(position["actions"][0]["id"]))
    assert end["result"]["winners"]


def serve(folder: Path) -> None:
    """Serve a game from this process."""
    from branchline.server.serve import listen, make_server
    from branchline.server.settings import read_settings

    facts = {"data": str(folder), "port": 0, "bot_workers": 0, "seat_rate": 1e6}
    settings = read_settings(facts | {"address_rate": 1e6}, {})
    listener, server = listen(settings), make_server(settings)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        while not server.started and thread.is_alive():
            thread.join(0.01)
        asyncio.run(play(f"http://127.0.0.1:{listener.getsockname()[1]}"))
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


def main() -> None:
    """Try it all."""
    take_away()
    ours = r"branchline(?!\.rules\.cache$)(\.|$)"  # that one keeps a number, in any encoding
    warnings.filterwarnings("error", category=EncodingWarning, module=ours)
    print("modules:", read_all())
    with tempfile.TemporaryDirectory(prefix="with a space ") as folder:
        simulate_and_verify(Path(folder))
        make_a_cache(Path(folder))
        think()
        serve(Path(folder))
    print("all is well")


if __name__ == "__main__":
    main()
