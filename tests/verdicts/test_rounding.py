"""What rounding alone makes of scores is no difference, and scores that cannot be averaged are refused."""

import json

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from foldwise.evaluation import evaluate
from foldwise.reports import report
from foldwise.verdicts import judge

HEIGHTS = np.array([0.07, 0.31, 0.64, 0.9, 0.12, 0.48, 0.77, 0.26, 0.55, 0.83])


def table(a, b, place="fold", **columns):
    rows = [("a", i, score) for i, score in enumerate(a)] + [("b", i, score) for i, score in enumerate(b)]
    return pd.DataFrame(rows, columns=["learner", place, "score"]).assign(**columns)


def test_scores_a_constant_apart_give_no_pvalue():
    (row,) = judge(table(np.round(HEIGHTS + 0.01, 2), HEIGHTS)).comparisons
    assert np.isnan(row.pvalue)
    assert row.decision == "undetermined"
    assert "zero_variance" in {caveat.code for caveat in row.caveats}


def over_datasets(test, a, b):
    frame = table(a, b, "dataset")
    halves = pd.concat([frame.assign(fold=fold) for fold in (0, 1)])
    (row,) = judge(halves, test=test).comparisons
    return row


def test_a_last_bit_is_no_win_over_datasets():
    """Eight of ten datasets are one bit apart, all in the same direction: 2^-9 if they counted."""
    a = np.nextafter(HEIGHTS, 1)
    a[:2] = HEIGHTS[0] + 0.1, HEIGHTS[1] - 0.1
    for test in ("sign_test", "wilcoxon"):
        assert over_datasets(test, a, HEIGHTS).pvalue == 1
        assert over_datasets(test, a, HEIGHTS).n_scores == 2


def test_learners_that_differ_by_rounding_of_large_numbers_are_alike():
    """The same line through numbers near a million, scaled first: errors that differ in their last digits."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 5)) * [1, 3, 10, 30, 100]
    y = 1e6 + X @ np.ones(5) + rng.normal(0, 50, 200)
    learners = {"plain": LinearRegression(), "scaled": make_pipeline(StandardScaler(), LinearRegression())}
    run = evaluate(learners, X, y, scheme="2x5", metric="neg_mean_absolute_error", sharing=False)
    assert np.ptp(run.scores()[0] - run.scores()[1]) > 0
    (row,) = judge(run).comparisons
    assert (row.statistic, row.pvalue, row.decision) == (0, 1, "none")


@pytest.mark.parametrize("unit", [1e151, 1e307, 1.7e308])
def test_scores_that_cannot_be_averaged_are_refused(unit):
    with pytest.raises(
        ValueError, match=r"^Scores must be at most 1e\+150 in size.* Give the target, or the scores, in"
    ):
        judge(table(unit * HEIGHTS / HEIGHTS.max(), -unit * HEIGHTS / HEIGHTS.max()))


def test_the_largest_scores_that_are_taken_make_a_report(tmp_path):
    verdict = judge(table(1e150 * HEIGHTS, -1e150 * HEIGHTS[::-1]))
    report(verdict, tmp_path / "page.json")
    document = json.loads((tmp_path / "page.json").read_text("utf-8"))
    assert document["comparisons"][0]["score_a"] == pytest.approx(4.93e149)
