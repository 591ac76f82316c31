"""For hatchling: a package that people install has the built page in it, or is not made."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class NeedsPage(BuildHookInterface[Any]):
    """Refuses to build where the page is missing; who works on the sources builds it later."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Look for the page."""
        page = Path(self.root, "src", "branchline", "web", "index.html")
        if version != "editable" and not page.exists():
            raise FileNotFoundError(f"{page} is missing: the page is not built. First: make web")
