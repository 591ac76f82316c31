"""The golden games and the playthrough: what they are, and how they are written anew.

`python -m tests.golden.make` rewrites the files in this folder. Do that only after a change that
is meant to change games, and read the difference before it is kept.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import branchline as bl
from branchline.game.keys import keys_of_game

from ..play import kind
from ..referee.chance import Chance

FOLDER = Path(__file__).parent
MOST_LISTED = 12


@dataclass(frozen=True)
class Golden:
    """A game to be kept: the name of its file, the game, the seats, and the seed of all chance."""

    name: str
    game: str
    seats: int
    seed: int
    options: dict[str, Any] = field(default_factory=dict)


RECORDS = [
    Golden("usa-2", "usa", 2, 1),
    Golden("usa-3", "usa", 3, 2, {"starts": 2}),
    Golden("usa-4", "usa", 4, 3),
    Golden("usa-5", "usa", 5, 4),
    *(Golden(f"france-{seats}", "france", seats, seats) for seats in range(2, 6)),
    *(Golden(f"old_west-{seats}", "old_west", seats, seats) for seats in range(2, 7)),
    *(
        Golden(f"old_west-alvin-{seats}", "old_west", seats, 10 + seats, {"alvin": True})
        for seats in range(2, 7)
    ),
    *(Golden(f"card_game-{seats}", "card_game", seats, seats) for seats in range(2, 5)),
    Golden("card_game-open_track-2", "card_game", 2, 12, {"open_track": True}),
    Golden("card_game-closed_tickets-4", "card_game", 4, 17, {"closed_tickets": True}),
]
PLAYTHROUGHS = [
    Golden("usa-playthrough", "usa", 2, 5),
    Golden("france-playthrough", "france", 2, 5),
    Golden("old_west-playthrough", "old_west", 2, 5),
    Golden("old_west-alvin-playthrough", "old_west", 2, 6, {"alvin": True}),
    Golden("card_game-playthrough", "card_game", 2, 5),
]


def start(golden: Golden) -> tuple[bl.Game, Chance]:
    """The game before the first action, and the chance its players choose by."""
    game = bl.new_game(golden.game, golden.seats, seed=golden.seed, options=golden.options)
    # The referee's chance and not Python's: that might change with a new version.
    return game, Chance(keys_of_game(golden.seed, 0)[1])


def choose(game: bl.Game, chance: Chance) -> tuple[int, bl.Action]:
    """Half sensible players: they mostly claim the best they can, and draw tickets now and then."""
    seat = game.to_act[chance.below(len(game.to_act))]
    legal = game.legal_actions(seat)
    length = {track.id: track.length for track in game.board.tracks}
    claims = [(length[a.move.track], a) for a in legal if isinstance(a.move, bl.Claim)]
    draws = [a for a in legal if kind(a) in ("deck", "face up", "face-up locomotive")]
    lays = [a for a in legal if kind(a) == "lay"]
    if claims and chance.below(5):
        best = max(spaces for spaces, _ in claims)
        legal = [action for spaces, action in claims if spaces == best]
    elif lays and chance.below(3):
        legal = lays
    elif draws and chance.below(12):
        legal = draws
    return seat, legal[chance.below(len(legal))]


def record(golden: Golden) -> str:
    """The text of a golden game's file."""
    game, chance = start(golden)
    while not game.is_over:
        seat, action = choose(game, chance)
        game.push(action, seat)
    return game.record().dumps()


# --- The playthrough ---------------------------------------------------------------------------


def playthrough(golden: Golden) -> str:
    """A whole game to be read: who decides, what may be done, what came of it, who sees what."""
    return "\n".join(playthrough_lines(golden)) + "\n"


