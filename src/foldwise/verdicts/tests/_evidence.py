"""What a test may read, and what comes out, for a batch of experiments: one pair of learners, or many trials."""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]
Options = dict[str, Any]


class Evidence(Protocol):
    """What two learners a and b did in every experiment of a batch.

    The leading axes of all arrays, written as ..., are the experiments; a single pair has none. Options are what the
    functions of `foldwise.stats` take beside the arrays, as far as it is known.
    """

    @property
    def is_cross_validation(self) -> bool:
        """Whether every repeat tests two or more folds in turn."""

    def table(self) -> Floats:
        """Differences ``score(a) - score(b)`` of shape (..., n_repeats, n_folds); one row if folds are missing."""

    def row(self) -> Floats:
        """All differences, of shape (..., n)."""

    def complete(self, test: str, /) -> Floats:
        """Differences of shape (..., n_repeats, n_folds); refused in the name of `test` if folds are missing."""

    def mean_difference(self) -> Any:
        """Mean of all differences, of shape (...)."""

    def magnitude(self) -> Options:
        """Size of the scores, which rounding errors are measured by."""

    def ratio(self) -> Options:
        """Test size over training size, where it is not that of equal folds."""

    def sizes(self) -> tuple[Counts, Counts]:
        """Training and test sizes behind `row`, of its shape, or two numbers in their ratio."""

    def disagreements(self) -> tuple[Counts, Counts]:
        """Examples that only a, and that only b gets right, of shape (..., n_repeats)."""

    def n_right(self) -> tuple[Any, Any]:
        """Right answers of a and of b, of shape (...)."""

    def n_tested(self) -> Any:
        """Answers in all, of shape (...)."""

    def loss_differences(self) -> tuple[npt.NDArray[Any], Any, Options]:
        """``loss(b) - loss(a)`` of examples tested once, (..., n); how many are tested if not all; options."""

    def losses(self) -> tuple[npt.NDArray[Any], npt.NDArray[np.bool_]]:
        """Losses of shape (..., 2, n_repeats, n), and which examples all repeats tested, (..., n)."""

    def halves(self) -> tuple[npt.NDArray[Any], npt.NDArray[np.int32], Options]:
        """``loss(b) - loss(a)`` and the half that tested it, both (..., n_repeats, n); options."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Reading:
    """What a test found in a batch of experiments, arrays of shape (...).

    Parameters
    ----------
    statistic, pvalue : ndarray
        NaN where they are undefined.
    estimate : ndarray
        Mean difference, or the test's own estimate of the typical one.
    direction : ndarray
        Positive where the evidence is for a, negative where it is for b.
    undefined : ndarray of bool
        Where a repeat has no p-value that could be combined.
    result : object
        What the function of `foldwise.stats` returned; None where it was called several times.
    """

    statistic: Floats
    pvalue: Floats
    estimate: Floats
    direction: Floats
    undefined: Any = False
    result: Any = None


def reading(result: Any, *, estimate: Any = None, direction: Any = None, undefined: Any = False) -> Reading:
    """Make a reading of a result of `foldwise.stats`.

    Parameters
    ----------
    result : object
        With `statistic` and `pvalue`.
    estimate : array_like, optional
        Mean differences; those of the result if not given.
    direction : array_like, optional
        Positive where the evidence is for a; the estimate if not given.
    undefined : array_like of bool, default False
        Where there is neither a statistic nor a p-value, whatever the result says.
    """
    estimate = np.asarray(result.estimate if estimate is None else estimate, dtype=np.float64)
    evidence = estimate if direction is None else np.asarray(direction, dtype=np.float64)
    return Reading(
        statistic=np.where(undefined, np.nan, result.statistic),
        pvalue=np.where(undefined, np.nan, result.pvalue),
        estimate=estimate,
        direction=np.where(undefined, estimate, evidence),
        undefined=undefined,
        result=result,
    )
