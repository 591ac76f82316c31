"""The command line: branchline play, simulate, tournament, verify, rules, bench."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from pathlib import Path
from typing import Any, cast

from branchline import __version__
from branchline.arena.command import add_arguments, run_tournament
from branchline.board import games, load_board
from branchline.errors import BranchlineError, system_error
from branchline.parser import Parser, add_language, wanted_language
from branchline.rulebook import rules_of
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
from branchline.words import Said, figure, is_text, say, speak, spoken, text


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return 0, or 2 after one line on what was wrong."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        try:
            given = sys.argv[1:] if arguments is None else arguments
            speak(wanted_language(given, os.environ))
            options = _parser().parse_args(given)
            return int(options.run(options) or 0)
        finally:
            sys.stdout.flush()
    except BranchlineError as problem:
        _complain(problem.said)
        return 2
    except BrokenPipeError:
        # Somebody reads only the beginning of our output: not an error worth a traceback.
        _print_no_more()
        return 0
    except OSError as problem:
        _print_no_more()
        why, file = system_error(problem), problem.filename
        _complain(text("file.at", file=str(file), problem=why) if file else why)
        return 2
    except KeyboardInterrupt:
        _complain(text("cli.stopped"))
        return 130


def _complain(what: str) -> None:
    """Say what is wrong, in one line."""
    print(say("cli.error", problem=what), file=sys.stderr)


def _print_no_more() -> None:
    """Let what is still to be printed go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="branchline", description=say("cli.about"), epilog=say("cli.more"))
    parser.add_argument(
        "--version",
        action="version",
        version=f"branchline {__version__}",
        help=say("cli.arg.version"),
    )
    add_language(parser)
    commands = parser.add_subparsers(
        title=say("cli.commands"), metavar=say("cli.meta.command"), required=True
    )
    file = say("cli.meta.file")

    def command(name: str, run: Any) -> argparse.ArgumentParser:
        about = say(f"cli.{name}")
        sub = commands.add_parser(name, help=about, description=about)
        sub.set_defaults(run=run)
        add_language(sub)
        return sub

    game_help = say("cli.game", games=list(games()))
    play = command("play", _play)
    play.add_argument("game", help=game_help)
    play.add_argument("--terminal", action="store_true", help=say("cli.play.terminal"))
    play.add_argument("--seats", type=int, default=2, help=say("cli.play.seats"))
    play.add_argument("--seat", type=int, default=0, help=say("cli.play.seat"))
    play.add_argument("--bot", help=say("cli.play.bot"))
    play.add_argument("--name", default=say("story.you"), help=say("cli.play.name"))
    play.add_argument("--seed", type=int, help=say("cli.play.seed"))
    play.add_argument("--record", type=Path, metavar=file, help=say("cli.play.record"))
    add_budget(play)
    add_options(play)

    bots = command("bots", _bots)
    bots.add_argument("game", help=game_help)

    simulate = command("simulate", _simulate)
    simulate.add_argument("game", help=game_help)
    simulate.add_argument("--players", default="random,random", help=say("cli.simulate.players"))
    simulate.add_argument("--games", type=int, default=1000, help=say("cli.simulate.games"))
    simulate.add_argument("--seed", type=int, default=1, help=say("cli.simulate.seed"))
    add_workers(simulate)
    simulate.add_argument("--record", type=Path, metavar=file, help=say("cli.simulate.record"))
    simulate.add_argument("--json", action="store_true", help=say("cli.json"))
    add_budget(simulate)
    add_options(simulate)

    tournament = command("tournament", run_tournament)
    tournament.add_argument("game", help=game_help)
    add_arguments(tournament)

    serve = command("serve", _serve)
    add_settings(serve)

    for name in ("export", "import"):
        transfer = command(name, _transfer)
        transfer.set_defaults(exporting=name == "export")
        transfer.add_argument("file", type=Path, metavar=file)
        transfer.add_argument("--db", help=say("cli.transfer.db"))
        transfer.add_argument("--data", help=say("cli.transfer.data"))
        if name == "export":
            transfer.add_argument(
                "--table", action="append", metavar="ID", help=say("cli.transfer.table")
            )

    tables = command("tables", _tables)
    doing = tables.add_subparsers(metavar=say("cli.meta.command"), required=True)
    for name in ("list", "show", "stop", "resume", "retry", "delete"):
        about = say(f"cli.tables.{name}")
        sub = doing.add_parser(name, help=about, description=about)
        sub.set_defaults(do=name)
        if name == "list":
            sub.add_argument("--json", action="store_true", help=say("cli.json"))
        else:
            sub.add_argument("id", metavar="ID", help=say("cli.tables.id"))
        sub.add_argument("--db", help=say("cli.transfer.db"))
        sub.add_argument("--data", help=say("cli.transfer.data"))
        add_language(sub)

    command("schema", _schema)

    verify = command("verify", _verify)
    verify.add_argument("files", nargs="+", type=Path, metavar=file)
    verify.add_argument("--board", help=say("cli.verify.board"))

    rules = command("rules", _rules)
    rules.add_argument("game", help=game_help)

    bench = command("bench", _bench)
    bench.add_argument("--json", action="store_true", help=say("cli.json"))
    bench.add_argument("--seconds", type=float, default=2.0, help=say("cli.bench.seconds"))

    command("compile", _compile)
    return parser


