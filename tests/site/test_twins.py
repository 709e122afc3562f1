"""The site as programs read it: a twin in Markdown beside every page, links that lead somewhere, and llms.txt."""

import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest

pytestmark = pytest.mark.pages

SITE = Path(__file__).parents[2] / "docs" / "_site"
MADE_BY_SPHINX = {"genindex", "py-modindex", "search"}
CODE = re.compile(r"^ *```.*?^ *```$|`[^`\n]+`", flags=re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")


@cache
def twins():
    """The text of every twin, by the name of its page."""
    pages = [path.relative_to(SITE).with_suffix("") for path in SITE.rglob("*.html") if "_static" not in path.parts]
    names = {page.as_posix() for page in pages} - MADE_BY_SPHINX
    assert names, "the site is not built: make docs"
    return {name: (SITE / f"{name}.md").read_text(encoding="utf-8") for name in names}


def links(text):
    found = LINK.findall(CODE.sub("", text))
    return [
        unquote(link.partition("#")[0]) for link in found if "://" not in link and not link.startswith(("#", "mailto:"))
    ]


def test_links_of_twins_lead_somewhere():
    broken = [
        (name, link)
        for name, text in twins().items()
        for link in links(text)
        if not (SITE / name).parent.joinpath(link).is_file()
    ]
    assert broken == []


def test_twins_say_what_the_page_says():
    assert all(re.search(r"^# \S", text, flags=re.MULTILINE) for text in twins().values())
    settled = twins()["auto_examples/one_dataset/plot_settled"]
    assert "```python\nfrom matplotlib import pyplot as plt\n" in settled
    assert "discriminant is better than neighbours on wdbc" in settled
    assert "![" in settled
    kfold = twins()["api/foldwise.stats.kfold_t"]
    assert "**Parameters**" in kfold
    assert ">>> from foldwise.stats import kfold_t" in kfold
    assert "\\sqrt" in kfold
    assert "{grid" not in "".join(text for name, text in twins().items() if name.startswith("sections/"))


def test_llms_txt_lists_all_pages_with_a_line_each():
    lines = (SITE / "llms.txt").read_text(encoding="utf-8").splitlines()
    listed = {found[2]: found[3] for line in lines if (found := re.fullmatch(r"- \[(.+?)\]\((\S+)\.md\): (.*)", line))}
    tabs = {found[1] for line in lines if (found := re.fullmatch(r"## \[.+\]\((\S+)\.md\)", line))}
    assert lines[0].startswith("# foldwise ")
    assert set(listed) | tabs == set(twins()) - {"index"}
    assert [page for page, words in listed.items() if not words.strip()] == []
