"""A plan in every format: its numbers where they belong; hostile names are only text."""

import json

import pytest

import foldwise as fw
from foldwise.reports import report, summary
from foldwise.results import ScoreTable
from foldwise.runs import as_metric

pytestmark = pytest.mark.usefixtures("undrawn")


@pytest.fixture(scope="module")
def hostile_plan(hostile_names):
    scores = [[0.91, 0.85, 0.78, 0.9, 0.7], [0.83, 0.82, 0.79, 0.81, 0.72], [0.85, 0.8, 0.7, 0.83, 0.7]]
    metric = as_metric("accuracy", None)
    table = ScoreTable(learners=hostile_names, datasets=tuple("abcde"), scores=scores, metric=metric)
    return fw.plan(table, difference=0.1)


@pytest.mark.parametrize("ending", [".html", ".md", ".tex"])
def test_numbers_stand_in_the_table(hostile_plan, tmp_path, ending):
    text = report(hostile_plan, tmp_path / f"plan{ending}").read_text(encoding="utf-8")
    for pair in hostile_plan.pairs:
        assert f"{pair.amounts[0].number:,.0f}" in text
    # In LaTeX and Markdown it is text as any other.
    assert ending != ".html" or "<script>alert" not in text
    assert "datasets" in text


def test_what_cannot_be_had_is_null_in_a_document(tmp_path):
    plan = fw.plan(of="examples", sd=0.06, n_examples=300, difference=0.02)
    document = json.loads(report(plan, tmp_path / "plan.json").read_text(encoding="utf-8"))
    assert document == json.loads(json.dumps(summary(plan)))
    assert document["schema"] == "foldwise.plan/1"
    assert document["assumed"] == {"sd": 0.06, "n_examples": 300}
    repeats, examples, _ = document["pairs"][0]["amounts"]
    assert (repeats["unit"], repeats["number"]) == ("repeat", None)
    assert (examples["unit"], examples["number"]) == ("example", plan.pairs[0].amounts[1].number)
    assert "none" in report(plan, tmp_path / "plan.md").read_text(encoding="utf-8")
