import dataclasses
import json
import math
import re
from pathlib import Path

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from foldwise.data import load
from foldwise.reports import summary
from foldwise.verdicts import Settled, compare, judge

VARYING = {"timings", "environment"}


def strict(text):
    def refuse(name):
        raise AssertionError(f"{name} is not JSON")

    return json.loads(text, parse_constant=refuse)


def test_by_hand(constant):
    """Accuracy 3/5 and 2/5 on each of four folds: difference 0.2, no spread, p undefined."""
    document = summary(constant)
    (row,) = document["comparisons"]
    assert row["estimate"] == pytest.approx(0.2)
    assert (row["pvalue"], row["decision"], row["winner"]) == (None, "undetermined", None)
    assert (row["n_train"], row["n_test"]) == ([15, 15], [5, 5])
    zeros, ones = document["runs"][0]["learners"]
    assert (zeros["mean_score"], ones["mean_score"]) == pytest.approx((0.6, 0.4))
    assert zeros["sd_over_folds"] == pytest.approx(0.0, abs=1e-15)
    assert np.array(ones["scores"]) == pytest.approx(np.full((1, 4), 0.4))
    assert document["runs"][0]["dataset"] == {
        "name": "twenty",
        "fingerprint": constant.runs[0].data.fingerprint,
        "n_examples": 20,
        "n_attributes": 2,
        "task": "classification",
        "classes": ["0", "1"],
    }


def test_every_field_of_a_comparison_is_there(pair):
    row = summary(pair)["comparisons"][0]
    fields = {field.name for field in dataclasses.fields(pair.comparisons[0])}
    assert set(row) == fields | {"winner", "outcome"}
    assert row["estimate"] == pair.comparisons[0].estimate
    assert row["caveats"] == [dataclasses.asdict(caveat) for caveat in pair.comparisons[0].caveats]


def test_spread_is_the_sample_standard_deviation(pair):
    scores = pair.runs[0].scores()[0]
    learner = summary(pair)["runs"][0]["learners"][0]
    assert learner["sd_over_folds"] == pytest.approx(
        math.sqrt(((scores - scores.mean()) ** 2).sum() / (scores.size - 1))
    )
    assert np.array(learner["scores"]) == pytest.approx(scores)


def test_json_knows_all_of_it(constant, hostile, regression):
    for obj in (constant, hostile, regression, constant.runs[0], [constant, regression.runs[0]]):
        document = summary(obj)
        assert strict(json.dumps(document, allow_nan=False)) == document


def test_same_seed_same_document(make):
    """Computed twice: what was made with other words for the same design is not the same verdict."""
    verdicts = make(), make(scheme="3x4")
    assert verdicts[0] is not verdicts[1]
    first, second = map(summary, verdicts)
    for document in (first, second):
        assert document.keys() >= VARYING
    assert {k: v for k, v in first.items() if k not in VARYING} == {k: v for k, v in second.items() if k not in VARYING}


def test_timings_and_versions_are_set_apart(pair):
    document = summary(pair)
    assert [row["learner"] for row in document["timings"]] == ["stump", "tree"]
    expected = float(pair.runs[0].fit_seconds[1].mean())
    assert document["timings"][1]["mean_fit_seconds"] == pytest.approx(expected)
    assert list(document["environment"]) == ["python", "foldwise", "numpy", "scipy", "scikit-learn"]
    assert document["environment"]["numpy"] == np.__version__


def test_a_list_is_a_collection(pair):
    document = summary([pair, pair.runs[0]])
    assert document["schema"] == "foldwise.collection/1"
    assert [item["schema"] for item in document["items"]] == ["foldwise.verdict/1", "foldwise.run/1"]


def test_failures_are_told(pair):
    from foldwise.runs import Failure

    failure = Failure(learner="tree", repeat=1, fold=3, error="ValueError: no")
    run = dataclasses.replace(pair.runs[0], failures=(failure,))
    document = summary(run)["runs"][0]
    assert document["failures"] == [{"learner": "tree", "repeat": 1, "fold": 3, "error": "ValueError: no"}]
    assert document["learners"][1]["scores"][1][3] is None
    scores = np.delete(pair.runs[0].scores()[1].ravel(), 1 * 4 + 3)
    assert document["learners"][1]["mean_score"] == pytest.approx(scores.mean())


def test_a_refusal_names_what_is_taken():
    with pytest.raises(
        TypeError, match=r"summary takes one of Verdict, Overall, Run, Panel, .*, or a list of them, got int"
    ):
        summary(3)


def test_every_key_is_documented(hostile, pair, panel, estimates, randomization, tuned, five_on_thirty):
    """docs/report-json.md is the contract: each key of the document stands there in backticks."""
    text = (Path(__file__).parents[2] / "docs" / "report-json.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"`([a-z0-9_-]+)`", text))

    def keys(value):
        if isinstance(value, dict):
            return set(value).union(*map(keys, value.values()))
        return set().union(*map(keys, value)) if isinstance(value, list) else set()

    everything = [hostile, pair, pair.runs[0], panel, estimates, randomization, tuned, five_on_thirty]
    used = keys(summary(everything)) | {"error"}
    assert {"bias_low", "differs", "wilson_low", "n_candidates"} < used
    assert used <= documented, used - documented


def test_a_settled_verdict_tells_its_looks_and_its_forecast():
    learners = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0)}
    verdict = compare(learners, load("wine"), seed=1, scheme=Settled(max_repeats=10))
    document = summary(verdict)
    text = (Path(__file__).parents[2] / "docs" / "report-json.md").read_text(encoding="utf-8")
    row, of_document = verdict.comparisons[0], document["comparisons"][0]
    assert document["settled"] == {
        "strict": False, "guard": False, "max_fits": None, "max_repeats": 10, "max_seconds": None
    }  # fmt: skip
    look = of_document["settlement"]["looks"][0]
    assert (look["n_repeats"], look["pvalue"]) == (5, row.settlement.looks[0].pvalue)
    assert of_document["forecast"]["agreement"] == row.forecast.agreement
    assert of_document["forecast"]["risk"] == pytest.approx(1 - row.forecast.agreement)
    for part in (document["settled"], of_document["settlement"], look, of_document["forecast"]):
        assert all(f"`{key}`" in text for key in part)


def test_a_function_with_the_name_of_a_scorer_is_not_that_scorer(make):
    def accuracy(y_true, y_pred):
        return float((y_true != y_pred).mean())

    run = make(["a", "b"]).runs[0]
    assert summary(judge(run))["metric"]["is_scorer"]
    assert not summary(judge(run, metric=accuracy))["metric"]["is_scorer"]
