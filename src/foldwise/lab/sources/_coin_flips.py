"""The exact null of labels that nobody can predict."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import check_integer
from foldwise.lab._source import DataSource, as_pair, names_of
from foldwise.learners import NaiveBayes, NearestNeighbor


@dataclass(frozen=True, slots=True)
class CoinFlips(DataSource):
    """Labels are flips of a fair coin, whatever the attributes: an exact null for any two different learners.

    Every classifier, however trained, is right on half of all new examples. Two learners are equally good at every
    training size, and need not be matched.

    Parameters
    ----------
    learners : pair of classifiers, optional
        `NaiveBayes` and `NearestNeighbor` if not given.
    n_examples : int, default 100
        Size of every dataset.
    n_attributes : int, default 5
        All normal with mean 0 and variance 1.

    Notes
    -----
    Both learners are at chance, which is a hard place for tests: if one of them answers nearly the same for all
    examples, their difference has no normal distribution at any size. Prefer `ExchangeableBlocks` where one learner
    will do.

    Stratified folds give something away: a class that is ahead by chance is ahead in the training set and in the test
    set, and learners that follow the majority gain (2.5 points for `C45` beside `NearestNeighbor`, 100 examples). A
    scheme that ends in ``:plain`` (``'10:plain'``) keeps every test answer at exactly one half.

    Examples
    --------
    >>> from foldwise.lab import run_trials
    >>> from foldwise.lab.sources import CoinFlips
    >>> source = CoinFlips(n_examples=40)
    >>> source.name, source.difference
    ('coin flips, NaiveBayes and NearestNeighbor', 0.0)
    >>> found = run_trials("5x2/five_by_two_t", source, n_trials=100).found["5x2/five_by_two_t"]
    >>> bool(abs(found.estimate.mean()) < 0.02)
    True
    """

    learners: tuple[Any, Any] = field(default_factory=lambda: (NaiveBayes(), NearestNeighbor()))
    n_examples: int = 100
    n_attributes: int = 5

    def __post_init__(self) -> None:
        self._set(learners=as_pair(self.learners))
        check_integer(self.n_examples, "n_examples", least=10)
        check_integer(self.n_attributes, "n_attributes", least=1)
        if not self.name:
            self._set(name=f"coin flips, {names_of(self.learners)}")

    @property
    def difference(self) -> float:
        """Zero: all are right half of the time."""
        return 0.0

    @property
    def labels_are_coins(self) -> bool:
        """They are."""
        return True

    def draw(self, rng: np.random.Generator) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
        """Draw labels and, independent of them, attributes."""
        return rng.normal(size=(self.n_examples, self.n_attributes)), rng.integers(0, 2, self.n_examples)
