"""Pictures of the screens the tests reach, for people to look at: build/screens/, never tracked."""

from pathlib import Path
from typing import Literal

from playwright.sync_api import Page

from .visits import barriers

FOLDER = Path(__file__).parents[2] / "build" / "screens"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("dark", "light")


class Tour:
    """Goes from screen to screen, keeps pictures of each by day and night and what axe finds."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.found: dict[str, list[str]] = {}
        FOLDER.mkdir(parents=True, exist_ok=True)

    def see(self, page: Page, name: str) -> None:
        """Look at the window as it is. At night only the colours differ."""
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            seen = f"{self.kind}-{scheme}-{name}"
            page.screenshot(path=FOLDER / f"{seen}.png", animations="disabled")
            found = barriers(page, only="color-contrast" if scheme == "dark" else None)
            if found:
                self.found[seen] = found

    def is_open_to_all(self) -> None:
        assert self.found == {}
