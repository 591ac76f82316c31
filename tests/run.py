"""Run a command, tell what it cost, and see that it leaves no process behind.

`make test` runs everything in here: `python tests/run.py COMMAND…`. Every process that was started
from the command, however far down, comes back to this one when its own parent has ended. So the
processor time of all of them is counted, and one that is still alive at the end is found: it is
named, killed, and the run has failed. It needs nothing but Python itself.
"""

import ctypes
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

PATIENCE = 60.0
"""Seconds in which processes that are about to end may do so; nobody waits longer than needed."""
PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> None:
    """Make this process the parent of every descendant whose own parent ends."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "orphans cannot be adopted")


def wait_for(command: int) -> int:
    """Return the exit code of a process; take leave meanwhile of every orphan that has ended."""
    while True:
        pid, status = os.waitpid(-1, 0)
        if pid == command:
            return os.waitstatus_to_exitcode(status)


def reap() -> bool:
    """Take leave of every child that has ended; tell whether others are still alive."""
    try:
        while True:
            pid, _ = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return True
    except ChildProcessError:
        return False


def children() -> dict[int, str]:
    """The living children of this process, and the command of each."""
    found = {}
    for task in Path("/proc/self/task").iterdir():
        for child in (task / "children").read_text().split():
            words = Path("/proc", child, "cmdline").read_bytes().split(b"\0")
            found[int(child)] = b" ".join(words).decode(errors="replace").strip()
    return found


def left_behind(patience: float) -> list[str]:
    """Wait until all processes have ended; kill those that do not, and return their commands."""
    until = time.monotonic() + patience
    while reap():
        if time.monotonic() > until:
            break
        time.sleep(0.05)
    found: dict[int, str] = {}
    while reap():  # who is killed leaves his own children to us
        for pid, command in children().items():
            os.kill(pid, signal.SIGKILL)
            found.setdefault(pid, f"{pid} {command}")
        time.sleep(0.05)
    return list(found.values())


def main(command: list[str], patience: float = PATIENCE) -> int:
    """Run a command; return its exit code, or 1 if it left processes behind."""
    adopt_orphans()
    # Ctrl-C goes to everybody at the terminal; the command ends first, then we.
    signal.signal(signal.SIGINT, lambda *_: None)
    # Where Python is told to keep no bytecode, every start of every process makes it anew.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    # Open files go on to it: make gives its own to a make within.
    # The object is kept until the process has ended: Popen would collect the exit code itself.
    running = subprocess.Popen(command, env=kept, close_fds=False)
    code = running.returncode = wait_for(running.pid)
    found = left_behind(patience)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    minutes, seconds = divmod(round(spent.ru_utime + spent.ru_stime), 60)
    print(f"processor time of all processes: {minutes} min {seconds} s", flush=True)
    for each in found:
        print(f"left behind, and killed: {each}", file=sys.stderr, flush=True)
    if code < 0:  # a signal, told as a shell does
        code = 128 - code
    return code or (1 if found else 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
