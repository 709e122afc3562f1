"""What all tests of tables of scores, data sets by learners, have in common."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foldwise.stats import aligned_ranks, conover, friedman, iman_davenport, mean_rank_z, nemenyi, quade, skillings_mack

quick = settings(max_examples=15, deadline=None)


def complete(x):
    """Skillings and Mack's test with every cell there; a table that is refused needs no mask."""
    shape = () if any(np.size(row) != np.size(x[0]) for row in x) else np.shape(x)
    return skillings_mack(x, np.ones(shape, dtype=bool))


def aligned_z(x):
    return mean_rank_z(x, ranks="aligned")


def quade_z(x):
    return mean_rank_z(x, ranks="quade")


WHOLE = [friedman, iman_davenport, quade, aligned_ranks, complete]
PAIRS = [nemenyi, conover, mean_rank_z, aligned_z, quade_z]
each = pytest.mark.parametrize("test", WHOLE + PAIRS, ids=lambda test: test.__name__)
within = pytest.mark.parametrize(
    "test", [friedman, iman_davenport, complete, nemenyi, conover, mean_rank_z], ids=lambda test: test.__name__
)
each_whole = pytest.mark.parametrize("test", WHOLE, ids=lambda test: test.__name__)
each_pairs = pytest.mark.parametrize("test", PAIRS, ids=lambda test: test.__name__)


def a_table(seed, n=7, k=4, ties=False):
    rng = np.random.default_rng(seed)
    return rng.integers(0, 4, (n, k)) / 10 if ties else rng.random((n, k))


def same(a, b, rel=1e-12):
    assert a.statistic == pytest.approx(b.statistic, rel=rel, abs=1e-12)
    assert a.pvalue == pytest.approx(b.pvalue, rel=rel, abs=1e-300)
    assert a.mean_ranks == pytest.approx(b.mean_ranks, rel=rel)
    assert a.flags == b.flags


@each
@quick
@given(seed=st.integers(0, 999), ties=st.booleans())
def test_the_order_of_data_sets_does_not_matter(test, seed, ties):
    x = a_table(seed, ties=ties)
    same(test(np.random.default_rng(seed).permutation(x)), test(x))


@each_whole
@quick
@given(seed=st.integers(0, 999), ties=st.booleans())
def test_the_order_of_learners_does_not_matter(test, seed, ties):
    x = a_table(seed, ties=ties)
    order = np.random.default_rng(seed).permutation(4)
    one, other = test(x), test(x[:, order])
    assert other.statistic == pytest.approx(one.statistic, rel=1e-12, abs=1e-12)
    assert other.pvalue == pytest.approx(one.pvalue, rel=1e-12)
    assert other.mean_ranks == pytest.approx(one.mean_ranks[order], rel=1e-14)


@each_pairs
@quick
@given(seed=st.integers(0, 999), ties=st.booleans())
def test_pairs_keep_their_numbers_whatever_the_order_of_learners(test, seed, ties):
    x = a_table(seed, ties=ties)
    order = np.random.default_rng(seed).permutation(4)
    one, other = test(x), test(x[:, order])
    known = {tuple(pair): (z, p) for pair, z, p in zip(one.pairs.tolist(), one.statistic, one.pvalue, strict=True)}
    for (i, j), z, p in zip(order[other.pairs].tolist(), other.statistic, other.pvalue, strict=True):
        expected = known.get((i, j)) or (-known[j, i][0], known[j, i][1])
        assert (z, p) == pytest.approx(expected, rel=1e-12, abs=1e-12)


@each
@quick
@given(seed=st.integers(0, 999), ties=st.booleans())
def test_scores_as_large_and_as_small_as_they_come(test, seed, ties):
    x = a_table(seed, ties=ties)
    for scale in (2.0**1023, 2.0**-1000, -(2.0**600)):
        one, other = test(x * np.sign(scale)), test(x * scale)
        assert np.asarray(other.pvalue).tolist() == np.asarray(one.pvalue).tolist()
        assert other.mean_ranks.tolist() == one.mean_ranks.tolist()


