"""Conservative Z, nested cross-validation and the central limit of cross-validation: by hand, and by literal loops."""

import numpy as np
import pytest
from scipy.stats import norm

from foldwise.splits import NestedKFold
from foldwise.stats import conservative_z, cross_validation_z, nested_cv_z, paired_items_t

SPLITS = [0.8, 0.9, 0.7]
HALVES = [[0.8, 0.6], [0.7, 0.9], [0.75, 0.75]]


def test_conservative_z_by_hand():
    """Squares .04, .04 and 0, over 2 * 3: variance .04 / 3; the mean is .8."""
    result = conservative_z(SPLITS, HALVES)
    error = (0.04 / 3) ** 0.5
    assert result.estimate == pytest.approx(0.8, rel=1e-15)
    assert result.standard_error == pytest.approx(error, rel=1e-12)
    assert result.pvalue == pytest.approx(2 * norm.sf(0.8 / error), rel=1e-9)
    low, high = result.confidence_interval()
    assert (low, high) == pytest.approx((0.8 - norm.ppf(0.975) * error, 0.8 + norm.ppf(0.975) * error), rel=1e-12)


def test_conservative_z_estimates_the_variance_of_a_half_without_bias():
    """Means of 30 independent numbers with variance 1: 1/30 on average, over 4,000 experiments."""
    rng = np.random.default_rng(1)
    halves = rng.normal(size=(4000, 5, 2, 30)).mean(axis=-1)
    errors = conservative_z(rng.normal(size=(4000, 3)), halves).standard_error
    assert np.square(errors).mean() == pytest.approx(1 / 30, rel=0.03)


def test_conservative_z_at_the_edges():
    same = conservative_z([0.0, 0.0], [[0.0, 0.0]])
    assert (same.pvalue, same.flags) == (1, {"identical_scores"})
    constant = conservative_z([0.5, 0.5], [[0.5, 0.5]])
    assert np.isnan(constant.pvalue)
    assert constant.flags == {"zero_variance"}
    assert np.isnan(constant.confidence_interval()).all()
    batch = conservative_z([SPLITS, SPLITS], [HALVES, HALVES], alternative="greater")
    one = conservative_z(SPLITS, HALVES, alternative="greater")
    assert batch.pvalue.tolist() == [one.pvalue] * 2
    tiny, small = np.array(SPLITS) * 1e-200, np.array(HALVES) * 1e-200
    assert conservative_z(tiny, small).statistic == pytest.approx(conservative_z(SPLITS, HALVES).statistic, rel=1e-12)
    with pytest.raises(ValueError, match=r"halves must have shape \(n_halvings, 2\), got \(3,\)"):
        conservative_z(SPLITS, SPLITS)
    with pytest.raises(ValueError, match="1 of 1 experiments have differences that are not zero"):
        conservative_z([0.5, 0.5], [[0.5, 0.5]], zero_variance="error")


D = np.array([1.0, 0, 1, 1, 1, 1, 0, 1])
FOLDS = np.repeat([0, 1], 4)


def test_cross_validation_z_by_hand():
    """Six of eight right: variance .75 * .25 around all; in both folds 3 of 4, variance .25 with three below it."""
    assert cross_validation_z(D, FOLDS).standard_error == pytest.approx((0.75 * 0.25 / 8) ** 0.5, rel=1e-12)
    within = cross_validation_z(D, FOLDS, around="fold")
    assert within.standard_error == pytest.approx((0.25 / 8) ** 0.5, rel=1e-12)


def by_loops(d, folds, clusters):
    """Both variances of the mean with clusters, as the docstring says."""
    n = len(d)
    overall = sum((d[clusters == c] - d.mean()).sum() ** 2 for c in set(clusters))
    n_clusters = len(set(clusters))
    parts = []
    for fold in set(folds):
        here = folds == fold
        sums = [(d[clusters == c] - d[here].mean()).sum() ** 2 for c in set(clusters[here])]
        parts.append(len(sums) / (len(sums) - 1) * sum(sums) / here.sum())
    return overall * n_clusters / (n_clusters - 1) / n**2, np.mean(parts) / n


