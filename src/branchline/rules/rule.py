"""The one decorator over numba: a rule is compiled once and kept on disk."""

from __future__ import annotations

import contextlib
import functools
import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import config as numba_config

from branchline.rules import linking
from branchline.rules.cache import Cache, KeptFunction, load_together

config: Any = numba_config  # its settings are made at run time, unknown to a type checker
_njit: Any = numba.njit  # C never calls the rules; the option that says so is unknown, too

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED = bool(config.DISABLE_JIT)
"""True under NUMBA_DISABLE_JIT=1: the rules run as plain Python, slowly, for debugging."""


class CompileError(Exception):
    """A function could not be compiled; the text says why, unless the process was ended."""


LATER = ("matches", "review")
"""The packages within packages that no table needs: they are compiled by themselves."""
_LOOK = 0.2
"""Seconds between two looks at what another process compiles."""
_HERE = Path(__file__).parent
_compiled: dict[Cache, list[Any]] = {}  # what a folder brings, in the order it was read
_caches: dict[Path, Cache] = {}
_types: dict[str, Any] = {}


def rule(function: F) -> F:
    """Compile a function of the rules; its annotations give its types.

    A function that Python calls takes one-element arrays in place of records: they are quick to
    hand over.
    """
    options = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    compiled = _njit(**options, pipeline_class=linking.Compiler)(function)
    if INTERPRETED:
        return compiled  # type: ignore[no-any-return]
    folder = _package_of(Path(function.__code__.co_filename).parent)
    cache = _caches.get(folder)
    if cache is None:
        also = [folder.parent] if folder.name in LATER else []
        cache = _caches[folder] = Cache(folder, _HERE, *also)
    compiled._cache = KeptFunction(function, cache, lambda: _load_calls(compiled))
    _compiled.setdefault(cache, []).append(compiled)
    return compiled  # type: ignore[no-any-return]


def _package_of(folder: Path) -> Path:
    """Return the folder that one is compiled with: a package just below ours, or one for LATER."""
    while (folder.parent / "__init__.py").exists() and folder.parent != _HERE.parent:
        if folder.name in LATER:
            break
        folder = folder.parent
    return folder


def _is_later(cache: Cache) -> bool:
    return cache.folder.name in LATER


def name_types(types: dict[str, Any]) -> None:
    """Say which numba type each annotation stands for."""
    _types.update(types)


def _signature(compiled: Any) -> tuple[Any, ...]:
    annotations = compiled.py_func.__annotations__
    return tuple(_types[word] for name, word in annotations.items() if name != "return")


def compile_rules(
    progress: Callable[[int, int], None] | None = None, *, whole: bool = True
) -> None:
    """Compile all that has been read, once; later each entry is loaded from disk when called.

    What is not the whole is what tables need, with the bots at them: all but LATER.
    ``progress`` is called with (done, all) as functions are compiled, here or by another process
    that we wait for, and not at all when they are found on disk.
    """
    tell = progress or (lambda done, total: None)
    wanted = [cache for cache in _compiled if whole or not _is_later(cache)]
    missing = [cache for cache in wanted if not cache.is_found]
    total = sum(len(_compiled[cache]) for cache in missing)

    def waiting() -> None:
        made = sum(min(cache.count_made(), len(_compiled[cache])) for cache in missing)
        tell(min(made, total - 1), total)
        threading.Event().wait(_LOOK)

    with contextlib.ExitStack() as making:
        ours = [cache for cache in missing if making.enter_context(cache.being_made(waiting))]
        todo = [compiled for cache in ours for compiled in _compiled[cache]]
        for done in _compile_all(todo) if todo else ():
            tell(done, len(todo))
    if missing and not todo:
        tell(total, total)


def is_found() -> bool:
    """Whether all that has been read was compiled before, and is on disk."""
    return all(cache.is_found for cache in _compiled)


def load_rules() -> None:
    """Load every function that Python calls at a table, compiling before if need be.

    So is what no table needs, if it is on disk. From then on none of them is compiled or read from
    disk any more, whatever happens to the files.
    """
    compile_rules(whole=False)
    entries = list(_entries(lambda cache: cache.is_found))
    load_together(compiled._cache for compiled in entries)
    for compiled in entries:
        _load(compiled)


