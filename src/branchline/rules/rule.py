"""The one decorator over numba: a rule is compiled once and kept on disk."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import config as numba_config

config: Any = numba_config  # its settings are made at run time, unknown to a type checker

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED = bool(config.DISABLE_JIT)
"""True under NUMBA_DISABLE_JIT=1: the rules run as plain Python, slowly, for debugging."""

_HERE = Path(__file__).parent
_compiled: dict[Path, list[Any]] = {}  # what a folder brings, in the order it was read
_types: dict[str, Any] = {}
_caches: dict[Path, Path] = {}


def _cache_of(folder: Path) -> Path:
    """Return a folder for the compiled code of exactly these sources.

    numba looks only at the file of the function it loads: a change in a rule that is called from
    another file would go unnoticed. So the folder is named after all files it is made from, which
    are those beside it and the rules, their text and (as numba goes by that too) their time.
    """
    if folder in _caches:
        return _caches[folder]
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted({*_HERE.glob("*.py"), *folder.glob("*.py")}):
        digest.update(f"{source} {source.stat().st_mtime_ns}".encode())
        digest.update(source.read_bytes())
    name = f"{folder.name}-{digest.hexdigest()[:16]}"
    beside = folder / "__pycache__"
    try:
        beside.mkdir(exist_ok=True)
        probe = beside / f"{name}.probe"
        probe.touch()
        probe.unlink()
        _caches[folder] = beside / name
    except OSError:
        _caches[folder] = Path.home() / ".cache" / "branchline" / name
    return _caches[folder]


def rule(function: F) -> F:
    """Compile a function of the rules; its annotations give its types.

    A function that Python calls takes one-element arrays in place of records: they are quick to
    hand over.
    """
    folder = Path(function.__code__.co_filename).parent
    before = config.CACHE_DIR
    config.CACHE_DIR = str(_cache_of(folder))
    try:
        compiled: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    finally:
        config.CACHE_DIR = before
    _compiled.setdefault(folder, []).append(compiled)
    return compiled  # type: ignore[no-any-return]


def name_types(types: dict[str, Any]) -> None:
    """Say which numba type each annotation stands for."""
    _types.update(types)


def _signature(compiled: Any) -> tuple[Any, ...]:
    annotations = compiled.py_func.__annotations__
    return tuple(_types[word] for name, word in annotations.items() if name != "return")


def compile_rules(progress: Callable[[int, int], None] | None = None) -> None:
    """Compile all that has been read, once; later each entry is loaded from disk when called.

    ``progress`` is called with (done, all) as functions are compiled, and not at all when they are
    found on disk.
    """
    if INTERPRETED:
        return
    missing = [folder for folder in _compiled if not (_cache_of(folder) / "complete").exists()]
    if not missing:
        return
    for folder in missing:
        for old in _cache_of(folder).parent.glob(f"{folder.name}-*"):
            if old != _cache_of(folder):
                shutil.rmtree(old, ignore_errors=True)
    # A rule is compiled for one set of types only, before the rules that call it: a call with a
    # narrower integer is then widened instead of making a second copy. So what is on disk already
    # is loaded first.
    todo = sum(len(_compiled[folder]) for folder in missing)
    done = 0
    for folder, functions in _compiled.items():
        for compiled in functions:
            if folder in missing:
                if progress:
                    progress(done, todo)
                done += 1
            if not compiled.overloads:
                compiled.compile(_signature(compiled))
            compiled.disable_compile()
        (_cache_of(folder) / "complete").touch()
    if progress:
        progress(todo, todo)
