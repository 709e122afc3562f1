"""Statistics of sub-samples, made as large as those of independent samples would be."""

from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.special import ndtr, ndtri

from foldwise.lab._reference import reference_of
from foldwise.verdicts import Procedure

Floats = npt.NDArray[np.float64]

# Tests whose numerator is a difference on one half of the examples.
_ON_HALVES: Final = ("five_by_two_t", "five_by_two_f")


def drawn_share(procedure: Procedure, n_examples: int, n_population: int) -> float:
    """Share of the population that is behind the numerator of a procedure's statistic.

    Parameters
    ----------
    procedure : Procedure
        Its test named, unless it is settled.
    n_examples : int
        Size of a sub-sample.
    n_population : int
        Number of examples that it is drawn from.
    """
    share = n_examples / n_population
    if procedure.settled is not None:
        return share
    if procedure.test in _ON_HALVES:
        return share / 2
    folds = procedure.scheme.assign(n_examples, seed=0, dataset="shares").folds
    return share * float((folds >= 0).any(axis=0).mean())


def as_independent(statistic: Floats, pvalue: Floats, share: float) -> tuple[Floats, Floats]:
    r"""Enlarge statistics by what drawing without replacement from few made them smaller, with their p-values.

    Parameters
    ----------
    statistic, pvalue : ndarray of shape (n_trials,)
        Of sub-samples of one dataset.
    share : float
        See `drawn_share`.

    Returns
    -------
    statistic, pvalue : ndarray of shape (n_trials,)
        As of samples that are independent of each other.

    Notes
    -----
    The mean of :math:`n` out of :math:`N` numbers has :math:`1 - n/N` times the variance of the mean of :math:`n`
    independent ones, while the variance that a test estimates within its sample is the same: its statistic comes out
    too small by :math:`\sqrt{1 - n/N}`, the finite population correction, squared for chi-square and F. Where the
    p-value follows from no known distribution of the statistic, it is corrected on the normal scale.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.stats import kfold_t
    >>> result = kfold_t([[0.1, 0.2, 0.0], [-0.1, 0.1, 0.3]])
    >>> t, p = as_independent(result.statistic, result.pvalue, 0.75)
    >>> bool(np.allclose(t, 2 * result.statistic)), bool((p < result.pvalue).all())
    (True, True)
    """
    scale = 1 / np.sqrt(1 - share)
    reference = reference_of(statistic, pvalue)
    if reference is None:
        z = ndtri(np.maximum(pvalue, np.finfo(np.float64).tiny) / 2)
        return statistic, np.asarray(2 * ndtr(scale * z))
    squared = reference.name.startswith(("chi", "F"))
    enlarged = statistic * (scale**2 if squared else scale)
    return enlarged, np.where(np.isnan(pvalue), np.nan, reference.pvalue(enlarged))
