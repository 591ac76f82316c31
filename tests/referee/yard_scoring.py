"""The final scoring of The Card Game: penalties, the bonuses of big cities and the winner."""

from .yard_board import big_cities, yard_tickets
from .yard_table import YardTable


def city_bonuses(game: str, completed: list[list[str]]) -> list[dict[str, int]]:
    """Rule 37: for each seat the bonuses it gets for the tickets it completed."""
    bonuses: list[dict[str, int]] = [{} for _ in completed]
    for city, points in big_cities(game).items():
        naming = [sum(1 for t in done if city in yard_tickets(game)[t].ends) for done in completed]
        for seat, count in enumerate(naming):
            if count > 0 and count == max(naming):
                bonuses[seat][city] = points
    return bonuses


def yard_result(table: YardTable) -> dict[str, object]:
    """The result as it must be, but for the tracks of a longest path, of which there are none."""
    everyone = range(table.seats)
    game: str = table.game["id"]
    bonuses = city_bonuses(game, table.completed)
    seats: list[dict[str, object]] = []
    standing: list[tuple[int, int, int]] = []
    for seat in everyone:
        shown: list[dict[str, object]] = []
        ticket_points = 0
        for ticket in yard_tickets(game).values():
            if ticket.id in table.tickets[seat]:
                done = ticket.id in table.completed[seat]
                ticket_points += ticket.points if done else -ticket.points
                shown.append({"ticket": ticket.id, "points": ticket.points, "done": done})
        count = len(table.completed[seat])
        total = ticket_points + sum(bonuses[seat].values())
        standing.append((total, count, len(bonuses[seat])))
        seats.append(
            {
                "seat": seat,
                "routes": 0,
                "tickets": shown,
                "tickets_done": count,
                "tickets_failed": len(shown) - count,
                "ticket_points": ticket_points,
                "longest_path": {"length": 0},
                "bonuses": bonuses[seat],
                "total": total,
            }
        )
    for seat in everyone:
        seats[seat]["rank"] = 1 + sum(1 for other in standing if other > standing[seat])
    return {
        "seats": seats,
        "winners": [seat for seat in everyone if standing[seat] == max(standing)],
        "decided_by": what_decides(standing),
    }


def what_decides(standing: list[tuple[int, int, int]]) -> str:
    """Rule 37: points, completed tickets and bonuses are compared until one seat is ahead."""
    for count, name in [(1, "points"), (2, "tickets"), (3, "bonuses")]:
        best = max(values[:count] for values in standing)
        if [values[:count] for values in standing].count(best) == 1:
            return name
    return "shared"
