"""A package of its own, with or without compiled rules, and servers that run from it."""

import contextlib
import fcntl
import os
import select
import shutil
import subprocess
import sys
from pathlib import Path
from typing import IO

import branchline
from branchline.client import Client
from branchline.rules import engine, rule

from ..patience import PATIENCE

TELL_TALE = """
from numba.core import compiler
compile_extra = compiler.compile_extra

def tell(*args, **more):
    open({marker!r}, "w").close()
    return compile_extra(*args, **more)

compiler.compile_extra = tell
"""
SERVE = [sys.executable, "-m", "branchline.cli", "serve", "--port", "0", "--bot-workers", "1"]


class Server:
    """A server in a process of its own."""

    def __init__(self, process: subprocess.Popen[str], errors: Path) -> None:
        self.process = process
        self.errors = errors
        """The file with what it says on standard error."""
        assert select.select([self.said], [], [], PATIENCE)[0], "it does not say where it serves"
        line = self.said.readline()
        self.url = next(word for word in line.split() if word.startswith("http"))
        self.client = Client(self.url)

    @property
    def said(self) -> IO[str]:
        assert self.process.stdout is not None
        return self.process.stdout

    @property
    def pid(self) -> int:
        return self.process.pid

    def opened(self) -> set[str]:
        """What it has open."""
        found = set()
        for each in Path(f"/proc/{self.pid}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):  # it was closed meanwhile
                found.add(os.readlink(each))
        return found

    def stop(self) -> int:
        """End it in good order; return how it ended."""
        self.process.terminate()
        self.process.communicate()
        return self.process.returncode


def _not_to_be_copied(folder: str, names: list[str]) -> list[str]:
    """The page, and what was compiled; bytecode is copied, so that nobody makes it anew."""
    if Path(folder).name == "__pycache__":
        return [name for name in names if not name.endswith(".pyc")]
    return ["web"]


class Installed:
    """A copy of the package; what was compiled for ours is put in place when it is wanted."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.home = place / "home"
        self.home.mkdir()
        self.compiled = place / "compiled"
        """A file that is there once something was compiled."""
        (place / "sitecustomize.py").write_text(TELL_TALE.format(marker=str(self.compiled)))
        ours = Path(branchline.__file__).parent
        self.package = place / "branchline"
        shutil.copytree(ours, self.package, ignore=_not_to_be_copied)
        self.web = self.package / "web"
        for name in ("index.html", "assets/page.js"):
            file = self.web / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"this is {name}")
        engine.load_rules()
        self.caches: dict[Path, Path] = {}
        """Where each cache of the copy belongs, and ours, which it is copied from."""
        for cache in rule._caches.values():
            if cache.folder.name not in ("rules", "policy", *rule.LATER):
                continue  # another test may have read what no server needs
            assert cache.is_found
            assert cache._path is not None
            folder = place / cache.folder.relative_to(ours.parent) / "__pycache__"
            folder.mkdir(exist_ok=True)
            self.caches[folder / cache.name] = cache._path
        self._servers: list[Server] = []
        self._locks: dict[Path, int] = {}

    @property
    def later(self) -> list[Path]:
        """The caches that no table needs."""
        return [own for own in self.caches if own.parent.parent.name in rule.LATER]

    def finish(self, *, whole: bool = True) -> None:
        """Put the compiled rules in place, and let those go on who wait for them."""
        for own, ours in self.caches.items():
            if (whole or own not in self.later) and not own.exists():
                shutil.rmtree(own.with_name(f"{own.name}.making"), ignore_errors=True)
                shutil.copytree(ours, own)
                if own in self._locks:
                    os.close(self._locks.pop(own))

    def hold(self) -> None:
        """Be the one who compiles: all others wait."""
        for own in self.caches:
            self._locks[own] = os.open(own.parent, os.O_RDONLY)
            fcntl.flock(self._locks[own], fcntl.LOCK_EX)

    def let_go(self) -> None:
        """Compile no longer."""
        while self._locks:
            os.close(self._locks.popitem()[1])

    def compile(self, functions: int) -> None:
        """Have so many functions compiled."""
        own = next(iter(self.caches))
        making = own.with_name(f"{own.name}.making")
        making.mkdir(exist_ok=True)
        for number in range(functions):
            (making / str(number)).touch()

    def serve(self, *arguments: str) -> Server:
        """Start a server; it says where it is."""
        errors = self.place / f"errors-{len(self._servers)}"
        with errors.open("w") as file:
            process = subprocess.Popen(
                [*SERVE, *arguments],
                cwd=self.place,
                env={**os.environ, "HOME": str(self.home), "PYTHONPATH": str(self.place)},
                stdout=subprocess.PIPE,
                stderr=file,
                text=True,
            )
        server = Server(process, errors)
        self._servers.append(server)
        return server

    def close(self) -> None:
        """End all that runs, at once even if it waits for us, and remove it."""
        for server in self._servers:
            if server.process.returncode is None:
                server.process.kill()
                server.process.communicate()
        self.let_go()
        shutil.rmtree(self.place)
