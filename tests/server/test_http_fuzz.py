"""Requests over HTTP, right or wrong by the schema, never cause an internal error."""

import random
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from branchline.server.app import make_app
from tests.scale import scaled

from ..patience import PATIENCE
from .served import Served, run, two_people

SCHEMA: Any = schemathesis.openapi.from_dict(make_app().openapi())
OPERATIONS = {
    f"{found.method.upper()} {found.path}": found
    for found in (result.ok() for result in SCHEMA.get_all_operations())
}
RIGHT, WRONG = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
REQUESTS = [(name, RIGHT) for name in OPERATIONS]
REQUESTS += [(name, WRONG) for name, o in OPERATIONS.items() if o.body or o.query]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def tables(served: Served) -> tuple[str, str, str, str]:
    """A table of one's own with its secret, and one of others with theirs."""
    mine, secret, _, _ = run(two_people(served))
    closed, theirs, _, _ = run(two_people(served))
    return mine, secret, closed, theirs


@pytest.mark.parametrize(("name", "mode"), REQUESTS)
def test_every_request(
    served: Served, tables: tuple[str, str, str, str], name: str, mode: GenerationMode
) -> None:
    """At a table that is one's own much is allowed; at another's nothing, and nothing changes."""
    mine, secret, closed, theirs = tables
    chooser = random.Random(name)
    # What a request may be is checked before a database is asked: on the second one few will do.
    n = scaled(3, 10) if served.settings.db.startswith("sqlite") else scaled(1, 2)

    @settings(
        max_examples=n,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=OPERATIONS[name].as_strategy(generation_mode=mode))
    def check(case: Any) -> None:
        if "id" in (case.path_parameters or {}):
            own = chooser.random() < 0.5
            case.path_parameters["id"] = mine if own else closed
            if own and chooser.random() < 0.8:
                case.headers["authorization"] = f"Bearer {secret}"
            elif own:
                case.headers["authorization"] = chooser.choice(["Bearer ", "Basic eDp5", "é"])
        response = case.call(base_url=served.url, timeout=PATIENCE)
        assert response.status_code != 503
        case.validate_response(response, checks=CHECKS)

    check()
    now = run(served.client.get(f"/api/tables/{closed}", theirs))
    assert now["table"]["seq"] == 3
