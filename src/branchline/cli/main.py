"""The command line: `branchline COMMAND`. Each command is a module, read when it is asked for."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence

from branchline import __version__
from branchline.cli.arguments import Parser, add_language, wanted_language
from branchline.cli.common import complain
from branchline.errors import BranchlineError, system_error
from branchline.text.catalogue import say, speak, text

COMMANDS = {
    "play": "play",
    "bots": "bots",
    "simulate": "simulate",
    "tournament": "tournament",
    "dataset": "dataset",
    "serve": "serve",
    "health": "health",
    "export": "export",
    "import": "importing",
    "tables": "tables",
    "schema": "schema",
    "verify": "verify",
    "analyse": "analyse",
    "puzzle": "puzzle",
    "rules": "rules",
    "bench": "bench",
    "compile": "compile",
}
"""The commands in the order of the help, and the module of each: it adds arguments, and runs."""
_ALONE = ("serve", "--open")
"""What is done without any argument: who just installed this wants to play."""


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return 0, or 2 after one line on what was wrong."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        try:
            given = (sys.argv[1:] if arguments is None else arguments) or [*_ALONE]
            speak(wanted_language(given, os.environ))
            options = make_parser(given).parse_args(given)
            return int(options.run(options) or 0)
        finally:
            sys.stdout.flush()
    except BranchlineError as problem:
        complain(problem.said)
        return 2
    except BrokenPipeError:
        # Somebody reads only the beginning of our output: not an error worth a traceback.
        _print_no_more()
        return 0
    except OSError as problem:
        _print_no_more()
        why, file = system_error(problem), problem.filename
        complain(text("file.at", file=str(file), problem=why) if file else why)
        return 2
    except KeyboardInterrupt:
        complain(text("problem.interrupted"))
        return 130


def _print_no_more() -> None:
    """Discard what is still to be printed."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def make_parser(given: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser; it knows the arguments of the command that is asked for."""
    parser = Parser(prog="branchline", description=say("cli.about"), epilog=say("cli.more"))
    parser.add_argument(
        "--version",
        action="version",
        version=f"branchline {__version__}",
        help=say("cli.arg.version"),
    )
    add_language(parser)
    commands = parser.add_subparsers(
        title=say("cli.commands"), metavar=say("cli.meta.command"), required=True
    )
    for name, module in COMMANDS.items():
        about = say(f"cli.{name}")
        sub = commands.add_parser(name, help=about, description=about)
        add_language(sub)
        if name in given:
            command = importlib.import_module(f"branchline.cli.{module}")
            command.add_arguments(sub)
            sub.set_defaults(run=command.run)
    return parser
