"""The one exception of the library."""

from __future__ import annotations

import errno

from branchline.text.catalogue import Said, Value, is_text, text


class BranchlineError(ValueError):
    """Something was asked for that cannot be done; the message says what and why, in one line.

    It is made with the name of a text in the catalogue and what is filled in there, or with words
    of one's own. As a string it is English; `said` can be said in other languages too.
    """

    def __init__(self, what: str, /, **values: Value) -> None:
        known = not isinstance(what, Said) and is_text(what)
        self.said = text(what, **values) if known else what
        super().__init__(self.said)


def system_error(problem: OSError) -> str:
    """Return what the system says is wrong, in words of ours where we have them.

    >>> import errno
    >>> system_error(FileNotFoundError(errno.ENOENT, "No such file or directory"))
    'No such file or directory'
    """
    key = f"system.{errno.errorcode.get(problem.errno or 0)}"
    return text(key) if is_text(key) else problem.strerror or str(problem)
