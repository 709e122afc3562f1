import numpy as np
import pytest

from foldwise.stats import tally


def four(result):
    return result.correct_accept, result.correct_reject, result.type_one, result.type_two


@pytest.mark.parametrize(("truth", "expected"), [(0, (5, 0, 5, 0)), (1, (0, 3, 0, 7)), (-1, (0, 2, 0, 8))])
def test_one_dataset_by_hand(truth, expected):
    """Two partitions for b, five for neither, three for a. Rejecting the wrong way round is of the second kind."""
    result = tally([[2, 5, 3]], [truth])
    assert four(result) == expected
    assert result.n_conclusions == 10
    assert result.n_incorrect == expected[2] + expected[3]
    assert result.error_rate == (expected[2] + expected[3]) / 10


def test_datasets_are_added_up():
    counts, truth = [[2, 5, 3], [0, 1, 9], [10, 0, 0]], [0, 1, -1]
    parts = np.array([four(tally([c], [t])) for c, t in zip(counts, truth, strict=True)])
    assert four(tally(counts, truth)) == tuple(parts.sum(axis=0)) == (5, 19, 5, 1)
    assert all(isinstance(part, int) for part in four(tally(counts, truth)))


def test_swapping_the_learners_changes_nothing():
    rng = np.random.default_rng(0)
    counts, truth = rng.multinomial(9, [0.2, 0.5, 0.3], size=20), rng.integers(-1, 2, 20)
    assert four(tally(counts[:, ::-1], -truth)) == four(tally(counts, truth))


def test_a_batch_is_many_studies():
    rng = np.random.default_rng(1)
    counts, truth = rng.multinomial(9, [0.2, 0.5, 0.3], size=(2, 3, 8)), rng.integers(-1, 2, (2, 3, 8))
    batch = tally(counts, truth)
    for i in np.ndindex(2, 3):
        one = tally(counts[i], truth[i])
        assert four(one) == tuple(part[i] for part in four(batch))
        assert one.error_rate == batch.error_rate[i]
    assert (batch.n_conclusions == 72).all()


@pytest.mark.parametrize(
    ("counts", "truth", "message"),
    [
        ([[[1, 2, 3]] * 4] * 2, [0, 0], r"one per dataset, shape \(2, 4\) by the outcomes, got \(2,\)"),
        ([[1, 2, 3]], [2], "conclusions must be -1.*got 2"),
        ([[1, 2, 3]], [np.nan], "got nan"),
        ([[1, 2]], [0], r"3 counts"),
        ([[0, 0, 0]], [0], "at least 1 executions"),
        ([1, 2, 3], 0, "n_datasets"),
    ],
)
def test_refusals(counts, truth, message):
    with pytest.raises(ValueError, match=message):
        tally(counts, truth)
