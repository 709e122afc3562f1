"""Bayesian networks whose arcs and probabilities are drawn at random."""

from itertools import combinations
from typing import Any

import numpy as np

from foldwise._core import check_bool, check_integer, check_seed
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
