"""Run the notebooks in examples/ with plain Python, and make their pages.

`python -m docs.notebooks.make` does it. A page has the cells of a notebook, what they print or end
with, and their pictures as files beside it. The notebooks themselves keep no outputs.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
PAGES = Path(__file__).parent
NOTEBOOKS = ("first_game", "how_strong_is_my_bot", "what_wins_usa")


class Cell(NamedTuple):
    """A cell: text for people, or code."""

    is_code: bool
    text: str


class Shown(NamedTuple):
    """What a cell showed: what it printed or ended with, and a picture if it ended with one."""

    text: str
    picture: str | None


def cells_of(name: str) -> list[Cell]:
    """Return the cells of a notebook."""
    notebook = json.loads((EXAMPLES / f"{name}.ipynb").read_text(encoding="utf-8"))
    return [
        Cell(cell["cell_type"] == "code", "".join(cell["source"])) for cell in notebook["cells"]
    ]


def run(name: str, change: Callable[[str], str] = str) -> list[tuple[Cell, Shown | None]]:
    """Run a notebook cell by cell, in the folder of the examples; code may be changed before."""
    there: dict[str, object] = {"__name__": "__main__"}
    found: list[tuple[Cell, Shown | None]] = []
    with contextlib.chdir(EXAMPLES):
        sys.path.insert(0, str(EXAMPLES))
        try:
            for cell in cells_of(name):
                found.append((cell, _show(change(cell.text), there) if cell.is_code else None))
        finally:
            sys.path.remove(str(EXAMPLES))
    return found


def _show(code: str, there: dict[str, object]) -> Shown:
    """Run the code of a cell; like a notebook, show the value of an expression that ends it."""
    tree = ast.parse(code)
    last = tree.body[-1] if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    value = None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        before = ast.Module(tree.body[:-1] if last else tree.body, [])
        exec(compile(before, "cell", "exec"), there)
        if last:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), there)
    drawn = getattr(value, "_repr_svg_", None)
    if drawn:
        return Shown(printed.getvalue(), drawn())
    return Shown(printed.getvalue() + ("" if value is None else f"{value!r}\n"), None)


def page_of(name: str) -> dict[str, str]:
    """Run a notebook and return the files of its page."""
    files: dict[str, str] = {}
    parts = []
    for cell, shown in run(name):
        parts.append(f"```python\n{cell.text}\n```" if cell.is_code else cell.text)
        if shown and shown.text:
            parts.append(f"```text\n{shown.text.rstrip()}\n```")
        if shown and shown.picture:
            picture = f"{name}-{len(files) + 1}.svg"
            files[picture] = shown.picture
            title = shown.picture.partition("<title>")[2].partition("</title>")[0]
            parts.append(f"![{title}]({picture})")
    parts.append(f"This page is [a notebook]({name}.ipynb), run from its first cell to its last.")
    text = re.sub(r"\]\(([\w-]+\.(?:py|ipynb))\)", r"](../../examples/\1)", "\n\n".join(parts))
    return {f"{name}.md": text + "\n", **files}


def main() -> None:
    """Write all pages anew."""
    for name in NOTEBOOKS:
        for file, text in page_of(name).items():
            (PAGES / file).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
