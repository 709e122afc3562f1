"""Pages about publications: one file each, figures beside them, links that lead somewhere."""

import re
from dataclasses import replace
from datetime import date
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from foldwise.reports import summary, write_pages

PAPERS = {
    "a_paper": SimpleNamespace(
        title="A Paper (1999)",
        reference="A. Paper: On it. Journal 3(4), 1999.",
        about="It found *that*.",
        errata=("A sum is wrong: we add again.", "A sign is missing."),
    ),
    "claims": SimpleNamespace(title="Claims", reference="All of them.", about="Nine.", errata=()),
}


def write(exhibits, folder):
    return write_pages(
        exhibits, folder, papers=PAPERS, command="make papers", seed=7, seconds=750.0, day=date(2026, 1, 31)
    )


@pytest.fixture(scope="module")
def folder(exhibits, tmp_path_factory):
    made = tmp_path_factory.mktemp("docs")
    (made / "other.md").write_text("mine", encoding="utf-8")
    pages = write(exhibits, made)
    assert pages == [made / "paper-a-paper.md", made / "paper-claims.md"]
    return made


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_page_for_each_paper_and_nothing_removed(folder):
    assert sorted(files(folder)) == [
        "img/papers/a-paper-table1-rates.svg",
        "other.md",
        "paper-a-paper.md",
        "paper-claims.md",
    ]


def test_what_a_page_holds(folder, exhibits):
    text = (folder / "paper-a-paper.md").read_text(encoding="utf-8")
    assert text.startswith(
        "# A Paper (1999), reproduced\n\nA. Paper: On it. Journal 3(4), 1999.\n\nIt found \\*that\\*."
    )
    assert text.count("| not reproduced |") == text.count("| reproduced in kind |") == 1
    assert "| iris | \\= 0.741 (0.737)<br><sub>0.700 to 0.780</sub> |" in text
    assert (
        "[![Rejections by test.](img/papers/a-paper-table1-rates.svg)](img/papers/a-paper-table1-rates.svg)\n" in text
    )
    assert "- A sum is wrong: we add again.\n- A sign is missing.\n" in text
    versions = ", ".join(f"{name} {version}" for name, version in summary(exhibits[0])["environment"].items())
    assert f"By `make papers` on 2026-01-31, seed 7, with {versions}." in text
    assert "The run took 12.5 minutes for all that it made;" in text
    assert "Errors found" not in (folder / "paper-claims.md").read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.startswith("## ")][:3] == [
        r"## Table 1: R\_2 and so on",
        "## Table 2",
        "## Figure 1",
    ]


def test_the_contents_lead_to_headings(folder):
    for page in folder.glob("paper-*.md"):
        text = page.read_text(encoding="utf-8")
        headings = re.findall(r"^## (.+)$", text, flags=re.MULTILINE)
        addresses = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
        links = re.findall(r"\]\(#([^)]+)\)", text)
        assert len(links) == 3
        assert set(links) <= addresses


def test_figures_are_pictures_and_the_same_each_time(folder, exhibits, tmp_path):
    picture = folder / "img" / "papers" / "a-paper-table1-rates.svg"
    assert ElementTree.parse(picture).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert picture.stat().st_size < 300_000
    write(exhibits, tmp_path)
    again = files(tmp_path)
    assert again == {name: text for name, text in files(folder).items() if name != "other.md"}


def test_an_unknown_paper_is_refused(exhibits, tmp_path):
    odd = replace(exhibits[0], paper="another")
    with pytest.raises(ValueError, match="papers must say what 'another' is, got only a_paper, claims"):
        write([odd], tmp_path)
    assert not files(tmp_path)
