"""The weight of a page: what a browser that has never been there downloads to show it."""

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

APART = (".woff2", ".woff", ".ogg", ".mp3", ".wav")
"""Fonts and sounds come after the page and are counted by themselves."""


@dataclass
class Weight:
    """Bytes on the wire by address, headers included."""

    parts: dict[str, int] = field(default_factory=dict)

    @property
    def page(self) -> int:
        """Without fonts and sounds."""
        return sum(n for part, n in self.parts.items() if not part.endswith(APART))

    @property
    def apart(self) -> int:
        """Fonts and sounds."""
        return sum(self.parts.values()) - self.page


def weigh(page: Page, address: str) -> Weight:
    """Open an address with nothing kept, and count what comes over the wire."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    weight = Weight()
    names: dict[str, str] = {}

    def asked(event: Any) -> None:
        names[event["requestId"]] = event["request"]["url"].split("?")[0]

    def came(event: Any) -> None:
        name = names.get(event["requestId"], "?")
        weight.parts[name] = weight.parts.get(name, 0) + int(event["encodedDataLength"])

    line.on("Network.requestWillBeSent", asked)
    line.on("Network.loadingFinished", came)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    line.detach()
    return weight
