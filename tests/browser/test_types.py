"""The page's types are those of the server's messages."""

import json
import subprocess
import sys
from pathlib import Path

from branchline.server.app import make_app
from branchline.server.protocol.schema import schema

WEB = Path(__file__).parents[2] / "web"


def test_the_types_of_the_page_are_made_from_the_schema() -> None:
    node = Path(sys.executable).parent / "node"
    made = subprocess.run(
        [node, "types/make.ts", "--check"],
        input=json.dumps(schema(make_app().openapi())),
        cwd=WEB,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
