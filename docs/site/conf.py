"""How the documentation site is built: make docs (Sphinx with MyST, offline, without a warning)."""

import re
from pathlib import Path

from sphinx.application import Sphinx

from branchline import __version__

ROOT = Path(__file__).resolve().parents[2]

project = "Branchline"
author = "The Branchline developers"
copyright = author
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
exclude_patterns = ["site", "pictures", "**/__pycache__"]
root_doc = "index"

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
highlight_language = "text"  # a block that names no language has commands
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"

pygments_dark_style = "github-dark"
html_theme = "furo"
html_title = f"Branchline {version}"
html_favicon = str(ROOT / "web" / "public" / "favicon.svg")
html_static_path = ["static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_show_copyright = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#12527b", "color-brand-content": "#12527b"},
    "dark_css_variables": {"color-brand-primary": "#8cc8ee", "color-brand-content": "#8cc8ee"},
}

# Pages that stand elsewhere in the sources, where hosts of repositories look for them.
ELSEWHERE = {
    "changelog": "CHANGELOG.md",
    "code-of-conduct": "CODE_OF_CONDUCT.md",
    "contributing": "CONTRIBUTING.md",
    "rules-fr": "src/branchline/text/rules/fr.md",
    "security": "SECURITY.md",
}


def bring(app: Sphinx, page: str, source: list[str]) -> None:
    """Bring the text of a page from where it stands, and let links lead to pages of the site."""
    text = source[0]
    if page in ELSEWHERE:
        text = (ROOT / ELSEWHERE[page]).read_text(encoding="utf-8").replace("](docs/", "](../docs/")
    for name, file in ELSEWHERE.items():
        text = re.sub(rf"\]\((?:\.\./)?{re.escape(file)}(#[\w-]+)?\)", rf"]({name}.md\1)", text)
    source[0] = text.replace("](../docs/", "](")


# What the theme leaves out for those who use no mouse, or do not see the page.
FOR_EVERYBODY = {
    '<p class="caption" role="heading">': '<p class="caption" role="heading" aria-level="2">',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="All pages">',
    '<aside class="toc-drawer">': '<aside class="toc-drawer" aria-label="On this page">',
    # These may be wider than the window.
    "<pre>": '<pre tabindex="0">',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
}


def finish(app: Sphinx, problem: Exception | None) -> None:
    """Write into the pages what the theme leaves out."""
    for file in Path(app.outdir).rglob("*.html"):
        text = file.read_text(encoding="utf-8")
        for short, whole in FOR_EVERYBODY.items():
            text = text.replace(short, whole)
        file.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Tell Sphinx about it."""
    app.connect("source-read", bring)
    app.connect("build-finished", finish)
