"""A process that is spoken to in lines, and never waited for beyond a deadline."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time

from branchline.bots.guard import Misbehaved

MAX_LINE = 10_000
"""Bytes in a line of the process; an answer needs less than a hundred."""
LEAVE_SECONDS = 1.0
"""How long a process may take to leave when it is told to."""
LOG = "BRANCHLINE_BOT_LOG"
"""The environment variable that names a file for what processes write to stderr."""


class Lines:
    """A running process, its own session, with pipes that never block us."""

    def __init__(self, command: list[str]) -> None:
        log = os.environ.get(LOG)
        with open(log or os.devnull, "ab") as errors:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                bufsize=0,
                start_new_session=True,
            )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._stdin, self._stdout = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.set_blocking(self._stdin, False)
        os.set_blocking(self._stdout, False)
        self._ready = selectors.DefaultSelector()
        self._ready.register(self._stdout, selectors.EVENT_READ)
        self._outbox = bytearray()
        self._inbox = bytearray()
        self._skipping = False

    def send(self, line: bytes) -> None:
        """Put a line in the outbox; it goes out while an answer is waited for."""
        if not self._outbox:
            self._ready.register(self._stdin, selectors.EVENT_WRITE)
        self._outbox += line + b"\n"

    def read(self, deadline: float) -> bytes:
        """Return the next line, or tell why there is none by the deadline."""
        while True:
            end = self._inbox.find(b"\n")
            if end < 0 and len(self._inbox) <= MAX_LINE:
                self._wait(deadline)
                continue
            line = bytes(self._inbox[:end] if end >= 0 else self._inbox)
            del self._inbox[: len(line) + 1]
            was_skipping, self._skipping = self._skipping, end < 0
            if was_skipping:
                continue
            if len(line) > MAX_LINE:
                raise Misbehaved("too long", f"a line of more than {MAX_LINE} bytes")
            return line

    def _wait(self, deadline: float) -> None:
        """Move some bytes, or raise when there is nothing more to come in time."""
        left = deadline - time.monotonic()
        if left <= 0:
            raise Misbehaved("timeout", "no answer in time")
        for key, _ in self._ready.select(left):
            if key.fd == self._stdin:
                self._write()
            elif not self._take():
                raise Misbehaved("gone", self._ended())

    def _write(self) -> None:
        with contextlib.suppress(BlockingIOError):
            try:
                del self._outbox[: os.write(self._stdin, self._outbox)]
            except BrokenPipeError:  # it may still write something
                self._outbox.clear()
        if not self._outbox:
            self._ready.unregister(self._stdin)

    def _take(self) -> bool:
        with contextlib.suppress(BlockingIOError):
            got = os.read(self._stdout, 65536)
            self._inbox += got
            return bool(got)
        return True

    def _ended(self) -> str:
        try:
            return f"the process ended with code {self.process.wait(LEAVE_SECONDS)}"
        except subprocess.TimeoutExpired:
            return "the process closed its output"

    def end(self, last_line: bytes = b"") -> None:
        """End the process and all it started: first by asking, then by force."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            if last_line and not self._outbox:
                with contextlib.suppress(OSError):
                    os.write(self._stdin, last_line + b"\n")
            self.process.stdin.close()
            if last_line:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.process.wait(LEAVE_SECONDS)
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process.stdout.close()
            self._ready.close()
