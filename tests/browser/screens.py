"""Pictures of the screens the tests reach, for people to look at: build/screens/, never tracked."""

from pathlib import Path

from playwright.sync_api import Page

from .visits import barriers

FOLDER = Path(__file__).parents[2] / "build" / "screens"


class Tour:
    """Goes from screen to screen, keeps a picture of each and what axe finds there."""

    def __init__(self, kind: str, scheme: str) -> None:
        self.name = f"{kind}-{scheme}"
        # At night only the colours differ, and on a phone they are the same as on a desktop.
        self.rules = {"desktop-dark": "color-contrast", "phone-dark": ""}.get(self.name)
        self.found: dict[str, list[str]] = {}
        FOLDER.mkdir(parents=True, exist_ok=True)

    def see(self, page: Page, name: str) -> None:
        """Look at the window as it is."""
        picture = FOLDER / f"{self.name}-{name}.png"
        page.screenshot(path=picture, animations="disabled", timeout=0)
        found = barriers(page, only=self.rules) if self.rules != "" else []
        if found:
            self.found[name] = found

    def is_open_to_all(self) -> None:
        assert self.found == {}
