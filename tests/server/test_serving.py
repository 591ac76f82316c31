"""The server as a program: it starts, tells where it is, answers, and stops in good order."""

import asyncio
import io
import json
import logging
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from branchline.cli.main import main
from branchline.client import Client, Refused
from branchline.server.logs import set_up_logs
from branchline.server.protocol.requests import BoardInfo, Games
from branchline.server.tables.names import clean_name
from branchline.text.catalogue import from_json, in_language
from branchline.text.rulebook import rule_languages

from .served import OPEN, YOU, Served, bot, first, run, two_people


@pytest.fixture
def program(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """The server as a program; it is ended with the test, however that ends."""
    with subprocess.Popen(
        [sys.executable, "-m", "branchline.cli", "serve", "--port", "0", "--bot-workers", "1"],
        env={**os.environ, "BRANCHLINE_DATA": str(tmp_path / "data")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as serving:
        yield serving
        serving.kill()


def test_the_program_serves_and_stops_in_good_order(
    program: subprocess.Popen[str], tmp_path: Path
) -> None:
    assert program.stdout is not None
    line = program.stdout.readline()
    url = next(word for word in line.split() if word.startswith("http"))

    async def story() -> None:
        client = Client(url)
        made = await client.create("usa", [YOU, bot()], start=True, bot_pace=0)
        byes: list[dict[str, object]] = []
        look = client.look(made["table"]["id"], made["secret"])
        look.on_message = lambda m: byes.append(m) if m["type"] == "bye" else None
        async with look as seat:
            assert (await seat.act(first(seat.position)))["ok"]
            await seat.wait_for(lambda s: any(x["by_bot"] for x in s.steps))
            program.send_signal(signal.SIGTERM)
            while not byes:
                await asyncio.sleep(0.02)
            assert "closing" in json.dumps(byes[0])

    run(story())
    _, errors = program.communicate()
    assert program.returncode == 0
    lines = [json.loads(text) for text in errors.splitlines() if text.startswith("{")]
    assert [text["what"] for text in lines][-1] == "closed"
    assert not [text for text in lines if text["level"] == "error"]
    assert (tmp_path / "data" / "branchline.db").stat().st_mode & 0o077 == 0


def test_a_taken_port_is_one_clear_line(
    served: Served, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    port = served.url.rpartition(":")[2]
    assert main(["serve", "--port", port, "--data", str(tmp_path)]) == 2
    assert "cannot listen on 127.0.0.1" in capsys.readouterr().err


def test_two_servers_do_not_share_a_sqlite_file(
    sqlite_file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    served = Served(sqlite_file)
    try:
        assert main(["serve", "--port", "0", "--db", sqlite_file]) == 2
        assert "another server uses" in capsys.readouterr().err
    finally:
        served.stop()
    again = Served(sqlite_file)
    again.stop()


def test_a_database_that_cannot_be_reached_is_one_clear_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["serve", "--port", "0", "--db", "postgresql://nobody@127.0.0.1:1/none"]) == 2
    assert "the database cannot be opened" in capsys.readouterr().err


def test_a_log_that_cannot_be_written_stops_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up_logs("info")
    log = logging.getLogger("branchline.server")
    log.info("one")
    with monkeypatch.context() as closed:
        shut = io.StringIO()
        shut.close()
        closed.setattr(sys, "stderr", shut)
        log.info("two")
    log.info("three")
    lines = capsys.readouterr().err.splitlines()
    assert [json.loads(line)["what"] for line in lines] == ["one", "three"]


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told) == {"openapi", "client", "server"}
    assert "/api/tables/{id}/act" in told["openapi"]["paths"]
    assert "View" in told["server"]["$defs"]


def test_metrics_and_a_page_that_is_not_built(served: Served) -> None:
    async def story() -> None:
        metrics = await served.client.get("/metrics")
        assert "branchline_steps_total" in metrics
        assert 'branchline_commit_seconds_bucket{le="+Inf"}' in metrics
        with pytest.raises(Refused, match="no such request"):
            await served.client.get("/api/nothing")

    run(story())


@pytest.mark.parametrize("game", ["usa", "france", "old_west", "card_game"])
def test_boards_are_told_whole_and_kept_for_ever(served: Served, game: str) -> None:
    async def story() -> None:
        listed = Games.model_validate(await served.client.get("/api/games"))
        info = next(g for g in listed.games if g.id == game)
        with urllib.request.urlopen(served.url + info.board) as answer:
            assert "immutable" in answer.headers["cache-control"]
            board = BoardInfo.model_validate_json(answer.read())
        cities = {city.id for city in board.cities}
        assert all(set(track.ends) <= cities for track in board.tracks)
        assert board.rules.keys() == set(rule_languages())
        assert board.rules["en"].startswith(f"## {board.name}\n")

    run(story())


def test_too_much_at_once_is_slowed_down(sqlite_file: str) -> None:
    served = Served(sqlite_file, seat_rate=0.1, max_sockets_per_address=3, max_tables_per_address=5)
    try:

        async def story() -> None:
            id, ada, bob, _ = await two_people(served)
            async with served.client.look(id, ada) as a, served.client.look(id, bob) as b:
                seen: list[str] = []
                a.on_message = lambda m: seen.append(str((m.get("problem") or {}).get("code")))
                asks = [asyncio.create_task(a.ask("ping", f"p{i}")) for i in range(15)]
                while "slow down" not in seen:
                    await asyncio.sleep(0.02)
                assert (await b.ask("ping"))["ok"]
                for ask in asks:
                    ask.cancel()
            for _ in range(4):
                await served.client.create("usa", [YOU, OPEN])
            with pytest.raises(Refused, match="too many tables") as refused:
                await served.client.create("usa", [YOU, OPEN])
            assert refused.value.status == 429
            with pytest.raises(Refused) as large:
                await served.client.post("/api/tables", {"title": "x" * 100_000})
            assert large.value.status == 413

        run(story())
    finally:
        served.stop()


def test_reasons_hints_and_commands(served: Served) -> None:
    async def story() -> None:
        made = await served.client.create("usa", [YOU, bot()], start=True, options={"starts": 0})
        async with served.client.look(made["table"]["id"], made["secret"]) as seat:
            kept = await seat.ask("parse", text="keep all")
            await seat.act(kept["action"]["id"])
            await seat.wait_for(lambda s: s.position["view"]["phase"] == "turn")
            reasons = (await seat.ask("reasons"))["reasons"]
            claimable = {
                a["move"]["track"] for a in seat.position["actions"] if a["move"]["do"] == "claim"
            }
            refused = {track for track, why in reasons["claims"].items() if why}
            assert refused | claimable == set(reasons["claims"])
            assert not refused & claimable
            assert reasons["deck"] is None
            assert "too few" in next(why["text"] for why in reasons["claims"].values() if why)
            wrong = await seat.ask("parse", text="claim Denver Dever")
            assert "did you mean Denver" in wrong["problem"]["text"]
            hint = (await seat.ask("hint"))["advice"]
            assert hint["action"]["id"] in [a["id"] for a in seat.position["actions"]]
            assert hint["text"]
            outlook = (await seat.ask("outlook"))["outlook"]
            assert {t["ticket"] for t in outlook} == set(seat.position["view"]["tickets"])
            assert all(t["spaces"] > 0 and t["path"] for t in outlook)

    run(story())


def test_what_the_server_says_can_be_said_in_french(served: Served) -> None:
    def french(told: dict[str, Any]) -> str:
        assert str(from_json({"text": told["text"], **told["said"]})) == told["text"]
        return in_language(from_json({"text": told["text"], **told["said"]}), "fr")

    async def story() -> None:
        made = await served.client.create("usa", [YOU, bot()], start=True, options={"starts": 0})
        id, secret = made["table"]["id"], made["secret"]
        async with served.client.look(id, secret) as seat:
            kept = await seat.ask("parse", text="garder toutes")
            assert kept["action"]["move"]["do"] == "keep"
            await seat.act(kept["action"]["id"])
            await seat.wait_for(lambda s: s.position["view"]["phase"] == "turn")
            wrong = (await seat.ask("parse", text="prendre Denver Dever"))["problem"]
            assert french(wrong).endswith(
                "«\u00a0dever\u00a0»\u202f; vouliez-vous dire Denver\u202f?"
            )
            hint = (await seat.ask("hint"))["advice"]
            assert french(hint) != hint["text"]

    run(story())


@pytest.mark.parametrize("name", ["Ada", "Zoë", "李雷", "علي", "Ab 7", "🚂 Jim"])
def test_names_of_all_scripts_are_welcome(name: str) -> None:
    assert clean_name(f"  {name} ") == name
