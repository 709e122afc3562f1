"""Bayesian networks drawn at random, and those among them on which two learners differ as wanted."""

from dataclasses import replace
from itertools import combinations
from numbers import Real
from typing import Any

import numpy as np

from foldwise._core import FoldwiseError, check_bool, check_integer, check_seed, derive_seed
from foldwise.lab.sources._bayesian_network import BayesianNetwork


def random_network(
    *,
    seed: int,
    independent: bool = False,
    n_attributes: int = 9,
    n_arcs: int | None = None,
    n_examples: int = 300,
    learners: tuple[Any, Any] | None = None,
    name: str = "",
) -> BayesianNetwork:
    """Draw a network over two-valued variables, as Bouckaert and Frank (2004) did for their simulation [1]_.

    The class is a fair coin and a parent of all attributes; random arcs are added among the attributes, none of which
    leads back. All other probabilities are uniform between 0 and 1.

    Parameters
    ----------
    seed : int
        The same seed gives the same network.
    independent : bool, default False
        Leave out all arcs, also those from the class: every learner is then right half of the time.
    n_attributes : int, default 9
        Besides the class.
    n_arcs : int, optional
        How many arcs among the attributes; half of all possible ones if not given (18 for 9 attributes). None of them:
        naive Bayes is the right model. The more, the farther it falls behind trees.
    n_examples : int, default 300
        Size of every dataset.
    learners : pair of classifiers, optional
        ``(NaiveBayes(), C45())`` if not given.
    name : str, optional
        For tables and figures.

    Returns
    -------
    BayesianNetwork

    References
    ----------
    .. [1] R. R. Bouckaert and E. Frank (2004). Evaluating the replicability of significance tests for comparing
       learning algorithms. PAKDD, 3-12.

    Examples
    --------
    >>> from foldwise.lab.sources import random_network
    >>> network = random_network(seed=1)
    >>> network.name
    'random network 1, 18 arcs'
    >>> [len(parents) for parents in network.parents]
    [0, 1, 2, 2, 2, 3, 3, 4, 6, 4]
    >>> random_network(seed=1, independent=True).difference
    0.0
    """
    check_seed(seed)
    check_bool(independent, "independent")
    check_integer(n_attributes, "n_attributes", least=1)
    pairs = list(combinations(range(1, n_attributes + 1), 2))
    if independent and n_arcs:
        raise ValueError(f"Independent attributes have no arcs, got n_arcs={n_arcs}. Leave one of the two out.")
    n_arcs = len(pairs) // 2 if n_arcs is None else check_integer(n_arcs, "n_arcs", least=0)
    if n_arcs > len(pairs):
        raise ValueError(f"n_arcs must be at most {len(pairs)} among {n_attributes} attributes, got {n_arcs}.")
    rng = np.random.default_rng(seed)
    parents: list[list[int]] = [[], *([] if independent else [0] for _ in range(n_attributes))]
    for arc in [] if independent else sorted(rng.choice(len(pairs), n_arcs, replace=False).tolist()):
        parent, child = pairs[arc]
        parents[child].append(parent)
    tables = [[0.5], *(rng.random(2 ** len(numbers)).tolist() for numbers in parents[1:])]
    words = "independent attributes" if independent else f"random network {seed}, {n_arcs} arcs"
    own: dict[str, Any] = {} if learners is None else {"learners": learners}
    return BayesianNetwork(parents, tables, n_examples, name=name or words, **own)


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
    means = []
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
        means.append(mean)
    nearest = min(means, key=lambda mean: abs(mean - difference))
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


# Seed of a random network, mean difference in accuracy on 10,000 datasets, standard error of that mean.
FOUND = ((680, -0.027736, 0.000095), (1568, -0.058431, 0.000179), (2397, -0.112722, 0.000216))


def table_five_sources(learners: tuple[Any, Any] | None = None) -> tuple[BayesianNetwork, ...]:
    """Make four networks like those of Table 5 of Bouckaert and Frank (2004).

    Their networks are not published, but how they were drawn is, and how much naive Bayes and C4.5 differ on them: by
    0, 2.77, 5.83 and 11.27 points when trained on 300 examples. The first has no arcs, and all learners are right half
    of the time. The others are random networks of 9 attributes and 18 arcs, found among the first 2500 seeds, with the
    same differences, all with C4.5 ahead: accuracies are about 88 and 91%, 72 and 78%, 83 and 94%.

    Parameters
    ----------
    learners : pair of classifiers, optional
        ``(NaiveBayes(), C45())`` if not given; of others the differences are not known.

    Returns
    -------
    tuple of BayesianNetwork
        In the order of the table.

    Examples
    --------
    >>> from foldwise.lab.sources import table_five_sources
    >>> [source.name for source in table_five_sources()]
    ['source 1, 0 points', 'source 2, 2.8 points', 'source 3, 5.8 points', 'source 4, 11.3 points']
    >>> [round(100 * source.difference, 1) for source in table_five_sources()]
    [0.0, -2.8, -5.8, -11.3]
    """
    sources = [random_network(seed=1, independent=True, learners=learners, name="source 1, 0 points")]
    for number, (seed, difference, error) in enumerate(FOUND, start=2):
        points = f", {100 * abs(difference):.1f} points" if learners is None else ""
        network = random_network(seed=seed, learners=learners, name=f"source {number}{points}")
        known: dict[str, Any] = {"difference": difference, "standard_error": error} if learners is None else {}
        sources.append(replace(network, **known))
    return tuple(sources)
