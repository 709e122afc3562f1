"""How often the conclusion from one partition is not the one from many."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Batch, Counts, unwrapped
from foldwise.stats._outcomes import as_outcomes_over_datasets


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TallyResult:
    """Conclusions from single partitions, counted against those that are taken for true.

    Fields are Python numbers for one study and arrays of the batch's shape for many.

    Attributes
    ----------
    correct_accept : int or ndarray
        Neither was declared better, and neither is.
    correct_reject : int or ndarray
        The one that is better was declared so.
    type_one : int or ndarray
        One was declared better, and neither is.
    type_two : int or ndarray
        One is better, and was not declared so, or the other was.
    n_incorrect, n_conclusions : int or ndarray
        ``type_one + type_two``, and all four together.
    error_rate : float or ndarray
        ``n_incorrect / n_conclusions``.

    Examples
    --------
    >>> from foldwise.stats import tally
    >>> result = tally([[1, 52, 2], [28, 27, 0]], [0, -1])
    >>> result.type_one, result.type_two, result.n_conclusions, round(result.error_rate, 3)
    (3, 27, 110, 0.273)
    """

    correct_accept: Counts
    correct_reject: Counts
    type_one: Counts
    type_two: Counts

    @property
    def n_incorrect(self) -> Counts:
        """Number of conclusions of either wrong kind."""
        return self.type_one + self.type_two

    @property
    def n_conclusions(self) -> Counts:
        """Number of conclusions counted."""
        return self.correct_accept + self.correct_reject + self.n_incorrect

    @property
    def error_rate(self) -> Batch:
        """Share of conclusions that are wrong."""
        return self.n_incorrect / self.n_conclusions


def tally(outcomes: ArrayLike, conclusions: ArrayLike) -> TallyResult:
    """Count how often the conclusion from one partition is right, taking the one from all partitions for the truth.

    Parameters
    ----------
    outcomes : array_like of int, shape (..., n_datasets, 3)
        On how many partitions of each dataset a test declared `b` better, neither, `a` better; see `count_outcomes`.
    conclusions : array_like of int, shape (..., n_datasets)
        What is true of each dataset: -1 if `b` is better, 1 if `a` is, 0 if neither. In the paper [1]_, the
        conclusion of the averaged t over all partitions.

    Returns
    -------
    TallyResult
        Summed over datasets.

    Notes
    -----
    The conclusion from many partitions is an estimate too, so that "type one" and "type two" are meant in a manner of
    speaking. It need not be what most partitions say.

    References
    ----------
    .. [1] J. P. Bradford and C. E. Brodley (2001). The effect of instance-space partition on
       significance. Machine Learning 42, 269-286.

    Examples
    --------
    >>> from foldwise.stats import tally
    >>> result = tally([[1, 52, 2], [0, 1, 54]], [0, 1])
    >>> result.correct_accept, result.correct_reject, result.type_one, result.type_two
    (52, 54, 3, 1)
    """
    counts = as_outcomes_over_datasets(outcomes, columns=(3,), least_executions=1)
    truth = np.asarray(conclusions)
    if truth.shape != counts.shape[:-1]:
        raise ValueError(
            f"conclusions must be one per dataset, shape {counts.shape[:-1]} by the outcomes, got {truth.shape}."
        )
    known = np.isin(truth, (-1, 0, 1))
    if not known.all():
        raise ValueError(f"conclusions must be -1 (b better), 0 (neither) or 1 (a better), got {truth[~known][0]}.")
    b, none, a = np.moveaxis(counts, -1, 0)
    n = counts.sum(axis=-1)
    rejected_rightly = np.where(truth == 0, 0, np.where(truth == 1, a, b))
    accepted_rightly = np.where(truth == 0, none, 0)
    type_one = np.where(truth == 0, a + b, 0)
    parts = (accepted_rightly, rejected_rightly, type_one, n - accepted_rightly - rejected_rightly - type_one)
    accept, reject, one, two = (unwrapped(np.asarray(part.sum(axis=-1))) for part in parts)
    return TallyResult(correct_accept=accept, correct_reject=reject, type_one=one, type_two=two)
