"""The interval for a mean difference that belongs to the sign-flip test."""

import math

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_fraction
from foldwise.stats._batch import Batch, Floats, unwrapped
from foldwise.stats._inputs import as_finite
from foldwise.stats._sign_flip import ENUMERATED, sign_flip

_HALVINGS = 60


def sign_flip_interval(sums: ArrayLike, sizes: ArrayLike | None = None, *, level: float = 0.95) -> tuple[Batch, Batch]:
    r"""Two-sided limits for a mean difference: those differences that the sign-flip test does not reject.

    Parameters
    ----------
    sums : array_like of shape (..., n_units)
        ``score(a) - score(b)`` on each item; or their sum over each cluster of items. At most 32. Leading axes are
        independent experiments.
    sizes : array_like of shape (n_units,), optional
        How many items each cluster has; 1 by default.
    level : float, default 0.95
        Coverage.

    Returns
    -------
    low, high : float or ndarray
        Infinite where there are too few units for any difference to be rejected: five or fewer at level .95.

    See Also
    --------
    sign_flip : The test.
    paired_items_t : With many items or clusters.

    Notes
    -----
    With the sum ``d_u`` and the size ``n_u`` of unit ``u``, the one-sided p-value of a difference ``x`` is the share of
    the ``2^n`` sets of units, the empty one included, whose mean :math:`\sum_u d_u / \sum_u n_u` is at most ``x`` [1]_:
    it grows with ``x``, and the lower limit is where it passes ``(1 - level) / 2``. The two limits exclude zero if the
    two-sided p-value of `sign_flip` is at most ``1 - level``.

    The interval covers the mean at least as often as `level` says where the units are independent and their
    differences from it, ``d_u - n_u x``, are as likely to have the other sign.

    References
    ----------
    .. [1] J. A. Hartigan (1969). Using subsample values as typical values. Journal of the American Statistical
       Association 64, 1303-1317.

    Examples
    --------
    >>> from foldwise.stats import sign_flip_interval
    >>> low, high = sign_flip_interval([0.5, 0.25, -0.125, 0.75, 1.0, 0.5], level=0.9)
    >>> round(low, 4), round(high, 4)
    (0.1875, 0.75)
    >>> sign_flip_interval([1.0, 2.0, 3.0])
    (-inf, inf)
    """
    tail = (1 - check_fraction(level, "level")) / 2
    d = as_finite(sums, "sums", "n_units")
    n = d.shape[-1]
    if n > ENUMERATED:
        raise ValueError(f"sums must be of at most {ENUMERATED} units, got {n}. For more use paired_items_t.")
    size = np.ones(n) if sizes is None else np.asarray(sizes, dtype=np.float64)
    if size.shape != (n,) or not (size > 0).all():
        raise ValueError(f"sizes must be a positive number for each of the {n} units, got shape {size.shape}.")
    low, high = _lower(d, size, tail), -np.asarray(_lower(-d, size, tail))
    return unwrapped(np.asarray(low)), unwrapped(high)


def _lower(d: Floats, size: Floats, tail: float) -> Floats:
    """Halve the interval in which the one-sided p-value passes the tail."""
    if tail < math.ldexp(1.0, -d.shape[-1]):
        return np.full(d.shape[:-1], -np.inf)
    means = d / size
    below, above = means.min(axis=-1), d.sum(axis=-1) / size.sum()
    for _ in range(_HALVINGS):
        middle = (below + above) / 2
        p = np.asarray(sign_flip(d - middle[..., np.newaxis] * size, alternative="greater").pvalue)
        rejected = p <= tail
        below, above = np.where(rejected, middle, below), np.where(rejected, above, middle)
    return np.asarray(below)
