"""Hosts: the names this server answers to.

A stranger can point a name of their own at this machine, and their page would then count as ours
(DNS rebinding). So a request has to name this server: this machine, or a name that the operator
gave.
"""

from __future__ import annotations

import ipaddress
import socket

from branchline.server.protocol.problems import RequestRefused

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def name_of(host: str) -> str:
    """Return a Host header without its port.

    >>> name_of("Localhost:8000"), name_of("[::1]:8000"), name_of("tables.example.org.")
    ('localhost', '::1', 'tables.example.org')
    """
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].removesuffix(".")


def address_in(text: str) -> _Address | None:
    """Return the address that a text stands for, without a zone, or None."""
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped) or found


def is_loopback(host: str) -> bool:
    """Whether a name or an address means this machine, on this machine.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("example.org")
    (True, True, False)
    """
    address = address_in(host)
    if address is None:
        return host == "localhost" or host.endswith(".localhost")
    return address.is_loopback


class Hosts:
    """The names of one server."""

    def __init__(self, named: str) -> None:
        given = {name_of(name) for name in named.split(",") if name.strip()}
        self.any = "*" in given
        own = {socket.gethostname().lower(), socket.getfqdn().lower()} - {""}
        # On a home network a machine is known as name.local, and to some as name alone.
        own |= {f"{name.partition('.')[0]}{ending}" for name in own for ending in ("", ".local")}
        self.names = given | own

    def check(self, host: str, at: str | None) -> None:
        """Refuse a request for somebody else; `at` is the address it reached us at."""
        name = name_of(host)
        if self.any or name in self.names or is_loopback(name):
            return
        address = address_in(name)
        if address is None or at is None or address != address_in(at):
            shown = "".join(c if c.isalnum() or c in ".-:" else "?" for c in name[:80])
            raise RequestRefused("invalid", "problem.host", status=421, host=shown)
