"""A record that was tampered with is found out, by the library and by the referee."""

import copy
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

import branchline as bl

from ..play import TABLES, lines_of, play
from ..referee.referee import judge
from ..scale import scaled

Lines = list[Any]
Tampering = Callable[[Lines, random.Random], bool]
"""Changes the lines of a record, if it can, and says whether it could."""

GAMES = ("usa", "france", "old_west-alvin", "card_game")
MAPS = GAMES[:3]
KINDS: dict[tuple[str, str], Tampering] = {}
"""Every kind of tampering, by the game it is done in and its name."""

PLACES = scaled(1, 3)
"""Every kind of tampering is tried in this many records."""


def tampering_in(*games: str) -> Callable[[Tampering], Tampering]:
    """Note a kind of tampering that some games have a place for."""

    def note(change: Tampering) -> Tampering:
        for game in games:
            KINDS[game, change.__name__.replace("_", " ")] = change
        return change

    return note


tampering = tampering_in(*GAMES)
on_a_map = tampering_in(*MAPS)


# --- Finding a place ---------------------------------------------------------------------------


def events_in(lines: Lines, kind: str) -> Iterator[tuple[list[Any], int]]:
    """Every event of a kind, as the list it stands in and its place there."""
    for line in lines[1:]:
        for at, event in enumerate(line.get("events", ())):
            if event["event"] == kind:
                yield line["events"], at


def some_event(lines: Lines, kind: str, chooser: random.Random, **facts: Any) -> Any:
    """One event of a kind with these facts, or an empty one if there is none."""
    found = [events[at] for events, at in events_in(lines, kind)]
    found = [e for e in found if all(e[name] == value for name, value in facts.items())]
    return chooser.choice(found) if found else None


def actions_of(lines: Lines, do: str) -> list[int]:
    return [i for i, line in enumerate(lines) if line.get("action", {}).get("do") == do]


def another_colour(card: str) -> str:
    return "blue" if card != "blue" else "green"


# --- Cards -------------------------------------------------------------------------------------


@tampering
def a_card_drawn_from_the_deck(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "drew", chooser, **{"from": "deck"})
    event["card"] = another_colour(event["card"])
    return True


@tampering
def a_card_drawn_from_the_row(lines: Lines, chooser: random.Random) -> bool:
    found = [e[at] for e, at in events_in(lines, "drew") if e[at]["from"] != "deck"]
    if found:
        event = chooser.choice(found)
        event["card"] = another_colour(event["card"])
    return bool(found)


@tampering
def a_card_turned_up(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "turned up", chooser)
    event["card"] = another_colour(event["card"])
    return True


@tampering
def the_place_of_a_card_turned_up(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "turned up", chooser)
    event["place"] = (event["place"] + 1) % 5
    return True


@tampering
def a_card_dealt(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "dealt", chooser)
    event["cards"][0] = another_colour(event["cards"][0])
    return True


@tampering
def the_order_of_the_deck(lines: Lines, chooser: random.Random) -> bool:
    return swap_in(lines[1]["events"], "shuffled", chooser)


@tampering
def the_order_of_a_later_deck(lines: Lines, chooser: random.Random) -> bool:
    return any(swap_in(line["events"], "shuffled", chooser) for line in lines[2:-1])


@tampering
def the_order_of_the_tickets(lines: Lines, chooser: random.Random) -> bool:
    return swap_in(lines[1]["events"], "tickets shuffled", chooser)


def swap_in(events: list[Any], kind: str, chooser: random.Random) -> bool:
    """Let two neighbours in a deck change places."""
    for event in events:
        if event["event"] == kind:
            deck = event["deck"]
            unlike = [i for i in range(1, len(deck)) if deck[i] != deck[i - 1]]
            if unlike:
                i = chooser.choice(unlike)
                deck[i - 1], deck[i] = deck[i], deck[i - 1]
                return True
    return False


@tampering
def a_shuffle_is_missing(lines: Lines, chooser: random.Random) -> bool:
    return drop(lines[2:], "shuffled", chooser)


@on_a_map
def a_sweep_is_missing(lines: Lines, chooser: random.Random) -> bool:
    return drop(lines, "swept", chooser)


@on_a_map
def a_sweep_and_the_new_row_are_missing(lines: Lines, chooser: random.Random) -> bool:
    for events, at in events_in(lines, "swept"):
        del events[at : at + 6]
        return True
    return False


