"""Datasets from a Bayesian network over two-valued variables, in which everything can be computed exactly."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from sklearn.base import clone

from foldwise._core import check_integer, check_seed
from foldwise.lab._source import DataSource, as_known_difference, as_pair
from foldwise.learners import C45, NaiveBayes

Floats = npt.NDArray[np.float64]
Values = npt.NDArray[np.int8]
Parents = Sequence[Sequence[int]]
Tables = Sequence[Sequence[float]]

# Exact accuracies need all patterns of attributes.
MOST_ATTRIBUTES = 16
# One dtype for all columns of all datasets: making it costs more than a column.
TWO_VALUES = pd.CategoricalDtype([0, 1])


@dataclass(frozen=True, slots=True)
class BayesianNetwork(DataSource):
    """Draw every dataset from one Bayesian network over two-valued variables, the first of which is the class.

    Attributes are nominal, with both values declared. There are so few patterns that the true accuracy of any trained
    classifier is a sum over all of them: no test sample, no error. See `random_network` and `find_network`.

    Parameters
    ----------
    parents : sequence of sequences of int
        Of each variable, the class first: numbers of the variables on which it depends, all smaller than its own.
    tables : sequence of sequences of float
        Of each variable: the probability that it is 1 given its parents, for the parents' values 0...0, 0...01, ...,
        1...1; the last parent changes fastest.
    n_examples : int, default 300
        Size of every dataset.
    learners : pair of classifiers, optional
        ``(NaiveBayes(), C45())`` if not given.
    difference : float, optional
        True difference in accuracy if it is known; `find_network` fills it in. 0.0 if no attribute depends on anything
        and the class is a fair coin: then all learners are right half of the time.
    standard_error : float, default 0
        Monte Carlo error of `difference`.

    Examples
    --------
    The class decides the first attribute in nine cases of ten, the second one is pure chance.

    >>> from foldwise.lab.sources import BayesianNetwork
    >>> network = BayesianNetwork(parents=[[], [0], []], tables=[[0.5], [0.1, 0.9], [0.5]], n_examples=100)
    >>> X, y = network.dataset(seed=1)
    >>> X.shape
    (100, 2)
    >>> from foldwise.learners import C45
    >>> round(network.accuracy(C45().fit(X, y)), 6)
    0.9
    """

    parents: Parents
    tables: Tables
    n_examples: int = 300
    learners: tuple[Any, Any] = field(default_factory=lambda: (NaiveBayes(), C45()))
    difference: float | None = None
    standard_error: float = 0.0

    def __post_init__(self) -> None:
        # Tuples of plain numbers, so that a network can be compared, and be part of the key of stored trials.
        self._set(
            parents=tuple(tuple(map(int, each)) for each in self.parents),
            tables=tuple(tuple(map(float, each)) for each in self.tables),
        )
        _check_network(self.parents, self.tables)
        check_integer(self.n_examples, "n_examples", least=10)
        self._set(learners=as_pair(self.learners), difference=as_known_difference(self.difference))
        if self.difference is None and self.labels_are_coins:
            self._set(difference=0.0)
        if not self.name:
            words = f"network of {self.n_attributes} attributes, {sum(map(len, self.parents))} arcs"
            self._set(name=words)

    @property
    def labels_are_coins(self) -> bool:
        """Whether there are no arcs, and both classes are as probable."""
        return not any(self.parents) and self.tables[0] == (0.5,)

    @property
    def n_attributes(self) -> int:
        """How many attributes, besides the class."""
        return len(self.parents) - 1

    def draw(self, rng: np.random.Generator) -> tuple[pd.DataFrame, npt.NDArray[np.int64]]:
        """Draw all examples, variable by variable."""
        chance = rng.random((len(self.parents), self.n_examples))
        values = np.empty(chance.shape, dtype=np.int8)
        for variable, (parents, table) in enumerate(zip(self.parents, self.tables, strict=True)):
            values[variable] = chance[variable] < np.take(table, _places(values, parents))
        return _frame(values[1:]), values[0].astype(np.int64)

    def dataset(self, *, seed: int) -> tuple[pd.DataFrame, npt.NDArray[np.int64]]:
        """Draw one dataset to look at.

        Parameters
        ----------
        seed : int
            The same seed gives the same examples.

        Returns
        -------
        X : DataFrame of shape (n_examples, n_attributes)
        y : ndarray of int, shape (n_examples,)
        """
        return self.draw(np.random.default_rng(check_seed(seed)))

    def joint(self) -> Floats:
        """Return the probability of every class with every pattern, of shape (2, 2 ** n_attributes).

        Patterns are those of the attributes from 0...0 to 1...1; the last attribute changes fastest.
        """
        values = _all_values(len(self.parents))
        joint = np.ones(values.shape[1])
        for variable, (parents, table) in enumerate(zip(self.parents, self.tables, strict=True)):
            one = np.take(table, _places(values, parents))
            joint *= np.where(values[variable] == 1, one, 1 - one)
        return joint.reshape(2, -1)

    @property
    def best_accuracy(self) -> float:
        """Accuracy of the best possible classifier."""
        return float(self.joint().max(axis=0).sum())

    def accuracy(self, fitted: Any) -> float:
        """Compute the true accuracy of a trained classifier: no test sample, all patterns with their probabilities.

        Parameters
        ----------
        fitted : classifier
            Trained on data of this network.
        """
        return _accuracy(fitted, self.joint())

    def accuracies(self, n_sets: int, *, seed: int, first: int = 0) -> Floats:
        """Train both learners on datasets of this source, and compute their true accuracies.

        Parameters
        ----------
        n_sets : int
            How many datasets.
        seed : int
            Dataset i depends on the seed and i alone. Learners with an open `random_state` vary from call to call.
        first : int, default 0
            Number of the first dataset.

        Returns
        -------
        ndarray of shape (n_sets, 2)
        """
        check_integer(n_sets, "n_sets", least=1)
        check_seed(seed)
        joint = self.joint()
        accuracies = np.empty((n_sets, 2))
        for row, number in zip(accuracies, range(first, first + n_sets), strict=True):
            X, y = self.draw(np.random.default_rng([seed, number]))
            for place, learner in enumerate(map(clone, self.learners)):
                # Copies: the same dataset is for both.
                learner.fit(X.copy(), y.copy())
                row[place] = _accuracy(learner, joint)
        return accuracies


def _accuracy(fitted: Any, joint: Floats) -> float:
    # A copy of what is kept for the next one.
    predicted = np.asarray(fitted.predict(_patterns(joint.shape[1].bit_length() - 1).copy()))
    return float(joint[predicted, np.arange(joint.shape[1])].sum())


def _check_network(parents: Parents, tables: Tables) -> None:
    if not 2 <= len(parents) <= MOST_ATTRIBUTES + 1 or len(tables) != len(parents):
        raise ValueError(
            f"parents and tables must be given for a class and 1 to {MOST_ATTRIBUTES} attributes, got {len(parents)} "
            f"and {len(tables)} of them."
        )
    for variable, (numbers, table) in enumerate(zip(parents, tables, strict=True)):
        if len(set(numbers)) < len(numbers) or not all(0 <= number < variable for number in numbers):
            raise ValueError(
                f"The parents of variable {variable} must be different and have smaller numbers, got {list(numbers)}. "
                "Sort the variables so that arcs go forward."
            )
        if len(table) != 2 ** len(numbers) or not all(0 <= chance <= 1 for chance in table):
            raise ValueError(
                f"The table of variable {variable} must hold {2 ** len(numbers)} probabilities, one for each pattern "
                f"of its parents, got {list(table)}."
            )


def _places(values: Values, parents: Sequence[int]) -> npt.NDArray[np.intp]:
    """Place in the table of each example, by the values of the parents."""
    places = np.zeros(values.shape[1], dtype=np.intp)
    for parent in parents:
        places = 2 * places + values[parent]
    return places


def _all_values(n_variables: int) -> Values:
    """All patterns as columns; the last variable changes fastest."""
    numbers = np.arange(2**n_variables)
    return (numbers >> np.arange(n_variables)[::-1, np.newaxis] & 1).astype(np.int8)


@lru_cache(maxsize=8)
def _patterns(n_attributes: int) -> pd.DataFrame:
    return _frame(_all_values(n_attributes))


def _frame(values: Values) -> pd.DataFrame:
    """Make nominal columns of codes; no other way of making them is as quick."""
    columns = (pd.Categorical.from_codes(codes, dtype=TWO_VALUES, validate=False) for codes in values)
    frame = pd.DataFrame(dict(enumerate(columns)), copy=False)
    frame.columns = _names(len(values))
    return frame


@lru_cache(maxsize=MOST_ATTRIBUTES)
def _names(n_attributes: int) -> "pd.Index[str]":
    return pd.Index([f"x{number}" for number in range(1, n_attributes + 1)], dtype=object)
