"""How the people in the tests play: quickly to the end, and past everything one can meet."""

from __future__ import annotations

from .players import Player, Seen, Wish

NEAR_ALVIN = {"albuquerque", "las_cruces", "santa_fe"}


def on_the_map(seen: Seen, player: Player) -> Wish:
    """Claim the longest route there is; draw, and build what the hand could pay for."""
    if seen["tickets"]:
        return "keep", list(range(3 if seen["phase"] == "first tickets" else 1))
    if seen["cities"]:
        return in_a_city(seen, player)
    tracks = [track for track in seen["tracks"] if track["at"]]
    if not tracks and player.device == "keyboard":  # whose list has what lies under a button too
        tracks = seen["tracks"]
    if seen["phase"] == "build":
        return "track", tracks[0]
    if seen["phase"] == "turn" and player.did["turns"] == 4 and seen["more"]:
        player.did["turns"] += 1
        return "more", None
    alvin = [track for track in tracks if "roswell" in track["id"]]
    if alvin and not player.did["to Alvin"]:
        player.did["to Alvin"] += 1
        return "track", alvin[-1]
    if tracks and (tracks[0]["spaces"] >= 3 or seen["last"]):
        if tracks[0]["piece"]:
            player.did["claimed a built bed"] += 1
        return "track", tracks[0]
    if seen["phase"] == "turn":
        player.did["turns"] += 1
    return drawing(seen) or (("track", tracks[0]) if tracks else nothing_else(seen))


def in_a_city(seen: Seen, player: Player) -> Wish:
    """Start where Alvin is near, if one can; of the markers offered leave every second."""
    cities = [city for city in seen["cities"] if city["at"]]
    if not cities and player.device == "keyboard":  # which reaches what lies under a button too
        cities = seen["cities"]
    if seen["phase"] != "marker":
        near = [city for city in cities if city["id"] in NEAR_ALVIN]
        return "city", (near or cities)[0]
    player.did["offers"] += 1
    if player.did["offers"] % 2 and cities:
        player.did["markers"] += 1
        return "city", cities[0]
    player.did["declined"] += 1
    return "rest", None


def with_cards(seen: Seen, player: Player) -> Wish:
    """Lay whenever it pays, rob where one can; complete one ticket by hand, then the best set."""
    if seen["tickets"]:
        return "keep", list(range(2 if seen["phase"] == "first tickets" else 1))
    if seen["phase"] == "complete tickets":
        if seen["completes"] and not player.did["complete"]:
            return "complete", 0
        return ("best", None) if seen["best"] else ("rest", None)
    if seen["phase"] == "turn":
        player.did["turns"] += 1
        if player.did["turns"] == 6 and seen["more"]:
            return "more", None
    if seen["three"] and (not seen["suits"] or not player.did["three"]):
        return "three", None
    robs = [colour for colour in seen["lays"] if colour in seen["theirs"]]
    if robs:
        return "lay", robs[0]
    if seen["lays"] and (player.did["turns"] % 2 or not seen["deck"]):
        return "lay", max(seen["lays"], key=lambda colour: seen["hand"].get(colour, 0))
    return drawing(seen) or nothing_else(seen)


def drawing(seen: Seen) -> Wish | None:
    """A card, or two at once."""
    if seen["two"]:
        return "two", None
    if seen["deck"]:
        return "deck", None
    return ("place", seen["places"][0]) if seen["places"] else None


def nothing_else(seen: Seen) -> Wish:
    """Pass, or more tickets."""
    return ("rest", None) if seen["rest"] else ("more", None)
