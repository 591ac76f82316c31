"""The report of a tournament in the terminal."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from branchline.plain import Json
from branchline.text.catalogue import figure, say, text


def percent(share: float | None) -> str:
    """Return a share in per cent."""
    return "–" if share is None else say("words.percent", share=figure(100 * share, ".1f"))


def between(ends: list[float] | None, factor: float = 1.0) -> str:
    """Return an interval in words."""
    if ends is None:
        return "–"
    low, high = (figure(factor * end, ".1f") for end in ends)
    return say("arena.between", low=low, high=high)


def milliseconds(time: float) -> str:
    """Return a time with as many digits as one wants to see."""
    return say(figure(time, ".3f" if time < 0.1 else ".2f" if time < 10 else ",.0f"))


def title(found: Json) -> str:
    """Return what was played in a line."""
    table: list[str] = [found["game"], text("arena.n.seat", n=found["seats"])]
    table += [f"{name}={value}" for name, value in found["options"].items()]
    if found["budget"]:
        table.append(text("arena.budget", budget=str(found["budget"])))
    return say(
        "arena.title",
        table=table,
        deals=text("arena.n.deal", n=found["deals"]),
        games=text("arena.n.game", n=found["games"]),
        seed=str(found["seed"]),
    )


def fallback_moves(player: Json) -> str:
    """Return how many choices chance made for a player, by kind."""
    found = player["fallback_moves"].items()
    listed = ", ".join(f"{n} {say(f'arena.fallback.{kind}')}" for kind, n in found)
    return listed or "0"


def rating(player: Json) -> str:
    """Return a rating and how sure it is."""
    found = player["rating"]
    return f"{say(figure(found['mu'], '.1f'))} ± {say(figure(found['sigma'], '.1f'))}"


def worth(found: list[float] | None) -> str:
    """Return how many plain deals one is worth with its luck taken out, and how sure that is."""
    if found is None:
        return "–"
    return f"{say(figure(found[0], '.1f'))} ({between(found[1:])})"


def _by_seat(player: Json) -> str:
    shares = player["win_share_by_seat"]
    return " ".join("–" if share is None else f"{100 * share:.0f}" for share in shares)


STANDINGS: dict[str, Callable[[Json], str]] = {
    "share": lambda p: percent(p["win_share"]),
    "shareBetween": lambda p: between(p["win_share_ci"], 100),
    "margin": lambda p: say(figure(p["margin"], "+.1f")),
    "marginBetween": lambda p: between(p["margin_ci"]),
    "rating": lambda p: rating(p),
}
ADJUSTED: dict[str, Callable[[Json], str]] = {
    "share": lambda p: percent(p["win_share"]),
    "luck": lambda p: "–" if p["luck"] is None else say(figure(100 * p["luck"], "+.1f")),
    "fair": lambda p: percent(p["adjusted_share"]),
    "fairBetween": lambda p: between(p["adjusted_share_ci"], 100),
    "worth": lambda p: worth(p["worth"]),
}
DETAILS: dict[str, Callable[[Json], str]] = {
    "score": lambda p: say(figure(p["mean_score"], ".1f")),
    "seats": _by_seat,
    "done": lambda p: say(figure(p["tickets_done"], ".2f")),
    "failed": lambda p: say(figure(p["tickets_failed"], ".2f")),
    "turns": lambda p: say(figure(p["turns"], ".1f")),
    "ms": lambda p: milliseconds(p["ms_per_move"]["median"]),
    "p95": lambda p: milliseconds(p["ms_per_move"]["p95"]),
    "chance": fallback_moves,
}


def print_report(found: Json) -> None:
    """Print the standings, how each player got there, and what was wrong with a bot first."""
    played = [player for player in found["players"] if player["seats_taken"]]
    console = Console(markup=False, highlight=False)
    with console.capture() as text:
        tables = [(title(found), STANDINGS), (say("arena.details"), DETAILS)]
        if "adjusted" in found:
            tables.insert(1, (say("arena.adjusted", worlds=found["adjusted"]), ADJUSTED))
        for heading, columns in tables:
            table = Table(title=heading, title_justify="left")
            table.add_column(say("arena.column.player"), overflow="fold")
            for name in columns:
                table.add_column(say(f"arena.column.{name}"), justify="right")
            for player in played:
                table.add_row(player["player"], *(cell(player) for cell in columns.values()))
            console.print(table)
    print(text.get(), end="")
    for player in played:
        if player["first_problem"]:
            problem = player["first_problem"]
            print(say("arena.firstProblem", player=player["player"], problem=problem))
