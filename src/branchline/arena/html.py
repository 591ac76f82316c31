"""The report of a tournament as one page that needs nothing else, in light and in dark."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import PurePath

from branchline.arena.plots import (
    Hill,
    Scale,
    Span,
    decades,
    draw_hills,
    draw_spans,
    round_marks,
)
from branchline.arena.report import (
    ADJUSTED,
    between,
    fallback_moves,
    milliseconds,
    percent,
    rating,
    title,
)
from branchline.arena.style import STYLE
from branchline.plain import Json
from branchline.text.catalogue import figure, say, spoken

CLASS = 10
"""Points in a class of the distribution of scores."""
LONGEST_NAME = 34


def page(found: Json) -> str:
    """Return the page."""
    players = [player for player in found["players"] if player["seats_taken"]]
    names = short_names([player["player"] for player in players])
    played = say("arena.page.played", title=title(found))
    if not found["finished"]:
        played += " " + say("arena.page.stopped")
    heading = found["game"]
    if players:
        leader = names[players[0]["player"]]
        heading = say("arena.page.leads", game=heading, player=leader)
    parts = [
        _section("standings", None, _standings(found, players, names)),
        _section("adjusted", say("arena.page.adjustedAbout"), _adjusted(found, players, names)),
        _section("share", _about_share(found), _shares(found, players, names)),
        _section("headToHead", say("arena.page.headToHeadAbout"), _cross(found, players, names)),
        _section("margin", say("arena.page.marginAbout"), _margins(players, names)),
        _section("scores", say("arena.page.scoresAbout"), _scores(players, names)),
        _section("times", say("arena.page.timesAbout"), _times(players, names)),
        _section("bySeat", say("arena.page.bySeatAbout"), _by_seat(found, players, names)),
        _section("atTable", None, _details(players, names)),
        _section("again", say("arena.page.againAbout"), _again(found)),
    ]
    return f"""<!DOCTYPE html>
<html lang="{spoken()}">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<title>{escape(heading)}</title>
<style>{STYLE}</style>
</head>
<body>
<header>
<p class="kicker">{escape(say("arena.page.kicker"))}</p>
<h1>{escape(heading)}</h1>
<p>{escape(played)}</p>
{_facts(found)}
</header>
<main>
{"".join(part for part in parts if part)}</main>
</body>
</html>
"""


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Return what to call the players where there is little room, each differently.

    >>> short_names(["planner", "/home/me/bots/my_bot.py:MyBot"])
    {'planner': 'planner', '/home/me/bots/my_bot.py:MyBot': 'my_bot.py:MyBot'}
    """
    short = {}
    for name in names:
        tail = PurePath(name).name if ".py:" in name else name
        short[name] = tail if len(tail) <= LONGEST_NAME else tail[: LONGEST_NAME - 1] + "…"
    alike = list(short.values())
    return {
        name: text if alike.count(text) == 1 else f"{text} ({names.index(name) + 1})"
        for name, text in short.items()
    }


def _section(name: str, about: str | None, content: str) -> str:
    """Return a part of the page, or nothing if there is nothing to show."""
    if not content:
        return ""
    said = f"<p>{escape(about)}</p>\n" if about else ""
    heading = escape(say(f"arena.page.{name}"))
    return (
        f'<section aria-labelledby="{name}"><h2 id="{name}">{heading}</h2>\n{said}{content}'
        "</section>\n"
    )


def _facts(found: Json) -> str:
    facts = {
        "game": found["game"],
        "seats": str(found["seats"]),
        "deals": say(figure(found["deals"], ",.0f")),
        "games": say(figure(found["games"], ",.0f")),
        "seed": str(found["seed"]),
    }
    if found["budget"]:
        facts["budget"] = found["budget"]
    listed = [(say(f"arena.page.fact.{name}"), value) for name, value in facts.items()]
    listed += [(name, str(value)) for name, value in found["options"].items()]
    cells = "".join(f"<div><dt>{escape(n)}</dt><dd>{escape(v)}</dd></div>" for n, v in listed)
    return f"<dl>{cells}</dl>"


def _standings(found: Json, players: list[Json], names: dict[str, str]) -> str:
    columns = ("place", "player", "share", "shareBetween", "margin", "marginBetween", "rating")
    head = [
        say(f"arena.page.column.{name}" if name == "place" else f"arena.column.{name}")
        for name in columns
    ]
    rows = []
    for place, player in enumerate(players, 1):
        rows.append(
            [
                str(place),
                names[player["player"]],
                percent(player["win_share"]),
                between(player["win_share_ci"], 100),
                say(figure(player["margin"], "+.1f")),
                between(player["margin_ci"]),
                rating(player),
            ]
        )
    return _table("standings", head, rows, row_head=1)


