"""A tournament: who plays whom, on which deals, from which seats."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, islice
from math import comb

import numpy as np

from branchline.analysis.adjusting import check_worlds, luck_of
from branchline.analysis.course import Replayed
from branchline.arena.match import compiled_table, play_out, retell
from branchline.arena.sitting import Played, SeatPlayed, Sitting
from branchline.arena.times import tally
from branchline.arena.workers import leave_if_stopped
from branchline.board import Board, load_board
from branchline.bots import check_bot, is_quick, make_bot
from branchline.bots.base import UNLIMITED, Clock
from branchline.bots.guard import Guarded
from branchline.errors import BranchlineError
from branchline.game.game import Game
from branchline.game.keys import check_seed, keys_of_game, stream
from branchline.game.options import Options, check_options
from branchline.policy.matches.match_table import MatchTable
from branchline.rules import engine
from branchline.rules import simulate as columns
from branchline.rules.state import Chances

MAX_DEALS = 100_000
MAX_GROUPS = 10_000

Entrant = tuple[str, int]
"""A player, and which of those of the same name it is."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """What is played: every deal by every group of players, in every rotation of the seats.

    A name that is given twice is one player who takes two of the seats. Where there are fewer
    players than seats, they are seated again from the first.
    """

    game: str
    players: tuple[str, ...]
    seats: int
    seed: int
    options: Mapping[str, object]
    budget: Clock = UNLIMITED
    adjusted: int = 0
    """In how many worlds the luck of every game is valued; 0 if it is not."""

    def check(self) -> Board:
        """Check everything before anything is played."""
        board = load_board(self.game)
        check_seed(self.seed)
        check_worlds(self.adjusted)
        check_options(board, self.seats, self.options)
        if not self.players:
            raise BranchlineError("arena.noPlayers")
        for player in self.names:
            check_bot(player, board)
        if comb(max(len(self.players), self.seats), self.seats) > MAX_GROUPS:
            raise BranchlineError("arena.groups", most=MAX_GROUPS)
        return board

    @property
    def is_quick(self) -> bool:
        """Whether nobody takes long to decide, and luck is not valued."""
        if self.adjusted:
            return False
        board = load_board(self.game)
        return all(is_quick(name, board) for name in self.names)

    @property
    def names(self) -> tuple[str, ...]:
        """The players, each once."""
        return tuple(dict.fromkeys(self.players))

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """The players as they are seated, repeated where there are too few."""
        copies: Counter[str] = Counter()
        found = []
        for i in range(max(len(self.players), self.seats)):
            name = self.players[i % len(self.players)]
            found.append((name, copies[name]))
            copies[name] += 1
        return tuple(found)

    @property
    def groups(self) -> int:
        """How many groups of players sit down to each deal."""
        return comb(len(self.entrants), self.seats)

    def group(self, number: int) -> tuple[Entrant, ...]:
        """Return one of the groups of players."""
        return next(islice(combinations(self.entrants, self.seats), number, None))

    def rotations(self, number: int) -> Iterator[tuple[Entrant, ...]]:
        """Yield who sits where, seat by seat, in each game of a group."""
        group = self.group(number)
        for shift in range(self.seats):
            yield group[shift:] + group[:shift]

    def chances(self, deal: int, entrant: Entrant) -> Chances:
        """Return a player's own stream for a deal: the same on every seat and in every process."""
        who = json.dumps(["branchline tournament", self.seed, deal, *entrant])
        return stream(hashlib.sha256(who.encode()).digest())


class Rooms:
    """The tables of a tournament, set up when somebody sits down at them for the first time.

    Built-in players have compiled ones. The others play through views (`play_through_views`).
    """

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.board = load_board(tournament.game)
        self.options = check_options(self.board, tournament.seats, tournament.options)
        self._tables: dict[tuple[str, ...], MatchTable | None] = {}

    def table(self, players: tuple[str, ...]) -> MatchTable | None:
        """Return the table where these players sit, seat by seat; None if they need views."""
        if players not in self._tables:
            self._tables[players] = compiled_table(
                self.board, players, self.options, self.tournament.budget, timed=True
            )
        return self._tables[players]


def play_sittings(tournament: Tournament, numbers: range) -> list[Sitting]:
    """Let groups play deals in every rotation; sittings are numbered deal by deal."""
    engine.compile_rules()
    rooms = Rooms(tournament)
    found = []
    for number in numbers:
        deal, group = divmod(number, tournament.groups)
        games = tuple(_play(rooms, deal, seated) for seated in tournament.rotations(group))
        found.append(Sitting(deal, group, games))
    return found


def _play(rooms: Rooms, deal: int, seated: tuple[Entrant, ...]) -> Played:
    tournament = rooms.tournament
    table = rooms.table(tuple(name for name, _ in seated))
    if table is None:
        return play_through_views(tournament, rooms.board, rooms.options, deal, seated)
    streams = np.concatenate([tournament.chances(deal, entrant) for entrant in seated])
    key = keys_of_game(tournament.seed, deal)[0]
    moves = table.play(key, streams, leave_if_stopped, listing=bool(tournament.adjusted))
    luck = None
    if tournament.adjusted:
        game = Game.begin(rooms.board, tournament.seats, rooms.options, key)
        luck = _luck(tournament, retell(game, moves))
    row = table.row[0].tolist()
    seats = []
    for seat, (name, _) in enumerate(seated):
        at = columns.T_SEATS + seat * columns.S_COLUMNS
        by_chance = table.fallbacks(seat)
        seats.append(
            SeatPlayed(
                player=name,
                total=row[at + columns.S_TOTAL],
                rank=row[at + columns.S_RANK],
                tickets_done=row[at + columns.S_DONE],
                tickets_failed=row[at + columns.S_FAILED],
                times=table.times(seat),
                fallbacks={"illegal": by_chance} if by_chance else {},
                problem=None,
            )
        )
    return Played(row[columns.T_TURNS], tuple(seats), luck)


def _luck(tournament: Tournament, game: Game) -> tuple[float, ...] | None:
    """Return what luck gave each seat of a finished game, if that is asked for."""
    if not tournament.adjusted:
        return None
    course = Replayed(game.record(), tournament.game)
    return luck_of(course, tournament.seed, tournament.adjusted, leave_if_stopped)


def play_through_views(
    tournament: Tournament,
    board: Board,
    options: Options,
    deal: int,
    seated: tuple[Entrant, ...],
) -> Played:
    """Play one game in which every player gets views, and nothing else."""
    game = Game.begin(board, tournament.seats, options, keys_of_game(tournament.seed, deal)[0])
    bots = [_guarded(tournament, board, deal, entrant) for entrant in seated]
    play_out(game, bots, tournament.budget)
    seats = tuple(
        SeatPlayed(
            player=name,
            total=result.total,
            rank=result.rank,
            tickets_done=result.tickets_done,
            tickets_failed=result.tickets_failed,
            times=tally(bot.milliseconds),
            fallbacks=dict(bot.fallbacks),
            problem=bot.first_problem,
        )
        for (name, _), bot, result in zip(seated, bots, game.result().seats, strict=True)
    )
    return Played(game.turn, seats, _luck(tournament, game))


def _guarded(tournament: Tournament, board: Board, deal: int, entrant: Entrant) -> Guarded:
    chances = tournament.chances(deal, entrant)
    bot = make_bot(entrant[0], board, chances)
    return bot if isinstance(bot, Guarded) else Guarded(bot, chances)
