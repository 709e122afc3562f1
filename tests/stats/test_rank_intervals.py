import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foldwise.stats import rank_intervals

quick = settings(max_examples=25, deadline=None)


def outcomes(k, seed):
    """Random outcomes of tests that never call two learners each better than the other."""
    direction = np.triu(np.random.default_rng(seed).integers(-1, 2, (k, k)), 1)
    return (direction == 1) | (direction.T == -1)


def test_by_hand():
    """0 beats 2 and 3, 1 beats 3. Of four, 0 is then 1st or 2nd, 1 up to 3rd, 2 is 2nd to 4th, 3 is 3rd or 4th."""
    better = np.zeros((4, 4), dtype=bool)
    better[0, [2, 3]] = better[1, 3] = True
    low, high = rank_intervals(better)
    assert (low.tolist(), high.tolist()) == ([1, 1, 2, 3], [2, 3, 4, 4])


def test_the_ends():
    """Nothing found: all ranks are possible. Everything found: one rank each."""
    low, high = rank_intervals(np.zeros((5, 5), dtype=bool))
    assert (low.tolist(), high.tolist()) == ([1] * 5, [5] * 5)
    low, high = rank_intervals(np.triu(np.ones((5, 5), dtype=bool), 1))
    assert low.tolist() == high.tolist() == [1, 2, 3, 4, 5]
    assert [x.tolist() for x in rank_intervals([[False]])] == [[1], [1]]


@quick
@given(k=st.integers(1, 9), seed=st.integers(0, 10_000))
def test_every_interval_has_a_rank_and_names_do_not_matter(k, seed):
    better = outcomes(k, seed)
    low, high = rank_intervals(better)
    assert ((low >= 1) & (low <= high) & (high <= k)).all()
    order = np.random.default_rng(seed).permutation(k)
    shuffled = rank_intervals(better[np.ix_(order, order)])
    assert [x.tolist() for x in shuffled] == [low[order].tolist(), high[order].tolist()]


@quick
@given(k=st.integers(2, 7), seed=st.integers(0, 10_000))
def test_true_ranks_are_inside_where_no_test_errs(k, seed):
    """Learners of known merit, some equal; some of the true differences are found, none that is not there."""
    rng = np.random.default_rng(seed)
    merit = rng.integers(0, 4, k)
    truly = merit[:, None] > merit
    low, high = rank_intervals(truly & (rng.random((k, k)) < 0.6))
    best_rank = 1 + truly.sum(axis=0)
    worst_rank = k - truly.sum(axis=1)
    assert (low <= best_rank).all()
    assert (high >= worst_rank).all()


def test_a_batch_is_many_single_calls():
    better = np.array([outcomes(4, seed) for seed in range(6)]).reshape(2, 3, 4, 4)
    low, high = rank_intervals(better)
    assert low.shape == high.shape == (2, 3, 4)
    for i in np.ndindex(2, 3):
        assert [x.tolist() for x in rank_intervals(better[i])] == [low[i].tolist(), high[i].tolist()]
    assert rank_intervals(better[:0])[0].shape == (0, 3, 4)


@pytest.mark.parametrize(
    ("better", "error", "message"),
    [
        (
            [[0.01, 0.2], [0.3, 0.4]],
            TypeError,
            r"array of booleans, got dtype float64\. For p-values pass \(p <= alpha\)",
        ),
        ([True, False], ValueError, r"shape \(n_learners, n_learners\), leading axes allowed, got \(2,\)"),
        ([[True, False]], ValueError, r"got \(1, 2\)"),
        (np.zeros((0, 0), dtype=bool), ValueError, r"got \(0, 0\)"),
        ([[True]], ValueError, "learner 0 better than itself"),
        ([[False, True], [True, False]], ValueError, "learners 0 and 1 each better than the other"),
    ],
)
def test_refusals(better, error, message):
    with pytest.raises(error, match=message):
        rank_intervals(better)