@tampering
def a_sweep_that_was_not(lines: Lines, chooser: random.Random) -> bool:
    for events, at in events_in(lines[2:], "turned up"):
        events.insert(at + 1, {"event": "swept", "cards": ["locomotive"] * 5})
        return True
    return False


def drop(lines: Lines, kind: str, chooser: random.Random) -> bool:
    found = list(events_in([{}, *lines], kind))
    if found:
        events, at = chooser.choice(found)
        del events[at]
    return bool(found)


# --- Events and actions ------------------------------------------------------------------------


@tampering
def an_event_is_missing(lines: Lines, chooser: random.Random) -> bool:
    events = chooser.choice(lines[1:-1])["events"]
    del events[chooser.randrange(len(events))]
    return True


@tampering
def an_event_stands_there_twice(lines: Lines, chooser: random.Random) -> bool:
    events = chooser.choice(lines[1:-1])["events"]
    at = chooser.randrange(len(events))
    events.insert(at, copy.deepcopy(events[at]))
    return True


@tampering
def two_events_are_swapped(lines: Lines, chooser: random.Random) -> bool:
    several = [line["events"] for line in lines[2:-1] if len(line["events"]) > 1]
    events = chooser.choice(several)
    events[-2], events[-1] = events[-1], events[-2]
    return True


@tampering
def an_event_has_another_seat(lines: Lines, chooser: random.Random) -> bool:
    found = [e for line in lines[1:-1] for e in line["events"] if "seat" in e]
    event = chooser.choice(found)
    event["seat"] = (event["seat"] + 1) % lines[0]["seats"]
    return True


@tampering
def an_event_has_a_fact_too_many(lines: Lines, chooser: random.Random) -> bool:
    chooser.choice(chooser.choice(lines[1:-1])["events"])["more"] = 1
    return True


@tampering
def the_number_of_a_turn(lines: Lines, chooser: random.Random) -> bool:
    some_event(lines, "turn", chooser)["number"] += 1
    return True


@tampering
def an_action_has_another_seat(lines: Lines, chooser: random.Random) -> bool:
    line = chooser.choice(lines[2 + lines[0]["seats"] : -1])
    line["seat"] = (line["seat"] + 1) % lines[0]["seats"]
    return True


@tampering
def an_action_is_missing(lines: Lines, chooser: random.Random) -> bool:
    del lines[chooser.randrange(2, len(lines) - 1)]
    return True


@tampering
def an_action_stands_there_twice(lines: Lines, chooser: random.Random) -> bool:
    at = chooser.randrange(2, len(lines) - 1)
    lines.insert(at, copy.deepcopy(lines[at]))
    return True


@tampering
def two_actions_are_swapped(lines: Lines, chooser: random.Random) -> bool:
    # First tickets may be chosen in any order, and tickets completed: this is wrong in between.
    free = ("complete", "complete best", "done")
    between = [
        i
        for i in range(3 + lines[0]["seats"], len(lines) - 2)
        if not {lines[i]["action"]["do"], lines[i + 1]["action"]["do"]} & {*free}
    ]
    at = chooser.choice(between)
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    return True


@tampering
def another_action_with_the_old_events(lines: Lines, chooser: random.Random) -> bool:
    at = chooser.choice(actions_of(lines, "draw"))
    drawn = lines[at]["action"]["from"]
    lines[at]["action"]["from"] = "deck" if drawn != "deck" else 0
    return True


@tampering
def a_pass_is_slipped_in(lines: Lines, chooser: random.Random) -> bool:
    at = chooser.choice(actions_of(lines, "draw"))
    seat = lines[at]["seat"]
    events = [{"event": "passed", "seat": seat}]
    line = {"seat": seat, "action": {"do": "pass"}, "text": "pass", "events": events}
    lines.insert(at, line)
    return True


# --- Claims ------------------------------------------------------------------------------------


@on_a_map
def a_claim_of_a_taken_track(lines: Lines, chooser: random.Random) -> bool:
    claims = actions_of(lines, "claim")
    first, later = sorted(chooser.sample(claims, 2))
    track = lines[first]["action"]["track"]
    lines[later]["action"]["track"] = track
    for event in lines[later]["events"]:
        if "track" in event:
            event["track"] = track
    return True


@on_a_map
def a_claim_paid_with_cards_not_held(lines: Lines, chooser: random.Random) -> bool:
    at = chooser.choice(actions_of(lines, "claim"))
    action = lines[at]["action"]
    board = bl.load_board(lines[0]["game"])
    length = next(t.length for t in board.tracks if t.id == action["track"])
    game = bl.replay(bl.parse_record(text_of([*lines[:at]])))
    if game.view(lines[at]["seat"]).hand.get("locomotive", 0) >= length:
        return False
    action["colour"], action["locomotives"] = "locomotive", length
    lines[at]["events"][0]["cards"] = {"locomotive": length}
    return True