def test_cross_validation_z_with_clusters():
    rng = np.random.default_rng(2)
    clusters = np.repeat(np.arange(12), [1, 2, 3, 4] * 3)
    folds = np.repeat([0, 1, 2], 10)
    d = rng.normal(size=30) + rng.normal(size=12)[clusters]
    overall, within = by_loops(d, folds, clusters)
    assert cross_validation_z(d, folds, clusters).standard_error == pytest.approx(overall**0.5, rel=1e-12)
    assert cross_validation_z(d, folds, clusters, around="fold").standard_error == pytest.approx(within**0.5, rel=1e-12)
    # Around the mean of all, but for the distribution, it is the test on items of one test set.
    assert cross_validation_z(d, folds, clusters).statistic == pytest.approx(paired_items_t(d, clusters).statistic)
    with pytest.raises(ValueError, match="clusters must be in one fold each"):
        cross_validation_z(d, np.arange(30) % 3, clusters)


def test_cross_validation_z_refuses_folds_that_are_none():
    for folds in (np.zeros(8, int), np.repeat([-1, 0], 4), FOLDS[:3], FOLDS.astype(float)):
        with pytest.raises(ValueError, match=r"^folds must "):
            cross_validation_z(D, folds)
    with pytest.raises(ValueError, match="needs two examples in every fold"):
        cross_validation_z(D, np.r_[0, np.ones(7, int)], around="fold")
    with pytest.raises(ValueError, match="clusters must be at least 2"):
        cross_validation_z(D, FOLDS, np.zeros(8, int))


def nested_design(n=30, n_folds=4, n_repeats=3, groups=None, seed=1):
    scheme = NestedKFold(n_folds, n_repeats)
    n_rows = n_folds * (n_folds + 1) // 2
    return scheme.assign(n, groups=groups, seed=seed).folds.reshape(n_repeats, n_rows, n)


def nested_by_loops(d, folds, clusters, n_folds):
    """Algorithm 1 of the paper, loss by loss, each inner loss looked up by the two folds it was trained without."""
    n = d.shape[-1]
    gaps, inner_all, outer_all, squares, n_passes, n_all = [], [], [], 0.0, 0, 0
    for losses, rows in zip(d, folds, strict=True):
        of = np.argmax(rows[:n_folds] == 0, axis=0)
        for k in range(n_folds):
            outer = {i: losses[k, i] for i in range(n) if of[i] == k}
            inner = {}
            for i in range(n):
                if of[i] != k:
                    (row,) = [r for r in range(n_folds, len(rows)) if set(of[rows[r] == 0]) == {k, of[i]}]
                    inner[i] = losses[row, i]
            mean_in, mean_out = np.mean(list(inner.values())), np.mean(list(outer.values()))
            sums = {}
            for i, loss in outer.items():
                sums[clusters[i]] = sums.get(clusters[i], 0) + loss - mean_out
            b = len(sums) / (len(sums) - 1) * sum(s**2 for s in sums.values()) / len(outer) ** 2
            gaps.append((mean_in - mean_out) ** 2 - b)
            inner_all.append(inner)
            outer_all += outer.values()
    every = [loss for inner in inner_all for loss in inner.values()]
    mean = np.mean(every)
    for inner in inner_all:
        sums = {}
        for i, loss in inner.items():
            sums[clusters[i]] = sums.get(clusters[i], 0) + loss - mean
        squares += sum(s**2 for s in sums.values())
        n_passes += len(sums)
    n_all = len(every)
    plain = squares * n_passes / (n_passes - 1) / n_all / n
    mse = (n_folds - 1) / n_folds * np.mean(gaps)
    bias = (1 + (n_folds - 2) / n_folds) * (mean - np.mean(outer_all))
    return mean - bias, np.clip(mse, plain, n_folds * plain) ** 0.5, plain, every


