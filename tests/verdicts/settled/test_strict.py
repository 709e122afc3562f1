"""The jackknife test of two-fold cross-validation, settled; and the ten-fold test guarded by it."""

import numpy as np
import pytest
from scipy import stats as scipy_stats
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from foldwise.data import Dataset, load
from foldwise.evaluation import evaluate
from foldwise.splits import RepeatedKFold
from foldwise.stats import twofold_jackknife_t
from foldwise.verdicts import Settled, compare

LEARNERS = {"nb": GaussianNB(), "nn": KNeighborsClassifier(1)}


def noisy(n: int, shift: float, seed: int = 1) -> Dataset:
    """Two Gaussian classes."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    return Dataset(rng.normal(size=(n, 4)) + shift * y[:, np.newaxis], y, name="noisy")


def codes(item) -> set[str]:
    return {caveat.code for caveat in item.caveats}


class TestStrict:
    def test_is_the_jackknife_test_of_the_run(self):
        data = noisy(100, 0.8)
        verdict = compare(LEARNERS, data, seed=3, scheme=Settled(strict=True))
        row = verdict.comparisons[0]
        run = verdict.runs[0]
        wrong = ~run.correct()
        result = twofold_jackknife_t(wrong[1].astype(float) - wrong[0].astype(float), run.assignment.folds, floor=True)
        assert row.statistic == pytest.approx(result.statistic, rel=1e-12)
        assert row.pvalue == pytest.approx(2 * scipy_stats.t.sf(abs(result.statistic), 99), rel=1e-9)
        assert row.settlement.n_repeats == run.assignment.n_repeats
        assert row.settlement.n_fits == 100 + 2 * row.settlement.n_repeats
        assert row.settlement.inflation == pytest.approx(result.inflation)

    def test_begins_with_fifty_plain_halves_and_a_ten_fold_estimate_beside(self):
        data = noisy(100, 0.8)
        verdict = compare(LEARNERS, data, seed=3, scheme=Settled(strict=True, max_repeats=50))
        row = verdict.comparisons[0]
        assert row.settlement.looks[0].n_repeats == 50
        run = evaluate(LEARNERS, data, scheme="10x10", seed=3)
        scores = run.scores()
        assert row.settlement.ten_fold_estimate == pytest.approx((scores[0] - scores[1]).mean(), abs=1e-12)
        halves = RepeatedKFold(2, 1, stratified=False).assign(100, classes=data.y, seed=3, dataset=data.fingerprint)
        np.testing.assert_array_equal(verdict.runs[0].assignment.folds[0], halves.folds[0])
        assert "half_size" in codes(verdict)

    def test_rare_classes_are_stratified(self):
        data = load("iris")
        few = np.r_[0:50, 50:100, 100:106]
        part = Dataset(data.X.iloc[few], data.y[few], name="few")
        verdict = compare(LEARNERS, part, seed=1, scheme=Settled(strict=True, max_repeats=50))
        assert verdict.runs[0].assignment.stratified
        of_rare = verdict.runs[0].assignment.folds[:, 100:]
        assert set((of_rare == 0).sum(axis=1)) == {3}

    def test_examples_of_a_group_count_once(self):
        data = noisy(60, 0.8)
        twice = Dataset(np.repeat(np.asarray(data.X), 2, axis=0), np.repeat(data.y, 2), name="twice")
        groups = np.repeat(np.arange(60), 2)
        learners = {"nb": GaussianNB(), "guess": DummyClassifier()}
        verdict = compare(learners, twice, seed=1, groups=groups, scheme=Settled(strict=True, max_repeats=50))
        row, run = verdict.comparisons[0], verdict.runs[0]
        assert row.df == 59
        wrong = (~run.correct()).astype(float)
        d = (wrong[1] - wrong[0]).reshape(-1, 60, 2).mean(axis=2)
        expected = twofold_jackknife_t(d, run.assignment.folds[:, ::2], floor=True)
        assert row.statistic == pytest.approx(expected.statistic, rel=1e-12)

    @pytest.mark.parametrize("metric", ["neg_log_loss", "neg_brier_score"])
    def test_probabilities(self, metric):
        learners = {"nb": GaussianNB(), "logit": LogisticRegression(solver="newton-cholesky")}
        data = noisy(80, 0.8)
        verdict = compare(learners, data, seed=1, metric=metric, scheme=Settled(strict=True, max_repeats=60))
        assert verdict.test == "twofold_jackknife_t"
        row, run = verdict.comparisons[0], verdict.runs[0]
        losses = run.losses("log" if "log" in metric else "brier") / (1 if "log" in metric else 2)
        expected = twofold_jackknife_t(losses[1] - losses[0], run.assignment.folds, floor=False)
        assert row.statistic == pytest.approx(expected.statistic, rel=1e-12)
        # The score of a fold of two classes is the mean of its losses; folds have 40 examples each.
        assert row.estimate == pytest.approx(row.score_a - row.score_b, abs=1e-12)

    def test_regression(self):
        rng = np.random.default_rng(1)
        X = rng.normal(size=(60, 3))
        y = X[:, 0] + rng.normal(size=60)
        learners = {"line": LinearRegression(), "mean": DummyRegressor()}
        verdict = compare(
            learners, X, y, seed=1, metric="neg_mean_squared_error", scheme=Settled(strict=True, max_repeats=100)
        )
        assert verdict.test == "twofold_jackknife_t"
        assert verdict.comparisons[0].winner == "line"

    def test_other_metrics_get_the_corrected_test_and_it_is_said(self):
        verdict = compare(LEARNERS, noisy(100, 0.8), seed=1, metric="roc_auc", scheme="settled:strict")
        assert verdict.test == "corrected_repeated_kfold_t"
        assert "not_a_mean" in codes(verdict)
        assert verdict.comparisons[0].settlement.form == "ten-fold"

    def test_too_few_examples(self):
        with pytest.raises(ValueError, match="there are 19 examples, at least 20 are needed"):
            compare(LEARNERS, noisy(19, 1.0), scheme="settled:strict")


def own_variance(d: np.ndarray) -> float:
    """Variance over examples of their mean differences, over their number, less the noise of r repeats."""
    r, n = d.shape
    d = d - d.mean(axis=1, keepdims=True)
    noise = sum(d[:, i].var(ddof=1) for i in range(n)) / (r * n)
    return d.mean(axis=0).var(ddof=1) / n - noise / (n - 1)


class TestGuard:
    def test_takes_the_larger_variance(self):
        data = noisy(200, 0.9, 2)
        plain = compare(LEARNERS, data, seed=1).comparisons[0]
        verdict = compare(LEARNERS, data, seed=1, scheme="settled:guard")
        row = verdict.comparisons[0]
        assert plain.decision == "a"
        settlement = row.settlement
        assert settlement.form == "guarded"
        assert (settlement.guard_kind, settlement.guard_repeats) == ("two-fold", 800)
        assert abs(row.statistic) <= abs(settlement.unguarded_statistic)
        run = evaluate(LEARNERS, data, scheme=RepeatedKFold(2, settlement.guard_repeats, stratified=False), seed=1)
        wrong = (~run.correct()).astype(float)
        jackknife = twofold_jackknife_t(wrong[1] - wrong[0], run.assignment.folds)
        ten_fold = (~verdict.runs[0].correct()).astype(float)
        growth = own_variance(ten_fold[1] - ten_fold[0]) - own_variance(wrong[1] - wrong[0])
        guard = np.sqrt(jackknife.jackknife_variance + max(growth, 0) / 2)
        unguarded_error = row.estimate / settlement.unguarded_statistic
        assert guard > unguarded_error
        assert row.standard_error == pytest.approx(guard, rel=1e-9)
        assert row.pvalue == pytest.approx(2 * scipy_stats.t.sf(abs(row.statistic), 99), rel=1e-9)
        half = scipy_stats.t.isf(0.025, 99) * row.standard_error
        assert (row.low, row.high) == pytest.approx((row.estimate - half, row.estimate + half))

    def test_does_nothing_where_nobody_is_better(self):
        learners = {"one": DummyClassifier(strategy="stratified", random_state=1), "two": DummyClassifier()}
        data = noisy(100, 0.0)
        row = compare(learners, data, seed=1, scheme="settled:guard").comparisons[0]
        if row.decision == "none":
            assert row.settlement.guard_repeats in (0, 50, 100, 200, 400, 800)
        nothing = compare(LEARNERS, noisy(100, 0.0), seed=1, scheme="settled:guard").comparisons[0]
        assert nothing.decision == "none"
        assert nothing.settlement.guard_repeats == 0
        assert nothing.settlement.n_fits == 10 * nothing.settlement.n_repeats


class TestFlags:
    def test_at_chance(self):
        assert "at_chance" in codes(compare(LEARNERS, noisy(100, 0.0), seed=1).comparisons[0])
        assert "at_chance" not in codes(compare(LEARNERS, noisy(100, 1.5), seed=1).comparisons[0])

    def test_few_discordant(self):
        # Classes so far apart that only a few doubtful examples tell one neighbour from three.
        learners = {"one": KNeighborsClassifier(1), "three": KNeighborsClassifier(3)}
        assert "few_discordant" in codes(compare(learners, noisy(100, 2.0, 3), seed=1).comparisons[0])
        assert "few_discordant" not in codes(compare(LEARNERS, noisy(100, 0.5), seed=1).comparisons[0])

    def test_small_sample(self):
        assert "small_sample" in codes(compare(LEARNERS, noisy(59, 1.0), seed=1).comparisons[0])
        assert "small_sample" not in codes(compare(LEARNERS, noisy(60, 1.0), seed=1).comparisons[0])

    def test_size_dependent(self):
        # One example of each kind: nearest neighbour needs nearly all of them, the prior none.
        rng = np.random.default_rng(1)
        X = np.repeat(np.arange(30.0), 3)[:, np.newaxis]
        y = np.repeat(rng.integers(0, 2, 30), 3)
        learners = {"nn": KNeighborsClassifier(1), "guess": DummyClassifier()}
        row = compare(learners, X, y, seed=1, scheme=Settled(strict=True, max_repeats=60)).comparisons[0]
        gap = abs(row.settlement.ten_fold_estimate - row.estimate)
        assert gap > row.standard_error
        assert "size_dependent" in codes(row)
