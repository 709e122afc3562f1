"""The answer and the full sentences are the same in every format: only the escaping differs. LaTeX has tables alone."""

import html
import json
import re

import pytest

from foldwise.reports import report

pytestmark = pytest.mark.usefixtures("undrawn")


def of_html(text):
    (headline,) = re.findall(r"<h1 [^>]*>(?:<span [^>]*>.</span>)?(.*?)</h1>", text)
    section = text.split("<summary>In full sentences</summary>")[1].split("</details>")[0]
    headline = html.unescape(headline).replace("\N{NO-BREAK SPACE}", " ")
    return headline, [html.unescape(line) for line in re.findall(r"<p>(.*?)</p>", section)]


def of_markdown(text):
    """The paragraph in bold under the title, and the section of full sentences."""
    plain = html.unescape(re.sub(r"\\([^a-zA-Z0-9\s])", r"\1", text))
    (headline,) = re.findall(r"^(?:. )?\*\*(.*)\*\*$", plain, flags=re.MULTILINE)
    section = plain.split("\n## In full sentences\n")[1].split("\n## ")[0]
    return headline, [line for line in section.splitlines() if line]


READERS = {".html": of_html, ".md": of_markdown}


def in_words(obj, ending, tmp_path):
    return READERS[ending](report(obj, tmp_path / f"report{ending}").read_text(encoding="utf-8"))


def lines(words):
    """All lines but those of a table, which has a section of its own."""
    blocks = [block.splitlines() for block in words.split("\n\n")]
    return [line for block in blocks if "  " not in "".join(block[1:2]) for line in block if line]


@pytest.mark.parametrize("ending", READERS)
def test_a_verdict(pair, constant, regression, tuned, make, tmp_path, ending):
    several = make(["a_1", "b|2", "c"], datasets=["one", "50%"], rope=0.01, adjust="sidak")
    for verdict in (pair, constant, regression, tuned, several):
        headline, words = in_words(verdict, ending, tmp_path)
        assert headline == verdict.glance().headline
        assert words == lines(verdict.details())
        document = json.loads(report(verdict, tmp_path / "report.json").read_text(encoding="utf-8"))
        assert (document["headline"], document["verdict"]) == (headline, verdict.details())


@pytest.mark.parametrize("ending", READERS)
def test_other_results(estimates, spread, randomization, five_on_thirty, tmp_path, ending):
    for result in (estimates, spread, randomization, five_on_thirty):
        headline, words = in_words(result, ending, tmp_path)
        assert headline == result.glance().headline
        assert words == lines(result.details())
        document = json.loads(report(result, tmp_path / "report.json").read_text(encoding="utf-8"))
        assert document["words"] == result.details()


@pytest.mark.parametrize("ending", READERS)
def test_a_panel_says_its_last_paragraph_and_tabulates_the_rest(panel, tmp_path, ending):
    headline, words = in_words(panel, ending, tmp_path)
    assert headline == panel.glance().headline
    assert words == [panel.details().split("\n\n")[-1]]


def test_the_lines_of_the_glance_stand_below_it(pair, tmp_path):
    """The table explains itself, and codes of caveats stand with the caveats."""
    page = report(pair, tmp_path / "page.html").read_text(encoding="utf-8")
    (section,) = re.findall(r'<dl class="lines">\n(.*?)</dl>', page, flags=re.DOTALL)
    shown = [(html.unescape(a), html.unescape(b)) for a, b in re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", section)]
    assert shown == list(pair.glance().lines)
    assert [label for label, _ in shown] == ["another split", "tested by", "beware"]
