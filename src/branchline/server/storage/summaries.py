"""Summaries: what lists of tables show, as it was stored. A broken one is left out."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import get_args

import orjson
from pydantic import ValidationError

from branchline.plain import Json
from branchline.server.protocol.models import SeatColour, Summary

log = logging.getLogger("branchline.server")


def read_summary(id: str, stored: str) -> Json | None:
    """Return the summary of a table; None if it is broken, which is logged once."""
    try:
        summary = orjson.loads(stored)
        for player, colour in zip(summary["players"], get_args(SeatColour), strict=False):
            player.setdefault("colour", colour)  # what an older version stored has none
        shown = {name: fact for name, fact in summary.items() if name != "holders"}
        Summary.model_validate(shown)
        if summary["id"] == id and len(summary["holders"]) == len(summary["players"]):
            return dict(summary)
    except (orjson.JSONDecodeError, ValidationError, AttributeError, KeyError, TypeError):
        pass
    _note(id)
    return None


@lru_cache(maxsize=1000)
def _note(id: str) -> None:
    log.error("a table's summary cannot be read", extra={"table": id})
