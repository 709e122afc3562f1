import csv
from pathlib import Path

import mpmath
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from foldwise.stats import five_by_two_f

with Path(__file__).with_name("reference_vectors.csv").open(encoding="utf-8") as file:
    ROWS = {row["id"]: row for row in csv.DictReader(file)}

D = np.array([[3.0, 1.0], [0.0, 4.0], [2.0, 2.0], [5.0, 3.0], [1.0, 1.0]])

quick = settings(max_examples=25, deadline=None)
ten = arrays(np.float64, (5, 2), elements=st.integers(-5000, 5000).map(lambda i: i / 1000))


def exact_tail(f):
    with mpmath.workdps(40):
        return float(mpmath.betainc(2.5, 5, 0, 1 / (1 + 2 * mpmath.mpf(float(f))), regularized=True))


def exact(d):
    with mpmath.workdps(40):
        x = [[mpmath.mpf(float(v)) for v in run] for run in d]
        f = sum(v * v for run in x for v in run) / sum((a - b) ** 2 for a, b in x)
        return float(f), float(mpmath.betainc(2.5, 5, 0, 1 / (1 + 2 * f), regularized=True))


def test_by_hand():
    """Sum of squares 70, sum of s_j^2 = 2 + 8 + 0 + 2 + 0 = 12: F = 70 / 24."""
    result = five_by_two_f(D)
    assert result.statistic == pytest.approx(70 / 24, rel=1e-14)
    assert (result.df, result.estimate) == ((10, 5), 2.2)
    assert result.standard_error == pytest.approx(2.4**0.5, rel=1e-15)
    assert result.flags == set()


def test_the_reference_vectors():
    row = ROWS["alpaydin_5x2F"]
    d = np.array([float(x) for x in row["input"].removeprefix("run-major differences=").split(";")]).reshape(5, 2)
    result = five_by_two_f(d)
    assert result.statistic == pytest.approx(float(row["statistic"]), rel=1e-12)
    assert result.pvalue == pytest.approx(float(row["p_value"]), rel=1e-12)


def worst_error(n_inputs, seed):
    rng = np.random.default_rng(seed)
    spread = 10 ** rng.uniform(-9, 1, (n_inputs, 1, 1))
    d = rng.normal(size=(n_inputs, 1, 1)) + spread * rng.normal(size=(n_inputs, 5, 2))
    result = five_by_two_f(d)
    found = np.stack([result.statistic, result.pvalue], axis=1)
    return np.abs(found / np.array([exact(x) for x in d]) - 1).max()


def test_twelve_digits():
    assert worst_error(500, 0) < 1e-12


@pytest.mark.slow
def test_twelve_digits_on_ten_thousand_inputs():
    assert worst_error(10_000, 1) < 1e-12


@quick
@given(d=ten, runs=st.permutations(range(5)), flips=st.lists(st.booleans(), min_size=5, max_size=5))
def test_labels_and_the_order_of_learners_do_not_matter(d, runs, flips):
    one, mirrored = five_by_two_f(d), five_by_two_f(-d)
    assert (mirrored.statistic, mirrored.flags) == (one.statistic, one.flags)
    assert mirrored.estimate == -one.estimate
    other = five_by_two_f([d[run][::-1] if flip else d[run] for run, flip in zip(runs, flips, strict=True)])
    assert other.statistic == pytest.approx(one.statistic, rel=1e-13)
    assert other.pvalue == pytest.approx(one.pvalue, rel=1e-12, nan_ok=True)


@quick
@given(d=ten, power=st.integers(-600, 600))
def test_scale_does_not_matter_at_all(d, power):
    one, other = five_by_two_f(d), five_by_two_f(np.ldexp(d, power))
    assert other.statistic == one.statistic
    assert other.pvalue == one.pvalue or np.isnan(one.pvalue)
    assert other.standard_error == np.ldexp(one.standard_error, power)
    assert other.flags == one.flags


@quick
@given(d=ten, shift=st.integers(1, 100))
def test_a_greater_common_difference_is_more_significant(d, shift):
    assume(np.ptp(d, axis=1).max() > 0 and d.mean() >= 0)
    assert five_by_two_f(d + shift).pvalue < five_by_two_f(d).pvalue


def test_a_batch_with_degenerate_members_is_many_single_tests():
    batch = np.random.default_rng(0).normal(size=(3, 4, 5, 2))
    batch[0, 0], batch[1, 1], batch[2, 2] = 0, 0.3, np.arange(5.0)[:, np.newaxis]
    whole = five_by_two_f(batch)
    for i in np.ndindex(3, 4):
        one = five_by_two_f(batch[i])
        assert isinstance(one.pvalue, float)
        for name in ("statistic", "pvalue", "estimate", "standard_error"):
            assert np.array_equal(getattr(one, name), getattr(whole, name)[i], equal_nan=True)
        assert one.flags == whole.flags[i]
    assert (whole.statistic[0, 0], whole.pvalue[0, 0], whole.flags[0, 0]) == (0, 1, {"identical_scores"})
    for i in ((1, 1), (2, 2)):
        assert whole.statistic[i] == np.inf
        assert np.isnan(whole.pvalue[i])
        assert whole.flags[i] == {"zero_variance"}


def test_no_variance():
    d = np.full((5, 2), 0.04)
    assert five_by_two_f(d, zero_variance="limit").pvalue == 0
    with pytest.raises(ValueError, match=r"1 of 1 experiments.*do not vary"):
        five_by_two_f(d, zero_variance="error")
    with pytest.raises(ValueError, match="zero_variance must be one of"):
        five_by_two_f(d, zero_variance="ignore")


def test_rounding_is_not_variance():
    right = np.array([290, 251, 172, 31, 100])
    d = np.stack([(right + 1) / 300 - right / 300, (right[::-1] + 1) / 300 - right[::-1] / 300], axis=1)
    assert five_by_two_f(d).flags == five_by_two_f(d, score_magnitude=0.97).flags == {"zero_variance"}
    assert five_by_two_f(d, score_magnitude=0.003).pvalue < 1e-30


def test_other_designs_are_refused():
    with pytest.raises(ValueError, match=r"shape \(5, 2\)"):
        five_by_two_f(np.zeros((10, 10)))
