import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from foldwise.stats import friedman, skillings_mack

quick = settings(max_examples=40, deadline=None)
NAN = np.nan

# Skillings and Mack 1981: minutes that nine workers took to assemble a thing in four ways; four cells are empty.
ASSEMBLY = np.array(
    [
        [3.2, 4.1, 3.8, 4.2],
        [3.1, 3.9, 3.4, 4.0],
        [4.3, 3.5, 4.6, 4.8],
        [3.5, 3.6, 3.9, 4.0],
        [3.6, 4.2, 3.7, 3.9],
        [4.5, 4.7, 3.7, NAN],
        [NAN, 4.2, 3.4, NAN],
        [4.3, 4.6, 4.4, 4.9],
        [3.5, NAN, 3.7, 3.9],
    ]
)


def by_definition(x):
    """Statistic and rank of the covariance, one data set at a time, with a generalized inverse."""
    k = x.shape[1]
    a, covariance = np.zeros(k), np.zeros((k, k))
    for row in x:
        there = ~np.isnan(row)
        size = there.sum()
        if size > 1:
            a[there] += np.sqrt(12 / (size + 1)) * (scipy_stats.rankdata(-row[there]) - (size + 1) / 2)
            covariance -= np.outer(there, there)
    np.fill_diagonal(covariance, 0)
    np.fill_diagonal(covariance, -covariance.sum(axis=1))
    return a @ np.linalg.pinv(covariance, hermitian=True) @ a, np.linalg.matrix_rank(covariance)


def test_the_assembly_data():
    """Published: 15.493 with 3 degrees of freedom."""
    result = skillings_mack(-ASSEMBLY, ~np.isnan(ASSEMBLY))
    assert (round(result.statistic, 4), result.df, round(result.pvalue, 5)) == (15.4930, 3, 0.00144)
    assert result.flags == set()


@quick
@given(seed=st.integers(0, 10_000), share=st.floats(0, 0.8), ties=st.booleans())
def test_by_definition(seed, share, ties):
    rng = np.random.default_rng(seed)
    n, k = rng.integers(2, 12), rng.integers(2, 7)
    x = rng.integers(0, 4, (n, k)).astype(float) if ties else rng.random((n, k))
    x[rng.random((n, k)) < share] = NAN
    statistic, df = by_definition(x)
    result = skillings_mack(x, ~np.isnan(x))
    assert result.df == df
    assert result.statistic == pytest.approx(statistic, rel=1e-10, abs=1e-10)
    assert result.pvalue == pytest.approx(scipy_stats.chi2.sf(statistic, df) if df else 1, rel=1e-9)
    assert ("not_connected" in result.flags) == (df < k - 1)
    assert ("datasets_left_out" in result.flags) == ((~np.isnan(x)).sum(axis=1) < 2).any()


def test_a_complete_table_without_ties_is_friedmans():
    x = np.random.default_rng(0).random((12, 5))
    result, expected = skillings_mack(x, np.ones((12, 5), dtype=bool)), friedman(x)
    assert (result.statistic, result.pvalue) == pytest.approx((expected.statistic, expected.pvalue), rel=1e-12)
    assert result.mean_ranks.tolist() == expected.mean_ranks.tolist()


def test_ties_make_it_timid():
    x = [[2, 1, 1], [2, 2, 1], [3, 2, 1], [2, 1, 1]]
    assert skillings_mack(x, np.ones((4, 3), dtype=bool)).pvalue > friedman(x).pvalue


def test_what_stands_in_empty_cells_does_not_matter():
    there = ~np.isnan(ASSEMBLY)
    expected = skillings_mack(-ASSEMBLY, there)
    for value in (np.inf, -np.inf, 1e300, 0.0):
        result = skillings_mack(np.where(there, -ASSEMBLY, value), there)
        assert (result.statistic, result.pvalue) == (expected.statistic, expected.pvalue)


def test_a_data_set_with_one_score_tells_nothing():
    more = np.vstack([ASSEMBLY, [9.0, NAN, NAN, NAN], [NAN] * 4])
    one, other = skillings_mack(ASSEMBLY, ~np.isnan(ASSEMBLY)), skillings_mack(more, ~np.isnan(more))
    assert (other.statistic, other.mean_ranks.tolist()) == (one.statistic, one.mean_ranks.tolist())
    assert other.flags == {"datasets_left_out"}


def test_groups_that_never_met():
    """0 and 1 on two data sets, 2 and 3 on two others, 4 nowhere: two comparisons, each 2 wins to 0, chi-square 2."""
    x = np.full((5, 5), NAN)
    x[:2, :2], x[2:4, 2:4], x[4, 4] = [2, 1], [5, 6], 1
    result = skillings_mack(x, ~np.isnan(x))
    assert (result.statistic, result.df) == (pytest.approx(4, rel=1e-14), 2)
    assert result.mean_ranks[:4].tolist() == [1, 2, 2, 1]
    assert np.isnan(result.mean_ranks[4])
    assert result.flags == {"not_connected", "datasets_left_out"}


def test_nothing_there():
    result = skillings_mack(np.full((2, 2), NAN), np.zeros((2, 2), dtype=bool))
    assert (result.statistic, result.df, result.pvalue) == (0, 0, 1)
    assert result.flags == {"identical_scores", "not_connected", "datasets_left_out"}


def test_a_batch_is_many_single_tests():
    rng = np.random.default_rng(1)
    x = rng.random((6, 8, 4))
    x[rng.random(x.shape) < 0.4] = NAN
    batch = skillings_mack(x, ~np.isnan(x))
    for i in range(6):
        one = skillings_mack(x[i], ~np.isnan(x[i]))
        assert (one.statistic, one.pvalue, one.df) == (batch.statistic[i], batch.pvalue[i], batch.df[i])
        assert one.flags == batch.flags[i]


def test_the_level_is_held():
    """A fifth of the cells missing at random."""
    rng = np.random.default_rng(2)
    x = rng.random((4000, 15, 4))
    rate = (skillings_mack(x, rng.random(x.shape) > 0.2).pvalue <= 0.05).mean()
    assert 0.03 < rate < 0.055


@pytest.mark.parametrize(
    ("present", "error", "message"),
    [
        ([[1, 1], [1, 1]], TypeError, r"array of booleans, got dtype int64\. Pass ~np\.isnan\(scores\)"),
        ([[True, True]], ValueError, r"the shape of scores, \(2, 2\), got \(1, 2\)"),
    ],
)
def test_refusals(present, error, message):
    with pytest.raises(error, match=message):
        skillings_mack([[1, 2], [3, 4]], present)


def test_a_score_that_is_said_to_be_there_must_be():
    with pytest.raises(ValueError, match=r"must be finite, got nan at index \(0, 1\)"):
        skillings_mack([[1, NAN], [3, 4]], np.ones((2, 2), dtype=bool))
