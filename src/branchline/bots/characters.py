"""Characters: who bots are at a table. A character says nothing of how well its bot plays."""

from __future__ import annotations

CHARACTERS = (
    *("Paprika", "Nocturne", "Domino", "Presto", "Cacao"),
    *("Biscuit", "Cactus", "Bandit", "Express", "Delta"),
)
"""Their names, the same in every language; more than a table has seats. The page draws their faces,
and a text named after each says what they are like."""
