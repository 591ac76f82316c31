"""Connections: slow, silent or too many clients do not stop others from playing."""

import contextlib
import json
import logging
import os
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from branchline.client import Client
from branchline.server import logs
from branchline.server.connections import OpenConnections, Timeouts
from tests.scale import scaled

from ..patience import PATIENCE, until
from .served import YOU, Served, bot, first, run

HALF = b"GET /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: "
WHOLE = b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that waits for as long as a busy machine takes, and looks often."""
    for name, seconds in {"head": PATIENCE, "body": PATIENCE, "look": 0.05}.items():
        monkeypatch.setattr(Timeouts, name, seconds)


@pytest.fixture
def short_patience(patience: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("head", "body", "idle"):
        monkeypatch.setattr(Timeouts, name, 0.4)


@pytest.fixture
def hasty(short_patience: None, sqlite_file: str) -> Iterator[Served]:
    server = Served(sqlite_file, max_message=1024)
    yield server
    server.stop()


@pytest.fixture
def lone(sqlite_file: str) -> Iterator[Served]:
    server = Served(sqlite_file, max_message=1024, max_connections=40)
    yield server
    server.stop()


async def decide(seat: Any) -> None:
    """Decide something at a table, when it is one's turn."""
    await seat.wait_for(lambda s: bool(s.position["actions"]))
    answer = await seat.act(first(seat.position))
    assert answer["ok"], answer
    await seat.wait_for(lambda s: s.seq >= answer["seq"])


def connections_of(served: Served) -> OpenConnections:
    app: Any = served.server.config.app
    connections: OpenConnections = app.state.connections
    return connections


def knock(url: str, first: bytes = b"") -> socket.socket:
    """A connection that has sent some bytes."""
    host, port = url.removeprefix("http://").split(":")
    one = socket.create_connection((host, int(port)), timeout=PATIENCE)
    if first:
        one.sendall(first)
    return one


def all_answered(one: socket.socket) -> bytes:
    """What comes until the server closes the connection; that it never does fails the test."""
    found = b""
    try:
        while part := one.recv(65536):
            found += part
    except ConnectionResetError:
        pass
    return found


@pytest.mark.parametrize("sent", [b"", b"G", HALF])
def test_a_request_that_is_not_sent_is_not_waited_for(hasty: Served, sent: bytes) -> None:
    with knock(hasty.url, sent) as one:
        assert all_answered(one) == b""


