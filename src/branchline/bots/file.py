"""Bots that users write: a class in a Python file."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

from branchline.bots.base import Bot
from branchline.bots.guard import one_line
from branchline.errors import BranchlineError


def make_from_file(file: str, name: str, seed: int) -> Bot:
    """Return a new bot of a class; the class gets the seed if it takes an argument."""
    found = load_class(file, name)
    bot: Bot = found(seed) if _takes_seed(found) else found()
    return bot


def check_class(file: str, name: str) -> None:
    """Make a bot once, so that what is wrong with it is said before anything is played."""
    found = load_class(file, name)
    if not callable(getattr(found, "choose", None)):
        raise BranchlineError("bot.noChoose", file=file, name=name)
    try:
        make_from_file(file, name, 0)
    except (Exception, SystemExit) as problem:
        raise BranchlineError("bot.notMade", file=file, name=name, why=one_line(problem)) from None


def _takes_seed(found: type) -> bool:
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = inspect.signature(found).parameters.values()
    return any(parameter.kind in positional for parameter in parameters)


def load_class(file: str, name: str) -> type:
    """Return a class of a file, or say what is wrong with it."""
    try:
        path = Path(file).resolve(strict=True)
    except (OSError, ValueError, RuntimeError) as problem:
        raise BranchlineError("file.at", file=repr(file[:80]), problem=one_line(problem)) from None
    found = getattr(_load(path), name, None)
    if not inspect.isclass(found):
        raise BranchlineError("bot.noClass", file=file, name=name[:80])
    return found


@cache
def _load(path: Path) -> ModuleType:
    """Run a file once; it may import what lies beside it."""
    name = f"branchline bot {path.with_suffix('').as_posix().replace('.', '_')}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BranchlineError("bot.notPython", file=str(path))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as problem:
        raise BranchlineError("bot.notLoaded", file=path.name, why=one_line(problem)) from None
    return module
