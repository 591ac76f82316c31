"""Odd strings and numbers over HTTP are refused in words; a newer database too."""

import urllib.error
import urllib.request
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from branchline.cli.main import main
from branchline.server.settings import read_settings
from branchline.server.storage.store import Store

from .served import Served, run, two_people

NEW = '{"game": "usa", "seats": [{"kind": "you", "name": "Ada"}, {"kind": "open"}], %s}'
ODD = [
    NEW % r'"options": {"\ud800": 1}',
    NEW % r'"title": "\ud800"',
    NEW % r'"options": {"starts": NaN}',
    NEW % r'"bot_pace": Infinity',
    NEW % ('"options": {"starts": ' + "9" * 5000 + "}"),
    NEW % ('"options": ' + "[" * 5000),
    NEW % r'"\ud800": 1',
    NEW % r'"id": "\u0000"',
    NEW % r'"pace": "\udfff"',
    NEW.replace("usa", r"\ud800") % '"listed": true',
    NEW.replace("Ada", r"\ud800") % '"listed": true',
    NEW.replace("Ada", r"A\u0000") % '"listed": true',
]


@pytest.mark.parametrize("body", ODD, ids=range(len(ODD)))
def test_odd_bodies_are_refused(served: Served, body: str) -> None:
    assert asked(served, "/api/tables", body) == 400


@pytest.mark.parametrize(
    ("verb", "body"),
    [
        ("sit", r'{"name": "\ud800"}'),
        ("chat", r'{"id": "x", "text": "\ud800"}'),
        ("act", '{"id": "x", "expected": 1, "action": 1e400}'),
        ("bot", r'{"seat": 0, "bot": "\ud800"}'),
        ("fork", r'{"step": 0, "seat": 0, "name": "\ud800"}'),
    ],
)
def test_odd_bodies_at_a_table_are_refused(served: Served, verb: str, body: str) -> None:
    id, ada, _, _ = run(two_people(served))
    assert asked(served, f"/api/tables/{id}/{verb}", body, ada) == 400


def asked(served: Served, path: str, body: str, secret: str | None = None) -> int:
    """The status of the answer."""
    headers = {"content-type": "application/json"}
    if secret is not None:
        headers["authorization"] = f"Bearer {secret}"
    request = urllib.request.Request(served.url + path, body.encode(), headers, method="POST")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    return refused.value.code


@pytest.mark.parametrize("command", ["serve", "export", "import"])
def test_a_newer_database_is_one_clear_line(
    command: str, sqlite_file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = Store(read_settings({"db": sqlite_file}, {}))
    store.migrate()
    store.engine.dispose()
    engine = create_engine(sqlite_file)
    with engine.begin() as c:
        c.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    more = ["--port", "0"] if command == "serve" else [str(tmp_path / "file")]
    assert main([command, *more, "--db", sqlite_file]) == 2
    said = [x for x in capsys.readouterr().err.splitlines() if x.startswith("branchline:")]
    assert len(said) == 1
    assert "newer Branchline" in said[0]
