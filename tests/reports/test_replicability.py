"""Pages of executions and of partitions: every number where it belongs, in every format."""

import html
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier

from foldwise.data import load
from foldwise.evaluation import evaluate
from foldwise.learners import C45, NaiveBayes
from foldwise.replicability import partition_analysis, replicate
from foldwise.reports import report, summary
from foldwise.verdicts import Procedure, Settled

LEARNERS = {"nb": NaiveBayes(), "c45": C45()}
FORMATS = (".html", ".md", ".tex")


@pytest.fixture(scope="module")
def executions():
    data = [load("wine"), load("iris")]
    return replicate(LEARNERS, data, procedure=Procedure("5x2", "five_by_two_t"), n=10, seed=1, progress=False)


@pytest.fixture(scope="module")
def analysis():
    return partition_analysis(evaluate(LEARNERS, load("wine"), scheme="9x10:plain", seed=1, progress=False))


def written(obj, tmp_path, ending):
    return report(obj, tmp_path / f"report{ending}").read_text(encoding="utf-8")


class Nested(HTMLParser):
    """Refuse tags that do not nest, and collect the words."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.words, self.tags = [], [], []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag not in {"meta", "img", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


def test_documents(executions, analysis, tmp_path):
    document = summary(executions)
    assert document["schema"] == "foldwise.replicability/1"
    first, second = document["agreements"]
    assert (first["dataset"], first["n_a"], first["n_none"], second["n_none"]) == ("wine", 3, 7, 10)
    # R(3, 10) = (3 * 2 + 7 * 6) / 90, and the mean of it and of 1
    assert first["replicability"] == pytest.approx(48 / 90)
    assert document["totals"][0]["replicability"] == pytest.approx((48 / 90 + 1) / 2)
    assert first["executions"]["decisions"].count("a") == 3
    assert first["executions"]["pvalues"] == executions.executions.pvalues[0, 0].tolist()
    assert second["executions"]["pvalues"] == executions.executions.pvalues[1, 0].tolist()
    assert document["measured_level"]["highest"] == 0.106
    assert json.loads(written(executions, tmp_path, ".json")) == document

    document = summary(analysis)
    (row,) = document["comparisons"]
    assert document["schema"] == "foldwise.partitions/1"
    assert row["statistics"] == analysis.rows[0].statistics.tolist()
    assert (row["group"], row["n_partitions"], document["df"]) == (2, 9, 9.0)
    assert document["tally"]["n_conclusions"] == 9
    assert row["normality_of_t"]["pvalue"] == analysis.rows[0].normality_of_t.pvalue
    assert json.loads(written(analysis, tmp_path, ".json")) == document


@pytest.mark.parametrize("ending", FORMATS)
def test_the_numbers_are_in_the_tables(executions, analysis, tmp_path, ending):
    join = {".html": '</td>\n<td class="n">', ".md": " | ", ".tex": " & "}[ending]
    text = written(executions, tmp_path, ending)
    assert join.join(["3", "7", "0", "0.533"]) in text
    row = analysis.rows[0]
    text = written(analysis, tmp_path, ending)
    assert join.join([str(row.n_b), str(row.n_none), str(row.n_a)]) in text
    assert f"{row.averaged_t:.4g}" in text


@pytest.mark.parametrize("ending", [".html", ".md"])
def test_validity_stands_beside(executions, analysis, tmp_path, ending):
    for result in (executions, analysis):
        assert "Replicability is not validity" in written(result, tmp_path, ending)
    assert "0.106 (1-nearest neighbour)" in written(executions, tmp_path, ending)


@pytest.mark.parametrize("ending", [".html", ".md"])
def test_the_words_are_the_same(executions, analysis, both_hostile, tmp_path, ending):
    for result in (executions, analysis, *both_hostile):
        text = written(result, tmp_path, ending)
        if ending == ".html":
            section = text.split("<summary>In full sentences</summary>")[1].split("</details>")[0]
            found = [html.unescape(line) for line in re.findall(r"<p>(.*?)</p>", section)]
        else:
            body = text.split("\n## In full sentences\n")[1].split("\n## ")[0]
            found = [html.unescape(re.sub(r"\\([^a-zA-Z0-9\s])", r"\1", line)) for line in body.splitlines() if line]
        assert found == [line for line in result.details().splitlines() if line]


def test_pages_nest_and_ask_for_nothing(both_hostile, tmp_path, bare):
    text = written(list(both_hostile), tmp_path, ".html")
    page = Nested(text)
    assert not {"link", "iframe", "img"} & set(page.tags)
    assert "<script" not in bare(text)
    assert page.tags.count("title") == 1
    assert "\u202e" not in text
    assert page.tags.count("svg") == 2


def test_hostile_names_are_only_text(both_hostile, tmp_path, bare):
    for result in both_hostile:
        text = written(result, tmp_path, ".md")
        assert not re.search(r"<[a-z/!]", text)
        assert not re.search(r"(?<!\\)[\[`$]", text)
        body = bare(written(result, tmp_path, ".tex"))
        commands = re.sub(r"\\text(?:backslash|asciicircum|asciitilde|less|greater|bar)\{\}", "", body)
        commands = re.sub(r"\\[%&$#_{}]", "", commands)
        assert not set(commands) & set('%$#_^~<>|"')
        assert commands.count("{") == commands.count("}")


@pytest.mark.parametrize("ending", FORMATS)
def test_undefined_numbers_are_said_to_be_so(tmp_path, ending):
    """Folds of two equal classes and constant guesses: no difference varies."""
    learners = {f"{k}": DummyClassifier(strategy="constant", constant=k) for k in (0, 1)}
    X, y = np.zeros((20, 1)), [0] * 12 + [1] * 8
    result = replicate(learners, X, y, procedure=Procedure("2x4"), n=2, seed=1, progress=False)
    for each in (result, partition_analysis(result.runs[0])):
        text = written(each, tmp_path, ending)
        assert re.search("undefined|undetermined", text)
        assert not re.search(r"\bnan\b|\bNone\b(?!,)", text)


def test_how_to_repeat_it(executions, analysis, code_of):
    """The snippets are run, and make the same results again."""
    names = {}
    exec(compile(code_of(executions), "report", "exec"), names)
    assert names["result"].executions.pvalues.tolist() == executions.executions.pvalues.tolist()
    assert names["result"].procedure == executions.procedure
    names = {}
    exec(compile(code_of(analysis), "report", "exec"), names)
    assert names["analysis"].rows[0].statistics.tolist() == analysis.rows[0].statistics.tolist()


def test_how_to_repeat_what_is_settled_or_seeded_by_the_data(code_of):
    """Two datasets without a seed have seeds of their own, which the same call derives again."""
    data = [load("iris"), load("wine")]
    options = {"n": 2, "progress": False, "procedure": Procedure(Settled(max_repeats=10), alpha=0.1)}
    result = replicate(LEARNERS, data, **options)
    code = code_of(result)
    assert "procedure=fw.Procedure(fw.Settled(max_repeats=10), alpha=0.1)," in code
    assert "seed=" not in code
    names = {}
    exec(compile(code, "report", "exec"), names)
    assert names["result"].executions.pvalues.tolist() == result.executions.pvalues.tolist()


def test_every_key_is_documented(executions, analysis):
    text = (Path(__file__).parents[2] / "docs" / "report-json.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"`([a-z_-]+)`", text))

    def keys(value):
        if isinstance(value, dict):
            return set(value).union(*map(keys, value.values()))
        return set().union(*map(keys, value)) if isinstance(value, list) else set()

    used = keys(summary([executions, analysis]))
    assert {"three_outcome", "signed_area", "skewness", "lowest_learner"} < used
    assert used <= documented, used - documented
