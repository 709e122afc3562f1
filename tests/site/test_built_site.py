"""The site as `make docs` builds it, read file by file: every link leads somewhere, nothing comes from another host."""

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

pytestmark = pytest.mark.pages

ROOT = Path(__file__).parents[2]
SITE = ROOT / "docs" / "_site"
LOADS = {"img": "src", "script": "src", "iframe": "src", "source": "src", "video": "src", "object": "data"}


class Page(HTMLParser):
    """What a page links to, what it loads when opened, and its anchors."""

    def __init__(self, path):
        super().__init__()
        self.path, self.links, self.loaded, self.anchors = path, set(), set(), {"", "top"}
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.anchors |= {given[key] for key in ("id", "name") if given.get(key)}
        if tag == "a" and given.get("href"):
            self.links.add(given["href"])
        if tag == "link" and given.get("rel") not in ("canonical", "search", "index", "next", "prev", "author"):
            self.loaded.add(given["href"])
        if given.get(LOADS.get(tag, "")):
            self.loaded.add(given[LOADS[tag]])


@cache
def pages():
    assert (SITE / "index.html").exists(), "the site is not built: make docs"
    return {path: Page(path) for path in SITE.rglob("*.html") if "_static" not in path.parts}


def is_elsewhere(link):
    return bool(urlsplit(link).netloc) or link.startswith(("mailto:", "data:", "javascript:"))


def broken(page):
    """Links and loaded files of a page that are not there."""
    for link in sorted(page.links | page.loaded):
        if not is_elsewhere(link):
            parts = urlsplit(link)
            target = (page.path.parent / unquote(parts.path)).resolve() if parts.path else page.path
            target = target / "index.html" if target.is_dir() else target
            if not target.is_file() or (target in pages() and unquote(parts.fragment) not in pages()[target].anchors):
                yield f"{page.path.relative_to(SITE)}: {link}"


def test_every_page_of_docs_is_there():
    for source in (ROOT / "docs").glob("*.md"):
        assert SITE / f"{source.stem}.html" in pages()


def test_every_link_leads_somewhere():
    assert [link for page in pages().values() for link in broken(page)] == []


def test_nothing_is_loaded_from_another_host():
    loaded = {link for page in pages().values() for link in page.loaded if urlsplit(link).netloc}
    styles = "".join(path.read_text(encoding="utf-8") for path in SITE.rglob("*.css"))
    imported = re.findall(r"""(?:url\(|@import)\s*["']?((?:https?:)?//[^"')]+)""", styles)
    assert (loaded, imported) == (set(), [])
