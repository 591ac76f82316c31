"""Records: classes whose annotations give both the fields of a numpy record and their types."""

from __future__ import annotations

from typing import (
    Annotated,
    Any,
    Protocol,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

import numba
import numpy as np
from numpy.typing import NDArray

from branchline.rules.rule import INTERPRETED, name_types

# Single numbers as compiled code reads them, and how many bits they are stored in.
Int8: TypeAlias = Annotated[int, np.int8]
Int16: TypeAlias = Annotated[int, np.int16]
Int32: TypeAlias = Annotated[int, np.int32]
Real: TypeAlias = Annotated[float, np.float64]

R = TypeVar("R")


class RecordType:
    """A record; its fields are what a class made from this one annotates.

    A field is a number (``Int8``), a record, or an array with its shape
    (``Annotated[Bytes, 6, 9]``). There are never objects of the class itself: rules are handed
    records, whose fields are attributes; Python reads them as items.
    """

    def __getitem__(self, field: str) -> Any:
        """Return a field."""
        raise NotImplementedError

    def __setitem__(self, field: str, value: Any) -> None:
        """Set a field."""
        raise NotImplementedError


class Records(Protocol[R]):
    """An array of records."""

    @overload
    def __getitem__(self, place: int, /) -> R: ...
    @overload
    def __getitem__(self, places: slice, /) -> Records[R]: ...
    @overload
    def __getitem__(self, field: str, /) -> NDArray[Any]: ...
    def __setitem__(self, place: Any, value: Any, /) -> None:
        """Set a record, or a field of all."""

    def copy(self) -> Records[R]:
        """Return another array with the same records."""

    def tobytes(self) -> bytes:
        """Return the records as they are stored."""

    def view(self, kind: Any, /) -> NDArray[Any]:
        """Return the same memory read as something else."""

    def __array__(self) -> NDArray[Any]:
        """Return the array for functions of numpy."""


_dtypes: dict[type[RecordType], np.dtype[Any]] = {}


def record_type(record: type[RecordType]) -> np.dtype[Any]:
    """Return the numpy type of a record, for which its name stands in the annotations of rules.

    The name with an s stands for an array of such records.
    """
    hints = get_type_hints(record, include_extras=True)
    dtype = np.dtype([_field(name, hint) for name, hint in hints.items()], align=True)
    if INTERPRETED:
        # Plain structures are handed to compiled code three times faster, but only np.record lets
        # interpreted rules read a field by name.
        dtype = np.dtype((np.record, dtype))
    else:
        array = numba.typeof(np.zeros(1, dtype))  # type: ignore[no-untyped-call]
        name_types({record.__name__: array.dtype, f"{record.__name__}s": array})
    _dtypes[record] = dtype
    return dtype


def _field(name: str, hint: Any) -> tuple[Any, ...]:
    """Return a field as numpy wants it: its name, its type and, for an array, its shape."""
    if isinstance(hint, type):
        return name, _dtypes[hint] if issubclass(hint, RecordType) else hint
    kind, *extra = get_args(hint)
    if get_origin(kind) is np.ndarray:
        numbers = get_args(kind)[1]
        return name, get_args(numbers)[0], tuple(extra)
    return name, *extra
