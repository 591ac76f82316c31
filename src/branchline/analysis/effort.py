"""Effort: how many imagined worlds are spent on what, all of it from one number."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.errors import BranchlineError

DEFAULT = 2000
LEAST, MOST = 40, 200_000
BLOCK = 16
"""Worlds that follow the open game together."""


@dataclass(frozen=True, slots=True)
class Effort:
    """What may be spent; ``worlds`` is the most for a decision that stays undecided."""

    worlds: int = DEFAULT

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        if type(self.worlds) is not int or not LEAST <= self.worlds <= MOST:
            raise BranchlineError(
                "analysis.budget", least=str(LEAST), most=str(MOST), given=repr(self.worlds)
            )

    @property
    def glance(self) -> int:
        """Worlds in which all of the short menu is tried."""
        return max(4, self.worlds // 125)

    @property
    def second(self) -> int:
        """Worlds in which the more hopeful ones are tried."""
        return max(4, self.worlds // 60)

    @property
    def last(self) -> int:
        """Worlds in which the best of the others is looked for."""
        return max(4, self.worlds // 30)

    @property
    def fresh(self) -> int:
        """Worlds in which all are judged; then only the chosen action and its rival go on."""
        return max(4, self.worlds // 40)

    @property
    def sure(self) -> int:
        """Worlds that the rating counts, and without which no choice is marked.

        A lucky first look would mark too many.
        """
        return self.worlds // 5

    @property
    def blocks(self) -> int:
        """Blocks of worlds that follow the open game in all."""
        return max(2, -(-self.worlds * 8 // (100 * BLOCK)))

    @property
    def first_blocks(self) -> int:
        """Blocks of worlds for a first curve."""
        return 2
