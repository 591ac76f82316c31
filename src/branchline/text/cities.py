"""Cities as a person types them: by name, or as much of it as tells them apart."""

from __future__ import annotations

import difflib
from functools import cache

from branchline.board import Board, City
from branchline.errors import BranchlineError
from branchline.text.catalogue import Said, either, in_language, languages, text
from branchline.text.describe import city as city_of
from branchline.text.grammar import words

Names = list[tuple[int, list[str]]]
"""The names of the cities of a board, in words, with their numbers; a zone has one a language."""


@cache
def names_of(board: Board) -> Names:
    """Return every name that a city goes by."""
    return [
        (number, list(name))
        for number, city in enumerate(board.cities)
        for name in dict.fromkeys(_names(city))
    ]


def _names(city: City) -> list[tuple[str, ...]]:
    said = [in_language(city_of(city), language) for language in languages()]
    return [tuple(words(name)) for name in (city.name, *said)]


def _fitting(names: Names, said: list[str]) -> tuple[int, list[int]]:
    """Return how well words fit city names (2 in full, 1 as beginnings, 0 not), and which ones."""
    exact = [i for i, name in names if name == said]
    if exact:
        return 2, exact
    begun = dict.fromkeys(
        i
        for i, name in names
        if len(said) <= len(name)
        and all(full.startswith(part) for full, part in zip(name, said, strict=False))
    )
    return (1, list(begun)) if begun else (0, [])


def two_cities(board: Board, said: list[str]) -> tuple[list[int], list[int], list[str]]:
    """Read two cities at the start of a command; return them and the words that are left.

    A zone stands for all its dead ends, so each of the two is a list.
    """
    names = names_of(board)
    longest = max(len(name) for _, name in names)
    best: tuple[tuple[int, int], list[int], list[int], list[str]] | None = None
    for i in range(1, min(longest, len(said) - 1) + 1):
        fit_a, some_a = _fitting(names, said[:i])
        if not fit_a:
            continue
        for j in range(i + 1, min(i + longest, len(said)) + 1):
            fit_b, some_b = _fitting(names, said[i:j])
            if fit_b and (best is None or (fit_a + fit_b, j) > best[0]):
                best = ((fit_a + fit_b, j), some_a, some_b, said[j:])
    if best is None:
        raise _unknown_city(board, names, said)
    for some in best[1:3]:
        _one_name(board, some)
    return best[1], best[2], best[3]


def _one_name(board: Board, some: list[int]) -> None:
    """Ask back if words fit cities of different names."""
    names = {board.cities[c].name: city_of(board.cities[c]) for c in some}
    if len(names) > 1:
        raise BranchlineError("command.whichCity", cities=either(names.values()))


def first_city(board: Board, said: list[str]) -> tuple[list[int], list[str]]:
    """Read one city at the start of a command; return it and the words that are left."""
    names = names_of(board)
    best: tuple[tuple[int, int], list[int]] | None = None
    for i in range(1, len(said) + 1):
        fit, some = _fitting(names, said[:i])
        if fit and (best is None or (fit, i) > best[0]):
            best = ((fit, i), some)
    if best is None:
        raise _unknown_city(board, names, said)
    _one_name(board, best[1])
    return best[1], said[best[0][1] :]


def one_city(board: Board, said: list[str]) -> str:
    """Read a city and nothing else; return its id."""
    cities, rest = first_city(board, said)
    if rest:
        raise BranchlineError("command.tooMany", words=" ".join(rest))
    return board.cities[cities[0]].id


def _unknown_city(board: Board, names: Names, said: list[str]) -> BranchlineError:
    if not said:
        return BranchlineError("command.nameCities")
    for i in range(min(4, len(said)), 0, -1):
        if _fitting(names, said[:i])[0]:
            said = said[i:]
            break
    if not said:
        return BranchlineError("command.nameAnother")
    joined = {" ".join(name): number for number, name in names}
    near = difflib.get_close_matches(said[0], list(joined), 1) or difflib.get_close_matches(
        " ".join(said[:2]), list(joined), 1
    )
    if not near:
        return BranchlineError("command.noCity", name=said[0])
    meant = city_of(board.cities[joined[near[0]]])
    return BranchlineError("command.noCityNear", name=said[0], near=meant)


def between(board: Board, a: list[int], b: list[int]) -> Said:
    """Return two cities as the ends of something."""
    return text("words.between", a=city_of(board.cities[a[0]]), b=city_of(board.cities[b[0]]))
