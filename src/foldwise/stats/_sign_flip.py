"""The sign-flip permutation test on per-example differences."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_choice, check_integer, check_seed
from foldwise._kernels import sign_flip as kernel
from foldwise.stats._batch import ALTERNATIVES, Alternative, Batch, Flags, Floats, Integers, Mask, unwrapped
from foldwise.stats._differences import rounding_of_each
from foldwise.stats._inputs import as_finite

FlipMethod: TypeAlias = Literal["auto", "exact", "monte-carlo"]

# Up to this many differences other than zero all flips are counted, by pairing the sums of two halves.
ENUMERATED = 32
# Whole numbers that sum to at most this are convolved, however many they are.
CONVOLVED = 10_000
# 64-bit words of random flips held at a time.
WORDS_AT_ONCE = 2**20


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SignFlipResult:
    """Mean differences referred to their distribution under random signs.

    Fields are Python numbers for one experiment and arrays of the batch's shape for many. No field is ever NaN.

    Attributes
    ----------
    statistic : float or ndarray
        The estimate over its standard error.
    pvalue : float or ndarray
        Against `alternative`.
    df : None
        There are no degrees of freedom.
    estimate : float or ndarray
        Mean difference ``score(a) - score(b)``.
    standard_error : float or ndarray
        Standard deviation of the mean under random signs.
    exact : bool or ndarray
        Whether all flips were counted, rather than a random sample of them.
    n_flips, seed : int
        Size and seed of the random sample.
    alternative : {'two-sided', 'greater', 'less'}
        What `pvalue` was computed against.
    flags : Flags
        What to know before trusting the numbers.

    Examples
    --------
    >>> from foldwise.stats import sign_flip
    >>> result = sign_flip([0.5, 0.25, -0.125, 0.75, 1.0])
    >>> result.estimate, result.pvalue, result.exact
    (0.475, 0.125, True)
    """

    statistic: Batch
    pvalue: Batch
    df: None
    estimate: Batch
    standard_error: Batch
    exact: bool | Mask
    n_flips: int
    seed: int
    alternative: Alternative
    flags: Flags


def sign_flip(
    differences: ArrayLike,
    *,
    method: FlipMethod = "auto",
    n_flips: int = 9999,
    seed: int = 0,
    alternative: Alternative = "two-sided",
    score_magnitude: ArrayLike | None = None,
) -> SignFlipResult:
    r"""Test whether two classifiers have equal mean loss on one test set, by flipping the signs of differences.

    Needs no normality, and works for any loss: log loss, squared error, cost. For zero-one loss it is the exact
    test `binomial` [1]_.

    Parameters
    ----------
    differences : array_like of shape (..., n_examples)
        ``score(a) - score(b)`` on each example (for losses, that of `b` minus that of `a`). Leading axes are
        independent experiments.
    method : {'auto', 'exact', 'monte-carlo'}, default 'auto'
        Count all flips, or a random sample of them. Counting all takes at most 32 differences other than zero, or
        differences that are whole multiples of a common unit and in these units sum to at most 10,000 in magnitude.
        ``'auto'`` counts all wherever that is possible.
    n_flips : int, default 9999
        Size of the random sample. Every experiment of a batch is given the same sample, so that it gets the p-value
        that it would get alone.
    seed : int, default 0
        Seed of the random sample.
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks whether `a` scores higher than `b`; the p-value is then one-sided.
    score_magnitude : array_like, optional
        Largest absolute score, or loss, behind the differences, one number or one per example. A difference within
        ``8 * eps`` times this is rounding and counts as zero. If not given, every difference counts.

    Returns
    -------
    SignFlipResult
        Flag: `identical_scores` (all differences zero: p-value 1).

    See Also
    --------
    binomial : For zero-one loss, from counts.
    wilcoxon : The same idea for ranks, over data sets.

    Notes
    -----
    Under the null each difference ``d_i`` is as likely to have the other sign, so that

    .. math:: p = P\Big(\Big|\sum_i \pm d_i\Big| \ge \Big|\sum_i d_i\Big|\Big)

    over all ``2^n`` equally likely signs. From ``B`` random ones of which ``c`` reach the observed sum,
    ``p = (1 + c) / (1 + B)``, which is valid too. Sums are formed in whole numbers, and those that agree with the
    observed one up to the rounding of the scores count as reaching it: the p-value depends neither on the order of the
    examples nor on their scale.

    The null hypothesis: given the two *trained classifiers*, the difference of their losses on a random example of the
    population is distributed symmetrically about zero. It says nothing about other training sets. Examples must
    be independent and each counted once: the pooled test examples of one cross-validation at most, and then
    approximately.

    For independent symmetric differences it never rejects a true null more often than the level says. If only the
    means are equal, and the differences are skewed, the level is approximate. Do not use it for folds: few, and
    dependent.

    References
    ----------
    .. [1] E. J. G. Pitman (1937). Significance tests which may be applied to samples from any
       populations. Supplement to the Journal of the Royal Statistical Society 4, 119-130.

    Examples
    --------
    >>> from foldwise.stats import sign_flip
    >>> sign_flip([1] * 7 + [-1] * 2 + [0] * 50).pvalue
    0.1796875
    """
    check_choice(alternative, "alternative", ALTERNATIVES)
    check_choice(method, "method", ("auto", "exact", "monte-carlo"))
    n_flips, seed = check_integer(n_flips, "n_flips", least=1), check_seed(seed)
    d = as_finite(differences, "differences", "n_examples")
    if score_magnitude is not None:
        d = np.where(np.abs(d) <= rounding_of_each(score_magnitude, d), 0.0, d)
    rows = d.reshape(-1, d.shape[-1])
    exponent = np.frexp(np.abs(rows).max(axis=-1))[1]
    whole, tolerance, scaled, bits = _whole(rows, exponent)
    observed = whole.sum(axis=-1)
    lead = np.abs(observed) if alternative == "two-sided" else -observed if alternative == "less" else observed
    sizes = -np.sort(-np.abs(whole), axis=-1)
    exact, pvalue = _pvalue(sizes, lead - tolerance, tolerance == 0, method, n_flips, seed, alternative == "two-sided")

    batch = d.shape[:-1]
    length = np.sqrt(np.square(scaled).sum(axis=-1))
    total = scaled.sum(axis=-1)
    unit = exponent - bits
    return SignFlipResult(
        statistic=unwrapped((total / np.where(length == 0, 1.0, length)).reshape(batch)),
        pvalue=unwrapped(pvalue.reshape(batch)),
        df=None,
        estimate=unwrapped(np.ldexp(total / d.shape[-1], unit).reshape(batch)),
        standard_error=unwrapped(np.ldexp(length / d.shape[-1], unit).reshape(batch)),
        exact=exact.reshape(batch) if batch else bool(exact[0]),
        n_flips=n_flips,
        seed=seed,
        alternative=alternative,
        flags=Flags({"identical_scores": (length == 0).reshape(batch)}, shape=batch),
    )


def _whole(rows: Floats, exponent: Integers) -> tuple[Integers, Integers, Floats, int]:
    """Turn differences into whole multiples of a unit per row; return also how far rounding may move a sum."""
    n = rows.shape[-1]
    # A unit of 8 roundings of the largest difference, or more where sums would not fit into 64 bits otherwise.
    bits = min(49, 60 - n.bit_length())
    scaled = np.ldexp(rows, (bits - exponent)[:, np.newaxis])
    whole = np.rint(scaled).astype(np.int64)
    # Flipping moves the sum by twice a difference, and each of them may be off by one unit.
    tolerance = np.where((whole == scaled).all(axis=-1), 0, 2 * n)
    common = np.where(tolerance == 0, np.gcd.reduce(whole, axis=-1), 1)
    return whole // np.maximum(common, 1)[:, np.newaxis], tolerance, scaled, bits


def _pvalue(
    sizes: Integers, bounds: Integers, no_rounding: Mask, method: FlipMethod, n_flips: int, seed: int, both: bool
) -> tuple[Mask, Floats]:
    n_other = (sizes > 0).sum(axis=-1)
    convolved = no_rounding & (sizes.astype(np.float64).sum(axis=-1) <= CONVOLVED) & (method != "monte-carlo")
    counted = ~convolved & (n_other <= ENUMERATED) & (method != "monte-carlo")
    drawn = ~convolved & ~counted
    if method == "exact" and drawn.any():
        raise ValueError(
            f"method='exact' takes at most {ENUMERATED} differences other than zero, or small whole numbers, "
            f"got {n_other[drawn].max()}. Use method='auto' or 'monte-carlo'."
        )
    pvalue = np.empty(len(sizes))
    pvalue[convolved] = _convolve(sizes[convolved], bounds[convolved])
    pvalue[counted] = _enumerate(sizes[counted], n_other[counted], bounds[counted])
    if both:
        # The distribution is symmetric; a bound of zero or less is reached by all.
        pvalue = np.where(bounds <= 0, 1.0, 2 * pvalue)
    pvalue[drawn] = _draw(sizes[drawn], bounds[drawn], n_flips, seed, both)
    # A sum of probabilities may be rounded to more than one.
    return ~drawn, np.minimum(pvalue, 1.0)


def _convolve(sizes: Integers, bounds: Integers) -> Floats:
    out = np.empty(len(sizes))
    kernel.tail(sizes, bounds, np.empty(CONVOLVED + 1), out)
    return out


def _enumerate(sizes: Integers, lengths: Integers, bounds: Integers) -> Floats:
    counts = np.empty(len(sizes), dtype=np.int64)
    room = 2 ** ((int(lengths.max(initial=0)) + 1) // 2)
    left, right, spare = np.empty((3, room), dtype=np.int64)
    kernel.count_all(sizes, lengths, bounds, left, right, spare, counts)
    return np.ldexp(counts.astype(np.float64), -lengths)


def _draw(sizes: Integers, bounds: Integers, n_flips: int, seed: int, both: bool) -> Floats:
    counts = np.zeros(len(sizes), dtype=np.int64)
    if len(sizes):
        source = np.random.PCG64(seed)
        width = -(-sizes.shape[-1] // 64)
        at_once = max(1, WORDS_AT_ONCE // width)
        for start in range(0, n_flips, at_once):
            n = min(at_once, n_flips - start)
            flips = source.random_raw(n * width).reshape(n, width)
            kernel.count_drawn(sizes, flips, bounds, both, counts)
    return np.asarray((1 + counts) / (1 + n_flips))