@on_a_map
def a_claim_in_a_wrong_colour(lines: Lines, chooser: random.Random) -> bool:
    board = bl.load_board(lines[0]["game"])
    colour = {track.id: track.colour for track in board.tracks}
    claims = [lines[i] for i in actions_of(lines, "claim")]
    claims = [c for c in claims if c["action"]["colour"] == colour[c["action"]["track"]]]
    if not claims:
        return False
    line = chooser.choice(claims)
    was = line["action"]["colour"]
    line["action"]["colour"] = another_colour(was)
    cards = line["events"][0]["cards"]
    cards[another_colour(was)] = cards.pop(was)
    return True


@on_a_map
def the_cards_of_a_payment(lines: Lines, chooser: random.Random) -> bool:
    cards = some_event(lines, "claimed", chooser)["cards"]
    card = chooser.choice(sorted(cards))
    cards[card] += chooser.choice((-1, 1))
    return True


@on_a_map
def the_colour_of_a_payment(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "claimed", chooser)
    event["cards"] = {another_colour(card): n for card, n in event["cards"].items()}
    return True


@on_a_map
def the_locomotives_of_a_claim(lines: Lines, chooser: random.Random) -> bool:
    action = lines[chooser.choice(actions_of(lines, "claim"))]["action"]
    action["locomotives"] += 1
    return True


@tampering
def the_points_of_a_claim(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "scored", chooser)
    if event is not None:
        event["points"] += 1
    return event is not None


# --- Tickets -----------------------------------------------------------------------------------


@tampering
def a_ticket_offered(lines: Lines, chooser: random.Random) -> bool:
    """It changes places with one that somebody else was offered."""
    found = [e[at] for e, at in events_in(lines[:2], "offered")]
    one, other = found[0]["tickets"], found[1]["tickets"]
    one[0], other[0] = other[0], one[0]
    return True


@tampering
def a_ticket_kept_for_one_returned(lines: Lines, chooser: random.Random) -> bool:
    """In the event alone: the action still says what was really kept."""
    found = [e[at] for e, at in events_in(lines, "kept")]
    found = [e for e in found if e["tickets"] and e["returned"]]
    if not found:
        return False
    event = chooser.choice(found)
    kept, returned = event["tickets"], event["returned"]
    kept[0], returned[0] = returned[0], kept[0]
    return True


@tampering
def a_ticket_kept_that_was_not_offered(lines: Lines, chooser: random.Random) -> bool:
    keeps = [i for i in actions_of(lines, "keep") if lines[i]["action"]["tickets"]]
    line = lines[chooser.choice(keeps)]
    kept = line["action"]["tickets"]
    tickets = [ticket.id for ticket in bl.load_board(lines[0]["game"]).tickets]
    offered = {t for e, at in events_in(lines, "offered") for t in e[at]["tickets"]}
    not_offered = [t for t in tickets if t not in offered]
    if not not_offered:
        return False
    for event in line["events"]:
        if event["event"] == "kept" and event["seat"] == line["seat"]:
            event["tickets"] = [not_offered[0], *kept[1:]]
    kept[0] = not_offered[0]
    return True


@tampering
def too_few_tickets_kept(lines: Lines, chooser: random.Random) -> bool:
    keeps = [i for i in actions_of(lines, "keep") if lines[i]["action"]["tickets"]]
    line = lines[chooser.choice(keeps)]
    for event in line["events"]:
        if event["event"] == "kept" and event["seat"] == line["seat"]:
            event["returned"] += event["tickets"]
            event["tickets"] = []
    line["action"]["tickets"] = []
    return True


@tampering
def tickets_returned_in_another_order(lines: Lines, chooser: random.Random) -> bool:
    found = [e[at] for e, at in events_in(lines, "kept") if len(e[at]["returned"]) > 1]
    if found:
        chooser.choice(found)["returned"].reverse()
    return bool(found)


@tampering
def tickets_kept_in_another_order(lines: Lines, chooser: random.Random) -> bool:
    actions = [lines[i]["action"] for i in actions_of(lines, "keep")]
    several = [action for action in actions if len(action["tickets"]) > 1]
    chooser.choice(several)["tickets"].reverse()
    return True


# --- The end -----------------------------------------------------------------------------------


