"""Dietterich's 5x2cv t test with any number of halvings."""

import numpy as np
import numpy.typing as npt
from scipy.special import stdtr


def halvings_t(differences: npt.ArrayLike) -> tuple[float, float]:
    r"""Test equal mean score over r repeats of two-fold cross-validation, as Dietterich does over five.

    It is there to show why he chose five; `foldwise.stats.five_by_two_t` is the test for use.

    Parameters
    ----------
    differences : array_like of shape (n_repeats, 2)
        ``score(a) - score(b)`` of each repeat on each of two folds.

    Returns
    -------
    statistic : float
        The difference on the first fold over the root of the mean variance inside repeats; 0 if all differences are
        zero, infinite if only the variances are.
    pvalue : float
        Two-sided, from Student's t with `n_repeats` degrees of freedom; NaN where the statistic is infinite.

    Notes
    -----
    .. math:: t = x_{11} \Big/ \sqrt{\tfrac1r \sum_{j=1}^r s_j^2}, \qquad s_j^2 = (x_{1j} - x_{2j})^2 / 2.

    Examples
    --------
    >>> t, p = halvings_t([[0.04, 0.02], [-0.01, 0.03], [0.05, 0.0], [0.02, -0.02], [0.06, 0.01]])
    >>> round(t, 3), round(p, 3)
    (1.364, 0.231)
    """
    x = np.asarray(differences, dtype=np.float64)
    first = float(x[0, 0])
    error = float(np.sqrt(np.square(x[:, 0] - x[:, 1]).mean() / 2))
    if error == 0:
        return (0.0, 1.0) if not x.any() else (float(np.sign(first)) * np.inf if first else 0.0, np.nan)
    t = first / error
    return t, 2 * float(stdtr(len(x), -abs(t)))
