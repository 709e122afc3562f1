"""What the pages of each kind of result show, in every format."""

import json
from dataclasses import replace
from html import unescape

import numpy as np
import pandas as pd
import pytest

from foldwise.reports import report, summary
from foldwise.verdicts import NEEDS, judge

FORMATS = (".html", ".md", ".tex")


def written(obj, tmp_path, ending):
    return report(obj, tmp_path / f"report{ending}").read_text(encoding="utf-8")


@pytest.fixture(params=FORMATS)
def ending(request):
    return request.param


def test_a_verdict_names_its_sources_of_variation(pair, tmp_path, ending):
    text = written(pair, tmp_path, ending)
    for source in pair.sources:
        assert source.name in text
        assert source.why in text
    assert summary(pair)["sources"][0] == {
        "name": pair.sources[0].name,
        "status": "covered",
        "why": pair.sources[0].why,
    }


def test_the_rope_has_three_probabilities(make, tmp_path, ending):
    verdict = make(rope=0.02)
    row = verdict.comparisons[0]
    text = written(verdict, tmp_path, ending)
    parts = [f"{value:.3f}" for value in (row.p_left, row.p_rope, row.p_right)]
    assert row.p_left + row.p_rope + row.p_right == pytest.approx(1)
    joined = {".html": '</td>\n<td class="n">', ".md": " | ", ".tex": " & "}[ending].join(parts)
    assert joined in text
    assert "P(within rope)" not in written(replace(verdict, rope=None), tmp_path, ending)


def test_a_test_without_interval_says_none(make, tmp_path, ending):
    verdict = make(test="averaged_t")
    assert np.isnan(verdict.comparisons[0].low)
    text = written(verdict, tmp_path, ending)
    assert {".html": '<td class="n">none</td>', ".md": "| none |", ".tex": "& none &"}[ending] in text
    document = summary(verdict)["comparisons"][0]
    assert (document["low"], document["high"], document["standard_error"]) == (None, None, None)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, "for a family of 3 comparisons, by Holm's method;"),
        ({"adjust": "bonferroni"}, "for a family of 3 comparisons, by Bonferroni's method;"),
        ({"adjust": "none"}, "The family has 3 comparisons; p-values are not adjusted for that."),
        ({"tries": 7}, "for a family of 7 comparisons, of which 3 are shown, by Holm's method;"),
    ],
)
def test_the_family_and_its_adjustment(make, tmp_path, ending, options, expected):
    verdict = judge(make(["a", "b", "c"]).runs, **options)
    assert expected in unescape(written(verdict, tmp_path, ending))
    document = summary(verdict)
    assert (document["adjust"], document["family"]) == (options.get("adjust", "holm"), options.get("tries", 3))


def test_the_call_repeats_adjustment_and_tries(make, tmp_path):
    text = written(make(["a", "b", "c"], adjust="sidak", tries=9), tmp_path, ".html")
    assert "adjust=&#39;sidak&#39;,\n    tries=9,\n    seed=1,\n)" in text


def test_tuning_is_counted(tuned, tmp_path, ending):
    """Two depths on each of four folds are two candidates."""
    (entry,) = summary(tuned)["runs"][0]["tuning"]
    assert (entry["learner"], entry["tries"], len(entry["folds"])) == ("tuned", 2, 4)
    assert {fold["n_candidates"] for fold in entry["folds"]} == {2}
    text = written(tuned, tmp_path, ending)
    expected = {
        ".html": '<th scope="row" class="t">tuned</th><td class="n">2</td>',
        ".md": "| tuned | 2 |",
        ".tex": "2 candidates of tuned were tried",
    }
    assert expected[ending] in text


def test_a_panel_shows_every_test_and_why_they_differ(panel, tmp_path, ending):
    text = written(panel, tmp_path, ending)
    assert panel.splits_opinion() == [("noise", "stump", "tree")]
    for verdict in panel.verdicts:
        need = NEEDS[verdict.test]
        assert need.label.replace("'", "&#39;" if ending == ".html" else "'") in text
        assert need.differs in text
    assert "(not advised)" in text
    (opinion,) = summary(panel)["opinions"]
    sides = {camp["decision"]: camp["tests"] for camp in opinion["decisions"]}
    assert sides["none"][0] == "corrected_repeated_kfold_t"
    assert "uncorrected_repeated_kfold_t" in sides["a"]


