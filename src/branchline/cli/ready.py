"""The rules made ready before a command plays, and told about when that takes time."""

from __future__ import annotations

import sys

from branchline.errors import BranchlineError, system_error
from branchline.policy import playouts as _  # noqa: F401 (what is read gets compiled)
from branchline.rules import engine
from branchline.text.catalogue import say, text

_EVERY = 20
"""How many functions are compiled from one line to the next, where a line cannot be overwritten."""


class Telling:
    """Tells how many functions are compiled: in one line of a terminal, or else now and then."""

    def __init__(self) -> None:
        self._told = -_EVERY

    def __call__(self, done: int, total: int) -> None:
        """Say how many are compiled, unless that was said a moment ago."""
        stays = not sys.stderr.isatty()
        if done == self._told or (stays and self._told <= done < self._told + _EVERY < total):
            return
        self._told = done
        key = "cli.compiling" if done < total else "cli.compiled"
        end = "\n" if stays or done == total else "\r"
        print(say(key, done=done, total=total), end=end, file=sys.stderr, flush=True)


def load_rules(*, whole: bool = True) -> None:
    """Make the compiled rules and players ready, telling about it only when it takes time.

    What is not the whole is enough for tables, and the bots at them.
    """
    try:
        engine.compile_rules(Telling(), whole=whole)
    except engine.CompileError as problem:
        why = str(problem) or text("serve.compileEnded")
        raise BranchlineError("cli.notCompiled", why=why) from None
    except OSError as problem:
        raise BranchlineError(
            "file.at", file=str(problem.filename), problem=system_error(problem)
        ) from None
