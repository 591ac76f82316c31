"""The screens the tests reach; a deep run keeps a picture of each in build/screens/, untracked."""

import json
import zlib
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page

from tests.scale import DEEP, scaled

from .visits import barriers

FOLDER = Path(__file__).parents[2] / "build" / "screens"


class Tour:
    """Goes from screen to screen, keeps a picture of each and what axe finds there."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.found: dict[str, list[str]] = {}
        self.before: Page | None = None
        FOLDER.mkdir(parents=True, exist_ok=True)

    def see(self, page: Page, name: str, new: str = "html") -> None:
        """Look at the window as it is: by night and by day.

        A small run looks by night or by day, and only at what is new since the last look.
        """
        # The tracks are by far the most of a table page, and the same until another is opened.
        tracks = "g.tracks" if self.before is page else None
        self.before = page
        schemes: tuple[Literal["dark", "light"], ...] = ("dark", "light")
        for scheme in scaled((schemes[zlib.crc32(name.encode()) % 2],), schemes):
            page.emulate_media(color_scheme=scheme)
            # Colours may still be on their way from night to day.
            page.evaluate("document.getAnimations().map((each) => each.finish())")
            picture = FOLDER / f"{self.kind}-{scheme}-{name}.png"
            if DEEP:
                page.screenshot(path=picture, animations="disabled", timeout=0)
            # At night only the colours differ; who sees one of the two looks for everything.
            only = scaled(None, "color-contrast" if scheme == "dark" else None)
            found = barriers(page, scaled(new, "html"), only=only, without=tracks)
            if found:
                self.found[f"{name}, {scheme}"] = found

    def is_open_to_all(self) -> None:
        """Fail with what axe found anywhere on the way."""
        assert not self.found, json.dumps(self.found, indent=1)
