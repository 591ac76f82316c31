"""Ready or not: whether all that a game needs is there, and which part is not."""

from __future__ import annotations

import asyncio

from branchline import __version__
from branchline.plain import Json
from branchline.rules import engine
from branchline.server.storage.database import StorageError
from branchline.server.storage.migrations import is_current
from branchline.server.tables.registry import Registry
from branchline.text.catalogue import text

_PATIENCE = 5.0
"""Seconds in which the database has to write something, or it counts as failing."""


async def readiness(registry: Registry) -> Json:
    """Return what `/ready` tells: ok, or each part that is missing and why."""
    state: Json = {"status": "ok", "version": __version__, "problem": None}
    state["progress"] = None
    if registry.is_closing:
        return state | {"status": "closing", "problem": str(text("problem.closing"))}
    found = {
        "database": await _database(registry),
        "rules": _rules(registry),
        "workers": _workers(registry),
    }
    problems = [f"{part}: {why}" for part, why in found.items() if why is not None]
    if problems:
        state |= {"status": "failing", "problem": "; ".join(problems)}
    rules = registry.rules
    if not rules.is_ready and rules.problem is None:
        state["progress"] = {"done": rules.done, "all": rules.all}
        if len(problems) == 1:
            state["status"] = "starting"
    return state


async def _database(registry: Registry) -> str | None:
    """Say why nothing can be stored now."""
    try:
        async with asyncio.timeout(_PATIENCE):
            await registry.store.check()
            if not await registry.store.read(is_current):
                return str(text("serve.otherVersion"))
    except StorageError as problem:
        return str(problem)
    except TimeoutError:
        return str(text("serve.tooSlow", seconds=f"{_PATIENCE:g}"))
    return None


def _rules(registry: Registry) -> str | None:
    """Say why the rules cannot be applied at once."""
    rules = registry.rules
    if rules.problem is not None:
        return str(text("serve.noRules", why=rules.problem))
    if not rules.is_ready:
        return str(text("serve.compiling", done=rules.done, total=rules.all))
    return None if engine.is_compiled() else str(text("serve.notCompiled"))


def _workers(registry: Registry) -> str | None:
    """Say why bots cannot think."""
    return registry.thinkers.problem()
