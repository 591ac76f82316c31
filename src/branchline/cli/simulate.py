"""The command branchline simulate: many games between bots."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rich.console import Console
from rich.table import Table

from branchline.arena.simulation import MAX_GAMES, simulate
from branchline.cli.common import (
    add_budget,
    add_game,
    add_options,
    add_workers,
    check_range,
    new_file,
    run_options,
)
from branchline.cli.progress import progress
from branchline.cli.ready import load_rules
from branchline.plain import Json
from branchline.text.catalogue import figure, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Let the command take what it needs."""
    add_game(parser)
    file = say("cli.meta.file")
    parser.add_argument("--players", default="random,random", help=say("cli.simulate.players"))
    parser.add_argument("--games", type=int, default=1000, help=say("cli.simulate.games"))
    parser.add_argument("--seed", type=int, default=1, help=say("cli.simulate.seed"))
    add_workers(parser)
    parser.add_argument("--record", type=Path, metavar=file, help=say("cli.simulate.record"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))
    add_budget(parser)
    add_options(parser)


def run(options: argparse.Namespace) -> None:
    """Play many games and print their results."""
    check_range("--games", options.games, MAX_GAMES)
    simulation = simulate(
        options.game,
        options.players,
        options.games,
        seed=options.seed,
        record=options.record is not None,
        **run_options(options),
    )
    load_rules()
    with new_file(options.record) as records, progress(say("cli.playing")) as bar:
        task = bar.add_task("games", total=options.games)
        for table, lines in simulation.chunks():
            if records is not None:
                records.writelines(lines)
            bar.advance(task, len(table))
    found = simulation.summary()
    if options.json:
        print(json.dumps(found))
    else:
        _print_summary(found)


def _print_summary(found: Json) -> None:

    table = Table(
        title=say(
            "cli.simulated",
            game=found["game"],
            n=found["games"],
            seed=str(found["seed"]),
            rate=figure(found["games_per_second"], ",.0f"),
            turns=figure(found["mean_turns"], ".1f"),
        ),
        title_justify="left",
    )
    table.add_column(say("cli.column.seat"), justify="right")
    table.add_column(say("arena.column.player"))
    for name in ("wins", "score", "deviation", "done", "failed"):
        table.add_column(say(f"cli.column.{name}"), justify="right")
    for s in found["seats"]:
        table.add_row(
            str(s["seat"]),
            s["player"],
            say("words.percent", share=figure(100 * s["win_share"], ".1f")),
            say(figure(s["mean_score"], ".1f")),
            say(figure(s["score_deviation"], ".1f")),
            say(figure(s["tickets_done"], ".2f")),
            say(figure(s["tickets_failed"], ".2f")),
        )
    console = Console()
    with console.capture() as text:
        console.print(table)
    print(text.get(), end="")
