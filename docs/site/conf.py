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
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"

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


def setup(app: Sphinx) -> None:
    """Tell Sphinx about it."""
    app.connect("source-read", bring)
