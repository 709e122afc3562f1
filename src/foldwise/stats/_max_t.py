"""Many comparisons on the same examples: adjusted p-values that use how the comparisons depend on each other."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_choice, check_integer, check_seed
from foldwise.stats._batch import ALTERNATIVES, Alternative, Flags, Floats, Mask
from foldwise.stats._differences import rounding_of_each
from foldwise.stats._inputs import as_finite

# Up to this many examples with any difference all flips are counted.
_ENUMERATED: Final = 16
# Sums that are this close, relative to what they could be at most, are equal but for rounding.
_ROUNDING: Final = 1e-9
# So many numbers of flips and sums are held at a time.
_AT_ONCE: Final = 4_000_000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MaxTResult:
    """A family of comparisons, each held against the largest of all under random signs.

    Attributes
    ----------
    statistic : ndarray of shape (..., n_comparisons)
        Sum of the differences over the root of the sum of their squares.
    pvalue : ndarray of shape (..., n_comparisons)
        Of each comparison alone, from the same flips.
    adjusted_pvalue : ndarray of shape (..., n_comparisons)
        For the whole family, by step-down.
    estimate : ndarray of shape (..., n_comparisons)
        Mean differences ``score(a) - score(b)``.
    df : None
        There are no degrees of freedom.
    exact : bool or ndarray of bool
        Whether all flips were counted, rather than a random sample of them.
    n_flips, seed : int
        Size and seed of the random sample.
    alternative : {'two-sided', 'greater', 'less'}
        What the p-values were computed against.
    flags : Flags
        What to know before trusting the numbers.

    Examples
    --------
    >>> from foldwise.stats import max_t
    >>> result = max_t([[1, 1, 1, 1, 1, 0], [1, -1, 0, 1, 1, 1]])
    >>> result.exact, result.adjusted_pvalue
    (True, array([0.125, 0.375]))
    """

    statistic: Floats
    pvalue: Floats
    adjusted_pvalue: Floats
    estimate: Floats
    df: None
    exact: bool | Mask
    n_flips: int
    seed: int
    alternative: Alternative
    flags: Flags


def max_t(
    differences: ArrayLike,
    *,
    n_flips: int = 9999,
    seed: int = 0,
    alternative: Alternative = "two-sided",
    score_magnitude: ArrayLike | None = None,
) -> MaxTResult:
    r"""Test many comparisons on the same examples, adjusted by the largest statistic under random signs.

    Westfall and Young's step-down procedure [1]_, [2]_ with flipped signs. Bonferroni's adjustment, and Holm's, have to
    be ready for comparisons that share nothing; here the signs of one example are flipped in all comparisons at once,
    so that comparisons that share learners or examples are not paid for twice. The adjustment that Salzberg computes
    takes tests for independent [3]_.

    Parameters
    ----------
    differences : array_like of shape (..., n_comparisons, n_examples)
        ``score(a) - score(b)`` of each comparison on each example; 0 where an example is not in a comparison. Leading
        axes are independent families.
    n_flips : int, default 9999
        Size of the random sample of flips. Of at most 16 examples on which anything differs all are counted.
    seed : int, default 0
        Seed of the random sample; each family of a batch is given the same.
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks of each comparison whether `a` scores higher than `b`.
    score_magnitude : array_like, optional
        Largest absolute score, or loss, behind the differences, one number or one per example. A difference within
        ``8 * eps`` times this is rounding and counts as zero. If not given, every difference counts.

    Returns
    -------
    MaxTResult
        Flag: `identical_scores` (some comparison has no difference at all: its p-values are 1).

    See Also
    --------
    sign_flip : One comparison.
    holm : Needs p-values only, and holds under any dependence.

    Notes
    -----
    A statistic z is the sum of the differences of a comparison over the root of the sum of their squares. The
    comparisons are ordered by the size of z, the largest first, and the statistics are formed again after one random
    sign for each example:

    .. math:: \tilde p_j = \max_{k \le j} P\Big(\max_{l \ge k} |z_l^*| \ge |z_k|\Big).

    All comparisons have the same number of examples, and Student's t is the same increasing function of each z, so the
    largest t is that of the largest z. From B random flips ``(1 + c) / (1 + B)`` takes the place of the share c / B.

    The null hypothesis of each comparison: given the trained classifiers, the difference of their losses on a random
    example is symmetric about zero. The family-wise error is kept exactly where the differences of all true null
    hypotheses are symmetric *together*, as those of comparisons that share no learner. Where they share one that need
    not hold, and the level is that of large samples. Examples must be independent and each counted once. Do not use it
    for folds: they share training examples, and flipping the sign of one of them alone is no other experiment that
    might have been.

    References
    ----------
    .. [1] P. H. Westfall and S. S. Young (1993). Resampling-based multiple testing: examples and methods for p-value
       adjustment. Wiley.
    .. [2] Y. Ge, S. Dudoit and T. P. Speed (2003). Resampling-based multiple testing for microarray data analysis.
       Test 12, 1-77.
    .. [3] S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended
       approach. Data Mining and Knowledge Discovery 1, 317-328.

    Examples
    --------
    Two comparisons that are one and the same cost no more than one; Holm's method would double p:

    >>> from foldwise.stats import holm, max_t
    >>> one = [1] * 7 + [-1]
    >>> result = max_t([one, one])
    >>> result.pvalue, result.adjusted_pvalue, holm(result.pvalue)
    (array([0.0703125, 0.0703125]), array([0.0703125, 0.0703125]), array([0.140625, 0.140625]))
    """
    check_choice(alternative, "alternative", ALTERNATIVES)
    n_flips, seed = check_integer(n_flips, "n_flips", least=1), check_seed(seed)
    d = as_finite(differences, "differences", "n_comparisons, n_examples")
    if d.ndim < 2:
        raise ValueError(
            f"differences must have shape (..., n_comparisons, n_examples), got {d.shape}. For one comparison use "
            "sign_flip."
        )
    if d.size == 0:
        raise ValueError(f"differences must hold a family of at least one comparison, got shape {d.shape}.")
    if score_magnitude is not None:
        d = np.where(np.abs(d) <= rounding_of_each(score_magnitude, d), 0.0, d)
    batch, (n_comparisons, n_examples) = d.shape[:-2], d.shape[-2:]
    families = d.reshape(-1, n_comparisons, n_examples)
    largest = np.abs(families).max(axis=-1, keepdims=True)
    scaled = families / np.where(largest == 0, 1.0, largest)
    length = np.sqrt(np.square(scaled).sum(axis=-1, keepdims=True))
    units = scaled / np.where(length == 0, 1.0, length)
    # Where nothing differs there is no sign to flip.
    directions = [family[:, (family != 0).any(axis=0)] for family in units]
    exact = np.array([family.shape[-1] <= _ENUMERATED for family in directions]).reshape(batch)
    results = [_adjusted(family, n_flips, seed, alternative) for family in directions]
    parts = zip(*results, strict=True)
    statistic, pvalue, adjusted = (np.stack(part).reshape(*batch, n_comparisons) for part in parts)
    return MaxTResult(
        statistic=statistic,
        pvalue=pvalue,
        adjusted_pvalue=adjusted,
        estimate=d.mean(axis=-1),
        df=None,
        exact=exact if batch else bool(exact),
        n_flips=n_flips,
        seed=seed,
        alternative=alternative,
        flags=Flags({"identical_scores": (length == 0).any(axis=(-1, -2)).reshape(batch)}, shape=batch),
    )


def _adjusted(directions: Floats, n_flips: int, seed: int, alternative: Alternative) -> tuple[Floats, Floats, Floats]:
    """Return statistics, p-values and adjusted p-values of one family."""
    exact = directions.shape[-1] <= _ENUMERATED
    n_flips = 2 ** directions.shape[-1] if exact else n_flips
    statistic = directions.sum(axis=-1)
    observed = _towards(statistic, alternative)
    order = np.argsort(-observed, kind="stable")
    bounds = observed[order] - _ROUNDING
    alone, stepped = np.zeros(order.size), np.zeros(order.size)
    for signs in _signs(directions.shape[-1], exact, n_flips, seed):
        flipped = _towards(signs @ directions[order].T, alternative)
        alone += (flipped >= bounds).sum(axis=0)
        # Against the largest of those that stand at this place or below.
        flipped = np.maximum.accumulate(flipped[:, ::-1], axis=1)[:, ::-1]
        stepped += (flipped >= bounds).sum(axis=0)
    share = [(count if exact else 1 + count) / (n_flips if exact else 1 + n_flips) for count in (alone, stepped)]
    back = np.argsort(order, kind="stable")
    return statistic, share[0][back], np.maximum.accumulate(share[1])[back]


def _towards(sums: Floats, alternative: Alternative) -> Floats:
    return np.abs(sums) if alternative == "two-sided" else -sums if alternative == "less" else sums


def _signs(n: int, exact: bool, n_flips: int, seed: int) -> Iterator[Floats]:
    """Yield signs of shape (some, n): all there are, or random ones, as many at a time as there is room for."""
    if exact:
        yield 1.0 - 2.0 * ((np.arange(2**n)[:, np.newaxis] >> np.arange(n)) & 1).astype(np.float64)
        return
    source = np.random.PCG64(seed)
    width = -(-n // 64)
    at_once = max(1, _AT_ONCE // (64 * width))
    for start in range(0, n_flips, at_once):
        n_now = min(at_once, n_flips - start)
        words = source.random_raw(n_now * width).astype("<u8").view(np.uint8).reshape(n_now, -1)
        yield 1.0 - 2.0 * np.unpackbits(words, axis=1, count=n, bitorder="little").astype(np.float64)
