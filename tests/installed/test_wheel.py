"""The wheel: all that players need is in it, nothing else, and it plays where nothing else is."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import branchline
from branchline.rules import engine, rule

from ..scale import DEEP
from .place import ROOT, install, make_wheel

SOURCES = ROOT / "src" / "branchline"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = make_wheel(tmp_path_factory.mktemp("dist"))
    assert made.name == f"branchline-{branchline.__version__}-py3-none-any.whl"
    return made


def test_all_that_players_need_is_in_it_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        names = {name for name in opened.namelist() if not name.endswith("/")}
        page = opened.read("branchline/web/index.html").decode()
        about = opened.read(next(n for n in names if n.endswith(".dist-info/METADATA"))).decode()
        commands = opened.read(next(n for n in names if n.endswith("entry_points.txt"))).decode()
    ours = {
        f"branchline/{file.relative_to(SOURCES).as_posix()}"
        for file in SOURCES.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert {name for name in names if not name.startswith("branchline-")} == ours
    assert {"branchline/py.typed", "branchline/text/languages/fr.json"} <= ours
    assert {"branchline/boards/usa/board.toml", "branchline/text/rules/en.md"} <= ours
    asked_for = re.findall(r'(?:src|href)="/([\w./-]+)"', page)
    assert len(asked_for) > 2
    assert [each for each in asked_for if f"branchline/web/{each}" not in names] == []
    assert not [name for name in names if re.search(r"test_|node_modules|\.ts$|\.svelte$", name)]
    assert wheel.stat().st_size < 3_000_000
    assert "branchline = branchline.cli:main" in commands
    assert not re.search(r"^Requires-Dist: (pytest|nodejs|hatch)[^;]*$", about, flags=re.M)


def test_without_the_page_nothing_is_built(tmp_path: Path) -> None:
    (tmp_path / "src" / "branchline").mkdir(parents=True)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copy(SOURCES / "__init__.py", tmp_path / "src" / "branchline")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    done = subprocess.run(build, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "the page is not built. First: make web" in done.stderr
    assert not list(tmp_path.glob("dist/*.whl"))


def bring_compiled_rules(package: Path) -> None:
    """Copy what was compiled for ours: the same text gives the same code."""
    engine.load_rules()
    for cache in rule._caches.values():
        if cache.is_found and cache._path is not None:
            place = package / cache.folder.relative_to(SOURCES) / "__pycache__" / cache.name
            shutil.copytree(cache._path, place)


@pytest.mark.skipif(not DEEP, reason="make test-deep installs the wheel, and plays from there")
def test_it_plays_where_it_is_installed(wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "place with a space"
    packages = install(wheel, place)
    bring_compiled_rules(packages / "branchline")
    script = shutil.copy(Path(__file__).with_name("smoke.py"), tmp_path)
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [place / "bin" / "python", script],
        cwd=tmp_path,
        env=clean | {"HOME": str(tmp_path)},
        text=True,
        check=True,
        stdout=subprocess.PIPE,
    )
    lines = done.stdout.splitlines()
    assert lines[0].endswith(f"from {packages / 'branchline'}")
    assert lines[-1] == "all is well"
