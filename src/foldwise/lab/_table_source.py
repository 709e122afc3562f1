"""Where whole tables of scores, datasets by learners, come from: what every such source has in common."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Tables:
    """Tables of scores, and the truth behind them.

    Parameters
    ----------
    scores : ndarray of shape (n_tables, n_datasets, n_learners)
        Mean score of each learner on each dataset, as it would be measured; NaN where there is none.
    truth : ndarray of the same shape
        The scores without the error of measuring them.

    Examples
    --------
    >>> from foldwise.lab.sources import DatasetPopulation
    >>> tables = DatasetPopulation([0, 0, 0.02], n_datasets=10).draw(range(5), seed=1)
    >>> tables.scores.shape
    (5, 10, 3)
    """

    scores: Floats
    truth: Floats

    @property
    def present(self) -> npt.NDArray[np.bool_]:
        """Which cells are there."""
        return ~np.isnan(self.scores)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSource(ABC):
    """A population of datasets: every trial draws some of them, with the scores of several learners on each.

    What a `Source` is for tests on one dataset, this is for tests over many. It trains nobody. As there, sources are
    frozen dataclasses whose fields say all that determines the tables, besides the seed.

    Parameters
    ----------
    name : str, optional
        For tables; made from the parameters if not given.

    Examples
    --------
    >>> from foldwise.lab.sources import DatasetPopulation, TableSource
    >>> source = DatasetPopulation([0, 0, 0.02], n_datasets=10)
    >>> isinstance(source, TableSource), source.n_learners, source.n_datasets
    (True, 3, 10)
    """

    name: str = field(default="")

    def _set(self, **values: Any) -> None:
        """Set fields while the source is made, afterwards it is frozen."""
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    @abstractmethod
    def n_datasets(self) -> int:
        """Datasets of every table."""

    @property
    @abstractmethod
    def centers(self) -> tuple[float, ...]:
        """Centre of the scores of each learner over the population: learners with the same one are equally good."""

    @property
    @abstractmethod
    def pseudo_medians(self) -> Floats | None:
        """Pseudo-medians of the true differences of all pairs, first learner less second; None if not known.

        The median of the mean of the differences on two datasets: what Hodges and Lehmann's interval is about.
        """

    @property
    def n_learners(self) -> int:
        """Learners of every table."""
        return len(self.centers)

    @property
    def true_ranks(self) -> tuple[Ints, Ints]:
        """First and last of the ranks that each learner shares with those that are as good; 1 is the best."""
        centers = np.array(self.centers)
        better = centers[np.newaxis, :] > centers[:, np.newaxis]
        return 1 + better.sum(axis=1), len(centers) - better.sum(axis=0)

    @property
    def tables_per_block(self) -> int:
        """How many tables are drawn together; fixed, so that results do not depend on the number of workers."""
        return 200

    @abstractmethod
    def draw(self, trials: range, seed: int) -> Tables:
        """Draw the tables of some trials.

        Parameters
        ----------
        trials : range
            Which ones: a block, or the beginning of one.
        seed : int
            Of the study.
        """

    @abstractmethod
    def draw_folds(self, trials: range, seed: int) -> Floats:
        """Draw the same tables fold by fold.

        Parameters
        ----------
        trials, seed
            As in `draw`.

        Returns
        -------
        ndarray of shape (n_tables, n_datasets, n_learners, n_repeats, n_folds)
            Scores whose means are those of `draw`, unless these are rounded; NaN where there is none.
        """
