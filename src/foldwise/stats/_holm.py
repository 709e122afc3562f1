"""Holm's adjustment for several tests."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_choice
from foldwise.stats._batch import Floats


def holm(pvalues: ArrayLike, *, axis: int = -1, undefined: Literal["error", "count"] = "error") -> Floats:
    r"""Adjust p-values so that rejecting those at most alpha errs anywhere with probability at most alpha.

    The step-down form of Bonferroni's adjustment: never weaker, and valid under any dependence [1]_.

    Parameters
    ----------
    pvalues : array_like
        One family of tests along `axis`; other axes are independent families. A family is *every* test
        that was tried, also those not reported [2]_.
    axis : int, default -1
        Axis along which a family lies.
    undefined : {'error', 'count'}, default 'error'
        What to do with NaN p-values: refuse, or leave them NaN but count them as members of the family, which
        makes the others no more significant than any value in their place would.

    Returns
    -------
    ndarray
        Adjusted p-values, in the order and shape of `pvalues`.

    Notes
    -----
    For ordered p-values :math:`p_{(1)} \le \dots \le p_{(m)}`,

    .. math:: \tilde p_{(i)} = \min\Big(1,\ \max_{j \le i}\, (m - j + 1)\, p_{(j)}\Big).

    Adjusted values are only as trustworthy as the p-values that go in: no adjustment repairs a test whose level is
    wrong.

    References
    ----------
    .. [1] S. Holm (1979). A simple sequentially rejective multiple test procedure.
       Scandinavian Journal of Statistics 6, 65-70.
    .. [2] S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended
       approach. Data Mining and Knowledge Discovery 1, 317-328.

    Examples
    --------
    >>> from foldwise.stats import holm
    >>> holm([0.5, 0.001, 0.02, 0.9])
    array([1.   , 0.004, 0.06 , 1.   ])
    """
    check_choice(undefined, "undefined", ("error", "count"))
    p = np.asarray(pvalues, dtype=np.float64)
    if p.ndim == 0:
        raise ValueError(
            f"pvalues must have at least one axis, got the single number {p}. Pass [p] for a family of one."
        )
    if ((p < 0) | (p > 1)).any():
        raise ValueError(f"pvalues must lie between 0 and 1, got {p[(p < 0) | (p > 1)][0]}.")
    if undefined == "error" and np.isnan(p).any():
        raise ValueError(
            f"{np.isnan(p).sum()} of {p.size} p-values are undefined (NaN). "
            "Pass undefined='count' to keep them as members of the family."
        )
    p = np.moveaxis(p, axis, -1)
    # NaN sorts last, as the largest p-value would: counted, and in nobody's way.
    order = np.argsort(p, axis=-1, kind="stable")
    stepped = np.take_along_axis(p, order, axis=-1) * np.arange(p.shape[-1], 0, -1)
    adjusted = np.empty_like(p)
    np.put_along_axis(adjusted, order, np.minimum(np.maximum.accumulate(stepped, axis=-1), 1.0), axis=-1)
    return np.moveaxis(adjusted, -1, axis)
