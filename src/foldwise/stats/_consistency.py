"""On how many datasets a test reaches the same decision every time that it is executed."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Batch, Counts, Floats, Integers, Mask, unwrapped
from foldwise.stats._outcomes import as_outcomes_over_datasets


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ConsistencyResult:
    """On how many datasets repeated executions of a test agree.

    Counts and fractions are Python numbers for one study and arrays of the batch's shape for many.

    Attributes
    ----------
    consistent : ndarray of bool, shape (..., n_datasets)
        All executions reached the same decision.
    almost_consistent : ndarray of bool, shape (..., n_datasets)
        All executions but one at most did; holds wherever `consistent` does.
    contradictory : ndarray of bool, shape (..., n_datasets)
        Some executions declared `a` better and others `b`. Never, if only rejections were counted.
    n_consistent, n_almost_consistent, n_contradictory : int or ndarray
        On how many datasets.
    share_consistent, share_almost_consistent : float or ndarray
        On which fraction of the datasets.

    Examples
    --------
    >>> from foldwise.stats import consistency
    >>> result = consistency([[0, 10, 0], [0, 9, 1], [2, 7, 1]])
    >>> result.n_consistent, result.n_almost_consistent, result.n_contradictory
    (1, 2, 1)
    """

    consistent: Mask
    almost_consistent: Mask
    contradictory: Mask

    @property
    def n_consistent(self) -> Counts:
        """Number of consistent datasets."""
        return _number(self.consistent)

    @property
    def n_almost_consistent(self) -> Counts:
        """Number of almost consistent datasets."""
        return _number(self.almost_consistent)

    @property
    def n_contradictory(self) -> Counts:
        """Number of contradictory datasets."""
        return _number(self.contradictory)

    @property
    def share_consistent(self) -> Batch:
        """Fraction of the datasets that are consistent."""
        return _share(self.consistent)

    @property
    def share_almost_consistent(self) -> Batch:
        """Fraction of the datasets that are almost consistent."""
        return _share(self.almost_consistent)


def consistency(outcomes: ArrayLike) -> ConsistencyResult:
    r"""Return on which datasets repeated executions of a test agree, wholly or but for one.

    Parameters
    ----------
    outcomes : array_like of int, shape (..., n_datasets, 2) or (..., n_datasets, 3)
        How often each decision was reached on each dataset: two counts (none, different), as in the paper [1]_,
        or three (b better, none, a better), see `count_outcomes`. Leading axes are studies.

    Returns
    -------
    ConsistencyResult

    See Also
    --------
    replicability : The probability that two executions agree.

    Notes
    -----
    With :math:`n` executions, a dataset is consistent if one decision was reached :math:`n` times and almost
    consistent if one was reached :math:`n - 1` times at least. Two counts do not tell a rejection in favour of `a`
    from one in favour of `b`: a dataset on which both occur passes for consistent. Three counts show it as
    contradictory.

    Consistency is not validity. A test that always rejects is perfectly consistent: the uncorrected t test over
    10x10 folds is the most consistent one in the paper, and its Type I error is very high.

    References
    ----------
    .. [1] R. R. Bouckaert and E. Frank (2004). Evaluating the replicability of
       significance tests for comparing learning algorithms. PAKDD 2004, 3-12.

    Examples
    --------
    Ten executions on three datasets; the second and the third never agree with themselves fully:

    >>> from foldwise.stats import consistency
    >>> result = consistency([[10, 0], [1, 9], [6, 4]])
    >>> result.consistent, result.almost_consistent
    (array([ True, False, False]), array([ True,  True, False]))
    """
    counts = as_outcomes_over_datasets(outcomes, columns=(2, 3), least_executions=2)
    n, most = counts.sum(axis=-1), counts.max(axis=-1)
    both = (counts[..., 0] > 0) & (counts[..., -1] > 0)
    return ConsistencyResult(
        consistent=most == n,
        almost_consistent=most >= n - 1,
        contradictory=both if counts.shape[-1] == 3 else np.zeros_like(both),
    )


def _number(datasets: Mask) -> Counts:
    number: Integers = np.asarray(datasets.sum(axis=-1), dtype=np.int64)
    return unwrapped(number)


def _share(datasets: Mask) -> Batch:
    share: Floats = np.asarray(datasets.mean(axis=-1), dtype=np.float64)
    return unwrapped(share)
