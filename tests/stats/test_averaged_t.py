import csv
from pathlib import Path

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from foldwise.stats import averaged_t, kfold_t

with Path(__file__).with_name("reference_vectors.csv").open(encoding="utf-8") as file:
    ROWS = {row["id"]: row for row in csv.DictReader(file)}

T = [2.9, 1.4, 2.2, 3.1, 0.8]
INF = np.inf

quick = settings(max_examples=25, deadline=None)
several = arrays(np.float64, st.integers(1, 20), elements=st.integers(-9000, 9000).map(lambda i: i / 1000))


def test_by_hand():
    """Mean (1 + 3) / 2 = 2; sum of squares 2, standard error sqrt(2 / 1 / 2) = 1; on 1 df p = 1 - 2 atan(2) / pi."""
    result = averaged_t([1, 3], df=1)
    assert (result.statistic, result.standard_error, result.df) == (2, 1, 1)
    assert result.pvalue == pytest.approx(0.29516723530086653, rel=1e-14)
    assert (result.n_partitions, result.n_undefined) == (2, 0)
    assert result.flags == {"not_calibrated"}


def test_the_reference_vector():
    row = ROWS["bb_avg_t"]
    result = averaged_t(T, df=9)
    assert result.statistic == pytest.approx(float(row["statistic"]), rel=1e-12)
    assert result.pvalue == pytest.approx(float(row["p_value"]), rel=1e-12)
    assert result.df == int(row["df"])


@quick
@given(t=several)
def test_swapping_the_learners_negates_it(t):
    one, other = averaged_t(t, df=9), averaged_t(-t, df=9)
    assert (other.statistic, other.pvalue) == (-one.statistic, one.pvalue)
    greater, less = averaged_t(t, df=9, alternative="greater"), averaged_t(-t, df=9, alternative="less")
    assert greater.pvalue == less.pvalue


@quick
@given(t=several, order=st.randoms(use_true_random=False), copies=st.integers(2, 5))
def test_order_and_copies_of_partitions_do_not_matter(t, order, copies):
    one = averaged_t(t, df=9)
    shuffled = t.tolist()
    order.shuffle(shuffled)
    assert averaged_t(shuffled, df=9).statistic == pytest.approx(one.statistic, rel=1e-13, abs=1e-14)
    assert averaged_t(np.tile(t, copies), df=9).statistic == pytest.approx(one.statistic, rel=1e-13, abs=1e-14)


@pytest.mark.parametrize("n", [1, 2, 55, 10_000])
def test_more_partitions_of_the_same_t_are_no_more_significant(n):
    assert averaged_t(np.full(n, 0.75), df=9).pvalue == averaged_t([0.75], df=9).pvalue


@pytest.mark.parametrize("power", [-900, -600, 600, 1000])
def test_the_ends_of_the_range(power):
    one, other = averaged_t(T * 100, df=3), averaged_t(np.ldexp(T * 100, power), df=3)
    assert other.statistic == np.ldexp(one.statistic, power)
    assert other.standard_error == np.ldexp(one.standard_error, power)


def test_twelve_digits():
    """Student's tail at 40 digits, at the mean of the doubles given."""
    rng = np.random.default_rng(0)
    for _ in range(300):
        t, df = rng.normal(0, 10 ** rng.uniform(-3, 2), rng.integers(1, 60)), int(rng.integers(1, 40))
        with mpmath.workdps(40):
            mean = sum(mpmath.mpf(float(x)) for x in t) / len(t)
            p = mpmath.betainc(mpmath.mpf(df) / 2, 0.5, 0, df / (df + mean**2), regularized=True)
        # The sum may cancel; the p-value is as exact as the mean is.
        slack = 1 + np.abs(t).sum() / abs(float(mean) * len(t))
        assert averaged_t(t, df=df).statistic == pytest.approx(float(mean), rel=1e-15 * slack)
        if p > 1e-300:
            assert averaged_t(t, df=df).pvalue == pytest.approx(float(p), rel=1e-12 + 1e-14 * slack)


