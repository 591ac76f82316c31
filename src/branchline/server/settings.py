"""Settings of a server: by flag, else by environment (BRANCHLINE_PORT=80), else the default."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any

from branchline.errors import BranchlineError

PREFIX = "BRANCHLINE_"


def _data_folder() -> str:
    root = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return str(Path(root) / "branchline")


def _workers() -> int:
    return max(1, (os.cpu_count() or 2) - 1)


def _setting(default: Any, about: str, least: float = 0, most: float = 1e9, usual: str = "") -> Any:
    kept = {"about": about, "least": least, "most": most, "usual": usual}
    if callable(default):
        return field(default_factory=default, metadata=kept)
    return field(default=default, metadata=kept)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything an operator can set."""

    host: str = _setting("127.0.0.1", "the address to listen on")
    port: int = _setting(8000, "the port to listen on; 0 takes a free one", 0, 65535)
    db: str = _setting(
        "", "the database: postgresql://…, sqlite:///FILE, or (default) a file in the data folder"
    )
    data: str = _setting(
        _data_folder, "the folder for the database file", usual="~/.local/share/branchline"
    )
    origins: str = _setting(
        "", "other addresses whose pages may use the server (https://a.example,…); * for any"
    )
    proxies: str = _setting(
        "127.0.0.1", "addresses of proxies whose X-Forwarded-For is believed, with commas"
    )
    log_level: str = _setting("info", "debug, info, warning or error")
    bot_workers: int = _setting(
        _workers, "processes in which bots think", 0, 256, usual="one fewer than cores"
    )
    bot_seconds: float = _setting(
        10.0, "after this time a thinking bot is stopped, and a quick choice made", 0.01, 3600
    )
    bot_pace: float = _setting(1.2, "seconds a bot waits before it moves", 0, 60)
    unload_after: float = _setting(60.0, "seconds after which an unused table leaves memory", 0)
    max_tables: int = _setting(100_000, "tables that are not finished, at most", 1)
    max_tables_per_address: int = _setting(200, "tables one address may create in an hour", 1)
    max_sockets: int = _setting(10_000, "connections at a time", 1)
    max_sockets_per_address: int = _setting(200, "connections at a time from one address", 1)
    max_watchers: int = _setting(200, "watchers at one table", 0)
    max_message: int = _setting(16_384, "bytes of one message or request body", 1024, 1 << 24)
    max_behind: int = _setting(200, "steps sent to one who comes back; beyond that, all", 1)
    max_waiting: int = _setting(500, "messages kept for a slow reader before it is dropped", 8)
    max_chats: int = _setting(2000, "chat messages at one table", 1)
    seat_rate: float = _setting(10.0, "messages a second from one seat, on average", 0.1)
    watcher_rate: float = _setting(2.0, "messages a second from one watcher", 0.1)
    address_rate: float = _setting(50.0, "requests and messages a second from one address", 0.1)
    forget_lobbies: float = _setting(
        7 * 86400.0, "seconds after which a table that never started is deleted; 0 keeps it", 0
    )

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
        raise BranchlineError("--db must be postgresql://USER@HOST/NAME or sqlite:///FILE")


def read_settings(
    flags: Mapping[str, Any] | None = None, environment: Mapping[str, str] | None = None
) -> Settings:
    """Return the settings; say which one is wrong."""
    given = os.environ if environment is None else environment
    chosen: dict[str, Any] = {}
    for setting in fields(Settings):
        name, kind = setting.name, setting.type
        value: Any = (flags or {}).get(name)
        where = f"--{name.replace('_', '-')}"
        if value is None and PREFIX + name.upper() in given:
            where = PREFIX + name.upper()
            value = given[where]
        if value is None:
            continue
        try:
            read: Any = {"int": int, "float": float, "str": str}[str(kind)](value)
        except ValueError:
            raise BranchlineError(f"{where} must be a number, not {str(value)[:80]!r}") from None
        least, most = setting.metadata["least"], setting.metadata["most"]
        if kind != "str" and not least <= read <= most:
            raise BranchlineError(f"{where} must be from {least:g} to {most:g}, not {read:g}")
        chosen[name] = read
    settings = Settings(**chosen)
    if settings.log_level not in ("debug", "info", "warning", "error"):
        raise BranchlineError("--log-level must be debug, info, warning or error")
    _ = settings.url
    return settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Let the command take every setting as a flag."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.description = (
        "Host tables for people and bots; they play with a browser or a program.\n\n"
        "With nothing set, the server listens on http://127.0.0.1:8000 and keeps everything in\n"
        "one SQLite file. Every setting can also come from the environment: --bot-pace is\n"
        f"{PREFIX}BOT_PACE. docs/hosting.md tells how to host it for others."
    )
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    for setting in fields(Settings):
        about, usual = setting.metadata["about"], setting.metadata["usual"]
        if setting.default not in ("", MISSING):
            usual = f"{setting.default:g}" if setting.type == "float" else setting.default
        if usual != "":
            about += f" (default {usual})"
        name = "--" + setting.name.replace("_", "-")
        kind = "TEXT" if setting.type == "str" else "NUMBER"
        parser.add_argument(name, metavar=kind, help=about.replace("%", "%%"))
