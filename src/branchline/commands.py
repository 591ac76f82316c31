"""Commands: actions in the words a person types and the log prints."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING

from branchline.actions import (
    Action,
    Build,
    Claim,
    Complete,
    Lay,
    LayThree,
    Mark,
    MoveAlvin,
    Settle,
)
from branchline.board import CARDS, COLOURS, Board, Track
from branchline.errors import BranchlineError
from branchline.rules import state as st

if TYPE_CHECKING:
    from branchline.game import Game

_LOCOMOTIVE = re.compile(r"loco(motive)?s?|wilds?")


def words(text: str) -> list[str]:
    """Split a text into plain words: lower case, no accents, no punctuation."""
    letters = "".join(
        c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)
    )
    return re.findall(r"[a-z0-9]+", re.sub(r"['.]", "", letters.lower()))


def example(board: Board) -> str:
    """Return two neighbouring cities of a board, for examples; without a map those of a ticket.

    >>> import branchline as bl
    >>> example(bl.load_board("france"))
    'Avignon Toulouse'
    """
    if board.tracks:
        track = next((t for t in board.tracks if t.colour == "grey"), board.tracks[0])
        a, b = track.a, track.b
    else:
        a, b = board.tickets[0].starts[0], board.tickets[0].ends[0]
    return f"{board.cities[a].name} {board.cities[b].name}"


def grammar(board: Board) -> list[str]:
    """Return the commands of a game, each with what it does.

    >>> import branchline as bl
    >>> print(grammar(bl.load_board("usa"))[0])
    draw: take the top card of the deck
    """
    pair = example(board)
    city = next(c.name for c in board.cities if pair.startswith(f"{c.name} "))
    lines = [
        "draw: take the top card of the deck",
        "draw red, draw 3: take the red face-up card, or the one at place 3",
        "tickets: draw tickets",
        "keep 1 3, keep all: keep the first and third offered ticket, or all; also by their cities",
        "pass: when nothing else is possible",
    ]
    if "rail_yard" in board.mechanics:
        return [
            *lines,
            "stop: after the first card, draw no second",
            'lay 3 red 1 locomotive: lay a suit in your yard; "lay red" lays all your red cards',
            "lay red blue green: lay three cards of different colours",
            "complete best: after the last round, complete the best set of tickets",
            f'complete {pair}: complete one ticket; say "done" when that is all',
        ]
    lines += [
        f"claim {pair}: claim a route with as few locomotives as possible",
        f"claim {pair} red: the same, saying the colour",
        f"claim {pair}: 2 red, 1 locomotive: the same, saying the cards",
    ]
    if "track_building" in board.mechanics:
        lines.append(f"build {pair} red: after drawing, lay a red track piece on a bed")
    if "home_cities" in board.mechanics:
        lines += [
            f"start in {city}: choose your starting city",
            f"mark {city} red: after a claim, put a marker in a city at its end, for a pair",
            "no marker: after a claim, place none",
        ]
    if "alvin" in board.mechanics:
        lines.append(f"alvin {city}: after capturing him, put Alvin in one of your cities")
    return lines


def _verbs(board: Board) -> list[str]:
    if "rail_yard" in board.mechanics:
        return ["draw", "lay", "tickets", "keep", "stop", "pass", "complete", "done"]
    verbs = ["draw", "claim", "tickets", "keep", "pass"]
    if "track_building" in board.mechanics:
        verbs.append("build")
    if "home_cities" in board.mechanics:
        verbs += ["start", "mark", "no marker"]
    if "alvin" in board.mechanics:
        verbs.append("alvin")
    return verbs


def parse(game: Game, text: str, seat: int, check: bool) -> Action:
    """Read an action; say why it is unclear, impossible or refused."""
    if len(text) > 500:
        raise BranchlineError("that is too long for a command")
    said = words(text)
    verbs = _verbs(game.board)
    if not said:
        raise BranchlineError(f"say what to do: {_either(verbs)}")
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
    elif verb == "stop" and verb in verbs:
        action = game.action(st.A_STOP, seat)
    elif verb == "done" and verb in verbs:
        action = game.action(st.A_DONE, seat)
    elif verb == "lay" and verb in verbs:
        action = _lay(game, rest, seat)
    elif verb == "complete" and verb in verbs:
        action = _complete(game, rest, seat)
    elif verb == "claim" and verb in verbs:
        return _claim(game, text, seat, check)
    elif verb == "build" and verb in verbs:
        return _build(game, text, seat, check)
    elif verb in ("start", "settle", "home") and "start" in verbs:
        city = _one_city(game.board, _without(rest, "in", "at"))
        action = game.action(game.catalogue.ids[Settle(city)], seat)
    elif verb == "mark" and verb in verbs:
        return _mark(game, text, seat, check)
    elif verb in ("no", "skip") and "mark" in verbs:
        action = game.action(st.A_NO_MARKER, seat)
    elif (verb == "alvin" or said[:2] == ["move", "alvin"]) and "alvin" in verbs:
        city = _one_city(game.board, _without(rest, "alvin", "to", "in"))
        action = game.action(game.catalogue.ids[MoveAlvin(city)], seat)
    else:
        near = difflib.get_close_matches(verb, verbs, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise BranchlineError(f"{verb!r} is not an action: {_either(verbs)}{hint}")
    return _checked(game, action, seat, check)


def _without(said: list[str], *fillers: str) -> list[str]:
    """Drop leading words that only make a command read well."""
    while said and said[0] in fillers:
        said = said[1:]
    return said


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
        fitting = [
            i
            for i, t in enumerate(offer)
            if {index[t].starts, index[t].ends} == {tuple(a), tuple(b)}
        ]
        if not fitting:
            names = "–".join(game.board.cities[c[0]].name for c in (a, b))
            raise BranchlineError(f"the ticket {names} is not offered to you")
        # Two tickets may name the same cities: then the order in which they are named tells.
        fitting.sort(key=lambda i: (mask >> i & 1, index[offer[i]].starts != tuple(a)))
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


def _two_cities(board: Board, said: list[str]) -> tuple[list[int], list[int], list[str]]:
    """Read two cities at the start of a command; return them and the words that are left.

    A zone stands for all its dead ends, so each of the two is a list.
    """
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
        _one_name(board, some)
    return best[1], best[2], best[3]


def _one_name(board: Board, some: list[int]) -> None:
    """Ask back if words fit cities of different names."""
    names = list(dict.fromkeys(board.cities[c].name for c in some))
    if len(names) > 1:
        raise BranchlineError(f"which city: {_either(names)}?")


def _first_city(board: Board, said: list[str]) -> tuple[list[int], list[str]]:
    """Read one city at the start of a command; return it and the words that are left."""
    names = [words(city.name) for city in board.cities]
    best: tuple[tuple[int, int], list[int]] | None = None
    for i in range(1, len(said) + 1):
        fit, some = _fitting(names, said[:i])
        if fit and (best is None or (fit, i) > best[0]):
            best = ((fit, i), some)
    if best is None:
        raise BranchlineError(_unknown_city(board, names, said))
    _one_name(board, best[1])
    return best[1], said[best[0][1] :]


def _one_city(board: Board, said: list[str]) -> str:
    """Read a city and nothing else; return its id."""
    cities, rest = _first_city(board, said)
    if rest:
        raise BranchlineError(f"{' '.join(rest)!r} is one word too many")
    return board.cities[cities[0]].id


def _unknown_city(board: Board, names: list[list[str]], said: list[str]) -> str:
    if not said:
        return "name the cities"
    for i in range(min(4, len(said)), 0, -1):
        if _fitting(names, said[:i])[0]:
            said = said[i:]
            break
    if not said:
        return "name another city too"
    joined = [" ".join(name) for name in names]
    near = difflib.get_close_matches(said[0], joined, 1) or difflib.get_close_matches(
        " ".join(said[:2]), joined, 1
    )
    hint = f"; did you mean {board.cities[joined.index(near[0])].name}?" if near else ""
    return f"there is no city called {said[0]!r}{hint}"


def _either(things: Iterable[str]) -> str:
    listed = list(things)
    return " or ".join((", ".join(listed[:-1]), listed[-1])) if len(listed) > 1 else listed[0]


def _tracks_between(game: Game, text: str) -> tuple[list[Track], str, list[str]]:
    """Read the two cities of a command; return the tracks, their name, and the words left over."""
    left, colon, right = text.partition(":")
    board = game.board
    a, b, rest = _two_cities(board, words(left)[1:])
    tracks = [t for t in board.tracks if (t.a in a and t.b in b) or (t.a in b and t.b in a)]
    names = f"{board.cities[a[0]].name}–{board.cities[b[0]].name}"
    if not tracks:
        raise BranchlineError(f"no route joins {names.replace('–', ' and ')}")
    if colon:
        tracks = _which_track(tracks, rest)
        rest = words(right)
    return tracks, names, rest


def _claim(game: Game, text: str, seat: int, check: bool) -> Action:
    tracks, names, rest = _tracks_between(game, text)
    colour, cards, locomotives = _payment(rest)
    claims: list[Action] = []
    alone: list[Action] = []
    for track in tracks:
        for id in game.catalogue.claims[track.id]:
            action = game.action(id, seat)
            move = action.move
            assert isinstance(move, Claim)
            if (
                colour in (None, move.colour)
                and locomotives in (None, move.locomotives)
                and cards in (None, track.length - move.locomotives)
            ):
                pile = alone if move.colour == "locomotive" and colour is None else claims
                pile.append(action)
    if not claims and not alone:
        raise BranchlineError(_impossible(tracks, names, colour))
    # Locomotives alone are spent only if nothing else will do, or if they are asked for.
    for pile in (claims, alone):
        legal = [c for c in pile if not game.why_not(c, seat)]
        if legal:
            return _unique(game, legal, names)
    fewest = min(claims or alone, key=lambda c: game.why_not(c, seat).bit_count())
    return _checked(game, fewest, seat, check)


def _unique(game: Game, legal: list[Action], names: str) -> Action:
    """Choose the payment with the fewest locomotives (rule 7), if that leaves one real choice."""
    claims = [(c, c.move) for c in legal if isinstance(c.move, Claim)]
    built = game.view(None).built
    looks = {t.id: (t.colour or built.get(t.id), t.a, t.b) for t in game.board.tracks}
    choices: dict[tuple[object, str], Action] = {}
    for action, move in sorted(claims, key=lambda pair: pair[1].locomotives):
        # Tracks of one colour between the same cities are alike: the first serves.
        choices.setdefault((looks[move.track], move.colour), action)
    if len(choices) > 1:
        one_track = len({look for look, _ in choices}) == 1
        options = _either(
            str(a).partition(": ")[2] if one_track else str(a).removeprefix("claim ")
            for a in choices.values()
        )
        raise BranchlineError(f"{names} can be paid in several ways: {options}?")
    return next(iter(choices.values()))


def _build(game: Game, text: str, seat: int, check: bool) -> Action:
    tracks, names, rest = _tracks_between(game, text)
    rest = [w for w in rest if w not in ("with", "in", "piece", "track")]
    colour = _card(rest[0]) if len(rest) == 1 else None
    if colour not in COLOURS:
        raise BranchlineError("say the colour of the piece too: build Paris Dijon red")
    builds = [Build(t.id, colour) for t in tracks]
    actions = [game.action(game.catalogue.ids[b], seat) for b in builds if b in game.catalogue.ids]
    if not actions:
        raise BranchlineError(f"{names} is not a bed: it needs no track piece")
    fewest = min(actions, key=lambda a: game.why_not(a, seat).bit_count())
    return _checked(game, fewest, seat, check)


def _lay(game: Game, said: list[str], seat: int) -> Action:
    """Read a suit, or three colours."""
    said = [w for w in said if w not in ("and", "with", "a")]
    cards = [_card(w) for w in said if w != "1"]
    if len(cards) == 3 and all(cards):
        if "locomotive" in cards:
            raise BranchlineError("locomotives cannot be among three different colours")
        three = tuple(c for c in COLOURS if c in cards)
        if len(three) < 3:
            raise BranchlineError("three cards laid together must be of different colours")
        return game.action(game.catalogue.ids[LayThree(three)], seat)
    if len({card for card in cards if card in COLOURS}) > 1:
        raise BranchlineError("lay cards of one colour, or exactly three of different colours")
    colour, n, locomotives = _payment(said)
    if colour is None or colour == "locomotive":
        raise BranchlineError('lay what? say "lay 3 red 1 locomotive" or "lay red blue green"')
    if "locomotive" in cards and locomotives is None:
        if any(w.endswith("s") and _card(w) == "locomotive" for w in said):
            raise BranchlineError("how many locomotives?")
        locomotives = 1
    if n is None:
        n = max(1, game.view(seat).hand.get(colour, 0))
    if n == 0:
        raise BranchlineError("a suit has at least one card of its colour")
    move = Lay(colour, n, locomotives or 0)
    if move not in game.catalogue.ids:
        raise BranchlineError("there are not so many cards in the game")
    return game.action(game.catalogue.ids[move], seat)


def _complete(game: Game, said: list[str], seat: int) -> Action:
    """Read which ticket to complete."""
    said = _without([w for w in said if w not in ("set", "ticket", "tickets")], "the")
    if said in (["best"], ["all"], []):
        return game.action(st.A_BEST, seat)
    a, b, _ = _two_cities(game.board, said)
    tickets = [t for t in game.board.tickets if {t.starts, t.ends} == {tuple(a), tuple(b)}]
    if not tickets:
        raise BranchlineError("there is no such ticket")
    # Two tickets may name the same cities: then the order in which they are named tells.
    tickets.sort(key=lambda t: (t.id not in game.view(seat).tickets, t.starts != tuple(a)))
    return game.action(game.catalogue.ids[Complete(tickets[0].id)], seat)


def _mark(game: Game, text: str, seat: int, check: bool) -> Action:
    left, _, right = text.partition(":")
    cities, rest = _first_city(game.board, words(left)[1:])
    colour, cards, locomotives = _payment([*rest, *words(right)])
    city = game.board.cities[cities[0]]
    marks = [
        game.action(id, seat)
        for move, id in game.catalogue.ids.items()
        if isinstance(move, Mark)
        and move.city == city.id
        and colour in (None, move.colour)
        and locomotives in (None, move.locomotives)
        and cards in (None, 2 - move.locomotives)
    ]
    if not marks:
        raise BranchlineError("a marker costs two cards of one colour, locomotives among them")
    legal = [m for m in marks if not game.why_not(m, seat)]
    if not legal:
        return _checked(
            game, min(marks, key=lambda m: game.why_not(m, seat).bit_count()), seat, check
        )
    fewest: dict[str, Action] = {}
    for action in legal:
        assert isinstance(action.move, Mark)
        fewest.setdefault(action.move.colour, action)
    if len(fewest) > 1 and "locomotive" in fewest:
        del fewest["locomotive"]
    if len(fewest) > 1:
        options = _either(str(a).partition(": ")[2] for a in fewest.values())
        raise BranchlineError(f"the marker can be paid in several ways: {options}?")
    return next(iter(fewest.values()))


def _which_track(tracks: list[Track], said: list[str]) -> list[Track]:
    """Narrow parallel tracks down by the colour and number in a track's label."""
    for word in said:
        if word.isdigit():
            tracks = tracks[int(word) - 1 : int(word)]
        else:
            tracks = [t for t in tracks if (t.colour or "bed") == word or word in ("gray", "track")]
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
    colours = sorted({t.colour or "grey" for t in tracks})
    if colour and colour != "locomotive" and "grey" not in colours and colour not in colours:
        return f"{names} takes {_either(colours)}, not {colour}"
    return f"{names} has {length} space{'s' if length > 1 else ''}: that set of cards does not fit"
