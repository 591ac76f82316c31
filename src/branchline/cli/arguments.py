"""The parser of the command line, in the language of the terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import NoReturn

from branchline.errors import BranchlineError
from branchline.text.catalogue import best_language, languages, say

_OF_ARGPARSE = {
    "usage: ": ("usage", ""),
    "positional arguments": ("positional", ""),
    "options": ("options", ""),
    "show this help message and exit": ("help", ""),
    "show program's version number and exit": ("version", ""),
    "argument %(argument_name)s: %(message)s": ("argument", "argument_name message"),
    "the following arguments are required: %s": ("required", "%s"),
    "unrecognized arguments: %s": ("unknown", "%s"),
    "not allowed with argument %s": ("notWith", "%s"),
    "ignored explicit argument %r": ("ignored", "%r"),
    "invalid %(type)s value: %(value)r": ("value", "type value!r"),
    "invalid choice: %(value)r (choose from %(choices)s)": ("choice", "value!r choices"),
    "expected one argument": ("one", ""),
    "expected at most one argument": ("atMostOne", ""),
    "expected at least one argument": ("atLeastOne", ""),
    "ambiguous option: %(option)s could match %(matches)s": ("ambiguous", "option matches"),
}
"""What argparse says by itself, with the names of our texts and what it fills in there."""


def _said(message: str) -> str:
    """Return a message of argparse in the language of the terminal, still to be filled in."""
    if message not in _OF_ARGPARSE:
        return message
    name, filled = _OF_ARGPARSE[message]
    values = {}
    for slot in filled.split():
        name_of, _, form = slot.partition("!")
        bare = slot.startswith("%")
        values["what" if bare else name_of] = slot if bare else f"%({name_of}){form or 's'}"
    return say(f"cli.arg.{name}", **values)


# argparse looks its texts up by this name, meant for the catalogues of gettext.
setattr(argparse, "_", _said)  # noqa: B010 - it is not declared


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Print the line and leave with 2."""
        print(say("cli.seeHelp", command=self.prog, problem=message), file=sys.stderr)
        sys.exit(2)


def add_language(parser: argparse.ArgumentParser) -> None:
    """Let a command be told the language; it is read before all else."""
    parser.add_argument(
        "--lang",
        default=argparse.SUPPRESS,
        metavar=say("cli.meta.language"),
        help=say("cli.lang", languages=list(languages())),
    )


def wanted_language(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language that a command asks for, or else the one of the environment.

    >>> wanted_language(["rules", "usa", "--lang=fr"], {})
    'fr'
    >>> wanted_language(["rules", "usa"], {"LC_ALL": "C", "LANG": "fr_FR.UTF-8"})
    'fr'
    """
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    first.add_argument("--lang", nargs="?")
    given = first.parse_known_args([word for word in arguments if word != "--"])[0].lang
    if given is None:
        names = ("BRANCHLINE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
        return best_language(environment.get(name) for name in names)
    if given not in languages():
        raise BranchlineError("problem.noLanguage", name=given, known=list(languages()))
    return str(given)
