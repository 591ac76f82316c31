"""Workers end with the process they work for, however that one ends."""

import os
import signal
import subprocess
import sys

from .patience import until
from .processes import is_running

ENDLESS = """
import os, time
from branchline.arena.workers import in_order

def work(chunk):
    os.write(1, f"{os.getpid()}\\n".encode())  # in one piece, even if others write too
    time.sleep(3600)

list(in_order(work, [1, 2], workers=2))
"""


def test_workers_end_when_the_process_they_work_for_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", ENDLESS], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        try:
            workers = [int(parent.stdout.readline()) for _ in range(2)]
        finally:
            parent.kill()
    try:
        until(lambda: not any(map(is_running, workers)))
    finally:
        for pid in filter(is_running, workers):
            os.kill(pid, signal.SIGKILL)
