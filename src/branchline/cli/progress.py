"""The bar that tells how far a command is.

It stands alone: compiling the rules, a command too, has to do without the library that draws it.
"""

from __future__ import annotations

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TimeRemainingColumn,
)


def progress(before: str = "", after: str = "") -> Progress:
    """Return a bar on the standard error output, with words before and after it."""
    bar = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    columns: list[str | ProgressColumn] = [before, *bar, after]
    return Progress(*[one for one in columns if one], console=Console(stderr=True))
