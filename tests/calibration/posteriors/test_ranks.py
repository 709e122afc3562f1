"""Simulation-based calibration: ranks of true values among draws are uniform, and not if the model is another.

Of all the p-values here the smallest is below .0005 in one of a hundred sets of tests; seeds are fixed.
"""

from functools import partial

import pytest
from ranks import bradley_terry_ranks, hierarchical_ranks, uniformity

SMALLEST = 5e-4
SMALL = {
    "hierarchical": partial(hierarchical_ranks, 400, 5, 6, 2),
    "bradley_terry": partial(bradley_terry_ranks, 400, 4, 6, 2),
    "bradley_terry without ties": partial(bradley_terry_ranks, 400, 4, 6, 2, with_ties=False),
}
LARGE = {
    "3 datasets": partial(hierarchical_ranks, 4000, 3, 10, 3),
    "10 datasets": partial(hierarchical_ranks, 4000, 10, 5, 3),
    "30 datasets": partial(hierarchical_ranks, 1000, 30, 100, 3),
    "3 learners": partial(bradley_terry_ranks, 4000, 3, 2, 3),
    "5 learners": partial(bradley_terry_ranks, 4000, 5, 20, 3),
}


@pytest.mark.parametrize("model", SMALL)
def test_ranks_are_uniform(model):
    pvalues = {quantity: uniformity(ranks) for quantity, ranks in SMALL[model]().items()}
    assert min(pvalues.values()) > SMALLEST, pvalues


def test_a_wrong_correlation_is_seen():
    """Folds that are told to be more correlated than they are: the spread of the population comes out too small."""
    ranks = hierarchical_ranks(400, 10, 5, 2, told_rho=0.6)
    assert uniformity(ranks["s_0"]) < 1e-6
    assert ranks["s_0"].mean() > 34


def test_wrong_ties_are_seen():
    ranks = bradley_terry_ranks(400, 4, 6, 2, told_ties=1)
    assert uniformity(ranks["nu"]) < 1e-6


@pytest.mark.slow
@pytest.mark.parametrize("model", LARGE)
def test_many_ranks_are_uniform(model):
    pvalues = {quantity: uniformity(ranks) for quantity, ranks in LARGE[model]().items()}
    assert min(pvalues.values()) > SMALLEST, pvalues
