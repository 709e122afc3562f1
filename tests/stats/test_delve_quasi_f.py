from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import f

from foldwise.stats import delve_quasi_f, rejection_rate

quick = settings(max_examples=30, deadline=None)
losses = st.integers(0, 4000).map(lambda i: i / 1000)
shapes = st.tuples(st.integers(2, 3), st.integers(2, 4), st.integers(2, 5))
designs = shapes.flatmap(lambda shape: arrays(np.float64, shape, elements=losses))


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def exact_mean_squares(y):
    """MS_A, MS_AT, MS_AE, MS_ATE by the textbook's marginal means, in rational arithmetic."""
    a, t, e = np.shape(y)
    y = {(i, j, k): Fraction(float(y[i][j][k])) for i, j, k in product(range(a), range(t), range(e))}
    m = mean(y.values())
    m_a = [mean(y[i, j, k] for j in range(t) for k in range(e)) for i in range(a)]
    m_t = [mean(y[i, j, k] for i in range(a) for k in range(e)) for j in range(t)]
    m_e = [mean(y[i, j, k] for i in range(a) for j in range(t)) for k in range(e)]
    m_at = {(i, j): mean(y[i, j, k] for k in range(e)) for i in range(a) for j in range(t)}
    m_ae = {(i, k): mean(y[i, j, k] for j in range(t)) for i in range(a) for k in range(e)}
    m_te = {(j, k): mean(y[i, j, k] for i in range(a)) for j in range(t) for k in range(e)}
    ss_a = t * e * sum((m_a[i] - m) ** 2 for i in range(a))
    ss_at = e * sum((m_at[i, j] - m_a[i] - m_t[j] + m) ** 2 for i, j in m_at)
    ss_ae = t * sum((m_ae[i, k] - m_a[i] - m_e[k] + m) ** 2 for i, k in m_ae)
    ss_ate = sum(
        (y[i, j, k] - m_at[i, j] - m_ae[i, k] - m_te[j, k] + m_a[i] + m_t[j] + m_e[k] - m) ** 2 for i, j, k in y
    )
    f = a - 1
    df = f, f * (t - 1), f * (e - 1), f * (t - 1) * (e - 1)
    return [(ss / n, n) for ss, n in zip((ss_a, ss_at, ss_ae, ss_ate), df, strict=True)]


def exact_quasi_f(y):
    (a, f_a), (at, f_at), (ae, f_ae), (ate, f_ate) = exact_mean_squares(y)
    above, below = a + ate, at + ae
    return above / below, above**2 / (a**2 / f_a + ate**2 / f_ate), below**2 / (at**2 / f_at + ae**2 / f_ae)


def test_by_hand():
    """Half differences z = (b - a) / 2 are [[1, 2], [3, 6]] / 2 around 3 / 2 (of two algorithms, opposite signs).

    Algorithm: z = 3/2, MS_A = 2 * 4 * 9/4 = 18. Training sets: +-3/4, MS_AT = 2 * 2 * 2 * 9/16 = 4.5. Examples:
    +-1/2, MS_AE = 2 * 2 * 2 / 4 = 2. Rest +-1/4: MS_ATE = 2 * 4 / 16 = 0.5. F = 18.5 / 6.5.
    """
    a = [[5.0, 1.0], [2.0, 7.0]]
    b = [[6.0, 3.0], [5.0, 13.0]]
    result = delve_quasi_f([a, b])
    assert result.statistic == pytest.approx(37 / 13, rel=1e-14)
    above, below = 18.5**2 / (18**2 + 0.5**2), 6.5**2 / (4.5**2 + 2**2)
    assert result.df == pytest.approx((above, below), rel=1e-14)
    assert result.estimate == pytest.approx([-3.75, -6.75], rel=1e-15)
    assert result.standard_error[0, 1] == pytest.approx(np.sqrt(2 * 6.5 / 4), rel=1e-14)
    assert result.standard_error[0, 0] == 0
    assert result.flags == set()
    assert exact_quasi_f([a, b])[0] == Fraction(37, 13)


def test_the_interval_is_students():
    """Mean squares AT and AE are equal, 2 on 1 df each: 2 df below, where t is 0.95 sqrt(2 / (1 - 0.95^2))."""
    result = delve_quasi_f([[[0.0, 0.0], [0.0, 0.0]], [[1.0, 3.0], [3.0, 5.0]]])
    assert result.df[1] == pytest.approx(2, rel=1e-14)
    low, high = result.confidence_interval()
    half = 0.95 * np.sqrt(2 / (1 - 0.95**2)) * np.sqrt(2 * 4 / 4)
    assert (low[0, 1], high[0, 1]) == pytest.approx((3 - half, 3 + half), rel=1e-12)
    assert (low[1, 0], high[1, 0]) == pytest.approx((-3 - half, -3 + half), rel=1e-12)


@quick
@given(y=designs)
def test_twelve_digits_of_the_exact_ratio(y):
    result = delve_quasi_f(y)
    if not result.flags:
        ratio, above, below = exact_quasi_f(y)
        assert result.statistic == pytest.approx(float(ratio), rel=1e-11)
        assert result.df == pytest.approx((float(above), float(below)), rel=1e-11)
        assert result.pvalue == pytest.approx(f.sf(float(ratio), float(above), float(below)), rel=1e-10)


@quick
@given(y=designs, order=st.randoms())
def test_order_does_not_matter(y, order):
    places = [order.sample(range(n), n) for n in y.shape]
    one, other = delve_quasi_f(y), delve_quasi_f(y[np.ix_(*places)])
    assert other.flags == one.flags
    assert other.pvalue == pytest.approx(one.pvalue, rel=1e-10, nan_ok=True)
    assert other.estimate == pytest.approx(one.estimate[places[0]], rel=1e-13, abs=1e-15)