@pytest.mark.parametrize("more", [b"", b"G", HALF])
def test_nor_is_the_next_one(lone: Served, more: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    with knock(lone.url, WHOLE + more) as one:
        assert one.recv(4).startswith(b"HTTP")
        monkeypatch.setattr(Timeouts, "head", 0.4)
        assert all_answered(one).count(b"HTTP/1.1 200") == 0


@pytest.mark.parametrize(
    "head", [b"content-length: 1000\r\n\r\n", b"transfer-encoding: chunked\r\n\r\n3e8\r\n"]
)
def test_a_body_that_comes_byte_by_byte_is_not_waited_for(hasty: Served, head: bytes) -> None:
    with knock(hasty.url, b"POST /api/mine HTTP/1.1\r\nhost: 127.0.0.1\r\n" + head) as one:
        one.settimeout(0.5)
        for _ in range(999):
            try:
                one.sendall(b" ")
                assert one.recv(100) == b"", "an answer to half a request"
                return
            except TimeoutError:
                continue
            except OSError:
                return
        raise AssertionError("the server still waits")


def test_one_who_never_reads_is_not_waited_for(
    lone: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Timeouts, "reading", 0.3)
    connections = connections_of(lone)
    request = WHOLE.replace(b"/health", b"/api/schema")
    with knock(lone.url) as one:
        one.setblocking(False)
        with contextlib.suppress(OSError):  # until it takes no more, or closes
            while True:
                one.send(request * 20)
        until(lambda: connections.turned_away)
    assert lone.client.request_now("GET", "/health")["status"] == "ok"
    assert connections.turned_away == 1


def test_a_crowd_that_asks_for_nothing_keeps_nobody_out(lone: Served) -> None:
    connections = connections_of(lone)

    async def story() -> None:
        client = lone.client
        made = await client.create("usa", [YOU, bot()], start=True)
        with ExitStack() as crowd:
            async with client.look(made["table"]["id"], made["secret"]) as seat:
                for number in range(scaled(300, 3000)):
                    crowd.enter_context(knock(lone.url, HALF if number % 2 else b""))
                    if number % 50 == 49:
                        assert (await client.get("/health"))["status"] == "ok", "a newcomer"
                        await decide(seat)
                        assert len(connections.all) <= 40

    run(story())
    assert connections.turned_away >= 200


def test_one_address_takes_only_its_share(sqlite_file: str) -> None:
    served = Served(sqlite_file, proxies="", max_connections_per_address=5)
    try:
        connections = connections_of(served)
        with ExitStack() as crowd:
            for _ in range(20):
                crowd.enter_context(knock(served.url, HALF))
            assert served.client.request_now("GET", "/health")["status"] == "ok"
            assert connections.addresses["127.0.0.1"].total <= 5
    finally:
        served.stop()
    assert connections.turned_away >= 15


def test_a_proxy_takes_as_many_as_it_needs(sqlite_file: str) -> None:
    served = Served(sqlite_file, max_connections_per_address=5)
    connections = connections_of(served)
    try:
        with ExitStack() as crowd:
            crowd_of = [crowd.enter_context(knock(served.url, WHOLE)) for _ in range(20)]
            for one in crowd_of:
                assert one.recv(100).startswith(b"HTTP/1.1 200")
            assert connections.turned_away == 0
    finally:
        served.stop()


def test_who_has_kept_us_waiting_longest_makes_room(sqlite_file: str) -> None:
    served = Served(sqlite_file, max_connections=8)
    connections = connections_of(served)
    try:
        with ExitStack() as crowd:
            until(lambda: not connections.all)
            waiting = []
            for number in range(10):
                waiting.append(crowd.enter_context(knock(served.url, b"G")))
                until(lambda n=number: len(connections.waiting) + connections.turned_away > n)  # type: ignore[misc]
            for one in waiting[:2]:
                assert all_answered(one) == b""
            assert connections.turned_away == 2
            for one in waiting[2:]:
                one.sendall(WHOLE[1:])
                assert one.recv(100).startswith(b"HTTP/1.1 200")
    finally:
        served.stop()


def test_files_are_kept_back_for_those_who_play(tmp_path: Path) -> None:
    def few_files() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))

    program = subprocess.Popen(
        [sys.executable, "-m", "branchline.cli", "serve", "--port", "0", "--bot-workers", "1"],
        env={**os.environ, "BRANCHLINE_DATA": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=few_files,
    )
    assert program.stdout is not None
    url = next(w for w in program.stdout.readline().split() if w.startswith("http"))

    async def story() -> None:
        client = Client(url)
        made = await client.create("usa", [YOU, bot()], start=True, bot_pace=0)
        async with client.look(made["table"]["id"], made["secret"]) as seat:
            with ExitStack() as crowd:
                for _ in range(scaled(400, 2000)):
                    crowd.enter_context(knock(url, HALF))
                for _ in range(3):
                    await decide(seat)
                await client.create("usa", [YOU, bot()], start=True)

    try:
        run(story())
    finally:
        program.terminate()
        _, errors = program.communicate()
    assert program.returncode == 0
    lines = [json.loads(line) for line in errors.splitlines() if line.startswith("{")]
    assert [line for line in lines if line["level"] == "error"] == []


def test_a_flood_of_log_lines_is_a_few_and_a_count(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    logs.set_up_logs("info")

    def complain(times: int) -> None:
        for _ in range(times):
            logging.getLogger("asyncio").error("no more files")

    complain(1000)
    other = logging.getLogger("branchline.server")
    other.info("something else")
    monkeypatch.setattr(logs, "_SECONDS", -1.0)
    other.info("much later")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    said = ["no more files"] * 10 + ["something else", "no more files", "much later"]
    assert [line["what"] for line in lines] == said
    assert [line.get("unwritten") for line in lines] == [None] * 11 + [989, None]


def test_a_server_that_ends_tells_what_it_did_not_write(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up_logs("info")
    for number in range(15):
        try:
            raise ValueError(f"no {number}")
        except ValueError:
            logging.getLogger("branchline.server").exception("try %d", number)
    logging.getLogger("branchline.server").info("closed")
    logging.getLogger().handlers[0].close()
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["what"] for line in lines[-3:]] == ["try 9", "closed", "try 14"]
    assert (lines[-1]["unwritten"], lines[-1]["error"]) == (4, "ValueError")
