"""P-value of a score among the scores that permuted data gave."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Batch, Floats, unwrapped
from foldwise.stats._differences import ROUNDINGS
from foldwise.stats._inputs import as_finite


def permutation_pvalue(observed: ArrayLike, reference: ArrayLike) -> Batch:
    r"""Compare a score with those of randomly permuted data, greater being more extreme.

    Parameters
    ----------
    observed : array_like of shape (...)
        Score of the data as they are. An array is a batch of experiments.
    reference : array_like of shape (..., n_permutations)
        Scores of the same data with labels permuted at random.

    Returns
    -------
    float or ndarray of shape (...)
        The p-value; never 0.

    Notes
    -----
    With :math:`g` of :math:`B` reference scores as great as the observed one, rounding apart, or greater,

    .. math:: p = \frac{1 + g}{1 + B}.

    The data as they are count as one of the permutations: then, if all orders of the labels are equally probable,
    :math:`p \le \alpha` with probability :math:`\alpha` at most, for every :math:`B` [1]_.

    References
    ----------
    .. [1] B. Phipson and G. K. Smyth (2010). Permutation p-values should never be zero. Statistical
       Applications in Genetics and Molecular Biology 9, article 39.

    Examples
    --------
    >>> from foldwise.stats import permutation_pvalue
    >>> permutation_pvalue(0.9, [0.5, 0.6, 0.9, 0.4])
    0.4
    """
    scores = as_finite(reference, "reference", "n_permutations", least=1)
    score = as_finite(np.asarray(observed)[..., np.newaxis], "observed", "1", least=1)
    if score.shape[:-1] != scores.shape[:-1]:
        raise ValueError(
            f"observed must have the shape of reference without its last axis, {scores.shape[:-1]}, "
            f"got {score.shape[:-1]}."
        )
    # Equal shares computed in another order may differ in the last digits; a tie counts against the observed score.
    rounding = ROUNDINGS * np.finfo(np.float64).eps * np.maximum(np.abs(scores), np.abs(score))
    n_as_great = (scores >= score - rounding).sum(axis=-1)
    pvalue: Floats = np.asarray((1.0 + n_as_great) / (1.0 + scores.shape[-1]))
    return unwrapped(pvalue)
