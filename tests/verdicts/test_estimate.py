"""One learner: an interval where it is one, a spread called a spread elsewhere."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import beta
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB

from foldwise import IncompleteRunError, data
from foldwise.data import Dataset
from foldwise.evaluation import evaluate
from foldwise.splits import DisjointTraining, Holdout, KFold
from foldwise.stats import crossed_mean
from foldwise.verdicts import judge


@pytest.fixture(scope="module")
def estimate():
    """Evaluate naive Bayes on wine and estimate its accuracy."""
    wine = data.load("wine")

    def made(scheme, *, metric=None, **options):
        run = evaluate({"nb": GaussianNB()}, wine, scheme=scheme, metric=metric, seed=1, progress=False)
        return judge(run, **options)

    return made


@pytest.fixture(scope="module")
def zeros():
    """Always answers 0 on ten zeros and ten ones: a fold's accuracy is its share of zeros."""
    twenty = Dataset(np.arange(40.0).reshape(20, 2), [0] * 10 + [1] * 10, name="twenty")
    splits = [(np.r_[5:10, 15:20], np.r_[0:5, 10:11]), (np.r_[0:5, 10:15], np.r_[5:8, 15:20])]
    learner = {"zeros": DummyClassifier(strategy="constant", constant=0)}
    return judge(evaluate(learner, twenty, scheme=splits, seed=1, progress=False))


def test_hold_out_by_hand(estimate):
    """Clopper and Pearson's limits are beta quantiles, here by SciPy; Wilson's solve (p - s)^2 = z^2 p (1 - p) / n."""
    found = estimate(Holdout(120), alpha=0.1)
    (row,) = found.rows
    right, n = row.n_right, row.n_examples
    assert (row.question, n, row.n_test, row.n_train) == (1, 120, (120, 120), (58, 58))
    assert row.score == row.pooled_score == right / n
    assert (row.low, row.high) == pytest.approx(
        (beta.ppf(0.05, right, n - right + 1), beta.ppf(0.95, right + 1, n - right)), rel=1e-10
    )
    z2 = 1.6448536269514722**2
    for p in (row.wilson_low, row.wilson_high):
        assert (p - right / n) ** 2 == pytest.approx(z2 * p * (1 - p) / n, rel=1e-9)
    assert np.isnan([row.sd_over_folds, row.sd_over_repeats]).all()
    assert "90% confidence interval" in found.details()
    assert f"({right} of 120 right)" in found.details()
    assert "For the learner rather than this classifier, cross-validate" in found.details()


def test_a_small_test_set_is_named():
    run = evaluate([GaussianNB()], data.load("iris"), scheme=Holdout(29), seed=1, progress=False)
    assert [caveat.code for caveat in judge(run).rows[0].caveats] == ["small_test_set"]
    run = evaluate([GaussianNB()], data.load("iris"), scheme=Holdout(30), seed=1, progress=False)
    assert judge(run).rows[0].caveats == ()


def test_a_hold_out_scored_otherwise_has_no_interval(estimate):
    (row,) = estimate(Holdout(60), metric="f1_macro").rows
    assert row.interval_name == ""
    assert np.isnan([row.low, row.high, row.wilson_low, row.wilson_high]).all()
    assert row.n_right is None


def test_spread_by_hand(zeros):
    """Two splits, 5 of 6 and 3 of 8 zeros: means 5/6 and 3/8, pooled 8/14, standard deviation |5/6 - 3/8| / sqrt(2)."""
    (row,) = zeros.rows
    assert row.question == 6
    assert row.score == pytest.approx((5 / 6 + 3 / 8) / 2, rel=1e-15)
    assert row.pooled_score == pytest.approx(8 / 14, rel=1e-15)
    assert row.sd_over_folds == pytest.approx((5 / 6 - 3 / 8) / 2**0.5, rel=1e-15)
    assert (row.lowest, row.highest) == (3 / 8, 5 / 6)
    assert np.isnan([row.sd_over_repeats, row.low, row.high]).all()
    assert row.n_test == (6, 8)
    assert (row.n_right, row.n_examples) == (8, 14)


@pytest.mark.parametrize("scheme", ["10", "3x5", "5x2", "resampled:8:0.2"])
def test_a_spread_is_never_called_a_confidence_interval(estimate, scheme):
    found = estimate(scheme)
    (row,) = found.rows
    assert row.question == 6
    assert row.interval_name == ""
    assert np.isnan([row.low, row.high, row.wilson_low, row.wilson_high]).all()
    words = found.details().lower()
    assert "confidence" not in words
    assert "is no interval" in words
    assert ("bengio & grandvalet" in words) == ("resampled" not in scheme)


def test_repeats_show_what_the_partition_does(estimate):
    found = estimate("3x5")
    scores = found.runs[0].scores()[0]
    assert found.rows[0].sd_over_repeats == pytest.approx(np.std(scores.mean(axis=1), ddof=1), rel=1e-12)
    assert found.rows[0].sd_over_folds == pytest.approx(np.std(scores, ddof=1), rel=1e-12)
    assert found.rows[0].n_right is None
    (single,) = estimate("5").rows
    assert np.isnan(single.sd_over_repeats)
    assert [caveat.code for caveat in single.caveats] == ["one_partition"]
    assert (single.n_examples, single.n_right / 178) == (178, pytest.approx(single.pooled_score, rel=1e-15))


