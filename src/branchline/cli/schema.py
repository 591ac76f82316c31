"""The command branchline schema: the protocol as one document."""

from __future__ import annotations

import argparse
import json

from branchline.server.app import make_app
from branchline.server.protocol.schema import schema


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Let the command take what it needs."""


def run(options: argparse.Namespace) -> None:
    """Print the protocol as schemas."""
    print(json.dumps(schema(make_app().openapi()), indent=1))