@tampering
def the_last_round_is_missing(lines: Lines, chooser: random.Random) -> bool:
    return drop(lines, "last round", chooser)


@tampering
def the_turns_of_the_last_round(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "last round", chooser)
    if event is not None:
        event["turns"] -= 1
    return event is not None


@tampering
def why_it_is_over(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "over", chooser)
    event["why"] = "all passed" if event["why"] == "last round" else "last round"
    return True


@tampering
def the_result_is_missing(lines: Lines, chooser: random.Random) -> bool:
    del lines[-1]
    return True


@tampering
def the_result_comes_too_early(lines: Lines, chooser: random.Random) -> bool:
    del lines[-2]
    return True


@tampering
def an_action_after_the_end(lines: Lines, chooser: random.Random) -> bool:
    lines.insert(-1, copy.deepcopy(lines[-2]))
    return True


def seat_result(lines: Lines, chooser: random.Random) -> Any:
    return chooser.choice(lines[-1]["result"]["seats"])


@tampering
def a_total(lines: Lines, chooser: random.Random) -> bool:
    seat_result(lines, chooser)["total"] += 1
    return True


@tampering
def points_for_routes(lines: Lines, chooser: random.Random) -> bool:
    seat_result(lines, chooser)["routes"] -= 1
    return True


@tampering
def points_for_tickets(lines: Lines, chooser: random.Random) -> bool:
    result = seat_result(lines, chooser)
    result["ticket_points"] += 1
    result["total"] += 1
    return True


@tampering
def the_winner(lines: Lines, chooser: random.Random) -> bool:
    result = lines[-1]["result"]
    result["winners"] = [s for s in range(lines[0]["seats"]) if s not in result["winners"]][:1]
    return True


@tampering
def the_ranks(lines: Lines, chooser: random.Random) -> bool:
    first, second = lines[-1]["result"]["seats"][:2]
    first["rank"], second["rank"] = second["rank"], first["rank"]
    return bool(first["rank"] != second["rank"])


@tampering
def what_decided(lines: Lines, chooser: random.Random) -> bool:
    result = lines[-1]["result"]
    result["decided_by"] = "tickets" if result["decided_by"] != "tickets" else "points"
    return True


@tampering
def whether_a_ticket_is_done(lines: Lines, chooser: random.Random) -> bool:
    ticket = chooser.choice(seat_result(lines, chooser)["tickets"])
    ticket["done"] = not ticket["done"]
    return True


@tampering
def a_ticket_of_the_result(lines: Lines, chooser: random.Random) -> bool:
    seats = lines[-1]["result"]["seats"]
    one, other = seats[0]["tickets"], seats[1]["tickets"]
    one[0], other[0] = other[0], one[0]
    return True


@tampering
def the_length_of_a_longest_path(lines: Lines, chooser: random.Random) -> bool:
    seat_result(lines, chooser)["longest_path"]["length"] += 1
    return True


@tampering_in("usa", "france")
def the_tracks_of_a_longest_path(lines: Lines, chooser: random.Random) -> bool:
    paths = [seat["longest_path"]["tracks"] for seat in lines[-1]["result"]["seats"]]
    long = [path for path in paths if len(path) > 1]
    if long:
        chooser.choice(long).pop()
    return bool(long)


@tampering
def a_bonus_is_missing(lines: Lines, chooser: random.Random) -> bool:
    for seat in lines[-1]["result"]["seats"]:
        if seat["bonuses"]:
            seat["bonuses"].clear()
            return True
    return False


@tampering
def a_bonus_for_nothing(lines: Lines, chooser: random.Random) -> bool:
    for seat in lines[-1]["result"]["seats"]:
        if not seat["bonuses"]:
            seat["bonuses"]["longest path"] = 10
            return True
    return False


@tampering
def a_number_of_another_type(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "scored", chooser)
    if event is not None:
        event["points"] = float(event["points"])
    return event is not None


@tampering
def a_total_of_another_type(lines: Lines, chooser: random.Random) -> bool:
    result = seat_result(lines, chooser)
    result["total"] = float(result["total"])
    return True


@tampering
def whether_a_ticket_is_done_as_a_number(lines: Lines, chooser: random.Random) -> bool:
    ticket = chooser.choice(seat_result(lines, chooser)["tickets"])
    ticket["done"] = int(ticket["done"])
    return True


# --- France ------------------------------------------------------------------------------------

in_france = tampering_in("france")
with_shuffled_returns = tampering_in("france", "old_west-alvin")


