"""Parts of a real dataset."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import check_integer, derive_seed
from foldwise.data import Dataset
from foldwise.lab._source import DataSource
from foldwise.learners import C45, NearestNeighbor
from foldwise.runs._door import take_rows


@dataclass(frozen=True, slots=True)
class SubSamples(DataSource):
    """Random parts of a real dataset, drawn without replacement; the rest is there to calibrate on.

    Parameters
    ----------
    dataset : Dataset
        What to draw from; see `foldwise.data.load`.
    n_examples : int, default 300
        Size of every part.
    learners : pair of classifiers, optional
        `C45` and `NearestNeighbor` if not given.
    experimental : int, optional
        Draw from so many rows only, chosen at random once and for all; the other rows calibrate every draw. If not
        given, parts are drawn from all rows, and each is calibrated on the rows that are not in it.

    Notes
    -----
    Parts of one dataset overlap, the more so the larger they are: trials then vary less than new datasets would.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.data import load
    >>> from foldwise.lab.sources import SubSamples
    >>> source = SubSamples(load("wine"), 100)
    >>> X, y, rest, labels = source.draw_with_calibration(np.random.default_rng(0))
    >>> source.name, X.shape, rest.shape
    ('100 of 178 of wine', (100, 13), (78, 13))
    """

    dataset: Dataset
    n_examples: int = 300
    learners: tuple[Any, Any] = field(default_factory=lambda: (C45(), NearestNeighbor()))
    experimental: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.dataset, Dataset):
            raise TypeError(f"dataset must be a Dataset, got {type(self.dataset).__name__}. Use foldwise.data.load.")
        check_integer(self.n_examples, "n_examples", least=10)
        n_rows = self.dataset.n_examples
        most = n_rows if self.experimental is None else check_integer(self.experimental, "experimental", least=10)
        if not self.n_examples <= most or not most <= n_rows or self.n_examples == n_rows:
            raise ValueError(
                f"n_examples must leave some of the {n_rows} rows to calibrate on, and be at most experimental, got "
                f"{self.n_examples} of {most}. Choose smaller ones."
            )
        self._set(learners=tuple(self.learners))
        if not self.name:
            self._set(name=f"{self.n_examples} of {most} of {self.dataset.name}")

    def draw(self, rng: np.random.Generator) -> tuple[Any, npt.NDArray[Any]]:
        """Draw rows without replacement."""
        return self._rows(self._split(rng)[0])

    def draw_with_calibration(self, rng: np.random.Generator) -> tuple[Any, npt.NDArray[Any], Any, npt.NDArray[Any]]:
        """Draw rows without replacement, and give those that cannot be or were not drawn."""
        drawn, rest = self._split(rng)
        return *self._rows(drawn), *self._rows(rest)

    def _split(self, rng: np.random.Generator) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        n = self.n_examples
        if self.experimental is None:
            order = rng.permutation(self.dataset.n_examples)
            return order[:n], order[n:]
        fixed = np.random.default_rng(derive_seed("experimental rows", self.experimental))
        order = fixed.permutation(self.dataset.n_examples)
        pool, rest = order[: self.experimental], order[self.experimental :]
        return rng.choice(pool, n, replace=False), rest

    def _rows(self, rows: npt.NDArray[np.intp]) -> tuple[Any, npt.NDArray[Any]]:
        return take_rows(self.dataset.X, rows), self.dataset.y[rows]
