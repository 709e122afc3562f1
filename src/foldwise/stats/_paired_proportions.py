"""Limits for the difference of two accuracies measured on the same examples."""

import numpy as np
import numpy.typing as npt

from foldwise.stats._batch import Floats

# Halving [-1, 1] so often leaves less than the spacing of floating-point numbers near 1.
_HALVINGS = 60


def upper_difference(a_only: npt.ArrayLike, b_only: npt.ArrayLike, n: npt.ArrayLike, z: float) -> Floats:
    r"""Tango's upper limit for the difference in accuracy.

    The largest :math:`\Delta` whose score test is not rejected: with :math:`b` and :math:`c` the examples that only A,
    only B, gets right, and :math:`\tilde q` the most likely probability of the latter if the difference is
    :math:`\Delta`,

    .. math:: \frac{b - c - n\Delta}{\sqrt{n\,(2\tilde q + \Delta(1 - \Delta))}} = -z.

    Unlike limits that take the number of disagreements as given, it keeps its coverage when disagreements are few: that
    number is as random as the rest.

    References
    ----------
    T. Tango (1998). Equivalence test and confidence interval for the difference in proportions for the paired-sample
    design. Statistics in Medicine 17, 891-908.

    Examples
    --------
    Without any disagreement the limit is :math:`z^2 / (n + z^2)`:

    >>> upper_difference(0, 0, 16, 2.0)
    array(0.2)
    """
    b, c, n = (np.asarray(count, dtype=np.float64) for count in (a_only, b_only, n))
    low = (b - c) / n
    high = np.ones_like(low)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        # Multiplied out by the root, so that a variance of zero needs no division.
        rejected = n * middle - b + c > z * np.sqrt(n * _variance(b, c, n, middle))
        low, high = np.where(rejected, low, middle), np.where(rejected, middle, high)
    return np.asarray(high)


def _variance(b: Floats, c: Floats, n: Floats, difference: Floats) -> Floats:
    """Variance of one example's outcome, the probabilities being as likely as `difference` allows."""
    linear = (2 * n - b + c) * difference - b - c
    constant = c * difference * (1 - difference)
    root = np.sqrt(linear**2 + 8 * n * constant)
    q = np.maximum(root - linear, 0.0) / (4 * n)
    return np.maximum(2 * q + difference * (1 - difference), 0.0)