def _adjusted(found: Json, players: list[Json], names: dict[str, str]) -> str:
    """Return the results less luck, if they were asked for."""
    if "adjusted" not in found:
        return ""
    head = [say("arena.column.player"), *(say(f"arena.column.{name}") for name in ADJUSTED)]
    rows = [[names[p["player"]], *(cell(p) for cell in ADJUSTED.values())] for p in players]
    return _table("adjusted", head, rows)


def _about_share(found: Json) -> str:
    return say("arena.page.shareAbout", equal=percent(1 / found["seats"]))


def _shares(found: Json, players: list[Json], names: dict[str, str]) -> str:
    marks = [0, 0.25, 0.5, 0.75, 1]
    scale = Scale(0, 1, marks, lambda v: say("words.percent", share=figure(100 * v, ".0f")))
    rows = []
    for player in players:
        ends = player["win_share_ci"]
        said = percent(player["win_share"])
        told = f"{names[player['player']]}: {said} ({between(ends, 100)})"
        around = [tuple(ends)] if ends else []
        rows.append(Span(names[player["player"]], said, player["win_share"], around, told))
    return _figure(draw_spans(say("arena.page.share"), scale, rows, 1 / found["seats"]))


def _margins(players: list[Json], names: dict[str, str]) -> str:
    ends = [end for p in players for end in (p["margin"], *(p["margin_ci"] or ()))]
    widest = max([1.0, *map(abs, ends)])
    marks = round_marks(-widest, widest)
    scale = Scale(marks[0], marks[-1], marks, lambda v: say(figure(v, "+.0f" if v else ".0f")))
    rows = []
    for player in players:
        said = say(figure(player["margin"], "+.1f"))
        told = f"{names[player['player']]}: {said} ({between(player['margin_ci'])})"
        around = [tuple(player["margin_ci"])] if player["margin_ci"] else []
        rows.append(Span(names[player["player"]], said, player["margin"], around, told))
    return _figure(draw_spans(say("arena.page.margin"), scale, rows, 0.0))


def _scores(players: list[Json], names: dict[str, str]) -> str:
    rows = []
    for player in players:
        scores = {int(score): n for score, n in player["scores"].items()}
        heights: dict[int, int] = {}
        for score, n in scores.items():
            begin = score // CLASS * CLASS
            heights[begin] = heights.get(begin, 0) + n
        median = _median(scores)
        said = say("arena.page.medianIs", median=str(median))
        told = f"{names[player['player']]}: {said}, {min(scores)} … {max(scores)}"
        rows.append(Hill(names[player["player"]], said, median, heights, told))
    if not rows:
        return ""
    low = min(min(row.heights) for row in rows)
    high = max(max(row.heights) for row in rows) + CLASS
    marks = round_marks(low, high, 5)
    scale = Scale(marks[0], marks[-1], marks, lambda v: say(figure(v, ".0f")))
    return _figure(draw_hills(say("arena.page.scores"), scale, rows, CLASS))


def _median(counts: dict[int, int]) -> int:
    """Return the median of values that are counted."""
    left = sum(counts.values()) / 2
    for value in sorted(counts):
        left -= counts[value]
        if left <= 0:
            return value
    raise ValueError(counts)


def _times(players: list[Json], names: dict[str, str]) -> str:
    timed = [p for p in players if p["ms_per_move"]["median"] is not None]
    if not timed:
        return ""
    ends = [p["ms_per_move"][part] for p in timed for part in ("p05", "p95")]
    marks = decades(min(ends), max(ends))
    scale = Scale(marks[0], marks[-1], marks, _duration, logarithmic=True)
    rows = []
    for player in timed:
        at = player["ms_per_move"]
        said = _duration(at["median"])
        told = (
            f"{names[player['player']]}: {_duration(at['p05'])} … {said} … {_duration(at['p95'])}"
        )
        around = [(at["p05"], at["p95"]), (at["p25"], at["p75"])]
        rows.append(Span(names[player["player"]], said, at["median"], around, told))
    return _figure(draw_spans(say("arena.page.times"), scale, rows))


