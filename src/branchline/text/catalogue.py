"""Words: every text a person reads, by its name in the catalogue of each language.

A language is one file in ``languages``, shared with the page: texts by area and name, with
``{names}`` that are filled in. Where a number ``n`` decides, a text has a form for each plural
category of the language. English is the source, and stands in for what a language lacks.

A text is made where it arises, without a language, and said in the reader's at the edge:

>>> taken = text("table.why.TAKEN")
>>> print(taken)
the route is taken
>>> in_language(taken, "fr")
'la route est prise'
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

FOLDER = Path(__file__).parent / "languages"
FALLBACK = "en"
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
"""Characters by which a name from outside could mislead a reader: they are written as codes."""

Value: TypeAlias = "str | int | float | Sequence[Value]"
"""What is filled in: a name, a number, a text (said in its turn), or several with commas."""


class Said(str):
    """A text in English that knows how it is said in other languages."""

    key: str
    values: dict[str, Value]

    def __new__(cls, key: str, values: Mapping[str, Value]) -> Said:
        """Say the text of a key in English."""
        said = super().__new__(cls, _fill(FALLBACK, key, values))
        said.key = key
        said.values = dict(values)
        return said

    def __reduce__(self) -> tuple[object, ...]:
        """Keep the key and the values when a text goes to another process."""
        return type(self), (self.key, self.values)

    def in_language(self, language: str) -> str:
        """Return the text in a language."""
        return _fill(language, self.key, self.values)

    def to_json(self) -> dict[str, object]:
        """Return the text as clients get it, to be said in the language of the reader."""
        return {"key": self.key, "values": {n: _to_json(v) for n, v in self.values.items()}}


class Figure(Said):
    """A number written with so many digits, in English; other languages have other signs."""

    def __new__(cls, value: float, form: str) -> Figure:
        """Write a number by a format."""
        figure = str.__new__(cls, format(value, form))
        figure.key = form
        figure.values = {"n": value}
        return figure

    def __reduce__(self) -> tuple[object, ...]:
        """Keep the number when it goes to another process."""
        return type(self), (self.values["n"], self.key)

    def in_language(self, language: str) -> str:
        """Return the number with a language's signs."""
        return str(self).translate(_signs(language))

    def to_json(self) -> Any:
        """Return the number."""
        return float(str(self).replace(",", "").rstrip("%"))


def text(key: str, /, **values: Value) -> Said:
    """Return the text of a name, filled in; `n` decides between its forms.

    >>> text("table.n.point", n=3)
    '3 points'
    """
    return Said(key, values)


def figure(value: float, form: str) -> Figure:
    r"""Return a number as a text, written by a format.

    >>> in_language(figure(1234.5, ",.1f"), "fr")
    '1\u202f234,5'
    """
    return Figure(value, form)


def in_language(what: str, language: str) -> str:
    """Return a text in a language; words that are not ours stay as they are."""
    return what.in_language(language) if isinstance(what, Said) else what


def from_json(data: Any) -> str:
    """Return a text that was stored or sent, as English and perhaps a key; older ones are plain."""
    if not isinstance(data, dict):
        return str(data)
    try:
        return Said(data["key"], {name: _of_json(value) for name, value in data["values"].items()})
    except (KeyError, TypeError, AttributeError):  # a text that other versions had
        return str(data.get("text", ""))


def stored(what: str) -> Any:
    """Return a text as it is kept: in English, and by its key if it is one of ours."""
    return {"text": str(what), **what.to_json()} if isinstance(what, Said) else what


def either(things: Iterable[str]) -> str:
    """Return things to choose from: "red, blue or green".

    >>> either(["red", "blue", "green"])
    'red, blue or green'
    """
    return _listed("words.or", list(things))


def both(things: Iterable[str]) -> str:
    """Return things that go together: "Ada, Ben and Cleo"."""
    return _listed("words.and", list(things))


def also(things: Sequence[str]) -> str:
    """Return things that are all so: "the route is taken; you have too few trains"."""
    if len(things) < 2:
        return things[0] if things else ""
    half = len(things) // 2
    return text("words.also", one=also(things[:half]), other=also(things[half:]))