def test_a_batch_is_many_single_tests():
    batch = np.random.default_rng(0).normal(size=(3, 4, 7))
    batch[0, 0, 2], batch[1, 1, :2] = INF, [INF, -INF]
    for undefined in ("undetermined", "limit", "exclude"):
        whole = averaged_t(batch, df=9, undefined=undefined)
        for i in np.ndindex(3, 4):
            one = averaged_t(batch[i], df=9, undefined=undefined)
            assert isinstance(one.pvalue, float)
            assert isinstance(one.n_undefined, int)
            for name in ("statistic", "pvalue", "standard_error", "n_partitions", "n_undefined"):
                assert np.array_equal(getattr(one, name), getattr(whole, name)[i], equal_nan=True)
            assert one.flags == whole.flags[i]


def test_the_statistics_of_a_test_can_be_passed_on():
    """Identical scores enter as 0, equal differences as infinity."""
    d = [[0.0] * 4, [0.1] * 4, [0.1, 0.3, 0.2, 0.4]]
    t = kfold_t(d).statistic
    result = averaged_t(t, df=3, undefined="exclude")
    assert result.statistic == pytest.approx(t[2] / 2, rel=1e-15)
    assert (result.n_partitions, result.n_undefined) == (2, 1)
    assert result.flags == {"not_calibrated", "zero_variance"}


@pytest.mark.parametrize(
    ("t", "undefined", "statistic", "pvalue"),
    [
        ([1, INF], "undetermined", INF, np.nan),
        ([1, -INF], "limit", -INF, 0),
        ([INF, -INF], "limit", np.nan, np.nan),
        ([INF, -INF], "exclude", np.nan, np.nan),
        ([0, 0, INF], "exclude", 0, 1),
    ],
)
def test_partitions_without_variance(t, undefined, statistic, pvalue):
    result = averaged_t(t, df=9, undefined=undefined)
    assert result.statistic == pytest.approx(statistic, nan_ok=True)
    assert result.pvalue == pytest.approx(pvalue, nan_ok=True)
    assert "zero_variance" in result.flags
    assert result.n_undefined == np.isinf(t).sum()


def test_the_limit_has_a_direction():
    assert averaged_t([1, INF], df=9, undefined="limit", alternative="greater").pvalue == 0
    assert averaged_t([1, INF], df=9, undefined="limit", alternative="less").pvalue == 1


def test_one_partition_has_no_error():
    result = averaged_t([2.0], df=9)
    assert result.statistic == 2
    assert np.isnan(result.standard_error)
    assert result.flags == {"not_calibrated", "one_partition"}


def test_an_empty_batch_gives_empty_results():
    assert averaged_t(np.zeros((0, 5)), df=9).pvalue.shape == (0,)


@pytest.mark.parametrize(
    ("t", "error", "message"),
    [
        ([], ValueError, "at least 1 partitions are needed, got 0"),
        (2.0, ValueError, r"shape \(n_partitions,\).*got \(\)"),
        ([[1.0], [1.0, 2.0]], ValueError, "rows of different lengths"),
        (["a"], TypeError, "array of numbers"),
        ([1.0, np.nan], ValueError, "NaN, got one at partition 1 "),
        ([[1.0, 2.0], [np.nan, 1.0]], ValueError, "at partition 0 of experiment 1 "),
        ([[[1.0, 2.0], [np.nan, 1.0]]], ValueError, r"at partition 0 of experiment \(0, 1\) "),
        (np.ma.masked_array([1.0, 2.0], mask=[True, False]), ValueError, "masked"),
    ],
)
def test_bad_statistics_are_refused(t, error, message):
    with pytest.raises(error, match=message):
        averaged_t(t, df=9)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"df": 0}, ValueError, "df must be a positive number, got 0"),
        ({"df": np.inf}, ValueError, "df must be a positive number, got inf"),
        ({"df": "9"}, TypeError, "df must be a positive number, got '9' of type str"),
        ({"df": True}, TypeError, "df must be a positive number, got True of type bool"),
        ({"df": 9, "alternative": "more"}, ValueError, "alternative must be one of"),
        ({"df": 9, "undefined": "drop"}, ValueError, "undefined must be one of 'undetermined', 'limit', 'exclude'"),
    ],
)
def test_bad_options_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        averaged_t(T, **options)
