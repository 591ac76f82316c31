"""Compiled code on disk: a folder for each version of the sources, made once and then only read.

A folder has its name only when it is finished: it is made under another name and renamed. Whoever
uses one holds a shared lock on it, and whoever makes one an exclusive lock on the folder around
it. So a second process waits for the first, a lock ends with its process however that ends, and
what somebody uses is not removed.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numba
from numba.core import serialize
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

from branchline.rules import linking

try:
    import fcntl
except ImportError:  # there is none on Windows
    fcntl = None  # type: ignore[assignment]

UNUSED = 30 * 24 * 3600
"""Seconds after which a cache that nobody used is removed, when another one is made."""
_FINISHED = "finished"

_compiler_lock: Any = global_compiler_lock
_functions: dict[str, KeptFunction] = {}  # by where they are kept
_loaded: dict[str, tuple[Any, Any]] = {}  # the signature and the code of each that was on disk


class Cache:
    """The compiled code of the functions of one folder, for exactly these sources."""

    def __init__(self, folder: Path, *also: Path) -> None:
        self.folder = folder
        self.name = f"{folder.name}-{_digest(folder, *also)}"
        self._path: Path | None = None
        self._making: Path | None = None
        self._lock: int | None = None

    def _places(self) -> list[Path]:
        """Return where a cache may be: beside the sources, or else in one's own folder.

        There, too, each package has a place of its own: one who makes two locks both.
        """
        places = [self.folder / "__pycache__"]
        with contextlib.suppress(RuntimeError):  # nobody's home is known
            places.append(Path.home() / ".cache" / "branchline" / self.folder.name)
        return places

    @property
    def is_found(self) -> bool:
        """Whether there is a finished cache, which this process may then read until it ends."""
        if self._path is None:
            self._path = next(
                (place / self.name for place in self._places() if self._use(place / self.name)),
                None,
            )
        return self._path is not None

    def _use(self, path: Path) -> bool:
        """Take a cache in use, if it is there and whole; that needs no right to write."""
        try:
            lock = _lock_with_others(path)
        except OSError:
            return False
        if not _is_whole(path) or not _is_at(lock, path):
            _let_go(lock)
            return False
        self._lock = lock  # never given back: the cache is in use for as long as this process is
        with contextlib.suppress(OSError):  # somebody else's, then they do it
            os.utime(path)
        return True

    def count_made(self) -> int:
        """Return how many functions are in it by now, whoever makes it."""
        for place in self._places():
            for name in (f"{self.name}.making", self.name):
                with contextlib.suppress(OSError):
                    return len(os.listdir(place / name))
        return 0

    @contextlib.contextmanager
    def being_made(self, waiting: Callable[[], None]) -> Iterator[bool]:
        """Have the place where a cache is made to oneself; False if somebody was faster.

        ``waiting`` is called again and again while somebody else makes one; it takes a moment.
        """
        place = self._writable()
        lock = _lock_alone(place, waiting)
        try:
            if self.is_found:
                yield False
                return
            self._making = place / f"{self.name}.making"
            shutil.rmtree(self._making, ignore_errors=True)  # of one that was killed
            self._making.mkdir()
            try:
                yield True
                self._finish(self._making, place / self.name)
            except BaseException:
                shutil.rmtree(self._making, ignore_errors=True)
                raise
            finally:
                self._making = None
            _remove_unused(self.folder.name, place / self.name)
        finally:
            _let_go(lock)

    def _finish(self, made: Path, path: Path) -> None:
        if path.exists():  # it was not whole
            shutil.rmtree(path)
        (made / _FINISHED).write_text(str(_size(made)))
        if hasattr(os, "sync"):
            os.sync()  # after a power cut the name must not be there without what is in it
        made.rename(path)
        self._path = path if self._use(path) else None

    def _writable(self) -> Path:
        """Return the first place where a cache can be made."""
        *better, last = self._places()
        for place in better:
            with contextlib.suppress(OSError):
                place.mkdir(exist_ok=True)
                probe = place / f"{self.name}.{os.getpid()}.probe"
                probe.touch()
                probe.unlink()
                return place
        last.mkdir(parents=True, exist_ok=True)
        return last

    def read(self, name: str) -> Any:
        """Return what was kept under a name, or None."""
        path = self._making or (self._path if self.is_found else None)
        if path is None:
            return None
        try:
            return pickle.loads((path / name).read_bytes())
        except Exception:  # whatever is wrong with it, it can be compiled again
            return None

    def write(self, name: str, what: Any) -> None:
        """Keep something, if the cache is being made."""
        if self._making is not None:
            dumps: Any = serialize.dumps
            (self._making / name).write_bytes(dumps(what))


class KeptFunction:
    """The compiled code of one function, as numba asks for it and hands it over."""

    def __init__(self, function: Any, cache: Cache, load_calls: Callable[[], None]) -> None:
        code = function.__code__
        self.cache = cache
        module = ".".join(Path(code.co_filename).with_suffix("").relative_to(cache.folder).parts)
        self.name = f"{module}.{code.co_name}-{code.co_firstlineno}"
        self.home = f"{cache.folder.name}/{self.name}"
        self.load_calls = load_calls
        _functions[self.home] = self

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the code for a signature, or None if it has to be compiled.

        Before it is compiled, what it calls is loaded.
        """
        load_together([self])
        kept_for, result = _loaded.get(self.home, (None, None))
        if kept_for == signature:
            return result
        self.load_calls()
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep the code for a signature."""
        assert not result.library.has_dynamic_globals, "addresses of this process are in it"
        self.cache.write(self.name, linking.keep(signature, result, self.home))

    @property
    def cache_path(self) -> str:
        """Where it is kept."""
        return str(self.cache.folder / "__pycache__")

    def enable(self) -> None:
        """Do nothing: it is always enabled."""

    def disable(self) -> None:
        """Do nothing: it is always enabled."""

    def flush(self) -> None:
        """Do nothing: what is finished stays."""


def load_together(functions: Iterable[KeptFunction]) -> None:
    """Load those functions that are on disk with all that they need."""
    target = cpu_target.target_context
    with _compiler_lock:
        target.refresh()
        found: dict[str, linking.KeptCode] = {}
        for function in functions:
            more = dict(found)
            if _find(function.home, more):
                found = more
        if found:
            for home, result in linking.load(target, found).items():
                _loaded[home] = found[home].signature, result


def _find(home: str, found: dict[str, linking.KeptCode]) -> bool:
    """Find a function and all that it needs on disk; what it needs comes first."""
    if home in _loaded or home in found:
        return True
    kept: linking.KeptCode | None = None
    if home in _functions:
        kept = _functions[home].cache.read(_functions[home].name)
    if kept is None:
        return False
    if linking.is_loaded(kept.name):  # it was compiled here
        return True
    for name, needed in kept.needs.items():
        if not linking.is_loaded(name) and not _find(needed, found):
            return False
    found[home] = kept
    return True


def _digest(*folders: Path) -> str:
    """Return a name for all that compiled code depends on.

    A change in a rule that is called from another file matters too. So the text of all files is in
    it, as it is when they are read; and numba, Python and the processor.
    """
    machine = cpu_target.target_context.codegen().magic_tuple()
    version = f"{numba.__version__} {sys.implementation.cache_tag} {machine}"
    digest = hashlib.sha256(version.encode())
    for folder in sorted(set(folders)):
        for source in sorted(folder.rglob("*.py")):
            digest.update(f"{folder.name}/{source.relative_to(folder).as_posix()}".encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _lock_with_others(folder: Path) -> int:
    """Lock a folder that others may use, too."""
    if fcntl is None:
        os.stat(folder)
        return -1
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    with contextlib.suppress(OSError):  # a file system without locks
        fcntl.flock(handle, fcntl.LOCK_SH)
    return handle


def _lock_alone(folder: Path, waiting: Callable[[], None]) -> int:
    """Lock a folder for oneself; wait for whoever has it."""
    if fcntl is None:
        return -1
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                waiting()
                continue
            except OSError:  # a file system without locks
                pass
            return handle
    except BaseException:
        os.close(handle)
        raise


def _let_go(lock: int) -> None:
    if lock >= 0:
        os.close(lock)


def _is_at(lock: int, path: Path) -> bool:
    """Whether what we locked is still there, and not removed while we waited."""
    return lock < 0 or (path.exists() and os.path.samestat(os.fstat(lock), os.stat(path)))


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir() if file.name != _FINISHED)


def _is_whole(folder: Path) -> bool:
    try:
        return (folder / _FINISHED).read_text() == str(_size(folder))
    except OSError:
        return False


def _remove_unused(kind: str, ours: Path) -> None:
    """Remove the caches beside ours that nobody used for long and nobody uses now."""
    if fcntl is None:
        return  # without locks nobody can tell
    for other in ours.parent.glob(f"{kind}-*"):
        with contextlib.suppress(OSError):
            age = ours.stat().st_mtime - other.stat().st_mtime
            if other == ours or age < UNUSED:
                continue
            lock = os.open(other, os.O_RDONLY | os.O_DIRECTORY)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(other, ignore_errors=True)
            finally:
                os.close(lock)
