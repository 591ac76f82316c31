"""Problems: what a request is refused with, as a code for clients and a sentence for people."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from branchline.errors import BranchlineError
from branchline.plain import Json
from branchline.text.catalogue import Said, Value

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
    "not ready": 503,
    "no rules": 503,
    "unreadable": 409,
}


class RequestRefused(BranchlineError):  # noqa: N818 - not an error of ours
    """A request that is not carried out; nothing has changed."""

    position: Json | None = None
    """The position as it is now, where the asker did not know it."""
    progress: dict[str, int] | None = None
    """How much is done of what has to be done before, where that is known."""

    def __init__(
        self,
        code: str,
        what: str,
        reasons: tuple[str, ...] = (),
        status: int | None = None,
        **values: Value,
    ) -> None:
        super().__init__(what, **values)
        self.code = code
        self.reasons = reasons
        self.status = status or STATUS[code]

    def to_json(self) -> Json:
        """Return the problem as a client gets it: in English, and by its name in the catalogue."""
        return {
            "code": self.code,
            "text": str(self.said),
            "said": named_text(self.said),
            "reasons": list(self.reasons),
            "progress": self.progress,
        }


class Stale(RequestRefused):
    """A decision about something that has changed; the answer has the position as it is now."""

    def __init__(self, code: str, text: str, id: str | None, position: Json | None) -> None:
        super().__init__(code, text)
        self.id = id
        """The id of the request."""
        self.position = position


class NotReady(RequestRefused):
    """Something that needs the rules, while they are being compiled."""

    def __init__(self, done: int, all: int) -> None:
        super().__init__("not ready", "problem.notReady", done=done, total=all)
        self.progress = {"done": done, "all": all}


@contextlib.contextmanager
def refusing(code: str = "invalid") -> Iterator[None]:
    """Refuse a request if the library finds something wrong in it."""
    try:
        yield
    except RequestRefused:
        raise
    except BranchlineError as problem:
        raise RequestRefused(code, problem.said) from None


def named_text(what: str) -> Json | None:
    """Return a text by its name in the catalogue, if it is one of ours."""
    return what.to_json() if isinstance(what, Said) else None


def unknown_secret() -> RequestRefused:
    """Return the answer to a secret that opens nothing here."""
    return RequestRefused("unknown", "problem.unknownSecret", status=401)


def needs_invite() -> RequestRefused:
    """Return the answer to a person who comes to a listed table without the invite it now needs."""
    return RequestRefused("not allowed", "problem.needsInvite")


def no_table() -> RequestRefused:
    """Return the answer to an id that is no table's, or not for this asker."""
    return RequestRefused("unknown", "problem.noTable")
