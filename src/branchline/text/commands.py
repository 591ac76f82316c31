"""Commands: actions in the words a person types and the log prints."""

from __future__ import annotations

import difflib
import re
from typing import Protocol

from branchline.board import COLOURS, Board, Track
from branchline.errors import BranchlineError
from branchline.game.actions import (
    Action,
    Build,
    Catalogue,
    Claim,
    Complete,
    Lay,
    LayThree,
    Mark,
    MoveAlvin,
    Settle,
)
from branchline.game.refusals import Refusal
from branchline.game.view import View
from branchline.rules import state as st
from branchline.text.catalogue import Said, either, text
from branchline.text.cities import between, first_city, one_city, two_cities
from branchline.text.describe import card as card_of
from branchline.text.describe import move as move_of
from branchline.text.describe import paid_with
from branchline.text.grammar import means, read_card, typed, verbs, words


class CommandGame(Protocol):
    """What reading a command needs to know: a game, as it stands."""

    board: Board
    catalogue: Catalogue

    def action(self, id: int, seat: int | None = None) -> Action:
        """Return the action with this number, as it reads now."""
        ...

    def why_not(self, action: Action | int, seat: int | None = None) -> Refusal:
        """Give the reasons why an action is refused."""
        ...

    def view(self, seat: int | None) -> View:
        """Return all that a seat may know."""
        ...


def parse(game: CommandGame, line: str, seat: int, check: bool) -> Action:
    """Read an action; say why it is unclear, impossible or refused."""
    if len(line) > 500:
        raise BranchlineError("command.tooLong")
    line = _begun(line)
    said = words(line)
    known = verbs(game.board)
    if not said:
        raise BranchlineError("command.say", verbs=_verbs(known))
    verb, rest = said[0], said[1:]
    match _meant(verb, rest, known):
        case "draw":
            action = _draw(game, rest, seat)
        case "tickets":
            action = game.action(st.A_TICKETS, seat)
        case "pass":
            action = game.action(st.A_PASS, seat)
        case "keep":
            action = _keep(game, line, seat)
        case "stop":
            action = game.action(st.A_STOP, seat)
        case "done":
            action = game.action(st.A_DONE, seat)
        case "lay":
            action = _lay(game, rest, seat)
        case "complete":
            action = _complete(game, rest, seat)
        case "claim":
            return _claim(game, line, seat, check)
        case "build":
            return _build(game, line, seat, check)
        case "start":
            city = one_city(game.board, _without(rest, "at"))
            action = game.action(game.catalogue.ids[Settle(city)], seat)
        case "mark":
            return _mark(game, line, seat, check)
        case "no":
            action = game.action(st.A_NO_MARKER, seat)
        case "alvin":
            city = one_city(game.board, _without(rest, "alvin", "at"))
            action = game.action(game.catalogue.ids[MoveAlvin(city)], seat)
        case _:
            raise _unknown_verb(verb, known)
    return _checked(game, action, seat, check)


def _begun(line: str) -> str:
    """Drop what some languages put before a verb, as in "ne pas …"."""
    first, _, rest = line.strip().partition(" ")
    return rest if rest and words(first) and means(words(first)[0], "lead") else line


def _meant(verb: str, rest: list[str], known: list[str]) -> str | None:
    """Return which of the commands of a game a verb stands for, by what follows it."""
    if means(verb, "take", "draw"):
        if any(means(word, "tickets") for word in rest):
            return "tickets"
        # One takes a card, but also a route.
        if means(verb, "draw") or "claim" not in known or all(_of_a_draw(w) for w in rest):
            return "draw"
        return "claim"
    if means(verb, "lay"):
        if "mark" in known and any(means(word, "marker") for word in rest):
            return "mark"
        return "lay" if "lay" in known else "build" if "build" in known else None
    if means(verb, "move", "alvin") and "alvin" in known:
        return "alvin" if means(verb, "alvin") or (rest and means(rest[0], "alvin")) else None
    for meaning in known:
        if means(verb, meaning):
            return meaning
    return None


def _of_a_draw(word: str) -> bool:
    try:
        return word.isdigit() or means(word, "filler", "deck") or read_card(word) is not None
    except BranchlineError:  # the beginning of several colours
        return True


def _verbs(known: list[str]) -> str:
    return either(text(f"command.verb.{verb}") for verb in known)


def _unknown_verb(verb: str, known: list[str]) -> BranchlineError:
    meaning = {word: name for name in reversed(known) for word in typed(name)}
    near = difflib.get_close_matches(verb, list(meaning), 1)
    if near:
        return BranchlineError("command.noVerbNear", verb=verb, verbs=_verbs(known), near=near[0])
    return BranchlineError("command.noVerb", verb=verb, verbs=_verbs(known))


def _without(said: list[str], *fillers: str) -> list[str]:
    """Drop leading words that only make a command read well."""
    while said and means(said[0], *fillers):
        said = said[1:]
    return said


def _checked(game: CommandGame, action: Action, seat: int, check: bool) -> Action:
    if check:
        reasons = game.why_not(action, seat)
        if reasons:
            raise BranchlineError(
                "command.refused", move=move_of(game.board, action), why=reasons.text
            )
    return action


