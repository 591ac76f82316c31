"""Settings of a server: by flag, else by environment (BRANCHLINE_PORT=80), else the default."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from branchline.analysis.effort import DEFAULT, LEAST, MOST
from branchline.errors import BranchlineError
from branchline.plain import Json

PREFIX = "BRANCHLINE_"

_KINDS: dict[str, Callable[[str], int | float | str]] = {"int": int, "float": float, "str": str}
"""How a setting is read, by its type."""


def _data_folder() -> str:
    root = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return str(Path(root) / "branchline")


def _workers() -> int:
    return max(1, (os.cpu_count() or 2) - 1)


def _setting(default: Any, least: float = 0, most: float = 1e9) -> Any:
    kept = {"least": least, "most": most}
    if callable(default):
        return field(default_factory=default, metadata=kept)
    return field(default=default, metadata=kept)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything an operator can set."""

    host: str = _setting("127.0.0.1")
    port: int = _setting(8000, 0, 65535)
    db: str = _setting("")
    data: str = _setting(_data_folder)
    hosts: str = _setting("")
    origins: str = _setting("")
    proxies: str = _setting("127.0.0.1")
    metrics_token: str = _setting("")
    log_level: str = _setting("info")
    bot_workers: int = _setting(_workers, 0, 256)
    bot_seconds: float = _setting(10.0, 0.01, 3600)
    bot_pace: float = _setting(1.2, 0, 60)
    analysis_workers: int = _setting(1, 0, 64)
    analysis_budget: int = _setting(DEFAULT, LEAST, MOST)
    max_analyses: int = _setting(200, 1)
    max_analyses_per_address: int = _setting(5, 1)
    max_records: int = _setting(10_000, 0)
    forget_records: float = _setting(30 * 86400.0, 0)
    unload_after: float = _setting(60.0, 0)
    max_tables: int = _setting(100_000, 1)
    max_tables_per_address: int = _setting(200, 1)
    max_connections: int = _setting(12_000, 8)
    max_connections_per_address: int = _setting(400, 1)
    max_bot_tables: int = _setting(100, 0)
    max_bot_tables_per_address: int = _setting(10, 0)
    unwatched_pace: float = _setting(1.0, 0, 60)
    max_sockets: int = _setting(10_000, 1)
    max_sockets_per_address: int = _setting(200, 1)
    max_watchers: int = _setting(200, 0)
    max_message: int = _setting(16_384, 1024, 1 << 24)
    max_behind: int = _setting(200, 1)
    max_waiting: int = _setting(500, 8)
    max_chats: int = _setting(2000, 1, 5000)
    seat_rate: float = _setting(10.0, 0.1)
    watcher_rate: float = _setting(2.0, 0.1)
    address_rate: float = _setting(50.0, 0.1)
    forget_lobbies: float = _setting(7 * 86400.0, 0)

    @property
    def url(self) -> str:
        """The database as SQLAlchemy names it."""
        if not self.db:
            return f"sqlite:///{Path(self.data) / 'branchline.db'}"
        for name in ("postgresql://", "postgres://"):
            if self.db.startswith(name):
                return "postgresql+psycopg://" + self.db.removeprefix(name)
        if self.db.startswith(("sqlite:///", "postgresql+psycopg://")):
            return self.db
        raise BranchlineError("serve.dbForm")

    @property
    def file(self) -> Path | None:
        """The file of the database, if SQLite keeps it."""
        return Path(self.url.removeprefix("sqlite:///")) if self.url.startswith("sqlite") else None


def read_settings(
    flags: Mapping[str, object] | None = None, environment: Mapping[str, str] | None = None
) -> Settings:
    """Return the settings; say which one is wrong."""
    given = os.environ if environment is None else environment
    chosen: Json = {}
    for setting in fields(Settings):
        name, kind = setting.name, setting.type
        value = (flags or {}).get(name)
        where = f"--{name.replace('_', '-')}"
        if value is None and PREFIX + name.upper() in given:
            where = PREFIX + name.upper()
            value = given[where]
        if value is None:
            continue
        try:
            read = _KINDS[str(kind)](str(value))
        except ValueError:
            raise BranchlineError("serve.number", name=where, given=repr(str(value)[:80])) from None
        least, most = setting.metadata["least"], setting.metadata["most"]
        if not isinstance(read, str) and not least <= read <= most:
            raise BranchlineError(
                "problem.range", name=where, least=f"{least:g}", most=f"{most:g}", given=f"{read:g}"
            )
        chosen[name] = read
    settings = Settings(**chosen)
    if settings.log_level not in ("debug", "info", "warning", "error"):
        raise BranchlineError("serve.logLevel")
    _ = settings.url
    return settings
