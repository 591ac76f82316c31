"""The command branchline health: whether a server on this machine answers, for containers."""

from __future__ import annotations

import argparse
import json
import urllib.error
import urllib.request

from branchline.cli.common import complain
from branchline.server.settings import read_settings
from branchline.text.catalogue import say

_PATIENCE = 10.0
"""Seconds for an answer; a server that lives has one at once."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Let the command take where the server is, and what is asked."""
    parser.add_argument("--url", help=say("cli.health.url"))
    parser.add_argument("--ready", action="store_true", help=say("cli.health.ready"))


def run(options: argparse.Namespace) -> int:
    """Ask the server; return 0 if all is well, else 1."""
    url = options.url or _own_address()
    try:
        told = _ask(url.rstrip("/") + ("/ready" if options.ready else "/health"))
    except (OSError, ValueError) as problem:
        complain(say("cli.health.silent", url=url, why=str(problem)))
        return 1
    if told["status"] != "ok":
        complain(say("cli.health.not", url=url, why=str(told["problem"])))
        return 1
    print(say("cli.health.ok", url=url, version=str(told["version"])))
    return 0


def _ask(url: str) -> dict[str, object]:
    """Return what a server says of itself, with any status."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(url, timeout=_PATIENCE) as answer:
            text = answer.read()
    except urllib.error.HTTPError as answer:
        with answer:
            text = answer.read()
    told = json.loads(text)
    if not isinstance(told, dict) or not {"status", "version"} <= told.keys():
        raise ValueError(say("cli.health.other"))
    return told


def _own_address() -> str:
    """Return where a server with these settings (BRANCHLINE_HOST, BRANCHLINE_PORT) listens."""
    settings = read_settings()
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"
