"""Memory: what everybody saw and a view no longer shows."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from branchline.game.view import View
from branchline.plain import Json


class Memory:
    """Which cards lie on the tracks of The Card Game: everybody saw them move there.

    Tell it everything that a seat saw (`Game.seen_by`, or what a bot observes), in order. Then
    `imagine` makes worlds that agree with that too. It holds nothing secret: only what everybody
    saw, and which cards the seat itself spent on tickets that lie face down.

    >>> import branchline as bl
    >>> game = bl.new_game("card_game", seats=2, seed=7)
    >>> while game.turn < 20:
    ...     events = game.push(game.legal_actions()[-1])
    >>> memory = bl.Memory()
    >>> memory.observe(game.seen_by(0))
    >>> memory.tracks[1].total() == game.view(0).players[1].track
    True
    >>> memory.tracks[1].most_common(2)
    [('locomotive', 5), ('yellow', 2)]
    >>> world = bl.imagine(game.view(0), seed=1, memory=memory)
    """

    def __init__(self) -> None:
        self.tracks: dict[int, Counter[str]] = defaultdict(Counter)
        """The cards on each seat's track; those another spent on closed tickets among them."""
        self._from_the_start = False

    def observe(self, events: Iterable[Json]) -> None:
        """Take in what a seat saw happen. A game that starts, or starts again, begins anew."""
        for event in events:
            match event["event"]:
                case "starts":
                    self.tracks.clear()
                    self._from_the_start = True
                case "gathered":
                    self.tracks.clear()
                case "moved":
                    self.tracks[event["seat"]].update(event["cards"])
                case "completed" if "cards" in event:
                    self.tracks[event["seat"]].subtract(event["cards"])

    def fits(self, view: View) -> bool:
        """Tell whether it saw the game from the start, and has as many cards on the tracks."""
        return self._from_the_start and all(
            self.tracks[player.seat].total() == player.track for player in view.players
        )