def _compile(options: argparse.Namespace) -> None:
    load_rules()


def _serve(options: argparse.Namespace) -> int:
    from branchline.server.serve import run_server

    return run_server(options)


def _transfer(options: argparse.Namespace) -> int:
    from branchline.server.transfer import run_export, run_import

    return run_export(options) if options.exporting else run_import(options)


def _tables(options: argparse.Namespace) -> int:
    from branchline.server.operating import run_tables

    return run_tables(options)


def _schema(options: argparse.Namespace) -> None:
    from branchline.server.schema import schema

    print(json.dumps(schema(), indent=1))


def _bots(options: argparse.Namespace) -> None:
    from branchline.bots import LEVELS, about_bot, bots_for

    board = load_board(options.game)
    print(say("cli.levels"))
    for level in LEVELS:
        bot = level.player(board)
        print("  " + say("cli.level", level=level.id, about=level.about, bot=bot))
    print(say("cli.allBots"))
    for name in bots_for(board):
        print("  " + say("cli.bot", name=name, about=about_bot(name)))


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
        raise BranchlineError("cli.seatRange", most=options.seats - 1)
    bot = options.bot or FOR_A_START
    check_bot(bot, board)
    budget = given_budget(options)
    if not options.name.isprintable():
        raise BranchlineError("cli.plainName")
    load_rules()
    game = new_game(options.game, options.seats, options.seed, options=given)
    names, bots = [], {}
    for seat in range(options.seats):
        if seat == options.seat:
            names.append(options.name)
            continue
        bots[seat] = make_bot(bot, board, stream(os.urandom(32)))
        level = f"common.level.{bot}"
        title = say(level) if is_text(level) else read_spec(bot).title
        names.append(f"{title} {seat}")
    with new_file(options.record) as record:
        try:
            finished = Table(game, options.seat, bots, names, clock=budget).play()
        finally:
            for player in bots.values():
                close(player)
        if record:
            record.write(game.record(names).dumps())
    if options.record:
        print(say("terminal.saved", file=str(options.record)))
    elif not finished:
        print(say("cli.left"))
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
            say("cli.playing"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=errors,
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
    table.add_column(say("cli.column.player"))
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


def _verify(options: argparse.Namespace) -> int:
    from branchline.record import read_records, verify

    load_rules()
    wrong = 0
    for file in options.files:
        number = 1
        try:
            for record in read_records(file):
                game = verify(record, options.board)
                print(
                    say(
                        "cli.right" if game.is_over else "cli.rightSoFar",
                        where=text("cli.inFile", file=str(file), number=number),
                        game=record.header["game"],
                        seats=text("cli.n.seat", n=game.seats),
                        actions=text("cli.n.action", n=len(record.actions)),
                    )
                )
                number += 1
        except BranchlineError as problem:
            wrong += 1
            where = text("cli.inFile", file=str(file), number=number)
            _complain(text("cli.at", where=where, problem=_reason(problem.said)))
    return 2 if wrong else 0


def _reason(said: str) -> str:
    """Return what is wrong with a record, without its file, which is named already."""
    if isinstance(said, Said) and said.key in ("record.inFile", "file.at"):
        return cast(str, said.values["problem"])
    return said


def _rules(options: argparse.Namespace) -> None:
    board = load_board(options.game)
    print("\n\n".join(_plain(section) for section in rules_of(board, spoken())))


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
        raise BranchlineError("cli.secondsRange")
    load_rules()
    found = measure(options.seconds)
    print(json.dumps(found) if options.json else report(found))


if __name__ == "__main__":
    sys.exit(main())
