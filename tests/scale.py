"""How much the tests do: the small numbers of `make test`, or the large ones of `make test-deep`.

A number that is worth something larger is written `scaled(small, deep)`. Every kind of check is in
both; a deep run has more games, kills, mutations and pages of each kind.
"""

import os
from typing import TypeVar

SETTING = "BRANCHLINE_TEST_SCALE"
DEEP = os.environ.get(SETTING, "small") == "deep"

Amount = TypeVar("Amount")


def scaled(small: Amount, deep: Amount) -> Amount:
    """Return what this run uses: `small` in `make test`, `deep` in `make test-deep`."""
    return deep if DEEP else small
