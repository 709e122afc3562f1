"""Settled verdicts of families, seen from both sides, and at the edges of what can be asked."""

import numpy as np
import pytest
from scipy import stats as scipy_stats
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from foldwise.data import Dataset, load
from foldwise.evaluation import evaluate
from foldwise.runs import as_metric
from foldwise.stats import breakdown_correlation
from foldwise.verdicts import Settled, compare
from foldwise.verdicts.evidence import Finding, PartitionSpread, make_pairs
from foldwise.verdicts.judging import Terms
from foldwise.verdicts.settling import Examined, weigh

LEARNERS = {"nb": GaussianNB(), "nn": KNeighborsClassifier(1)}


def data(seed: int, n: int = 81) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, 4))
    return X, (X[:, 0] + 0.5 * X[:, 1] + 0.7 * rng.standard_normal(n) > 0).astype(int)


# Learners that are better than chance; what is examined of them is made up.
PAIR = make_pairs(
    evaluate(LEARNERS, *data(1), scheme="10", seed=1), as_metric("accuracy", "classification"), allow_partial=False
)[0]


def examined(t: float, error: float) -> Examined:
    """Make a pair with this statistic of 99 degrees of freedom and this error over partitions."""
    finding = Finding(
        statistic=t, pvalue=2 * scipy_stats.t.sf(abs(t), 99), df=99.0, estimate=t, direction=t, standard_error=1.0,
        interval=None, effect_size=np.nan, effect_size_name="", n_scores=100, flags=frozenset(),
    )  # fmt: skip
    spread = PartitionSpread(estimate=t, standard_error=1.0, df=99.0, error_of=lambda _: error, n_repeats=100)
    return Examined(PAIR, finding, spread)


class TestFamily:
    def test_a_pair_waits_for_others_that_move_its_threshold(self):
        # Holm: alpha/2 is at 2.276, alpha at 1.984. Both are just past the first: if one falls back, so may the other.
        pairs = [examined(2.30, 0.05), examined(2.31, 0.05)]
        assert [pair.is_far for pair in weigh(pairs, 2, Terms(adjust="holm"))] == [False, False]
        # Bonferroni lets no pair depend on another.
        first, _ = weigh(pairs, 2, Terms(adjust="bonferroni"))
        assert first.nearest.distance == pytest.approx(2.30 - scipy_stats.t.isf(0.0125, 99), rel=1e-9)

    def test_a_certain_one_leaves_a_smaller_family(self):
        pairs = weigh([examined(9.0, 0.05), examined(2.30, 0.05)], 2, Terms(adjust="holm"))
        assert [pair.is_far for pair in pairs] == [True, True]
        assert pairs[1].critical == pytest.approx(scipy_stats.t.isf(0.025, 99), rel=1e-9)

    def test_between_the_thresholds_the_others_decide(self):
        _, second = weigh([examined(2.28, 0.1), examined(2.1, 0.001)], 2, Terms(adjust="holm"))
        assert second.nearest.distance == 0
        assert second.nearest.risk == 0.5

    def test_forecasts_know_that_the_others_may_turn(self):
        # The same examples in another order: two pairs that fall together.
        X, y = data(149)
        order = np.random.default_rng(0).permutation(81)
        both = [Dataset(X, y, "one"), Dataset(X[order], y[order], "two")]
        verdict = compare(LEARNERS, both, scheme="10x10", seed=1)
        assert min(row.forecast.agreement for row in verdict.comparisons) < 0.9


class TestBothSides:
    @pytest.mark.parametrize("scheme", ["settled", Settled(strict=True, max_repeats=170), "settled:guard"])
    def test_swapping_the_learners_mirrors_everything(self, scheme):
        X, y = data(2)
        one = compare(LEARNERS, X, y, seed=1, scheme=scheme).comparisons[0]
        two = compare(dict(reversed(LEARNERS.items())), X, y, seed=1, scheme=scheme).comparisons[0]
        assert two.statistic == pytest.approx(-one.statistic, rel=1e-9)
        assert two.settlement.n_repeats == one.settlement.n_repeats
        assert two.forecast.agreement == pytest.approx(one.forecast.agreement, rel=1e-6)
        assert (two.p_left, two.p_right) == pytest.approx((one.p_right, one.p_left), rel=1e-9)


