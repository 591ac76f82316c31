"""Servers in processes of their own, to be killed.

They are forked from one process that has loaded the rules, the same for all tests, so that a new
one serves at once. The sockets they listen on are made before: who connects while no server is
alive waits for the next.
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


class Parent:
    """The process that servers are forked from; it ends when nobody can ask it any more."""

    def __init__(self) -> None:
        self.orders, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.server.nursery"], cwd=ROOT, stdin=theirs.fileno()
            )

    def ask(self, what: dict[str, Any], files: list[int]) -> int:
        """Give an order, with open files that belong to it; return the answer."""
        socket.send_fds(self.orders, [json.dumps(what).encode()], files)
        answer = self.orders.recv(100)
        assert answer, "the process that servers come from has ended"
        return int(answer)

    def end(self) -> None:
        self.orders.close()
        self.process.wait()


_parent: list[Parent] = []


def end() -> None:
    """End the process that servers are forked from, if there is one."""
    while _parent:
        _parent.pop().end()


class Nursery:
    """Starts servers and sees them die."""

    def __init__(self, db: str, folder: Path, listeners: int = 1, **settings: Any) -> None:
        self.settings = {**QUICK, "db": db, "log_level": "debug", **settings}
        self.log = folder / "server.log"
        self.listeners = [_listener() for _ in range(listeners)]
        self.urls = [f"http://127.0.0.1:{each.getsockname()[1]}" for each in self.listeners]
        if not _parent:
            _parent.append(Parent())
        self.parent = _parent[0]
        self.alive: set[int] = set()

    def start(self, fault: str = "", listener: int = 0, **settings: Any) -> int:
        """Start a server; return its process id."""
        what = {"fault": fault, "settings": {**self.settings, **settings}}
        with self.log.open("ab") as log:
            files = [self.listeners[listener].fileno(), log.fileno()]
            pid = self.parent.ask(what, files)
        self.alive.add(pid)
        return pid

    def wait(self, pid: int) -> int:
        """Wait until a server has died; return the signal it died of, or 0."""
        self.alive.discard(pid)
        return self.parent.ask({"wait": pid}, [])

    def kill(self, pid: int) -> None:
        """Kill a server as a power cut would."""
        os.kill(pid, signal.SIGKILL)
        assert self.wait(pid) == signal.SIGKILL

    def stop(self) -> None:
        """End everything."""
        for pid in list(self.alive):
            os.kill(pid, signal.SIGTERM)
            self.wait(pid)
        for listener in self.listeners:
            listener.close()


def _listener() -> socket.socket:
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(200)
    return listener


def _serve(what: dict[str, Any], listener: socket.socket) -> None:
    from branchline.server import faults
    from branchline.server.logs import set_up_logs
    from branchline.server.serve import make_server
    from branchline.server.settings import read_settings

    faults._point, _, faults._number = what["fault"].partition(":")
    settings = read_settings(what["settings"], {})
    set_up_logs(settings.log_level)
    make_server(settings).run(sockets=[listener])


def main() -> None:
    """Fork servers as told, order by order."""
    import branchline as bl
    import branchline.server.app
    from branchline.cli.ready import load_rules
    from branchline.server.protocol.json_text import to_bytes

    assert branchline.server.app
    load_rules()
    for game in bl.games():  # what is usually loaded at first use is loaded now
        table = bl.new_game(game, 2, seed=1)
        for _ in range(4):
            seat = table.to_act[0]
            table.push(table.legal_actions(seat)[0], seat)
            to_bytes([table.view(seat), table.view(None)])
    orders = socket.socket(fileno=0)
    while True:
        order, files, _, _ = socket.recv_fds(orders, 65536, 2)
        if not order:
            return
        what = json.loads(order)
        if "wait" in what:
            _, status = os.waitpid(what["wait"], 0)
            died_of = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
            orders.send(str(died_of).encode())
            continue
        pid = os.fork()
        if pid == 0:
            listener, log = files
            null = os.open(os.devnull, os.O_RDWR)
            os.dup2(null, 0)
            os.dup2(null, 1)
            os.dup2(log, 2)
            try:
                _serve(what, socket.socket(fileno=listener))
            finally:
                os._exit(0)
        for file in files:
            os.close(file)
        orders.send(str(pid).encode())


if __name__ == "__main__":
    main()
