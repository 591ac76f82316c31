"""The compiled code on disk: whose it is, who may remove it, and what a kill leaves behind.

A small package of its own stands for the rules, so that compiling is quick. Each story is told in
a process of its own. To read numba takes a second: one process does it and is forked for each.
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

import pytest

from branchline.rules import cache as caching
from branchline.rules import rule as decorator

from ..patience import until
from ..processes import is_running

SOURCE = """
    from __future__ import annotations
    from branchline.rules.rule import rule

    @rule
    def double(n: int) -> int:
        return n * {factor}

    @rule
    def twice_double(n: int) -> int:
        return double(double(n))
"""
TELLER = """
    import os, socket, sys
    from branchline.rules import rule as decorator
    decorator.numba.njit(lambda n: n * 2)(1)  # now all of numba has been read
    asked = socket.socket(fileno=0)
    watchers = []
    while True:
        story, ends, _, _ = socket.recv_fds(asked, 1 << 16, 3)
        for watcher in watchers[:]:
            if os.waitpid(watcher, os.WNOHANG)[0]:
                watchers.remove(watcher)
        if not story:
            for watcher in watchers:
                os.waitpid(watcher, 0)
            sys.exit()
        watchers.append(os.fork())
        if not watchers[-1]:
            break
        for end in ends:
            os.close(end)
    teller = os.fork()
    if teller:  # the parent waits, and checks how the story ended
        os.close(ends[0])
        os.close(ends[1])
        os.write(ends[2], f"{teller}\\n".encode())
        how = os.waitstatus_to_exitcode(os.waitpid(teller, 0)[1])
        os.write(ends[2], f"{how}\\n".encode())
        os._exit(0)
    asked.detach()
    os.dup2(ends[0], 0)
    os.dup2(ends[1], 1)
    for end in ends:
        os.close(end)
    exec(story.decode())
    sys.stdout.flush()
    os._exit(0)  # to take numba to pieces would take time
"""
STORY = """
    os.environ["HOME"] = {home!r}
    sys.path.insert(0, {place!r})
    from toy import sums
    cache = decorator._caches[__import__("pathlib").Path(sums.__file__).parent]
    compiled = []
    compile_all = decorator._compile_all
    decorator._compile_all = lambda todo: compiled.append(todo) or compile_all(todo)
