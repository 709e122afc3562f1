"""Each procedure against its formula in plain loops, a relative, or all that can be enumerated."""

from itertools import combinations, permutations
from statistics import fmean, variance

import numpy as np
import pytest
from ranklab.conservative_z import conservative_z
from ranklab.designs import InTurn, Joined, NestedKFold, ReversedKFold, SplitHalves
from ranklab.evidence import Parts, TenFold, own_variance, refer
from ranklab.guard import guard_variance, guarded, guarded_by_both
from ranklab.half_sampling import half_sampling, half_sampling_controlled, half_sampling_max, second_moment
from ranklab.nested import nested
from ranklab.procedures import OWN
from ranklab.thirds import reversed_thirds, thirds
from scipy import stats
from sklearn.naive_bayes import GaussianNB

from foldwise import Procedure
from foldwise.lab import run_trials, sources
from foldwise.learners import NearestNeighbor
from foldwise.splits import HalvedKFold, RepeatedKFold
from foldwise.stats import corrected_repeated_kfold_t

TEN, HALVED = RepeatedKFold(10, 4), HalvedKFold(10, 6)
TWO = RepeatedKFold(2, 40, stratified=False)
HALF_SAMPLED = Joined((TEN, HALVED))
GUARDED = Joined((InTurn(TEN), TWO))
BOTH = Joined((InTurn(TEN), TWO, InTurn(HALVED)))


def scored(run):
    """Accuracy of a less that of b, fold by fold, as lists."""
    a, b = run.scores()
    return (a - b).tolist()


def by_student(mean, spread, df):
    return pytest.approx((mean / spread**0.5, 2 * stats.t.sf(abs(mean) / spread**0.5, df)), rel=1e-9)


def test_the_corrected_variance_counts_ten_repeats(runs):
    run = runs(RepeatedKFold(10, 15))
    result = corrected_repeated_kfold_t(scored(run), counted_repeats=10)
    ten = TenFold.of(*Parts.of(run).ten)
    assert refer(ten.mean, ten.corrected, 99) == pytest.approx((result.statistic, result.pvalue))


def half_sampled(run):
    """Mean, corrected and half-sampling variance, in loops."""
    rows = scored(run)
    full, halves = rows[:4], rows[4:]
    values = [value for row in full for value in row]
    corrected = variance(values) * (1 / 100 + 1 / 9)
    squares = [((fmean(halves[2 * h]) - fmean(halves[2 * h + 1])) / 2) ** 2 for h in range(6)]
    return fmean(values), corrected, fmean(squares) - variance([fmean(row) for row in full])


def test_half_sampling_by_hand(runs):
    run = runs(HALF_SAMPLED)
    mean, corrected, by_halves = half_sampled(run)
    assert half_sampling(run) == by_student(mean, max(by_halves, corrected / 5), 99)
    assert half_sampling_max(run) == by_student(mean, max(by_halves, corrected), 99)


def test_the_control_variate_by_hand(runs, examples):
    run = runs(HALF_SAMPLED)
    mean, corrected, _ = half_sampled(run)
    rows, right = scored(run), run.correct().astype(int)
    own = (right[0, :4] - right[1, :4]).mean(axis=0)
    z = own - own.mean()
    x, y = [], []
    for h in range(6):
        codes = run.assignment.folds[4 + 2 * h]
        x.append(sum(z[i] if codes[i] >= 0 else -z[i] for i in range(60)) / 60)
        y.append((fmean(rows[4 + 2 * h]) - fmean(rows[5 + 2 * h])) / 2)
    b = sum(p * q for p, q in zip(x, y, strict=True)) / sum(p * p for p in x)
    expected = fmean(q * q - b * b * p * p for p, q in zip(x, y, strict=True))
    expected += b * b * second_moment(z, examples[1]) - variance([fmean(row) for row in rows[:4]])
    assert half_sampling_controlled(run) == by_student(mean, max(expected, corrected / 5), 99)


