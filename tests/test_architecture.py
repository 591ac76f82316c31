"""Which module may import which: no cycles, packages point one way, the referee is apart."""

import ast
import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from .referee.board import BOARDS, known_games, read_toml

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
PACKAGE = SOURCE / "branchline"
RULES = sorted((PACKAGE / "rules").glob("**/*.py"))
REFEREE = sorted((ROOT / "tests" / "referee").glob("**/*.py"))

KNOWS = {
    "plain": "",
    "rules": "",
    "text": "board game errors plain rules",
    "errors": "text",
    "board": "errors plain rules text",
    "game": "board errors plain rules text",
    "policy": "board rules",
    "analysis": "board errors game plain policy rules text",
    "bots": "board errors game plain policy rules text",
    "arena": "analysis board bots errors game plain policy rules text",
    "observation": "board errors game rules",
    "envs": "board bots errors game observation plain policy rules text",
    "data": "arena board bots envs errors game observation plain policy rules text",
    "testing": "board errors game rules",
    "client": "errors plain",
    "server": "analysis board bots errors game plain policy rules text",
    "cli": "analysis arena board bots data errors game plain policy rules server text",
}
"""What each package may import besides itself. Texts describe moves and events, and a game words
its refusals, so these two know each other; module by module they still point one way."""


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


def name_of(file: Path) -> str:
    """The name of a module of ours, by its file."""
    parts = file.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {
    name_of(file): file
    for file in sorted(PACKAGE.rglob("*.py"))
    if "migrations" not in file.parts and "boards" not in file.parts
}


def needed(module: str) -> set[str]:
    """The modules of ours that one imports, wherever in it, and the packages they stand in."""
    found = {name for name in imports(MODULES[module]) if name in MODULES}
    for name in set(found):
        while "." in (name := name.rpartition(".")[0]):
            if not module.startswith(f"{name}."):
                found.add(name)
    return found - {module, "branchline"}


def package_of(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def test_there_is_something_to_look_at() -> None:
    assert len(RULES) > 5
    assert len(REFEREE) > 5
    assert len(MODULES) > 100
    assert "branchline.rules.state" in needed("branchline.rules.turn")
    assert "branchline.board" in needed("branchline.game.game")
    assert {package_of(module) for module in MODULES} == {"", *KNOWS}


def test_no_module_needs_itself_indirectly() -> None:
    """Imports within functions and those for type checking count like all others."""
    try:
        tuple(TopologicalSorter({module: needed(module) for module in MODULES}).static_order())
    except CycleError as problem:
        pytest.fail(" needs ".join(problem.args[1]))


@pytest.mark.parametrize("module", MODULES)
def test_packages_point_one_way(module: str) -> None:
    package = package_of(module)
    if not package:
        return  # the public names come from everywhere
    allowed = {package, *KNOWS[package].split()}
    if module == "branchline.text.catalogue":
        allowed = set()
    assert {name for name in needed(module) if package_of(name) not in allowed} == set()


@pytest.mark.parametrize("module", MODULES)
def test_imports_stand_at_the_top(module: str) -> None:
    """What is imported within a function, or only for type checking, hides what needs what."""
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    inner = [
        ast.unparse(node)
        for outer in ast.walk(tree)
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef | ast.If)
        for node in ast.walk(outer)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("branchline")
    ]
    assert inner == ALLOWED_WITHIN.get(module, [])


@pytest.mark.parametrize("module", MODULES)
def test_only_commands_say_the_texts_of_commands(module: str) -> None:
    if package_of(module) != "cli":
        assert re.findall(r"[\"']cli\.\w+", MODULES[module].read_text(encoding="utf-8")) == []


def test_a_name_stands_for_one_thing() -> None:
    """Classes and types: whoever reads one need not ask which of several it is."""
    homes: dict[str, set[str]] = {}
    for module, file in MODULES.items():
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            named = None
            if isinstance(node, ast.ClassDef):
                named = node.name
            elif isinstance(node, ast.AnnAssign) and "TypeAlias" in ast.unparse(node.annotation):
                named = ast.unparse(node.target)
            elif isinstance(node, ast.Assign) and "Annotated[" in ast.unparse(node.value):
                named = ast.unparse(node.targets[0])
            if named is not None and not named.startswith("_"):
                homes.setdefault(named, set()).add(module)
    assert len(homes) > 300
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}


ALLOWED_WITHIN = {
    # The process that thinks has it from the one it was forked from; if not, it reads it now.
    "branchline.server.tables.thinking": [
        "from branchline.server.tables import process_start as _",
    ],
}


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.stem)
def test_rules_use_numbers_and_nothing_that_talks_to_the_world(file: Path) -> None:
    """Chance comes from the key, so neither random numbers nor the time may be looked up."""
    roots = {name.split(".")[0] for name in imports(file)}
    allowed = {"__future__", "branchline", "llvmlite", "numba", "numpy", "typing"}
    if file.stem == "rule":  # the decorator: it compiles in several processes
        allowed |= {"collections", "contextlib", "functools", "multiprocessing", "os", "pathlib"}
        allowed |= {"threading"}
    if file.stem == "cache":  # compiled code is kept in a folder, under a lock
        allowed |= {"collections", "contextlib", "fcntl", "hashlib", "os", "pathlib", "pickle"}
        allowed |= {"shutil", "sys"}
    if file.stem == "linking":  # what is compiled reaches what it calls by a name
        allowed |= {"collections", "itertools", "os", "re"}
    assert roots <= allowed
    assert not {name for name in imports(file) if is_part(name, "numpy.random")}
    assert "np.random" not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("file", REFEREE, ids=lambda file: file.stem)
def test_the_referee_shares_nothing_with_us(file: Path) -> None:
    found = set(imports(file, ROOT))
    assert not {name for name in found if is_part(name, "branchline")}
    # Nor indirectly: of the tests it imports only itself.
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


PAGE = ROOT / "web" / "src"
NAMES_GAMES = ("gallery/", "lib/rules/", "lib/testing/")
"""Where the page shows single games to who draws them, or is tested."""


def test_the_page_names_no_game() -> None:
    named = re.compile(rf"""(['"`/])({"|".join(known_games())})(['"`/.])""")
    code = [file for kind in ("ts", "svelte") for file in sorted(PAGE.glob(f"**/*.{kind}"))]
    found = [
        f"{file.relative_to(PAGE)}: {name.group()}"
        for file in code
        if not file.name.endswith(".test.ts")
        and not file.relative_to(PAGE).as_posix().startswith(NAMES_GAMES)
        for name in named.finditer(file.read_text(encoding="utf-8"))
    ]
    assert len(code) > 100
    assert found == []


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.stem)
def test_rules_name_no_map(file: Path) -> None:
    text = file.read_text(encoding="utf-8").lower()
    found = {n for n in names_of_maps() if re.search(rf"(?<![a-z]){re.escape(n)}(?![a-z])", text)}
    assert found == set()
