"""What is played on which database: all on both is for a deep run, here each has its share."""

from collections.abc import Sequence
from typing import Any

from tests.scale import DEEP

DATABASES = ("sqlite", "postgres")


def spread(cases: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Pair every case with a database, in turn; with both in a deep run.

    For `parametrize` with the fixture `database` as first name: indirect, for a module.
    """
    wide = [case if isinstance(case, tuple) else (case,) for case in cases]
    return [
        (database, *case)
        for n, database in enumerate(DATABASES)
        for number, case in enumerate(wide)
        if DEEP or number % 2 == n
    ]
