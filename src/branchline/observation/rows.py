"""A row of an array as a record: compiled code counts references to arrays, not to records."""

from __future__ import annotations

from typing import Annotated, Any

import llvmlite.ir as ir
import numba
import numpy as np
from numba import types
from numba.core import cgutils as numba_cgutils
from numba.extending import intrinsic

from branchline.observation.notes import Places
from branchline.rules.record import RecordType, record_type
from branchline.rules.rule import INTERPRETED
from branchline.rules.state import MAX_ACTIONS, MENU_DTYPE, Bytes

cgutils: Any = numba_cgutils  # its functions are not typed

MOST_PLACES = 8192
"""No observation is longer."""


class Sheet(RecordType):
    """One observation; a layout says how many of its places there are."""

    places: Annotated[Places, MOST_PLACES]


class Flag(RecordType):
    """One mask of legal actions; only as many as the game has are there."""

    of: Annotated[Bytes, MAX_ACTIONS]


SHEET_DTYPE = record_type(Sheet)
FLAG_DTYPE = record_type(Flag)


class _Row:
    """A row for rules that run as plain Python: every field of it is the row itself."""

    def __init__(self, row: Any) -> None:
        self.places = self.of = self.ids = row


def _as_record(dtype: np.dtype[Any]) -> Any:
    """Return a function that takes an array and a row, and returns the row as a record."""
    if INTERPRETED:
        return lambda array, row: _Row(array[row])
    record = numba.typeof(np.zeros(1, dtype)).dtype  # type: ignore[no-untyped-call]

    def typed(typing_context: Any, array: Any, row: Any) -> Any:
        """Return where the row begins; nothing is copied or counted."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            found = context.make_array(signature.args[0])(context, builder, arguments[0])
            row = context.cast(builder, arguments[1], signature.args[1], types.intp)
            offset = builder.mul(row, builder.extract_value(found.strides, 0))
            return cgutils.pointer_add(
                builder, found.data, offset, context.get_value_type(signature.return_type)
            )

        return record(array, row), generate

    return intrinsic(typed)


sheet_at: Any = _as_record(SHEET_DTYPE)
flag_at: Any = _as_record(FLAG_DTYPE)
menu_at: Any = _as_record(MENU_DTYPE)

LINE = 64
"""Bytes that a processor fetches at once."""

if INTERPRETED:

    def fetch_row(array: Any, row: int, most: int) -> None:
        """Do nothing: plain Python is slow for other reasons."""

else:

    @intrinsic
    def fetch_row(typing_context: Any, array: Any, row: Any, most: Any) -> Any:
        """Let the processor fetch a row, or its first bytes, while it is busy with another."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            found = context.make_array(signature.args[0])(context, builder, arguments[0])
            row = context.cast(builder, arguments[1], signature.args[1], types.intp)
            most = context.cast(builder, arguments[2], signature.args[2], types.intp)
            stride = builder.extract_value(found.strides, 0)
            shorter = builder.icmp_signed("<", stride, most)
            size = builder.select(shorter, stride, most)
            pointer = ir.IntType(8).as_pointer()
            whole = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [pointer, whole, whole, whole])
            prefetch = builder.module.declare_intrinsic("llvm.prefetch", (pointer,), kind)
            first = cgutils.pointer_add(builder, found.data, builder.mul(row, stride), pointer)
            with cgutils.for_range_slice(
                builder, stride.type(0), size, stride.type(LINE), inc=True
            ) as (at, _):
                line = builder.gep(first, [at])
                builder.call(prefetch, [line, whole(1), whole(3), whole(1)])
            return context.get_dummy_value()

        return types.void(array, row, most), generate