def playthrough_lines(golden: Golden) -> Iterator[str]:
    game, chance = start(golden)
    viewers: list[int | None] = [*range(game.seats), None]
    yield f"{game.board.name}, {game.seats} seats, seed {golden.seed}, options {golden.options}"
    yield ""
    yield "Every event is told in full, then as others see it, if that is less. Of every view"
    yield "only what has changed is shown: a thing that is not told here has not changed."
    yield ""
    yield "=== set-up"
    yield from told(game.opening, viewers)
    views = {viewer: flat(game.view(viewer).to_json()) for viewer in viewers}
    for viewer in viewers:
        yield from listed(f"  view of {name_of(viewer)}:", views[viewer])
    while not game.is_over:
        seat, action = choose(game, chance)
        legal = game.legal_actions(seat)
        yield ""
        yield f"=== {len(game.history) + 1}: turn {game.turn}, {game.phase}, seat {seat} decides"
        yield f"  may do {len(legal)} things:"
        for possible in legal[:MOST_LISTED]:
            yield f"    {possible}"
        if len(legal) > MOST_LISTED:
            yield f"    and {len(legal) - MOST_LISTED} more"
        yield f"  does: {action}"
        yield from told(game.push(action, seat), viewers)
        for viewer in viewers:
            new = flat(game.view(viewer).to_json())
            yield changes(views[viewer], new, f"  view of {name_of(viewer)}:")
            views[viewer] = new
    yield ""
    yield "=== the end"
    for viewer in viewers:
        yield from listed(f"  view of {name_of(viewer)}:", views[viewer])
    yield from listed("  result:", flat(game.result().to_json()))


def name_of(viewer: int | None) -> str:
    return "the spectator" if viewer is None else f"seat {viewer}"


def told(events: list[bl.Event], viewers: list[int | None]) -> Iterator[str]:
    for event in events:
        full = event.to_json()
        yield f"  {facts(full)}"
        seen: dict[str, list[str]] = {}
        for viewer in viewers:
            if event.seen_by(viewer) != full:
                seen.setdefault(facts(event.seen_by(viewer)), []).append(name_of(viewer))
        for text, who in seen.items():
            yield f"    for {', '.join(who)}: {text}"


def facts(event: dict[str, Any]) -> str:
    rest = [f"{name} {plain(value)}" for name, value in event.items() if name != "event"]
    return f"{event['event']}: {'; '.join(rest)}"


def plain(value: Any) -> str:
    """A value as short as can be."""
    if isinstance(value, dict):
        return ", ".join(f"{n} {plain(v)}" for n, v in value.items()) or "nothing"
    if isinstance(value, list | tuple):
        return ", ".join(plain(v) for v in value) or "nothing"
    return (
        "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    )


def flat(value: Any, path: str = "") -> dict[str, str]:
    """A piece of JSON as paths and plain values; lists of plain things are one value."""
    inner: Iterator[tuple[Any, Any]]
    if isinstance(value, dict) and value:
        inner = iter(value.items())
    elif isinstance(value, list | tuple) and any(isinstance(v, dict) for v in value):
        inner = iter(enumerate(value))
    else:
        return {path: plain(value)}
    found: dict[str, str] = {}
    for name, part in inner:
        found |= flat(part, f"{path}.{name}" if path else str(name))
    return found


def changes(old: dict[str, str], new: dict[str, str], before: str) -> str:
    parts = [
        f"{name} {change(old.get(name, ''), new[name])}"
        for name in new
        if old.get(name) != new[name]
    ]
    parts += [f"no {name}" for name in old if name not in new]
    return f"{before} {'; '.join(parts) or 'as before'}"


def change(old: str, new: str) -> str:
    """The new value; of a long list only what has come and gone."""
    was, now = old.split(", "), new.split(", ")
    come = [f"+{thing}" for thing in now if thing not in was]
    gone = [f"-{thing}" for thing in was if thing not in now]
    return " ".join(come + gone) if len(was) > 5 and (come or gone) else new


def listed(title: str, values: dict[str, str]) -> Iterator[str]:
    yield title
    for name, value in values.items():
        yield f"    {name}: {value}"


def files() -> dict[str, str]:
    """Every file that is made here, by name."""
    made = {f"{golden.name}.jsonl": record(golden) for golden in RECORDS}
    return made | {f"{golden.name}.txt": playthrough(golden) for golden in PLAYTHROUGHS}


if __name__ == "__main__":
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(FOLDER / name)
