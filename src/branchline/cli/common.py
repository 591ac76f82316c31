"""What the commands share: options, budgets and workers, and files to write."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TextIO, TypedDict

from branchline.arena.ray import load_ray
from branchline.arena.workers import MAX_WORKERS
from branchline.board import games
from branchline.bots.base import Clock, read_budget
from branchline.errors import BranchlineError, system_error
from branchline.text.catalogue import say

MAX_THREADS = 64


def add_game(parser: argparse.ArgumentParser) -> None:
    """Let a command take the game it is about."""
    parser.add_argument("game", help=say("cli.game", games=list(games())))


def complain(what: str) -> None:
    """Say what is wrong, in one line."""
    print(say("cli.error", problem=what), file=sys.stderr)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Let a command take options of the game."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar=say("cli.meta.nameValue"),
        help=say("cli.option"),
    )


def add_budget(parser: argparse.ArgumentParser) -> None:
    """Let a command take a budget for the bots."""
    parser.add_argument("--budget", help=say("cli.budget"))
    parser.add_argument(
        "--threads",
        type=int,
        default=1,
        metavar="N",
        help=say("cli.threads"),
    )


def given_budget(options: argparse.Namespace) -> Clock:
    """Return what a bot may spend on a choice, as the options say."""
    check_range("--threads", options.threads, MAX_THREADS)
    return replace(read_budget(options.budget), threads=options.threads)


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Let a command spread its work."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--workers", type=int, default=1, help=say("cli.workers"))
    group.add_argument(
        "--ray",
        action="store_true",
        help=say("cli.ray"),
    )


class RunOptions(TypedDict):
    """How games are to be played: what the functions that play many of them take."""

    options: dict[str, object]
    budget: Clock
    workers: int
    ray: bool


def check_workers(options: argparse.Namespace) -> None:
    """Refuse workers that cannot be had."""
    check_range("--workers", options.workers, MAX_WORKERS)
    if options.ray:
        load_ray()


def run_options(options: argparse.Namespace) -> RunOptions:
    """Return how games are to be played; refuse workers that cannot be had."""
    check_workers(options)
    return {
        "options": read_options(options.option),
        "budget": given_budget(options),
        "workers": options.workers,
        "ray": options.ray,
    }


def check_range(name: str, value: int, most: int) -> None:
    """Refuse a number that is not from 1 to the most there may be."""
    if not 1 <= value <= most:
        raise BranchlineError(
            "problem.range", name=name, least="1", most=str(most), given=str(value)
        )


def read_options(given: list[str]) -> dict[str, object]:
    """Read NAME=VALUE pairs; numbers and true or false are read as such.

    >>> read_options(["starts=1"])
    {'starts': 1}
    """
    options: dict[str, object] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise BranchlineError("cli.optionForm", given=repr(pair))
        if value in ("true", "false"):
            options[name] = value == "true"
        else:
            number = value.isascii() and value.isdigit() and len(value) < 20
            options[name] = int(value) if number else value
    return options


@contextlib.contextmanager
def new_file(path: Path | None) -> Iterator[TextIO | None]:
    """Open a new file that appears under its name only when all is written."""
    if path is None:
        yield None
        return
    try:
        if path.exists():
            raise BranchlineError("file.exists", file=str(path))
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as problem:
        raise BranchlineError("file.at", file=str(path), problem=system_error(problem)) from None
    try:
        with open(handle, "w", encoding="utf-8") as file:
            yield file
        os.chmod(name, 0o644)
        os.replace(name, path)
    except OSError as problem:
        raise BranchlineError("file.at", file=str(path), problem=system_error(problem)) from None
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
