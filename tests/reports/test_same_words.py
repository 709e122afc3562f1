"""The verdict in words is the same in every format: only the escaping differs."""

import html
import json
import re

import pytest

from foldwise.reports import report

pytestmark = pytest.mark.usefixtures("undrawn")

LATEX = {
    r"\textbackslash{}": "\\",
    r"\textasciicircum{}": "^",
    r"\textasciitilde{}": "~",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    "{''}": '"',
    "{`}": "`",
    "{[}": "[",
    "{]}": "]",
    "-{}": "-",
    r"\(\pm\)": "±",
}


def from_html(text):
    (section,) = re.findall(r'<section class="verdict".*?>\n(.*?)</section>', text, flags=re.DOTALL)
    return [html.unescape(line) for line in re.findall(r"<p>(.*?)</p>", section)]


def from_markdown(text):
    """All paragraphs between the title and the first heading."""
    body = text.split("\n", 1)[1].split("\n## ")[0]
    return [html.unescape(re.sub(r"\\([^a-zA-Z0-9\s])", r"\1", line)) for line in body.splitlines() if line]


def from_latex(text):
    body = text.split("\n", 1)[1].split("\\begin{table}")[0]
    body = re.sub("|".join(map(re.escape, LATEX)), lambda match: LATEX[match.group()], body)
    return [re.sub(r"\\([%&$#_{}])", r"\1", line) for line in body.splitlines() if line]


READERS = {".html": from_html, ".md": from_markdown, ".tex": from_latex}


def in_words(obj, ending, tmp_path):
    return READERS[ending](report(obj, tmp_path / f"report{ending}").read_text(encoding="utf-8"))


@pytest.mark.parametrize("ending", READERS)
def test_a_verdict(pair, constant, regression, tuned, make, tmp_path, ending):
    several = make(["a_1", "b|2", "c"], datasets=["one", "50%"], rope=0.01, adjust="sidak")
    for verdict in (pair, constant, regression, tuned, several):
        expected = [line for line in verdict.details().splitlines() if line]
        assert in_words(verdict, ending, tmp_path) == expected
        document = json.loads(report(verdict, tmp_path / "report.json").read_text(encoding="utf-8"))
        assert document["verdict"] == verdict.details()


@pytest.mark.parametrize("ending", READERS)
def test_other_results(estimates, spread, randomization, tmp_path, ending):
    for result in (estimates, spread, randomization):
        expected = [line for line in result.details().splitlines() if line]
        assert in_words(result, ending, tmp_path) == expected
        document = json.loads(report(result, tmp_path / "report.json").read_text(encoding="utf-8"))
        assert document["words"] == result.details()


@pytest.mark.parametrize("ending", READERS)
def test_a_panel_says_its_last_paragraph_and_tabulates_the_rest(panel, tmp_path, ending):
    opening, *rest = in_words(panel, ending, tmp_path)
    assert opening == f"{len(panel.verdicts)} tests on the same scores come to different conclusions."
    assert rest == [panel.details().split("\n\n")[-1]]
