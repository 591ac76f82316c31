"""The command branchline analyse: what was luck and what was skill in finished games."""

from __future__ import annotations

import argparse
from collections.abc import Generator
from contextlib import closing
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

from branchline.analysis.analyse import Analysis, analyse
from branchline.analysis.effort import DEFAULT, Effort
from branchline.analysis.report import Report
from branchline.analysis.telling import lines
from branchline.arena.workers import in_order
from branchline.cli.analysis_page import page
from branchline.cli.common import add_workers, check_workers, new_file
from branchline.cli.ready import load_rules
from branchline.errors import BranchlineError
from branchline.game.record import Record, load_records
from branchline.text.catalogue import say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Let the command take what it needs."""
    parser.add_argument("file", type=Path, metavar=say("cli.meta.file"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))
    parser.add_argument("--seed", type=int, default=1, help=say("cli.analyse.seed"))
    parser.add_argument(
        "--budget", type=int, default=DEFAULT, help=say("cli.analyse.budget", n=DEFAULT)
    )
    parser.add_argument(
        "--html", type=Path, metavar=say("cli.meta.file"), help=say("cli.analyse.html")
    )
    parser.add_argument("--board", help=say("cli.verify.board"))
    add_workers(parser)


def run(options: argparse.Namespace) -> int:
    """Analyse every game of a file, and print each report as it is made."""
    check_workers(options)
    Effort(options.budget)
    records = load_records(options.file)
    if options.html and len(records) > 1:
        raise BranchlineError("cli.analyse.onePage", file=str(options.file))
    load_rules()
    with new_file(options.html) as html, closing(_reports(options, records)) as reports:
        for report in reports:
            if html:
                html.write(page(report))
            print(report.dumps() if options.json else "\n".join(lines(report)), flush=True)
    return 0


def _reports(options: argparse.Namespace, records: list[Record]) -> Generator[Report, None, None]:
    """Yield the reports: threads share one game, processes or a cluster share many."""
    if len(records) > 1 or options.ray:
        work = partial(report_on, options.seed, options.budget, options.board)
        yield from in_order(work, records, options.workers, options.ray)
        return
    analysis = analyse(
        records[0],
        seed=options.seed,
        budget=options.budget,
        workers=options.workers,
        board=options.board,
    )
    _watch(analysis)
    yield analysis.report()


def report_on(seed: int, budget: int, board: str | None, record: Record) -> Report:
    """Return the whole report on a game."""
    return analyse(record, seed=seed, budget=budget, board=board).finish()


def _watch(analysis: Analysis) -> None:
    """Do the work, and show how far it is."""
    columns = (BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=1.0)
        for _ in analysis:
            bar.update(task, completed=analysis.progress)
