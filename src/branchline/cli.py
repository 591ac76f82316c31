"""The command line: branchline play, simulate, tournament, verify, rules, bench."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from pathlib import Path
from typing import Any, NoReturn

from branchline import __version__
from branchline.arena.command import add_arguments, run_tournament
from branchline.board import games, load_board
from branchline.errors import BranchlineError
from branchline.rulebook import rule_languages, rules_of
from branchline.server.settings import add_arguments as add_settings
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


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return 0, or 2 after one line on what was wrong."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        try:
            options = _parser().parse_args(arguments)
            return int(options.run(options) or 0)
        finally:
            sys.stdout.flush()
    except BranchlineError as problem:
        print(f"branchline: {problem}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Somebody reads only the beginning of our output: not an error worth a traceback.
        _print_no_more()
        return 0
    except OSError as problem:
        _print_no_more()
        where = f"{problem.filename}: " if problem.filename else ""
        print(f"branchline: {where}{problem.strerror or problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("branchline: stopped", file=sys.stderr)
        return 130


def _print_no_more() -> None:
    """Let what is still to be printed go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Print the line and leave with 2."""
        print(f'{self.prog}: {message}; see "{self.prog} --help"', file=sys.stderr)
        sys.exit(2)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="branchline",
        description="Railway board games: play, simulate, record and check them.",
        epilog='"branchline COMMAND --help" tells more about a command.',
    )
    parser.add_argument("--version", action="version", version=f"branchline {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, run: Any, text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(run=run)
        return sub

    game_help = f"the game: {', '.join(games())}, or the folder of a board"
    play = command("play", _play, "Play at a table in the terminal against bots.")
    play.add_argument("game", help=game_help)
    play.add_argument("--terminal", action="store_true", help="play here, in the terminal")
    play.add_argument("--seats", type=int, default=2, help="how many play (default 2)")
    play.add_argument("--seat", type=int, default=0, help="your seat, from 0 (default 0)")
    play.add_argument(
        "--bot",
        help="the bot or level on the other seats (default: conductor); see branchline bots",
    )
    play.add_argument("--name", default="You", help="your name in the record")
    play.add_argument("--seed", type=int, help="a number for a shuffle that can be repeated")
    play.add_argument("--record", type=Path, metavar="FILE", help="write the record when you leave")
    add_budget(play)
    add_options(play)

    bots = command("bots", _bots, "List the bots of a game, and the levels to play against.")
    bots.add_argument("game", help=game_help)

    simulate = command("simulate", _simulate, "Play many games between bots and sum them up.")
    simulate.add_argument("game", help=game_help)
    simulate.add_argument(
        "--players", default="random,random", help="a bot for each seat (default random,random)"
    )
    simulate.add_argument("--games", type=int, default=1000, help="how many (default 1000)")
    simulate.add_argument("--seed", type=int, default=1, help="the seed of the run (default 1)")
    add_workers(simulate)
    simulate.add_argument(
        "--record", type=Path, metavar="FILE", help="write the records of all games to a file"
    )
    simulate.add_argument("--json", action="store_true", help="print one JSON object")
    add_budget(simulate)
    add_options(simulate)

    tournament = command("tournament", run_tournament, "Rank bots by deals played from every seat.")
    tournament.add_argument("game", help=game_help)
    add_arguments(tournament)

    serve = command("serve", _serve, "Host tables for people and bots.")
    add_settings(serve)

    for name, text in (
        ("export", "Write the server's tables to a file."),
        ("import", "Read tables from a file into a server's database."),
    ):
        transfer = command(name, _transfer, text)
        transfer.set_defaults(exporting=name == "export")
        transfer.add_argument("file", type=Path, metavar="FILE")
        transfer.add_argument("--db", help="the database, as for branchline serve")
        transfer.add_argument("--data", help="the data folder, as for branchline serve")
        if name == "export":
            transfer.add_argument("--table", action="append", metavar="ID", help="only this table")

    command("schema", _schema, "Print the table server's protocol as JSON schemas.")

    verify = command("verify", _verify, "Replay recorded games and compare every outcome.")
    verify.add_argument("files", nargs="+", type=Path, metavar="FILE")
    verify.add_argument("--board", help="the folder of the board, if it is one of your own")

    rules = command("rules", _rules, "Print the rules of a game.")
    rules.add_argument("game", help=game_help)
    languages = ", ".join(rule_languages())
    rules.add_argument("--lang", default="en", help=f"the language: {languages} (default en)")

    bench = command("bench", _bench, "Measure the speed of the rules on one core.")
    bench.add_argument("--json", action="store_true", help="print one JSON object")
    bench.add_argument("--seconds", type=float, default=2.0, help="CPU time for each figure")

    command("compile", _compile, "Compile the rules now, rather than at the first game.")
    return parser


def _compile(options: argparse.Namespace) -> None:
    load_rules()


def _serve(options: argparse.Namespace) -> int:
    from branchline.server.serve import run_server

    return run_server(options)


def _transfer(options: argparse.Namespace) -> int:
    from branchline.server.transfer import run_export, run_import

    return run_export(options) if options.exporting else run_import(options)


def _schema(options: argparse.Namespace) -> None:
    from branchline.server.schema import schema

    print(json.dumps(schema(), indent=1))


def _bots(options: argparse.Namespace) -> None:
    from branchline.bots import BOTS, LEVELS, bots_for

    board = load_board(options.game)
    print("Levels, the easiest first:")
    for level in LEVELS:
        print(f"  {level.id}: {level.about} ({level.player(board)})")
    print("Bots, the strongest first:")
    for name in bots_for(board):
        print(f"  {name}: {BOTS[name].about}")


def _play(options: argparse.Namespace) -> int:
    from branchline.bots import FOR_A_START, check_bot, make_bot
    from branchline.bots.base import close
    from branchline.bots.spec import read_spec
    from branchline.game import check_options, new_game, stream
    from branchline.terminal import Table

    board = load_board(options.game)
    given = read_options(options.option)
    check_options(board, options.seats, given)
    if not 0 <= options.seat < options.seats:
        raise BranchlineError(f"your seat must be from 0 to {options.seats - 1}")
    bot = options.bot or FOR_A_START
    check_bot(bot, board)
    budget = given_budget(options)
    if not options.name.isprintable():
        raise BranchlineError("your name must be plain text")
    load_rules()
    game = new_game(options.game, options.seats, options.seed, options=given)
    names, bots = [], {}
    for seat in range(options.seats):
        if seat == options.seat:
            names.append(options.name)
            continue
        bots[seat] = make_bot(bot, board, stream(os.urandom(32)))
        names.append(f"{read_spec(bot).title} {seat}")
    with new_file(options.record) as record:
        try:
            finished = Table(game, options.seat, bots, names, clock=budget).play()
        finally:
            for player in bots.values():
                close(player)
        if record:
            record.write(game.record(names).dumps())
    if options.record:
        print(f"Saved to {options.record}.")
    elif not finished:
        print("You left the table.")
    return 0


def _simulate(options: argparse.Namespace) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from branchline.simulation import MAX_GAMES, Run, simulate

    players = split_players(options.players)
    budget = given_budget(options)
    run = Run(options.game, players, options.seed, read_options(options.option), budget)
    run.check()
    check_range("--games", options.games, MAX_GAMES)
    check_workers(options)
    load_rules()
    errors = Console(stderr=True)
    with (
        new_file(options.record) as records,
        Progress(
            "playing", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=errors
        ) as bar,
    ):
        task = bar.add_task("games", total=options.games)
        found = simulate(
            run,
            options.games,
            options.workers,
            records,
            lambda n: bar.advance(task, n),
            options.ray,
        )
    if options.json:
        print(json.dumps(found))
    else:
        _print_summary(found)


def _print_summary(found: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(
        title=f"{found['game']}: {found['games']} games, seed {found['seed']},"
        f" {found['games_per_second']:,.0f} games/s, {found['mean_turns']:.1f} turns a game",
        title_justify="left",
    )
    table.add_column("seat", justify="right")
    table.add_column("player")
    for name in ("wins", "mean score", "±", "tickets done", "tickets failed"):
        table.add_column(name, justify="right")
    for s in found["seats"]:
        table.add_row(
            str(s["seat"]),
            s["player"],
            f"{100 * s['win_share']:.1f} %",
            f"{s['mean_score']:.1f}",
            f"{s['score_deviation']:.1f}",
            f"{s['tickets_done']:.2f}",
            f"{s['tickets_failed']:.2f}",
        )
    console = Console()
    with console.capture() as text:
        console.print(table)
    print(text.get(), end="")


def _verify(options: argparse.Namespace) -> int:
    from branchline.record import read_records, verify

    load_rules()
    wrong = 0
    for file in options.files:
        number = 1
        try:
            for record in read_records(file):
                game = verify(record, options.board)
                state = "finished" if game.is_over else "unfinished"
                print(
                    f"{file}, game {number}: right, {record.header['game']},"
                    f" {game.seats} seats, {len(record.actions)} actions, {state}"
                )
                number += 1
        except BranchlineError as problem:
            wrong += 1
            where = f"{file}, game {number}"
            text = str(problem).removeprefix(f"{file}, ").removeprefix(f"{file}: ")
            print(f"branchline: {where}: {text}", file=sys.stderr)
    return 2 if wrong else 0


def _rules(options: argparse.Namespace) -> None:
    board = load_board(options.game)
    print("\n\n".join(_plain(section) for section in rules_of(board, options.lang)))


def _plain(section: str) -> str:
    """Return a section of the rules page as text for a terminal."""
    import textwrap

    lines = []
    for line in section.strip().replace("**", "").replace("### ", "").splitlines():
        indent = "  " if line.startswith("- ") else ""
        plain = line.replace(" *", " ").replace("*", "") if "*" in line else line
        lines.append(textwrap.fill(plain, 88, subsequent_indent=indent) if plain else "")
    return "\n".join(lines)


def _bench(options: argparse.Namespace) -> None:
    from branchline.bench import measure, report

    if not 0.1 <= options.seconds <= 600:
        raise BranchlineError("--seconds must be from 0.1 to 600")
    load_rules()
    found = measure(options.seconds)
    print(json.dumps(found) if options.json else report(found))


if __name__ == "__main__":
    sys.exit(main())