def test_the_second_moment_is_that_of_all_halvings():
    """Classes of four and six examples: 6 x 20 ways to halve both."""
    rng = np.random.default_rng(2)
    z, classes = rng.normal(size=10), np.repeat([0, 1], [4, 6])
    z -= z.mean()
    squares = []
    for first in combinations(range(4), 2):
        for second in combinations(range(4, 10), 3):
            signs = np.full(10, -1)
            signs[[*first, *second]] = 1
            squares.append((signs @ z / 10) ** 2)
    assert second_moment(z, classes) == pytest.approx(fmean(squares))


def test_rows_of_two_folds_hold_the_same_partitions(runs):
    apart, together = Parts.of(runs(HALF_SAMPLED)), Parts.of(runs(BOTH))
    for kind in ("ten", "halves"):
        for one, other in zip(getattr(apart, kind), getattr(together, kind), strict=True):
            np.testing.assert_array_equal(one, other)
    alone = runs(TWO)
    np.testing.assert_array_equal(together.two[1], alone.assignment.folds)
    np.testing.assert_array_equal(together.two[0], np.subtract(*alone.correct().astype(int)))


def own_by_hand(d):
    """Variance over examples of their means over n, less what the variance over repeats adds to it."""
    r, n = d.shape
    means = [fmean(d[:, i]) for i in range(n)]
    return variance(means) / n - sum(variance(d[:, i].tolist()) for i in range(n)) / r / (n * (n - 1))


def test_the_guard_by_hand(runs, load_oracle):
    run, ten, two = runs(GUARDED), runs(TEN), runs(TWO)
    d10, d2 = (np.subtract(*each.correct().astype(float)) for each in (ten, two))
    jackknife = load_oracle("twofold_jackknife").plain(d2.tolist(), two.assignment.folds.tolist())["jackknife"]
    growth = own_by_hand(d10) - own_by_hand(d2)
    expected = jackknife + max(growth, 0) / 2
    assert guard_variance(Parts.of(run)) == pytest.approx(expected)
    values = [value for row in scored(ten) for value in row]
    corrected = variance(values) * (1 / 100 + 1 / 9)
    assert guarded(run) == by_student(fmean(values), max(corrected, expected), 99)
    mean, _, by_halves = half_sampled(runs(HALF_SAMPLED))
    assert guarded_by_both(runs(BOTH)) == by_student(mean, max(corrected, expected, by_halves), 99)


def test_own_variance_takes_off_the_noise_of_repeats():
    """Eight fixed means and noise of variance 1 in five repeats, which adds 1/40; 1/35 is taken off (4000 draws)."""
    rng = np.random.default_rng(1)
    means = np.linspace(-1, 1, 8)
    found = [own_variance(means + rng.normal(size=(5, 8))) for _ in range(4000)]
    assert abs(np.mean(found) - means.var(ddof=1) / 8 - 1 / 40 + 1 / 35) < 4 * np.std(found) / 4000**0.5


def test_nested_cross_validation_is_algorithm_one(runs, examples):
    """Every inner and outer learner is fitted where the algorithm fits it."""
    X, y = examples
    pairs, inner, outer = [], [], []
    for folds in RepeatedKFold(10, 2, stratified=False).assign(60, seed=4, dataset=fingerprint(runs)).folds:
        for k in range(10):
            inside = []
            for j in range(10):
                if j != k:
                    inside += losses(X, y, (folds != j) & (folds != k), folds == j)
            outside = losses(X, y, folds != k, folds == k)
            pairs.append((fmean(inside) - fmean(outside)) ** 2 - variance(outside) / len(outside))
            inner += inside
            outer += outside
    error, plain = 0.9 * fmean(pairs), variance(inner) / 60
    spread = min(max(error, plain), 10 * plain)
    mean = fmean(inner) - 1.8 * (fmean(inner) - fmean(outer))
    assert nested(runs(NestedKFold(10, 2))) == pytest.approx(
        (mean / spread**0.5, 2 * stats.norm.sf(abs(mean) / spread**0.5)), rel=1e-9
    )


def fingerprint(runs):
    return runs(NestedKFold(10, 2)).data.fingerprint