@with_shuffled_returns
def tickets_put_under_in_another_order(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "put under", chooser)
    if event is None or len(event["tickets"]) < 2:
        return False
    event["tickets"].reverse()
    return True


@with_shuffled_returns
def tickets_put_under_without_a_word(lines: Lines, chooser: random.Random) -> bool:
    return drop(lines, "put under", chooser)


@in_france
def the_colour_of_a_piece(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "built", chooser)
    event["colour"] = another_colour(event["colour"])
    return True


@in_france
def the_colour_that_was_asked_for(lines: Lines, chooser: random.Random) -> bool:
    action = lines[chooser.choice(actions_of(lines, "build"))]["action"]
    action["colour"] = another_colour(action["colour"])
    return True


@in_france
def a_wrong_builder(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "built", chooser)
    event["seat"] = (event["seat"] + 1) % lines[0]["seats"]
    return True


@in_france
def a_piece_on_a_bed_that_is_cut_off(lines: Lines, chooser: random.Random) -> bool:
    cut: list[str] = []
    for line in lines[2:-1]:
        if line["action"]["do"] == "build" and cut:
            line["action"]["track"] = line["events"][0]["track"] = chooser.choice(cut)
            return True
        for event in line["events"]:
            if event["event"] == "cut off":
                cut += event["tracks"]
    return False


@in_france
def a_piece_of_the_wrong_length(lines: Lines, chooser: random.Random) -> bool:
    """On a bed that is not there: a track that has its colour printed."""
    printed = [t.id for t in bl.load_board("france").tracks if not t.is_bed]
    line = lines[chooser.choice(actions_of(lines, "build"))]
    line["action"]["track"] = line["events"][0]["track"] = chooser.choice(printed)
    return True


@in_france
def a_track_that_was_not_cut_off(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "cut off", chooser)
    if event is None:
        return False
    tracks = [t.id for t in bl.load_board("france").tracks if t.id not in event["tracks"]]
    event["tracks"].append(chooser.choice(tracks))
    return True


@in_france
def a_cut_that_is_missing(lines: Lines, chooser: random.Random) -> bool:
    return drop(lines, "cut off", chooser)


@in_france
def tracks_cut_off_in_another_order(lines: Lines, chooser: random.Random) -> bool:
    found = [e[at] for e, at in events_in(lines, "cut off") if len(e[at]["tracks"]) > 1]
    if found:
        chooser.choice(found)["tracks"].reverse()
    return bool(found)


@in_france
def a_track_cut_off_twice(lines: Lines, chooser: random.Random) -> bool:
    found = list(events_in(lines, "cut off"))
    if len(found) < 2:
        return False
    (first, i), (later, j) = found[0], found[-1]
    later[j]["tracks"].append(first[i]["tracks"][0])
    return True


@in_france
def the_colour_of_a_piece_that_came_back(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "piece returned", chooser)
    event["colour"] = another_colour(event["colour"])
    return True


@in_france
def a_piece_that_did_not_come_back(lines: Lines, chooser: random.Random) -> bool:
    return drop(lines, "piece returned", chooser)


@in_france
def drawing_without_building(lines: Lines, chooser: random.Random) -> bool:
    del lines[chooser.choice(actions_of(lines, "build"))]
    return True


@in_france
def a_route_paid_in_a_colour_that_was_not_built(lines: Lines, chooser: random.Random) -> bool:
    back = {e[at]["track"]: e[at]["colour"] for e, at in events_in(lines, "piece returned")}
    claims = [lines[i] for i in actions_of(lines, "claim")]
    claims = [c for c in claims if c["action"]["colour"] == back.get(c["action"]["track"])]
    if not claims:
        return False
    line = chooser.choice(claims)
    was = line["action"]["colour"]
    line["action"]["colour"] = another_colour(was)
    cards = line["events"][0]["cards"]
    cards[another_colour(was)] = cards.pop(was)
    return True


# --- Old West ----------------------------------------------------------------------------------

in_the_west = tampering_in("old_west-alvin")


def another_city(city: str) -> str:
    return "denver" if city != "denver" else "boise"


@in_the_west
def a_starting_city(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "settled", chooser)
    event["city"] = another_city(event["city"])
    return True


@in_the_west
def a_starting_city_that_is_taken(lines: Lines, chooser: random.Random) -> bool:
    first, second = (lines[i] for i in actions_of(lines, "settle")[:2])
    second["action"]["city"] = second["events"][0]["city"] = first["action"]["city"]
    return True


