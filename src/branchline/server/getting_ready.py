"""Getting ready: the rules are compiled by another process while pages are served already.

That happens at most once on a machine. What tables and the bots at them need comes first. Until it
is done, whatever needs the rules is refused, and told how much is done. What only analyses need is
compiled behind, while people play; an analysis waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from branchline.errors import system_error
from branchline.policy import playouts as _  # noqa: F401 (what is read gets compiled)
from branchline.rules import engine
from branchline.server.protocol.problems import NotReady, RequestRefused
from branchline.text.catalogue import text

_NICE = 10
"""How much lower the priority of compiling is than that of the pages."""
_LAST = 9
"""How much lower still, once people can play."""


class GettingReady:
    """Whether the rules are there, how much of them is, or why they will not be."""

    def __init__(self) -> None:
        self.is_ready = False
        self.done, self.all = 0, 1
        self.problem: str | None = None
        """Why the rules will not be there."""
        self.tell: Callable[[int, int], None] = lambda done, total: None
        """Called with each step: how many functions are done of how many."""
        self.complain: Callable[[str], None] = lambda what: None
        """Called with a sentence for the operator if the rules will not be there."""
        self._process: BaseProcess | None = None
        self._line: Connection | None = None

    @property
    def is_compiling(self) -> bool:
        """Whether the rules have to be compiled first: nothing else should wait for that."""
        return self._process is not None

    def begin(self) -> None:
        """Begin to compile, if there is something to compile and it was not begun before.

        It forks: call it before this process has threads and a port.
        """
        if self._process is not None or engine.is_found():
            return
        forks = "fork" in multiprocessing.get_all_start_methods()
        context = (
            multiprocessing.get_context("fork") if forks else multiprocessing.get_context("spawn")
        )
        self._line, theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=_compile, args=(theirs, self._line))
        self._process.start()
        theirs.close()

    async def load(self) -> bool:
        """Wait until tables have what they need, and load it; False if it cannot be compiled."""
        if self.is_compiling:
            self.problem = await asyncio.to_thread(self._listen)
        if self.problem is None:
            await asyncio.to_thread(engine.load_rules)
        return self.problem is None

    async def finish(self) -> str | None:
        """Wait until the rest is compiled, too; return what went wrong, if anything did."""
        return await asyncio.to_thread(self._listen) if self.is_compiling else None

    def _listen(self) -> str | None:
        """Listen until something is compiled; return what went wrong, if anything did."""
        assert self._line is not None
        while True:
            try:
                told = self._line.recv()
            except (EOFError, OSError):
                return text("serve.compileEnded")
            if not isinstance(told, tuple):
                return None if told is None else str(told)
            if not self.is_ready:
                self.done, self.all = told
                self.tell(*told)

    def check(self) -> None:
        """Refuse what needs the rules while they are not there."""
        if self.problem is not None:
            raise RequestRefused("no rules", "problem.noRules")
        if not self.is_ready:
            raise NotReady(self.done, self.all)

    def end(self) -> None:
        """Stop compiling; leave no process behind."""
        if self._process is None or self._process.pid is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):  # it has a group of its own, with those it shares work with
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.join()


def _compile(line: Connection, other_end: Connection) -> None:
    """Compile the rules, and tell about it."""
    other_end.close()  # so that writing fails when the server has ended
    if hasattr(os, "setsid"):
        os.setsid()  # Ctrl-C is for the server, which then ends this
        os.nice(_NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)

    def tell(what: object) -> None:
        try:
            line.send(what)
        except OSError:  # the server is gone
            os._exit(1)

    try:
        for whole in (False, True):
            engine.compile_rules(lambda done, total: tell((done, total)), whole=whole)
            tell(None)
            if not whole and hasattr(os, "nice"):
                os.nice(_LAST)
    except OSError as problem:
        tell(str(text("file.at", file=str(problem.filename), problem=system_error(problem))))
    except engine.CompileError as problem:
        tell(str(problem).partition("\n")[0] or text("serve.compileEnded"))
    except Exception as problem:
        tell(type(problem).__name__)
