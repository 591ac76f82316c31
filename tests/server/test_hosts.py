"""Which names a server answers to, who may see its figures, and what it tells browsers."""

import http.client
import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from branchline.server.hosts import Hosts
from branchline.server.protocol.problems import RequestRefused

from ..patience import PATIENCE
from .served import OPEN, YOU, Served, run, two_people

PROXY = {"x-forwarded-for": "192.0.2.7", "x-forwarded-proto": "https"}
CADDY = PROXY | {"host": "tables.example.org", "x-forwarded-host": "tables.example.org"}
NGINX = PROXY | {"host": "localhost"}
"""What the documented proxies send; nginx passes on any host that a visitor names."""


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    file = tmp_path_factory.mktemp("hosts") / "tables.db"
    server = Served(f"sqlite:///{file}", hosts="tables.example.org")
    yield server
    server.stop()


def ask(served: Served, path: str, **headers: str) -> tuple[int, dict[str, str], str]:
    """Ask with headers of one's own, as a browser or a proxy would."""
    line = http.client.HTTPConnection(served.url.removeprefix("http://"), timeout=PATIENCE)
    line.request("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})
    answer = line.getresponse()
    body = answer.read().decode()
    line.close()
    return answer.status, {k.lower(): v for k, v in answer.getheaders()}, body


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8000", "localhost", "[::1]:80", "TABLES.example.org:443", "tables.example.org."],
)
def test_a_server_answers_to_its_names(named: Served, host: str) -> None:
    assert ask(named, "/api/games", host=host)[0] == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "tables.example.org.evil.example", "192.0.2.1", "0.0.0.0", "x y", ""]
)
def test_and_to_no_other(named: Served, host: str) -> None:
    status, headers, body = ask(named, "/api/home", host=host)
    assert status in (400, 421)
    if status == 421:
        assert "BRANCHLINE_HOSTS" in json.loads(body)["problem"]["text"]
        assert headers["x-content-type-options"] == "nosniff"


def test_nor_does_its_socket(named: Served) -> None:
    async def story() -> None:
        made = await named.client.create("usa", [YOU, OPEN])
        port = int(named.url.rpartition(":")[2])
        hello = json.dumps({"type": "hello", "secret": made["secret"]})
        for host in ("evil.example", "localhost"):
            # A page that was led here names itself as its origin and as the host.
            address = f"ws://{host}/api/tables/{made['table']['id']}/socket"
            opening = connect(address, origin=Origin(f"http://{host}"), host="127.0.0.1", port=port)
            if host == "localhost":
                async with opening as one:
                    await one.send(hello)
                    assert json.loads(await one.recv())["type"] == "welcome"
            else:
                with pytest.raises(InvalidStatus) as refused:
                    await opening
                assert refused.value.response.status_code == 421
                assert b"BRANCHLINE_HOSTS" in refused.value.response.body

    run(story())


def test_at_home_a_machine_is_known_by_its_names_and_addresses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Attic")
    monkeypatch.setattr(socket, "getfqdn", lambda: "attic.lan")
    hosts = Hosts("")
    for host in ("attic:8000", "ATTIC.local", "attic.lan", "192.168.1.5:8000", "[fe80::1]:8000"):
        at = "fe80::1%eth0" if "fe80" in host else "::ffff:192.168.1.5"
        hosts.check(host, at)
    for host in ("attic.evil.example", "192.168.1.6", "local", "[fe80::2]", "*"):
        with pytest.raises(RequestRefused):
            hosts.check(host, "192.168.1.5")
    Hosts("*").check("anything.example", None)


def test_figures_are_for_this_machine_and_not_for_those_behind_a_proxy(named: Served) -> None:
    assert "branchline_steps_total" in ask(named, "/metrics")[2]
    for headers in (
        CADDY,
        CADDY | {"via": "1.1 Caddy"},
        NGINX,
        {"x-forwarded-for": "127.0.0.1"},
        {"via": "1.1 Caddy"},
        {"forwarded": "for=127.0.0.1"},
        {"host": "tables.example.org"},
    ):
        status, _, body = ask(named, "/metrics", **headers)
        assert status == 404
        assert "branchline" not in body


def test_or_for_those_with_the_token(sqlite_file: str) -> None:
    served = Served(sqlite_file, metrics_token="open sesame", hosts="tables.example.org")
    try:
        away = {"host": "tables.example.org", **PROXY}
        for wrong in ({}, {"authorization": "Bearer open"}, {"authorization": "é"}):
            assert ask(served, "/metrics", **wrong)[0] == 404
        right = {"authorization": "Bearer open sesame"}
        assert ask(served, "/metrics", **right, **away)[0] == 200
    finally:
        served.stop()


def test_a_page_connects_to_its_own_server_only(named: Served) -> None:
    rules = ask(named, "/")[1]["content-security-policy"]
    assert "connect-src 'self';" in rules
    assert "ws:" not in rules


def test_browsers_are_told_to_keep_to_https_where_it_is_spoken(named: Served) -> None:
    told: dict[str, Any] = {}
    for proto in ("https", "http", "nonsense"):
        told[proto] = ask(named, "/", x_forwarded_proto=proto)[1].get("strict-transport-security")
    assert told == {"https": "max-age=31536000", "http": None, "nonsense": None}


def test_https_is_not_believed_from_a_stranger(sqlite_file: str) -> None:
    served = Served(sqlite_file, proxies="192.0.2.1")
    try:
        headers = ask(served, "/", **{"x-forwarded-proto": "https"})[1]
        assert "strict-transport-security" not in headers
    finally:
        served.stop()


def test_a_server_has_several_names_and_pages_at_other_addresses(sqlite_file: str) -> None:
    pages = "https://play.example.org, https://b.example/"
    served = Served(sqlite_file, hosts="a.example,b.example", origins=pages)

    async def story() -> None:
        id = (await two_people(served, listed=True))[0]
        port = int(served.url.rpartition(":")[2])
        address = f"ws://a.example/api/tables/{id}/socket"
        welcome = ["https://play.example.org", "https://b.example", "https://a.example"]
        for origin in (*welcome, "https://c.example", "https://evil.play.example.org", "null"):
            opening = connect(address, origin=Origin(origin), host="127.0.0.1", port=port)
            if origin in welcome:
                async with opening as one:
                    await one.send('{"type": "hello"}')
                    assert json.loads(await one.recv())["type"] == "welcome"
            else:
                with pytest.raises(InvalidStatus):
                    await opening

    try:
        for host, status in (("a.example", 200), ("b.example:443", 200), ("c.example", 421)):
            assert ask(served, "/api/games", host=host)[0] == status
        for origin in ("https://play.example.org", "https://c.example"):
            allowed = ask(served, "/api/games", origin=origin)[1].get("access-control-allow-origin")
            assert allowed == (None if "c." in origin else origin)
        run(story())
    finally:
        served.stop()