@pytest.mark.parametrize("spread", [0.0, 0.7, 4.0])
def test_nested_cv_z_loss_by_loss(spread):
    """Where rows differ much the estimated error is between its limits, or at the upper one."""
    rng = np.random.default_rng(3)
    folds = nested_design()
    d = rng.normal(size=folds.shape) + spread * rng.normal(size=(3, folds.shape[1], 1))
    estimate, error, plain, every = nested_by_loops(d, folds, np.arange(30), 4)
    result = nested_cv_z(d, folds)
    assert result.estimate == pytest.approx(estimate, rel=1e-10)
    assert result.standard_error == pytest.approx(error, rel=1e-10)
    assert result.inflation == pytest.approx(error / plain**0.5, rel=1e-10)
    # Without clusters, the least error is the published one: all inner losses over the root of n.
    assert plain == pytest.approx(np.var(every, ddof=1) / 30, rel=1e-12)


def test_nested_cv_z_with_clusters_loss_by_loss():
    rng = np.random.default_rng(4)
    clusters = np.repeat(np.arange(15), 2)
    folds = nested_design(groups=clusters)
    d = rng.normal(size=folds.shape) + rng.normal(size=15)[clusters]
    estimate, error, _, _ = nested_by_loops(d, folds, clusters, 4)
    result = nested_cv_z(d, folds, clusters)
    assert (result.estimate, result.standard_error) == pytest.approx((estimate, error), rel=1e-10)
    assert nested_cv_z(d, folds, np.arange(30)).standard_error == nested_cv_z(d, folds).standard_error


def test_nested_cv_z_is_exactly_unbiased_where_the_score_goes_by_one_over_the_size():
    """Score 2 - 3/m without noise: rows of a fold train on 30, those of a pair on 20; all 40 would have 2 - 3/40."""
    folds = nested_design(n=40)
    size = (folds < 0).sum(axis=-1, keepdims=True)
    d = np.where(folds >= 0, 2 - 3 / size, 0.0)
    assert set(np.unique(size)) == {20, 30}
    result = nested_cv_z(d, folds, zero_variance="limit")
    assert result.estimate == pytest.approx(2 - 3 / 40, rel=1e-12)
    assert nested_cv_z(d, folds, bias_corrected=False, zero_variance="limit").estimate == pytest.approx(2 - 3 / 30)


def test_nested_cv_z_reads_only_what_is_tested_and_batches():
    rng = np.random.default_rng(5)
    folds = nested_design()
    d = rng.normal(size=(2, *folds.shape))
    soiled = np.where(folds >= 0, d, np.nan)
    batch, one = nested_cv_z(soiled, folds), nested_cv_z(d[1], folds)
    assert batch.estimate[1] == one.estimate
    assert batch.standard_error[1] == one.standard_error
    assert nested_cv_z(-d[1], folds).statistic == -one.statistic
    scaled = nested_cv_z(d[1] * 1e-180, folds)
    assert scaled.statistic == pytest.approx(one.statistic, rel=1e-12)


def test_nested_cv_z_at_the_edges():
    folds = nested_design()
    same = nested_cv_z(np.zeros(folds.shape), folds)
    assert (same.pvalue, same.inflation, same.flags) == (1, 1, {"identical_scores"})
    constant = nested_cv_z(np.ones(folds.shape), folds)
    assert np.isnan(constant.pvalue)
    assert constant.flags == {"zero_variance"}
    with pytest.raises(ValueError, match=r"Use foldwise\.splits\.NestedKFold"):
        nested_cv_z(np.ones(folds.shape), np.roll(folds, 1, axis=1))
    with pytest.raises(ValueError, match=r"must have shape \(n_repeats, n_rows, n_examples\)"):
        nested_cv_z(np.ones(5), folds)
    with pytest.raises(ValueError, match="folds must be whole numbers of the shape of differences"):
        nested_cv_z(np.ones(folds.shape), folds[:, :, :5])
    few = nested_design(n=4)
    with pytest.raises(ValueError, match="Every fold needs two examples or more"):
        nested_cv_z(np.random.default_rng(0).normal(size=few.shape), few)