def is_compiled() -> bool:
    """Whether every function that Python calls at a table is loaded."""
    return all(compiled.overloads for compiled in _entries(lambda cache: not _is_later(cache)))


def _entries(which: Callable[[Cache], bool]) -> Iterator[Any]:
    """Return the functions that Python calls, of some caches: those that take no record."""
    for compiled in (each for cache in _compiled if which(cache) for each in _compiled[cache]):
        if not any(isinstance(kind, numba.types.Record) for kind in _signature(compiled)):
            yield compiled


def _load(compiled: Any) -> None:
    """Load a function from disk, or compile it, for one set of types only."""
    if not compiled.overloads:
        compiled.compile(_signature(compiled))
    compiled.disable_compile()


def _load_calls(compiled: Any) -> None:
    """Load what a function calls, before it is compiled.

    A call with a narrower integer is then widened instead of making a second copy of what is
    called.
    """
    for called in _calls(compiled):
        _load(called)


def _calls(compiled: Any) -> list[Any]:
    """Return the compiled functions that a function calls."""
    names = compiled.py_func.__code__.co_names
    found = (compiled.py_func.__globals__.get(name) for name in names)
    return [thing for thing in found if hasattr(thing, "py_func") and thing is not compiled]


def _compile_all(todo: list[Any]) -> Iterator[int]:
    """Compile functions, several at once where processes can be forked; yield how many are done."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    if cores == 1 or len(todo) < 2 * cores:
        for done, compiled in enumerate(todo):
            yield done
            _load(compiled)
        yield len(todo)
        return
    fork = multiprocessing.get_context("fork")
    lines, workers = [], []
    for _ in range(min(cores, 8)):
        ours, theirs = fork.Pipe()
        worker = fork.Process(target=_work, args=(theirs, todo), daemon=True)
        worker.start()
        theirs.close()
        lines.append(ours)
        workers.append(worker)
    try:
        yield from _share_out(todo, lines)
    finally:
        # A forked worker holds the ends of the pipes before its own: closing one ends nothing.
        for line, worker in zip(lines, workers, strict=True):
            with contextlib.suppress(OSError):
                line.send(None)
            worker.join()


def _share_out(todo: list[Any], lines: list[Any]) -> Iterator[int]:
    """Give each free worker a function whose calls are compiled; yield how many are done.

    What the longest chain of callers waits for comes first, so that no worker is idle at the end.
    """
    number = {id(compiled): i for i, compiled in enumerate(todo)}
    calls = [{number[id(c)] for c in _calls(f) if id(c) in number} for f in todo]

    @functools.cache
    def chain(i: int) -> int:
        callers = (caller for caller, called in enumerate(calls) if i in called)
        return 1 + max(map(chain, callers), default=0)

    waiting = sorted(range(len(todo)), key=chain, reverse=True)
    done: set[int] = set()
    free, busy = list(lines), []
    while len(done) < len(todo):
        for i in [i for i in waiting if calls[i] <= done][: len(free)]:
            waiting.remove(i)
            line = free.pop()
            line.send(i)
            busy.append(line)
        yield len(done)
        ready: list[Any] = wait(busy)
        for line in ready:
            done.add(_answer(line))
            busy.remove(line)
            free.append(line)
    yield len(done)


def _answer(line: Any) -> int:
    """Return which function a worker has compiled."""
    try:
        answer = line.recv()
    except EOFError:
        raise CompileError from None
    if isinstance(answer, str):
        raise CompileError(answer)
    return int(answer)


def end_with_parent() -> None:
    """Let this process end when the one that started it has ended, however that came about."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _work(line: Any, todo: list[Any]) -> None:
    """Compile what is asked for until told to stop."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    with contextlib.suppress(EOFError, KeyboardInterrupt):
        while (i := line.recv()) is not None:
            try:
                _load(todo[i])
            except Exception as problem:
                line.send(f"{todo[i].py_func.__name__}: {type(problem).__name__}: {problem}")
                raise
            line.send(i)
