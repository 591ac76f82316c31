"""Pages: the files of the browser client, from a folder of the package.

They are read once, at the start: a server that still runs after an update keeps the page that fits
it.
"""

from __future__ import annotations

import mimetypes
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from branchline.text.catalogue import best_language, in_language, text

STATIC = Path(__file__).parent.parent / "web"
_PAGES = (
    *("table", "replay", "analyse", "mistakes", "puzzle", "new", "rules", "learn"),
    *("settings", "about"),
)
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("image/svg+xml", ".svg")
mimetypes.add_type("application/manifest+json", ".webmanifest")


def _plain(request: Request, key: str, status: int) -> Response:
    """Answer with a text in the language of the browser."""
    wishes = request.headers.get("accept-language", "").split(",")
    language = best_language(wish.split(";")[0].strip() for wish in wishes)
    return PlainTextResponse(in_language(text(key), language) + "\n", status)


class Pages:
    """The files there are, read once: what is not among them cannot be asked for."""

    def __init__(self, folder: Path = STATIC) -> None:
        self.files: dict[str, bytes] = {}
        if folder.is_dir():
            for file in sorted(folder.rglob("*")):
                if file.is_file() and not file.is_symlink():
                    self.files["/" + file.relative_to(folder).as_posix()] = file.read_bytes()

    def answer(self, request: Request) -> Response:
        """Return a file, or the page for the paths that are the client's own."""
        path, status = request.url.path, 200
        if path == "/" or path.strip("/").split("/")[0] in _PAGES:
            path = "/index.html"
        elif path not in self.files and "text/html" in request.headers.get("accept", ""):
            path, status = "/index.html", 404  # the page itself says that there is no such page
        file = self.files.get(path)
        if file is None:
            if path == "/index.html":
                return _plain(request, "serve.noPage", 503)
            return _plain(request, "serve.noSuchPage", 404)
        headers = {"cache-control": "no-cache", "vary": "accept-encoding"}
        if path.startswith("/assets/"):  # their names change with their content
            headers["cache-control"] = "public, max-age=31536000, immutable"
        kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        accepted = request.headers.get("accept-encoding", "")
        for encoding, ending in (("br", ".br"), ("gzip", ".gz")):
            packed = self.files.get(path + ending)
            if packed is not None and encoding in accepted:
                headers["content-encoding"] = encoding
                return Response(packed, status, headers, kind)
        return Response(file, status, headers, kind)
