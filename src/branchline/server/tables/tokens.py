"""Secrets: made of the system's randomness, compared and stored only as hashes."""

from __future__ import annotations

import hashlib
import os
import secrets

_ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # without l, o, 0, 1: ids are read aloud

TEST_SEED = "BRANCHLINE_TEST_SEED"
"""For tests only: the keys of all tables follow from this and their order."""

_made = 0


def new_secret() -> str:
    """Return a new secret: 32 random bytes."""
    return secrets.token_urlsafe(32)


def new_invite() -> str:
    """Return a new invite."""
    return secrets.token_urlsafe(12)


def new_id() -> str:
    """Return a new id of a table."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(10))


def new_key() -> bytes:
    """Return the secret key of a shuffle."""
    global _made
    seed = os.environ.get(TEST_SEED)
    if seed is None:
        return secrets.token_bytes(32)
    _made += 1
    return hashlib.sha256(f"branchline test key {seed} {_made}".encode()).digest()


def hashed(secret: str) -> str:
    """Return what is stored of a secret. It has 256 random bits, so no salt is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def commitment(key: bytes) -> str:
    """Return what is shown of a key before the deal."""
    return hashlib.sha256(key).hexdigest()