"""


@dataclass
class Process:
    """One that tells a story: what can be said to it, what it says, and how it ended."""

    stdin: TextIO
    stdout: TextIO
    status: TextIO
    returncode: int | None = None
    pid: int = field(init=False)

    def __post_init__(self) -> None:
        self.pid = int(self.status.readline())

    def communicate(self, words: str = "") -> str:
        """Say something to it and hear it out."""
        with self.stdin:
            self.stdin.write(words)
        with self.stdout, self.status:
            said = self.stdout.read()
            self.returncode = int(self.status.readline())
        return said


class Teller:
    """The process that has read numba, from which the others are forked."""

    def __init__(self) -> None:
        self.line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-c", textwrap.dedent(TELLER)],
                env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
                stdin=theirs.fileno(),
            )

    def start(self, story: str) -> Process:
        """Begin a story in a process of its own."""
        (into, to_it), (from_it, out), (status, how) = os.pipe(), os.pipe(), os.pipe()
        socket.send_fds(self.line, [story.encode()], [into, out, how])
        for end in (into, out, how):
            os.close(end)
        return Process(open(to_it, "w"), open(from_it), open(status))

    def end(self) -> None:
        """Let it end, once all stories are told."""
        self.line.close()
        assert self.process.wait() == 0


class Toy:
    """A package of two compiled functions, and processes that use it."""

    def __init__(self, place: Path, teller: Teller) -> None:
        self.place = place
        self.teller = teller
        self.folder = place / "toy"
        self.folder.mkdir(parents=True)
        (self.folder / "__init__.py").touch()
        self.home = place / "home"
        self.home.mkdir()
        self.home.chmod(0o777)
        self.begun: list[Process] = []
        self.write(2)

    def write(self, factor: int) -> None:
        """Make another version of it."""
        (self.folder / "sums.py").write_text(textwrap.dedent(SOURCE).format(factor=factor))

    def start(self, story: str) -> Process:
        """Begin a story about it."""
        begun = textwrap.dedent(STORY).format(place=str(self.place), home=str(self.home))
        self.begun.append(self.teller.start(begun + textwrap.dedent(story)))
        return self.begun[-1]

    def run(self, story: str) -> str:
        """Let a process tell a story to its end; return what it said."""
        process = self.start(story)
        said = process.communicate()
        assert process.returncode == 0
        return said.strip()

    def end(self) -> None:
        """End the processes that a failed test has not heard out."""
        for process in self.begun:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process.pid, signal.SIGKILL)

    def caches(self, beside: bool = True) -> set[str]:
        """The finished and unfinished caches there are."""
        place = self.folder / "__pycache__" if beside else self.home / ".cache/branchline/toy"
        return {found.name for found in place.glob("toy-*")}


COMPILE = "decorator.compile_rules(); print(sums.twice_double(5), len(compiled))"


@pytest.fixture(scope="module")
def teller() -> Iterator[Teller]:
    teller = Teller()
    yield teller
    teller.end()


@pytest.fixture
def toy(teller: Teller) -> Iterator[Toy]:
    with tempfile.TemporaryDirectory() as place:
        os.chmod(place, 0o755)  # a stranger looks at it too
        toy = Toy(Path(place), teller)
        yield toy
        toy.end()
        if toy.folder.exists():
            for folder in [toy.folder, *filter(Path.is_dir, toy.folder.rglob("*"))]:
                folder.chmod(0o755)


def test_what_is_compiled_once_is_found_again(toy: Toy) -> None:
    assert toy.run(COMPILE) == "20 1"
    assert toy.run(COMPILE) == "20 0"
    assert len(toy.caches()) == 1


def test_versions_live_side_by_side(toy: Toy) -> None:
    toy.run(COMPILE)
    toy.write(3)
    assert toy.run(COMPILE) == "45 1"
    toy.write(2)
    assert toy.run(COMPILE) == "20 0"
    assert len(toy.caches()) == 2


def test_an_upgrade_in_place_changes_nothing_for_who_runs(toy: Toy) -> None:
    toy.run(COMPILE)
    old = toy.start(f"{COMPILE}; sys.stdout.flush(); input(); print(sums.double(5))")
    assert old.stdout.readline() == "20 0\n"
    toy.write(3)
    assert toy.run(COMPILE) == "45 1"
    assert old.communicate("\n") == "10\n"


def test_what_is_loaded_needs_no_disk_and_is_never_compiled_again(toy: Toy) -> None:
    toy.run(COMPILE)
    process = toy.start(
        """
        print(decorator.is_compiled())
        decorator.load_rules()
        print(decorator.is_compiled(), flush=True)
        input()
        os.write(1, f"{sums.twice_double(5)} {len(sums.twice_double.overloads)}\\n".encode())
        try:
            sums.twice_double("text")
        except TypeError:
            os.write(1, b"refused\\n")
        """
    )
    assert process.stdout.readline() == "False\n"
    assert process.stdout.readline() == "True\n"
    shutil.rmtree(toy.folder)
    assert process.communicate("\n") == "20 1\nrefused\n"


def grow_old(toy: Toy) -> None:
    """Let all caches be unused for long."""
    for found in (toy.folder / "__pycache__").glob("toy-*"):
        then = found.stat().st_mtime - caching.UNUSED - 60
        os.utime(found, (then, then))


def test_a_cache_unused_for_long_is_removed_unless_somebody_uses_it(toy: Toy) -> None:
    toy.run(COMPILE)
    first = toy.caches()
    using = toy.start(f"{COMPILE}; sys.stdout.flush(); input()")
    using.stdout.readline()
    grow_old(toy)
    toy.write(3)
    toy.run(COMPILE)
    assert first < toy.caches(), "it was removed while somebody used it"
    using.communicate("\n")
    grow_old(toy)
    toy.write(4)
    toy.run(COMPILE)
    assert len(toy.caches()) == 1


def test_of_two_who_compile_the_same_at_once_one_waits(toy: Toy) -> None:
    both = [toy.start(COMPILE) for _ in range(2)]
    said = sorted(process.communicate().strip() for process in both)
    assert said == ["20 0", "20 1"]
    assert len(toy.caches()) == 1


def test_who_waits_is_told_how_much_the_other_has_done(toy: Toy) -> None:
    working = toy.start(
        """
        with cache.being_made(lambda: None):
            print("begun", flush=True)
            input()
            cache.write("one", 1)
            input()
            os._exit(0)
        """
    )
    assert working.stdout.readline() == "begun\n"
    waiting = toy.start("decorator.compile_rules(lambda *far: print(*far, flush=True))")
    assert waiting.stdout.readline() == "0 2\n"
    working.stdin.write("\n")
    working.stdin.flush()
    while (line := waiting.stdout.readline()) == "0 2\n":
        pass
    assert line == "1 2\n"
    working.communicate("\n")
    told = waiting.communicate().splitlines()
    assert told[-3:] == ["0 2", "1 2", "2 2"], "it begins anew if the other gave up"
    assert len(toy.caches()) == 1


def test_who_waits_until_the_other_has_done_it_all_compiles_nothing(toy: Toy) -> None:
    working = toy.start(
        """
        begun = decorator._compile_all
        def held(todo):
            print("begun", flush=True)
            input()
            yield from begun(todo)
        decorator._compile_all = held
        decorator.compile_rules()
        """
    )
    assert working.stdout.readline() == "begun\n"
    waiting = toy.start(
        "decorator.compile_rules(lambda *far: print(*far, flush=True)); print(len(compiled))"
    )
    assert waiting.stdout.readline() == "0 2\n"
    working.communicate("\n")
    assert waiting.communicate().splitlines()[-2:] == ["2 2", "0"]


def test_what_cannot_be_compiled_is_named(toy: Toy) -> None:
    said = toy.run(
        """
        def fails(compiled):
            raise TypeError("no such type")
        decorator._load = fails
        decorator.os.sched_getaffinity = lambda _: {0, 1}
        decorator._compiled[cache] *= 4
        sys.stderr = open(os.devnull, "w")
        try:
            decorator.compile_rules()
        except decorator.CompileError as problem:
            print(problem)
        """
    )
    assert said in ("double: TypeError: no such type", "twice_double: TypeError: no such type")
    assert not toy.caches()


def test_a_killed_compile_leaves_no_process_and_nothing_that_is_believed(toy: Toy) -> None:
    process = toy.start(
        """
        import signal
        def slow(compiled):
            os.write(1, f"{os.getpid()}\\n".encode())
            signal.pause()
        decorator._load = slow
        decorator.os.sched_getaffinity = lambda _: {0, 1}
        decorator._compiled[cache] *= 4
        decorator.compile_rules()
        """
    )
    workers = [int(process.stdout.readline()) for _ in range(2)]
    assert process.pid not in workers
    os.kill(process.pid, signal.SIGKILL)
    try:
        until(lambda: not any(map(is_running, workers)))
    finally:
        for pid in filter(is_running, workers):
            os.kill(pid, signal.SIGKILL)
    process.communicate()
    assert all(name.endswith(".making") for name in toy.caches())
    assert toy.run(COMPILE) == "20 1"
    assert not [name for name in toy.caches() if name.endswith(".making")]


def test_a_file_cut_short_is_compiled_again(toy: Toy) -> None:
    toy.run(COMPILE)
    (name,) = toy.caches()
    kept = next((toy.folder / "__pycache__" / name).glob("*twice_double*"))
    kept.write_bytes(kept.read_bytes()[:100])
    assert toy.run(COMPILE) == "20 1"
    assert toy.run(COMPILE) == "20 0"


STRANGER = "os.getuid() or os.seteuid(65534); "
"""Nothing is closed to root, so root becomes somebody else; all of numba has been read before."""


def close(folder: Path) -> None:
    """Let nobody write into a package."""
    for found in [*folder.rglob("*"), folder]:
        found.chmod(0o555 if found.is_dir() else 0o444)


BY_NAME = "decorator.linking.LARGE = 1; "
"""Every function counts as large: none is copied into a caller."""


def test_a_large_function_is_called_by_name_and_loaded_before_its_caller(toy: Toy) -> None:
    assert toy.run(BY_NAME + COMPILE) == "20 1"
    alone = toy.run(
        """
        assert cache.is_found
        print(*cache.read(sums.twice_double._cache.name).needs.values())
        print(sums.twice_double(5), len(sums.double.overloads))
        """
    )
    assert alone.splitlines() == ["toy/sums.double-5", "20 0"]


def test_a_small_function_is_in_its_caller(toy: Toy) -> None:
    toy.run(COMPILE)
    assert toy.run("cache.is_found; print(cache.read(sums.twice_double._cache.name).needs)") == "{}"


def test_a_function_has_the_same_name_in_every_process(toy: Toy) -> None:
    tell = "print(next(iter(sums.twice_double.overloads.values())).fndesc.llvm_func_name)"
    others = "; ".join(["decorator.numba.njit(lambda n: n + 1)(1)"] * 2)
    first = toy.run(f"sums.twice_double(5); {tell}")
    assert toy.run(f"{others}; sums.double(5); sums.twice_double(5); {tell}") == first
    assert "twice_double" in first


def test_code_that_needs_what_is_not_loaded_is_refused(toy: Toy) -> None:
    toy.run(BY_NAME + COMPILE)
    said = toy.run(
        """
        assert cache.is_found
        kept = cache.read(sums.twice_double._cache.name)
        try:
            decorator.linking.load(sums.double.targetctx, {"here": kept})
        except decorator.linking.NotLoadedError as problem:
            print(str(problem) == cache.read(sums.double._cache.name).name)
        """
    )
    assert said == "True", "LLVM would have ended the process"


def test_what_is_needed_and_cannot_be_read_is_compiled_again(toy: Toy) -> None:
    toy.run(BY_NAME + COMPILE)
    (name,) = toy.caches()
    kept = next((toy.folder / "__pycache__" / name).glob("*.double-*"))
    kept.write_bytes(bytes(kept.stat().st_size))
    assert toy.run(f"{BY_NAME}assert cache.is_found; {COMPILE}") == "20 0"


def test_a_package_nobody_may_write_to_is_compiled_elsewhere(toy: Toy) -> None:
    close(toy.folder)
    assert toy.run(STRANGER + COMPILE) == "20 1"
    assert toy.run(STRANGER + COMPILE) == "20 0"
    assert len(toy.caches(beside=False)) == 1


def test_a_finished_cache_that_can_only_be_read_is_used(toy: Toy) -> None:
    toy.run(COMPILE)
    close(toy.folder)
    assert toy.run(STRANGER + COMPILE) == "20 0"
    assert not toy.caches(beside=False)


def test_a_stopped_compile_goes_on_from_the_start(toy: Toy) -> None:
    process = toy.start(
        """
        def stopped(compiled):
            raise KeyboardInterrupt
        decorator._load = stopped
        decorator.compile_rules()
        """
    )
    process.communicate()
    assert process.returncode == -signal.SIGINT or process.returncode == 130
    assert not toy.caches()
    assert toy.run(COMPILE) == "20 1"


MORE = """
    from __future__ import annotations
    from branchline.rules.rule import rule
    from toy.sums import double

    @rule
    def double_and_one(n: int) -> int:
        return double(n) + 1
