"""Pages of studies of tests: every number where it belongs, in every format, and a call that makes it again."""

import json
import re
from html.parser import HTMLParser

import numpy as np
import pytest

from foldwise.data import Dataset, load
from foldwise.lab import (
    NoisyAnswers,
    OwnProcedure,
    calibration,
    fold_correlation,
    learning_curves,
    matched,
    partition_noise,
    power,
    rank,
    replicability,
    replication_count,
    sources,
    type_one_error,
)
from foldwise.learners import C45, NaiveBayes, NearestNeighbor
from foldwise.reports import lab_table, report, summary
from foldwise.verdicts import Procedure, Settled

FORMATS = (".html", ".md", ".tex")
TESTS = ["10/kfold_t", "5x2/five_by_two_t"]
SMALL = sources.ExchangeableBlocks(n_examples=40)
OTHER = sources.ExchangeableBlocks(n_examples=40, second_shift=0.05)
THIRD = sources.ExchangeableBlocks(n_examples=40, second_shift=0.2)
HOSTILE = '</title><script>alert("x")</script> a|b `c` $x_1^2$ %#~ \\end{tabular} \u202e'
STUDIES = {
    "type_one_error": lambda: type_one_error(
        [*TESTS, "resampled:9:0.333/resampled_t"], [sources.TwoKinds(0.1), sources.TwoKinds(0.4)], n_trials=60, seed=2
    ),
    "power": lambda: power(TESTS, [OTHER, THIRD, SMALL], differences={OTHER.name: 0.2}, n_trials=10, alpha=0.1),
    "replications": lambda: replicability(TESTS, SMALL, n_trials=10, n_executions=3),
    "calibration": lambda: calibration({"mine": Procedure("10:plain", "kfold_t")}, sources.TwoKinds(), n_trials=30),
    "fold_correlation": lambda: fold_correlation(SMALL, "5:plain", n_trials=20),
    "replication_count": lambda: replication_count(
        sources.TwoKinds(), splits=[5, 9], folds=[5], halvings=[2], test_size=0.2, n_trials=20
    ),
    "partition_noise": lambda: partition_noise(TESTS, SMALL, n_trials=10, n_executions=3),
    "ranking": lambda: rank(TESTS, SMALL, OTHER, n_trials=10, n_executions=2, tolerance=2.0),
}


@pytest.fixture(scope="module")
def levels():
    return STUDIES["type_one_error"]()


@pytest.fixture(scope="module")
def hostile():
    """A test and a source that have names to break pages with."""
    own = OwnProcedure("4", lambda differences: 0.01, name=HOSTILE)
    return type_one_error([own], sources.TwoKinds(name=f"{HOSTILE} again"), n_trials=5)


def written(obj, tmp_path, ending):
    return report(obj, tmp_path / f"report{ending}").read_text(encoding="utf-8")


def without_environment(document):
    return {key: value for key, value in document.items() if key != "environment"}