def _listed(key: str, things: list[str]) -> str:
    return things[0] if len(things) == 1 else text(key, some=things[:-1], last=things[-1])


# The language of a person at a terminal

_spoken = FALLBACK


def languages() -> tuple[str, ...]:
    """Return the languages there are, English first.

    >>> languages()[:2]
    ('en', 'fr')
    """
    others = sorted(file.stem for file in FOLDER.glob("*.json") if file.stem != FALLBACK)
    return (FALLBACK, *others)


def best_language(wishes: Iterable[str | None]) -> str:
    """Return the first of our languages that somebody wishes for, as locales are named.

    >>> best_language([None, "C.UTF-8", "fr_CA.UTF-8", "en"])
    'fr'
    """
    known = languages()
    for wish in wishes:
        base = (wish or "").lower().replace("_", "-").split(".")[0].split("-")[0]
        if base in known:
            return base
    return FALLBACK


def speak(language: str) -> None:
    """Set the language of this process, used where no other is given."""
    global _spoken
    _spoken = language


def spoken() -> str:
    """Return the language that is spoken in this process."""
    return _spoken


def say(what: str, /, **values: Value) -> str:
    """Return a text, or that of a name, in the language of this process."""
    said = what if isinstance(what, Said) or what not in _texts(FALLBACK) else text(what, **values)
    return in_language(said, _spoken)


# The catalogues


@cache
def _texts(language: str) -> dict[str, str | dict[str, str]]:
    """Return all texts of a language by area and name, English ones for those it lacks."""
    file = FOLDER / f"{language}.json"
    areas = json.loads(file.read_text(encoding="utf-8"))
    texts = {f"{area}.{name}": t for area, named in areas.items() for name, t in named.items()}
    return texts if language == FALLBACK else _texts(FALLBACK) | texts


@cache
def named(area: str, language: str = FALLBACK) -> dict[str, str]:
    """Return the plain texts whose names begin so, by what follows."""
    return {
        key.removeprefix(area): found
        for key, found in _texts(language).items()
        if key.startswith(area) and isinstance(found, str)
    }


def is_text(key: str) -> bool:
    """Tell whether there is a text of that name."""
    return key in _texts(FALLBACK)


def _fill(language: str, key: str, values: Mapping[str, Value]) -> str:
    form = _texts(language)[key]
    if not isinstance(form, str):
        n = values["n"]
        form = form.get(_category(language)(n), form["other"])
    if not values:
        return form
    return form.format_map({name: _write(language, value) for name, value in values.items()})


def _write(language: str, value: Value) -> str:
    if isinstance(value, Said):
        return value.in_language(language)
    if isinstance(value, str):
        return _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode(), value)
    if isinstance(value, int | float):
        plain = f"{value:,}"
        return plain if language == FALLBACK else plain.translate(_signs(language))
    return ", ".join(_write(language, one) for one in value)


@cache
def _category(language: str) -> Callable[[Any], str]:
    """Return the plural rule of a language."""
    if language == FALLBACK:
        return lambda n: "one" if n == 1 else "other"
    from babel import Locale

    rule: Callable[[Any], str] = Locale.parse(language).plural_form
    return rule


@cache
def _signs(language: str) -> dict[int, str]:
    """Return what the signs in English numbers become."""
    if language == FALLBACK:
        return {}
    from babel import Locale

    symbols = Locale.parse(language).number_symbols["latn"]
    return {ord("."): symbols["decimal"], ord(","): symbols["group"]}


def _to_json(value: Value) -> Any:
    if isinstance(value, Said):
        return value.to_json()
    return value if isinstance(value, str | int | float) else [_to_json(one) for one in value]


def _of_json(value: Any) -> Value:
    if isinstance(value, dict):
        return Said(value["key"], {name: _of_json(v) for name, v in value["values"].items()})
    return [_of_json(one) for one in value] if isinstance(value, list) else value