def test_disjoint_training_sets_give_an_interval(estimate):
    found = estimate(DisjointTraining(6, 70))
    (row,) = found.rows
    run = found.runs[0]
    tested = run.assignment.folds[0] >= 0
    right = run.correct()[0][:, tested]
    assert right.shape == (6, 70)
    low, high = crossed_mean(right).confidence_interval()
    assert (row.question, row.score) == (5, pytest.approx(right.mean(), rel=1e-15))
    assert (row.low, row.high) == pytest.approx((low, min(high, 1.0)), rel=1e-12)
    assert row.sd_over_folds == pytest.approx(np.std(right.mean(axis=1), ddof=1), rel=1e-12)
    assert "6 training sets; 95% confidence interval" in found.details()
    assert "approximate" in found.details()


def test_too_few_disjoint_training_sets_give_none(estimate):
    found = estimate(DisjointTraining(4, 70))
    assert found.rows[0].interval_name == ""
    assert "few_training_sets" in [caveat.code for caveat in found.rows[0].caveats]
    assert "confidence" not in found.details()


def test_squared_errors_of_disjoint_training_sets():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(90, 2))
    y = X[:, 0] + rng.normal(size=90)
    run = evaluate([LinearRegression()], X, y, scheme=DisjointTraining(5, 30), metric="neg_mean_squared_error", seed=1)
    found = judge(run)
    (row,) = found.rows
    assert row.low < row.score < row.high < 0
    natural = [f"{-value:.2f}" for value in (row.score, row.high, row.low)]
    assert (
        "mean squared error {} over 5 training sets; 95% confidence interval {} to {}".format(*natural)
        in found.details()
    )
    # The root of a mean is no mean over examples.
    assert judge(run, metric="neg_root_mean_squared_error").rows[0].interval_name == ""


def test_always_right_leaves_no_interval_of_no_width():
    X, y = np.repeat([[0.0], [9.0]], 30, axis=0), np.repeat([0, 1], 30)
    X = X + np.random.default_rng(0).random((60, 1))
    (row,) = judge(evaluate([GaussianNB()], X, y, scheme=DisjointTraining(5, 20), seed=1)).rows
    assert (row.score, row.interval_name) == (1.0, "")
    assert np.isnan(row.low)


class FailsOnce(ClassifierMixin, BaseEstimator):
    """Fails where the first example is in the training set; otherwise answers 0."""

    def fit(self, X, y):
        if not (X[:, 0] == 0).any():
            raise RuntimeError("where is the first example?")
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.zeros(len(X), dtype=int)


def test_failed_folds_are_refused_or_named():
    X, y = np.arange(20.0).reshape(-1, 1), np.tile([0, 1], 10)
    run = evaluate([FailsOnce()], X, y, scheme=KFold(5), seed=1, progress=False)
    with pytest.raises(IncompleteRunError, match="1 of 5 fits failed on data"):
        judge(run)
    (row,) = judge(run, allow_partial=True).rows
    assert (row.n_scores, row.score) == (4, 0.5)
    assert "1 of 5 folds is left out" in " ".join(caveat.message for caveat in row.caveats)


def test_several_datasets_have_a_sentence_each():
    both = [data.load("iris"), data.load("wine")]
    found = judge(evaluate({"nb": GaussianNB()}, both, scheme="5", seed=1, progress=False))
    lines = found.details().splitlines()
    assert [line.split(":")[0] for line in lines[:2]] == ["nb on iris", "nb on wine"]
    assert len(lines) == 3
    frame = found.frame()
    assert frame["dataset"].tolist() == ["iris", "wine"]
    assert frame["score"].tolist() == [row.score for row in found.rows]
    assert frame["n_test_max"].tolist() == [30, 36]
    assert frame["caveats"].tolist()[1].split()[0] == "one_partition"
    assert repr(found).startswith("<Estimates of accuracy: nb on iris: 0.9")


def test_the_four_sources_are_named(estimate):
    found = estimate("5")
    assert len(found.sources) == 4
    assert all(source.name in found.details() for source in found.sources)


def test_scores_from_elsewhere_give_a_spread_only():
    """Four accuracies .6, .8, .7, .9: mean .75, variance .05 / 3; the sizes are not known."""
    rows = [("tree", 0, 0, 0.6), ("tree", 0, 1, 0.8), ("tree", 1, 0, 0.7), ("tree", 1, 1, 0.9)]
    found = judge(pd.DataFrame(rows, columns=["learner", "repeat", "fold", "accuracy"]))
    (row,) = found.rows
    assert (row.question, row.interval_name, row.n_train, row.n_test) == (6, "", None, None)
    assert row.score == pytest.approx(0.75, rel=1e-15)
    assert row.sd_over_folds == pytest.approx((0.05 / 3) ** 0.5, rel=1e-12)
    assert row.sd_over_repeats == pytest.approx(0.1 / 2**0.5, rel=1e-12)
    assert np.isnan([row.pooled_score, row.low, row.high]).all()
    assert "confidence" not in found.details()


def test_predictions_from_elsewhere_are_one_classifiers_only_if_that_is_said():
    """30 of 40 right; without the folds, they may come from a cross-validation."""
    frame = pd.DataFrame({"learner": "net", "instance": range(40), "actual": [0] * 40, "predicted": [0, 0, 0, 1] * 10})
    frame.loc[:9, ["actual", "predicted"]] += 2
    (row,) = judge(frame).rows
    assert (row.question, row.interval_name, row.n_right, row.pooled_score) == (6, "", 30, 0.75)
    (row,) = judge(frame, scheme="holdout").rows
    assert (row.question, row.n_right, row.n_examples) == (1, 30, 40)
    assert (row.low, row.high) == pytest.approx((beta.ppf(0.025, 30, 11), beta.ppf(0.975, 31, 10)), rel=1e-10)
