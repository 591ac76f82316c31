"""The digests of some games: run as a program, it prints one for each game it is asked for.

`python -m tests.records.digest 3 all` plays three games at every table, `3 some` at some of them.
"""

import hashlib
import sys

from ..play import SOME_TABLES, TABLES, play, written

TASTES = ("claims first", "random", "hoarder")


def digests(games: int, tables: str = "all") -> dict[str, str]:
    """All a record tells and all that anybody sees of each game, as one number."""
    found = {}
    for game, seats in {"all": TABLES, "some": SOME_TABLES}[tables]:
        for seed in range(games if game == "usa" else min(games, 2)):
            at_table = play(game, seats, seed, TASTES[seed % len(TASTES)])
            digest = hashlib.sha256(at_table.record().dumps().encode())
            for viewer in (*range(seats), None):
                digest.update(written(at_table.view(viewer).to_json()))
            found[f"{game}, {seats} seats, seed {seed}"] = digest.hexdigest()
    return found


if __name__ == "__main__":
    for name, number in digests(int(sys.argv[1]), sys.argv[2]).items():
        print(f"{name}: {number}")