class TestNumbersOfTheRow:
    def test_breakdown_and_posterior_are_those_of_ten_repeats(self):
        X, y = data(2)
        verdict = compare(LEARNERS, X, y, seed=1)
        row, run = verdict.comparisons[0], verdict.runs[0]
        assert row.settlement.n_repeats > 10
        scores = run.scores()
        d = (scores[0] - scores[1]).ravel()
        ratio = np.divide(*[size.sum() for size in reversed(run.sizes())])
        # u = (mean / (s c))^2 - 1/100, c the critical value of 99 degrees of freedom.
        u = (d.mean() / (d.std(ddof=1) * scipy_stats.t.isf(0.025, 99))) ** 2 - 1 / 100
        assert row.forecast.breakdown_correlation == pytest.approx(u / (1 + u), rel=1e-9)
        assert (row.forecast.breakdown_correlation > ratio / (1 + ratio)) == (row.decision != "none")
        assert row.p_right == pytest.approx(scipy_stats.t.cdf(row.statistic, 99), rel=1e-9)

    def test_counted_repeats_of_the_breakdown(self):
        d = np.random.default_rng(1).normal(0.02, 0.05, size=(30, 10))
        few = breakdown_correlation(d, counted_repeats=10)
        u = (d.mean() / (d.std(ddof=1) * scipy_stats.t.isf(0.025, 99))) ** 2 - 1 / 100
        assert few.correlation == pytest.approx(u / (1 + u), rel=1e-12)
        assert few.df == 99


class TestEdges:
    def test_the_majority_rule_is_at_chance(self):
        rng = np.random.default_rng(1)
        learners = {"majority": DummyClassifier(strategy="most_frequent"), "nn": KNeighborsClassifier(1)}
        row = compare(learners, rng.normal(size=(100, 3)), rng.integers(0, 2, 100), seed=1).comparisons[0]
        assert "at_chance" in {caveat.code for caveat in row.caveats}

    @pytest.mark.parametrize("scheme", ["settled", "settled:strict", "settled:guard"])
    @pytest.mark.parametrize("scale", [1e-60, 1e60])
    def test_scale_does_not_matter(self, scheme, scale):
        rng = np.random.default_rng(1)
        X = rng.normal(size=(60, 3))
        y = X[:, 0] + rng.normal(size=60)
        learners = {"line": LinearRegression(), "mean": DummyRegressor()}
        row = compare(learners, X, y * scale, seed=1, scheme=scheme, metric="neg_mean_squared_error").comparisons[0]
        # Other numbers are other data, with other partitions: the test is the same, not the statistic.
        assert row.decision == "a"
        assert row.settlement.settled
        assert 0.9 < row.forecast.agreement < 1

    @pytest.mark.parametrize("scheme", ["settled", Settled(strict=True, max_repeats=75), "settled:guard"])
    def test_a_critical_value_of_zero(self, scheme):
        X, y = data(2)
        row = compare(LEARNERS, X, y, seed=1, scheme=scheme, alpha=0.5, alternative="greater").comparisons[0]
        assert row.decision == "a"
        assert row.settlement.looks[-1].critical == pytest.approx(0, abs=1e-12)

    def test_a_giant_group_is_refused_before_anything_is_fitted(self):
        X, y = data(1, 200)
        groups = np.r_[np.zeros(110, int), 1 + np.arange(90) // 3]
        with pytest.raises(ValueError, match=r"the largest group has 55% of the examples, at most 40%"):
            compare(LEARNERS, X, y, groups=groups, scheme="settled:strict")

    @pytest.mark.parametrize("guard", [False, True])
    def test_the_least_budget_is_five_repeats(self, guard):
        with pytest.raises(ValueError, match="max_fits=50 or more"):
            compare(LEARNERS, *data(1), scheme=Settled(guard=guard, max_fits=49))

    def test_nobody_is_called_better_when_nothing_is_left_for_the_guard(self):
        learners = {"nb": GaussianNB(), "guess": DummyClassifier()}
        row = compare(learners, load("iris"), seed=1, scheme=Settled(guard=True, max_fits=50)).comparisons[0]
        assert (row.winner, row.leader, row.settlement.ended_by) == (None, "nb", "fits")
        enough = compare(learners, load("iris"), seed=1, scheme=Settled(guard=True, max_fits=150)).comparisons[0]
        assert (enough.winner, enough.settlement.guard_repeats) == ("nb", 50)
