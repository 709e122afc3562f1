"""Cochran's Q test for several classifiers on one test set."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Flags, unwrapped
from foldwise.stats._results import ChiSquareResult
from foldwise.stats._tails import chi_square_sf

# Below this many outcomes on examples that tell the classifiers apart, chi-square is doubtful [2].
ENOUGH = 24


def cochran_q(right: ArrayLike) -> ChiSquareResult:
    r"""Test whether several classifiers are equally accurate, from their outcomes on one test set.

    The extension of McNemar's test, without continuity correction, to more than two classifiers [1]_. A small
    p-value says that they are not all equal, not which differ: follow it with `binomial` on pairs and `holm`.

    Parameters
    ----------
    right : array_like of bool or 0 and 1, of shape (..., n_examples, n_classifiers)
        Whether each classifier is right on each example. Leading axes are independent experiments.

    Returns
    -------
    ChiSquareResult
        With ``df = n_classifiers - 1``. Flags: `no_disagreement` (statistic 0, p-value 1), `small_sample` (fewer than
        24 outcomes, examples times classifiers, where not all agree [2]_).

    See Also
    --------
    mcnemar : For two classifiers.

    Notes
    -----
    With ``G_j`` the examples that classifier ``j`` of ``k`` gets right, and ``L_i`` the classifiers that get
    example ``i`` right,

    .. math:: Q = \frac{(k - 1) \big(k \sum_j G_j^2 - (\sum_j G_j)^2\big)}{k \sum_i L_i - \sum_i L_i^2},

    referred to the upper tail of chi-square with ``k - 1`` degrees of freedom.

    The null hypothesis: on a random example of the population the *trained classifiers* are all equally often right;
    more exactly, given how many are right on an example, each is as likely as any other to be among them. It says
    nothing about other training sets. Examples must be independent and each counted once.

    The level is approximate: for two classifiers and few disagreements it is that of chi-square without
    continuity correction, which can exceed the nominal one (.07 at nominal .05 with 8 disagreements).

    References
    ----------
    .. [1] W. G. Cochran (1950). The comparison of percentages in matched samples. Biometrika 37, 256-266.
    .. [2] M. W. Tate and S. M. Brown (1970). Note on the Cochran Q test. Journal of the American
       Statistical Association 65, 155-160.

    Examples
    --------
    >>> from foldwise.stats import cochran_q
    >>> right = [[1, 1, 0]] * 10 + [[1, 0, 0]] * 6 + [[0, 1, 1]] * 5 + [[1, 1, 1]] * 30
    >>> result = cochran_q(right)
    >>> round(result.statistic, 3), result.df, round(result.pvalue, 4)
    (10.571, 2, 0.0051)
    """
    outcomes = np.asarray(right)
    if outcomes.dtype.kind not in "biuf":
        raise TypeError(f"right must hold booleans or 0 and 1, got dtype {outcomes.dtype}.")
    if outcomes.ndim < 2 or outcomes.shape[-1] < 2 or outcomes.shape[-2] < 1:
        raise ValueError(
            "right must have shape (n_examples, n_classifiers) with at least 1 example and 2 classifiers, leading axes "
            f"allowed, got {outcomes.shape}."
        )
    if not ((outcomes == 0) | (outcomes == 1)).all():
        raise ValueError(f"right must hold 0 and 1 only, got {outcomes[(outcomes != 0) & (outcomes != 1)].flat[0]}.")
    k = outcomes.shape[-1]
    whole = outcomes.astype(np.int64)
    by_classifier, by_example = whole.sum(axis=-2), whole.sum(axis=-1)
    spread = np.asarray((by_example * (k - by_example)).sum(axis=-1))
    # In whole numbers: k * sum(G^2) - sum(G)^2 cancels almost all digits for close classifiers.
    lead = k * np.square(by_classifier).sum(axis=-1) - np.square(by_classifier.sum(axis=-1))
    statistic = np.asarray((k - 1) * lead / np.maximum(spread, 1))
    informative = k * ((by_example > 0) & (by_example < k)).sum(axis=-1)
    return ChiSquareResult(
        statistic=unwrapped(statistic),
        pvalue=unwrapped(chi_square_sf(statistic, k - 1)),
        df=k - 1,
        flags=Flags(
            {"no_disagreement": spread == 0, "small_sample": (informative > 0) & (informative < ENOUGH)},
            shape=spread.shape,
        ),
    )
