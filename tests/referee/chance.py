"""All chance of a game, worked out again from its key: ChaCha8, numbers below n, shuffles."""

from typing import TypeVar

Thing = TypeVar("Thing")

WORD = 2**32


def rotate(word: int, bits: int) -> int:
    return ((word << bits) | (word >> (32 - bits))) % WORD


def quarter_round(x: list[int], a: int, b: int, c: int, d: int) -> None:
    x[a] = (x[a] + x[b]) % WORD
    x[d] = rotate(x[d] ^ x[a], 16)
    x[c] = (x[c] + x[d]) % WORD
    x[b] = rotate(x[b] ^ x[c], 12)
    x[a] = (x[a] + x[b]) % WORD
    x[d] = rotate(x[d] ^ x[a], 8)
    x[c] = (x[c] + x[d]) % WORD
    x[b] = rotate(x[b] ^ x[c], 7)


def block(key: bytes, counter: int, rounds: int = 8) -> list[int]:
    """The sixteen output words for one value of the block counter, with a nonce of 0."""
    constant = b"expand 32-byte k"
    start = [int.from_bytes(constant[i : i + 4], "little") for i in range(0, 16, 4)]
    start += [int.from_bytes(key[i : i + 4], "little") for i in range(0, 32, 4)]
    start += [counter % WORD, counter // WORD % WORD, 0, 0]
    x = list(start)
    for _ in range(rounds // 2):
        for column in range(4):
            quarter_round(x, column, 4 + column, 8 + column, 12 + column)
        for a in range(4):
            quarter_round(x, a, 4 + (a + 1) % 4, 8 + (a + 2) % 4, 12 + (a + 3) % 4)
    return [(mixed + first) % WORD for mixed, first in zip(x, start, strict=True)]


class Chance:
    """The one stream of chance of a game; every word is used once, in order."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.counter = 0
        self.words: list[int] = []

    def word(self) -> int:
        if not self.words:
            self.words = block(self.key, self.counter)
            self.counter += 1
        return self.words.pop(0)

    def below(self, n: int) -> int:
        threshold = (WORD - n) % n
        while True:
            m = self.word() * n
            if m % WORD >= threshold:
                return m // WORD

    def shuffle(self, things: list[Thing]) -> None:
        for i in range(len(things) - 1, 0, -1):
            j = self.below(i + 1)
            things[i], things[j] = things[j], things[i]
