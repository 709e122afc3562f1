"""New datasets like a given one, from a generator fitted to it."""

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pandas as pd
from sklearn.ensemble import RandomForestClassifier

from foldwise._core import check_integer, derive_seed
from foldwise.data import Dataset
from foldwise.lab._source import DataSource
from foldwise.lab.sources._smooth_rows import SmoothRows
from foldwise.sharing._door import predict_folds
from foldwise.splits import KFold

Floats = npt.NDArray[np.float64]

_TREES: Final = 50
_LEAF: Final = 3
# Powers of the class probabilities between which the fitted one is sought, and how often the range is halved.
_SHARPNESS: Final = (0.25, 8.0)
_HALVINGS: Final = 6
# Datasets from which an error rate of the generator is measured, by so many folds each.
_SETS: Final = 8
_FOLDS: Final = 5
# Fewest examples on which to measure what was learned from a dataset.
_POINTS: Final = 500


@dataclass(frozen=True, slots=True)
class Fitted(DataSource):
    """Datasets like a given one: rows resampled and smoothed, labels drawn from fitted class probabilities.

    A row is drawn with replacement and moved by random steps along the lines to its five nearest neighbours, towards
    them or away from them; what is no number is kept, or taken from a neighbour. Labels come from the
    class probabilities of a random forest, raised to the power at which the two learners together err as often on
    generated data as on the given ones.

    Parameters
    ----------
    dataset : Dataset
        What to be like.
    learners : tuple of classifier
        The two.
    n_examples : int, optional
        Size of every dataset; that of the given one if it is not given.

    Attributes
    ----------
    given_errors, generated_errors : tuple of float
        Error rates of both learners, cross-validated, on the given and on generated data of the same size: how good the
        fit is.

    Examples
    --------
    >>> from foldwise.data import load
    >>> from foldwise.lab import sources
    >>> from foldwise.learners import C45, NaiveBayes
    >>> source = sources.Fitted(load("iris"), (NaiveBayes(), C45()))
    >>> X, y = source.draw(np.random.default_rng(1))
    >>> X.shape, len(y), abs(sum(source.given_errors) - sum(source.generated_errors)) < 0.03
    ((150, 4), 150, True)
    """

    dataset: Dataset = field(repr=False)
    learners: tuple[Any, Any] = field()
    n_examples: int = 0
    given_errors: tuple[float, float] = field(init=False, repr=False, compare=False)
    generated_errors: tuple[float, float] = field(init=False, repr=False, compare=False)
    _rows: SmoothRows = field(init=False, repr=False, compare=False)
    _forest: Any = field(init=False, repr=False, compare=False)
    _classes: npt.NDArray[Any] = field(init=False, repr=False, compare=False)
    _sharpness: float = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        data = self.dataset
        n = check_integer(self.n_examples or data.n_examples, "n_examples", least=10)
        classes, codes = np.unique(data.y, return_inverse=True)
        rows = SmoothRows.of(data)
        seed = derive_seed("generator", data.fingerprint)
        forest = RandomForestClassifier(_TREES, min_samples_leaf=_LEAF, random_state=seed).fit(rows.coded, codes)
        self._set(n_examples=n, _rows=rows, _forest=forest, _classes=classes)
        if not self.name:
            self._set(name=f"generator fitted to {data.name}, {n} examples")
        errors = self._errors(data.X, data.y, seed)
        self._set(given_errors=errors)
        low, high = np.log(_SHARPNESS)
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            self._set(_sharpness=float(np.exp(middle)))
            generated = self._generated_errors(seed)
            low, high = (middle, high) if sum(generated) > sum(errors) else (low, middle)
        self._set(generated_errors=generated)

    def draw(self, rng: np.random.Generator) -> tuple[Any, npt.NDArray[Any]]:
        """Draw a dataset."""
        return self.draw_examples(self.n_examples, rng)

    def draw_with_calibration(self, rng: np.random.Generator) -> tuple[Any, npt.NDArray[Any], Any, npt.NDArray[Any]]:
        """Draw a dataset, and at least as many other examples."""
        n = self.n_examples
        X, y = self.draw_examples(n + max(n, _POINTS), rng)
        first, rest = (X.iloc[:n], X.iloc[n:]) if isinstance(X, pd.DataFrame) else (X[:n], X[n:])
        return first, y[:n], rest, y[n:]

    def draw_examples(self, n: int, rng: np.random.Generator) -> tuple[Any, npt.NDArray[Any]]:
        """Draw some number of examples.

        Parameters
        ----------
        n : int
            How many.
        rng : numpy.random.Generator
            The only source of chance.
        """
        X, coded = self._rows.draw(n, rng)
        shares = self._forest.predict_proba(coded) ** self._sharpness
        bounds = np.cumsum(shares, axis=1)
        drawn = (rng.random(n)[:, np.newaxis] * bounds[:, -1:] > bounds).sum(axis=1)
        return X, self._classes[drawn]

    def _generated_errors(self, seed: int) -> tuple[float, float]:
        """Mean error rates on datasets of the given size; the same chance for every sharpness."""
        errors = []
        for number in range(_SETS):
            X, y = self.draw_examples(self.dataset.n_examples, np.random.default_rng([seed, number]))
            errors.append(self._errors(X, y, derive_seed(seed, number)))
        a, b = np.mean(errors, axis=0)
        return float(a), float(b)

    def _errors(self, X: Any, y: npt.NDArray[Any], seed: int) -> tuple[float, float]:
        codes = np.unique(y, return_inverse=True)[1]
        folds = KFold(_FOLDS).assign(len(y), classes=y, seed=seed, dataset=self.dataset.fingerprint)
        a, b = (
            float(np.mean(predict_folds(learner, X, y, folds, name=name, seed=seed)[0] != codes))
            for name, learner in zip("ab", self.learners, strict=True)
        )
        return a, b
