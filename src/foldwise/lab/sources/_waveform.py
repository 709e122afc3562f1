"""Breiman's waveform problem as a source."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import check_integer
from foldwise.data import make_waveform
from foldwise.lab._source import DataSource, as_known_difference, as_pair, names_of
from foldwise.learners import C45, NaiveBayes


@dataclass(frozen=True, slots=True)
class Waveform(DataSource):
    """New examples of Breiman's waveform problem in every trial: three classes, 21 noisy numbers.

    Parameters
    ----------
    learners : pair of classifiers, optional
        `NaiveBayes` and `C45` if not given.
    n_examples : int, default 300
        Size of every dataset.
    difference : float, optional
        True difference in accuracy, if you know it.

    See Also
    --------
    foldwise.data.make_waveform : The problem itself.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.lab.sources import Waveform
    >>> X, y = Waveform(n_examples=50).draw(np.random.default_rng(1))
    >>> X.shape, np.unique(y).tolist()
    ((50, 21), ['0', '1', '2'])
    """

    learners: tuple[Any, Any] = field(default_factory=lambda: (NaiveBayes(), C45()))
    n_examples: int = 300
    difference: float | None = None

    def __post_init__(self) -> None:
        self._set(learners=as_pair(self.learners), difference=as_known_difference(self.difference))
        check_integer(self.n_examples, "n_examples", least=10)
        if not self.name:
            self._set(name=f"waveform, {names_of(self.learners)}")

    def draw(self, rng: np.random.Generator) -> tuple[npt.NDArray[np.float64], npt.NDArray[Any]]:
        """Draw examples."""
        drawn = make_waveform(self.n_examples, seed=int(rng.integers(2**63)))
        return drawn.X.to_numpy(), np.asarray(drawn.y)
