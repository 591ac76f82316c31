"""Checks of a whole board: what its files must agree on."""

from __future__ import annotations

from branchline.board.mechanics import MECHANICS
from branchline.board.model import COLOURS, City, Ticket, Track
from branchline.board.source import BoardFiles, at_entry
from branchline.plain import Json


def check_names(board: BoardFiles, cities: list[City]) -> None:
    """Check that no two cities have the same name, except the dead ends of one zone."""
    named: dict[str, City] = {}
    for city in cities:
        other = named.setdefault(city.name, city)
        if other is not city and (city.zone is None or other.zone != city.zone):
            board.wrong(
                "board.toml",
                at_entry("city", city.id),
                "board.sameName",
                other=repr(other.id),
            )


def check_named_cities(board: BoardFiles, numbers: Json, cities: tuple[City, ...]) -> None:
    """Check that the cities that mechanics name are cities of the board."""
    ids = [city.id for city in cities]
    for mechanic in MECHANICS.values():
        for name in mechanic.cities if mechanic.table in numbers else ():
            named = numbers[mechanic.table].get(name)
            if named not in ids:
                where = f"{mechanic.table}.{name}"
                board.wrong("game.toml", where, "board.city", city=repr(named))


def check_reach(
    board: BoardFiles,
    cities: tuple[City, ...],
    tracks: tuple[Track, ...],
    tickets: tuple[Ticket, ...],
) -> None:
    """Check that each ticket's ends can be joined by tracks."""
    root = list(range(len(cities)))

    def find(city: int) -> int:
        while root[city] != city:
            city = root[city]
        return city

    for track in tracks:
        root[find(track.a)] = find(track.b)
    reached = {track.a for track in tracks} | {track.b for track in tracks}
    for ticket in tickets:
        where = at_entry("ticket", ticket.id)
        for end in (ticket.starts, ticket.ends):
            if not reached.intersection(end):
                board.wrong("tickets.toml", where, "board.noReach", city=cities[end[0]].name)
        joined = {find(c) for c in ticket.starts} & {find(c) for c in ticket.ends}
        if not joined:
            board.wrong("tickets.toml", where, "board.notJoined")


def check_totals(
    board: BoardFiles,
    numbers: Json,
    cities: tuple[City, ...],
    tracks: tuple[Track, ...],
    tickets: tuple[Ticket, ...],
    big_cities: dict[str, int],
) -> None:
    """Check that the totals written in game.toml are those of the files."""
    cards = numbers["cards"]
    found = {
        "cities": sum(city.zone is None for city in cities),
        "zones": len({city.zone for city in cities} - {None}),
        "dead_ends": sum(city.zone is not None for city in cities),
        "tracks": len(tracks),
        "spaces": sum(track.length for track in tracks),
        "tickets": len(tickets),
        "ticket_points": sum(ticket.points for ticket in tickets),
        "cards": len(COLOURS) * cards["each_colour"] + cards["locomotives"],
        "pieces": len(COLOURS) * sum(numbers["pieces"].values()),
        "big_cities": len(big_cities),
    }
    for name, count in found.items():
        said = numbers["totals"].get(name, 0)
        if count != said:
            board.wrong(
                "game.toml",
                f"totals.{name}",
                "board.total",
                said=str(said),
                count=str(count),
            )
