"""What finished games leave behind in a server's memory: nothing, if all is well."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

from bench.serving import Server


def finished_games(folder: Path, core: int, games: int) -> dict[str, Any]:
    """Finish many games, each forked from the last decision of one; see that nothing stays.

    A tenth of them come before the first look, so that all that is loaded at first use is loaded.
    """
    server = Server(folder, core, unload_after=2, seat_rate=1e6)
    try:
        return _measure(server, games)
    finally:
        server.stop()


def _measure(server: Server, games: int) -> dict[str, Any]:
    chairs = [{"kind": "you", "name": name} for name in ("A", "B")]
    wanted = {"game": "card_game", "seats": chairs, "start": True}
    made = server.ask("POST", "/api/tables", wanted)
    id, secret = made["table"]["id"], made["secret"]
    moves = _play(server, id, secret)
    seat, action = moves[-1]

    def finish(n: int) -> None:
        for _ in range(n):
            wanted = {"step": len(moves) - 1, "seat": seat, "name": "A"}
            fork = server.ask("POST", f"/api/tables/{id}/fork", wanted, secret)
            there = fork["table"]
            request = {"id": "last", "action": action, "expected": there["seq"]}
            server.ask("POST", f"/api/tables/{there['id']}/act", request, fork["secret"])

    def when_empty() -> float:
        while server.metric("tables_in_memory"):
            time.sleep(0.1)
        return server.megabytes()

    finish(max(1, games // 10))
    before = when_empty()
    begun = time.monotonic()
    finish(games)
    took = time.monotonic() - begun
    after = when_empty()
    return {
        "games": games,
        "decisions_each": len(moves),
        "seconds": round(took, 1),
        "megabytes_before": round(before, 1),
        "megabytes_after": round(after, 1),
        "growth_percent": round(100 * (after - before) / before, 1),
    }


def _play(server: Server, id: str, secret: str) -> list[tuple[int, int]]:
    """Play a game of two to the end; return what was decided, and by whom."""
    chooser = random.Random(1)
    moves: list[tuple[int, int]] = []
    while True:
        table = server.ask("GET", f"/api/tables/{id}?seat=0", None, secret)
        acting = table["position"]["view"]["to_act"]
        if not acting:
            return moves
        table = server.ask("GET", f"/api/tables/{id}?seat={acting[0]}", None, secret)
        action = chooser.choice(table["position"]["actions"])["id"]
        request = {"id": f"m{len(moves)}", "seat": acting[0], "action": action}
        request["expected"] = table["table"]["seq"]
        server.ask("POST", f"/api/tables/{id}/act", request, secret)
        moves.append((acting[0], action))
