"""The report of a tournament in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.table import Table


def percent(share: float | None) -> str:
    """Return a share in per cent."""
    return "–" if share is None else f"{100 * share:.1f} %"


def between(ends: list[float] | None, factor: float = 1.0) -> str:
    """Return an interval in words."""
    return "–" if ends is None else f"{factor * ends[0]:.1f} to {factor * ends[1]:.1f}"


def milliseconds(time: float) -> str:
    """Return a time with as many digits as one wants to see."""
    return f"{time:.2f}" if time < 10 else f"{time:,.0f}"


def title(found: dict[str, Any]) -> str:
    """Return what was played in a line."""
    options = "".join(f", {name}={value}" for name, value in found["options"].items())
    budget = f", budget {found['budget']}" if found["budget"] else ""
    return (
        f"{found['game']}, {found['seats']} seats{options}{budget}:"
        f" {found['deals']} deals, {found['games']} games, seed {found['seed']}"
    )


def fallback_moves(player: dict[str, Any]) -> str:
    """Return how many choices chance made for a player, by kind."""
    listed = ", ".join(f"{n} {kind}" for kind, n in player["fallback_moves"].items())
    return listed or "0"


def _by_seat(player: dict[str, Any]) -> str:
    shares = player["win_share_by_seat"]
    return " ".join("–" if share is None else f"{100 * share:.0f}" for share in shares)


STANDINGS: dict[str, Callable[[dict[str, Any]], str]] = {
    "win share": lambda p: percent(p["win_share"]),
    "share 95 %": lambda p: between(p["win_share_ci"], 100),
    "margin": lambda p: f"{p['margin']:+.1f}",
    "margin 95 %": lambda p: between(p["margin_ci"]),
    "rating": lambda p: f"{p['rating']['mu']:.1f} ± {p['rating']['sigma']:.1f}",
}
DETAILS: dict[str, Callable[[dict[str, Any]], str]] = {
    "score": lambda p: f"{p['mean_score']:.1f}",
    "seats, %": _by_seat,
    "done": lambda p: f"{p['tickets_done']:.2f}",
    "failed": lambda p: f"{p['tickets_failed']:.2f}",
    "turns": lambda p: f"{p['turns']:.1f}",
    "ms": lambda p: milliseconds(p["ms_per_move"]["median"]),
    "95th": lambda p: milliseconds(p["ms_per_move"]["p95"]),
    "by chance": fallback_moves,
}


def print_report(found: dict[str, Any]) -> None:
    """Print the standings, how each player got there, and what was wrong with a bot first."""
    played = [player for player in found["players"] if player["seats_taken"]]
    console = Console(markup=False, highlight=False)
    with console.capture() as text:
        for heading, columns in (
            (title(found), STANDINGS),
            ("tickets done and failed, turns, milliseconds a move, moves by chance", DETAILS),
        ):
            table = Table(title=heading, title_justify="left")
            table.add_column("player", overflow="fold")
            for name in columns:
                table.add_column(name, justify="right")
            for player in played:
                table.add_row(player["player"], *(cell(player) for cell in columns.values()))
            console.print(table)
    print(text.get(), end="")
    for player in played:
        if player["first_problem"]:
            print(f"{player['player']}: the first problem was {player['first_problem']}")
