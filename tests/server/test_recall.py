"""What a server's bots are told: the strong ones all that their seat saw, advisers nothing."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.bots.dispatcher import Dispatcher
from branchline.bots.policy import PolicyBot
from branchline.game.keys import stream
from branchline.server.tables import thinkers
from branchline.server.tables.thinking import Choice, Task, choose, recalls

from .served import YOU, Served, bot, first, run


def test_which_bots_recall_what_happened() -> None:
    yards, usa = bl.load_board("card_game"), bl.load_board("usa")
    strong = {"stationmaster", "superintendent", "dispatcher"}
    for name in (*strong, "apprentice", "conductor", "planner", "greedy", "random"):
        assert recalls(name, yards) == (name in strong)
    assert not any(recalls(name, usa) for name in strong), "every view shows all there is to know"


def test_a_strong_bot_is_told_what_its_seat_saw_and_an_adviser_is_not(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks: list[Task] = []

    def note(task: Task) -> Choice:
        tasks.append(task)
        return Choice(task.legal[-1].id, "")

    monkeypatch.setattr(thinkers, "choose", note)

    async def story() -> bl.Game:
        seats = [YOU, bot("stationmaster"), bot("conductor")]
        made = await served.client.create("card_game", seats, start=True, options={"starts": 0})
        id = made["table"]["id"]
        async with served.client.look(id, made["secret"]) as seat:
            await seat.ask("hint")
            await seat.play(first)
        game = served.registry.loaded_tables[id].table.game
        assert game is not None
        return game

    game = run(story())
    told = [task for task in tasks if task.bot == "stationmaster"]
    assert len(told) > 8
    seen = game.seen_by(1)
    for task in told:
        assert task.events == seen[: len(task.events)]
        memory = bl.Memory()
        memory.observe(task.events)
        assert memory.fits(task.view)
    assert max(task.view.players[1].track for task in told) > 5
    others = [task for task in tasks if task.bot != "stationmaster"]
    assert {task.view.viewer for task in others} == {0, 2}
    assert all(task.events == [] for task in others)


def test_what_was_seen_makes_a_difference() -> None:
    """The choice in a worker is that of a dispatcher that was told the same."""
    differ = 0
    game = bl.new_game("card_game", 2, seed=3)
    bots = [PolicyBot("planner"), PolicyBot("planner")]
    while game.turn < 40:
        seat = game.to_act[0]
        chosen = bots[seat].choose(game.view(seat), game.legal_actions(seat), bl.Clock())
        game.push(chosen, seat)
        seat = game.to_act[0]
        if game.phase != "turn" or game.turn < 25:
            continue
        view, legal, seen = game.view(seat), game.legal_actions(seat), game.seen_by(seat)
        told = choose(Task("stationmaster", view, legal, bytes(32), seen)).action
        untold = choose(Task("stationmaster", view, legal, bytes(32))).action
        for action, events in ((told, seen), (untold, [])):
            alone = Dispatcher(stream(bytes(32)))
            alone.observe(events)
            assert alone.choose(view, legal, bl.Clock(playouts=200)).id == action
        differ += told != untold
    assert differ > 0
