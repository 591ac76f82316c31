"""The lobby: making tables, taking seats, starting, and what a host may do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from branchline.board import games, load_board
from branchline.game.options import check_options
from branchline.server.protocol.models import SeatColour
from branchline.server.protocol.problems import RequestRefused, needs_invite, no_table, refusing
from branchline.server.protocol.requests import Fork, NewTable, SetBot, SetColour, Sit
from branchline.server.storage.lines import (
    ActionBody,
    BotBody,
    ColourBody,
    CreatedBody,
    LeaveBody,
    RematchBody,
    RemoveBody,
    SitBody,
)
from branchline.server.storage.store import Entry
from branchline.server.tables.access import check_holder, check_host, has_invite, own_seat
from branchline.server.tables.lessons import check_lesson, lesson_key
from branchline.server.tables.loaded_table import LoadedTable
from branchline.server.tables.names import clean_text
from branchline.server.tables.play import check_started
from branchline.server.tables.registry import Draft, Registry
from branchline.server.tables.seats import (
    FOR_AN_ABSENT_PERSON,
    Chair,
    Setup,
    bot_name,
    check_free_colour,
    check_free_name,
    check_level,
    first_colours,
    person_name,
)
from branchline.server.tables.table import Table, row_of
from branchline.server.tables.tokens import hashed, new_id, new_invite, new_key, new_secret


def _named(text: str | None) -> str:
    with refusing():
        return person_name(text or "")


def known_game(game: str) -> str:
    """Return the id of a game, if there is one: never a folder of this machine."""
    if game not in games():
        raise RequestRefused("invalid", "problem.noGame", name=game[:40], known=list(games()))
    return game


async def create(registry: Registry, wanted: NewTable, owner: str = "") -> tuple[str, str]:
    """Make a table for somebody at an address; return its id and the creator's secret."""
    board = load_board(known_game(wanted.game))
    if wanted.lesson:
        check_lesson(wanted)
    with refusing():
        options = check_options(board, len(wanted.seats), dict(wanted.options))
        title = clean_text(wanted.title, 60) if wanted.title.strip() else ""
    secret = wanted.secret or new_secret()
    holder = hashed(secret)
    chairs = [Chair() for _ in wanted.seats]
    for i, wish in enumerate(wanted.seats):
        if wish.kind == "you":
            name = _named(wish.name)
            check_free_name(name, chairs)
            chairs[i] = Chair("person", name, None, holder)
    # After the people: a bot that has the name of one of them gets another, whoever sits first.
    for i, wish in enumerate(wanted.seats):
        if wish.kind == "bot":
            bot = check_level(wish.bot or FOR_AN_ABSENT_PERSON, board)
            chairs[i] = Chair("bot", bot_name(chairs, wish.name), bot)
    colours = first_colours([wish.colour for wish in wanted.seats])
    if wanted.start and any(chair.kind == "open" for chair in chairs):
        raise RequestRefused("invalid", "problem.openSeats")
    pace = registry.settings.bot_pace if wanted.bot_pace is None else wanted.bot_pace
    setup = Setup(
        game=board.id,
        seats=len(chairs),
        options=options,
        title=title,
        listed=wanted.listed,
        pace=wanted.pace,
        clock=None if wanted.clock is None else wanted.clock.seconds,
        on_time_out=wanted.on_time_out,
        bot_pace=pace,
        help=wanted.help,
        host=holder,
        invite=new_invite(),
        lesson=wanted.lesson,
    )
    request = None if wanted.id is None else f"{holder}:{wanted.id}"
    drafts = [_created(chairs, colours)]
    if wanted.start:
        drafts.append(Draft("start"))
    key = lesson_key(board) if wanted.lesson else new_key()
    if not wanted.start or any(chair.is_person for chair in chairs):
        return await _store(registry, setup, key, drafts, [holder], owner, request), secret
    async with registry.making_for_bots:
        registry.check_room_for_bots(owner)
        return await _store(registry, setup, key, drafts, [holder], owner, request), secret


