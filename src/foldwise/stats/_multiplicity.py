"""How many false positives to expect from many tests, and what level to ask of each."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Batch, Floats, unwrapped


def family_wise_error(alpha: ArrayLike, n_tests: ArrayLike) -> Batch:
    r"""Probability that at least one of `n_tests` independent tests at level `alpha` rejects a true null.

    Parameters
    ----------
    alpha : array_like
        Level of each test, between 0 and 1.
    n_tests : array_like of int
        Number of tests: *all* tries, tuning attempts included [1]_.

    Returns
    -------
    float or ndarray
        :math:`1 - (1 - \alpha)^n`, computed without losing digits for small levels. For dependent tests it can be
        anything from :math:`\alpha` to :math:`n \alpha`.

    References
    ----------
    .. [1] S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended
       approach. Data Mining and Knowledge Discovery 1, 317-328.

    Examples
    --------
    Fourteen variants on eleven data sets:

    >>> from foldwise.stats import family_wise_error
    >>> round(family_wise_error(0.05, 154), 4)
    0.9996
    """
    return _over(alpha, n_tests, lambda a, n: -np.expm1(n * np.log1p(-a)))


def expected_false_positives(alpha: ArrayLike, n_tests: ArrayLike) -> Batch:
    r"""Return the expected number of rejections among `n_tests` true nulls tested at level `alpha`.

    Parameters
    ----------
    alpha : array_like
        Level of each test, between 0 and 1.
    n_tests : array_like of int
        Number of tests: *all* tries, tuning attempts included [1]_.

    Returns
    -------
    float or ndarray
        :math:`n \alpha`, whatever the dependence between the tests.

    References
    ----------
    .. [1] S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended
       approach. Data Mining and Knowledge Discovery 1, 317-328.

    Examples
    --------
    >>> from foldwise.stats import expected_false_positives
    >>> expected_false_positives(0.05, 154)
    7.7
    """
    return _over(alpha, n_tests, lambda a, n: n * a)


def sidak_level(alpha: ArrayLike, n_tests: ArrayLike) -> Batch:
    r"""Level for each of `n_tests` independent tests that keeps the family-wise error at `alpha`.

    Salzberg calls this the Bonferroni adjustment [1]_ and prints 0.0003 for the example, rounded down.

    Parameters
    ----------
    alpha : array_like
        Family-wise error wanted, between 0 and 1.
    n_tests : array_like of int
        Number of tests: *all* tries, tuning attempts included.

    Returns
    -------
    float or ndarray
        :math:`1 - (1 - \alpha)^{1/n}`.

    See Also
    --------
    sidak : Adjusted p-values instead of an adjusted level.
    bonferroni_level : Valid under any dependence.

    References
    ----------
    .. [1] S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended
       approach. Data Mining and Knowledge Discovery 1, 317-328.

    Examples
    --------
    >>> from foldwise.stats import sidak_level
    >>> round(sidak_level(0.05, 154), 6)
    0.000333
    """
    return _over(alpha, n_tests, lambda a, n: -np.expm1(np.log1p(-a) / n))


def bonferroni_level(alpha: ArrayLike, n_tests: ArrayLike) -> Batch:
    r"""Level for each of `n_tests` tests that keeps the family-wise error at most `alpha`, under any dependence.

    Parameters
    ----------
    alpha : array_like
        Family-wise error wanted, between 0 and 1.
    n_tests : array_like of int
        Number of tests: *all* tries, tuning attempts included [1]_.

    Returns
    -------
    float or ndarray
        :math:`\alpha / n`.

    See Also
    --------
    bonferroni : Adjusted p-values instead of an adjusted level.

    References
    ----------
    .. [1] S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended
       approach. Data Mining and Knowledge Discovery 1, 317-328.

    Examples
    --------
    >>> from foldwise.stats import bonferroni_level
    >>> bonferroni_level(0.05, 10)
    0.005
    """
    return _over(alpha, n_tests, lambda a, n: a / n)


def _over(alpha: ArrayLike, n_tests: ArrayLike, formula: Callable[[Floats, Floats], Any]) -> Batch:
    a, n = np.asarray(alpha, dtype=np.float64), np.asarray(n_tests)
    if not ((a > 0) & (a < 1)).all():
        raise ValueError(f"alpha must be strictly between 0 and 1, got {a[~((a > 0) & (a < 1))].flat[0]}.")
    if n.dtype.kind not in "iu":
        raise TypeError(f"n_tests must be an integer or an array of integers, got dtype {n.dtype}.")
    if (n < 1).any():
        raise ValueError(f"n_tests must be at least 1, got {n.min()}.")
    return unwrapped(np.asarray(formula(a, n.astype(np.float64)), dtype=np.float64))
