"""Systems that are not like ours: what can be checked without having one."""

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).with_name("without_posix.py")


def test_it_plays_without_what_only_posix_systems_have() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "warn_default_encoding", SCRIPT],
        env={**os.environ, "PYTHONWARNINGS": "default"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "all is well"
    assert "bots that are processes (exec:) need Linux or macOS" in done.stderr