class Nested(HTMLParser):
    """Refuse tags that do not nest, and list them."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.tags = [], []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag not in {"meta", "img", "br", "wbr"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_document_is_the_study(levels, tmp_path):
    document = summary(levels)
    assert (document["schema"], document["study"]) == ("foldwise.lab/1", "type_one_error")
    assert (document["n_trials"], document["n_executions"], document["seed"]) == (60, 1, 2)
    assert document["settings"] == {"alpha": 0.05}
    assert document["table"] == levels.frame().to_dict("records")
    assert document["columns"] == list(levels.frame().columns)
    assert document["procedures"][1] == {
        "name": "5x2/five_by_two_t",
        "scheme": "FiveByTwo()",
        "test": "five_by_two_t",
        "is_own": False,
        "call": "'5x2/five_by_two_t'",
    }
    assert document["sources"][1] == {
        "name": "two kinds, error 0.4",
        "kind": "TwoKinds",
        "n_examples": 300,
        "difference": 0.0,
        "standard_error": None,
        "gap": None,
        "n_trials": 60,
        "call": "fw.lab.sources.TwoKinds(error=0.4)",
    }
    assert document["words"] == levels.details()
    assert json.loads(written(levels, tmp_path, ".json")) == document


@pytest.mark.parametrize("study", STUDIES)
def test_every_study_has_pages_and_a_call_that_makes_it_again(study, tmp_path, code_of):
    result = STUDIES[study]()
    document = summary(result)
    assert document["study"] == study
    assert len(document["table"]) == len(result.frame())
    for ending in (".md", ".tex"):
        assert result.title in written(result, tmp_path, ending)
    names = {}
    exec(code_of(result), names)
    assert result.title in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert without_environment(summary(names["result"])) == without_environment(document)


@pytest.mark.parametrize("ending", FORMATS)
def test_the_numbers_are_in_the_table(levels, tmp_path, ending):
    """Rates of 60 trials with the exact interval, as the frame has them."""
    text = written(levels, tmp_path, ending)
    row = max(levels.frame().itertuples(), key=lambda each: each.rate)
    assert row.procedure.startswith("resampled")
    low, high = {".md": (r"\[", r"\]"), ".tex": ("{[}", "{]}")}.get(ending, "[]")
    interval = f"{low}{row.low:.3f}, {row.high:.3f}{high}"
    join = {".html": '</td>\n<td class="n">', ".md": " | ", ".tex": " & "}[ending]
    assert f"{row.rate:.3f}{join}{interval}" in text
    for words in ("Four times as many trials make them half as wide.", "none: both learners are equally good"):
        assert (words in text) is (ending != ".tex")


def test_pages_say_how_differences_are_known(tmp_path):
    """One is measured, with the error of that; one is given; a matched null is as good as the matching."""
    found = power("10", [OTHER, THIRD, SMALL], differences={OTHER.name: 0.2}, n_trials=2)
    curves = learning_curves(THIRD, sizes=[])
    document = summary(found)
    assert document["settings"] == {"alpha": 0.05, "differences": {OTHER.name: 0.2}}
    assert document["sources"][1]["difference"] == curves.difference
    assert document["sources"][1]["standard_error"] == curves.standard_error
    text = written(found, tmp_path, ".html")
    assert f"+{curves.difference:.3g}, measured (standard error {curves.standard_error:.4f})" in text
    assert ">+0.2<" in text
    assert "not known" not in text
    null = matched(sources.Plane(n_examples=40), NoisyAnswers, sizes=[20], n_sets=3, n_points=50, tolerance=0.01)
    gap = null.curves.frame()["gap"].abs().max()
    for result in (type_one_error("10", null, n_trials=2), power("10", null, n_trials=2)):
        assert summary(result)["sources"][0]["gap"] == gap
        text = written(result, tmp_path, ".html")
        assert f"none, as far as matched (gap at most {gap:.4f})" in text
        assert "both learners are equally good" not in text


def test_long_names_break_where_words_end(levels, hostile, tmp_path, bare):
    text = written(levels, tmp_path, ".html")
    assert '<td class="t">5x2/<wbr>five_<wbr>by_<wbr>two_<wbr>t</td>' in text
    assert "<script" not in bare(written(hostile, tmp_path, ".html"))


def test_columns_of_a_calibration_are_explained(tmp_path):
    text = written(STUDIES["calibration"](), tmp_path, ".md")
    reading = text.split("## How to read this\n\n")[1].split("\n\n## ")[0].split("\n\n")
    assert [line.partition(":")[0] for line in reading][1:-1] == ["distance", "excess", "band", "critical", "reference"]


def test_pages_say_who_rejects_too_often(levels, tmp_path):
    (found,) = summary(levels)["findings"]
    above = [row for row in levels.frame().itertuples() if row.low > 0.05]
    assert [row.source for row in above] == ["two kinds, error 0.4"]
    said = f"resampled:9:0.333/resampled_t ({above[0].rate:.3g}, on 1 of 2 sources)."
    assert found == f"Above the level with all of its interval: {said}"
    assert found in written(levels, tmp_path, ".html")
    (found,) = summary(type_one_error("5x2", sources.TwoKinds(), n_trials=9))["findings"]
    assert found == "Nothing lies above the level with all of its interval."
    (found,) = summary(calibration("resampled:20:0.4/resampled_t", sources.TwoKinds(0.4), n_trials=200))["findings"]
    assert found.startswith("More small p-values than chance explains: resampled:20")


def test_pages_nest_and_are_inert(hostile, tmp_path, bare):
    text = written(hostile, tmp_path, ".html")
    assert Nested(text).tags.count("svg") == 1
    page = Nested(bare(text))
    assert not {"script", "link", "iframe", "svg"} & set(page.tags)
    assert page.tags.count("title") == 1
    assert "\u202e" not in text
    text = written(hostile, tmp_path, ".md")
    assert not re.search(r"<[a-z/!]", text)
    assert not re.search(r"(?<!\\)[\[`$]", text)
    commands = bare(written(hostile, tmp_path, ".tex"))
    commands = re.sub(r"\\text(?:backslash|asciicircum|asciitilde|less|greater|bar)\{\}", "", commands)
    assert not set(re.sub(r"\\[%&$#_{}]", "", commands)) & set('%$#_^~<>|"')


def test_a_lambda_is_typed_and_what_cannot_be_typed_is_to_be_filled_in(hostile, code_of):
    code = code_of(hostile)
    assert "fw.lab.OwnProcedure(scheme=fw.splits.KFold(4), test=lambda differences: 0.01, name=" in code
    compile(code, "page", "exec")
    level = 0.01
    own = OwnProcedure("4", lambda differences: level, name="mine")
    code = code_of(type_one_error(own, sources.TwoKinds(), n_trials=5))
    assert "# Put in, for each ..., what only you have." in code
    assert "fw.lab.OwnProcedure(scheme=fw.splits.KFold(4), test=..., name='mine')" in code


def test_shares_have_three_decimals_and_no_rejections_are_shown():
    """Else 0.05 would be 0.0500 beside 0.250 in the next column, and a count of zeros would go."""
    row = {"source": "a", "procedure": "b", "rate": 0.05, "low": 0.012, "high": 0.09, "n_rejections": 0}
    document = {"study": "type_one_error", "columns": list(row), "table": [row, {**row, "rate": 0.0}]}
    headings, rows = lab_table(document, short=True)
    assert [heading["text"] for heading in headings][2:] == ["rate", "95% interval", "rejections"]
    assert [cells[2:] for cells in rows] == [["0.050", "[0.012, 0.090]", "0"], ["0.000", "[0.012, 0.090]", "0"]]


def test_short_tables_leave_out_what_is_never_undefined(levels):
    document = summary(levels)
    headings, rows = lab_table(document, short=True)
    assert [heading["text"] for heading in headings] == ["source", "procedure", "rate", "95% interval", "rejections"]
    assert [row[-1] for row in rows] == [str(n) for n in levels.frame()["n_rejections"]]
    headings, _ = lab_table(document)
    assert [heading["text"] for heading in headings][4:] == ["standard error", "rejections", "undefined", "trials"]


def test_sources_and_procedures_as_code():
    def typed(source):
        (row,) = summary(replicability("2", source, n_trials=2, n_executions=2))["sources"]
        return row["call"]

    wine = load("wine")
    part = sources.SubSamples(wine, 90)
    assert typed(part) == "fw.lab.sources.SubSamples(dataset=fw.data.load('wine'), n_examples=90)"
    mine = Dataset(np.zeros((30, 1)), np.arange(30) % 2, name="mine")
    assert typed(sources.SubSamples(mine, 20)).startswith("fw.lab.sources.SubSamples(dataset=..., n_examples=20")
    assert typed(sources.CoinFlips((NaiveBayes(), C45(min_leaf=5)))) == (
        "fw.lab.sources.CoinFlips(learners=(NaiveBayes(), C45(min_leaf=5)))"
    )
    third = sources.table_five_sources()[2]
    assert typed(third) == "fw.lab.sources.table_five_sources()[2]"
    assert typed(sources.ExchangeableBlocks(NearestNeighbor(), name="x")) == (
        "fw.lab.sources.ExchangeableBlocks(name='x')"
    )
    null = matched(sources.Plane(n_examples=40), NoisyAnswers, sizes=[20], n_sets=3, n_points=50, tolerance=0.01)
    assert typed(null) == (
        "fw.lab.matched(fw.lab.sources.Plane(n_examples=40), fw.lab.NoisyAnswers, sizes=(20, 40), n_sets=3)"
    )


def test_a_settled_procedure_is_typed_as_such(code_of):
    result = type_one_error([Settled(max_repeats=5)], SMALL, n_trials=1)
    (row,) = summary(result)["procedures"]
    assert (row["call"], row["test"]) == ("fw.Settled(max_repeats=5)", None)
    assert "procedures = [\n    fw.Settled(max_repeats=5),\n]" in code_of(result)


def test_several_results_in_one_report(levels, pair, tmp_path):
    text = written([pair, levels], tmp_path, ".html")
    assert Nested(text).tags.count("article") == 2
