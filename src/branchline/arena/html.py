"""The report of a tournament as one page that needs nothing else, in light and in dark."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from branchline.arena.report import between, fallback_moves, milliseconds, percent, rating, title
from branchline.plain import Json
from branchline.text.catalogue import figure, say, spoken

STYLE = """
:root { color-scheme: light dark; --ground: #fbfaf7; --panel: #fff; --text: #22252a;
  --quiet: #63676e; --line: #e3e0d8; --rail: #efece4; --band: #9cc3dc; --mark: #15577f;
  --good: 46 125 80; --bad: 184 76 60; }
@media (prefers-color-scheme: dark) { :root { --ground: #15181c; --panel: #1d2126; --text: #e7e5df;
  --quiet: #9ba1a9; --line: #31363d; --rail: #2a2f36; --band: #2f6488; --mark: #9fd3f2;
  --good: 92 178 126; --bad: 224 122 104; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 2.5rem 1.25rem 4rem; background: var(--ground);
  color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .75rem; }
p { color: var(--quiet); margin: 0 0 .75rem; max-width: 46rem; }
.panel { background: var(--panel); border: 1px solid var(--line); border-radius: .75rem;
  overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .6rem .9rem; text-align: right; border-top: 1px solid var(--line);
  white-space: nowrap; }
thead th { border-top: 0; color: var(--quiet); font-weight: 600; font-size: .85rem; }
th:first-child, td.bar { text-align: left; }
tbody th { font-weight: 600; white-space: normal; overflow-wrap: anywhere; min-width: 8rem; }
.bar { min-width: 14rem; width: 32%; }
.rail { position: relative; height: 1.1rem; border-radius: .3rem; background: var(--rail); }
.rail i { position: absolute; display: block; }
.rail .band { top: .25rem; bottom: .25rem; border-radius: .2rem; background: var(--band); }
.rail .mark { top: 0; bottom: 0; width: .2rem; margin-left: -.1rem; border-radius: .1rem;
  background: var(--mark); }
.rail .even { top: -.2rem; bottom: -.2rem; border-left: 1px dashed var(--quiet); }
small { color: var(--quiet); display: block; }
"""


def page(found: Json) -> str:
    """Return the page."""
    players = [player for player in found["players"] if player["seats_taken"]]
    played = say("arena.page.played", title=title(found))
    if not found["finished"]:
        played += " " + say("arena.page.stopped")
    heading = found["game"]
    if players:
        heading = say("arena.page.leads", game=heading, player=players[0]["player"])
    seats = found["seats"]
    at_seats = [say("arena.page.seat", seat=seat) for seat in range(seats)]
    equal = say("arena.page.shareAbout", equal=percent(1 / seats))
    columns = [say("arena.column.player"), *(say(f"arena.page.column.{name}") for name in DETAILS)]
    return f"""<!DOCTYPE html>
<html lang="{spoken()}">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>{escape(heading)}</title>
<style>{STYLE}</style>
</head>
<body>
<h1>{escape(heading)}</h1>
<p>{escape(played)}</p>
<h2>{escape(say("arena.page.share"))}</h2>
<p>{escape(equal)}</p>
{_bars(players, "win_share", 0.0, 1.0, 1 / seats)}
<h2>{escape(say("arena.page.margin"))}</h2>
<p>{escape(say("arena.page.marginAbout"))}</p>
{_bars(players, "margin", *_scale(players), 0.0)}
<h2>{escape(say("arena.page.bySeat"))}</h2>
{_table([say("arena.column.player"), *at_seats], map(_by_seat, players))}
<h2>{escape(say("arena.page.headToHead"))}</h2>
<p>{escape(say("arena.page.headToHeadAbout"))}</p>
{_head_to_head(found["head_to_head"], [player["player"] for player in players])}
<h2>{escape(say("arena.page.atTable"))}</h2>
{_table(columns, map(_details, players))}
</body>
</html>
"""


DETAILS = ("taken", "score", "rating", "done", "failed", "turns", "ms", "p95", "chance")


def _details(player: Json) -> list[str]:
    problem = player["first_problem"]
    first = say("arena.page.first", problem=problem or "")
    return [
        player["player"],
        str(player["seats_taken"]),
        say(figure(player["mean_score"], ".1f")),
        rating(player),
        say(figure(player["tickets_done"], ".2f")),
        say(figure(player["tickets_failed"], ".2f")),
        say(figure(player["turns"], ".1f")),
        milliseconds(player["ms_per_move"]["median"]),
        milliseconds(player["ms_per_move"]["p95"]),
        fallback_moves(player) + (f" ({first})" if problem else ""),
    ]


def _by_seat(player: Json) -> list[str]:
    return [player["player"], *(percent(share) for share in player["win_share_by_seat"])]


def _table(names: Iterable[str], rows: Iterable[list[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    body = "\n".join(
        f'<tr><th scope="row">{escape(first)}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        + "</tr>"
        for first, *cells in rows
    )
    return _panel(head, body)


def _panel(head: str, body: str) -> str:
    return (
        f'<div class="panel"><table>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody>\n</table></div>"
    )


def _scale(players: list[Json]) -> tuple[float, float]:
    """Return the ends of a scale for margins with 0 in the middle."""
    ends = [abs(end) for p in players for end in (p["margin"], *(p["margin_ci"] or ()))]
    widest = 1.1 * max([1.0, *ends])
    return -widest, widest


def _bars(players: list[Json], name: str, low: float, high: float, even: float) -> str:
    def place(value: float) -> str:
        return f"{100 * (min(max(value, low), high) - low) / (high - low):.2f}%"

    rows = []
    for player in players:
        value, ends = player[name], player[f"{name}_ci"]
        share = name == "win_share"
        band = ""
        if ends:
            width = f"{100 * (ends[1] - ends[0]) / (high - low):.2f}%"
            band = f'<i class="band" style="left: {place(ends[0])}; width: {width}"></i>'
        rows.append(
            f'<tr><th scope="row">{escape(player["player"])}</th>'
            f"<td>{percent(value) if share else say(figure(value, '+.1f'))}</td>"
            f"<td>{between(ends, 100 if share else 1)}</td>"
            f'<td class="bar"><div class="rail" aria-hidden="true">{band}'
            f'<i class="even" style="left: {place(even)}"></i>'
            f'<i class="mark" style="left: {place(value)}"></i></div></td></tr>'
        )
    names = (
        say("arena.column.player"),
        say("arena.column.share" if name == "win_share" else "arena.column.margin"),
        say("words.percent", share="95"),
        "",
    )
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in names)
    return _panel(head, "\n".join(rows))


def _head_to_head(above: dict[str, dict[str, float | None]], names: list[str]) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in ("", *names))
    rows = []
    for one in names:
        cells = []
        for other in names:
            share = above[one][other]
            tint = ""
            if share is not None:
                tone = "good" if share >= 0.5 else "bad"
                strength = round(abs(share - 0.5), 3)
                tint = f' style="background: rgb(var(--{tone}) / {strength})"'
            cells.append(f"<td{tint}>{percent(share)}</td>")
        rows.append(f'<tr><th scope="row">{escape(one)}</th>{"".join(cells)}</tr>')
    return _panel(head, "\n".join(rows))