@quick
@given(y=designs, power=st.integers(-600, 600))
def test_scale_does_not_matter_at_all(y, power):
    one, other = delve_quasi_f(y), delve_quasi_f(np.ldexp(y, power))
    assert other.flags == one.flags
    assert other.statistic == one.statistic
    assert other.pvalue == one.pvalue or np.isnan(one.pvalue)
    assert np.array_equal(other.estimate, np.ldexp(one.estimate, power))
    assert np.array_equal(other.standard_error, np.ldexp(one.standard_error, power))


@quick
@given(y=designs, hard=arrays(np.float64, (4, 5), elements=st.integers(0, 64).map(float)))
def test_how_hard_examples_and_training_sets_are_does_not_matter(y, hard):
    """Anything that all algorithms share cancels: the test is paired in both ways."""
    one, other = delve_quasi_f(y), delve_quasi_f(y + hard[: y.shape[1], : y.shape[2]])
    if not one.flags and one.standard_error.max() > 1e-6:
        assert other.statistic == pytest.approx(one.statistic, rel=1e-6)


def test_identical_algorithms():
    y = np.random.default_rng(0).random((4, 6))
    result = delve_quasi_f([y, y, y])
    assert (result.statistic, result.pvalue, result.flags) == (0, 1, {"identical_scores"})
    assert np.isnan(result.df).all()
    assert np.array_equal(result.confidence_interval(), np.zeros((2, 3, 3)))


def test_a_difference_without_any_variance_is_named_not_guessed():
    y = np.random.default_rng(0).random((4, 6))
    for scale in (1, 2.0**-300, 2.0**300):
        result = delve_quasi_f([scale * y, scale * (y + 0.1)])
        assert (result.statistic, result.flags) == (np.inf, {"zero_variance"})
        assert np.isnan([result.pvalue, *result.df]).all()
    assert np.isnan(result.confidence_interval()).all()


def test_an_interaction_alone_is_no_variance_to_test_against():
    """Differences +1, -1 / -1, +1: no effect of algorithm, training set or example, only the rest."""
    result = delve_quasi_f([[[1, 0], [0, 1]], [[0, 1], [1, 0]]])
    assert (result.statistic, result.flags) == (np.inf, {"zero_variance"})
    assert np.isnan(result.pvalue)


def test_a_batch_is_many_single_tests():
    y = np.random.default_rng(2).random((3, 2, 4, 5, 7))
    y[0, 0] = y[0, 0, :1]
    y[1, 1] = y[1, 1, :1] + np.arange(4)[:, None, None]
    y[2, 1] *= 2.0**-600
    batch = delve_quasi_f(y)
    low, high = batch.confidence_interval()
    for i in np.ndindex(3, 2):
        one = delve_quasi_f(y[i])
        numbers = [one.statistic, one.pvalue, *one.df]
        assert np.array_equal(
            numbers, [batch.statistic[i], batch.pvalue[i], batch.df[0][i], batch.df[1][i]], equal_nan=True
        )
        assert np.array_equal(one.confidence_interval(), (low[i], high[i]), equal_nan=True)
        assert one.flags == batch.flags[i]
    assert batch.flags.where("identical_scores").tolist() == [[True, False], [False, False], [False, False]]
    assert batch.flags.where("zero_variance").tolist() == [[False, False], [False, True], [False, False]]


def test_a_batch_may_be_of_one():
    y = np.random.default_rng(3).random((1, 2, 4, 9))
    assert delve_quasi_f(y).pvalue.tolist() == [delve_quasi_f(y[0]).pvalue]


def test_errors_may_be_booleans():
    y = np.random.default_rng(3).random((2, 4, 9)) < 0.4
    assert delve_quasi_f(y).pvalue == delve_quasi_f(y.astype(float)).pvalue


@pytest.mark.slow
@pytest.mark.parametrize(
    ("training", "example", "level"), [(0, 0, 0.0226), (1, 0, 0.0529), (0, 1, 0.0421), (1, 1, 0.0513)]
)
def test_level_with_normal_effects(training, example, level):
    """Levels measured on 20,000 draws from another stream; within 5 standard errors of the difference."""
    rng = np.random.default_rng(77)
    y = rng.normal(size=(8000, 2, 8, 50))
    y += training * rng.normal(size=(8000, 2, 8, 1)) + example * rng.normal(size=(8000, 2, 1, 50))
    rate = rejection_rate(delve_quasi_f(y).pvalue).estimate
    assert abs(rate - level) < 5 * np.sqrt(level * (1 - level) * (1 / 8000 + 1 / 20_000))


@pytest.mark.parametrize(
    ("y", "error", "message"),
    [
        (np.zeros((2, 3)), ValueError, r"\(n_algorithms, n_training_sets, n_test\), at least 2 of each.*got \(2, 3\)"),
        (np.zeros((1, 3, 3)), ValueError, r"got \(1, 3, 3\)"),
        (np.zeros((2, 1, 3)), ValueError, r"got \(2, 1, 3\)"),
        (np.zeros((2, 3, 1)), ValueError, r"got \(2, 3, 1\)"),
        (np.full((2, 2, 2), np.nan), ValueError, r"finite, got nan at index \(0, 0, 0\)"),
        (np.full((2, 2, 2), "x"), TypeError, "array of numbers, got dtype"),
        ([[[1, 2], [1]], [[1, 2], [1, 2]]], ValueError, "^losses must be a rectangular"),
        (np.ma.array(np.zeros((2, 2, 2)), mask=np.ones((2, 2, 2))), ValueError, "^losses must not be masked"),
    ],
)
def test_refusals(y, error, message):
    with pytest.raises(error, match=message):
        delve_quasi_f(y)
