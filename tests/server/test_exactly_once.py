"""Exactly once: a request may come often, in any order and from anywhere."""

import asyncio
import random
from typing import Any

from branchline.server.storage.lines import ChatBody
from tests.scale import scaled

from .ledger import Ledger, stored
from .served import Served, run, two_people
from .wire import Wire

RACES = scaled(100, 500)


def test_two_tabs_acting_at_the_same_moment(served: Served) -> None:
    """Of two decisions on the same position one is carried out; the other gets the new position."""
    chooser = random.Random(5)

    async def race(tabs: tuple[Wire, Wire], number: int) -> None:
        seq, actions = tabs[0].seq, tabs[0].position["actions"]
        assert tabs[1].seq == seq
        for tab, wire in enumerate(tabs):
            action = chooser.choice(actions)["id"]
            message = {"type": "act", "expected": seq, "action": action}
            await wire.send({**message, "id": f"r{number}.{tab}"})
        answers = []
        for tab, wire in enumerate(tabs):
            answers += await wire.answered(f"r{number}.{tab}")
        accepted = [answer["ok"] for answer in answers]
        assert sorted(accepted) == [False, True]
        winner, loser = accepted.index(True), accepted.index(False)
        assert answers[winner]["seq"] == seq + 1
        ended = answers[loser]["position"]["result"] is not None
        assert answers[loser]["problem"]["code"] == ("over" if ended else "stale")
        assert answers[loser]["position"]["seq"] == seq + 1
        await asyncio.gather(*(w.reach(seq + 1) for w in tabs))
        assert answers[loser]["position"] == tabs[loser].position

    async def story() -> None:
        number = 0
        while number < RACES:
            id, ada, bob, _ = await two_people(served, "card_game" if number else "usa")
            async with (
                Wire(served.url, id, secret=ada) as a1,
                Wire(served.url, id, secret=ada) as a2,
                Wire(served.url, id, secret=bob) as b1,
                Wire(served.url, id, secret=bob) as b2,
            ):
                seats = [(a1, a2), (b1, b2)]
                while number < RACES and a1.table["state"] != "over":
                    seq = max(w.seq for tabs in seats for w in tabs)
                    for w in (a1, a2, b1, b2):
                        await w.reach(seq)
                    for tabs in seats:
                        if tabs[0].position["actions"] and tabs[0].seq == tabs[1].seq == seq:
                            number += 1
                            await race((tabs[number % 2], tabs[1 - number % 2]), number)
                            break
        assert number == RACES

    run(story())


def test_every_request_comes_one_to_five_times_out_of_order_from_two_sockets(
    served: Served,
) -> None:
    chooser = random.Random(9)
    ledger = Ledger()
    sent: list[tuple[int, dict[str, Any]]] = []

    async def flood(sockets: list[Wire], seat: int, request: dict[str, Any]) -> None:
        """Send a request 1 to 5 times among older ones, over both sockets of its seat."""
        sent.append((seat, request))
        older = [r for s, r in chooser.sample(sent, min(3, len(sent))) if s == seat]
        letters = [request] * chooser.randint(1, 5) + older
        chooser.shuffle(letters)
        counts = [dict.fromkeys((r["id"] for r in letters), 0) for _ in sockets]
        for letter in letters:
            way = chooser.randrange(2)
            counts[way][letter["id"]] += 1
            await sockets[way].send(letter)
        for way, wire in enumerate(sockets):
            for id, n in counts[way].items():
                before = answered[way, seat].get(id, 0)
                answers = await wire.answered(id, before + n)
                answered[way, seat][id] = before + n
                for answer in answers:
                    assert answer["ok"], answer["problem"]
                    ledger.note(table, seat, id, answer["seq"], None)

    answered: dict[tuple[int, int], dict[str, int]] = {(w, s): {} for w in (0, 1) for s in (0, 1)}
    table = ""

    async def story() -> None:
        nonlocal table
        table, ada, bob, _ = await two_people(served, "card_game")
        async with (
            Wire(served.url, table, secret=ada) as a1,
            Wire(served.url, table, secret=ada) as a2,
            Wire(served.url, table, secret=bob) as b1,
            Wire(served.url, table, secret=bob) as b2,
        ):
            number = 0
            seats = [[a1, a2], [b1, b2]]
            while a1.table["state"] != "over":
                seat = next(s for s in (0, 1) if seats[s][0].position["actions"])
                at = seats[seat][0]
                number += 1
                action = chooser.choice(at.position["actions"])["id"]
                request = {"type": "act", "id": f"q{number}", "expected": at.seq, "action": action}
                await flood(seats[seat], seat, request)
                if number % 7 == 0:
                    said = {"type": "chat", "id": f"q{number}", "text": f"number {number}"}
                    await flood(seats[1 - seat], 1 - seat, said)
                seq = max(step for step, _ in ledger.acknowledged.values())
                for w in (a1, a2, b1, b2):
                    await w.reach(seq)
        log = stored(served.settings.db)
        ledger.check(log)
        requests = [e for e in log[table].entries if e.client_id is not None]
        assert len(requests) == len(sent)
        assert [e.body.text for e in requests if isinstance(e.body, ChatBody)] == [
            r["text"] for _, r in sent if r["type"] == "chat"
        ]

    run(story())
