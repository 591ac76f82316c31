"""The public names of the library and of the command line, and what they take."""

from __future__ import annotations

import argparse
import importlib
import inspect
from typing import Any

from branchline.cli.main import COMMANDS, make_parser

MODULES = (
    "branchline",
    "branchline.client",
    "branchline.data",
    "branchline.envs",
    "branchline.testing",
)


def public(module: str) -> list[str]:
    """The names that a module is there for."""
    read = importlib.import_module(module)
    listed = getattr(read, "__all__", None)
    if listed is not None:
        return sorted(listed)
    return sorted(
        name
        for name, thing in vars(read).items()
        if not name.startswith("_") and getattr(thing, "__module__", None) == module
    )


def parameters(thing: Any) -> list[list[Any]]:
    """What a function takes, or a class to be made: name, how it is given, whether it must be."""
    try:
        found = inspect.signature(thing).parameters.values()
    except (TypeError, ValueError):
        return []
    return [
        [each.name, each.kind.name, each.default is inspect.Parameter.empty]
        for each in found
        if each.name != "self"
    ]


def described(thing: Any) -> dict[str, Any]:
    """What somebody may rely on in a public thing."""
    if inspect.isclass(thing):
        members = {
            name: parameters(member)
            for name in sorted({*dir(thing), *getattr(thing, "__annotations__", {})})
            if not name.startswith("_")
            for member in [inspect.getattr_static(thing, name, None)]
        }
        return {"takes": parameters(thing), "members": members}
    return {"takes": parameters(thing)} if callable(thing) else {}


def library() -> dict[str, dict[str, Any]]:
    """Every public name of the library."""
    return {
        f"{module}.{name}": described(getattr(importlib.import_module(module), name))
        for module in MODULES
        for name in public(module)
    }


def commands() -> dict[str, list[str]]:
    """Every command, and the flags it knows."""
    found = {}
    for command in COMMANDS:
        parser = make_parser([command])
        (choices,) = (
            action.choices
            for action in parser._actions
            if isinstance(action, argparse._SubParsersAction)
        )
        actions = choices[command]._actions
        found[command] = sorted(flag for action in actions for flag in action.option_strings)
    return found


def lost(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """What is no longer there, or cannot be used as before."""
    found = []
    for name, was in old.items():
        if name not in new:
            found.append(f"{name} is gone")
            continue
        now = new[name]
        found += _changed(name, was.get("takes", []), now.get("takes", []))
        for member, takes in was.get("members", {}).items():
            if member not in now.get("members", {}):
                found.append(f"{name}.{member} is gone")
            else:
                found += _changed(f"{name}.{member}", takes, now["members"][member])
    return found


def _changed(name: str, old: list[list[Any]], new: list[list[Any]]) -> list[str]:
    """Say which calls of before are no longer possible."""
    there = {each[0]: each for each in new}
    found = [f"{name} no longer takes {each[0]}" for each in old if each[0] not in there]
    known = {each[0] for each in old}
    found += [
        f"{name} needs {each[0]}"
        for each in new
        if each[0] not in known and each[2] and not each[1].startswith("VAR_")
    ]
    kept = [each[0] for each in new if each[0] in known]
    if kept != [each[0] for each in old if each[0] in there]:
        found.append(f"{name} takes its arguments in another order")
    found += [f"{name} needs {n}" for n, _, must in old if n in there and there[n][2] and not must]
    return found
