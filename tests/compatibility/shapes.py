"""What a client relies on: the shape of all it sends and reads, and whether a newer one fits it.

A shape is a JSON Schema without words. What a client reads may gain fields, and what it sends may
gain fields that can be left out; nothing may be lost or mean something of another type.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Shape = dict[str, Any]
WORDS = ("title", "description", "default", "examples", "summary", "operationId", "tags")
LIMITS = {"maxLength": 1, "maximum": 1, "maxItems": 1, "minLength": -1, "minimum": -1}
"""Limits of what is sent, and in which direction they may move."""


def without_words(schema: Any) -> Any:
    """Return a schema with what matters to programs only."""
    if isinstance(schema, list):
        return [without_words(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: {name: without_words(each) for name, each in value.items()}
        if key in ("properties", "$defs", "schemas") and isinstance(value, dict)
        else without_words(value)
        for key, value in schema.items()
        if key not in WORDS
    }


def referred(schema: Any) -> Iterator[str]:
    """The names of the definitions that a schema refers to."""
    if isinstance(schema, list):
        for each in schema:
            yield from referred(each)
    elif isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].rpartition("/")[2]
        for each in schema.values():
            yield from referred(each)


def _reach(roots: Any, definitions: Shape) -> Shape:
    """Return the definitions that are needed for some schemas."""
    found: Shape = {}
    waiting = list(referred(roots))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = definitions[name]
            waiting += referred(definitions[name])
    return dict(sorted(found.items()))


def shapes(schema: Shape) -> Shape:
    """Return the shapes of a protocol (`branchline schema`): `requests`, and what is in them."""
    plain = without_words(schema)
    requests: Shape = {}
    sent, read = [plain["client"]["oneOf"]], [plain["server"]["oneOf"]]
    for path, ways in plain["openapi"]["paths"].items():
        for method, way in ways.items():
            good = {code: each for code, each in way["responses"].items() if code < "300"}
            requests[f"{method.upper()} {path}"] = {
                "parameters": sorted(each["name"] for each in way.get("parameters", ())),
                "body": sorted(set(referred(way.get("requestBody", {})))),
                "answer": sorted(set(referred(good))),
            }
            sent.append(way.get("requestBody", {}))
            read.append(good)
    known = plain["openapi"]["components"]["schemas"]
    return {
        "requests": requests,
        "sent": _reach(sent, {**known, **plain["client"]["$defs"]}),
        "read": _reach(read, {**known, **plain["server"]["$defs"]}),
    }


def breaks(old: Shape, new: Shape) -> list[str]:
    """Return all that a client made for the old shapes would stumble over, in the new ones."""
    found = []
    for name, request in old["requests"].items():
        now = new["requests"].get(name)
        if now is None:
            found.append(f"{name} is gone")
            continue
        found += [
            f"{name} no longer takes {p}"
            for p in request["parameters"]
            if p not in now["parameters"]
        ]
        if (request["body"], request["answer"]) != (now["body"], now["answer"]):
            found.append(f"{name} has other types")
    for way in ("sent", "read"):
        for name, shape in old[way].items():
            if name not in new[way]:
                found.append(f"{name} is no longer {way}")
            else:
                found += _compare(shape, new[way][name], name, is_sent=way == "sent")
    return found


def _kinds(shape: Shape) -> dict[str, Shape]:
    """Return the kinds of value that a shape allows, by name."""
    found: dict[str, Shape] = {}
    for each in shape.get("anyOf") or shape.get("oneOf") or [shape]:
        kind = str(each["$ref"]) if "$ref" in each else str(each.get("type", "any"))
        found[kind.rpartition("/")[2]] = each
    return found


def _compare(old: Shape, new: Shape, where: str, is_sent: bool) -> Iterator[str]:
    """Say what does not fit any more."""
    was, now = _kinds(old), _kinds(new)
    tagged = "discriminator" in old  # of these there may be more: an old client skips them
    lost = was.keys() - now.keys()
    more = now.keys() - was.keys()
    if lost and (is_sent or tagged):
        yield f"{where} is no longer {', '.join(sorted(lost))}"
    if more and not is_sent and not tagged:
        yield f"{where} may now be {', '.join(sorted(more))}"
    for kind in was.keys() & now.keys():
        yield from _compare_kind(was[kind], now[kind], where, is_sent)


def _compare_kind(old: Shape, new: Shape, where: str, is_sent: bool) -> Iterator[str]:
    properties, now = old.get("properties", {}), new.get("properties", {})
    for name, shape in properties.items():
        if name not in now:
            yield f"{where}.{name} is gone"
        else:
            yield from _compare(shape, now[name], f"{where}.{name}", is_sent)
    needed, needs = set(old.get("required", ())), set(new.get("required", ()))
    if is_sent:
        yield from (f"{where}.{name} is asked for" for name in sorted(needs - needed))
    else:
        yield from (f"{where}.{name} may be left out" for name in sorted(needed - needs))
    for inner in ("items", "additionalProperties"):
        if isinstance(old.get(inner), dict) and isinstance(new.get(inner), dict):
            yield from _compare(old[inner], new[inner], f"{where}[]", is_sent)
    values, left = set(_values(old)), set(_values(new))
    if values - left and left:
        yield f"{where} lost {sorted(map(str, values - left))}"
    if left and not values and is_sent:
        yield f"{where} takes only {sorted(map(str, left))}"
    for limit, sign in LIMITS.items() if is_sent else ():
        if limit in new and (limit not in old or sign * (new[limit] - old[limit]) < 0):
            yield f"{where} has a narrower {limit}"


def _values(shape: Shape) -> list[Any]:
    return list(shape.get("enum", [shape["const"]] if "const" in shape else []))
