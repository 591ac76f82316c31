"""Every request from everybody who may not make it: the right refusal, and nothing changes."""

import json
from typing import Any

import pytest
from websockets.asyncio.client import connect

from branchline.client import Refused
from branchline.server.app import make_app

from .served import OPEN, YOU, Served, bot, run, two_people
from .spread import spread

NOBODY = "n" * 43
BODIES: dict[str, Any] = {
    "sit": {"name": "Mallory", "secret": NOBODY},
    "bot": {"seat": 0, "bot": "path"},
    "colour": {"colour": "white"},
    "act": {"id": "x", "expected": 3, "action": 16},
    "chat": {"id": "x", "text": "hi"},
    "take_back": {"id": "x", "expected": 3},
    "consent": {"id": "x", "asked": 3, "agree": True},
    "fork": {"step": 1, "seat": 0, "name": "Mallory"},
    "remove": {"seat": 0},
    "{step}": {"action": 16},
}


def paths() -> list[tuple[str, str]]:
    """Every request about a table."""
    found = []
    for path, methods in make_app().openapi()["paths"].items():
        if path.startswith("/api/tables/{id}"):
            found += [(method.upper(), path) for method in methods]
    return found


def test_all_requests_are_tried() -> None:
    tails = {path.rpartition("/")[2] for _, path in paths()}
    assert set(BODIES) <= tails
    assert len(paths()) >= 18


async def asked(served: Served, method: str, path: str, id: str, secret: str | None) -> Refused:
    """The refusal a request gets."""
    filled = path.replace("{id}", id).replace("{step}", "1")
    body = BODIES.get(path.rpartition("/")[2], {}) if method == "POST" else None
    with pytest.raises(Refused) as refused:
        await served.client.request(method, filled, body, secret)
    return refused.value


@pytest.mark.parametrize(
    ("database", "who"),
    spread(["nobody", "other table", "unknown", "removed", "garbage"]),
    indirect=["database"],
    scope="module",
)
def test_strangers_are_refused_everywhere(served: Served, who: str) -> None:
    async def story() -> None:
        client = served.client
        made = await client.create("usa", [YOU, OPEN, OPEN], bot_pace=60)
        id, host = made["table"]["id"], made["secret"]
        bob = await client.sit(id, "Bob", made["invite"])
        removed = await client.sit(id, "Carol", made["invite"], secret="c" * 43)
        await client.start(id, host)
        await client.post(f"/api/tables/{id}/remove", {"seat": 2}, host)
        _, elsewhere, _, _ = await two_people(served)
        secret = {
            "nobody": None,
            "garbage": "garbage",
            "unknown": NOBODY,
            "other table": elsewhere,
            "removed": removed["secret"],
        }[who]
        before = await client.get(f"/api/tables/{id}", bob["secret"])
        for method, path in paths():
            refused = await asked(served, method, path, id, secret)
            verb = path.rpartition("/")[2]
            if verb == "sit":  # asks for an invite, not for a secret
                assert refused.status == 404, path
            elif who == "nobody":
                # Looking, going on, analysing and trying need an invite at least.
                looks = method == "GET" or verb in ("fork", "analysis", "{step}")
                assert refused.status == (404 if looks else 401), path
                assert refused.code == "unknown"
            elif who == "removed":
                assert (refused.status, refused.code) == (403, "removed"), path
            else:
                assert (refused.status, refused.code) == (401, "unknown"), path
        after = await client.get(f"/api/tables/{id}", bob["secret"])
        assert after["steps"] == before["steps"]

    run(story())