def _draw(game: CommandGame, said: list[str], seat: int) -> Action:
    said = [w for w in said if not means(w, "filler")]
    if not said or said == ["0"] or (len(said) == 1 and means(said[0], "deck")):
        return game.action(st.A_DECK, seat)
    face_up = int(game.board.record[0]["face_up"])
    last = said[-1]
    card = read_card(said[0])
    if last.isdigit() and (len(said) == 1 or (len(said) == 2 and card)):
        if not 1 <= int(last) <= face_up:
            raise BranchlineError("command.places", most=face_up, given=last)
        lies = game.view(None).market[int(last) - 1]
        if card not in (None, lies):
            there = card_of(lies) if lies else text("command.nothing")
            raise BranchlineError("command.lies", place=last, there=there, card=card_of(card))
        return game.action(st.A_PLACE + int(last) - 1, seat)
    if card is None or len(said) > 1:
        raise BranchlineError("command.drawWhat", most=face_up)
    for place, lying in enumerate(game.view(None).market):
        if lying == card:
            return game.action(st.A_PLACE + place, seat)
    raise BranchlineError("command.notFaceUp", card=text(f"words.card.{card}"))


def _keep(game: CommandGame, line: str, seat: int) -> Action:
    offer = game.view(seat).offer
    if not offer:
        raise BranchlineError("table.why.NOTHING_OFFERED")
    said = [w for w in words(line)[1:] if not means(w, "and", "tickets", "filler")]
    if len(said) == 1 and means(said[0], "all"):
        return game.action(st.A_KEEP + (1 << len(offer)) - 1, seat)
    if len(said) == 1 and means(said[0], "none"):
        return game.action(st.A_KEEP, seat)
    mask = 0
    if said and all(w.isdigit() for w in said):
        for number in map(int, said):
            if not 1 <= number <= len(offer):
                raise BranchlineError("command.ticketNumbers", most=len(offer))
            mask |= 1 << number - 1
        return game.action(st.A_KEEP + mask, seat)
    index = {t.id: t for t in game.board.tickets}
    joint = rf",|;|\b(?:{'|'.join(typed('and'))})\b"
    for part in re.split(joint, re.sub(r"^\W*\w+", "", line), flags=re.I):
        # A number after the cities is the ticket's points.
        wanted = re.sub(r"\s+\d+$", "", " ".join(words(part))).split()
        if not wanted:
            continue
        a, b, rest = two_cities(game.board, wanted)
        if rest:
            raise BranchlineError("command.moreThanTwo", words=" ".join(rest))
        fitting = [
            i
            for i, t in enumerate(offer)
            if {index[t].starts, index[t].ends} == {tuple(a), tuple(b)}
        ]
        if not fitting:
            raise BranchlineError("command.notOffered", ticket=between(game.board, a, b))
        # Two tickets may name the same cities: then the order in which they are named tells.
        fitting.sort(key=lambda i: (mask >> i & 1, index[offer[i]].starts != tuple(a)))
        mask |= 1 << fitting[0]
    if not mask:
        raise BranchlineError("command.keepWhich")
    return game.action(st.A_KEEP + mask, seat)


def _tracks_between(game: CommandGame, line: str) -> tuple[list[Track], Said, list[str]]:
    """Read the two cities of a command; return the tracks, their name, and the words left over."""
    left, colon, right = line.partition(":")
    board = game.board
    a, b, rest = two_cities(board, words(left)[1:])
    tracks = [t for t in board.tracks if (t.a in a and t.b in b) or (t.a in b and t.b in a)]
    names = between(board, a, b)
    if not tracks:
        raise BranchlineError("command.noRoute", **names.values)
    if colon:
        tracks = _which_track(tracks, rest)
        rest = words(right)
    return tracks, names, rest


def _claim(game: CommandGame, line: str, seat: int, check: bool) -> Action:
    tracks, names, rest = _tracks_between(game, line)
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
        raise _impossible(tracks, names, colour)
    # Locomotives alone are spent only if nothing else will do, or if they are asked for.
    for pile in (claims, alone):
        legal = [c for c in pile if not game.why_not(c, seat)]
        if legal:
            return _unique(game, legal, names)
    fewest = min(claims or alone, key=lambda c: game.why_not(c, seat).bit_count())
    return _checked(game, fewest, seat, check)


def _unique(game: CommandGame, legal: list[Action], names: Said) -> Action:
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
        options = either(
            paid_with(a, game.board) if one_track else _claimed(game.board, a)
            for a in choices.values()
        )
        raise BranchlineError("command.severalWays", track=names, options=options)
    return next(iter(choices.values()))


def _claimed(board: Board, action: Action) -> Said:
    """Return which track a claim takes, and with which cards."""
    claim = move_of(board, action)
    assert isinstance(claim, Said)
    return text("command.trackFor", **claim.values)


