"""The command branchline tournament: every deal from every seat."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rich.text import Text

from branchline.analysis.adjusting import DEFAULT
from branchline.arena.html import page
from branchline.arena.report import percent, print_report
from branchline.arena.tournament import MAX_DEALS
from branchline.arena.tournament_run import TournamentRun, tournament
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
from branchline.errors import BranchlineError
from branchline.text.catalogue import say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Let the command take what a tournament is made of."""
    add_game(parser)
    file = say("cli.meta.file")
    parser.add_argument(
        "--players",
        required=True,
        help=say("cli.tournament.players"),
    )
    parser.add_argument("--seats", type=int, default=2, help=say("cli.tournament.seats"))
    parser.add_argument("--deals", type=int, default=100, help=say("cli.tournament.deals"))
    parser.add_argument("--seed", type=int, default=1, help=say("cli.tournament.seed"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))
    parser.add_argument(
        "--html", type=Path, metavar=say("cli.meta.file"), help=say("cli.tournament.html")
    )
    parser.add_argument(
        "--results",
        type=Path,
        metavar=file,
        help=say("cli.tournament.results"),
    )
    parser.add_argument(
        "--resume",
        type=Path,
        metavar=file,
        nargs="?",
        const=Path(),
        help=say("cli.tournament.resume"),
    )
    parser.add_argument(
        "--adjusted",
        type=int,
        metavar=say("cli.meta.number"),
        nargs="?",
        const=DEFAULT,
        default=0,
        help=say("cli.tournament.adjusted", n=DEFAULT),
    )
    add_workers(parser)
    add_budget(parser)
    add_options(parser)


def run(options: argparse.Namespace) -> int:
    """Play a tournament and report on it; after Ctrl-C, on what was played until then."""
    check_range("--deals", options.deals, MAX_DEALS)
    asked = run_options(options)
    file, resume = _results_file(options)
    with new_file(options.html) as html:
        running = tournament(
            options.game,
            options.players,
            seats=options.seats,
            deals=options.deals,
            seed=options.seed,
            results=file,
            resume=resume,
            adjusted=options.adjusted,
            **asked,
        )
        load_rules()
        try:
            _play(running)
        except KeyboardInterrupt:
            if not running.standings.games:
                raise
        found = running.report()
        if html:
            html.write(page(found))
    if options.json:
        print(json.dumps(found, ensure_ascii=False))
    else:
        print_report(found)
    return 0 if running.finished else 130


def _play(running: TournamentRun) -> None:
    """Play what is left, and show how far it is and who leads."""
    with progress(after="{task.fields[leaders]}") as bar:
        task = bar.add_task("", total=running.total, completed=running.played, leaders="")
        for _ in running:
            leaders = Text(_leaders(running.standings.win_shares()))
            bar.update(task, completed=running.played, leaders=leaders)


def _results_file(options: argparse.Namespace) -> tuple[Path | None, bool]:
    """Return the file the results go to, and whether it is one to go on with."""
    if options.resume is None:
        return options.results, False
    file = options.results if options.resume == Path() else options.resume
    if file is None:
        raise BranchlineError("arena.resumeFile")
    if options.results not in (None, file):
        raise BranchlineError("arena.twoFiles")
    return file, True


def _leaders(shares: dict[str, float]) -> str:
    """Return the standings so far in a few words."""
    shown = [f"{name} {percent(share)}" for name, share in shares.items()]
    return ", ".join(shown[:3])