def test_another_seat_is_not_mine(served: Served) -> None:
    async def story() -> None:
        client = served.client
        id, ada, bob, _ = await two_people(served)
        for verb in ("leave", "act", "chat", "take_back", "consent", "away", "back"):
            body = {**BODIES.get(verb, {}), "seat": 0}
            with pytest.raises(Refused, match="not your seat") as refused:
                await client.post(f"/api/tables/{id}/{verb}", body, bob)
            assert refused.value.status == 403
        for verb in ("start", "pause", "resume", "remove", "bot"):
            with pytest.raises(Refused, match="only the host"):
                await client.post(f"/api/tables/{id}/{verb}", BODIES.get(verb), bob)
        for path in ("?seat=0", "/replay?seat=0", "/replay/1?seat=0"):
            with pytest.raises(Refused, match="not your seat"):
                await client.get(f"/api/tables/{id}{path}", bob)
        for eyes in ("0", "open"):
            with pytest.raises(Refused, match="one’s own eyes"):
                await client.get(f"/api/tables/{id}/replay?eyes={eyes}", bob)
        own = await client.get(f"/api/tables/{id}/replay?eyes=1", bob)
        assert own["eyes"] == 1
        # A person who holds several seats looks through each of them.
        both = await client.create("usa", [YOU, YOU | {"name": "Ben"}], start=True)
        address = f"/api/tables/{both['table']['id']}/replay?eyes=1"
        assert (await client.get(address, both["secret"]))["eyes"] == 1
        assert (await client.get(f"/api/tables/{id}", ada))["table"]["seq"] == 3

    run(story())


def test_a_watcher_watches_and_does_nothing_else(served: Served) -> None:
    async def story() -> None:
        id, _, _, _ = await two_people(served, listed=True)
        async with served.client.look(id) as watcher:
            assert watcher.table["invite"] is None
            assert watcher.position["actions"] is None
            assert watcher.position["view"]["hand"] == {}
            for type, facts in (
                ("act", {"expected": 3, "action": 16}),
                ("chat", {"text": "hi"}),
                ("take back", {"expected": 3}),
                ("reasons", {}),
                ("hint", {}),
                ("parse", {"text": "draw"}),
                ("away", {}),
            ):
                answer = await watcher.ask(type, **facts)
                assert answer["problem"]["code"] == "not allowed"
            assert (await watcher.ask("ping"))["now"]
            why = await watcher.ask("why", step=3)
            assert why["problem"]["code"] == "invalid"
            assert watcher.seq == 3

    run(story())


def test_what_is_over_is_over(served: Served) -> None:
    async def story() -> None:
        client = served.client
        made = await client.create("card_game", [YOU, bot()], start=True)
        id, secret = made["table"]["id"], made["secret"]
        await client.post(f"/api/tables/{id}/leave", {}, secret)
        async with client.look(id, secret) as seat:
            await seat.wait_for(lambda s: s.table["state"] == "over")
            seq = seat.seq
            for verb in (
                "leave",
                "act",
                "take_back",
                "consent",
                "away",
                "back",
                "pause",
                "resume",
            ):
                refused = await asked(served, "POST", f"/api/tables/{{id}}/{verb}", id, secret)
                assert (refused.status, refused.code) == (409, "over"), verb
            assert (await seat.act(0))["problem"]["code"] == "over"
            assert seat.seq == seq

    run(story())


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ({}, "unknown"),
        ({"invite": "wrong"}, "unknown"),
        ({"secret": NOBODY}, "unknown"),
        ({"seat": 1}, "unknown"),
    ],
)
def test_the_socket_has_the_same_door(served: Served, hello: dict[str, Any], code: str) -> None:
    async def story() -> None:
        id, _, _, _ = await two_people(served)
        address = f"ws{served.url.removeprefix('http')}/api/tables/{id}/socket"
        async with connect(address) as socket:
            await socket.send(json.dumps({"type": "hello", **hello}))
            bye = json.loads(await socket.recv())
            assert (bye["type"], bye["problem"]["code"]) == ("bye", code)

    run(story())


@pytest.mark.parametrize(
    "path",
    ["/..%2f..%2fetc/passwd", "/assets/../../settings.py", "/static/x", "/%00", "/favicon.ico"],
)
def test_no_file_of_the_machine_is_served(served: Served, path: str) -> None:
    import urllib.error
    import urllib.request

    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(served.url + path)
    assert refused.value.code in (400, 404)
    assert "frame-ancestors 'none'" in refused.value.headers["content-security-policy"]
    assert refused.value.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("id", ["nosuch", "..", "%00", "a" * 300, "é"])
def test_a_table_that_is_not_there(served: Served, id: str) -> None:
    async def story() -> None:
        from urllib.parse import quote

        with pytest.raises(Refused) as refused:
            await served.client.get(f"/api/tables/{quote(id, safe='%')}")
        assert refused.value.status == 404

    run(story())
