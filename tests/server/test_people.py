"""Bots as people meet them: who they are, how quickly they play, and hurrying them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from branchline.bots import CHARACTERS
from branchline.client import Refused
from branchline.server.tables.handlers import HANDLERS
from branchline.server.tables.names import same_name
from branchline.server.tables.seats import Chair, Setup, bot_name
from branchline.server.tables.table import Table
from branchline.text.catalogue import in_language, languages, text

from .served import OPEN, YOU, Served, bot, first, run, two_people


def named(who: str, level: str = "conductor") -> dict[str, Any]:
    return {**bot(level), "name": who}


def names(table: dict[str, Any]) -> list[str]:
    return [seat["name"] for seat in table["seats"]]


# Who they are


def test_there_are_characters_enough_and_each_has_a_line_in_every_language() -> None:
    assert len(CHARACTERS) == len(set(CHARACTERS)) >= 6
    for who in CHARACTERS:
        assert not any(same_name(who, other) for other in CHARACTERS if other != who)
        line = text(f"common.character.{who.lower()}")
        lines = [in_language(line, language) for language in languages()]
        assert len(set(lines)) == len(lines)  # a language left out would say it in English


def test_every_bot_of_a_table_is_somebody_else(served: Served) -> None:
    made = run(served.client.create("old_west", [YOU, *[bot()] * 5]))
    found = names(made["table"])[1:]
    assert len(set(found)) == 5
    assert set(found) <= set(CHARACTERS)


def test_one_may_choose_who_comes(served: Served) -> None:
    seats = [named("Delta"), YOU, named("Biscuit", "apprentice"), named("Biscuit"), named("Zorro")]
    made = run(served.client.create("usa", seats))
    delta, ada, biscuit, another, nobody = names(made["table"])
    assert (delta, ada, biscuit) == ("Delta", "Ada", "Biscuit")
    assert len({delta, biscuit, another, nobody}) == 4
    assert {another, nobody} <= set(CHARACTERS)


@pytest.mark.parametrize("person", ["Paprika", "PAPRIKA", "Раprika"])  # the last in Cyrillic
def test_nobody_at_a_table_is_taken_for_a_bot(served: Served, person: str) -> None:
    async def story() -> None:
        client = served.client
        you = {"kind": "you", "name": person}
        made = await client.create("usa", [named("Paprika"), you, OPEN])
        assert names(made["table"])[0] in CHARACTERS[1:]
        assert names(made["table"])[1] == person
        made = await client.create("usa", [YOU, OPEN, named("Paprika")])
        with pytest.raises(Refused, match="already"):
            await client.sit(made["table"]["id"], person, made["invite"])

    run(story())


def test_a_bot_gives_way_to_everybody_at_the_table() -> None:
    chairs = [Chair("person", who, None, "0" * 64) for who in CHARACTERS[:5]]
    assert bot_name(chairs) == CHARACTERS[5]
    assert bot_name(chairs, CHARACTERS[2]) == CHARACTERS[5]
    assert bot_name(chairs, CHARACTERS[7]) == CHARACTERS[7]


def test_a_bot_stays_who_it_is(served: Served) -> None:
    async def story() -> None:
        client = served.client
        made = await client.create("card_game", [YOU, named("Domino"), OPEN])
        id, ada = made["table"]["id"], made["secret"]

        async def put(**wish: Any) -> list[str]:
            return names(await client.post(f"/api/tables/{id}/bot", wish, ada))

        # Another level is no other bot; a free seat gets whom one wishes, if nobody is so called.
        assert await put(seat=1, bot="superintendent") == ["Ada", "Domino", ""]
        assert await put(seat=2, bot="greedy", name="Domino") == ["Ada", "Domino", "Paprika"]
        assert await put(seat=2, bot=None) == ["Ada", "Domino", ""]
        assert await put(seat=2, bot="greedy", name="Express") == ["Ada", "Domino", "Express"]
        assert await put(seat=1, bot="greedy") == ["Ada", "Domino", "Express"]
        await client.start(id, ada)
        await client.post(f"/api/tables/{id}/leave", {}, ada)
        async with client.look(id, ada) as seat:
            assert names(seat.table) == ["Ada", "Domino", "Express"]  # a bot plays for Ada
            await seat.wait_for(lambda s: s.table["state"] == "over")
        replay = await client.get(f"/api/tables/{id}/replay", ada)
        assert names(replay["table"]) == ["Ada", "Domino", "Express"]
        record = await client.get(f"/api/tables/{id}/record", ada)
        assert json.loads(record.splitlines()[0])["players"] == ["Ada", "Domino", "Express"]
        again = (await client.post(f"/api/tables/{id}/rematch", None, ada))["table"]
        assert names(again) == ["Express", "Ada", "Domino"]
        wish = {"step": 3, "seat": 1, "name": "Ada"}
        forked = (await client.post(f"/api/tables/{id}/fork", wish, ada))["table"]
        assert names(forked) == ["Paprika", "Ada", "Express"]

    run(story())


def test_one_who_is_removed_leaves_the_seat_to_somebody_new(served: Served) -> None:
    async def story() -> None:
        client = served.client
        id, ada, _, _ = await two_people(served)
        table = await client.post(f"/api/tables/{id}/remove", {"seat": 1}, ada)
        assert names(table) == ["Ada", "Paprika"]

    run(story())


def test_who_sits_there_outlives_the_server(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    served = Served(database, bot_pace=60)
    made = run(served.client.create("usa", [YOU, named("Cactus"), bot()], start=True))
    served.stop()
    served = Served(database, bot_pace=60)
    try:
        found = run(served.client.get(f"/api/tables/{made['table']['id']}", made["secret"]))
    finally:
        served.stop()
    assert names(found["table"]) == names(made["table"]) == ["Ada", "Cactus", "Paprika"]


# How quickly they play


def waiting(pace: float, bots: int, people: int = 1) -> Table:
    """A table with some bots at a pace."""
    setup = Setup(
        *("usa", bots + people, {}, "", False, "live", None, "bot", pace),
        help=True,
        host="",
        invite="",
    )
    table = Table("t", setup, bytes(32), 0.0)
    person = [Chair("person", "Ada", None, "0" * 64)] * people
    table.chairs = [*person, *[Chair("bot", "Domino", "conductor") for _ in range(bots)]]
    return table


@pytest.mark.parametrize("bots", range(1, 6))
def test_a_round_of_many_bots_is_not_longer_and_each_move_is_seen(bots: int) -> None:
    usual = waiting(1.2, 1).bot_pace
    pace = waiting(1.2, bots).bot_pace
    assert pace * bots <= usual * 2.5 + 1e-9
    assert 0.6 <= pace <= usual


@pytest.mark.parametrize("pace", [0.0, 0.3, 0.6])
def test_who_wants_quick_bots_has_them(pace: float) -> None:
    assert {waiting(pace, bots).bot_pace for bots in range(1, 6)} == {pace}


def test_a_bot_that_plays_for_a_person_counts_too() -> None:
    table = waiting(1.2, 4)
    before = table.bot_pace
    table.chairs[0].away = True
    assert table.bot_pace < before


# Hurrying them


@pytest.fixture
def calm(tmp_path: Path) -> Iterator[Served]:
    """A server whose bots wait for a long time."""
    server = Served(f"sqlite:///{tmp_path / 'tables.db'}", bot_pace=60)
    yield server
    server.stop()


def test_bots_hurry_until_it_is_ones_turn(calm: Served) -> None:
    async def story() -> None:
        made = await calm.client.create("usa", [YOU, *[bot("path")] * 4], start=True)
        id = made["table"]["id"]
        async with calm.client.look(id, made["secret"]) as seat:
            early = await seat.ask("hurry")
            assert early["problem"]["code"] == "illegal"  # one's own tickets are to be chosen
            await seat.act(first(seat.position))
            assert (await seat.ask("hurry"))["ok"]
            again = await seat.ask("hurry")
            if not again["ok"]:  # it may be one's turn by now, or they hurry already
                assert again["problem"]["code"] == "illegal"
            await seat.wait_for(
                lambda s: s.position["view"]["phase"] == "turn" and s.position["actions"]
            )
            table = calm.registry.loaded_tables[id].table
            assert not table.hurried
            assert table.bot_pace > 1
            late = await seat.ask("hurry")
            assert late["problem"]["code"] == "illegal"

    run(story())


def test_nobody_hurries_the_game_of_others(calm: Served) -> None:
    async def story() -> None:
        client = calm.client
        made = await client.create("usa", [YOU, OPEN, bot()])
        id, ada, invite = made["table"]["id"], made["secret"], made["invite"]
        bob = (await client.sit(id, "Bob", invite))["secret"]
        await client.start(id, ada)
        async with (
            client.look(id, ada) as a,
            client.look(id, bob) as b,
            client.look(id, invite=invite) as watcher,
        ):
            for seat in (a, b):
                await seat.act(first(seat.position))
            refused = await a.ask("hurry")
            assert refused["problem"]["code"] == "not allowed"
            assert "others play here too" in refused["problem"]["text"]
            assert (await watcher.ask("hurry"))["problem"]["code"] == "not allowed"
            assert not calm.registry.loaded_tables[id].table.hurried
            # While a bot plays for Bob, Ada plays alone.
            await b.ask("away")
            await a.wait_for(lambda s: s.table["seats"][1]["away"])
            assert (await a.ask("hurry"))["ok"]

    run(story())


def test_nothing_hurries_while_the_game_is_paused(calm: Served) -> None:
    async def story() -> None:
        client = calm.client
        made = await client.create("usa", [YOU, bot()], start=True)
        id, ada = made["table"]["id"], made["secret"]
        async with client.look(id, ada) as seat:
            await seat.act(first(seat.position))
            await client.post(f"/api/tables/{id}/pause", None, ada)
            assert (await seat.ask("hurry"))["problem"]["code"] == "paused"

    run(story())


def test_to_hurry_costs_as_much_as_to_decide() -> None:
    assert HANDLERS["hurry"].cost == HANDLERS["act"].cost
    assert HANDLERS["hurry"].needs_seat


# Whoever may invite


def test_the_invite_is_told_to_those_who_sit_and_follows_a_removal(served: Served) -> None:
    async def story() -> None:
        client = served.client
        made = await client.create("usa", [YOU, OPEN, OPEN], listed=True)
        id, ada, old = made["table"]["id"], made["secret"], made["invite"]
        bob = (await client.sit(id, "Bob", old))["secret"]
        assert (await client.get(f"/api/tables/{id}", bob))["table"]["invite"] == old
        async with client.look(id, ada) as host, client.look(id, invite=old) as watcher:
            assert watcher.table["invite"] is None
            await client.post(f"/api/tables/{id}/remove", {"seat": 1}, ada)
            await host.wait_for(lambda s: s.table["invite"] != old)
            assert (await client.get(f"/api/tables/{id}"))["table"]["invite"] is None
            assert ada not in str(host.table)

    run(story())
