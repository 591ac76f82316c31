"""Servers in processes of their own, to be killed.

They are forked from one process that has loaded the rules, so that a new one serves at once. The
sockets they listen on are made before: who connects while no server is alive waits for the next.
"""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

from .served import QUICK

ROOT = Path(__file__).resolve().parents[2]


class Nursery:
    """Starts servers and sees them die."""

    def __init__(self, db: str, folder: Path, listeners: int = 1, **settings: Any) -> None:
        self.settings = {**QUICK, "db": db, "log_level": "debug", **settings}
        self.log = folder / "server.log"
        self.listeners = [_listener() for _ in range(listeners)]
        self.urls = [f"http://127.0.0.1:{each.getsockname()[1]}" for each in self.listeners]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.server.nursery"],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                pass_fds=[each.fileno() for each in self.listeners],
                text=True,
            )
        self.alive: set[int] = set()

    def _ask(self, **what: Any) -> int:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(what), file=self.process.stdin, flush=True)
        return int(self.process.stdout.readline())

    def start(self, fault: str = "", listener: int = 0, **settings: Any) -> int:
        """Start a server; return its process id."""
        pid = self._ask(
            fault=fault,
            listener=self.listeners[listener].fileno(),
            settings={**self.settings, **settings},
        )
        self.alive.add(pid)
        return pid

    def wait(self, pid: int) -> int:
        """Wait until a server has died; return the signal it died of, or 0."""
        self.alive.discard(pid)
        return self._ask(wait=pid)

    def kill(self, pid: int) -> None:
        """Kill a server as a power cut would."""
        os.kill(pid, signal.SIGKILL)
        assert self.wait(pid) == signal.SIGKILL

    def stop(self) -> None:
        """End everything."""
        for pid in list(self.alive):
            os.kill(pid, signal.SIGTERM)
            self.wait(pid)
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()
        for listener in self.listeners:
            listener.close()


def _listener() -> socket.socket:
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(200)
    return listener


def _serve(what: dict[str, Any]) -> None:
    from branchline.server import faults
    from branchline.server.logs import set_up_logs
    from branchline.server.serve import make_server
    from branchline.server.settings import read_settings

    faults._point, _, faults._number = what["fault"].partition(":")
    settings = read_settings(what["settings"], {})
    set_up_logs(settings.log_level)
    listener = socket.socket(fileno=what["listener"])
    make_server(settings).run(sockets=[listener])


def main() -> None:
    """Fork servers as told, line by line."""
    import branchline as bl
    import branchline.server.app
    from branchline.server.live import to_bytes
    from branchline.shell import load_rules

    assert branchline.server.app
    load_rules()
    for game in bl.games():  # whatever is loaded at first use, is loaded
        table = bl.new_game(game, 2, seed=1)
        for _ in range(4):
            seat = table.to_act[0]
            table.push(table.legal_actions(seat)[0], seat)
            to_bytes([table.view(seat), table.view(None)])
    orders = iter(sys.stdin.readline, "")
    for line in orders:
        what = json.loads(line)
        if "wait" in what:
            _, status = os.waitpid(what["wait"], 0)
            print(os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0, flush=True)
            continue
        pid = os.fork()
        if pid == 0:
            null = os.open(os.devnull, os.O_RDWR)
            os.dup2(null, 0)
            os.dup2(null, 1)
            try:
                _serve(what)
            finally:
                os._exit(0)
        print(pid, flush=True)


if __name__ == "__main__":
    main()
