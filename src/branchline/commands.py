"""Commands: actions in the words a person types and the log prints."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING

from branchline.actions import Action, Claim
from branchline.board import CARDS, COLOURS, Board, Track
from branchline.errors import BranchlineError
from branchline.rules import state as st

if TYPE_CHECKING:
    from branchline.game import Game

GRAMMAR = """\
draw                        take the top card of the deck (also: draw deck)
draw red, draw 3            take the red face-up card, or the one at place 3
claim Denver Omaha purple   claim a route; add the colour, and locomotives if you want to
                            choose ("claim Denver Omaha: 3 purple, 1 locomotive")
tickets                     draw tickets
keep 1 3, keep all          keep the first and third offered ticket, or all of them;
                            also by name: keep Boston Miami, Denver El Paso
pass                        when nothing else is possible"""

_LOCOMOTIVE = re.compile(r"loco(motive)?s?|wilds?")


def words(text: str) -> list[str]:
    """Split a text into plain words: lower case, no accents, no punctuation."""
    letters = "".join(
        c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)
    )
    return re.findall(r"[a-z0-9]+", re.sub(r"['.]", "", letters.lower()))


def parse(game: Game, text: str, seat: int, check: bool) -> Action:
    """Read an action; say why it is unclear, impossible or refused."""
    if len(text) > 500:
        raise BranchlineError("that is too long for a command")
    said = words(text)
    if not said:
        raise BranchlineError("say what to do: draw, claim, tickets, keep or pass")
    verb, rest = said[0], said[1:]
    if verb in ("draw", "take"):
        if rest and rest[0].startswith("ticket"):
            action = game.action(st.A_TICKETS, seat)
        else:
            action = _draw(game, rest, seat)
    elif verb in ("ticket", "tickets"):
        action = game.action(st.A_TICKETS, seat)
    elif verb == "pass":
        action = game.action(st.A_PASS, seat)
    elif verb == "keep":
        action = _keep(game, text, seat)
    elif verb in ("claim", "build"):
        return _claim(game, text, seat, check)
    else:
        near = difflib.get_close_matches(verb, ["draw", "claim", "tickets", "keep", "pass"], 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise BranchlineError(
            f"{verb!r} is not an action: draw, claim, tickets, keep or pass{hint}"
        )
    return _checked(game, action, seat, check)


def _checked(game: Game, action: Action, seat: int, check: bool) -> Action:
    if check:
        reasons = game.why_not(action, seat)
        if reasons:
            raise BranchlineError(f"{action}: {reasons.text}")
    return action


def _draw(game: Game, said: list[str], seat: int) -> Action:
    said = [w for w in said if w not in ("from", "the", "place", "card", "a")]
    if not said or said in (["deck"], ["blind"], ["0"]):
        return game.action(st.A_DECK, seat)
    face_up = int(game.board.record[0]["face_up"])
    last = said[-1]
    card = _card(said[0])
    if last.isdigit() and (len(said) == 1 or (len(said) == 2 and card)):
        if not 1 <= int(last) <= face_up:
            raise BranchlineError(f"the face-up places are 1 to {face_up}, not {last}")
        lies = game.view(None).market[int(last) - 1]
        if card not in (None, lies):
            raise BranchlineError(f"at place {last} lies {lies or 'nothing'}, not {card}")
        return game.action(st.A_PLACE + int(last) - 1, seat)
    if card is None or len(said) > 1:
        raise BranchlineError(
            f"draw what? say deck, a colour that lies face up, or a place from 1 to {face_up}"
        )
    for place, lying in enumerate(game.view(None).market):
        if lying == card:
            return game.action(st.A_PLACE + place, seat)
    raise BranchlineError(f"no {card} card lies face up")


def _card(word: str) -> str | None:
    if _LOCOMOTIVE.fullmatch(word):
        return "locomotive"
    found = [card for card in CARDS if card.startswith(word)]
    if len(found) > 1:
        raise BranchlineError(f"which colour: {_either(found)}?")
    return found[0] if found else None


def _keep(game: Game, text: str, seat: int) -> Action:
    offer = game.view(seat).offer
    if not offer:
        raise BranchlineError("no tickets are offered to you")
    said = [w for w in words(text)[1:] if w not in ("and", "ticket", "tickets", "number")]
    if said in (["all"], ["everything"], ["both"]):
        return game.action(st.A_KEEP + (1 << len(offer)) - 1, seat)
    if said in (["none"], ["nothing"]):
        return game.action(st.A_KEEP, seat)
    mask = 0
    if said and all(w.isdigit() for w in said):
        for number in map(int, said):
            if not 1 <= number <= len(offer):
                raise BranchlineError(f"the offered tickets are numbered 1 to {len(offer)}")
            mask |= 1 << number - 1
        return game.action(st.A_KEEP + mask, seat)
    index = {t.id: t for t in game.board.tickets}
    for part in re.split(r",|;|\band\b", re.sub(r"^\s*keep", "", text, flags=re.I)):
        # A number after the cities is the ticket's points.
        wanted = re.sub(r"\s+\d+$", "", " ".join(words(part))).split()
        if not wanted:
            continue
        a, b, rest = _two_cities(game.board, wanted)
        if rest:
            raise BranchlineError(f"{' '.join(rest)!r} is more than two cities")
        fitting = [i for i, t in enumerate(offer) if {index[t].a, index[t].b} == {a, b}]
        if not fitting:
            names = f"{game.board.cities[a].name}–{game.board.cities[b].name}"
            raise BranchlineError(f"the ticket {names} is not offered to you")
        mask |= 1 << fitting[0]
    if not mask:
        raise BranchlineError('keep which? say "keep 1 3", "keep all" or their cities')
    return game.action(st.A_KEEP + mask, seat)


def _fitting(names: list[list[str]], said: list[str]) -> tuple[int, list[int]]:
    """Return how well words fit city names (2 in full, 1 as beginnings, 0 not), and which ones."""
    exact = [i for i, name in enumerate(names) if name == said]
    if exact:
        return 2, exact
    begun = [
        i
        for i, name in enumerate(names)
        if len(said) <= len(name)
        and all(full.startswith(part) for full, part in zip(name, said, strict=False))
    ]
    return (1, begun) if begun else (0, [])


def _two_cities(board: Board, said: list[str]) -> tuple[int, int, list[str]]:
    """Read two cities at the start of a command; return them and the words that are left."""
    names = [words(city.name) for city in board.cities]
    longest = max(len(name) for name in names)
    best: tuple[tuple[int, int], list[int], list[int], list[str]] | None = None
    for i in range(1, min(longest, len(said) - 1) + 1):
        for j in range(i + 1, min(i + longest, len(said)) + 1):
            fit_a, some_a = _fitting(names, said[:i])
            fit_b, some_b = _fitting(names, said[i:j])
            if fit_a and fit_b and (best is None or (fit_a + fit_b, j) > best[0]):
                best = ((fit_a + fit_b, j), some_a, some_b, said[j:])
    if best is None:
        raise BranchlineError(_unknown_city(board, names, said))
    for some in best[1:3]:
        if len(some) > 1:
            raise BranchlineError(f"which city: {_either(board.cities[c].name for c in some)}?")
    return best[1][0], best[2][0], best[3]


def _unknown_city(board: Board, names: list[list[str]], said: list[str]) -> str:
    if not said:
        return "name the two cities"
    for i in range(min(4, len(said)), 0, -1):
        if _fitting(names, said[:i])[0]:
            said = said[i:]
            break
    if not said:
        return "name the second city too"
    joined = [" ".join(name) for name in names]
    near = difflib.get_close_matches(said[0], joined, 1) or difflib.get_close_matches(
        " ".join(said[:2]), joined, 1
    )
    hint = f"; did you mean {board.cities[joined.index(near[0])].name}?" if near else ""
    return f"there is no city called {said[0]!r}{hint}"


def _either(things: Iterable[str]) -> str:
    listed = list(things)
    return " or ".join((", ".join(listed[:-1]), listed[-1])) if len(listed) > 1 else listed[0]


def _claim(game: Game, text: str, seat: int, check: bool) -> Action:
    left, colon, right = text.partition(":")
    a, b, rest = _two_cities(game.board, words(left)[1:])
    tracks = [t for t in game.board.tracks if {t.a, t.b} == {a, b}]
    names = f"{game.board.cities[a].name}–{game.board.cities[b].name}"
    if not tracks:
        raise BranchlineError(f"no route joins {names.replace('–', ' and ')}")
    if colon:
        tracks = _which_track(tracks, rest)
        rest = words(right)
    colour, cards, locomotives = _payment(rest)
    claims: list[Action] = []
    for track in tracks:
        for (paid, k), id in game.catalogue.claims[track.id].items():
            if (
                colour in (None, paid)
                and locomotives in (None, k)
                and cards in (None, track.length - k)
                and (k < track.length or colour == "locomotive" or locomotives == k)
            ):
                claims.append(game.action(id, seat))
    if not claims:
        raise BranchlineError(_impossible(tracks, names, colour))
    legal = [c for c in claims if not game.why_not(c, seat)]
    if not legal:
        alone = [c for t in tracks for c in _alone(game, t, seat)]
        if colour is None and cards is None and locomotives is None and alone:
            return _unique(game, alone, names)
        fewest = min(claims, key=lambda c: game.why_not(c, seat).bit_count())
        return _checked(game, fewest, seat, check)
    return _unique(game, legal, names)


def _alone(game: Game, track: Track, seat: int) -> list[Action]:
    """Return the claim with locomotives alone, if it is legal."""
    action = game.action(game.catalogue.claims[track.id]["locomotive", track.length], seat)
    return [] if game.why_not(action, seat) else [action]


def _unique(game: Game, legal: list[Action], names: str) -> Action:
    """Choose the payment with the fewest locomotives (rule 7), if that leaves one real choice."""
    claims = [(c, c.move) for c in legal if isinstance(c.move, Claim)]
    colours = {track.id: track.colour for track in game.board.tracks}
    choices: dict[tuple[str, str], Action] = {}
    for action, move in sorted(claims, key=lambda pair: pair[1].locomotives):
        # Tracks of one colour between the same cities are alike: the first serves.
        choices.setdefault((colours[move.track], move.colour), action)
    if len(choices) > 1:
        one_track = len({colour for colour, _ in choices}) == 1
        options = _either(
            str(a).partition(": ")[2] if one_track else str(a).removeprefix("claim ")
            for a in choices.values()
        )
        raise BranchlineError(f"{names} can be paid in several ways: {options}?")
    return next(iter(choices.values()))


def _which_track(tracks: list[Track], said: list[str]) -> list[Track]:
    """Narrow parallel tracks down by the colour and number in a track's label."""
    for word in said:
        if word.isdigit():
            tracks = tracks[int(word) - 1 : int(word)]
        else:
            tracks = [t for t in tracks if t.colour == word or word in ("gray", "track")]
    if not tracks:
        raise BranchlineError("there is no such track between these cities")
    return tracks


def _payment(said: list[str]) -> tuple[str | None, int | None, int | None]:
    """Read "3 purple 1 locomotive" in any order: the colour, its cards, the locomotives."""
    colour: str | None = None
    cards: int | None = None
    locomotives: int | None = None
    number: int | None = None
    for word in said:
        if word in ("with", "and", "for", "in", "using"):
            continue
        if word.isdigit() and len(word) < 3:
            number = int(word)
            continue
        card = _card(word)
        if card == "locomotive":
            locomotives = number
            if number is None and colour is None:
                colour = "locomotive"
        elif card in COLOURS and colour in (None, "locomotive"):
            colour, cards = card, number
        else:
            raise BranchlineError(f"{word!r} is not a colour, a number or locomotives")
        number = None
    if number is not None:
        raise BranchlineError(f"{number} of what?")
    return colour, cards, locomotives


def _impossible(tracks: list[Track], names: str, colour: str | None) -> str:
    length = tracks[0].length
    colours = sorted({t.colour for t in tracks})
    if colour and colour != "locomotive" and "grey" not in colours and colour not in colours:
        return f"{names} takes {_either(colours)}, not {colour}"
    return f"{names} has {length} space{'s' if length > 1 else ''}: that set of cards does not fit"
