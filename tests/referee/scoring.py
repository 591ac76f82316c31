"""The final scoring: joined cities, the longest path, bonuses, ranks and the winner."""

from .board import Board, Ticket, Track
from .table import Table


def joined(one: str, other: str, tracks: list[Track]) -> bool:
    """Whether the tracks join the two cities."""
    reached = {one}
    grown = True
    while grown:
        grown = False
        for track in tracks:
            a, b = track.ends
            if (a in reached) != (b in reached):
                reached |= {a, b}
                grown = True
    return other in reached


def components(tracks: list[Track]) -> list[list[Track]]:
    """The tracks in groups that hang together."""
    groups: list[list[Track]] = []
    for track in tracks:
        touching = [g for g in groups if any(set(t.ends) & set(track.ends) for t in g)]
        groups = [g for g in groups if g not in touching]
        groups.append([t for g in touching for t in g] + [track])
    return groups


def longest_trail(tracks: list[Track]) -> int:
    """Rule 13: the spaces of the longest trail through these tracks, each used at most once."""
    return max((longest_in_component(group) for group in components(tracks)), default=0)


def longest_in_component(tracks: list[Track]) -> int:
    """Try every trail that could be the longest.

    A longest trail with two ends has both at cities of odd degree, or an unused track there
    would make it longer. With no such city, or just two, one trail runs through everything.
    """
    at: dict[str, list[int]] = {}
    for number, track in enumerate(tracks):
        for end in track.ends:
            at.setdefault(end, []).append(number)
    total = sum(track.length for track in tracks)
    odd = [city for city in at if len(at[city]) % 2]
    if len(odd) <= 2:
        return total
    # All odd cities but the two ends leave out a track, and one track serves two cities.
    shortest = sorted(min(tracks[number].length for number in at[city]) for city in odd)
    most = total - (sum(shortest[:-2]) + 1) // 2
    best = 0
    seen: set[tuple[str, int]] = set()
    # The used tracks are the bits of a number: how a trail came to a city with the same
    # tracks used makes no difference to how it can go on.
    to_try = [(city, 0, 0) for city in odd]
    while to_try and best < most:
        city, used, length = to_try.pop()
        best = max(best, length)
        for number in at[city]:
            if used & (1 << number):
                continue
            a, b = tracks[number].ends
            further = (b if city == a else a, used | (1 << number))
            if further not in seen:
                seen.add(further)
                to_try.append((*further, length + tracks[number].length))
    return best


def fault_in_trail(named: object, own: list[Track], length: int) -> str | None:
    """Why the named tracks are no trail of this length through a player's own tracks, if so."""
    by_id = {track.id: track for track in own}
    if not isinstance(named, list):
        return "is not a list"
    if not all(isinstance(name, str) and name in by_id for name in named):
        return "names something that is not a track of this seat"
    if len(set(named)) != len(named):
        return "names a track twice"
    spaces = sum(by_id[name].length for name in named)
    if spaces != length:
        return f"adds up to {spaces} spaces and not {length}"
    if named:
        # The first track may be walked either way, so two cities can be where the path stands.
        standing = set(by_id[named[0]].ends)
        for name in named[1:]:
            a, b = by_id[name].ends
            standing = {b for city in standing if city == a} | {a for city in standing if city == b}
            if not standing:
                return f"can't be walked on to {name}"
    return None


def own_tracks(table: Table, seat: int) -> list[Track]:
    return [table.board.tracks[track] for track, owner in table.owner.items() if owner == seat]


def completed(board: Board, ticket: Ticket, own: list[Track]) -> bool:
    """Rule 21: any dead end of a zone will do, and dead ends are cities that join nothing."""
    ones, others = (board.zones.get(end, [end]) for end in ticket.ends)
    return any(joined(one, other, own) for one in ones for other in others)


def tickets_of(board: Board, held: list[str], own: list[Track]) -> list[dict[str, object]]:
    return [
        {"ticket": ticket.id, "points": ticket.points, "done": completed(board, ticket, own)}
        for ticket in board.tickets.values()
        if ticket.id in held
    ]


def final_result(table: Table) -> dict[str, object]:
    """The result as it must be, but for the tracks of the longest paths: any right ones will do."""
    everyone = range(table.seats)
    bonus: dict[str, int] = table.game["bonuses"]
    own = [own_tracks(table, seat) for seat in everyone]
    routes = [table.route_points(seat) for seat in everyone]
    shown = [tickets_of(table.board, table.tickets[seat], own[seat]) for seat in everyone]
    done = [sum(1 for ticket in shown[seat] if ticket["done"]) for seat in everyone]
    ticket_points = [
        sum(
            table.board.tickets[t].points
            * (1 if completed(table.board, table.board.tickets[t], own[s]) else -1)
            for t in table.tickets[s]
        )
        for s in everyone
    ]
    # A game without the bonus does not look for the longest path.
    longest = [longest_trail(own[seat]) if bonus["longest_path"] else 0 for seat in everyone]
    bonuses = [table.further_bonuses(seat) for seat in everyone]
    for name, worth, reached in [
        ("longest path", bonus["longest_path"], longest),
        ("most tickets", bonus["most_tickets"], done),
    ]:
        for seat in everyone:
            if worth and reached[seat] > 0 and reached[seat] == max(reached):
                bonuses[seat][name] = worth
    total = [routes[s] + ticket_points[s] + sum(bonuses[s].values()) for s in everyone]
    # Rule 14, in the order in which things are compared.
    standing = [(total[s], done[s], "longest path" in bonuses[s]) for s in everyone]
    ahead = [sum(1 for other in standing if other > standing[seat]) for seat in everyone]
    winners = [seat for seat in everyone if ahead[seat] == 0]
    return {
        "seats": [
            {
                "seat": seat,
                "routes": routes[seat],
                "tickets": shown[seat],
                "tickets_done": done[seat],
                "tickets_failed": len(shown[seat]) - done[seat],
                "ticket_points": ticket_points[seat],
                "longest_path": {"length": longest[seat]},
                "bonuses": bonuses[seat],
                "total": total[seat],
                "rank": ahead[seat] + 1,
            }
            for seat in everyone
        ],
        "winners": winners,
        "decided_by": decided_by(standing),
    }


def decided_by(standing: list[tuple[int, int, bool]]) -> str:
    """The last thing that had to be compared until only one player was left."""
    for count, name in [(1, "points"), (2, "tickets"), (3, "longest path")]:
        best = max(values[:count] for values in standing)
        if sum(1 for values in standing if values[:count] == best) == 1:
            return name
    return "shared"
