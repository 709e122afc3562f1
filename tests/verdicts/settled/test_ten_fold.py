"""The corrected test with the factor of ten repeats, settled."""

import numpy as np
import pytest
from scipy import stats as scipy_stats
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from foldwise.data import Dataset, load
from foldwise.evaluation import evaluate
from foldwise.verdicts import Settled, compare, judge

LEARNERS = {"nb": GaussianNB(), "nn": KNeighborsClassifier(1)}


def noisy(n: int, shift: float, seed: int = 1, n_attributes: int = 4) -> Dataset:
    """Two Gaussian classes."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    return Dataset(rng.normal(size=(n, n_attributes)) + shift * y[:, np.newaxis], y, name="noisy")


@pytest.fixture(scope="module")
def ended():
    """A comparison that takes 180 repeats, ended at 23."""
    return compare(LEARNERS, noisy(80, 0.7, 18), seed=1, scheme=Settled(max_repeats=23))


def differences(verdict) -> np.ndarray:
    scores = verdict.runs[0].scores()
    return np.asarray(scores[0] - scores[1])


# The factor of the variance is always that of ten repeats of ten folds.
FACTOR = 1 / 100 + 1 / 9


class TestFinding:
    def test_is_the_test_of_ten_repeats_with_more_data(self, ended):
        d = differences(ended).ravel()
        t = d.mean() / np.sqrt(d.var(ddof=1) * FACTOR)
        row = ended.comparisons[0]
        assert d.size == 230
        assert row.statistic == pytest.approx(t, rel=1e-12)
        assert row.pvalue == pytest.approx(2 * scipy_stats.t.sf(abs(t), 99), rel=1e-12)
        assert row.df == 99

    def test_ten_repeats_are_the_published_test(self):
        data = noisy(120, 0.6)
        settled = compare(LEARNERS, data, seed=2, scheme=Settled(max_repeats=10)).comparisons[0]
        fixed = judge(evaluate(LEARNERS, data, scheme="10x10", seed=2)).comparisons[0]
        assert settled.statistic == fixed.statistic
        assert (settled.low, settled.high) == (fixed.low, fixed.high)

    def test_error_over_partitions_leaves_out_one_repeat_at_a_time(self, ended):
        """Of the limit of the interval, which the decision is about."""
        d, row = differences(ended), ended.comparisons[0]
        limit = row.low if row.estimate > 0 else row.high
        left_out = []
        for repeat in range(len(d)):
            rest = np.delete(d, repeat, axis=0)
            left_out.append((rest.mean() - limit) / np.sqrt(rest.var(ddof=1) * FACTOR))
        expected = np.sqrt(22 / 23 * np.sum((np.array(left_out) - np.mean(left_out)) ** 2))
        look = row.settlement.looks[-1]
        assert look.n_repeats == 23
        assert look.resampling_error == pytest.approx(expected, rel=1e-9)

    def test_error_over_partitions_is_that_over_executions(self):
        data = noisy(120, 0.6)
        scores = evaluate(LEARNERS, data, scheme="900x10", seed=3).scores()
        d = (scores[0] - scores[1]).reshape(60, 15, 10)
        rows = [judge(evaluate(LEARNERS, data, scheme="15x10", seed=seed)).comparisons[0] for seed in range(10)]
        # Of the limit, in units of the standard error of 15 repeats.
        limit = np.mean([row.low if row.estimate > 0 else row.high for row in rows])
        t = (d.mean(axis=(1, 2)) - limit) / np.sqrt(d.var(axis=(1, 2), ddof=1) * (1 / 150 + 1 / 9))
        # Both are estimates: the standard deviation of 60 values is known to 9 %, the mean of 10 errors to about 7 %.
        assert np.mean([row.forecast.resampling_error for row in rows]) == pytest.approx(t.std(ddof=1), rel=0.3)


class TestSettling:
    def test_a_clear_difference_takes_five_repeats(self):
        learners = {"nb": GaussianNB(), "guess": DummyClassifier()}
        row = compare(learners, load("iris"), seed=1).comparisons[0]
        assert row.settlement.settled
        assert row.settlement.n_repeats == 5
        assert row.settlement.n_fits == 50
        assert row.decision == "a"

    def test_repeats_grow_by_half_until_three_standard_errors(self):
        # Data 18: a statistic that takes 180 repeats.
        verdict = compare(LEARNERS, noisy(80, 0.7, 18), seed=1)
        row = verdict.comparisons[0]
        looks = row.settlement.looks
        assert [look.n_repeats for look in looks] == [5, 10, 15, 23, 35, 53, 80, 120, 180]
        far = [abs(abs(look.statistic) - look.critical) >= 3 * look.resampling_error for look in looks]
        assert far == [False] * 8 + [True]
        assert row.settlement.settled
        assert verdict.settled == Settled()

    def test_a_budget_ends_it(self):
        row = compare(LEARNERS, noisy(80, 0.7, 18), seed=1, scheme=Settled(max_fits=120)).comparisons[0]
        assert not row.settlement.settled
        assert row.settlement.ended_by == "fits"
        assert row.settlement.n_fits == 120
        assert "unsettled" in {caveat.code for caveat in row.caveats}

    def test_alike_learners_are_settled_at_once(self):
        learners = {"one": DummyClassifier(), "two": DummyClassifier()}
        row = compare(learners, load("iris"), seed=1).comparisons[0]
        assert row.settlement.settled
        assert row.decision == "none"
        assert row.pvalue == 1.0

    def test_the_same_whatever_the_workers(self):
        learners = {**LEARNERS, "guess": DummyClassifier(strategy="stratified")}
        scheme = Settled(max_repeats=12)
        one, two = (compare(learners, noisy(90, 0.6), seed=4, scheme=scheme, n_jobs=jobs) for jobs in (1, 2))
        assert [row.statistic for row in one.comparisons] == [row.statistic for row in two.comparisons]
        assert [row.settlement for row in one.comparisons] == [row.settlement for row in two.comparisons]

    def test_pairs_settle_separately(self):
        learners = {**LEARNERS, "guess": DummyClassifier()}
        data = noisy(80, 0.7, 18)
        verdict = compare(learners, data, seed=1, adjust="none")
        alone = compare(LEARNERS, data, seed=1, adjust="none").comparisons[0]
        assert [row.settlement.n_repeats for row in verdict.comparisons] == [180, 10, 5]
        assert verdict.comparisons[0].statistic == alone.statistic
        # The run that is left has what all learners have.
        assert verdict.runs[0].assignment.n_repeats == 10
        assert judge(verdict.runs, adjust="none").comparisons[1].statistic == verdict.comparisons[1].statistic

    def test_a_store_gives_the_same_and_fits_nothing_twice(self, tmp_path):
        learners = {**LEARNERS, "guess": DummyClassifier()}
        data = noisy(80, 0.7, 20)
        plain = compare(learners, data, seed=1, adjust="none")
        stored, again = (compare(learners, data, seed=1, adjust="none", store=tmp_path / "x.db") for _ in range(2))
        for verdict in (stored, again):
            assert [row.settlement for row in verdict.comparisons] == [row.settlement for row in plain.comparisons]
        assert plain.comparisons[0].settlement.n_repeats > plain.runs[0].assignment.n_repeats == 10
        assert judge(tmp_path / "x.db").runs[0].assignment.n_repeats == 10

    def test_a_family_settles_each_pair_at_its_own_threshold(self):
        learners = {**LEARNERS, "guess": DummyClassifier()}
        row = compare(learners, noisy(80, 0.7, 2), seed=1, adjust="bonferroni").comparisons[0]
        critical = scipy_stats.t.isf(0.05 / 3 / 2, 99)
        assert row.settlement.looks[-1].critical == pytest.approx(critical, rel=1e-12)

    def test_a_rope_has_boundaries_of_its_own(self):
        row = compare(LEARNERS, noisy(300, 2.0), seed=1, rope=0.2).comparisons[0]
        assert row.decision == "equivalent"
        half = scipy_stats.t.isf(0.05, 99)
        inside = (0.2 - abs(row.estimate)) / row.standard_error - half
        assert row.settlement.settled
        assert row.forecast.distance == pytest.approx(inside, rel=1e-9)


class TestRefusals:
    def test_a_budget_too_small(self):
        with pytest.raises(ValueError, match="max_repeats=5 or more, or max_fits=50 or more"):
            compare(LEARNERS, load("iris"), scheme=Settled(max_fits=40))

    def test_a_test_beside(self):
        with pytest.raises(ValueError, match="has a test of its own"):
            compare(LEARNERS, load("iris"), scheme="settled", test="kfold_t")

    def test_unknown_form(self):
        with pytest.raises(ValueError, match="settled:strict"):
            compare(LEARNERS, load("iris"), scheme="settled:often")

    def test_both_forms(self):
        with pytest.raises(ValueError, match="exclude each other"):
            Settled(strict=True, guard=True)
