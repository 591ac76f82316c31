"""The command branchline compile: the rules made ready ahead of time."""

from __future__ import annotations

import argparse

from branchline.cli.ready import load_rules


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Let the command take what it needs."""


def run(options: argparse.Namespace) -> None:
    """Compile the rules, if that has not been done."""
    load_rules()