def _created(chairs: list[Chair], colours: list[SeatColour]) -> Draft:
    return Draft("created", None, CreatedBody([chair.to_line() for chair in chairs], colours))


async def _store(
    registry: Registry,
    setup: Setup,
    key: bytes,
    drafts: list[Draft],
    holders: list[str],
    owner: str = "",
    request: str | None = None,
) -> str:
    if await registry.store.unfinished() >= registry.settings.max_tables:
        raise RequestRefused("full", "problem.noRoom", status=503)
    now = registry.clock.now()
    table = Table(new_id(), setup, key, now, host=setup.host, bearing=[0] * setup.seats)
    for draft in drafts:
        table.apply(Entry(table.seq + 1, now, draft.kind, draft.seat, draft.client_id, draft.body))
    id = await registry.store.create(row_of(table, request), table.entries, holders)
    if not id:
        raise RequestRefused("storage", "problem.tableNotStored")
    registry.metrics.tables_created.inc()
    opened = await (registry.adopt(table) if id == table.id else registry.find(id))
    opened.owner = opened.owner or owner
    return id


async def _change(
    registry: Registry,
    id: str,
    work: Callable[[LoadedTable], list[Draft]],
    held: list[str] | None = None,
) -> LoadedTable:
    """Change a table by the entries that the work returns; none if there is nothing to do."""

    async def once() -> LoadedTable:
        async with registry.at(id) as opened:
            drafts = work(opened)
            if drafts:
                leaving = [d.body for d in drafts if isinstance(d.body, LeaveBody | RemoveBody)]
                let_go = [body.gone for body in leaving if body.gone is not None]
                await registry.commit(opened, drafts, held=held or [], let_go=let_go)
            return opened

    return await registry.retrying(once)


async def sit(registry: Registry, id: str, wanted: Sit) -> tuple[LoadedTable, int, str]:
    """Take a seat; return the table, the seat and the secret that holds it."""
    name = _named(wanted.name)
    secret = wanted.secret or new_secret()
    holder = hashed(secret)
    taken: list[int] = []

    def work(opened: LoadedTable) -> list[Draft]:
        table = opened.table
        held = table.seats_of(holder)
        if holder in table.removed and not held:
            raise RequestRefused("removed", "problem.removed")
        belongs = held or holder == table.host or has_invite(table, wanted.invite)
        if not belongs and table.needs_invite:
            raise needs_invite() if table.setup.listed else no_table()
        same = [s for s in held if table.chairs[s].name == name and wanted.seat in (None, s)]
        if same:  # the answer was lost and the request came again
            taken[:] = same[:1]
            return []
        if table.started:
            raise RequestRefused("over", "problem.startedWatch")
        free = [i for i, chair in enumerate(table.chairs) if chair.kind == "open"]
        if not free:
            raise RequestRefused("full", "problem.noFreeSeat")
        if wanted.seat is not None and wanted.seat not in free:
            raise RequestRefused("full", "problem.seatTaken")
        check_free_name(name, table.chairs)
        taken[:] = [free[0] if wanted.seat is None else wanted.seat]
        return [Draft("sit", taken[0], SitBody(name, holder))]

    opened = await _change(registry, id, work, [holder])
    return opened, taken[0], secret


async def leave(registry: Registry, id: str, holder: str | None, seat: int | None) -> LoadedTable:
    """Leave a seat: in the lobby it is free again, in a game a bot plays on."""

    def work(opened: LoadedTable) -> list[Draft]:
        mine = own_seat(opened.table, holder, seat)
        chair = opened.table.chairs[mine]
        if opened.table.is_over:
            raise RequestRefused("over", "table.why.OVER")
        if opened.table.started:
            return [] if chair.away else [Draft("leave", mine, LeaveBody(chair.name))]
        is_last = len(opened.table.seats_of(chair.secret or "")) == 1
        # A host whom nobody can follow stays the host, also without a seat.
        stays = chair.secret == opened.table.host and not opened.table.others(mine)
        gone = chair.secret if is_last and not stays else None
        return [Draft("leave", mine, LeaveBody(chair.name, gone))]

    return await _change(registry, id, work)


