"""The wheel as it is published, and a place where nothing of ours is but what came from it."""

import subprocess
import sys
import sysconfig
import tarfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def make_wheel(place: Path) -> Path:
    """Make the wheel from the package of sources, which has the page, too."""
    build = [sys.executable, "-m", "hatchling", "build", "--directory", str(place), "--target"]
    subprocess.run([*build, "sdist"], cwd=ROOT, check=True, capture_output=True)
    (packed,) = place.iterdir()
    with tarfile.open(packed) as sources:
        sources.extractall(place, filter="data")
    (unpacked,) = place.glob("*/")
    subprocess.run([*build, "wheel"], cwd=unpacked, check=True, capture_output=True)
    (made,) = place.glob("*.whl")
    return made


def install(wheel: Path, place: Path) -> Path:
    """Install it in a fresh environment; return where its packages are.

    The packages it needs are those of the tests; Branchline itself is the one from the wheel.
    """
    venv.create(place, with_pip=False, symlinks=True)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(place)}))
    (packages / "ours.pth").write_text(sysconfig.get_path("purelib"))
    python = place / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True)
    return packages
