"""Every link and picture of the built site leads to something in it: check_links.py FOLDER.

Links to other places are counted, not followed: nothing here needs the internet.
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The links and the names of places in a page."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        """Those of them that a browser follows by itself."""
        self.names: set[str] = set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note where it leads, and what it is called."""
        for name, value in attributes:
            if name in ("id", "name") and value:
                self.names.add(value)
            if name in ("href", "src") and value and tag != "base":
                self.links.append(value)
                if name == "src" or tag == "link":
                    self.loads.append(value)


def broken(folder: Path) -> list[str]:
    """Return the links that lead nowhere, and those that load something from elsewhere."""
    pages = {file: Page(file) for file in sorted(folder.rglob("*.html"))}
    found = [] if pages else [f"there are no pages in {folder}"]
    for file, page in pages.items():
        for link in page.links:
            to = urlsplit(link)
            if to.scheme or to.netloc:
                if link in page.loads and to.scheme != "data":
                    found.append(f"{file.relative_to(folder)}: {link}")
                continue
            target = (file.parent / unquote(to.path)).resolve() if to.path else file.resolve()
            name = unquote(to.fragment)
            there = pages.get(target)
            if not target.exists() or (name and there is not None and name not in there.names):
                found.append(f"{file.relative_to(folder)}: {link}")
    return found


def main(folder: str) -> int:
    """Print what is broken; return 1 if anything is."""
    found = broken(Path(folder).resolve())
    for each in found:
        print(each)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