@in_the_west
def a_start_where_alvin_stands(lines: Lines, chooser: random.Random) -> bool:
    line = lines[actions_of(lines, "settle")[0]]
    line["action"]["city"] = line["events"][0]["city"] = "roswell"
    return True


@in_the_west
def the_payee_of_a_marker(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "scored", chooser, why="marker")
    if event is None:
        return False
    event["seat"] = (event["seat"] + 1) % lines[0]["seats"]
    return True


@in_the_west
def a_marker_that_did_not_pay(lines: Lines, chooser: random.Random) -> bool:
    found = [(e, at) for e, at in events_in(lines, "scored") if e[at]["why"] == "marker"]
    if found:
        events, at = chooser.choice(found)
        del events[at]
    return bool(found)


@in_the_west
def points_for_the_claimer_in_spite_of_a_marker(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "scored", chooser, why="marker")
    if event is None:
        return False
    event["why"] = "route"
    del event["city"]
    return True


@in_the_west
def the_city_of_a_marker_that_paid(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "scored", chooser, why="marker")
    if event is None:
        return False
    event["city"] = another_city(event["city"])
    return True


@in_the_west
def the_city_of_a_marker(lines: Lines, chooser: random.Random) -> bool:
    """Neither end of the route that was claimed."""
    marks = actions_of(lines, "mark")
    if not marks:
        return False
    at = chooser.choice(marks)
    line = lines[at]
    ends = lines[at - 1]["action"].get("track", "").split("-")
    cities = [c.id for c in bl.load_board("old_west").cities if c.id not in ends]
    line["action"]["city"] = line["events"][0]["city"] = chooser.choice(cities)
    return True


@in_the_west
def the_cards_of_a_marker(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "marked", chooser)
    if event is None:
        return False
    event["cards"] = {another_colour(card): n for card, n in event["cards"].items()}
    return True


@in_the_west
def a_marker_for_nothing(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "marked", chooser)
    if event is None:
        return False
    event["cards"] = {}
    return True


@in_the_west
def the_points_of_a_capture(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "scored", chooser, why="capture")
    if event is None:
        return False
    event["points"] += 10
    return True


@in_the_west
def a_capture_that_is_missing(lines: Lines, chooser: random.Random) -> bool:
    for events, at in events_in(lines, "captured"):
        del events[at : at + 2]
        return True
    return False


@in_the_west
def where_alvin_was_captured(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "captured", chooser)
    if event is None:
        return False
    event["city"] = another_city(event["city"])
    return True


@in_the_west
def alvin_in_a_wrong_city(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "alvin moved", chooser)
    if event is None:
        return False
    event["city"] = another_city(event["city"])
    return True


@in_the_west
def alvin_in_a_city_of_nobody(lines: Lines, chooser: random.Random) -> bool:
    """In the action too, where there was a choice."""
    moves = actions_of(lines, "alvin")
    if not moves:
        return False
    line = lines[chooser.choice(moves)]
    marked = {e[at]["city"] for kind in ("settled", "marked") for e, at in events_in(lines, kind)}
    free = [c.id for c in bl.load_board("old_west").cities if c.id not in marked]
    line["action"]["city"] = line["events"][0]["city"] = chooser.choice(free)
    return True


@in_the_west
def a_game_without_alvin_after_all(lines: Lines, chooser: random.Random) -> bool:
    del lines[0]["options"]["alvin"]
    return any(True for _ in events_in(lines, "captured"))


@in_the_west
def who_holds_alvin_at_the_end(lines: Lines, chooser: random.Random) -> bool:
    seats = lines[-1]["result"]["seats"]
    for i, seat in enumerate(seats):
        if "alvin" in seat["bonuses"]:
            seats[i - 1]["bonuses"]["alvin"] = seat["bonuses"].pop("alvin")
            return True
    return False


# --- The Card Game -----------------------------------------------------------------------------

in_the_yard = tampering_in("card_game")


@in_the_yard
def the_order_of_the_tickets_with_those_returned(lines: Lines, chooser: random.Random) -> bool:
    return any(swap_in(line["events"], "tickets shuffled", chooser) for line in lines[2:-1])


@in_the_yard
def a_card_that_moved(lines: Lines, chooser: random.Random) -> bool:
    cards = some_event(lines, "moved", chooser)["cards"]
    at = chooser.randrange(len(cards))
    cards[at] = another_colour(cards[at])
    return True


