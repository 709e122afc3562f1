"""Pages that point nowhere, caveats that nobody explains, figures that were never made."""

import ast
import inspect
import re
from functools import cache
from pathlib import Path

import pytest

from foldwise import stats
from foldwise.verdicts import NEEDS

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "foldwise"
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.glob("*.md")])


def prose(page):
    """The page without its code, in which brackets are not links."""
    return re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)


def links(page):
    found = re.findall(r"\]\(([^)\s]+)\)", prose(page))
    return [link for link in found if not link.startswith(("https://", "http://"))]


def anchors(page):
    """Names of the headings, as they appear in addresses."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert target.is_relative_to(ROOT), link
        assert not anchor or anchor in anchors(target), link


def test_every_page_is_in_the_index():
    listed = set(links(DOCS / "index.md"))
    assert {page.name for page in DOCS.glob("*.md")} - {"index.md"} <= listed


def test_the_commands_open_the_readme():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert 0 < text.index("make demo") < text.index("make test") < 300


def test_every_procedure_is_listed_once():
    text = (DOCS / "stats.md").read_text(encoding="utf-8")
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    named = re.findall(r"`(\w+)`", " ".join(cells))
    assert sorted(named) == sorted(name for name in stats.__all__ if name[0].islower())


@cache
def tree(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def calls(name, paths):
    nodes = [node for path in paths for node in ast.walk(tree(path)) if isinstance(node, ast.Call)]
    return [node for node in nodes if getattr(node.func, "id", getattr(node.func, "attr", "")) == name]


def modules_behind(path):
    """The file of a test and the files of its room that it draws on."""
    names = [node.module for node in ast.walk(tree(path)) if isinstance(node, ast.ImportFrom) and node.module]
    inner = [SOURCE / "stats" / f"{name.rpartition('.')[2]}.py" for name in names if name.startswith("foldwise.stats.")]
    return {path}.union(*(modules_behind(module) for module in inner))


@cache
def flags_of_tests():
    """Names that the tests of a verdict give to `Flags`; they become caveats of the same name."""
    paths = set().union(*(modules_behind(Path(inspect.getfile(getattr(stats, name)))) for name in NEEDS))
    given = [node.args[0] for node in calls("Flags", paths) if node.args]
    given += [word.value for node in calls("refer_to_student", paths) for word in node.keywords if word.arg == "flags"]
    literal = {key.value for item in given if isinstance(item, ast.Dict) for key in item.keys if key is not None}
    return literal.union(*(need.flags for need in NEEDS.values()))


@cache
def caveats_in_source():
    paths = [path for path in SOURCE.rglob("*.py") if "Caveat(" in path.read_text(encoding="utf-8")]
    words = [word for node in calls("Caveat", paths) for word in node.keywords if word.arg == "code"]
    return {word.value.value for word in words if isinstance(word.value, ast.Constant)} | flags_of_tests()


def caveats_in_docs():
    return re.findall(r"^\| `(\w+)` \|", (DOCS / "caveats.md").read_text(encoding="utf-8"), flags=re.MULTILINE)


def test_the_source_was_read():
    """One code of each kind, so that a change of idiom cannot empty the comparison below."""
    plain = {"duplicate_rows", "partial_design", "several_comparisons", "significant_but_negligible"}
    assert plain <= caveats_in_source()
    assert {"zero_variance", "elevated_type1", "ratio_out_of_range", "small_sample"} <= flags_of_tests()


def test_every_caveat_is_explained_once():
    documented = caveats_in_docs()
    assert len(documented) == len(set(documented))
    assert set(documented) == caveats_in_source()


@pytest.mark.parametrize("name", re.findall(r'FOLDER / "([^"]+)"', (DOCS / "make_figures.py").read_text("utf-8")))
def test_figures_are_made_small_and_shown(name):
    figure = DOCS / "img" / name
    assert 1_000 < figure.stat().st_size < 150_000
    shown = f"docs/img/{name}" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert shown or any(f"](img/{name})" in page.read_text(encoding="utf-8") for page in DOCS.glob("*.md"))
