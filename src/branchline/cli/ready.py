"""The rules made ready before a command plays, and told about when that takes time."""

from __future__ import annotations

import sys

from branchline.errors import BranchlineError, system_error
from branchline.policy import playouts as _  # noqa: F401 (what is read gets compiled)
from branchline.rules import engine
from branchline.text.catalogue import say


def load_rules() -> None:
    """Make the compiled rules and players ready, telling about it only when it takes time."""

    def tell(done: int, total: int) -> None:
        end = "\r" if sys.stderr.isatty() and done < total else "\n"
        if end == "\r" or done % 20 == 0 or done == total:
            key = "cli.compiling" if done < total else "cli.compiled"
            print(say(key, done=done, total=total), end=end, file=sys.stderr, flush=True)

    try:
        engine.compile_rules(tell)
    except OSError as problem:
        raise BranchlineError(
            "file.at", file=str(problem.filename), problem=system_error(problem)
        ) from None
