"""Problems: what a request is refused with, as a code for clients and a sentence for people."""

from __future__ import annotations

from typing import Any

from branchline.errors import BranchlineError

STATUS = {
    "illegal": 409,
    "stale": 409,
    "unknown": 404,
    "invalid": 400,
    "not allowed": 403,
    "removed": 403,
    "paused": 409,
    "not started": 409,
    "over": 409,
    "slow down": 429,
    "storage": 503,
    "full": 409,
    "too large": 413,
    "closing": 503,
}


class Refused(BranchlineError):  # noqa: N818 - not an error of ours
    """A request that is not carried out; nothing has changed."""

    def __init__(
        self, code: str, text: str, reasons: tuple[str, ...] = (), status: int | None = None
    ) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.reasons = reasons
        self.status = status or STATUS[code]

    def to_json(self) -> dict[str, Any]:
        """Return the problem as a client gets it."""
        return {"code": self.code, "text": self.text, "reasons": list(self.reasons)}


def unknown_secret() -> Refused:
    """Return the answer to a secret that opens nothing here."""
    return Refused("unknown", "this secret holds no seat at this table", status=401)


def no_table() -> Refused:
    """Return the answer to an id that is no table's, or not for this asker."""
    return Refused("unknown", "there is no such table, or it is private and needs an invite")
