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
_RULES: list[Any] = []
_types: dict[str, Any] = {}


def _cache_folder() -> Path:
    """Return a folder for the compiled code of exactly these sources.

    numba looks only at the file of the function it loads: a change in a rule that is called from
    another file would go unnoticed. So the folder is named after all rules, their text and (as
    numba goes by that too) their time.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(_HERE.glob("*.py")):
        digest.update(f"{source} {source.stat().st_mtime_ns}".encode())
        digest.update(source.read_bytes())
    name = f"rules-{digest.hexdigest()[:16]}"
    beside = _HERE / "__pycache__"
    try:
        beside.mkdir(exist_ok=True)
        probe = beside / f"{name}.probe"
        probe.touch()
        probe.unlink()
    except OSError:
        return Path.home() / ".cache" / "branchline" / name
    return beside / name


_CACHE = _cache_folder()


def rule(function: F) -> F:
    """Compile a function of the rules; its annotations give its types.

    A function that Python calls takes one-element arrays in place of records: they are quick to
    hand over.
    """
    before = config.CACHE_DIR
    config.CACHE_DIR = str(_CACHE)
    try:
        compiled: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    finally:
        config.CACHE_DIR = before
    _RULES.append(compiled)
    return compiled  # type: ignore[no-any-return]


def name_types(types: dict[str, Any]) -> None:
    """Say which numba type each annotation stands for."""
    _types.update(types)


def _signature(compiled: Any) -> tuple[Any, ...]:
    annotations = compiled.py_func.__annotations__
    return tuple(_types[word] for name, word in annotations.items() if name != "return")


def compile_rules(progress: Callable[[int, int], None] | None = None) -> None:
    """Compile all rules, once; later each entry is loaded from disk when it is first called.

    ``progress`` is called with (done, all) as functions are compiled, and not at all when they are
    found on disk.
    """
    if INTERPRETED:
        return
    if not (_CACHE / "complete").exists():
        _compile_all(progress)


def _compile_all(progress: Callable[[int, int], None] | None) -> None:
    for old in _CACHE.parent.glob("rules-*"):
        if old != _CACHE:
            shutil.rmtree(old, ignore_errors=True)
    # A rule is compiled for one set of types only, before the rules that call it: a call with a
    # narrower integer is then widened instead of making a second copy.
    for done, compiled in enumerate(_RULES):
        if progress:
            progress(done, len(_RULES))
        if not compiled.overloads:
            compiled.compile(_signature(compiled))
        compiled.disable_compile()
    (_CACHE / "complete").touch()
    if progress:
        progress(len(_RULES), len(_RULES))
