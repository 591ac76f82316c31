"""Drivers: one task for each table in memory sees to its bots and its clock."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging

from branchline.server.database import StorageError
from branchline.server.hall import Draft, Hall, Overtaken
from branchline.server.line import UNWATCHED, Share
from branchline.server.live import Live
from branchline.server.play import bot_decision, bot_of
from branchline.server.problems import Refused
from branchline.server.thinking import Task

log = logging.getLogger("branchline.server")
_WAIT = 1.0
"""Seconds before trying again when storing failed or another process drives the table."""


def start_drivers(hall: Hall) -> None:
    """Give every table that comes into memory a driver."""

    async def drive(live: Live) -> None:
        while not live.is_gone:
            try:
                await _wait(hall, live)
                if not await hall.may_drive(live):
                    await asyncio.sleep(_WAIT)
                    continue
                if not await _clock(hall, live):
                    await _bot(hall, live)
            except Overtaken:
                continue
            except Refused as problem:
                if problem.code == "storage":
                    await asyncio.sleep(_WAIT)
            except StorageError:
                await asyncio.sleep(_WAIT)
            except Exception:
                log.exception("a driver stumbled", extra={"table": live.table.id})
                await asyncio.sleep(_WAIT)

    hall.drive = drive


def _rest(hall: Hall, live: Live) -> float:
    """Return the seconds that bots among themselves wait beyond their pace if nobody watches."""
    if live.kind != UNWATCHED:
        return 0.0
    return max(0.0, hall.settings.unwatched_pace - live.table.setup.bot_pace)


async def _wait(hall: Hall, live: Live) -> None:
    """Wait until a bot or the clock wants attention, or time was lost."""
    while True:
        wake = None if live.is_broken else live.table.wake_at()
        delay = None if wake is None else wake + _rest(hall, live) - hall.clock.now()
        if live.is_broken and not live.lock.locked():
            delay = _WAIT  # nobody else may come to read it again
            await asyncio.sleep(delay)
            return
        if delay is not None and (delay <= 0 or hall.alive.lost_by(live.table)):
            return
        live.changed.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(live.changed.wait(), delay)


async def _make_up(hall: Hall, live: Live) -> bool:
    """Extend deadlines by the time that nobody could play; whether there was such a time."""
    lost = hall.alive.lost_by(live.table)
    if lost:
        await hall.commit(live, [Draft("downtime", None, {"seconds": lost})])
    return bool(lost)


def _late(hall: Hall, live: Live) -> list[int]:
    now = hall.clock.now()
    return [seat for seat, at in live.table.deadlines().items() if at <= now]


async def _clock(hall: Hall, live: Live) -> bool:
    """See to the time of those who have to decide; whether something was to be done."""
    async with hall.at(live.table.id) as now:
        table = now.table
        if _late(hall, now):
            await hall.alive.be_sure()  # nobody's time is up before lost time is made up
        if await _make_up(hall, now):
            return True
        late = _late(hall, now)
        if not late:
            return False
        drafts = [Draft("time out", seat) for seat in late]
        if table.setup.on_time_out == "pause" and table.has_room_for("pause", None):
            drafts.append(Draft("pause"))
        await hall.commit(now, drafts)
        return True


async def _bot(hall: Hall, live: Live) -> None:
    """Let the bot decide whose time has come, if there is one."""
    async with hall.at(live.table.id) as now:
        table = now.table
        pace = table.setup.bot_pace + _rest(hall, now)
        waiting = [s for s in table.bots_to_act() if table.since[s] + pace <= hall.clock.now()]
        if not waiting or table.game is None:
            return
        seat = waiting[0]
        bearing = table.bearing[seat]
        # A bot's luck must not tell anything of the shuffle, so it is hashed away from the key.
        chance = hashlib.sha256(b"bot" + table.key + f"{seat} {table.seq}".encode()).digest()
        task = Task(
            bot_of(now, seat),
            table.game.view(seat),
            table.game.legal_actions(seat),
            chance,
        )
        share = Share(now.kind, now.owner, table.id)
    choice = await hall.thinkers.choose(task, share)
    async with hall.at(live.table.id) as now:
        if now.table.bearing[seat] == bearing and seat in now.table.bots_to_act():
            await hall.commit(now, [bot_decision(now.table, seat, choice)])
