"""Logs: one JSON object a line, without secrets: no header, body, query or message."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections import OrderedDict
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
    "unwritten",
    "failures",
    "pause",
)
_LINES, _SECONDS, _KINDS = 10, 10.0, 500
"""So many lines of one kind in so many seconds; so many kinds are told apart."""


class Lines(logging.Formatter):
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
            # The text of an unforeseen error may quote anything: its kind and place must do.
            line["error"] = record.exc_info[0].__name__
            at = record.exc_info[2]
            while at is not None and at.tb_next is not None:
                at = at.tb_next
            if at is not None:
                line["where"] = f"{at.tb_frame.f_code.co_filename}:{at.tb_lineno}"
        return json.dumps(line, ensure_ascii=False)


class Flood(logging.Filter):
    """Lets a few lines of a kind through, then counts: no client can make a log grow at will.

    A kind is the place in the program that wrote the line, and the kind of error it tells of. Lines
    for debugging are wanted one by one.
    """

    def __init__(self) -> None:
        super().__init__()
        self.kinds: OrderedDict[tuple[object, ...], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Say whether a line is written; the first after a flood tells how many were not."""
        if record.levelno <= logging.DEBUG:
            return True
        kind = (record.pathname, record.lineno, record.exc_info and record.exc_info[0])
        now = time.monotonic()
        begun, lines = self.kinds.pop(kind, (now, 0))
        if now - begun > _SECONDS:
            if lines > _LINES:
                record.unwritten = lines - _LINES
            begun, lines = now, 0
        self.kinds[kind] = begun, lines + 1
        if len(self.kinds) > _KINDS:
            self.kinds.popitem(last=False)
        return lines < _LINES


class Errors(logging.StreamHandler[TextIO]):
    """Writes to what is standard error now; a line that cannot be written stops no server."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write the line."""
        self.stream = sys.stderr
        super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Do without the line."""


def set_up_logs(level: str) -> None:
    """Send all logs to standard error."""
    handler = Errors()
    handler.setFormatter(Lines())
    handler.addFilter(Flood())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("branchline").setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).setLevel(logging.WARNING)