def losses(X, y, train, test):
    wrong = [
        learner.fit(X[train], y[train]).predict(X[test]) != y[test] for learner in (GaussianNB(), NearestNeighbor())
    ]
    return np.subtract(*np.asarray(wrong, dtype=float)).tolist()


def test_conservative_z_by_hand(runs):
    run = runs(SplitHalves(3, 4, 0.1))
    rows = [row[0] for row in scored(run)]
    mean, squares = fmean(rows[:3]), []
    for m in range(4):
        first, second = (rows[3 + 6 * m + 3 * side : 6 + 6 * m + 3 * side] for side in (0, 1))
        squares.append((fmean(first) - fmean(second)) ** 2)
    spread = sum(squares) / (2 * 4)
    expected = mean / spread**0.5, 2 * stats.norm.sf(abs(mean) / spread**0.5)
    assert conservative_z(run) == pytest.approx(expected, rel=1e-9)


def test_thirds_are_the_unbiased_variance_of_the_complete_statistic():
    """Six examples, all 90 ordered partitions into pairs: T^2 less the mean product over disjoint sets and tests."""
    rng = np.random.default_rng(3)
    examples = range(6)
    value = {(s, i): rng.normal() for s in combinations(examples, 2) for i in examples if i not in s}
    products = [
        value[s, i] * value[t, j]
        for s, t in permutations(combinations(examples, 2), 2)
        if not set(s) & set(t)
        for i, j in permutations(set(examples) - {*s, *t}, 2)
    ]
    partitions = [
        (s, t, tuple(sorted(set(examples) - {*s, *t})))
        for s, t in permutations(combinations(examples, 2), 2)
        if not set(s) & set(t)
    ]
    d = np.array([[[value.get((s, i), 0.0) for i in examples] for s in partition] for partition in partitions])
    tested = np.array([[[i not in s for i in examples] for s in partition] for partition in partitions])
    mean, own, unbiased = thirds(d, tested)
    assert mean == pytest.approx(fmean(value.values()))
    assert unbiased == pytest.approx(mean**2 - fmean(products))
    means = [fmean(value[s, i] for s in combinations(examples, 2) if i not in s) for i in examples]
    assert own == pytest.approx(variance(means) / 6)


def test_thirds_take_the_larger_variance_and_a_third_of_the_examples(runs):
    run = runs(ReversedKFold(3, 10))
    d = np.subtract(*run.correct().astype(float)).reshape(-1, 3, 60)
    mean, own, unbiased = thirds(d, (run.assignment.folds == 0).reshape(-1, 3, 60))
    assert reversed_thirds(run) == by_student(mean, max(own, unbiased), 19)


def test_no_variance_and_no_difference():
    assert refer(0.0, 0.0, 99) == (0.0, 1.0)
    statistic, pvalue = refer(-0.1, 0.0)
    assert statistic == -np.inf
    assert np.isnan(pvalue)


def test_all_run_in_the_lab_together_and_alone():
    """The same datasets and partitions either way; two executions of a procedure differ."""
    source = sources.ExchangeableBlocks(n_examples=60)
    corrected = {"corrected 10x10": Procedure("10x10")}
    together = run_trials({**OWN, **corrected}, source, n_trials=2, n_executions=2, seed=1, progress=False)
    for name in ("K guard, 10x10 and 400x2", "HS10, 53 halvings", "conservative Z"):
        alone = run_trials({name: OWN[name]}, source, n_trials=2, n_executions=2, seed=1, progress=False)
        np.testing.assert_array_equal(alone.found[name].pvalue, together.found[name].pvalue)
        assert (np.diff(alone.found[name].statistic, axis=1) != 0).all()
    for name, found in together.found.items():
        assert np.isfinite(found.pvalue).all(), name
    # A guard never makes a p-value smaller.
    least = together.found["corrected 10x10"].pvalue
    for name in ("K guard, 10x10 and 400x2", "max(corrected, HS10), 53 halvings", "max(corrected, HS10, K guard)"):
        assert (together.found[name].pvalue >= least - 1e-12).all()
