"""What an installed Branchline must do on every system: python tests/installed/smoke.py.

It imports nothing of the tests, so it runs where only the wheel is installed: beside the Python of
that place are its commands. It starts the server, looks at the page and plays a game to its end.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

PATIENCE = 1200
"""Seconds in which the rules have to be compiled."""
COMMAND = [sys.executable, "-X", "utf8", "-m", "branchline.cli", "--lang", "en"]


def branchline(*arguments: str) -> str:
    """Run a command, and return what it prints."""
    return subprocess.run(
        [*COMMAND, *arguments], check=True, text=True, encoding="utf-8", stdout=subprocess.PIPE
    ).stdout


def get(url: str) -> tuple[int, str]:
    """Return the status and the text of a page."""
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.read().decode()


async def play(url: str) -> dict[str, Any]:
    """Play a game against a bot, by the first legal action each time; return its end."""
    from branchline.client import Client

    client = Client(url)
    while True:
        _, told = await asyncio.to_thread(get, f"{url}/ready")
        state = json.loads(told)
        if state["status"] == "ok":
            break
        assert state["status"] == "starting", state
        await asyncio.sleep(0.2)
    seats = [{"kind": "you", "name": "Ada"}, {"kind": "bot", "bot": "random"}]
    made = await client.create("usa", seats, start=True, bot_pace=0)
    async with client.look(made["table"]["id"], made["secret"]) as seat:
        return await seat.play(lambda position: int(position["actions"][0]["id"]))


def serve_and_play(data: str) -> None:
    """Start a server, look at its page, play, and end it."""
    options = ["--port", "0", "--data", data, "--bot-workers", "1"]
    process = subprocess.Popen(
        [*COMMAND, "serve", *options], stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    try:
        assert process.stdout is not None
        url = next(word for word in process.stdout.readline().split() if word.startswith("http"))
        status, page = get(url)
        assert status == 200
        assert "<script" in page
        assert get(f"{url}/api/games")[0] == 200
        print(f"the page of {url} is there", flush=True)
        end = asyncio.run(asyncio.wait_for(play(url), PATIENCE))
        assert end["result"]["winners"], end
        print(branchline("health", "--ready", "--url", url), end="", flush=True)
    finally:
        process.terminate()
        process.communicate()


def main() -> None:
    """Try it all."""
    import branchline as bl

    print(branchline("--version").strip(), "from", Path(bl.__file__).parent, flush=True)
    assert "Rule" in branchline("rules", "france") or "rule" in branchline("rules", "france")
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder, "games.jsonl")
        branchline("simulate", "card_game", "--games", "2", "--record", str(record))
        assert "right" in branchline("verify", str(record))
        serve_and_play(str(Path(folder, "data with a space")))
    print("all is well")


if __name__ == "__main__":
    main()
