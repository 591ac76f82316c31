"""Behind a proxy: which address a request counts for, and which proxies are believed."""

import http.client
import socket
from collections.abc import Iterator

import pytest

from ..patience import PATIENCE
from .served import Served

RATE = 0.1
"""What an address may spend a second; five requests at once, and then nothing for long."""


@pytest.fixture
def strict(sqlite_file: str) -> Iterator[Served]:
    server = Served(sqlite_file, address_rate=RATE)
    yield server
    server.stop()


def ask(served: Served, *forwarded: str, proto: str = "") -> http.client.HTTPResponse:
    """Ask as a proxy does for somebody; several headers if it adds one of its own."""
    line = http.client.HTTPConnection(served.url.removeprefix("http://"), timeout=PATIENCE)
    line.putrequest("GET", "/about")
    for one in forwarded:
        line.putheader("x-forwarded-for", one)
    if proto:
        line.putheader("x-forwarded-proto", proto)
    line.endheaders()
    answer = line.getresponse()
    answer.read()
    line.close()
    return answer


def spend_all(served: Served, *forwarded: str) -> None:
    """Ask until that is too much; n in a header is the number of the request."""
    for number in range(1000):
        if ask(served, *(one.replace("n", str(number)) for one in forwarded)).status == 429:
            return
    raise AssertionError("it is never too much")


@pytest.mark.parametrize(
    "spoofed",
    [
        ("192.0.2.7",),
        ("10.0.0.n, 192.0.2.7",),
        ("10.0.0.n", "192.0.2.7"),
        ("127.0.0.1, 10.0.n.1,192.0.2.7, 127.0.0.1",),
        ("nonsense n, 192.0.2.7:4n",),
        ("10.0.0.n, ::ffff:192.0.2.7",),
    ],
)
def test_whoever_the_proxy_saw_is_counted_whatever_came_before(
    strict: Served, spoofed: tuple[str, ...]
) -> None:
    assert ask(strict, "192.0.2.7").status == 200
    spend_all(strict, *spoofed)
    assert ask(strict, "192.0.2.8").status == 200, "another visitor has a budget of its own"
    app = strict.server.config.app
    level = app.state.sockets.addresses.of("192.0.2.7").level  # type: ignore[union-attr]
    assert level < 5, "it was this one's that was spent"
    assert "127.0.0.1" not in app.state.sockets.addresses.kept  # type: ignore[union-attr]


def test_a_visitor_without_a_proxy_is_not_believed(sqlite_file: str) -> None:
    served = Served(sqlite_file, address_rate=RATE, proxies="192.0.2.1")
    try:
        spend_all(served, "10.0.0.n")
        assert ask(served, "192.0.2.8").status == 429
        assert list(served.server.config.app.state.sockets.addresses.kept) == ["127.0.0.1"]  # type: ignore[union-attr]
    finally:
        served.stop()


def test_a_proxy_that_comes_by_ipv6_with_an_ipv4_address_is_known(sqlite_file: str) -> None:
    if not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")
    served = Served(sqlite_file, address_rate=RATE, host="::", max_connections_per_address=2)
    try:
        secure = ask(served, "192.0.2.7", proto="https")
        assert secure.getheader("strict-transport-security"), "its word on HTTPS is taken"
        spend_all(served, "192.0.2.7")
        assert ask(served, "192.0.2.8").status == 200, "and on whom a request is for"
    finally:
        served.stop()
