"""The files of a board, and what is wrong with them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from branchline.plain import Json
from branchline.text.catalogue import Said, Value, is_text, text


def at_entry(kind: str, id: object) -> Said:
    """Return an entry of a board file: "city 'denver'"."""
    return text(f"board.at.{kind}", id=repr(id))


class BoardFiles:
    """The files of one board; collects problems as "file, entry: reason"."""

    def __init__(self, folder: Path, files: dict[str, Json], problems: list[str]) -> None:
        self.folder = folder
        self.files = files
        self.problems = problems
        self.has_map = True
        """Whether the game has one; known once its numbers are read."""

    def wrong(self, file: str, where: str, reason: str, /, **values: Value) -> None:
        """Note a problem."""
        path = str(self.folder / file)
        why = text(reason, **values) if is_text(reason) else reason
        self.problems.append(text("board.problem", file=path, where=where, reason=why))

    def entries(self, file: str, name: str, most: int) -> list[Json]:
        """Return the entries of a list, each with an id of its own; none if one is wrong."""
        found = self.files[file].get(name)
        if not isinstance(found, list) or not all(isinstance(e, dict) for e in found):
            self.wrong(file, name, "board.entries")
            return []
        if not 1 <= len(found) <= most:
            self.wrong(file, name, "board.entriesRange", found=len(found), most=most)
            return []
        ids = Counter(e["id"] for e in found if isinstance(e.get("id"), str))
        sound = True
        for i, e in enumerate(found):
            where = f"{name} {i + 1}"
            if not isinstance(e.get("id"), str) or not e["id"]:
                self.wrong(file, where, "board.noId")
                sound = False
            elif ids[e["id"]] > 1:
                self.wrong(file, where, "board.twice", id=repr(e["id"]))
                sound = False
        return found if sound else []