@within
def test_data_sets_of_any_scale_side_by_side(test):
    """Ranks within a data set know nothing of the other data sets."""
    x = a_table(3)
    same(test(x * (10.0 ** np.linspace(-300, 300, 7))[:, np.newaxis]), test(x))
    same(test(x + np.linspace(-50, 50, 7)[:, np.newaxis]), test(x))


@each
def test_rounding_of_the_scores_breaks_no_tie(test):
    x = np.array([[0.3, 0.1 + 0.2, 0.4], [0.7, 0.8, 0.1 + 0.7], [0.6, 0.5, 0.2], [0.9, 0.3, 0.9]])
    same(test(x), test(x.round(12)))


@each_whole
def test_no_difference_at_all(test):
    result = test(np.full((3, 4), 0.7))
    assert (result.statistic, result.pvalue, result.flags) == (0, 1, {"identical_scores"})
    assert len(set(result.mean_ranks)) == 1


@each_pairs
def test_no_difference_between_any_pair(test):
    result = test(np.full((3, 4), 0.7))
    assert (result.statistic.tolist(), result.pvalue.tolist()) == ([0] * 6, [1] * 6)
    assert result.flags == {"identical_scores"}


@each
def test_data_sets_that_tell_nobody_apart(test):
    """One row of ties among others: the p-value stays one, and is larger than without the row or about the same."""
    x = a_table(5)
    result = test(np.vstack([x, np.full(4, 0.5)]))
    assert ((np.asarray(result.pvalue) > 0) & (np.asarray(result.pvalue) <= 1)).all()
    assert not result.flags


@each
def test_the_smallest_table(test):
    """Two learners on two data sets, that agree or not: 2 of 4 outcomes agree."""
    for x in ([[1, 0], [2, 0]], [[1, 0], [0, 2]], [[1, 0], [0, 1]]):
        result = test(x)
        assert ((np.asarray(result.pvalue) >= 0.04) & (np.asarray(result.pvalue) <= 1)).all()
    assert np.all(np.asarray(test([[1, 0], [0, 1]]).pvalue) == pytest.approx(1))


@each
def test_a_batch_is_many_single_tests_bit_by_bit(test):
    x = np.stack([a_table(s, ties=s % 2 == 0) for s in range(4)] + [np.zeros((7, 4)), np.tile(np.arange(4.0), (7, 1))])
    x = x.reshape(2, 3, 7, 4)
    batch = test(x)
    for i in np.ndindex(2, 3):
        one = test(x[i])
        assert np.asarray(one.statistic).tolist() == batch.statistic[i].tolist()
        assert np.asarray(one.pvalue).tolist() == batch.pvalue[i].tolist()
        assert one.mean_ranks.tolist() == batch.mean_ranks[i].tolist()
        assert one.flags == batch.flags[i]
    assert test(x[:0]).pvalue.shape[0] == 0


@each_whole
def test_one_table_gives_numbers(test):
    result = test(a_table(1))
    assert isinstance(result.statistic, float)
    assert isinstance(result.pvalue, float)


@each
def test_the_input_is_left_alone(test):
    x = a_table(2)
    before = x.copy()
    test(x)
    assert (x == before).all()


@each
@pytest.mark.parametrize(
    ("x", "message"),
    [
        (
            [[0.1, np.nan], [1, 2]],
            r"^scores must be finite, got nan at index \(0, 1\)\. Nothing is dropped silently\.$",
        ),
        ([[0.1, np.inf], [1, 2]], "must be finite, got inf"),
        ([[1, 2]], r"at least 2 of each, leading axes allowed, got \(1, 2\)"),
        ([[1], [2]], r"got \(2, 1\)"),
        ([1, 2, 3], r"shape \(n_datasets, n_learners\)"),
        ([[1, 2], [3]], "rectangular array"),
        (np.ma.masked_equal([[1, 2], [3, 4]], 2), "must not be masked"),
    ],
)
def test_refusals(test, x, message):
    with pytest.raises(ValueError, match=message):
        test(x)


@each
def test_numbers_only(test):
    with pytest.raises(TypeError, match="scores must be an array of numbers"):
        test([["a", "b"], ["c", "d"]])
