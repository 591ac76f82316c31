"""Logs: one JSON object a line, without secrets: no header, body, query or message."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections import OrderedDict
from copy import copy
from dataclasses import dataclass
from math import inf
from typing import TextIO

_OWN = (
    "table",
    "problem",
    "address",
    "method",
    "path",
    "status",
    "milliseconds",
    "port",
    "url",
    "seconds",
    "unwritten",
    "failures",
    "pause",
)
_LINES, _SECONDS, _KINDS = 10, 10.0, 500
"""So many lines of one kind in so many seconds; so many kinds are counted apart."""


class JsonFormatter(logging.Formatter):
    """Writes a log record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "what": record.getMessage(),
        }
        for name in _OWN:
            if hasattr(record, name):
                line[name] = getattr(record, name)
        if record.exc_info and record.exc_info[0] is not None:
            # The text of an unforeseen error may quote anything: only kind and place are written.
            line["error"] = record.exc_info[0].__name__
            at = record.exc_info[2]
            while at is not None and at.tb_next is not None:
                at = at.tb_next
            if at is not None:
                line["where"] = f"{at.tb_frame.f_code.co_filename}:{at.tb_lineno}"
        return json.dumps(line, ensure_ascii=False)


@dataclass(slots=True)
class Kind:
    """The lines of one kind since a moment, and the last of them if it was not written."""

    begun: float
    lines: int = 0
    last: logging.LogRecord | None = None


class FloodLimit:
    """Writes a few lines of each kind, then only counts them: no client can flood the log.

    A kind is the place in the program that wrote the line, and the kind of error it tells of. Lines
    for debugging are all written.
    """

    def __init__(self) -> None:
        self.kinds: OrderedDict[tuple[object, ...], Kind] = OrderedDict()
        """By when they began."""

    def let_through(self, record: logging.LogRecord) -> list[logging.LogRecord]:
        """Return what to write when a line comes: it, and the last lines of ended floods."""
        if record.levelno <= logging.DEBUG:
            return [record]
        now = time.monotonic()
        found = self.ended(now)
        error = record.exc_info[0] if record.exc_info else None
        kind = self.kinds.setdefault((record.pathname, record.lineno, error), Kind(now))
        kind.lines += 1
        if kind.lines <= _LINES:
            return [*found, record]
        kind.last = _without_things(record)
        return found

    def ended(self, now: float = inf) -> list[logging.LogRecord]:
        """Forget the kinds whose time is over; return the last line of each, with their number."""
        found = []
        while self.kinds:
            oldest = next(iter(self.kinds.values()))
            if now - oldest.begun <= _SECONDS and len(self.kinds) < _KINDS:
                break
            self.kinds.popitem(last=False)
            if oldest.last is not None:
                oldest.last.unwritten = oldest.lines - _LINES - 1
                found.append(oldest.last)
        return found


def _without_things(record: logging.LogRecord) -> logging.LogRecord:
    """Return a line that can be kept: its text, without the objects it was made from."""
    kept = copy(record)
    kept.msg, kept.args = record.getMessage(), None
    kept.exc_info = (*record.exc_info[:2], None) if record.exc_info else None
    return kept


class ErrorHandler(logging.StreamHandler[TextIO]):
    """Writes to what is standard error now; a line that cannot be written is left out."""

    def __init__(self) -> None:
        super().__init__()
        self.flood = FloodLimit()

    def emit(self, record: logging.LogRecord) -> None:
        """Write the line, unless there are too many of its kind."""
        self.stream = sys.stderr
        for one in self.flood.let_through(record):
            super().emit(one)

    def close(self) -> None:
        """Write the last lines of floods."""
        self.stream = sys.stderr
        for one in self.flood.ended():
            super().emit(one)
        super().close()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Leave the line out."""


def set_up_logs(level: str) -> None:
    """Send all logs to standard error."""
    handler = ErrorHandler()
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("branchline").setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).setLevel(logging.WARNING)
