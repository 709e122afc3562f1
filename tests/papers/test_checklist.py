"""docs/papers-checklist.csv: what the papers describe, and where it is."""

import re
from pathlib import Path

import pandas as pd
import pytest

from foldwise.papers import PAPERS

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def table():
    return pd.read_csv(DOCS / "papers-checklist.csv", keep_default_na=False)


def test_each_item_is_somewhere_or_says_why_not(table):
    assert ((table["link"] == "") != (table["why_not"] == "")).all()
    assert not table.duplicated(["paper", "section", "kind", "item"]).any()
    assert set(table["kind"]) == {"procedure", "statement", "number", "table", "figure", "error", "wish"}


@pytest.mark.parametrize("name", PAPERS)
def test_every_part_of_a_reproduced_paper_is_on_the_list(table, name):
    page = f"paper-{name.replace('_', '-')}.md"
    listed = {link.partition("#")[2] for link in table["link"] if link.startswith(page)}
    parts = {re.sub(r"[^\w\- ]", "", part.title.lower()).strip().replace(" ", "-") for part in PAPERS[name].parts}
    assert parts <= listed


def test_the_page_has_every_item_once(table):
    text = (DOCS / "papers-checklist.md").read_text(encoding="utf-8")
    numbers = [int(number) for number in re.findall(r"^\| (\d+) \|", text, flags=re.MULTILINE)]
    assert numbers == list(range(1, len(table) + 1))
