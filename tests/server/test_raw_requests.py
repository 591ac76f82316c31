"""Requests that no browser makes: each gets a plain answer, and no file that is not a page."""

import contextlib
import json
import logging
import socket
from collections.abc import Iterator

import pytest

from ..patience import PATIENCE
from .served import Served

HOST = b"host: 127.0.0.1\r\n"
SECRETS = (b"root:", b"import ", b"[project]", b"Traceback")
"""What some file of the system, of the program or of the project holds."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    file = tmp_path_factory.mktemp("raw") / "tables.db"
    served = Served(f"sqlite:///{file}")
    yield served
    served.stop()


def send(served: Served, request: bytes) -> tuple[int, bytes, bytes]:
    """Send bytes; return the status, the head and the body until the server closes."""
    host, port = served.url.removeprefix("http://").split(":")
    found = b""
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as one:
        # It may close before it has read all; what it said before that is there.
        with contextlib.suppress(ConnectionResetError, BrokenPipeError):
            one.sendall(request)
        with contextlib.suppress(ConnectionResetError):
            while part := one.recv(65536):
                found += part
    head, _, body = found.partition(b"\r\n\r\n")
    return int(head.split()[1]), head.lower(), body


def ask(target: bytes, method: bytes = b"GET", headers: bytes = HOST) -> bytes:
    """A request as it goes over the wire."""
    return method + b" " + target + b" HTTP/1.1\r\n" + headers + b"connection: close\r\n\r\n"


TRAVERSALS = [
    b"/../../../../../../etc/passwd",
    b"/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    b"/..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd",
    b"/assets/../../server/app.py",
    b"/assets/%2e%2e/%2e%2e/server/app.py",
    b"/..\\server\\app.py",
    b"/%5c..%5cserver%5capp.py",
    b"/assets/..%5c..%5cserver%5capp.py",
    b"/index.html%00.js",
    b"/%00",
    b"//etc/passwd",
    b"/file:///etc/passwd",
    b"/.%2e/pyproject.toml",
    b"/..;/server/app.py",
    b"/%c0%ae%c0%ae/server/app.py",
    b"/index.html/",
    b"/INDEX.HTML/../server/app.py",
]


@pytest.mark.parametrize("headers", [HOST, HOST + b"accept: text/html\r\n"])
@pytest.mark.parametrize("target", TRAVERSALS)
def test_no_path_leads_out_of_the_pages(server: Served, target: bytes, headers: bytes) -> None:
    status, _, body = send(server, ask(target, headers=headers))
    assert status in (400, 404)
    assert not any(secret in body for secret in SECRETS)


LONG = b"x" * 40_000
TOO_LONG = b"x" * 200_000


@pytest.mark.parametrize(
    ("request_", "statuses"),
    [
        (ask(b"/api/games?" + LONG), (200,)),
        (ask(b"/api/games?" + TOO_LONG), (400, 431)),
        (ask(b"/" + LONG), (404,)),
        (ask(b"/" + TOO_LONG), (400, 431)),
        (ask(b"/api/tables/" + LONG), (404,)),
        (ask(b"/api/tables/x?invite=" + LONG), (400, 404)),
        (ask(b"/health", headers=HOST + b"x-long: " + LONG + b"\r\n"), (200,)),
        (ask(b"/health", headers=HOST + b"x-long: " + TOO_LONG + b"\r\n"), (400, 431)),
        (ask(b"/health", headers=HOST + b"x: y\r\n" * 5000), (200, 400, 431)),
        (ask(b"/health", headers=b"host: " + LONG + b"\r\n"), (421,)),
        (ask(b"/", headers=b"host: localhost:[\r\n"), (200, 400, 421)),
        (ask(b"/nothing.js", headers=b"host: localhost:1/index.html?\r\n"), (400, 404, 421)),
        (ask(b"/", headers=b"host: localhost:abc\r\n"), (200, 400, 421)),
        (ask(b"/health", headers=b""), (400,)),
        (ask(b"/health", headers=HOST + HOST), (400,)),
        (ask(b"/health", headers=b"host: evil.example\r\n" + HOST), (400,)),
        (ask(b"http://127.0.0.1/api/games"), (200, 404)),
        (ask(b"http://evil.example/api/games"), (404, 421)),
        (ask(b"127.0.0.1:80", b"CONNECT"), (400, 404, 405)),
        (ask(b"*", b"OPTIONS"), (400, 404, 405)),
        (ask(b"/", b"OPTIONS"), (405,)),
        (ask(b"/api/home", b"OPTIONS", HOST + b"access-control-request-method: GET\r\n"), (204,)),
        (ask(b"/api/home", b"DELETE"), (405,)),
        (ask(b"/", b"TRACE"), (405,)),
        (ask(b"/", b"NONSENSE"), (405,)),
        (ask(b"/api/games\x00"), (400,)),
        (ask(b"/api/ga mes"), (400,)),
        (ask(b"/api/games", headers=HOST + b"authorization: Bearer \xff\xfe\r\n"), (200,)),
        (ask(b"/api/home", headers=HOST + b"accept-language: \xff" + LONG + b"\r\n"), (200,)),
        (ask(b"/health", headers=HOST + b"content-length: -1\r\n"), (400,)),
        (ask(b"/health", headers=HOST + b"content-length: 9" + b"9" * 30 + b"\r\n"), (400, 413)),
        (b"GET /health HTTP/3.7\r\n" + HOST + b"\r\n", (200, 400, 505)),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", (400,)),
    ],
    ids=lambda given: repr(given)[:60] if isinstance(given, bytes) else None,
)
def test_an_odd_request_gets_a_plain_answer(
    server: Served,
    request_: bytes,
    statuses: tuple[int, ...],
    caplog: pytest.LogCaptureFixture,
) -> None:
    status, head, body = send(server, request_)
    assert status in statuses, (status, body[:200])
    assert not any(secret in body for secret in SECRETS)
    if status in (404, 405, 421) and b"application/json" in head:
        assert json.loads(body)["problem"]["text"]
    assert send(server, ask(b"/health"))[0] == 200
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert errors == []


LARGE = {
    "told before": b"content-length: 10000000\r\nconnection: close\r\n\r\n",
    "untold": b"transfer-encoding: chunked\r\nconnection: close\r\n\r\n30d40\r\n" + TOO_LONG,
}
"""A body that is too large: by its length, before any of it is sent, and by what has come of it."""


@pytest.mark.parametrize("how", LARGE)
def test_a_body_that_is_too_large_is_refused_before_all_of_it_has_come(
    server: Served, how: str
) -> None:
    status, _, body = send(server, b"POST /api/mine HTTP/1.1\r\n" + HOST + LARGE[how])
    assert (status, json.loads(body)["problem"]["code"]) == (413, "too large")


NAMES = ("", "table/abc", "replay/abc", "new", "rules", "learn", "settings", "about")


@pytest.mark.parametrize("page", [*NAMES, "nothing", "assets/nothing.js"])
def test_head_tells_of_a_page_and_sends_none_of_it(server: Served, page: str) -> None:
    whole = send(server, ask(f"/{page}".encode()))
    status, head, body = send(server, ask(f"/{page}".encode(), b"HEAD"))
    assert (status, body) == (whole[0], b"")
    length = b"content-length: " + str(len(whole[2])).encode()
    assert length in head
    assert length in whole[1]
