"""A shard: some games of a data set, played, then replayed to write rows.

Each game is played first, which gives a list of actions: built-in players play in compiled code,
all others through views.
`envs.Batch` then plays these lists, all games of the shard side by side, and shows for every
decision what the seat knew and might have done. So there is one way to make rows, and whatever
was not legal would be refused there.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from branchline.arena.match import compiled_table
from branchline.arena.run import play
from branchline.arena.workers import leave_if_stopped
from branchline.board import Board, load_board
from branchline.data.parquet import (
    Arrow,
    Columns,
    games_table,
    lists,
    load_pyarrow,
    rows_of_bytes,
    table_of,
    words,
)
from branchline.data.plan import NONE, Plan
from branchline.envs.batch import Batch
from branchline.game.keys import keys_of_game, stream
from branchline.game.options import check_options
from branchline.game.result import Result
from branchline.observation.actions import KINDS_OF_ACTION
from branchline.observation.spec import Spec
from branchline.plain import Json
from branchline.policy.matches.match_table import MatchTable
from branchline.rules import engine

GAMES, DECISIONS = "games", "decisions"
ENDING = ".parquet"


@dataclass(frozen=True, slots=True)
class ShardWritten:
    """A shard that is written: its games, how many rows and bytes, and what took how long.

    The times are processor seconds: ``playing`` the games, ``replaying`` them for their rows, and
    ``writing`` the files.
    """

    number: int
    games: int
    decisions: int
    bytes: int
    playing: float
    replaying: float
    writing: float


def file_of(folder: Path, kind: str, shard: int) -> Path:
    """Return the file of a shard."""
    return folder / kind / f"{shard:06}{ENDING}"


def write_shard(plan: Plan, header: Json, folder: str, shard: tuple[int, range]) -> ShardWritten:
    """Play the games of a shard and write its files; the last one tells that it is whole."""
    number, games = shard
    engine.compile_rules()
    board = load_board(plan.run.game)
    begun = time.process_time()
    moves = [np.array(listed, np.int16) for listed in _play(plan, board, games)]
    played = time.process_time()
    decisions, games_played = _rows(plan, board, games, moves, header)
    replayed = time.process_time()
    written = 0
    for kind, table in ((DECISIONS, decisions), (GAMES, games_played)):
        written += write_table(table, file_of(Path(folder), kind, number))
    return ShardWritten(
        number=number,
        games=len(games),
        decisions=len(decisions),
        bytes=written,
        playing=played - begun,
        replaying=replayed - played,
        writing=time.process_time() - replayed,
    )


def write_table(table: Arrow, file: Path) -> int:
    """Write a table so that its file is there whole or not at all; return its size."""
    parquet = load_pyarrow().parquet
    coded = [name for name in table.column_names if name != "observation"]
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        parquet.write_table(table, part, compression="zstd", use_dictionary=coded)
        with part.open("rb") as kept:
            os.fsync(kept.fileno())
        size = part.stat().st_size
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return size


def _play(plan: Plan, board: Board, games: range) -> Iterator[list[int]]:
    """Yield the actions of each game."""
    options = check_options(board, plan.seats, plan.run.options)
    tables: dict[tuple[str, ...], MatchTable | None] = {}
    for number in games:
        leave_if_stopped()
        seated = plan.seated(number)
        if seated not in tables:
            tables[seated] = compiled_table(board, seated, options, plan.run.budget, timed=False)
        table = tables[seated]
        if table is None:
            game = play(replace(plan.run, players=seated), number)
            yield [action.id for _, action, _ in game.history]
            continue
        key, players = keys_of_game(plan.run.seed, number)
        yield table.play(key, stream(players), leave_if_stopped, listing=True)
        if any(map(table.fallbacks, range(plan.seats))):
            raise RuntimeError(f"an illegal choice of a built-in player in game {number}")


def _rows(
    plan: Plan, board: Board, games: range, moves: list[NDArray[np.int16]], header: Json
) -> tuple[Arrow, Arrow]:
    """Play lists of actions again, all games in step; return the tables of decisions and games."""
    lengths = np.array([len(listed) for listed in moves])
    ends = np.cumsum(lengths)
    begins = ends - lengths
    spec = plan.spec(board)
    batch = Batch(
        plan.run.game,
        plan.seats,
        len(games),
        plan.run.seed,
        observation=spec.kind,
        features=plan.features,
        autoreset="Disabled",
        options=plan.run.options,
    )
    batch.number[:] = np.arange(games.start, games.stop) - len(games)  # the next are ours
    batch.reset()
    n = int(ends[-1])
    chosen = np.concatenate(moves)
    observation = np.empty((n, spec.size), np.uint8)
    seat, legal_n = np.empty(n, np.int8), np.empty(n, np.int16)
    legal: list[tuple[NDArray[np.int64], NDArray[np.int16], NDArray[np.int16]]] = []
    actions = np.zeros(len(games), np.int64)
    rows = np.arange(len(games))
    for step in range(int(lengths.max())):
        rows = rows[lengths[rows] > step]
        at = begins[rows] + step
        observation[at] = batch.observation[rows]
        seat[at] = batch.seat[rows]
        counts = batch.legal_n[rows]
        listed = batch.legal[rows, : counts.max()]
        legal.append((at, counts, listed[np.arange(counts.max()) < counts[:, None]]))
        legal_n[at] = counts
        actions[rows] = chosen[at]
        batch.step(actions, rows=np.isin(np.arange(len(games)), rows))
    finished = [batch.game(row) for row in range(len(games))]
    results = [game.result() for game in finished]
    columns = _decided(spec, observation, seat, begins, ends, results)
    who = {name: i for i, name in enumerate(dict.fromkeys(plan.run.players))}
    seated = np.array([[who[name] for name in plan.seated(number)] for number in games])
    game = np.repeat(np.arange(len(games)), lengths)
    decisions: Json = {
        "game": game + games.start,
        "step": (np.arange(n) - begins[game]).astype(np.int16),
        "seat": seat,
        "player": words(seated[game, seat], list(who)),
        "turn": columns["turn"],
        "phase": words(columns["phase"], spec.PHASES),
        **{name: columns[name] for name in ("points", "cards", "tickets", "trains")},
        "legal": lists(_in_order(legal, legal_n), legal_n),
        "action": chosen,
        "kind": words(board.record[0]["action_kind"][chosen], KINDS_OF_ACTION),
        **{name: columns[name] for name in ("gained", "score", "margin", "share")},
    }
    if plan.observation != NONE:
        decisions["observation"] = rows_of_bytes(observation)
    last = ends - 1
    of_games = {
        "turns": np.array([game.turn for game in finished], np.int16),
        "decisions": lengths.astype(np.int16),
        "first_seat": columns["first_seat"][last],
        "margin": _margins(results).ravel(),
    }
    games_played = games_table(games, results, of_games, words(seated.ravel(), list(who)), header)
    return table_of(decisions, header), games_played


def _in_order(
    legal: list[tuple[NDArray[np.int64], NDArray[np.int16], NDArray[np.int16]]],
    legal_n: NDArray[np.int16],
) -> NDArray[np.int16]:
    """Return the lists of all decisions one after the other, from those of each step."""
    begins = np.cumsum(legal_n, dtype=np.int64) - legal_n
    flat = np.empty(int(legal_n.sum(dtype=np.int64)), np.int16)
    for at, counts, listed in legal:
        inner = np.cumsum(counts, dtype=np.int64) - counts
        flat[np.repeat(begins[at] - inner, counts) + np.arange(len(listed))] = listed
    return flat


def _margins(results: list[Result]) -> NDArray[np.int16]:
    """Return how far each seat is above the best of the others, or below."""
    totals = np.array([[seat.total for seat in result.seats] for result in results], np.int16)
    best = np.sort(totals, axis=1)
    others = np.where(totals == best[:, -1:], best[:, -2:-1], best[:, -1:])
    return (totals - others).astype(np.int16)


def _decided(
    spec: Spec,
    observation: NDArray[np.uint8],
    seat: NDArray[np.int8],
    begins: NDArray[np.int64],
    ends: NDArray[np.int64],
    results: list[Result],
) -> Columns:
    """Return what the observations tell in numbers, and what came of each decision."""
    seen = spec.read(observation)
    game = np.repeat(np.arange(len(results)), ends - begins)
    totals = np.array([[each.total for each in result.seats] for result in results], np.int16)
    shares = np.array(
        [
            [1 / len(result.winners) if each.rank == 1 else 0.0 for each in result.seats]
            for result in results
        ],
        np.float32,
    )
    points = seen["points"][:, 0].astype(np.int16)
    after = totals[game, seat]
    # The rows of one seat of one game, one after the other: each is followed by its next one.
    order = np.lexsort((np.arange(len(seat)), seat, game))
    same = (game[order][1:] == game[order][:-1]) & (seat[order][1:] == seat[order][:-1])
    after[order[:-1][same]] = points[order[1:][same]]
    first = seen["first_seat"].argmax(axis=1)
    trains = seen.get("trains")
    return {
        "turn": seen["turn"][:, 0].astype(np.int16),
        "phase": seen["phase"].argmax(axis=1),
        "points": points,
        "cards": seen["cards"][:, 0].astype(np.int16),
        "tickets": seen["ticket_counts"][:, 0].astype(np.int16),
        "trains": np.zeros(len(seat), np.int16) if trains is None else trains[:, 0].astype("i2"),
        "first_seat": ((seat + first) % spec.seats).astype(np.int8),
        "gained": after - points,
        "score": totals[game, seat],
        "margin": _margins(results)[game, seat],
        "share": shares[game, seat],
    }
