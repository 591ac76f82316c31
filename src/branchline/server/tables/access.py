"""Access: what a secret, a seat and an invite allow at a table."""

from __future__ import annotations

import hmac

from branchline.server.protocol.problems import RequestRefused, no_table, unknown_secret
from branchline.server.tables.table import Table


def has_invite(table: Table, invite: str | None) -> bool:
    """Whether an invite is this table's."""
    given = (invite or "").encode()
    return hmac.compare_digest(given, table.invite.encode())


def check_may_look(table: Table, holder: str | None, invite: str | None) -> None:
    """Refuse to show a private table to somebody who does not belong to it."""
    if holder is not None:
        check_holder(table, holder)
    elif not table.setup.listed and not has_invite(table, invite):
        raise no_table()


def check_holder(table: Table, holder: str | None) -> str:
    """Return the hash of a secret that belongs here, or refuse it."""
    if holder is None:
        raise RequestRefused("unknown", "problem.needsSecret", status=401)
    if not table.seats_of(holder) and holder != table.host:
        if holder in table.removed:
            raise RequestRefused("removed", "problem.removed")
        raise unknown_secret()
    return holder


def own_seat(table: Table, holder: str | None, seat: int | None) -> int:
    """Return the seat somebody speaks for; it must be named if the secret holds several."""
    held = table.seats_of(check_holder(table, holder))
    if seat is None:
        if len(held) == 1:
            return held[0]
        if not held:
            raise RequestRefused("not allowed", "problem.noSeatHere")
        raise RequestRefused("invalid", "problem.whichSeat")
    if seat not in held:
        raise RequestRefused("not allowed", "problem.notYourSeat")
    return seat


def look_through(table: Table, holder: str | None, seat: int | None) -> int | None:
    """Return the seat somebody looks through; None for a watcher."""
    if holder is None:
        if seat is not None:
            raise RequestRefused("unknown", "problem.needsSecret", status=401)
        return None
    if seat is None and not table.seats_of(check_holder(table, holder)):
        return None  # the host of a table of bots
    if seat is None:
        return table.seats_of(holder)[0]
    return own_seat(table, holder, seat)


def check_host(table: Table, holder: str | None) -> None:
    """Refuse what only the host may do."""
    if check_holder(table, holder) != table.host:
        raise RequestRefused("not allowed", "problem.onlyHost")