"""
"""A package within the package, that is compiled later."""


def add_more(toy: Toy) -> None:
    folder = toy.folder / decorator.LATER[0]
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "more.py").write_text(textwrap.dedent(MORE))


READ_MORE = f"""
from toy.{decorator.LATER[0]} import more
functions = lambda: [[one.py_func.__name__ for one in todo] for todo in compiled]
"""
FIRST = """
decorator.compile_rules(whole=False)
print(functions(), decorator.is_found())
decorator.load_rules()
print(decorator.is_compiled(), len(more.double_and_one.overloads))
"""
THEN = "decorator.compile_rules(); print(functions(), decorator.is_found(), more.double_and_one(3))"


def test_what_no_table_needs_is_compiled_later(toy: Toy) -> None:
    add_more(toy)
    first = toy.run(READ_MORE + FIRST)
    assert first.splitlines() == ["[['double', 'twice_double']] False", "True 0"]
    assert toy.run(READ_MORE + THEN) == "[['double_and_one']] True 7"


def test_a_change_in_what_a_later_package_stands_in_compiles_it_again(toy: Toy) -> None:
    add_more(toy)
    assert toy.run(READ_MORE + THEN).endswith("True 7")
    assert toy.run(READ_MORE + THEN) == "[] True 7"
    toy.write(3)
    assert toy.run(READ_MORE + THEN).endswith("True 10")


def test_two_packages_nobody_may_write_to_do_not_wait_for_each_other(toy: Toy) -> None:
    add_more(toy)
    close(toy.folder)
    nobody_waits = "decorator.threading.Event = None; "
    told = READ_MORE + STRANGER + nobody_waits + COMPILE
    assert toy.run(told) == "20 1"
    assert toy.run(told) == "20 0"
