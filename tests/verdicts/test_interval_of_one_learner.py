"""Intervals for one learner by name: each from the same run by hand, about what it says, and refused elsewhere."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB

from foldwise import IncompleteRunError, SchemeMismatchError, data, stats
from foldwise.evaluation import evaluate
from foldwise.verdicts import compare, judge

N = 178


@pytest.fixture(scope="module")
def runs():
    schemes = ("5x5", "resampled:25:0.1", "nested:2:4", "split-halves:3:4:0.15", "10", "3x5")
    return {each: evaluate({"nb": GaussianNB()}, data.load("wine"), scheme=each, seed=1) for each in schemes}


def right(run):
    return np.where(run.tested()[0], run.correct()[0], 0.0)


BY_HAND = {
    "5x5": ("corrected_t", lambda run: stats.corrected_repeated_kfold_t(run.scores()[0], test_train_ratio=1 / 4)),
    "resampled:25:0.1": (
        "corrected_t",
        lambda run: stats.corrected_resampled_t(run.scores()[0, :, 0], n_train=160, n_test=18),
    ),
    "nested:2:4": (
        "nested_cv_z",
        lambda run: stats.nested_cv_z(right(run).reshape(2, 10, N), run.assignment.folds.reshape(2, 10, N)),
    ),
    "split-halves:3:4:0.15": (
        "conservative_z",
        lambda run: stats.conservative_z(
            run.scores()[0, :3, 0], [[half.mean() for half in two] for two in run.scores()[0, 3:, 0].reshape(4, 2, 3)]
        ),
    ),
    "10": ("cross_validation_z", lambda run: stats.cross_validation_z(right(run)[0], run.assignment.folds[0])),
}


@pytest.mark.parametrize("scheme", BY_HAND)
def test_each_interval_is_that_of_its_function(runs, scheme):
    name, by_hand = BY_HAND[scheme]
    (row,) = judge(runs[scheme], interval=name, alpha=0.1).rows
    result = by_hand(runs[scheme])
    low, high = result.confidence_interval(0.9)
    assert (row.low, row.high) == pytest.approx((low, min(high, 1.0)), rel=1e-9)
    assert row.score == pytest.approx(result.estimate, rel=1e-12)
    assert row.interval_name
    assert row.question == 6


def test_what_an_interval_is_about_is_said(runs):
    about = {scheme: judge(runs[scheme], interval=name).details() for scheme, (name, _) in BY_HAND.items()}
    assert "about the learner, trained on as many examples as there are" in about["nested:2:4"]
    assert "about the very models that were fitted" in about["10"]
    assert "confidence interval" in about["5x5"]
    assert "trained on that many examples; halves that share no example" in about["split-halves:3:4:0.15"]


def test_splits_inside_of_others_are_no_scores_of_the_design(runs):
    (nested,), (halves,) = judge(runs["nested:2:4"]).rows, judge(runs["split-halves:3:4:0.15"]).rows
    assert nested.n_scores == 8
    assert nested.n_train == (133, 134)
    assert halves.n_scores == 3
    assert halves.n_train == (151, 151)
    scores = runs["split-halves:3:4:0.15"].scores()[0, :3, 0]
    assert (halves.lowest, halves.highest) == (scores.min(), scores.max())


def test_none_leaves_a_spread(runs):
    for scheme, run in runs.items():
        (row,) = judge(run, interval="none").rows
        assert (row.interval_name, np.isnan(row.low)) == ("", True), scheme
    (row,) = judge(evaluate([GaussianNB()], data.load("wine"), scheme="holdout:0.3", seed=1), interval="none").rows
    assert np.isnan(row.low)


def test_an_interval_that_a_design_cannot_give_is_refused(runs):
    message = r"interval='corrected_t' needs 25 or more folds.*KFold\(10\).*Usable here: cross_validation_z, none\.$"
    with pytest.raises(SchemeMismatchError, match=message):
        judge(runs["10"], interval="corrected_t")
    with pytest.raises(SchemeMismatchError, match="a metric that is a mean over examples"):
        judge(runs["nested:2:4"], interval="nested_cv_z", metric="f1_macro")
    with pytest.raises(ValueError, match="interval must be one of 'corrected_t'"):
        judge(runs["10"], interval="bootstrap")
    run = evaluate([GaussianNB()], data.load("wine"), scheme="holdout:0.3", seed=1)
    with pytest.raises(SchemeMismatchError, match="interval='corrected_t' is not for one test set"):
        judge(run, interval="corrected_t")
    learners = {"nb": GaussianNB(), "lda": LinearDiscriminantAnalysis()}
    two = evaluate(learners, data.load("wine"), scheme="10", seed=1)
    with pytest.raises(ValueError, match="interval is for one learner, and there are 2"):
        judge(two, interval="cross_validation_z")


def test_conservative_z_serves_any_metric():
    run = evaluate([GaussianNB()], data.load("wine"), scheme="split-halves:3:4:0.2", metric="f1_macro", seed=1)
    (row,) = judge(run).rows
    scores = run.scores()[0, :, 0]
    assert row.low < row.score < row.high
    assert row.score == pytest.approx(scores[:3].mean(), rel=1e-12)
    assert row.interval_name == "conservative z"


GROUPS = np.repeat(np.arange(30), 4)


@pytest.fixture(scope="module")
def grouped():
    rng = np.random.default_rng(0)
    X = np.repeat(rng.normal(size=(30, 2)), 4, axis=0) + 0.3 * rng.normal(size=(120, 2))
    return X, X[:, 0] + np.repeat(rng.normal(size=30), 4)


@pytest.mark.parametrize(("scheme", "name"), [("nested:2:4", "nested_cv_z"), ("5", "cross_validation_z")])
def test_groups_count_as_one(grouped, scheme, name, tmp_path):
    """Groups share errors: the interval is wider than for as many examples alone, and that of the function."""
    X, y = grouped
    how = {"scheme": scheme, "metric": "neg_mean_squared_error", "seed": 1}
    run = evaluate([Ridge()], X, y, groups=GROUPS, **how, store=tmp_path / "kept.db")
    (row,) = judge(run, interval=name).rows
    good = np.where(run.tested()[0], -run.losses("squared")[0], 0.0)
    shape = (2, 10, 120) if scheme == "nested:2:4" else (120,)
    function = getattr(stats, name)
    folds = run.assignment.folds.reshape(shape)
    low, high = function(good.reshape(shape), folds, GROUPS).confidence_interval()
    assert (row.low, row.high) == pytest.approx((low, high), rel=1e-9)
    alone = function(good.reshape(shape), folds)
    assert high - low > np.subtract(*alone.confidence_interval()[::-1])
    # A store keeps folds, and not who belongs together.
    with pytest.raises(SchemeMismatchError, match=f"interval='{name}' needs"):
        judge(tmp_path / "kept.db", interval=name)


def test_a_failed_fold_takes_the_interval_away():
    first = data.load("wine").X.to_numpy()[0]

    class FailsOnce(GaussianNB):
        def fit(self, X, y):
            if not (first == X).all(axis=1).any():
                raise RuntimeError("where is the first wine?")
            return super().fit(X, y)

    run = evaluate(
        {"nb": FailsOnce()}, data.load("wine").X.to_numpy(), data.load("wine").y, scheme="nested:1:4", seed=1
    )
    assert run.failures
    assert judge(run, allow_partial=True).rows[0].interval_name == ""
    with pytest.raises(IncompleteRunError, match="interval='nested_cv_z' needs every fold"):
        judge(run, allow_partial=True, interval="nested_cv_z")


def test_the_same_for_a_difference_of_two():
    learners = {"nb": GaussianNB(), "lda": LinearDiscriminantAnalysis()}
    for scheme, test in {"nested:2:4": "nested_cv_z", "split-halves:3:4:0.15": "conservative_z"}.items():
        verdict = compare(learners, data.load("wine"), scheme=scheme, seed=1)
        assert verdict.test == test
        (row,) = verdict.comparisons
        assert row.low < row.estimate < row.high


def test_three_at_once_are_the_three_pairs():
    learners = {"nb": GaussianNB(), "lda": LinearDiscriminantAnalysis(), "wide": GaussianNB(var_smoothing=1.0)}
    wine = data.load("wine")
    together = judge(evaluate(learners, wine, scheme="split-halves:2:3:0.2", seed=1), adjust="none")
    for row in together.comparisons:
        two = {name: learners[name] for name in (row.a, row.b)}
        alone = judge(evaluate(two, wine, scheme="split-halves:2:3:0.2", seed=1)).comparisons[0]
        assert (row.estimate, row.pvalue) == pytest.approx((alone.estimate, alone.pvalue), rel=1e-12)