@in_the_yard
def cards_that_moved_in_another_order(lines: Lines, chooser: random.Random) -> bool:
    found = [e[at]["cards"] for e, at in events_in(lines, "moved")]
    found = [cards for cards in found if cards != cards[::-1]]
    if found:
        chooser.choice(found).reverse()
    return bool(found)


@in_the_yard
def cards_that_did_not_move(lines: Lines, chooser: random.Random) -> bool:
    return drop(lines, "moved", chooser)


@in_the_yard
def the_row_that_was_robbed(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "robbed", chooser)
    if event is None:
        return False
    event[chooser.choice(("cards", "locomotives"))] += 1
    return True


@in_the_yard
def who_was_robbed(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "robbed", chooser)
    if event is None:
        return False
    event["seat"] = (event["seat"] + 1) % lines[0]["seats"]
    return True


@in_the_yard
def a_robbery_that_is_missing(lines: Lines, chooser: random.Random) -> bool:
    return drop(lines, "robbed", chooser)


@in_the_yard
def the_rows_that_were_laid(lines: Lines, chooser: random.Random) -> bool:
    row = chooser.choice(some_event(lines, "laid", chooser)["rows"])
    row[chooser.choice(("cards", "locomotives"))] += 1
    return True


@in_the_yard
def a_suit_of_cards_that_are_not_there(lines: Lines, chooser: random.Random) -> bool:
    line = lines[chooser.choice(actions_of(lines, "lay"))]
    line["action"]["cards"] = 10
    row = next(e for e in line["events"] if e["event"] == "laid")["rows"][0]
    row["cards"] = 10
    return True


@in_the_yard
def three_colours_in_another_order(lines: Lines, chooser: random.Random) -> bool:
    found = actions_of(lines, "lay three")
    if found:
        lines[chooser.choice(found)]["action"]["colours"].reverse()
    return bool(found)


@in_the_yard
def the_cards_of_a_completed_ticket(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "completed", chooser)
    if event is None:
        return False
    card = chooser.choice(sorted(event["cards"]))
    n = event["cards"].pop(card)
    event["cards"][another_colour(card)] = event["cards"].get(another_colour(card), 0) + n
    return True


@in_the_yard
def a_completed_ticket(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "completed", chooser)
    if event is None:
        return False
    ids = [t.id for t in bl.load_board("card_game").tickets if t.id != event["ticket"]]
    event["ticket"] = chooser.choice(ids)
    return True


@in_the_yard
def a_ticket_of_somebody_else_is_completed(lines: Lines, chooser: random.Random) -> bool:
    found = actions_of(lines, "complete")
    if not found:
        return False
    line = lines[chooser.choice(found)]
    seats = lines[-1]["result"]["seats"]
    others = [t["ticket"] for s in seats if s["seat"] != line["seat"] for t in s["tickets"]]
    line["action"]["ticket"] = line["events"][0]["ticket"] = chooser.choice(others)
    return True


@in_the_yard
def not_the_best_set(lines: Lines, chooser: random.Random) -> bool:
    """One ticket fewer than could be completed."""
    found = [lines[i]["events"] for i in actions_of(lines, "complete best")]
    found = [events for events in found if events[0]["event"] == "completed"]
    if found:
        del chooser.choice(found)[:2]
    return bool(found)


@in_the_yard
def the_best_set_in_another_order(lines: Lines, chooser: random.Random) -> bool:
    found = [lines[i]["events"] for i in actions_of(lines, "complete best")]
    found = [events for events in found if [e["event"] for e in events].count("completed") > 1]
    if found:
        events = chooser.choice(found)
        events[0:4] = [*events[2:4], *events[0:2]]
    return bool(found)


@in_the_yard
def somebody_who_did_not_finish(lines: Lines, chooser: random.Random) -> bool:
    return drop(lines, "finished", chooser)


@in_the_yard
def a_bonus_of_another_city(lines: Lines, chooser: random.Random) -> bool:
    big = bl.load_board("card_game").big_cities
    for seat in lines[-1]["result"]["seats"]:
        free = [city for city in big if city not in seat["bonuses"]]
        if seat["bonuses"] and free:
            _, points = seat["bonuses"].popitem()
            seat["bonuses"][free[0]] = points
            return True
    return False


@in_the_yard
def the_number_of_cards_gathered(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "gathered", chooser)
    if event is not None:
        event["count"] += 1
    return event is not None


@in_the_yard
def which_scoring_it_is(lines: Lines, chooser: random.Random) -> bool:
    event = some_event(lines, "scoring", chooser)
    event["pass"] = 3 - event["pass"]
    return True


