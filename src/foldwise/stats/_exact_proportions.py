"""The exact test for two proportions, of classifiers that were tested on different examples."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_choice
from foldwise.stats._batch import ALTERNATIVES, Alternative, Batch, Flags, Floats, Integers, unwrapped
from foldwise.stats._hypergeometric import hypergeometric_tails, rejected_at_most
from foldwise.stats._inputs import as_counts

# The most examples: of one test set where a chance of being right is sought; of both together otherwise.
MOST_SOUGHT, MOST_COUNTED = 1_000, 10_000_000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ExactProportionsResult:
    """Two accuracies on different test sets, compared exactly.

    Fields are Python numbers for one experiment and arrays of the batch's shape for many. No p-value is ever NaN.

    Attributes
    ----------
    statistic : float or ndarray
        Fisher's p-value, by which tables are ordered: two-sided, the smaller of the two tails.
    pvalue : float or ndarray
        Against `alternative`.
    df : None
        There are no degrees of freedom.
    estimate : float or ndarray
        Difference of the accuracies, `a` less `b`.
    common_accuracy : float or ndarray
        The accuracy of both at which a result as extreme is most probable; by Fisher's test, which
        needs none, that of all examples together.
    alternative : {'two-sided', 'greater', 'less'}
        What `pvalue` was computed against.
    flags : Flags
        What to know before trusting the numbers.

    Examples
    --------
    >>> from foldwise.stats import exact_proportions
    >>> result = exact_proportions(7, 12, a_examples=12, b_examples=12)
    >>> round(result.estimate, 3), round(result.pvalue, 4), round(result.common_accuracy, 3)
    (-0.417, 0.0174, 0.389)
    """

    statistic: Batch
    pvalue: Batch
    df: None
    estimate: Batch
    common_accuracy: Batch
    alternative: Alternative
    flags: Flags


def exact_proportions(
    a_right: ArrayLike,
    b_right: ArrayLike,
    *,
    a_examples: ArrayLike,
    b_examples: ArrayLike,
    alternative: Alternative = "two-sided",
    method: Literal["boschloo", "fisher"] = "boschloo",
) -> ExactProportionsResult:
    r"""Test exactly whether two classifiers that saw *different* test examples are equally accurate.

    For accuracies from two papers, or from two periods, of which only the counts are known. On one and the same test
    set use `binomial`, which knows which examples each gets right.

    Parameters
    ----------
    a_right, b_right : array_like of int
        Examples that `a`, that `b`, classifies rightly. Arrays are batches of experiments.
    a_examples, b_examples : array_like of int
        Examples that `a`, that `b`, was tested on, none of them in common.
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks whether `a` is the more accurate; the p-value is then one-sided.
    method : {'boschloo', 'fisher'}, default 'boschloo'
        Boschloo's test, up to 1,000 examples each, or Fisher's.

    Returns
    -------
    ExactProportionsResult
        Flag: `identical_scores` (both always right or both always wrong: p-value 1).

    See Also
    --------
    binomial : The exact test on one test set.
    difference_of_proportions : The approximation by the normal distribution, which Dietterich advises against.

    Notes
    -----
    Let ``X`` of ``m`` and ``Y`` of ``n`` be right. Given ``X + Y = k``, and equal accuracies, ``X`` is hypergeometric
    whatever the accuracy. Fisher's one-sided p-value is its tail [1]_,

    .. math:: p_F(x, y) = \sum_{i \ge x} \binom{m}{i} \binom{n}{k - i} \Big/ \binom{m + n}{k},

    and the two-sided one twice the smaller tail, at most 1. Boschloo's test [2]_ takes it for a statistic and asks how
    often it is as small, at the accuracy where that happens most often:

    .. math:: p_B(x, y) = \max_\pi P_\pi\big(p_F(X, Y) \le p_F(x, y)\big).

    The two-sided p-value asks how often the smaller tail is as small, which is at most, and mostly less than, twice the
    smaller of the one-sided ones, what SciPy's `boschloo_exact` returns.

    Both never reject a true null more often than the level says. Boschloo's p-value is never larger than Fisher's,
    whose condition on ``k`` leaves few tables and rejects too seldom: with 20 examples each, at level .05 and whatever
    the accuracy, at most .025 of the time by Fisher and .046 by Boschloo; with 100 each, .040 and .050. That is why it
    is the default here, and not Barnard's test, which orders tables by a search of its own. With many examples both
    agree, and Fisher's can be computed.

    The null hypothesis: the two *trained classifiers* are equally often right, each on random examples of one
    population. It says nothing about other training sets.

    References
    ----------
    .. [1] R. A. Fisher (1935). The logic of inductive inference. Journal of the Royal Statistical Society 98, 39-82.
    .. [2] R. D. Boschloo (1970). Raised conditional level of significance for the 2 x 2-table when testing the
       equality of two probabilities. Statistica Neerlandica 24, 1-35.

    Examples
    --------
    >>> from foldwise.stats import exact_proportions
    >>> published = {"a_examples": 50, "b_examples": 60}
    >>> round(exact_proportions(45, 45, **published).pvalue, 4)
    0.0468
    >>> round(exact_proportions(45, 45, **published, method="fisher").pvalue, 4)
    0.071
    """
    check_choice(alternative, "alternative", ALTERNATIVES)
    check_choice(method, "method", ("boschloo", "fisher"))
    named = {"a_right": a_right, "b_right": b_right, "a_examples": a_examples, "b_examples": b_examples}
    counts = as_counts(named)
    _check(counts, method)
    tables = np.stack([each.ravel() for each in counts])
    kinds, of_kind = np.unique(tables[2:], axis=1, return_inverse=True)
    numbers = np.empty((3, tables.shape[1]))
    for kind, (m, n) in enumerate(kinds.T.tolist()):
        which = of_kind.ravel() == kind
        numbers[:, which] = _same_sizes(tables[0, which], tables[1, which], m, n, alternative, method)
    statistic, pvalue, common = (each.reshape(counts[0].shape) for each in numbers)
    a, b, m, n = counts
    same = (a + b == 0) | (a + b == m + n)
    return ExactProportionsResult(
        statistic=unwrapped(statistic),
        pvalue=unwrapped(pvalue),
        df=None,
        estimate=unwrapped(np.asarray(a / m - b / n)),
        common_accuracy=unwrapped(common),
        alternative=alternative,
        flags=Flags({"identical_scores": same}, shape=pvalue.shape),
    )


def _check(counts: list[Integers], method: str) -> None:
    a, b, m, n = counts
    for right, examples, name in ((a, m, "a"), (b, n, "b")):
        if (examples < 1).any():
            raise ValueError(f"{name}_examples must hold whole numbers from 1, got {examples[examples < 1].flat[0]}.")
        if (right > examples).any():
            first = tuple(np.argwhere(right > examples)[0])
            raise ValueError(f"{name}_right must not exceed {name}_examples, got {right[first]} of {examples[first]}.")
    if method == "boschloo" and m.size and max(m.max(), n.max()) > MOST_SOUGHT:
        raise ValueError(
            f"method='boschloo' takes up to {MOST_SOUGHT:,} examples of each classifier, got "
            f"{max(m.max(), n.max()):,}. Use method='fisher': with so many they hardly differ."
        )
    if m.size and (m + n).max() > MOST_COUNTED:
        raise ValueError(
            f"exact_proportions counts up to {MOST_COUNTED:,} examples, got {(m + n).max():,}. With so many use "
            "difference_of_proportions."
        )


def _same_sizes(a: Integers, b: Integers, m: int, n: int, alternative: Alternative, method: str) -> Floats:
    """Return Fisher's p, the p-value and the accuracy behind it, of shape (3, n_tables)."""
    # One order, so that swapping the classifiers mirrors the result to the last bit.
    if alternative == "less":
        return _same_sizes(b, a, n, m, "greater", method)
    turned = (a > b) if m == n else np.full(len(a), m > n)
    if alternative == "two-sided" and turned.any():
        numbers = np.empty((3, len(a)))
        numbers[:, turned] = _same_sizes(b[turned], a[turned], n, m, alternative, method)
        if not turned.all():
            numbers[:, ~turned] = _same_sizes(a[~turned], b[~turned], m, n, alternative, method)
        return numbers
    tails = np.empty((2, len(a)))
    for k in np.unique(a + b).tolist():
        which = a + b == k
        lowest, above, below = hypergeometric_tails(m, n, k)
        tails[:, which] = above[a[which] - lowest], below[a[which] - lowest]
    order = tails[0] if alternative == "greater" else tails.min(axis=0)
    if method == "fisher":
        pvalue = np.minimum(1.0, 2 * order) if alternative == "two-sided" else order
        return np.stack([order, pvalue, (a + b) / (m + n)])
    values, back = np.unique(order, return_inverse=True)
    pvalue, common = rejected_at_most(values, m, n, two_sided=alternative == "two-sided")
    return np.stack([order, pvalue[back.ravel()], common[back.ravel()]])