async def set_bot(registry: Registry, id: str, holder: str | None, wanted: SetBot) -> LoadedTable:
    """Put a bot on a free seat of the lobby, or take it off."""

    def work(opened: LoadedTable) -> list[Draft]:
        table = opened.table
        check_host(table, holder)
        if table.started:
            raise RequestRefused("illegal", "problem.started")
        if wanted.seat >= len(table.chairs):
            raise RequestRefused("invalid", "problem.noSuchSeat")
        chair = table.chairs[wanted.seat]
        if chair.is_person:
            raise RequestRefused("illegal", "problem.somebodyThere")
        if wanted.bot is None:
            return [] if chair.kind == "open" else [Draft("bot", wanted.seat, BotBody(None))]
        bot = check_level(wanted.bot, opened.board)
        others = [c for c in table.chairs if c is not chair]
        name = bot_name(others, wanted.name or chair.name)
        return [Draft("bot", wanted.seat, BotBody(bot, name))]

    return await _change(registry, id, work)


async def set_colour(
    registry: Registry, id: str, holder: str | None, wanted: SetColour
) -> LoadedTable:
    """Choose a colour in the lobby: for one's own seat; the host also for a bot's."""

    def work(opened: LoadedTable) -> list[Draft]:
        table, seat = opened.table, wanted.seat
        who = check_holder(table, holder)
        bots = [i for i, chair in enumerate(table.chairs) if chair.kind == "bot"]
        if seat is None or seat not in bots or who != table.host:
            seat = own_seat(table, holder, seat)
        if table.started:
            raise RequestRefused("illegal", "problem.started")
        check_free_colour(wanted.colour, seat, table.chairs, table.colours)
        if table.colours[seat] == wanted.colour:
            return []
        return [Draft("colour", seat, ColourBody(wanted.colour))]

    return await _change(registry, id, work)


async def start(registry: Registry, id: str, holder: str | None) -> LoadedTable:
    """Deal."""

    def work(opened: LoadedTable) -> list[Draft]:
        check_host(opened.table, holder)
        if opened.table.started:
            return []
        if any(chair.kind == "open" for chair in opened.table.chairs):
            raise RequestRefused("illegal", "problem.seatOpen")
        if opened.table.is_for_bots:
            registry.check_room_for_bots(opened.owner)
        return [Draft("start")]

    return await _change(registry, id, work)


async def pause(registry: Registry, id: str, holder: str | None, pausing: bool) -> LoadedTable:
    """Stop the game, or let it go on."""

    def work(opened: LoadedTable) -> list[Draft]:
        check_host(opened.table, holder)
        check_started(opened.table)
        if opened.table.stopped and not pausing:
            raise RequestRefused("not allowed", "problem.stopped")
        if opened.table.paused == pausing:
            return []
        if not pausing and opened.table.is_for_bots:
            registry.check_room_for_bots(opened.owner)
        return [Draft("pause" if pausing else "resume")]

    return await _change(registry, id, work)


async def remove(registry: Registry, id: str, holder: str | None, seat: int | None) -> LoadedTable:
    """Remove a person: in the lobby the seat is free again, in a game a bot plays on.

    The person loses all seats at the table, and the invite changes.
    """

    def work(opened: LoadedTable) -> list[Draft]:
        table = opened.table
        check_host(table, holder)
        if seat is None or seat >= len(table.chairs):
            raise RequestRefused("invalid", "problem.sayWhichSeat")
        chair = table.chairs[seat]
        if not chair.is_person:
            raise RequestRefused("illegal", "problem.nobodyThere")
        if chair.secret == holder:
            raise RequestRefused("illegal", "problem.notYourself")
        if table.is_over:
            raise RequestRefused("over", "table.why.OVER")
        gone, invite = chair.secret or "", new_invite()
        drafts = []
        after = [Chair(c.kind, c.name) for c in table.chairs]
        for held in table.seats_of(gone):
            was, bot = after[held].name, table.chairs[held].bot or FOR_AN_ABSENT_PERSON
            after[held].name = ""
            after[held].name = bot_name(after)
            body = RemoveBody(was, bot, after[held].name, gone, invite)
            drafts.append(Draft("remove", held, body))
        return drafts

    return await _change(registry, id, work)


