"""What the pages tell people to do works: files, code and commands, in their order."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from branchline.cli.main import make_parser
from tests.cli.run import COMMAND, SURROUNDINGS, branchline
from tests.patience import until

from .blocks import COMMANDS, OTHERS, PAGES, PYTHON, ROOT, Block, blocks_in, blocks_of, lines_of
from .not_run import NOT_RUN, why_not_run
from .walk import Reader, as_before, smaller

KEPT = ROOT / "tests" / "compatibility" / "kept" / "0.1.0"
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
AS_THEY_STAND = {ROOT / "docs" / "research.md"}
"""Their code is run by tests/test_docs.py, with its own numbers."""


def all_commands() -> list[str]:
    """All commands of all pages."""
    pages = [block for page in PAGES for block in blocks_of(page) if block.kind == COMMANDS]
    return [line.removeprefix(".venv/bin/") for block in pages for line in lines_of(block)]


def a_record(reader: Reader) -> None:
    """The record of a game, as a table offers it."""
    shutil.copy(KEPT / "card_game-2.jsonl", reader.folder / "game.jsonl")


def a_bot(reader: Reader) -> None:
    """A bot of one's own."""
    text = "class MyBot:\n    def choose(self, view, legal, clock):\n        return legal[0]\n"
    (reader.folder / "my_bot.py").write_text(text, encoding="utf-8")


def a_server_with_tables(reader: Reader) -> None:
    """Where a server keeps its tables; the first that is played is the one the page calls ID."""
    data = reader.folder / "data"
    data.mkdir()
    with closing(sqlite3.connect(data / "branchline.db")) as database:
        database.executescript((KEPT / "database.sql").read_text(encoding="utf-8"))
    listed = branchline("tables", "list", "--json", "--data", str(data), folder=reader.folder)
    assert listed.returncode == 0, listed.stderr
    tables = [json.loads(line) for line in listed.stdout.splitlines()]
    os.environ["BRANCHLINE_DATA"] = str(data)
    played = next(table["id"] for table in tables if table["state"] == "playing")
    reader.names = {"ID": played, "/var/lib/branchline/data": str(data)}


PREPARED: dict[str, Callable[[Reader], None]] = {
    "analysis.md": a_record,
    "bots.md": a_bot,
    "hosting.md": a_server_with_tables,
    "play.md": a_record,
}


def test_blocks_are_found() -> None:
    text = "Save this as `a/b.py`:\n\n```python\nx = 1\n```\n"
    text += "\n- and\n\n  ```\n  make play # so\n  ```\n"
    blocks = blocks_in(text)
    assert blocks == [Block(PYTHON, "x = 1\n", "a/b.py"), Block(COMMANDS, "make play # so\n")]
    assert lines_of(blocks[1]) == ["make play"]


def test_numbers_are_made_small() -> None:
    given = "branchline tournament usa --players a,dispatcher@1s --deals 200 --workers 2"
    assert not re.search(r"200|@1s|--workers 2", smaller(given))


def test_every_block_is_of_a_kind_that_we_know() -> None:
    kinds = {block.kind for page in PAGES for block in blocks_of(page)}
    assert kinds == {COMMANDS, PYTHON} | OTHERS
    fences = sum(page.read_text(encoding="utf-8").count("```") for page in PAGES)
    assert fences == 2 * sum(len(blocks_of(page)) for page in PAGES)


WITH_BLOCKS = [
    page
    for page in PAGES
    if page.parent.name != "notebooks"
    and any(block.kind in (COMMANDS, PYTHON) or block.file for block in blocks_of(page))
]


@pytest.mark.parametrize("page", WITH_BLOCKS, ids=lambda page: page.name)
def test_what_a_page_tells_to_do_works(page: Path, tmp_path: Path) -> None:
    with as_before():
        reader = Reader(tmp_path, runs_code=page not in AS_THEY_STAND)
        if prepare := PREPARED.get(page.name):
            prepare(reader)
        reader.follow(page)


