"""Drivers: one task for each table in memory runs its bots and its clock."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging

from branchline.server.protocol.problems import RequestRefused
from branchline.server.storage.database import StorageError
from branchline.server.storage.lines import DowntimeBody
from branchline.server.tables.loaded_table import LoadedTable
from branchline.server.tables.play import bot_decision, bot_of
from branchline.server.tables.registry import Draft, Overtaken, Registry
from branchline.server.tables.thinking import Task, recalls
from branchline.server.tables.thinking_queue import UNWATCHED, Share

log = logging.getLogger("branchline.server")
_WAIT = 1.0
"""Seconds before trying again when storing failed or another process drives the table."""


def start_drivers(registry: Registry) -> None:
    """Give every table that comes into memory a driver."""

    async def drive(opened: LoadedTable) -> None:
        while not opened.is_gone:
            try:
                await _wait(registry, opened)
                if not await registry.may_drive(opened):
                    await asyncio.sleep(_WAIT)
                    continue
                if not await _clock(registry, opened):
                    await _bot(registry, opened)
            except Overtaken:
                continue
            except RequestRefused as problem:
                if problem.code == "storage":
                    await asyncio.sleep(_WAIT)
            except StorageError:
                await asyncio.sleep(_WAIT)
            except Exception:
                log.exception("a driver failed", extra={"table": opened.table.id})
                await asyncio.sleep(_WAIT)

    registry.drive = drive


def _rest(registry: Registry, opened: LoadedTable) -> float:
    """Return the seconds that bots among themselves wait beyond their pace if nobody watches."""
    if opened.kind != UNWATCHED:
        return 0.0
    return max(0.0, registry.settings.unwatched_pace - opened.table.bot_pace)


async def _wait(registry: Registry, opened: LoadedTable) -> None:
    """Wait until a bot or the clock has something to do, or time was lost."""
    while True:
        wake = None if opened.is_broken else opened.table.wake_at()
        delay = None if wake is None else wake + _rest(registry, opened) - registry.clock.now()
        if opened.is_broken and not opened.lock.locked():
            delay = _WAIT  # nobody else may come to read it again
            await asyncio.sleep(delay)
            return
        if delay is not None and (delay <= 0 or registry.uptime.lost_by(opened.table)):
            return
        opened.changed.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(delay):
                await opened.changed.wait()


async def _make_up(registry: Registry, opened: LoadedTable) -> bool:
    """Extend deadlines by the time that nobody could play; whether there was such a time."""
    lost = registry.uptime.lost_by(opened.table)
    if lost:
        await registry.commit(opened, [Draft("downtime", None, DowntimeBody(lost))])
    return bool(lost)


def _late(registry: Registry, opened: LoadedTable) -> list[int]:
    now = registry.clock.now()
    return [seat for seat, at in opened.table.deadlines().items() if at <= now]


async def _clock(registry: Registry, opened: LoadedTable) -> bool:
    """Check the time of those who have to decide; return whether something was to be done."""
    async with registry.at(opened.table.id) as now:
        table = now.table
        if _late(registry, now):
            await registry.uptime.be_sure()  # nobody's time is up before lost time is made up
        if await _make_up(registry, now):
            return True
        late = _late(registry, now)
        if not late:
            return False
        drafts = [Draft("time out", seat) for seat in late]
        if table.setup.on_time_out == "pause" and table.has_room_for("pause", None):
            drafts.append(Draft("pause"))
        await registry.commit(now, drafts)
        return True


async def _bot(registry: Registry, opened: LoadedTable) -> None:
    """Let the bot decide whose time has come, if there is one."""
    async with registry.at(opened.table.id) as now:
        table = now.table
        pace = table.bot_pace + _rest(registry, now)
        waiting = [s for s in table.bots_to_act() if table.since[s] + pace <= registry.clock.now()]
        if not waiting or table.game is None:
            return
        seat = waiting[0]
        bearing = table.bearing[seat]
        # A bot's luck must not tell anything of the shuffle, so it is hashed away from the key.
        chance = hashlib.sha256(b"bot" + table.key + f"{seat} {table.seq}".encode()).digest()
        bot = bot_of(now, seat)
        task = Task(
            bot,
            table.game.view(seat),
            table.game.legal_actions(seat),
            chance,
            table.game.seen_by(seat) if recalls(bot, now.board) else [],
        )
        share = Share(now.kind, now.owner, table.id)
    choice = await registry.thinkers.choose(task, share)
    async with registry.at(opened.table.id) as now:
        if now.table.bearing[seat] == bearing and seat in now.table.bots_to_act():
            await registry.commit(now, [bot_decision(now.table, seat, choice)])
