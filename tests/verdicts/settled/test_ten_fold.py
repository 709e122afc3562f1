"""The corrected test with the factor of ten repeats, settled."""

import numpy as np
import pytest
from scipy import stats as scipy_stats
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from foldwise.data import Dataset, load
from foldwise.evaluation import evaluate
from foldwise.runs import as_metric
from foldwise.verdicts import Settled, compare, judge
from foldwise.verdicts.evidence._pair import make_pairs
from foldwise.verdicts.settling._ten_fold import ten_fold_finding
from foldwise.verdicts.tests._other_partitions import resampled_mean

LEARNERS = {"nb": GaussianNB(), "nn": KNeighborsClassifier(1)}


def noisy(n: int, shift: float, seed: int = 1, n_attributes: int = 4) -> Dataset:
    """Two Gaussian classes."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    return Dataset(rng.normal(size=(n, n_attributes)) + shift * y[:, np.newaxis], y, name="noisy")


@pytest.fixture(scope="module")
def pair():
    run = evaluate(LEARNERS, noisy(120, 0.6), scheme="23x10", seed=2)
    return make_pairs(run, as_metric(None, "classification"), allow_partial=False)[0]


class TestFinding:
    def test_is_the_test_of_ten_repeats_with_more_data(self, pair):
        d = pair.differences.ravel()
        # Fixed at ten repeats of ten folds: 1/100 + 1/9 and 99 degrees of freedom.
        t = d.mean() / np.sqrt(d.var(ddof=1) * (1 / 100 + 1 / 9))
        found = ten_fold_finding([pair], "two-sided")
        assert found.statistic == pytest.approx(t, rel=1e-12)
        assert found.pvalue == pytest.approx(2 * scipy_stats.t.sf(abs(t), 99), rel=1e-12)
        assert found.df == 99

    def test_ten_repeats_are_the_published_test(self):
        data = noisy(120, 0.6)
        settled = compare(LEARNERS, data, seed=2, scheme=Settled(max_repeats=10)).comparisons[0]
        fixed = judge(evaluate(LEARNERS, data, scheme="10x10", seed=2)).comparisons[0]
        assert settled.statistic == fixed.statistic
        assert (settled.low, settled.high) == (fixed.low, fixed.high)

    def test_error_over_partitions_leaves_out_one_repeat_at_a_time(self, pair):
        d = pair.differences
        left_out = []
        for repeat in range(len(d)):
            rest = np.delete(d, repeat, axis=0)
            left_out.append((rest.mean() - 0.01) / np.sqrt(rest.var(ddof=1) * (1 / 100 + 1 / 9)))
        r = len(d)
        expected = np.sqrt((r - 1) / r * np.sum((np.array(left_out) - np.mean(left_out)) ** 2))
        seen = resampled_mean(pair, ten_fold_finding([pair], "two-sided"))
        assert seen.error_of(0.01) == pytest.approx(expected, rel=1e-9)
        assert seen.n_repeats == 23

    def test_error_over_partitions_is_that_over_executions(self):
        data = noisy(120, 0.6)
        run = evaluate(LEARNERS, data, scheme="1500x10", seed=3)
        metric = as_metric(None, "classification")
        scores = run.scores(metric)
        d = (scores[0] - scores[1]).reshape(100, 15, 10)
        t = d.mean(axis=(1, 2)) / np.sqrt(d.var(axis=(1, 2), ddof=1) * (1 / 100 + 1 / 9))
        errors = []
        for execution in range(0, 100, 5):
            part = evaluate(LEARNERS, data, scheme="15x10", seed=1000 + execution)
            found = make_pairs(part, metric, allow_partial=False)[0]
            errors.append(resampled_mean(found, ten_fold_finding([found], "two-sided")).error_of(0.0))
        # Both are estimates: the standard deviation of 100 values is known to 7 %, the mean of 20 errors to about 5 %.
        assert np.mean(errors) == pytest.approx(t.std(ddof=1), rel=0.3)


class TestSettling:
    def test_a_clear_difference_takes_ten_repeats(self):
        learners = {"nb": GaussianNB(), "guess": DummyClassifier()}
        row = compare(learners, load("iris"), seed=1).comparisons[0]
        assert row.settlement.settled
        assert row.settlement.n_repeats == 10
        assert row.settlement.n_fits == 100
        assert row.decision == "a"

    def test_repeats_grow_by_half_until_three_standard_errors(self):
        # Data 18: a statistic that takes 180 repeats.
        verdict = compare(LEARNERS, noisy(80, 0.7, 18), seed=1)
        row = verdict.comparisons[0]
        looks = row.settlement.looks
        assert [look.n_repeats for look in looks] == [10, 15, 23, 35, 53, 80, 120, 180]
        far = [abs(abs(look.statistic) - look.critical) >= 3 * look.resampling_error for look in looks]
        assert far == [False] * 7 + [True]
        assert row.settlement.settled
        assert verdict.settled == Settled()

    def test_a_budget_ends_it(self):
        row = compare(LEARNERS, noisy(80, 0.7, 18), seed=1, scheme=Settled(max_fits=120)).comparisons[0]
        assert not row.settlement.settled
        assert row.settlement.ended_by == "fits"
        assert row.settlement.n_fits == 120
        assert "unsettled" in {caveat.code for caveat in row.caveats}

    def test_time_is_a_budget_too(self):
        verdict = compare(LEARNERS, noisy(80, 0.7, 18), seed=1, scheme=Settled(max_seconds=1e-6))
        row = verdict.comparisons[0]
        assert row.settlement.n_repeats == 10
        assert "time_limited" in {caveat.code for caveat in verdict.caveats}
        assert row.settlement.ended_by == "seconds"

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
        assert [row.settlement.n_repeats for row in verdict.comparisons] == [180, 10, 10]
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
