"""Processes that a test started indirectly: whether one is still there."""

from pathlib import Path


def is_running(pid: int) -> bool:
    """Tell whether a process is there, and has not ended already.

    It may end at any moment: before its file is opened, and between that and reading it.
    """
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"
