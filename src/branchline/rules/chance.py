"""Chance: ChaCha with 8 rounds, its key and counter in the state (docs/records.md)."""

from __future__ import annotations

import numpy as np

from branchline.rules.rule import rule
from branchline.rules.state import Bytes, Chance, Word

_W16, _W20, _W12, _W24 = np.uint32(16), np.uint32(20), np.uint32(12), np.uint32(24)
_W8, _W25, _W7 = np.uint32(8), np.uint32(25), np.uint32(7)
_C0, _C1 = np.uint32(0x61707865), np.uint32(0x3320646E)
_C2, _C3 = np.uint32(0x79622D32), np.uint32(0x6B206574)
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_ONE = np.uint64(1)


@rule
def quarter(a: Word, b: Word, c: Word, d: Word) -> tuple[Word, Word, Word, Word]:
    """Mix four words: ChaCha's quarter round."""
    a = np.uint32(a + b)
    d ^= a
    d = np.uint32(np.uint32(d << _W16) | (d >> _W16))
    c = np.uint32(c + d)
    b ^= c
    b = np.uint32(np.uint32(b << _W12) | (b >> _W20))
    a = np.uint32(a + b)
    d ^= a
    d = np.uint32(np.uint32(d << _W8) | (d >> _W24))
    c = np.uint32(c + d)
    b ^= c
    b = np.uint32(np.uint32(b << _W7) | (b >> _W25))
    return a, b, c, d


@rule
def next_block(r: Chance) -> None:
    """Make the next sixteen words."""
    k = r.key
    n0 = np.uint32(r.counter & _LOW)
    n1 = np.uint32(r.counter >> _HALF)
    zero = np.uint32(0)
    a0, a1, a2, a3 = _C0, _C1, _C2, _C3
    b0, b1, b2, b3 = k[0], k[1], k[2], k[3]
    c0, c1, c2, c3 = k[4], k[5], k[6], k[7]
    d0, d1, d2, d3 = n0, n1, zero, zero
    for _ in range(4):
        a0, b0, c0, d0 = quarter(a0, b0, c0, d0)
        a1, b1, c1, d1 = quarter(a1, b1, c1, d1)
        a2, b2, c2, d2 = quarter(a2, b2, c2, d2)
        a3, b3, c3, d3 = quarter(a3, b3, c3, d3)
        a0, b1, c2, d3 = quarter(a0, b1, c2, d3)
        a1, b2, c3, d0 = quarter(a1, b2, c3, d0)
        a2, b3, c0, d1 = quarter(a2, b3, c0, d1)
        a3, b0, c1, d2 = quarter(a3, b0, c1, d2)
    w = r.block
    w[0] = np.uint32(a0 + _C0)
    w[1] = np.uint32(a1 + _C1)
    w[2] = np.uint32(a2 + _C2)
    w[3] = np.uint32(a3 + _C3)
    w[4] = np.uint32(b0 + k[0])
    w[5] = np.uint32(b1 + k[1])
    w[6] = np.uint32(b2 + k[2])
    w[7] = np.uint32(b3 + k[3])
    w[8] = np.uint32(c0 + k[4])
    w[9] = np.uint32(c1 + k[5])
    w[10] = np.uint32(c2 + k[6])
    w[11] = np.uint32(c3 + k[7])
    w[12] = np.uint32(d0 + n0)
    w[13] = np.uint32(d1 + n1)
    w[14] = d2
    w[15] = d3
    r.counter += _ONE
    r.used = 0


@rule
def start(r: Chance) -> None:
    """Begin the stream of the key that is in place."""
    r.counter = np.uint64(0)
    r.used = 16


@rule
def next_word(r: Chance) -> Word:
    """Return the next 32 bits."""
    if r.used == 16:
        next_block(r)
    word: Word = r.block[r.used]
    r.used += 1
    return word


@rule
def below(r: Chance, n: int) -> int:
    """Return a number from 0 to n − 1, each equally likely."""
    wide = np.uint64(n)
    while True:
        m = np.uint64(next_word(r)) * wide
        low = m & _LOW
        if low >= wide or low >= ((_LOW - wide) + _ONE) % wide:
            return int(m >> _HALF)


@rule
def shuffle(r: Chance, pile: Bytes, n: int) -> None:
    """Shuffle the first n things of a pile."""
    for i in range(n - 1, 0, -1):
        j = below(r, i + 1)
        thing = pile[i]
        pile[i] = pile[j]
        pile[j] = thing


@rule
def key_of_game(master: Chance, number: int, game: Chance, players: Chance) -> None:
    """Set the keys of one game of a run: its own, and the one its random players choose by.

    They are block ``number`` of the run's key, so any game of a run can be played alone.
    """
    master.counter = np.uint64(number)
    next_block(master)
    for i in range(8):
        game.key[i] = master.block[i]
        players.key[i] = master.block[8 + i]
    start(game)
    start(players)
