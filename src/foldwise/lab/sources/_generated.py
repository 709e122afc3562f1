"""Datasets from a function of the user's own."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import DataFormatError, check_integer
from foldwise.lab._source import DataSource, as_known_difference, as_pair, names_of


@dataclass(frozen=True, slots=True)
class Generated(DataSource):
    """Datasets that a function of your own draws.

    Parameters
    ----------
    function : callable
        Gets a `numpy.random.Generator`, which must be its only source of chance, and returns `X` and `y` with
        `n_examples` rows. With several processes it must be one that can be pickled: no lambda.
    learners : pair of classifiers
        To be compared.
    n_examples : int
        Size of every dataset.
    difference : float, optional
        True difference in accuracy, first learner less second, if you know it: 0.0 says that the source is a null.

    Examples
    --------
    Two attributes of which only the first says something about the class:

    >>> from foldwise.lab.sources import Generated
    >>> from foldwise.learners import C45, NaiveBayes
    >>> def noisy_step(rng):
    ...     X = rng.normal(size=(60, 2))
    ...     return X, (X[:, 0] + rng.normal(size=60) > 0).astype(int)
    >>> Generated(noisy_step, (NaiveBayes(), C45()), 60)  # doctest: +ELLIPSIS
    Generated(name='noisy_step, NaiveBayes and C45', function=<function noisy_step at ...
    """

    function: Callable[[np.random.Generator], tuple[Any, npt.ArrayLike]]
    learners: tuple[Any, Any] = field()
    n_examples: int = field()
    difference: float | None = None

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise TypeError(
                f"function must take a random generator and return X and y, got {type(self.function).__name__}."
            )
        self._set(learners=as_pair(self.learners), difference=as_known_difference(self.difference))
        check_integer(self.n_examples, "n_examples", least=2)
        if not self.name:
            words = getattr(self.function, "__name__", type(self.function).__name__)
            self._set(name=f"{words}, {names_of(self.learners)}")

    def draw(self, rng: np.random.Generator) -> tuple[Any, npt.NDArray[Any]]:
        """Call the function, and check what it returns."""
        drawn = self.function(rng)
        if not isinstance(drawn, tuple | list) or len(drawn) != 2:
            raise DataFormatError(f"the function must return X and y, got {type(drawn).__name__}.")
        X, y = drawn[0], np.asarray(drawn[1])
        X = X if hasattr(X, "shape") else np.asarray(X)
        if len(X.shape) != 2:
            raise DataFormatError(
                f"the function must return X with two dimensions, rows and attributes, got the shape {X.shape}. For a "
                "single attribute use X.reshape(-1, 1)."
            )
        if X.shape[0] != self.n_examples or y.shape != (self.n_examples,):
            raise DataFormatError(
                f"the function must return {self.n_examples} rows and as many labels, got X of shape "
                f"{X.shape} and y of shape {y.shape}. Set n_examples to what it draws."
            )
        return X, y
