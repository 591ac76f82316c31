"""The command line: a file for each command, and what they share."""

from branchline.cli.main import main

__all__ = ["main"]
