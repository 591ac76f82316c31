"""The documents: links that lead somewhere, and a test for every numbered rule."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest
from docs.pictures.make import FILM_BYTES, FOLDER, PICTURES, STILL_BYTES
from packaging.requirements import Requirement

from branchline import data

ROOT = Path(__file__).parent.parent
SECURITY = ROOT / "SECURITY.md"
PAGES = [ROOT / "README.md", SECURITY, *sorted((ROOT / "docs").glob("**/*.md"))]


def local_links(text: str) -> list[str]:
    """The files and pictures that a page links to, without places inside them."""
    found = re.findall(r"\]\(\s*<?([^)\s>]+)", text)
    found += re.findall(r"^\s*\[[^\]]+\]:\s*<?([^\s>]+)", text, flags=re.M)
    found += re.findall(r"<(?:img|a)\s[^>]*?(?:src|href)=\"([^\"]+)\"", text)
    targets = [target.partition("#")[0] for target in found]
    return [t for t in targets if t and not re.match(r"[a-z]+:", t)]


def test_links_are_found() -> None:
    page = """[a](docs/a.md#top), ![b](b.png "B"), [c](https://c.example), [d](#here)
    <img src="e.svg"> and [f][g]

    [g]: h.md
    """
    assert sorted(local_links(page)) == ["b.png", "docs/a.md", "e.svg", "h.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    missing = [target for target in local_links(text) if not (page.parent / target).exists()]
    assert missing == []


def test_the_script_makes_the_pictures_that_the_readme_shows() -> None:
    shown = re.findall(r"docs/pictures/([\w-]+)\.webp", PAGES[0].read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(PICTURES)
    files = list(FOLDER.glob("*.webp"))
    assert {file.stem for file in files} == {*PICTURES}
    for file in files:
        data = file.read_bytes()
        assert (data[:4], data[8:12]) == (b"RIFF", b"WEBP"), file.name
        assert len(data) <= (FILM_BYTES if b"ANIM" in data[:64] else STILL_BYTES), file.name


def test_what_we_defend_is_tested_where_we_say() -> None:
    named = set(re.findall(r"\btest_\w+\.py", SECURITY.read_text(encoding="utf-8")))
    assert len(named) > 10
    assert named <= {file.name for file in (ROOT / "tests").rglob("test_*.py")}


def rules_with_a_test() -> set[int]:
    """The numbers of the rules that have a test named after them."""
    found = set()
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        text = file.read_text(encoding="utf-8")
        if "def test_rule_" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and (
                named := re.match(r"test_rule_(\d\d)_", node.name)
            ):
                found.add(int(named[1]))
    return found


def test_every_numbered_rule_has_a_test() -> None:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    numbered = [int(number) for number in re.findall(r"^\*\*Rule (\d+),", text, flags=re.M)]
    assert numbered == list(range(1, len(numbered) + 1))
    assert len(numbered) >= 15
    tested = rules_with_a_test()
    missing = sorted(set(numbered) - tested)
    assert not missing, f"rules without a test: {missing}"
    unknown = sorted(tested - set(numbered))
    assert not unknown, f"tests of rules that are not there: {unknown}"


def dependencies() -> set[str]:
    """What is asked for by name: to run, by the extras, to build, and for the page."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = project["build-system"]["requires"] + project["project"]["dependencies"]
    for extra in project["project"]["optional-dependencies"].values():
        asked += extra
    found = {Requirement(each).name for each in asked} - {"branchline"}
    page: dict[str, dict[str, str]] = json.loads(
        (ROOT / "web" / "package.json").read_text(encoding="utf-8")
    )
    return found | page["dependencies"].keys() | page["devDependencies"].keys()


def test_every_dependency_has_a_reason() -> None:
    text = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    rows = ",".join(re.findall(r"^\| ([^|]+) \|", text, flags=re.M))
    named = set(re.findall(r"[@\w./-]+", rows))
    missing = {each for each in dependencies() if not each.startswith("@types/")} - named
    assert missing == set()


RESEARCH = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"```python\n(.*?)```", RESEARCH, flags=re.S)


def test_the_page_for_researchers_has_a_snippet_for_each_form() -> None:
    forms = ("envs.aec", "gym.make_vec", "pyspiel.load_game", "envs.Batch", "pq.read_table")
    assert [sum(form in snippet for snippet in SNIPPETS) for form in forms] == [1] * len(forms)


@pytest.mark.parametrize("number", range(len(SNIPPETS)))
def test_snippets_for_researchers_run_as_they_stand(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    snippet = SNIPPETS[number]
    if "pyspiel" in snippet and not find_spec("pyspiel"):
        pytest.skip("make test-deep installs OpenSpiel")
    monkeypatch.chdir(tmp_path)
    if "games/" in snippet:
        for _ in data.dataset("usa", "path,random", 2, "games"):
            pass
    exec(snippet, {})