def _build(game: CommandGame, line: str, seat: int, check: bool) -> Action:
    tracks, names, rest = _tracks_between(game, line)
    rest = [w for w in rest if not means(w, "filler")]
    colour = read_card(rest[0]) if len(rest) == 1 else None
    if colour not in COLOURS:
        raise BranchlineError("command.pieceColour")
    builds = [Build(t.id, colour) for t in tracks]
    actions = [game.action(game.catalogue.ids[b], seat) for b in builds if b in game.catalogue.ids]
    if not actions:
        raise BranchlineError("command.noBed", track=names)
    fewest = min(actions, key=lambda a: game.why_not(a, seat).bit_count())
    return _checked(game, fewest, seat, check)


def _lay(game: CommandGame, said: list[str], seat: int) -> Action:
    """Read a suit, or three colours."""
    said = [w for w in said if not means(w, "filler", "and")]
    cards = [read_card(w) for w in said if w != "1"]
    if len(cards) == 3 and all(cards):
        if "locomotive" in cards:
            raise BranchlineError("command.threeLocomotives")
        three = tuple(c for c in COLOURS if c in cards)
        if len(three) < 3:
            raise BranchlineError("command.threeDifferent")
        return game.action(game.catalogue.ids[LayThree(three)], seat)
    if len({card for card in cards if card in COLOURS}) > 1:
        raise BranchlineError("command.oneColour")
    colour, n, locomotives = _payment(said)
    if colour is None or colour == "locomotive":
        raise BranchlineError("command.layWhat")
    if "locomotive" in cards and locomotives is None:
        if any(w.endswith("s") and read_card(w) == "locomotive" for w in said):
            raise BranchlineError("command.howMany")
        locomotives = 1
    if n is None:
        n = max(1, game.view(seat).hand.get(colour, 0))
    if n == 0:
        raise BranchlineError("command.suit")
    move = Lay(colour, n, locomotives or 0)
    if move not in game.catalogue.ids:
        raise BranchlineError("command.notSoMany")
    return game.action(game.catalogue.ids[move], seat)


def _complete(game: CommandGame, said: list[str], seat: int) -> Action:
    """Read which ticket to complete."""
    said = _without(said, "tickets")
    wanted = [w for w in said if not means(w, "filler", "tickets", "set")]
    if not wanted or (len(wanted) == 1 and means(wanted[0], "best", "all")):
        return game.action(st.A_BEST, seat)
    a, b, _ = two_cities(game.board, said)
    tickets = [t for t in game.board.tickets if {t.starts, t.ends} == {tuple(a), tuple(b)}]
    if not tickets:
        raise BranchlineError("command.noTicket")
    # Two tickets may name the same cities: then the order in which they are named tells.
    tickets.sort(key=lambda t: (t.id not in game.view(seat).tickets, t.starts != tuple(a)))
    return game.action(game.catalogue.ids[Complete(tickets[0].id)], seat)


def _mark(game: CommandGame, line: str, seat: int, check: bool) -> Action:
    left, _, right = line.partition(":")
    said = words(left)[1:]
    if any(means(word, "marker") for word in said):
        said = _without(said, "filler", "marker", "at")
    cities, rest = first_city(game.board, said)
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
        raise BranchlineError("command.markerCosts")
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
        options = either(paid_with(a, game.board) for a in fewest.values())
        raise BranchlineError("command.markerWays", options=options)
    return next(iter(fewest.values()))


def _which_track(tracks: list[Track], said: list[str]) -> list[Track]:
    """Narrow parallel tracks down by the colour and number in a track's label."""
    for word in said:
        if word.isdigit():
            tracks = tracks[int(word) - 1 : int(word)]
        elif not means(word, "filler"):
            tracks = [t for t in tracks if means(word, t.colour or "bed")]
    if not tracks:
        raise BranchlineError("command.noTrack")
    return tracks


def _payment(said: list[str]) -> tuple[str | None, int | None, int | None]:
    """Read "3 purple 1 locomotive" in any order: the colour, its cards, the locomotives."""
    colour: str | None = None
    cards: int | None = None
    locomotives: int | None = None
    number: int | None = None
    for word in said:
        if means(word, "filler", "and"):
            continue
        if word.isdigit() and len(word) < 3:
            number = int(word)
            continue
        card = read_card(word)
        if card == "locomotive":
            locomotives = number
            if number is None and colour is None:
                colour = "locomotive"
        elif card in COLOURS and colour in (None, "locomotive"):
            colour, cards = card, number
        else:
            raise BranchlineError("command.noCards", word=word)
        number = None
    if number is not None:
        raise BranchlineError("command.ofWhat", number=number)
    return colour, cards, locomotives


def _impossible(tracks: list[Track], names: Said, colour: str | None) -> BranchlineError:
    length = tracks[0].length
    colours = sorted({t.colour or "grey" for t in tracks})
    if colour and colour != "locomotive" and "grey" not in colours and colour not in colours:
        takes = either(text(f"words.card.{one}") for one in colours)
        return BranchlineError("command.takes", track=names, takes=takes, colour=card_of(colour))
    return BranchlineError("command.doesNotFit", track=names, n=length)
