"""Reading a data set: observations as an array, from the bytes that Parquet keeps."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from branchline.data.parquet import Arrow
from branchline.errors import BranchlineError


def observations(column: Arrow) -> NDArray[np.uint8]:
    """Return the observations of a pyarrow column, or of a table that has one, a row each.

    Nothing is copied if the column is in one piece. `envs.spec` reads the rows.
    """
    if hasattr(column, "column_names"):
        named = "observation" in column.column_names
        column = column.column("observation") if named else None
    if not str(getattr(column, "type", "")).startswith("fixed_size_binary"):
        raise BranchlineError("arena.data.noObservations")
    chunks = getattr(column, "chunks", [column])
    found = [
        np.frombuffer(chunk.buffers()[1], np.uint8).reshape(-1, chunk.type.byte_width)[
            chunk.offset : chunk.offset + len(chunk)
        ]
        for chunk in chunks
    ]
    if len(found) == 1:
        return found[0]
    whole = np.zeros((0, column.type.byte_width), np.uint8)
    return np.concatenate([whole, *found])