@in_the_yard
def a_draw_in_the_last_round(lines: Lines, chooser: random.Random) -> bool:
    rounds = [i for i, line in enumerate(lines[:-1]) if "last round" in kinds_in(line)]
    at = rounds[-1] + 1
    seat = lines[at]["seat"]
    events = [{"event": "drew", "seat": seat, "from": "deck", "card": "red"}]
    action = {"do": "draw", "from": "deck"}
    lines.insert(at, {"seat": seat, "action": action, "text": "draw", "events": events})
    return True


def kinds_in(line: Any) -> list[str]:
    return [event["event"] for event in line.get("events", ())]


# --- The header --------------------------------------------------------------------------------


@tampering
def the_key(lines: Lines, chooser: random.Random) -> bool:
    digits = list(lines[0]["key"])
    at = chooser.randrange(64)
    digits[at] = "0" if digits[at] != "0" else "1"
    lines[0]["key"] = "".join(digits)
    return True


@tampering
def the_number_of_seats(lines: Lines, chooser: random.Random) -> bool:
    board = bl.load_board(lines[0]["game"])
    seats = lines[0]["seats"]
    lines[0]["seats"] = seats + 1 if seats < board.max_seats else seats - 1
    lines[0]["players"] = ["x"] * lines[0]["seats"]
    return True


@tampering
def the_seat_that_was_made_to_start(lines: Lines, chooser: random.Random) -> bool:
    options = lines[0]["options"]
    if "starts" not in options:
        return False
    options["starts"] = (options["starts"] + 1) % lines[0]["seats"]
    return True


@tampering
def that_a_seat_was_made_to_start(lines: Lines, chooser: random.Random) -> bool:
    """Drawing who starts uses up chance, so even the same seat makes another game."""
    options = lines[0]["options"]
    if "starts" in options:
        del options["starts"]
    else:
        options["starts"] = lines[1]["events"][0]["seat"]
    return True


@tampering
def the_version(lines: Lines, chooser: random.Random) -> bool:
    lines[0]["version"] = 2
    return True


# --- The test ----------------------------------------------------------------------------------


def text_of(lines: Lines) -> str:
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


TASTES = {
    "usa": ("random", "claims first", "hoarder"),
    "france": ("random", "claims first", "hoarder"),
    "old_west-alvin": ("random", "marks first", "hoarder"),
    "card_game": ("random", "claims first", "by hand"),
}


@cache
def right_records(game: str) -> list[str]:
    """Records of many sorts."""
    texts = []
    seats_of = [seats for name, seats in TABLES if name == game]
    # The first numbers of seats and the last: of what is played, the more the slower.
    some = seats_of if game in ("usa", "card_game") else [*seats_of[:2], seats_of[-1]]
    for seed in range(3):
        for seats in some:
            for at, taste in enumerate(TASTES[game]):
                if (seed + seats + at) % scaled(3, 1):  # a third is of all sorts too
                    continue
                starts = (seed + seats) % seats if seed == 2 else None
                record = play(game, seats, seed, taste, starts=starts).record()
                texts.append(record.dumps())
    return texts


@pytest.mark.parametrize("game", GAMES)
def test_the_records_are_right_before_they_are_tampered_with(game: str) -> None:
    for text in right_records(game):
        record = bl.parse_record(text)
        bl.verify(record)
        assert judge(lines_of(record)) == []


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_tampering_is_found(game: str, kind: str) -> None:
    chooser = random.Random(kind)
    found = 0
    for text in chooser.sample(right_records(game), len(right_records(game))):
        lines = [json.loads(row) for row in text.split("\n") if row]
        if not KINDS[game, kind](lines, chooser):
            continue
        tampered = text_of(lines)
        assert tampered != text
        assert judge([json.loads(row) for row in tampered.split("\n") if row])
        with pytest.raises(bl.BranchlineError):
            bl.verify(bl.parse_record(tampered))
        found += 1
        if found == PLACES:
            return
    raise AssertionError(f"found only {found} records to tamper with")


def test_there_are_many_kinds() -> None:
    of_game = {game: {kind for name, kind in KINDS if name == game} for game in GAMES}
    assert len(of_game["usa"]) >= 50
    for game in GAMES[1:]:
        assert len(of_game[game] - of_game["usa"]) >= 8


def test_a_changed_text_is_found() -> None:
    """By the library alone: how an action reads is not the referee's business."""
    record = play("usa", 2, 1, "claims first").record()
    record.actions[9]["text"] += "."
    with pytest.raises(bl.BranchlineError, match="text"):
        bl.verify(record)
