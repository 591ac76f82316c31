"""The report on a game as one page that needs nothing else, in light and in dark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from branchline.analysis.report import Decision, Report
from branchline.analysis.telling import MARKS, balance, points, title_of
from branchline.arena.style import STYLE
from branchline.cli import analysis_style
from branchline.text.catalogue import say, spoken, text

HEIGHT = 100
"""Of the curve, in units of its own; a win is at the top."""


def page(report: Report) -> str:
    """Return the page."""
    heading = title_of(report)
    return f"""<!DOCTYPE html>
<html lang="{spoken()}">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<title>{escape(heading)}</title>
<style>{STYLE}{analysis_style.STYLE}</style>
</head>
<body>
<header>
<p class="kicker">{escape(say("analysis.page.kicker"))}</p>
<h1>{escape(heading)}</h1>
<p>{escape(say("analysis.about", worlds=report.worlds))}</p>
</header>
<main>
{_section("curve", say("analysis.page.curveAbout"), _curve(report))}
{_section("balance", say("analysis.page.balanceAbout"), _balance(report))}
{_section("choices", _thresholds(report), "".join(_choices(report)))}
</main>
</body>
</html>
"""


def _section(name: str, about: str, content: str) -> str:
    heading = escape(say(f"analysis.page.{name}"))
    return (
        f'<section aria-labelledby="{name}"><h2 id="{name}">{heading}</h2>\n'
        f"<p>{escape(about)}</p>\n{content}</section>\n"
    )


def _thresholds(report: Report) -> str:
    names = zip(MARKS, report.thresholds, strict=True)
    return say("analysis.thresholds", **{name: points(least) for name, least in names})


def _curve(report: Report) -> str:
    """Draw the win share of every seat over the game; its figures are in the table below."""
    last = max(1, report.curve[-1].step) if report.curve else 1
    lines = [
        f'<line class="{"even" if level == 50 else "grid"}" x1="0" x2="1000" '
        f'y1="{HEIGHT - level}" y2="{HEIGHT - level}"/>'
        for level in (0, 25, 50, 75, 100)
    ]
    for seat in range(report.seats):
        places = " ".join(
            f"{1000 * one.step / last:.1f},{HEIGHT - HEIGHT * one.shares[seat]:.2f}"
            for one in report.curve
        )
        lines.append(f'<polyline style="stroke: var(--seat-{seat})" points="{places}"/>')
    told = escape(say("analysis.page.curve"))
    keys = "".join(
        f'<li style="--of: var(--seat-{i})">{escape(name)}</li>'
        for i, name in enumerate(report.players)
    )
    turns = report.curve[-1].turn if report.curve else 0
    ends = (text("analysis.page.turn", n=1), text("analysis.page.turn", n=turns))
    axis = "".join(f"<span>{escape(say(end))}</span>" for end in ends)
    return (
        f'<figure class="curve"><svg role="img" viewBox="0 -2 1000 104" '
        f'preserveAspectRatio="none" aria-label="{told}"><title>{told}</title>'
        f'{"".join(lines)}</svg><div class="axis">{axis}</div><ul class="key">{keys}</ul></figure>'
    )


def _balance(report: Report) -> str:
    head, *rows = balance(report)
    return _table(head, rows, -1)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], chosen: int) -> str:
    """Return a table; one of its rows may be that of the chosen action."""
    first = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = ""
    for i, (name, *cells) in enumerate(rows):
        written = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        kind = ' class="chosen"' if i == chosen else ""
        body += f'<tr{kind}><th scope="row">{escape(name)}</th>{written}</tr>'
    return (
        f'<div class="panel" tabindex="0"><table><thead><tr>{first}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _choices(report: Report) -> Iterator[str]:
    """Yield what there is to see of every choice that was marked."""
    marked = [one for one in report.decisions if one.mark in MARKS]
    if not marked:
        yield f"<p>{escape(say('analysis.none'))}</p>"
    for one in marked:
        said = say(
            "analysis.decision",
            turn=one.turn,
            player=report.players[one.seat],
            mark=text(f"analysis.mark.{one.mark}"),
            loss=points(one.loss),
            error=points(one.error),
        )
        reasons = " ".join(say(reason) for reason in one.reasons)
        why = f"<p>{escape(reasons)}</p>" if reasons else ""
        yield (
            f'<article style="--of: var(--seat-{one.seat})"><h3>{escape(said)}</h3>'
            f"{_options(one)}{why}</article>\n"
        )


def _options(one: Decision) -> str:
    """Return the table of a choice: the best first, the chosen one marked."""
    rows = []
    options = sorted((one.chosen, *one.others), key=lambda option: -option.share)
    for option in options:
        lead = "" if option is one.chosen else points(option.lead, "+.1f")
        error = "" if option is one.chosen else "± " + points(option.lead_error)
        name = say(option.text)
        if option is one.chosen:
            name = say("analysis.page.chosen", move=option.text)
        rows.append([name, points(option.share), lead, error])
    head = [say(f"analysis.page.{name}") for name in ("option", "share", "lead", "leadError")]
    return _table(head, rows, next(i for i, o in enumerate(options) if o is one.chosen))
