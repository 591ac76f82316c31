"""Who may know whom: the rules know nothing but rules, bots no server, the referee none of us."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from .referee.board import BOARDS, known_games, read_toml

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
PACKAGE = SOURCE / "branchline"
RULES = sorted((PACKAGE / "rules").glob("**/*.py"))
BOTS = sorted((PACKAGE / "bots").glob("**/*.py"))
REFEREE = sorted((ROOT / "tests" / "referee").glob("**/*.py"))


def imports(file: Path, root: Path = SOURCE) -> Iterator[str]:
    """Every module a file imports, by its full name; of `from a import b` both a and a.b."""
    package = file.relative_to(root).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield module
            yield from (f"{module}.{name.name}" for name in node.names)


def is_part(module: str, of: str) -> bool:
    return module == of or module.startswith(f"{of}.")


def test_there_is_something_to_look_at() -> None:
    assert len(RULES) > 5
    assert len(REFEREE) > 5
    assert "branchline.rules.state" in set(imports(PACKAGE / "rules" / "turn.py"))
    assert "branchline.board" in set(imports(PACKAGE / "game.py"))


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.stem)
def test_rules_import_nothing_of_ours_but_rules(file: Path) -> None:
    ours = {name for name in imports(file) if is_part(name, "branchline")}
    assert {name for name in ours if not is_part(name, "branchline.rules")} == set()


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.stem)
def test_rules_use_numbers_and_nothing_that_talks_to_the_world(file: Path) -> None:
    """Chance comes from the key, so neither random numbers nor the time may be looked up."""
    roots = {name.split(".")[0] for name in imports(file)}
    allowed = {"__future__", "branchline", "llvmlite", "numba", "numpy", "typing"}
    if file.stem == "rule":  # the decorator: it compiles in several processes
        allowed |= {"collections", "contextlib", "multiprocessing", "os", "pathlib", "threading"}
    if file.stem == "cache":  # compiled code is kept in a folder, under a lock
        allowed |= {"collections", "contextlib", "fcntl", "hashlib", "os", "pathlib", "pickle"}
        allowed |= {"shutil", "sys"}
    assert roots <= allowed
    assert not {name for name in imports(file) if is_part(name, "numpy.random")}
    assert "np.random" not in file.read_text(encoding="utf-8")


def test_bots_never_import_a_server() -> None:
    for file in BOTS:
        assert not [name for name in imports(file) if "server" in name.split(".")], file.name


@pytest.mark.parametrize("file", REFEREE, ids=lambda file: file.stem)
def test_the_referee_shares_nothing_with_us(file: Path) -> None:
    found = set(imports(file, ROOT))
    assert not {name for name in found if is_part(name, "branchline")}
    # Neither by a way round: of the tests it imports only itself.
    assert {n for n in found if is_part(n, "tests") and not is_part(n, "tests.referee")} == set()
    assert "importlib" not in found


def names_of_maps() -> set[str]:
    """Every game, city and track there is, and the games that are to come."""
    names = {"france", "old west", "oldwest", "old_west", "europe"}
    for game in known_games():
        names |= {game, read_toml(game, "game.toml")["name"].lower()}
        board = read_toml(game, "board.toml")
        for track in board.get("tracks", ()):
            names |= {track["id"], *track["ends"]}
    return names


def test_names_of_maps_are_found() -> None:
    assert BOARDS.is_dir()
    assert {"usa", "denver", "france"} <= names_of_maps()


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.stem)
def test_rules_name_no_map(file: Path) -> None:
    text = file.read_text(encoding="utf-8").lower()
    found = {n for n in names_of_maps() if re.search(rf"(?<![a-z]){re.escape(n)}(?![a-z])", text)}
    assert found == set()
