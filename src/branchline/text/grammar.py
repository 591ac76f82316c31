"""Grammar: what can be typed in a game, in the words of every language."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from branchline.board import CARDS, Board
from branchline.errors import BranchlineError
from branchline.text.catalogue import Said, either, languages, named, text
from branchline.text.describe import card as card_of


def words(text: str) -> list[str]:
    """Split a text into plain words: lower case, no accents, no punctuation."""
    letters = "".join(
        c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)
    )
    return re.findall(r"[a-z0-9]+", re.sub(r"['’.]", "", letters.lower()))


@cache
def typed(meaning: str) -> tuple[str, ...]:
    """Return the words that mean something, in any of our languages.

    >>> typed("claim")
    ('claim', 'revendiquer', 'revendique')
    """
    found: dict[str, None] = {}
    for language in languages():
        found |= dict.fromkeys(named("typed.", language)[meaning].split())
    return tuple(found)


def means(word: str, *meanings: str) -> bool:
    """Tell whether a word means one of several things."""
    return any(word in typed(meaning) for meaning in meanings)


def read_card(word: str) -> str | None:
    """Return the card that a word, or the beginning of one, names in any language.

    >>> read_card("violettes"), read_card("pur"), read_card("train")
    ('purple', 'purple', None)
    """
    for card in CARDS:
        if means(word, card):
            return card
    found = [card for card in CARDS if any(full.startswith(word) for full in typed(card))]
    if len(found) > 1:
        raise BranchlineError("command.whichColour", colours=either(map(card_of, found)))
    return found[0] if found else None


def example(board: Board) -> str:
    """Return two neighbouring cities of a board, for examples; without a map those of a ticket.

    >>> import branchline as bl
    >>> example(bl.load_board("france"))
    'Avignon Toulouse'
    """
    a, b = _pair(board)
    return f"{board.cities[a].name} {board.cities[b].name}"


def _pair(board: Board) -> tuple[int, int]:
    if board.tracks:
        track = next((t for t in board.tracks if t.colour == "grey"), board.tracks[0])
        return track.a, track.b
    return board.tickets[0].starts[0], board.tickets[0].ends[0]


def verbs(board: Board) -> list[str]:
    """Return the commands of a game by their names in English."""
    if "rail_yard" in board.mechanics:
        return ["draw", "lay", "tickets", "keep", "stop", "pass", "complete", "done"]
    known = ["draw", "claim", "tickets", "keep", "pass"]
    if "track_building" in board.mechanics:
        known.append("build")
    if "home_cities" in board.mechanics:
        known += ["start", "mark", "no"]
    if "alvin" in board.mechanics:
        known.append("alvin")
    return known


def grammar(board: Board) -> list[Said]:
    """Return the commands of a game, each with what it does.

    >>> import branchline as bl
    >>> print(grammar(bl.load_board("usa"))[0])
    draw: take the top card of the deck
    """
    pair = example(board)
    city = board.cities[_pair(board)[0]].name
    names = ["draw", "place", "tickets", "keep", "pass"]
    if "rail_yard" in board.mechanics:
        names += ["stop", "lay", "layThree", "best", "complete"]
    else:
        names += ["claim", "claimColour", "claimCards"]
    if "track_building" in board.mechanics:
        names.append("build")
    if "home_cities" in board.mechanics:
        names += ["start", "mark", "noMarker"]
    if "alvin" in board.mechanics:
        names.append("alvin")
    return [
        text(
            "grammar.line",
            typed=text(f"grammar.{name}", pair=pair, city=city),
            does=text(f"grammar.{name}.does"),
        )
        for name in names
    ]
