"""`branchline health`, which a container asks, and `branchline` alone."""

import argparse
import http.server
import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from branchline.cli import serve
from branchline.cli.main import main

from ..server.served import Served
from .run import branchline


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    server = Served(f"sqlite:///{tmp_path / 'tables.db'}")
    yield server
    server.stop()


def test_a_server_that_is_well_is_told(served: Served, tmp_path: Path) -> None:
    port = served.url.rpartition(":")[2]
    for host in ("127.0.0.1", "0.0.0.0"):
        for flags in ([], ["--ready"]):
            settings = {"BRANCHLINE_PORT": port, "BRANCHLINE_HOST": host}
            with patch.dict(os.environ, settings):
                done = branchline("health", *flags, folder=tmp_path)
            assert (done.returncode, done.stderr) == (0, "")
            assert done.stdout.startswith(f"{served.url} is well")


def test_a_server_that_is_not_ready_lives(served: Served, tmp_path: Path) -> None:
    served.registry.rules.is_ready = False
    assert branchline("health", "--url", served.url, folder=tmp_path).returncode == 0
    done = branchline("health", "--url", served.url, "--ready", folder=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "is not well: rules: they are being compiled" in done.stderr


def test_where_nobody_answers_is_told_in_a_line(served: Served, tmp_path: Path) -> None:
    served.stop()
    for url in (served.url, "http://[", "file:///etc/hosts"):
        done = branchline("health", "--url", url, folder=tmp_path)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith(f"branchline: {url} does not answer: ")
        assert len(done.stderr.splitlines()) == 1


def test_another_server_is_not_taken_for_ours(tmp_path: Path) -> None:
    class Other(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"status": "ok"}).encode())

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    other = http.server.HTTPServer(("127.0.0.1", 0), Other)
    thread = threading.Thread(target=other.serve_forever)
    thread.start()
    try:
        url = f"http://127.0.0.1:{other.server_port}"
        done = branchline("health", "--url", url, folder=tmp_path)
    finally:
        other.shutdown()
        thread.join()
        other.server_close()
    assert (done.returncode, done.stdout) == (1, "")
    assert "is no server of Branchline" in done.stderr


def test_alone_it_serves_and_opens_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[argparse.Namespace] = []
    monkeypatch.setattr(serve, "run", asked.append)
    monkeypatch.setattr("sys.argv", ["branchline"])
    assert main() == 0
    assert [options.open for options in asked] == [True]
