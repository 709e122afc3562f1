"""The search for a random network on which two learners differ as much as one wants."""

from dataclasses import replace
from numbers import Real
from typing import Any

import numpy as np

from foldwise._core import FoldwiseError, check_integer, check_seed, derive_seed
from foldwise.lab.sources._bayesian_network import BayesianNetwork
from foldwise.lab.sources._random_network import random_network

# Training sets in the first look at a network; every further look doubles them.
FIRST_LOOK = 10
# A look ends the search on a network that is so many standard errors away from what is wanted.
HOPELESS = 3.0


def find_network(
    difference: float,
    *,
    tolerance: float = 0.001,
    seed: int = 0,
    n_candidates: int = 1000,
    n_attributes: int = 9,
    n_arcs: int | None = None,
    n_examples: int = 300,
    learners: tuple[Any, Any] | None = None,
    name: str = "",
) -> BayesianNetwork:
    """Find a random network on which two learners differ in accuracy by a wanted amount.

    Networks are drawn one after the other. On each, both learners are trained on more and more datasets, and their true
    accuracies computed, until the mean difference is clearly another one, or is the wanted one with a standard error
    of at most half the tolerance. The first such network is returned.

    Parameters
    ----------
    difference : float
        Accuracy of the first learner less that of the second, as a fraction, when trained on `n_examples` examples.
    tolerance : float, default 0.001
        How far the measured difference may be from the wanted one; the search takes time in proportion to its inverse
        cube.
    seed : int, default 0
        Where the search begins; the same seed finds the same network.
    n_candidates : int, default 1000
        How many networks to try.
    n_attributes, n_arcs, n_examples, learners, name
        As in `random_network`.

    Returns
    -------
    BayesianNetwork
        With `difference` as measured, and its `standard_error`.

    Raises
    ------
    FoldwiseError
        If there is none among the candidates; it names the nearest one that was seen.

    Examples
    --------
    Naive Bayes about five points behind C4.5:

    >>> from foldwise.lab.sources import find_network
    >>> network = find_network(-0.05, tolerance=0.01)
    >>> bool(abs(network.difference + 0.05) < 0.01 and network.standard_error < 0.005)
    True
    """
    for value, what in ((difference, "difference"), (tolerance, "tolerance")):
        if isinstance(value, bool) or not isinstance(value, Real) or not -1 < value < 1:
            raise ValueError(f"{what} must be a fraction, such as -0.05 for five points, got {value!r}.")
    if tolerance <= 0:
        raise ValueError(f"tolerance must be above 0, got {tolerance}.")
    check_seed(seed)
    check_integer(n_candidates, "n_candidates", least=1)
    seen = []
    for number in range(n_candidates):
        network = random_network(
            seed=derive_seed("network", seed, number),
            n_attributes=n_attributes,
            n_arcs=n_arcs,
            n_examples=n_examples,
            learners=learners,
            name=name,
        )
        mean, error = _measured(network, difference, tolerance, seed)
        if abs(mean - difference) <= tolerance and error <= tolerance / 2:
            return replace(network, difference=mean, standard_error=error)
        seen.append(mean)
    nearest = min(seen, key=lambda mean: abs(mean - difference))
    raise FoldwiseError(
        f"No network of {n_candidates} has a difference of {difference:g} within {tolerance:g}; the nearest has "
        f"{nearest:.4f}. Raise n_candidates or tolerance, or change n_arcs: with few, naive Bayes is ahead."
    )


def _measured(network: BayesianNetwork, wanted: float, tolerance: float, seed: int) -> tuple[float, float]:
    """Mean difference and its standard error; roughly where it is another one than wanted."""
    differences = np.empty(0)
    n_more = FIRST_LOOK
    while True:
        accuracies = network.accuracies(n_more, seed=seed, first=len(differences))
        differences = np.append(differences, accuracies[:, 0] - accuracies[:, 1])
        mean, error = float(differences.mean()), float(differences.std(ddof=1) / np.sqrt(len(differences)))
        if error <= tolerance / 2 or abs(mean - wanted) > tolerance + HOPELESS * error:
            return mean, error
        n_more = len(differences)