def test_a_panel_document_is_the_panel(panel):
    document = summary(panel)
    assert (document["schema"], document["advised"]) == ("foldwise.panel/1", "corrected_repeated_kfold_t")
    flat = [
        (test["test"], test["advisable"], row["estimate"]) for test in document["tests"] for row in test["comparisons"]
    ]
    assert flat == list(panel.frame()[["test", "advisable", "estimate"]].itertuples(index=False, name=None))
    assert {entry["test"]: entry["needs"] for entry in document["not_applicable"]} == panel.not_applicable


def test_a_unanimous_panel_says_so(pair, tmp_path, ending):
    text = written(judge(pair.runs[0], test="all"), tmp_path, ending)
    assert "come to the same conclusion" in text
    assert "different conclusions" not in text


def test_the_call_of_a_panel_is_python(panel, tmp_path):
    from sklearn.tree import DecisionTreeClassifier

    from foldwise.data import Dataset
    from foldwise.reports._pages import pages

    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    data = Dataset(X, (X[:, 0] + X[:, 1] * rng.normal(size=60) > 0).astype(int), name="noise")
    names = {"DecisionTreeClassifier": DecisionTreeClassifier, "data": data}
    exec(compile(pages(panel)[0]["code"], "report", "exec"), names)
    assert str(names["panel"]) == str(panel)


def test_estimates_have_an_interval_only_where_there_is_one(estimates, spread, tmp_path, ending):
    """Seven of twenty right: Clopper and Pearson's interval is [0.154, 0.592]."""
    text = written(estimates, tmp_path, ending)
    low, high = {".md": (r"\[", r"\]"), ".tex": ("{[}", "{]}")}.get(ending, "[]")
    assert f"{low}0.154, 0.592{high}" in text
    error = -spread.rows[0].score
    text = written(spread, tmp_path, ending)
    expected = {
        ".html": f'<td class="n">{error:.4g}</td>\n<td class="n">none</td>',
        ".md": f"| {error:.4g} | none |",
        ".tex": f"& {error:.4g} & none &",
    }
    assert expected[ending] in text
    assert "not a confidence interval" in text


def test_a_randomization_shows_its_numbers(randomization, tmp_path, ending):
    text = written(randomization, tmp_path, ending)
    for shown in ("+0.1", "0.4", "0.9", "0.05", "Scores beyond chance."):
        assert shown in text
    document = summary(randomization)
    assert document["schema"] == "foldwise.randomization/1"
    assert (document["reference_mean"], document["seed"]) == (pytest.approx(0.5), 7)
    assert document["reference"] == randomization.reference.tolist()
    unknown = replace(randomization, chance=None, bias=None, bias_low=None, bias_high=None)
    assert "not known" in written(unknown, tmp_path, ending)


def test_results_from_elsewhere_do_not_pretend_to_know(tmp_path, ending):
    """Scores of ten folds, without sizes, seed or examples."""
    rng = np.random.default_rng(0)
    rows = [
        {"learner": learner, "repeat": 0, "fold": fold, "score": score + 0.02 * rng.random()}
        for learner, score in (("mine", 0.9), ("theirs", 0.8))
        for fold in range(10)
    ]
    verdict = judge(pd.DataFrame(rows), metric="accuracy", scheme="10")
    design = summary(verdict)["runs"][0]["design"]
    assert (design["seed"], design["stratified"], design["n_train"]) == (None, None, None)
    text = written([verdict, verdict.runs[0]], tmp_path, ending)
    assert "unknown" in text
    assert "None" not in text.replace("rope=None", "")
    if ending == ".html":
        assert "verdict = fw.judge(results, metric=&#39;accuracy&#39;" in text
    json.loads(written(verdict, tmp_path, ".json"))
