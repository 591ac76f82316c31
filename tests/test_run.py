"""The runner of the tests: it counts all processor time, and finds processes left behind."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

RUN = Path(__file__).with_name("run.py")
BUSY = "import time\nwhile time.process_time() < 1: pass"
ORPHAN = f"""
import os, subprocess, sys
if os.fork() == 0:
    if os.fork() == 0:
        os.execv(sys.executable, [sys.executable, "-S", "-c", {BUSY!r}])
    os._exit(0)
os.wait()
"""
PATIENT = """
import sys, time
try:
    print("ready", flush=True)
    time.sleep(10_000)
except KeyboardInterrupt:
    sys.exit(2)
"""
FOR_EVER = "import time; time.sleep(10_000)"
LEAVING = f"import subprocess, sys; subprocess.Popen([sys.executable, '-S', '-c', {FOR_EVER!r}])"
SHORT_OF_PATIENCE = (
    "import sys; sys.path.insert(0, {folder!r}); import run; sys.exit(run.main({command!r}, 0.1))"
)


def running(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-S", RUN, *command], capture_output=True, text=True, check=False
    )


def python(code: str) -> list[str]:
    return [sys.executable, "-S", "-c", code]


def impatiently(code: str) -> subprocess.CompletedProcess[str]:
    """Run with a short time limit: what is left behind here never ends by itself."""
    told = SHORT_OF_PATIENCE.format(folder=str(RUN.parent), command=python(code))
    return subprocess.run(python(told), capture_output=True, text=True, check=False)


def test_the_exit_code_comes_through() -> None:
    assert running("sh", "-c", "exit 0").returncode == 0
    assert running("sh", "-c", "exit 5").returncode == 5
    assert running("sh", "-c", "kill -9 $$").returncode == 128 + signal.SIGKILL


def test_an_orphan_is_waited_for_and_its_time_counted() -> None:
    done = running(*python(ORPHAN))
    assert done.returncode == 0, done.stderr
    told = re.search(r"processor time of all processes: 0 min (\d+) s", done.stdout)
    assert told
    assert int(told[1]) >= 1


def test_an_orphan_that_has_ended_is_gone_while_the_command_goes_on() -> None:
    waiting = """
import os, subprocess, sys
shell = "sleep 0 & echo $!"
pid = int(subprocess.run(["sh", "-c", shell], stdout=subprocess.PIPE, text=True).stdout)
while os.path.exists(f"/proc/{pid}"):
    pass
"""
    assert running(*python(waiting)).returncode == 0


def test_a_process_left_behind_fails_the_run_and_is_killed() -> None:
    done = impatiently(LEAVING)
    assert done.returncode == 1
    told = re.fullmatch(r"left behind, and killed: (\d+) (.*)\n", done.stderr)
    assert told
    assert told[2].endswith(FOR_EVER)
    assert not Path("/proc", told[1]).exists()


def test_a_failure_is_told_rather_than_what_it_left_behind() -> None:
    done = impatiently(f"{LEAVING}; sys.exit(3)")
    assert done.returncode == 3
    assert "left behind" in done.stderr


def test_ctrl_c_ends_the_command_and_then_the_runner() -> None:
    with subprocess.Popen(
        [sys.executable, "-S", RUN, *python(PATIENT)],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        os.killpg(process.pid, signal.SIGINT)
        assert "processor time" in process.stdout.read()
    assert process.returncode == 2
