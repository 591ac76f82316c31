"""A PostgreSQL of our own: Debian's, started on a port of its own as an unprivileged user."""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg


def programs() -> Path | None:
    """Where initdb and postgres are."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    elsewhere = shutil.which("initdb")
    return Path(elsewhere).parent if elsewhere else None


class Postgres:
    """A server with its own folder; gone when it is stopped."""

    def __init__(self, fsync: bool = False) -> None:
        self.fsync = "on" if fsync else "off"
        where = programs()
        assert where is not None, "PostgreSQL is not installed; make system installs it"
        self.folder = Path(tempfile.mkdtemp(prefix="branchline-pg-"))
        self.user = pwd.getpwnam("postgres" if _exists("postgres") else "nobody")
        self.made = 0
        if os.geteuid() == 0:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        # As long as this socket is bound nobody else gets its port; the server may share it.
        self.reserved = socket.socket()
        self.reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.reserved.bind(("127.0.0.1", 0))
        self.port = self.reserved.getsockname()[1]
        data = self.folder / "data"
        self._run(
            str(where / "initdb"), "-D", str(data), "-U", "table", "-A", "trust", "-E", "UTF8"
        )
        self.where, self.data = where, data
        self.start()

    def start(self) -> None:
        """Begin to serve."""
        self.process = subprocess.Popen(
            [
                *(str(self.where / "postgres"), "-D", str(self.data), "-p", str(self.port)),
                *(
                    "-c",
                    f"unix_socket_directories={self.folder}",
                    "-c",
                    "listen_addresses=127.0.0.1",
                ),
                *(
                    "-c",
                    f"fsync={self.fsync}",
                    "-c",
                    "shared_buffers=16MB",
                    "-c",
                    "max_connections=200",
                ),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            **self._as_user(),
        )
        while True:
            try:
                psycopg.connect(self.url("postgres")).close()
                break
            except psycopg.Error:
                assert self.process.poll() is None, "PostgreSQL did not start"
                time.sleep(0.05)

    def _as_user(self) -> dict[str, Any]:
        if os.geteuid() != 0:
            return {}
        return {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []}

    def _run(self, *command: str) -> None:
        subprocess.run(command, check=True, capture_output=True, cwd=self.folder, **self._as_user())

    def url(self, database: str) -> str:
        return f"postgresql://table@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """Make an empty database; return its address."""
        self.made += 1
        name = f"tables_{self.made}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    @contextlib.contextmanager
    def stopped(self) -> Iterator[None]:
        """Let it stand still, with all it has under way."""
        stopped = [self.process.pid]
        os.kill(self.process.pid, signal.SIGSTOP)  # no more children from now on
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        for child in map(int, children.read_text().split()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGSTOP)
                stopped.append(child)
        try:
            yield
        finally:
            for each in reversed(stopped):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(each, signal.SIGCONT)

    def end(self) -> None:
        """Stop serving, at once, not when everybody has left."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait()

    def stop(self) -> None:
        self.end()
        self.reserved.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def _exists(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
