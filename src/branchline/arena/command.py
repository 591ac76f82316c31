"""The command branchline tournament."""

from __future__ import annotations

import argparse
import json
import time
from contextlib import closing
from functools import partial
from pathlib import Path

from branchline.errors import BranchlineError
from branchline.shell import (
    add_budget,
    add_options,
    add_workers,
    check_range,
    check_workers,
    given_budget,
    load_rules,
    new_file,
    read_options,
    split_players,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Let the command take what a tournament is made of."""
    parser.add_argument(
        "--players",
        required=True,
        help="who plays, with commas: a bot, my_bot.py:MyBot, or exec:COMMAND LINE",
    )
    parser.add_argument("--seats", type=int, default=2, help="seats at a table (default 2)")
    parser.add_argument("--deals", type=int, default=100, help="how many (default 100)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of all deals (default 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page to look at")
    parser.add_argument(
        "--results", type=Path, metavar="FILE", help="write every result to a file as it comes"
    )
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        nargs="?",
        const=Path(),
        help="go on from a file of results (alone: from the one that --results names)",
    )
    add_workers(parser)
    add_budget(parser)
    add_options(parser)


def run_tournament(options: argparse.Namespace) -> int:
    """Play a tournament and report on it; after Ctrl-C, on what was played until then."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
    from rich.text import Text

    from branchline.arena.page import page
    from branchline.arena.report import print_report
    from branchline.arena.results import read_results, writing
    from branchline.arena.standings import Standings
    from branchline.arena.tournament import MAX_DEALS, Tournament, play_sitting
    from branchline.workers import in_order

    tournament = Tournament(
        options.game,
        split_players(options.players),
        options.seats,
        options.seed,
        read_options(options.option),
        given_budget(options),
    )
    tournament.check()
    check_range("--deals", options.deals, MAX_DEALS)
    check_workers(options)
    file, resume = _results_file(options)
    earlier = read_results(file, tournament) if file and resume else []
    total = options.deals * tournament.groups
    if len(earlier) > total:
        raise BranchlineError(f"{file} holds more than {options.deals} deals already")
    load_rules()
    standings = Standings(tournament)
    for sitting in earlier:
        standings.add(sitting)
    begun = time.perf_counter()
    finished = False
    with (
        new_file(options.html) as html,
        writing(file, tournament, resume) as write,
        Progress(
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            "{task.fields[leaders]}",
            console=Console(stderr=True),
        ) as bar,
    ):
        task = bar.add_task("", total=total, completed=len(earlier), leaders="")
        left = range(len(earlier), total)
        work = partial(play_sitting, tournament)
        try:
            with closing(in_order(work, left, options.workers, options.ray)) as coming:
                for sitting in coming:
                    write(sitting)
                    standings.add(sitting)
                    bar.update(task, advance=1, leaders=Text(_leaders(standings.win_shares())))
            finished = True
        except KeyboardInterrupt:
            if not standings.games:
                raise
        found = {
            **standings.report(),
            "seconds": round(time.perf_counter() - begun, 3),
            "finished": finished,
        }
        if html:
            html.write(page(found))
    if options.json:
        print(json.dumps(found, ensure_ascii=False))
    else:
        print_report(found)
    return 0 if finished else 130


def _results_file(options: argparse.Namespace) -> tuple[Path | None, bool]:
    """Return the file the results go to, and whether it is one to go on with."""
    if options.resume is None:
        return options.results, False
    file = options.results if options.resume == Path() else options.resume
    if file is None:
        raise BranchlineError("--resume needs a file of results: --resume FILE")
    if options.results not in (None, file):
        raise BranchlineError("--results and --resume name different files")
    return file, True


def _leaders(shares: dict[str, float]) -> str:
    """Return the standings so far in a few words."""
    shown = [f"{name} {100 * share:.1f} %" for name, share in shares.items()]
    return ", ".join(shown[:3])
