import numpy as np
import pytest

from foldwise.stats import consistency


@pytest.mark.parametrize(
    ("rejections", "consistent", "almost"),
    [(0, 1, 1), (1, 0, 1), (2, 0, 0), (5, 0, 0), (8, 0, 0), (9, 0, 1), (10, 1, 1)],
)
def test_two_outcomes_of_ten(rejections, consistent, almost):
    """k in {0, n}; k in {0, 1, n - 1, n}."""
    result = consistency([[10 - rejections, rejections]])
    assert (result.n_consistent, result.n_almost_consistent, result.n_contradictory) == (consistent, almost, 0)
    assert result.consistent.tolist() == [bool(consistent)]
    assert result.almost_consistent.tolist() == [bool(almost)]


@pytest.mark.parametrize(
    ("counts", "consistent", "almost", "contradictory"),
    [
        ([10, 0, 0], True, True, False),
        ([0, 0, 10], True, True, False),
        ([0, 10, 0], True, True, False),
        ([1, 9, 0], False, True, False),
        ([1, 0, 9], False, True, True),
        ([1, 8, 1], False, False, True),
        ([5, 0, 5], False, False, True),
        ([0, 2, 8], False, False, False),
    ],
)
def test_three_outcomes_of_ten(counts, consistent, almost, contradictory):
    result = consistency([counts])
    found = result.consistent[0], result.almost_consistent[0], result.contradictory[0]
    assert found == (consistent, almost, contradictory)
    assert result.n_contradictory == contradictory


def test_two_outcomes_hide_a_contradiction():
    """Five executions for a and five for b: all of them reject."""
    assert consistency([[0, 10]]).n_consistent == 1
    assert consistency([[5, 0, 5]]).n_consistent == 0


def test_shares():
    result = consistency([[10, 0], [1, 9], [6, 4], [9, 1]])
    assert (result.share_consistent, result.share_almost_consistent) == (0.25, 0.75)
    assert isinstance(result.n_consistent, int)
    assert isinstance(result.share_consistent, float)


def test_datasets_may_differ_in_the_number_of_executions():
    assert consistency([[2, 0], [3, 1], [2, 2]]).almost_consistent.tolist() == [True, True, False]


def test_a_batch_is_many_studies():
    rng = np.random.default_rng(0)
    counts = rng.multinomial(4, [0.1, 0.5, 0.4], size=(3, 2, 9))
    batch = consistency(counts)
    for i in np.ndindex(3, 2):
        one = consistency(counts[i])
        assert one.n_consistent == batch.n_consistent[i]
        assert one.n_almost_consistent == batch.n_almost_consistent[i]
        assert one.n_contradictory == batch.n_contradictory[i]
        assert one.share_consistent == batch.share_consistent[i]
        assert one.share_almost_consistent == batch.share_almost_consistent[i]
    assert batch.n_contradictory.sum() > 0


def test_one_execution_tells_nothing():
    with pytest.raises(ValueError, match="at least 2 executions"):
        consistency([[1, 0]])
