"""From a wheel to the first move: installed where nothing is, served, and played, with a clock.

`python -m bench.first_move dist/branchline-*.whl` makes a fresh virtual environment and an empty
home, installs the wheel there, starts `branchline serve`, and plays the first move against the bots
that a new table has. Then it starts the server again, with rules that are compiled: that is what an
image does. `--root FOLDER` does all this inside a chroot, which needs Python and its venv module.

The clock of a start runs from the command. What takes long is told in processor time as well, which
other programs on the machine hardly change.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.serving import FIRST, below, cpu_seconds, in_front
from branchline.bots import FOR_A_START
from branchline.client import Client, Refused

TARGETS = {"page": 5.0, "first move": 45.0, "first move, compiled before": 10.0}
SEATS = 4
LOOK = 0.25
"""Seconds between two looks at whether something is there."""
OURS = ("PYTHON", "BRANCHLINE", "NUMBA", "VIRTUAL_ENV", "XDG_")
"""Variables that would lead to what is installed here."""


@dataclass
class Place:
    """Where the wheel is installed: a folder with an empty home, inside a chroot or not."""

    folder: Path
    root: Path | None
    python: str
    surroundings: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        (self.folder / "home").mkdir()
        kept = {name: v for name, v in os.environ.items() if not name.startswith(OURS)}
        path = "/usr/local/bin:/usr/bin:/bin:/usr/sbin"
        self.surroundings = kept | {"HOME": self.inside("home"), "PATH": path, "LANG": "C.UTF-8"}

    def inside(self, name: str) -> str:
        """Return the path of something in the folder, as seen from inside."""
        path = self.folder / name
        return str(path) if self.root is None else f"/{path.relative_to(self.root)}"

    def command(self, *words: str) -> list[str]:
        """Return a command that runs inside."""
        return [*words] if self.root is None else ["chroot", str(self.root), *words]

    def run(self, *words: str) -> float:
        """Run a command inside, and return how long it took."""
        begun = time.monotonic()
        quiet = {"stdout": subprocess.DEVNULL, "env": self.surroundings}
        subprocess.run(self.command(*words), check=True, **quiet)  # type: ignore[call-overload]
        return time.monotonic() - begun

    def install(self, wheel: Path) -> float:
        """Install the wheel with all that it needs; return how long that took."""
        shutil.copy(wheel, self.folder)
        self.run(self.python, "-m", "venv", self.inside("venv"))
        pip = (self.inside("venv/bin/python"), "-m", "pip", "install", "--quiet")
        return self.run(*pip, "--disable-pip-version-check", self.inside(wheel.name))


class Started:
    """A server that was just started, and the clock since then."""

    def __init__(self, place: Place) -> None:
        self.begun = time.monotonic()
        words = place.command(place.inside("venv/bin/branchline"), "serve", "--port", "0")
        self.process = subprocess.Popen(
            words,
            env=place.surroundings,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.url = next((word for word in line.split() if word.startswith("http")), "")
        if not self.url:
            raise SystemExit("the server did not start")

    def clock(self) -> float:
        """Return the seconds since the command."""
        return round(time.monotonic() - self.begun, 1)

    def get(self, path: str) -> tuple[int, Any]:
        """Return the status and the text of a page."""
        try:
            with urllib.request.urlopen(self.url + path, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as answer:
            return answer.code, answer.read().decode()

    def cpu(self) -> float:
        """Return the processor time of the server and all that it started."""
        pid = self.process.pid
        return round(cpu_seconds(pid, *below(pid), ended=True), 1)

    def lift(self) -> None:
        """Put what it has started before other programs, too; some of it has sessions of its own.

        How they stand to each other stays as it is.
        """
        for pid in below(self.process.pid):
            with contextlib.suppress(OSError):
                Path(f"/proc/{pid}/autogroup").write_text(str(FIRST))

    def stop(self) -> None:
        """End it in good order."""
        self.process.terminate()
        self.process.communicate()


async def first_move(server: Started, game: str) -> dict[str, float]:
    """Make a table as soon as that is possible, decide there, and see a bot move."""
    client = Client(server.url)
    bots = [{"kind": "bot", "bot": FOR_A_START}] * (SEATS - 1)
    seats = [{"kind": "you", "name": "Ada"}, *bots]
    while True:
        try:
            made = await client.create(game, seats, start=True, options={"starts": 0})
            break
        except Refused as refused:
            if refused.code != "not ready":
                raise
            server.lift()
            await asyncio.sleep(LOOK)
    found = {"table": server.clock(), "cpu": server.cpu()}
    async with client.look(made["table"]["id"], made["secret"]) as seat:
        await seat.wait_for(lambda s: bool(s.position and s.position["actions"]))
        answer = await seat.act(seat.position["actions"][0]["id"])
        assert answer["problem"] is None, answer
        found["first move"] = server.clock()
        await seat.wait_for(lambda s: any(step["by_bot"] for step in s.steps))
        found["a bot moved"] = server.clock()
    return found


def start(place: Place, game: str) -> dict[str, float]:
    """Start the server, and tell after how many seconds what was there."""
    server = Started(place)
    try:
        status, _ = server.get("/")
        assert status == 200, status
        found = {"page": server.clock()}
        found |= asyncio.run(first_move(server, game))
        place.run(place.inside("venv/bin/branchline"), "compile")  # it waits for the rest
        return found | {"all compiled": server.clock(), "cpu of all": server.cpu()}
    finally:
        server.stop()


def measure(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Install, start with nothing compiled, and start again."""
    place = Place(folder, options.root, options.python)
    found: dict[str, Any] = {"load average": os.getloadavg()[0]}
    found["install"] = round(place.install(options.wheel), 1)
    found["first start"] = start(place, options.game)
    found["second start"] = start(place, options.game)
    return found


def report(found: dict[str, Any]) -> str:
    """Return the figures as lines for a person."""
    first, second = found["first start"], found["second start"]
    lines = [
        f"load average before: {found['load average']:.1f} on {os.cpu_count()} cores",
        f"pip install of the wheel          {found['install']:>7.1f} s",
        "",
        f"{'seconds after branchline serve':34}{'nothing compiled':>18}{'compiled before':>17}"
        f"{'target':>12}",
    ]
    for name, target in (
        ("page", f"{TARGETS['page']:g}"),
        ("table", ""),
        ("first move", f"{TARGETS['first move']:g} / {TARGETS['first move, compiled before']:g}"),
        ("a bot moved", ""),
        ("all compiled", ""),
    ):
        lines.append(f"{name:34}{first[name]:>18.1f}{second[name]:>17.1f}{target:>12}")
    lines.append(
        f"{'processor time until the table':34}{first['cpu']:>18.1f}{second['cpu']:>17.1f}"
    )
    lines.append(
        f"{'processor time until all compiled':34}{first['cpu of all']:>18.1f}"
        f"{second['cpu of all']:>17.1f}"
    )
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheel", type=Path, help="what make wheel made")
    parser.add_argument("--root", type=Path, help="a system to do it in, by chroot")
    parser.add_argument("--python", default="/usr/bin/python3", help="the Python that is there")
    parser.add_argument("--game", default="usa", help="what is played")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    inside = None if options.root is None else options.root / "tmp"
    with tempfile.TemporaryDirectory(dir=inside) as folder, in_front(FIRST):
        found = measure(options, Path(folder))
    print(json.dumps(found) if options.json else report(found))


if __name__ == "__main__":
    main()
