"""The reference on the built site: a page for each public name and for nothing private; tabs lead to all pages."""

import inspect
import re
from functools import cache
from pathlib import Path

import pytest

import foldwise

pytestmark = pytest.mark.pages

ROOT = Path(__file__).parents[2]
SITE = ROOT / "docs" / "_site"


@cache
def documented():
    """Full names of what has an entry in the reference."""
    texts = [path.read_text(encoding="utf-8") for path in (SITE / "api").glob("foldwise*.html")]
    return {name for text in texts for name in re.findall(r'<dt [^>]*id="(foldwise[\w.]+)"', text)}


def public(module):
    for name in module.__all__:
        found = getattr(module, name)
        if inspect.ismodule(found):
            yield from public(found)
        else:
            yield module.__name__, name


def test_every_public_name_has_a_page():
    names = list(public(foldwise))
    assert len(names) > 450
    of_root = {name for room, name in names if room == "foldwise"}
    wanted = {f"foldwise.{name}" if name in of_root else f"{room}.{name}" for room, name in names}
    assert wanted - documented() - {"foldwise.displays.plot"} == set()


def test_no_private_name_has_one():
    assert [name for name in documented() if "._" in name] == []


def test_examples_are_found_from_the_names_that_they_use():
    page = (SITE / "api" / "foldwise.compare.html").read_text(encoding="utf-8")
    assert "Examples that use it" in page
    assert "plot_settled.html" in page


def test_every_page_of_the_index_is_one_step_from_the_top_bar():
    front = (SITE / "index.html").read_text(encoding="utf-8")
    bar = front[front.index('class="bd-navbar-elements') : front.index('class="navbar-header-items__end')]
    tabs = re.findall(r'href="([\w/-]+\.html)"', bar)
    assert len(tabs) >= 6
    linked = {
        link for tab in tabs for link in re.findall(r'href="\.\./([\w-]+)\.html', (SITE / tab).read_text("utf-8"))
    }
    rows = re.findall(r"^\| \[[^]]+\]\(([\w-]+)\.md\)", (ROOT / "docs" / "index.md").read_text("utf-8"), re.MULTILINE)
    assert len(rows) > 40
    assert set(rows) - linked == set()


def test_the_version_is_shown():
    assert f"foldwise {foldwise.__version__}" in (SITE / "index.html").read_text(encoding="utf-8")
