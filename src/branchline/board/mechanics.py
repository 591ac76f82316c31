"""The mechanics a game may use, and what each brings to its files and options."""

from __future__ import annotations

from dataclasses import dataclass, field

from branchline.rules import state as st


@dataclass(frozen=True, slots=True)
class Mechanic:
    """What a mechanic brings.

    ``table`` is its table of numbers in game.toml: ``numbers`` with the least and the most each may
    be, ``cities`` that name a city. ``needs`` are the mechanics without which it cannot be, and
    ``options`` what players may set, each with the bit by which the rules know it; an option with
    no bit changes only what a view shows.
    """

    table: str = ""
    numbers: dict[str, tuple[int, int]] = field(default_factory=dict)
    cities: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    options: dict[str, int] = field(default_factory=dict)


MECHANICS = {
    "track_building": Mechanic(),
    "home_cities": Mechanic("markers", {"each": (1, 10)}),
    "alvin": Mechanic(
        "alvin",
        {"capture": (0, 100), "end": (0, 100)},
        cities=("city",),
        needs=("home_cities",),
        options={"alvin": st.WITH_ALVIN},
    ),
    "rail_yard": Mechanic(
        "yard",
        {"two_piles_from": (2, st.MAX_SEATS + 1), "next_hand": (0, 20), "idle_rounds": (1, 20)},
        options={"open_track": 0, "closed_tickets": st.WITH_CLOSED_TICKETS},
    ),
}
"""All mechanics, in the order in which files and options name what they bring."""