def _duration(ms: float) -> str:
    """Return a time in the unit that makes it a short number."""
    for unit, size in (("s", 1000.0), ("ms", 1.0), ("us", 0.001)):
        if ms >= size or unit == "us":
            value = ms / size
            digits = ".0f" if value >= 9.95 else ".1f" if value % 1 else ".0f"
            return say(f"arena.page.unit.{unit}", n=figure(value, digits))
    raise ValueError(ms)


def _figure(drawn: str) -> str:
    return f"<figure>{drawn}</figure>\n"


def _cross(found: Json, players: list[Json], names: dict[str, str]) -> str:
    """Return who came out above whom; the colour of a pair tells how clearly."""
    if len(players) < 2:
        return ""
    above = found["head_to_head"]
    head = ["", *(names[player["player"]] for player in players)]
    rows, shares = [], []
    for one in players:
        of = [above[one["player"]][other["player"]] for other in players]
        rows.append([names[one["player"]], *map(percent, of)])
        shares.append(of)
    return _table("headToHead", head, rows, shares, even=0.5)


def _by_seat(found: Json, players: list[Json], names: dict[str, str]) -> str:
    seats = found["seats"]
    head = [say("arena.column.player")]
    head += [say("arena.page.seat", seat=seat) for seat in range(seats)]
    shares = [player["win_share_by_seat"] for player in players]
    rows = [
        [names[player["player"]], *map(percent, of)]
        for player, of in zip(players, shares, strict=True)
    ]
    return _table("bySeat", head, rows, shares, even=1 / seats)


DETAILS = ("taken", "score", "done", "failed", "turns", "ms", "p95", "chance")


def _details(players: list[Json], names: dict[str, str]) -> str:
    head = [say("arena.column.player"), *(say(f"arena.page.column.{name}") for name in DETAILS)]
    rows = []
    for player in players:
        problem = player["first_problem"]
        first = say("arena.page.first", problem=problem or "")
        rows.append(
            [
                player["player"],
                say(figure(player["seats_taken"], ",.0f")),
                say(figure(player["mean_score"], ".1f")),
                say(figure(player["tickets_done"], ".2f")),
                say(figure(player["tickets_failed"], ".2f")),
                say(figure(player["turns"], ".1f")),
                milliseconds(player["ms_per_move"]["median"]),
                milliseconds(player["ms_per_move"]["p95"]),
                fallback_moves(player) + (f" ({first})" if problem else ""),
            ]
        )
    return _table("atTable", head, rows)


def _again(found: Json) -> str:
    """Return the command that plays the same once more."""
    names = ",".join(found["entered"])
    words = ["branchline", "tournament", found["game"], "--players", names]
    words += ["--seats", str(found["seats"]), "--deals", str(found["deals"])]
    words += ["--seed", str(found["seed"])]
    if found["budget"]:
        words += ["--budget", found["budget"]]
    if "adjusted" in found:
        words += ["--adjusted", str(found["adjusted"])]
    for name, value in found["options"].items():
        told = str(value).lower() if isinstance(value, bool) else str(value)
        words += ["--option", f"{name}={told}"]
    return f"<pre><code>{escape(shlex.join(words))}</code></pre>\n"


def _table(
    name: str,
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    shares: Sequence[Sequence[float | None]] | None = None,
    even: float = 0.5,
    row_head: int = 0,
) -> str:
    """Return a table; with shares, the colour of a cell tells how far its share is from even."""
    top = "".join(f'<th scope="col">{escape(text)}</th>' for text in head)
    body = []
    for i, row in enumerate(rows):
        cells = []
        for at, text in enumerate(row):
            if at == row_head:
                cells.append(f'<th scope="row">{escape(text)}</th>')
                continue
            share = shares[i][at - 1] if shares is not None and at else None
            cells.append(f"<td{_tint(share, even)}>{escape(text)}</td>")
        body.append(f"<tr>{''.join(cells)}</tr>")
    # What is wider than a phone can be moved, also by keys; so it needs a name.
    label = escape(say(f"arena.page.{name}"))
    return (
        f'<div class="panel" role="region" tabindex="0" aria-label="{label}">'
        f'<table class="{name}">\n<thead><tr>{top}</tr></thead>\n<tbody>\n'
        + "\n".join(body)
        + "\n</tbody>\n</table></div>\n"
    )


def _tint(share: float | None, even: float) -> str:
    if share is None:
        return ""
    tone = "good" if share >= even else "bad"
    room = 1 - even if share >= even else even
    strength = round(0.5 * abs(share - even) / room, 3)
    return f' style="background: rgb(var(--{tone}) / {strength})"'
