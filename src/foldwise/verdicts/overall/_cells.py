"""Mean scores of learners on datasets, with the cells that are missing, and the differences of every pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from foldwise._core import counted, listed, one_line
from foldwise.verdicts._against import pair_numbers
from foldwise.verdicts._terms import Missing

Floats = npt.NDArray[np.float64]

MISSING_WORDS: Final[dict[str, str]] = {
    "pairs": "each pair is judged on the datasets where both learners have a score",
    "skillings_mack": "each pair is judged on the datasets where both learners have a score, and all cells there are "
    "enter the Skillings-Mack test",
    "complete": "only datasets where every learner has a score are used",
}


def missing_policy(missing: Missing, n_learners: int) -> str:
    """Return what is done about missing cells; of two learners there is no test of all of them."""
    return MISSING_WORDS["pairs" if n_learners < 3 and missing == "skillings_mack" else missing]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Cells:
    """A table of learners by datasets.

    Parameters
    ----------
    learners, datasets : tuple of str
        Their names.
    scores : ndarray of shape (n_learners, n_datasets)
        Mean scores, greater is better; NaN where a cell is missing.
    differences : ndarray of shape (n_pairs, n_datasets)
        Mean of ``score(a) - score(b)`` for each of `pairs`, over the folds that both learners have; NaN where either
        is missing.
    magnitudes : ndarray of shape (n_datasets,)
        Largest absolute score, by which rounding errors of differences are measured.
    reasons : mapping of (learner, dataset) to str
        Why a cell is missing, where that is known.
    against : str or None
        The learner that each other is compared with, ``b`` of every pair; None for all pairs.

    Examples
    --------
    >>> from foldwise.verdicts import Cells
    >>> scores = [[0.90, 0.81, 0.77], [0.88, 0.80, float("nan")]]
    >>> cells = Cells.of_scores(scores, ["nb", "tree"], ["iris", "wine", "vote"])
    >>> cells.present.tolist()
    [[True, True, True], [True, True, False]]
    >>> cells.differences.round(2).tolist()
    [[0.02, 0.01, nan]]
    """

    learners: tuple[str, ...]
    datasets: tuple[str, ...]
    scores: Floats
    differences: Floats
    magnitudes: Floats
    reasons: Mapping[tuple[str, str], str] = field(default_factory=dict)
    against: str | None = None

    @classmethod
    def of_scores(
        cls,
        scores: npt.ArrayLike,
        learners: Sequence[str],
        datasets: Sequence[str],
        reasons: Mapping[tuple[str, str], str] | None = None,
        *,
        against: str | None = None,
    ) -> Cells:
        """Make a table of mean scores alone.

        >>> cells = Cells.of_scores([[0.9, 0.8], [0.7, np.nan]], ["nb", "tree"], ["iris", "wine"])
        >>> cells.differences.round(1).tolist(), cells.missing()
        ([[0.2, nan]], (('tree', 'wine'),))
        """
        table = np.array(scores, dtype=np.float64)
        a, b = np.array(pair_numbers(learners, against), dtype=np.intp).reshape(-1, 2).T
        return cls(
            learners=tuple(learners),
            datasets=tuple(datasets),
            scores=table,
            differences=table[a] - table[b],
            magnitudes=np.abs(np.nan_to_num(table)).max(axis=0),
            reasons=reasons or {},
            against=against,
        )

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Numbers of the learners of every pair, in the order of `differences`."""
        return pair_numbers(self.learners, self.against)

    @property
    def present(self) -> npt.NDArray[np.bool_]:
        """Which cells are there, of the shape of `scores`."""
        return ~np.isnan(self.scores)

    def missing(self) -> tuple[tuple[str, str], ...]:
        """Learner and dataset of every cell that is missing."""
        return tuple((self.learners[i], self.datasets[j]) for i, j in np.argwhere(~self.present).tolist())

    def _on(self, which: npt.NDArray[np.bool_]) -> Cells:
        """Return the table of some of the datasets."""
        return replace(
            self,
            datasets=tuple(name for name, is_used in zip(self.datasets, which.tolist(), strict=True) if is_used),
            scores=self.scores[:, which],
            differences=self.differences[:, which],
            magnitudes=self.magnitudes[which],
        )

    def used(self, missing: Missing) -> tuple[Cells, npt.NDArray[np.bool_]]:
        """Return the datasets that a policy uses, those with two learners or more or with all of them, and which."""
        least = len(self.learners) if missing == "complete" else 2
        which = self.present.sum(axis=0) >= least
        if which.sum() < 2:
            cells = [f"{one_line(learner)} on {one_line(dataset)}" for learner, dataset in self.missing()]
            kept = "all" if missing == "complete" else "two or more"
            instead = " Use missing='pairs' (--missing pairs)." if missing == "complete" else ""
            raise ValueError(
                f"An answer over datasets needs two of them with scores of {kept} learners, got "
                f"{int(which.sum())} of {counted(len(self.datasets), 'dataset')}; missing are "
                f"{listed(cells, most=5, quote=False)}.{instead}"
            )
        return (self if which.all() else self._on(which)), which