async def away(
    registry: Registry, id: str, holder: str | None, seat: int | None, going: bool
) -> LoadedTable:
    """Let a bot play a seat, or give it back: one's own; for the host also an absent person's."""

    def work(opened: LoadedTable) -> list[Draft]:
        table = opened.table
        check_started(table)
        who = check_holder(table, holder)
        absent = seat is not None and seat < len(table.chairs) and seat not in opened.connected()
        if going and absent and who == table.host and table.chairs[seat or 0].is_person:
            mine = seat or 0
        else:
            mine = own_seat(table, holder, seat)
        now_away = table.chairs[mine].away
        if going:
            return [] if now_away else [Draft("away", mine)]
        return [Draft("back", mine)] if now_away or mine in table.overdue else []

    return await _change(registry, id, work)


async def rematch(registry: Registry, id: str, holder: str | None) -> str:
    """Make the same table again, everybody one seat further; return its id."""
    return await registry.retrying(lambda: _rematch(registry, id, holder))


async def _rematch(registry: Registry, id: str, holder: str | None) -> str:
    async with registry.at(id) as opened:
        table = opened.table
        who = check_holder(table, holder)
        if not table.is_over:
            raise RequestRefused("not started", "problem.notOver")
        if table.rematch is not None:
            return table.rematch
        fields = table.setup.to_json() | {"host": who, "forked_from": None, "lesson": False}
        # The invite stays the same: people who were let in to watch may watch the rematch too.
        setup = Setup(**(fields | {"invite": table.invite}))
        turned = [table.chairs[i - 1] for i in range(len(table.chairs))]
        chairs = [replace(chair, away=False) for chair in turned]
        colours = [table.colours[i - 1] for i in range(len(chairs))]
        holders = {chair.secret for chair in turned if chair.secret is not None} | {who}
        drafts = [_created(chairs, colours)]
        made = await _store(
            registry, setup, new_key(), drafts, sorted(holders), opened.owner, f"rematch:{id}"
        )
        await registry.commit(opened, [Draft("rematch", None, RematchBody(made))])
        return made


async def fork(registry: Registry, id: str, wanted: Fork, owner: str = "") -> tuple[str, str]:
    """Go on from a step of a finished game against bots; return the new table and its secret."""
    name = _named(wanted.name)
    secret = wanted.secret or new_secret()
    holder = hashed(secret)
    async with registry.at(id) as opened:
        old = opened.table
        if not old.is_over:
            raise RequestRefused("not started", "problem.forkLater")
        if wanted.step >= len(old.done):
            raise RequestRefused("invalid", "problem.lastStep", n=len(old.done))
        if wanted.seat >= old.setup.seats:
            raise RequestRefused("invalid", "problem.noSuchSeat")
        bot = check_level(wanted.bot, opened.board)
        made = {e.seq: e.body.move for e in old.entries if isinstance(e.body, ActionBody)}
        moves = [(done.seat, made[done.seq]) for done in old.done[: wanted.step]]
        fields = old.setup.to_json()
        key, colours = old.key, old.colours
        before = [chair.name for chair in old.chairs]
    chairs = [Chair() for _ in before]
    chairs[wanted.seat] = Chair("person", name, None, holder)
    for i, was in enumerate(before):
        if i != wanted.seat:
            chairs[i] = Chair("bot", bot_name(chairs, was), bot)
    fields |= {"host": holder, "invite": new_invite(), "forked_from": id, "listed": False}
    fields |= {"clock": None, "bot_pace": registry.settings.bot_pace}
    drafts = [
        _created(chairs, colours),
        Draft("start"),
        *(Draft("action", seat, ActionBody(move)) for seat, move in moves),
    ]
    return await _store(registry, Setup(**fields), key, drafts, [holder], owner), secret
