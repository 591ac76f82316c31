"""The command branchline serve: the table server."""

from __future__ import annotations

import argparse
import logging
import os
import sys
import textwrap
from dataclasses import MISSING, fields

from branchline.cli.common import complain
from branchline.cli.ready import Telling
from branchline.server.heap import settle
from branchline.server.logs import set_up_logs
from branchline.server.serve import listen, make_server
from branchline.server.settings import PREFIX, Settings, read_settings
from branchline.server.tables.tokens import TEST_SEED
from branchline.text.catalogue import say, text

log = logging.getLogger("branchline.server")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Let the command take every setting as a flag."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    about = textwrap.fill(say("serve.aboutSettings", prefix=PREFIX), 90)
    parser.description = f"{say('serve.about')}\n\n{about}"
    parser.add_argument("--open", action="store_true", help=say("serve.open"))
    for setting in fields(Settings):
        about = say(f"serve.set.{setting.name}")
        usual = str(setting.default)
        if setting.default is MISSING:
            usual = say(f"serve.usual.{setting.name}")
        elif setting.type == "float":
            usual = f"{setting.default:g}"
        if usual:
            about = say("serve.default", about=about, default=usual)
        name = "--" + setting.name.replace("_", "-")
        kind = say("cli.meta.text" if setting.type == "str" else "cli.meta.number")
        parser.add_argument(name, metavar=kind, help=about.replace("%", "%%"))


def run(options: argparse.Namespace) -> int:
    """Serve until somebody ends it."""
    settings = read_settings(vars(options))
    # Two threads share the interpreter, the one that writes and the one that serves; with the usual
    # five milliseconds either waits too long for the other.
    sys.setswitchinterval(0.001)
    set_up_logs(settings.log_level)
    server = make_server(settings)
    rules = server.app.state.registry.rules
    rules.tell, rules.complain = Telling(), complain
    rules.begin()
    try:
        if os.environ.get(TEST_SEED) is not None:
            log.warning(f"{TEST_SEED} is set: shuffles can be foreseen; for tests only")
        listener = listen(settings)
        server.opens_page = options.open
        server.app.state.registry.store.open()  # now, so that a problem is one clear line
        settle()
        server.run(sockets=[listener])
    finally:
        rules.end()
    if not server.started:
        complain(text("serve.notStarted"))
        return 2
    return 0
