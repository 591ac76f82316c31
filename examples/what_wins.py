"""Three questions people argue about, answered from data sets with DuckDB.

    branchline dataset usa --players planner,planner --games 20000 --observation none --out two
    branchline dataset usa --players planner,planner,planner,planner --games 5000 \
      --observation none --out four
    branchline dataset usa --players examples/keeper.py:Keeper,examples/keeper.py:Keeper \
      --games 4000 --observation none --out lots
    python examples/what_wins.py two four lots --out docs/research

Every figure is a mean over games, one number from each, so its interval is that of independent
draws. DuckDB reads the Parquet files as they are.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

import duckdb
from drawing import Share, draw_shares

LONG = 5
"""Tracks of a long route, at least."""


def shares(query: str) -> list[Share]:
    """Run a query that gives a name and a share for each game; return the mean of each name."""
    found = duckdb.sql(
        f"""
        SELECT name, avg(share) AS mean, coalesce(stddev_samp(share), 0) AS deviation, count(*) AS n
        FROM ({query}) GROUP BY name ORDER BY name
        """
    ).fetchall()
    rows = []
    for name, mean, deviation, n in found:
        wide = 1.96 * deviation / math.sqrt(n)
        low, high = max(0.0, mean - wide), min(1.0, mean + wide)
        rows.append(Share(str(name).partition("|")[2] or str(name), mean, low, high, n))
    return rows


def seats(folder: str) -> str:
    """Return a query for the seats of all games, a row each."""
    return f"""
        SELECT game, first_seat, winners, unnest(seats, recursive := true)
        FROM read_parquet('{folder}/games/*.parquet')
    """


def do_long_routes_win(two: str) -> list[Share]:
    """Return how often who claimed more long routes than the other won, by how many more."""
    return shares(
        f"""
        WITH claimed AS (
            SELECT d.game, d.seat, any_value(d.share) AS share,
                   count(*) FILTER (a.length >= {LONG}) AS long
            FROM read_parquet('{two}/decisions/*.parquet') d
            JOIN read_parquet('{two}/actions.parquet') a USING (action)
            WHERE d.kind = 'claim' GROUP BY ALL
        )
        SELECT CASE WHEN one.long - other.long >= 4 THEN '4|4 or more'
                    ELSE format('{{0}}|{{0}} more', one.long - other.long) END AS name,
               one.share
        FROM claimed one JOIN claimed other
          ON one.game = other.game AND one.seat <> other.seat
        WHERE one.long > other.long
        """
    )


def is_the_first_seat_better(folder: str, n: int) -> list[Share]:
    """Return the win share by place in the order of turns."""
    return shares(
        f"""
        SELECT format('{{0}}|{{1}}', (seat - first_seat + {n}) % {n},
                      ['begins', 'second', 'third', 'fourth']
                      [(seat - first_seat + {n}) % {n} + 1]) AS name, share
        FROM ({seats(folder)})
        """
    )


def kept(folder: str) -> str:
    """Return a query for how many first tickets each seat kept."""
    return f"""
        SELECT d.game, d.seat, bit_count(a.what) AS kept, d.share, d.score
        FROM read_parquet('{folder}/decisions/*.parquet') d
        JOIN read_parquet('{folder}/actions.parquet') a USING (action)
        WHERE d.phase = 'first tickets'
    """


def how_many_tickets(folder: str, who: str) -> list[Share]:
    """Return how often who kept all three first tickets beat who kept two."""
    return shares(
        f"""
        WITH kept AS ({kept(folder)})
        SELECT '{who}' AS name, three.share
        FROM kept three JOIN kept two ON three.game = two.game AND three.seat <> two.seat
        WHERE three.kept = 3 AND two.kept = 2
        """
    )


def later_tickets(folder: str) -> list[Share]:
    """Return how often who held more tickets at the end won, by how many more."""
    return shares(
        f"""
        WITH held AS (
            SELECT game, seat, share, tickets_done + tickets_failed AS held
            FROM ({seats(folder)})
        )
        SELECT CASE WHEN one.held - other.held >= 4 THEN '4|4 or more'
                    ELSE format('{{0}}|{{0}} more', one.held - other.held) END AS name,
               one.share
        FROM held one JOIN held other ON one.game = other.game AND one.seat <> other.seat
        WHERE one.held > other.held
        """
    )


def mean_scores(folder: str) -> str:
    """Return the mean score of the lots with two and with three first tickets."""
    found = duckdb.sql(
        f"SELECT kept, avg(score), stddev_samp(score) / sqrt(count(*)), count(*) "
        f"FROM ({kept(folder)}) GROUP BY kept ORDER BY kept"
    ).fetchall()
    return "; ".join(
        f"{n} kept: {mean:.1f} ± {1.96 * error:.1f} ({games:,} seats)"
        for n, mean, error, games in found
    )


def main() -> None:
    """Answer the questions: print the figures and draw them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    for name in ("two", "four", "lots"):
        parser.add_argument(name, help="the folder of a data set, as above")
    parser.add_argument("--out", type=Path, default=Path("docs/research"))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    begins = is_the_first_seat_better(options.two, 2)[:1]
    plots = {
        "long-routes": (
            "Who claimed more long routes than the other: how often they won",
            do_long_routes_win(options.two),
            0.5,
        ),
        "first-seat": ("Win share by order of turns, two seats", begins, 0.5),
        "first-seat-4": (
            "Win share by order of turns, four seats",
            is_the_first_seat_better(options.four, 4),
            0.25,
        ),
        "tickets": (
            "Kept three first tickets against two: how often three won",
            how_many_tickets(options.lots, "drawn by lot")
            + how_many_tickets(options.two, "own choice"),
            0.5,
        ),
        "tickets-at-the-end": (
            "Who held more tickets at the end: how often they won",
            later_tickets(options.two),
            0.5,
        ),
    }
    for name, (title, rows, even) in plots.items():
        print(f"\n{title}")
        for row in rows:
            print(
                f"  {row.name:16} {100 * row.share:5.1f} %  "
                f"({100 * row.low:.1f} to {100 * row.high:.1f})  {row.games:,} games"
            )
        (options.out / f"{name}.svg").write_text(draw_shares(title, rows, even), encoding="utf-8")
    print(f"\nMean scores, first tickets by lot: {mean_scores(options.lots)}")


if __name__ == "__main__":
    main()
