"""A kind of result that nobody has heard of, added as CONTRIBUTING says, and reported in every format."""

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from importlib import import_module

import pytest

from foldwise.reports import _kinds, report, summary

# The file that the kind would have in src/foldwise/reports.
MODULE = '''
"""Tosses of a coin as a document and a page."""

from foldwise.reports._document import environment_document
from foldwise.reports._kinds import Kind
from foldwise.reports._sections import (
    HTML,
    Badge,
    CodeSection,
    DefinitionSection,
    FoldedSection,
    ListSection,
    Page,
    Span,
    TableSection,
    TextSection,
    name_column,
    number_column,
)


def _document(tosses):
    rows = [{"coin": name, "heads": heads} for name, heads in tosses.heads.items()]
    return {"schema": "foldwise.tosses/1", "rows": rows, "environment": environment_document()}


def _page(document, tosses):
    heads = number_column(["heads ", Span("h", "math")], lambda row: row["heads"])
    table = TableSection(
        title="Heads", columns=[name_column("coin", "coin", heads=True), heads], rows=document["rows"], note="Of ten."
    )
    return Page(
        heading="Tosses",
        title="Coins <b>",
        sections=[
            TextSection(paragraphs=[["Fair: ", Span("not shown", "strong"), "."]], look="verdict"),
            table,
            ListSection(title="Beware", items=["50% & more"]),
            FoldedSection(title="More", sections=[DefinitionSection(items=[("A coin", "has two sides")])]),
            CodeSection(title="Code", code="toss(`x`)\\n\\\\end{verbatim}"),
            TextSection(paragraphs=["Only here."], only=HTML),
        ],
        environment=document["environment"],
    )


KIND = Kind(document=_document, page=_page)
'''


@dataclass(frozen=True)
class Tosses:
    """How often coins fell on their heads."""

    heads: dict[str, int]


@pytest.fixture
def tosses(tmp_path, monkeypatch):
    (tmp_path / "tosses_as_pages.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(_kinds.KINDS, (__name__, "Tosses"), "tosses_as_pages")
    yield Tosses({"euro_1": 7, "dime": 4})
    sys.modules.pop("tosses_as_pages", None)


def test_it_is_reported_in_every_format(tosses, tmp_path):
    texts = {
        ending: report(tosses, tmp_path / f"page.{ending}").read_text(encoding="utf-8")
        for ending in ("html", "md", "tex", "json")
    }
    assert json.loads(texts["json"]) == summary(tosses)
    assert '<th scope="row" class="t">euro_1</th>\n<td class="n">7</td>' in texts["html"]
    assert "| euro\\_1 | 7 |\n" in texts["md"]
    assert "euro\\_1 & 7 \\\\\n" in texts["tex"]
    assert re.findall("<h[12].*?>(.*?)</h", texts["html"]) == ["Coins &lt;b&gt;", "Heads", "Beware", "Code"]
    assert re.findall("(#+ .*)", texts["md"]) == ["# Coins &lt;b&gt;", "## Heads", "## Beware", "## More", "## Code"]
    for ending, strong in (("html", "<strong>{}</strong>"), ("md", "**{}**")):
        assert f"Fair: {strong.format('not shown')}." in texts[ending]
        assert "has two sides" in texts[ending]
        assert ("Only here." in texts[ending]) is (ending == "html")
    assert "```\ntoss(`x`)\n" in texts["md"]
    commands = [line for line in texts["tex"].splitlines() if not line.startswith("%")]
    assert (commands[0], commands[-1]) == ("\\begin{table}[htbp]", "\\end{table}"), "a table and nothing else"
    assert "\\caption{Heads.}\n\\label{tab:coins-b}\n" in texts["tex"]
    assert "{\\footnotesize Of ten.}\n\\end{table}\n" in texts["tex"]


def test_it_stands_beside_others_and_is_named_in_refusals(tosses, pair, tmp_path):
    text = report([pair, tosses], tmp_path / "page.md").read_text(encoding="utf-8")
    assert text.count("Made with python") == 2
    with pytest.raises(TypeError, match="Exhibit, Tosses, or a list of them, got int"):
        summary(3)


def test_every_kind_has_its_class_and_its_module():
    """Named by path, so that nothing but this tells when one moves."""
    for (room, name), module in _kinds.KINDS.items():
        assert isinstance(getattr(import_module(room), name), type)
        assert isinstance(import_module(module).KIND, _kinds.Kind)


def test_a_report_loads_only_its_own_kind(tmp_path):
    """The command line on a dataset of ours, with a report."""
    arguments = [
        "compare",
        "iris",
        "-l",
        "nb",
        "-l",
        "c45",
        "--scheme",
        "5",
        "-q",
        "--report",
        str(tmp_path / "r.html"),
    ]
    code = f"import sys\nfrom foldwise.cli import main\nmain({arguments!r})\nprint('loaded:', *sys.modules)"
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(finished.stdout.split("loaded:")[1].split())
    assert (tmp_path / "r.html").exists()
    assert "foldwise.reports._verdict" in loaded
    rooms = {name.split(".")[1] for name in loaded if name.startswith("foldwise.")}
    assert not {"lab", "papers", "replicability", "studies"} & rooms
