"""Bit sets of tracks and tickets: lowest member and size of a 64-bit word."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from branchline.rules.rule import INTERPRETED

ONE = np.uint64(1)
NONE = np.uint64(0)

if INTERPRETED:

    def lowest(word: Any) -> int:
        """Return the number of the lowest set bit of a word that is not 0."""
        return (int(word) & -int(word)).bit_length() - 1

    def size(word: Any) -> int:
        """Return how many bits are set."""
        return int(word).bit_count()

else:

    @intrinsic
    def lowest(typing_context: Any, word: Any) -> Any:
        """Return the number of the lowest set bit of a word that is not 0."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            import llvmlite.ir as ir

            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), generate

    @intrinsic
    def size(typing_context: Any, word: Any) -> Any:
        """Return how many bits are set."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.uint64), generate
