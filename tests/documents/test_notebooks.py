"""The notebooks run from the first cell to the last, and their pages show what they show."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from docs.notebooks.make import EXAMPLES, NOTEBOOKS, PAGES, cells_of, page_of, run

from tests.scale import DEEP

from .blocks import PYTHON, blocks_of
from .walk import as_before, smaller


@pytest.fixture(autouse=True)
def aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a notebook writes to a folder that the system chooses goes to one of the test."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def test_every_notebook_has_a_page_and_keeps_no_outputs() -> None:
    files = sorted(EXAMPLES.glob("*.ipynb"))
    assert [file.stem for file in files] == sorted(NOTEBOOKS)
    for file in files:
        notebook = json.loads(file.read_text(encoding="utf-8"))
        assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
        ids = [cell["id"] for cell in notebook["cells"]]
        assert len({*ids}) == len(ids)
        for cell in notebook["cells"]:
            assert cell["cell_type"] in ("code", "markdown")
            if cell["cell_type"] == "code":
                assert cell["outputs"] == []
                assert cell["execution_count"] is None


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_page_has_the_code_of_its_notebook(name: str) -> None:
    shown = [block.text for block in blocks_of(PAGES / f"{name}.md") if block.kind == PYTHON]
    assert shown == [f"{cell.text}\n" for cell in cells_of(name) if cell.is_code]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs_and_its_page_shows_what_it_shows(name: str) -> None:
    """With its own numbers only in a deep run; with small ones it shows as many pictures."""
    kept = {file.name: file for file in PAGES.iterdir() if file.stem.split("-")[0] == name}
    with as_before():
        if DEEP:
            made = page_of(name)
            assert made == {name: file.read_text(encoding="utf-8") for name, file in kept.items()}
        else:
            shown = [each.picture for _, each in run(name, smaller) if each and each.picture]
            assert all(picture.endswith("</svg>\n") for picture in shown)
            assert len(shown) == sum(name.endswith(".svg") for name in kept)
