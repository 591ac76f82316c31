"""Reads a QR code that is known to be clean: bytes, version 2 to 6, error correction M."""

from __future__ import annotations

from collections.abc import Callable, Iterator

Matrix = list[list[bool]]

BLOCKS = {2: (1, 28), 3: (1, 44), 4: (2, 32), 5: (2, 43), 6: (4, 27)}
"""For each version how many blocks there are and how many bytes of data each has."""
MASKS: list[Callable[[int, int], int]] = [
    lambda r, c: (r + c) % 2,
    lambda r, c: r % 2,
    lambda r, c: c % 3,
    lambda r, c: (r + c) % 3,
    lambda r, c: (r // 2 + c // 3) % 2,
    lambda r, c: r * c % 2 + r * c % 3,
    lambda r, c: (r * c % 2 + r * c % 3) % 2,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2,
]


def read(code: Matrix) -> str:
    """Return the text of a code without its border."""
    size = len(code)
    version = (size - 17) // 4
    count, length = BLOCKS[version]
    cells = _path(size)
    mask = MASKS[_mask(code)]
    bits = [code[row][column] ^ (mask(row, column) == 0) for row, column in cells]
    words = [_number(bits[i : i + 8]) for i in range(0, len(bits) - 7, 8)]
    data = [word for block in range(count) for word in words[block : count * length : count]]
    stream = [bit == "1" for word in data for bit in f"{word:08b}"]
    assert _number(stream[:4]) == 4, "not in bytes"
    letters = _number(stream[4:12])
    found = bytes(_number(stream[12 + 8 * i : 20 + 8 * i]) for i in range(letters))
    return found.decode()


def _number(bits: list[bool]) -> int:
    return int("".join("1" if bit else "0" for bit in bits), 2)


def _mask(code: Matrix) -> int:
    row = [code[8][column] for column in (0, 1, 2, 3, 4)]
    return (_number(row) ^ 0b10101) & 0b111


def _path(size: int) -> list[tuple[int, int]]:
    """The cells that carry data, in the order in which they are written."""

    def columns() -> Iterator[int]:
        yield from range(size - 1, 6, -2)
        yield from (5, 3, 1)

    cells = []
    for turn, right in enumerate(columns()):
        rows = range(size - 1, -1, -1) if turn % 2 == 0 else range(size)
        cells += [(row, column) for row in rows for column in (right, right - 1)]
    return [cell for cell in cells if not _is_pattern(size, *cell)]


def _is_pattern(size: int, row: int, column: int) -> bool:
    corner = size - 7
    return (
        6 in (row, column)
        or (row < 9 and column < 9)
        or (row < 9 and column >= size - 8)
        or (row >= size - 8 and column < 9)
        or (abs(row - corner) <= 2 and abs(column - corner) <= 2)
    )