def test_what_is_not_run_is_there() -> None:
    unused = [each for each in NOT_RUN if not any(re.fullmatch(each, c) for c in all_commands())]
    assert unused == []
    named = {name for why in NOT_RUN.values() for name in re.findall(r"tests/[\w./]+", why)}
    assert [name for name in named if not (ROOT / name.rstrip(".")).exists()] == []
    assert sum(why_not_run(line) is None for line in all_commands()) > 40


def test_what_make_is_asked_for_is_there() -> None:
    asked = {line.split()[1] for line in all_commands() if line.startswith("make ")}
    assert {"play", "test"} <= asked
    assert [name for name in asked if not re.search(rf"^{name}:", MAKEFILE, flags=re.M)] == []


def test_what_pytest_is_asked_for_is_there() -> None:
    asked = [line.split() for line in all_commands() if line.startswith("pytest ")]
    assert asked
    for _, path, *some in asked:
        assert (ROOT / path).exists()
        if some:
            assert some[0] == "-k"
            assert [file for file in (ROOT / path).glob("test_*.py") if some[1] in file.name]


def test_what_the_readme_says_one_can_type_is_understood(tmp_path: Path) -> None:
    (block,) = [b for b in blocks_of(ROOT / "README.md") if b.text.startswith("> ")]
    said = block.text.replace("> ", "")
    play = ("play", "usa", "--terminal", "--seed", "1")
    done = branchline(*play, folder=tmp_path, said=f"keep all\n{said}xyzzy\nquit\n".encode())
    assert [line for line in done.stdout.splitlines() if "is not an action" in line] == [
        line for line in done.stdout.splitlines() if "xyzzy" in line
    ]
    assert "xyzzy" in done.stdout


def in_sentences() -> set[str]:
    """Our commands that pages name in sentences, whole or in part."""
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    return set(re.findall(r"`(?:\.venv/bin/)?(branchline(?: [^`\n]*)?)`", text))


def test_every_command_that_a_page_tells_is_one_that_there_is() -> None:
    """Its arguments are read, also of those that are not run; nothing is done."""
    ours = {line for line in all_commands() if line.startswith("branchline ")}
    assert len(ours) > 40
    for line in ours:
        arguments = shlex.split(line)[1:]
        make_parser(arguments).parse_args(arguments)


def test_every_command_in_a_sentence_is_one_that_there_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    named = [line.split()[1:] for line in in_sentences()]
    assert len(named) > 20
    for words in named:
        if words and words[0] != "COMMAND":
            with pytest.raises(SystemExit):
                make_parser(words).parse_args([words[0], "--help"])
            known = capsys.readouterr().out
            assert [word for word in words if word.startswith("--") and word not in known] == []


def starts() -> list[list[str]]:
    """The ways in which the pages start a server."""
    told = in_sentences() | set(all_commands())
    ways = {line for line in told if re.fullmatch(r"branchline( serve .*)?", line)}
    return [line.split()[1:] for line in sorted(ways) if "--help" not in line]


def test_a_server_starts_as_the_pages_say(tmp_path: Path) -> None:
    """The arguments of each way are read; two are started, one of them with all flags there are."""
    flags = {word for words in starts() for word in words if word.startswith("--")}
    assert flags == {"--host", "--open", "--port"}
    for words in starts():
        if words:
            make_parser(words).parse_args(words)
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >>{opened}\n')
    browser.chmod(0o755)
    around = {
        "BROWSER": str(browser),
        "DISPLAY": ":0",
        "BRANCHLINE_DATA": str(tmp_path),
        "BRANCHLINE_PORT": "0",
    }
    for words in ([], ["serve", "--host", "0.0.0.0", "--open", "--port", "0"]):
        opened.unlink(missing_ok=True)
        command = [*COMMAND, *words]
        with subprocess.Popen(
            command,
            env={**os.environ, **SURROUNDINGS, **around},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as server:
            assert server.stdout is not None
            assert "http://" in server.stdout.readline()
            until(opened.exists)
            server.send_signal(signal.SIGTERM)
            assert server.wait() == 0
