"""The draft of a paper in paper/: links lead to pages, numbers stand on those pages, keys are used and defined."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAPER = ROOT / "paper" / "paper.md"
TEXT = re.sub(r"\A---\n.*?\n---\n", "", PAPER.read_text("utf-8"), flags=re.DOTALL)
LINK = re.compile(r"\[[^]]+\]\((\.\./docs/[\w-]+\.md)\)")
NUMBER = re.compile(r"(?<![\w.-])\d*\.?\d+(?:\.\d+)?(?:e-\d+)?(?![\w-])")
SENTENCES = [
    sentence
    for paragraph in re.split(r"\n\n+", TEXT)
    for sentence in re.split(r"(?<=[.:;)])\s+(?=[A-Z\[])", " ".join(paragraph.split()))
    if not sentence.startswith("#")
]
MEASURED = [sentence for sentence in SENTENCES if NUMBER.search(re.sub(r"@\w+|`[^`]*`|\]\([^)]*\)", "", sentence))]


def links(text):
    return [(PAPER.parent / path).resolve() for path in LINK.findall(text)]


def test_links_lead_to_pages():
    assert len(links(TEXT)) > 20
    for page in links(TEXT):
        assert page.is_file(), page
    assert TEXT.count("](") == len(links(TEXT)), "a link to something else than a page of docs/"


@pytest.mark.parametrize("sentence", MEASURED, ids=lambda sentence: sentence[:40])
def test_numbers_stand_on_the_pages_they_are_linked_to(sentence):
    """As they are, but for zeros at the end and the zero before the point: nothing is rounded here."""
    pages = links(sentence)
    assert pages, "a number without a page"
    there = {_bare(number) for page in pages for number in NUMBER.findall(page.read_text("utf-8"))}
    said = NUMBER.findall(re.sub(r"@\w+|`[^`]*`|\]\([^)]*\)", "", sentence))
    assert {_bare(number) for number in said} <= there


def _bare(number):
    return number if number.count(".") > 1 or "e" in number else float(number)


def test_keys_are_used_and_defined():
    defined = re.findall(r"^@\w+\{(\w+),$", (PAPER.parent / "paper.bib").read_text("utf-8"), flags=re.MULTILINE)
    assert len(set(defined)) == len(defined)
    assert set(re.findall(r"@(\w+)", TEXT)) == set(defined)


def test_it_is_as_long_as_such_papers_are():
    assert 750 < len(re.findall(r"\w[\w'.-]*", LINK.sub("", TEXT))) < 1150
