"""The command branchline dataset: every decision of many games as Parquet files."""

from __future__ import annotations

import argparse
from pathlib import Path

from branchline.cli.common import (
    add_budget,
    add_game,
    add_options,
    add_workers,
    check_range,
    run_options,
)
from branchline.cli.progress import progress
from branchline.cli.ready import load_rules
from branchline.data import ShardWritten, dataset
from branchline.data.plan import MAX_GAMES, OBSERVATIONS
from branchline.text.catalogue import figure, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Let the command take what a data set is made of."""
    add_game(parser)
    parser.add_argument("--players", required=True, help=say("cli.dataset.players"))
    parser.add_argument("--games", type=int, default=1000, help=say("cli.simulate.games"))
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar=say("cli.meta.folder"),
        help=say("cli.dataset.out"),
    )
    parser.add_argument("--seed", type=int, default=1, help=say("cli.simulate.seed"))
    parser.add_argument(
        "--observation",
        choices=OBSERVATIONS,
        default=OBSERVATIONS[0],
        help=say("cli.dataset.observation"),
    )
    parser.add_argument("--features", action="store_true", help=say("cli.dataset.features"))
    parser.add_argument("--shard", type=int, metavar="N", help=say("cli.dataset.shard"))
    add_workers(parser)
    add_budget(parser)
    add_options(parser)


def run(options: argparse.Namespace) -> None:
    """Write a data set, or what is missing of it, and tell what that took."""
    check_range("--games", options.games, MAX_GAMES)
    writing = dataset(
        options.game,
        options.players,
        options.games,
        options.out,
        seed=options.seed,
        observation=options.observation,
        features=options.features,
        shard=options.shard,
        **run_options(options),
    )
    load_rules()
    written: list[ShardWritten] = []
    with progress(say("cli.playing")) as bar:
        task = bar.add_task("games", total=options.games, completed=writing.written)
        for shard in writing:
            written.append(shard)
            bar.update(task, completed=writing.written)
    _tell(options.out, options.games, written)


def _tell(folder: Path, games: int, written: list[ShardWritten]) -> None:
    """Say what is there now, and where the time went."""
    print(say("cli.dataset.there", folder=str(folder), n=games))
    parts = {
        part: sum(getattr(shard, part) for shard in written)
        for part in ("playing", "replaying", "writing")
    }
    seconds = sum(parts.values())
    if not seconds:
        return
    rows = sum(shard.decisions for shard in written)
    size = sum(shard.bytes for shard in written)
    print(
        say(
            "cli.dataset.took",
            rows=figure(rows, ",.0f"),
            megabytes=figure(size / 1e6, ",.1f"),
            seconds=figure(seconds, ",.1f"),
            rate=figure(rows / seconds, ",.0f"),
            **{part: figure(100 * took / seconds, ".0f") for part, took in parts.items()},
        )
    )
