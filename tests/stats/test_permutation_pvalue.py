from itertools import permutations

import numpy as np
import pytest

from foldwise.stats import permutation_pvalue


def test_by_hand():
    assert permutation_pvalue(0.9, [0.5, 0.6, 0.9, 0.4]) == 2 / 5
    assert permutation_pvalue(1.0, [0.5] * 999) == 1 / 1000
    assert permutation_pvalue(0.0, [0.5] * 999) == 1


def test_a_batch_is_many_single_ones():
    rng = np.random.default_rng(0)
    observed, reference = rng.random(3), rng.random((3, 19))
    each = [permutation_pvalue(score, row) for score, row in zip(observed, reference, strict=True)]
    assert permutation_pvalue(observed, reference).tolist() == each


def test_the_order_of_a_sum_does_not_undo_a_tie():
    assert permutation_pvalue(0.1 + 0.2 + 0.3, [0.3 + 0.2 + 0.1]) == 1


def test_it_never_rejects_too_often():
    """All 720 orders of six labels taken in turn as the observed one, with all others as reference: exact."""
    x = np.arange(6.0)
    scores = np.array([np.dot(x, order) for order in permutations([0, 0, 0, 1, 1, 1])])
    pvalues = np.array([permutation_pvalue(scores[i], np.delete(scores, i)) for i in range(len(scores))])
    for alpha in (0.05, 0.1, 0.5):
        assert np.mean(pvalues <= alpha) <= alpha
    # The greatest sum belongs to one of the 20 labellings: 36 of the 720 orders.
    assert pvalues.min() == 36 / 720


@pytest.mark.parametrize(
    ("observed", "reference", "message"),
    [
        (0.5, [], "at least 1 values"),
        (np.nan, [0.5], "observed must be finite, got nan"),
        (0.5, [0.5, np.inf], "reference must be finite, got inf at index 1"),
        ([0.5, 0.6], [0.5, 0.6], r"shape of reference without its last axis, \(\), got \(2,\)"),
    ],
)
def test_refusals(observed, reference, message):
    with pytest.raises(ValueError, match=message):
        permutation_pvalue(observed, reference)
