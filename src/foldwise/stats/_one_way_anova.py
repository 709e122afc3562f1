"""One-way analysis of variance: algorithms scored on samples of their own."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_choice
from foldwise.stats._batch import Flags, Floats, Integers, unwrapped
from foldwise.stats._differences import ROUNDINGS
from foldwise.stats._inputs import as_array
from foldwise.stats._results import AnovaResult
from foldwise.stats._student_result import ZeroVariance
from foldwise.stats._tails import variance_ratio_sf


def one_way_anova(*samples: ArrayLike, zero_variance: ZeroVariance = "undetermined") -> AnovaResult:
    r"""Test whether several algorithms have the same mean score, each having been given samples of its own.

    For scores that are not paired: every algorithm was trained and tested on random data that no other
    algorithm saw [1]_. If all saw the same data, pairing removes most of the variance that this test
    counts as error: use a paired test, or `delve_quasi_f`.

    Parameters
    ----------
    *samples : array_like of shape (..., n_scores)
        Scores of one algorithm each, greater being better. Their numbers may differ; leading axes are
        independent experiments and must broadcast together.
    zero_variance : {'undetermined', 'limit', 'error'}, default 'undetermined'
        What to do when no algorithm's scores vary and the algorithms differ: an infinite statistic with an
        undefined (NaN) p-value, the limiting p-value of 0, or an error. The first two set the flag `zero_variance`.

    Returns
    -------
    AnovaResult
        With ``df = (n_algorithms - 1, n_scores_in_all - n_algorithms)``. Flags: `identical_scores` (all scores
        equal: statistic 0, p-value 1), `zero_variance`.

    See Also
    --------
    delve_quasi_f : Algorithms that share training sets and test examples.

    Notes
    -----
    With ``x_ij`` score ``j`` of algorithm ``i``, of which there are ``k``, and ``N`` scores,

    .. math:: F = \frac{\sum_i n_i (\bar x_i - \bar x)^2 / (k - 1)}
                       {\sum_i \sum_j (x_{ij} - \bar x_i)^2 / (N - k)}.

    The null hypothesis: trained on random samples of the population, of the size of one training set, all algorithms
    score the same on average.

    If the scores are independent and normal with one variance, the level is exact. Scores from folds or resamples of
    one data set are not independent: the test then rejects a true null too often, and is not for them. With two
    algorithms ``F`` is the square of the unpaired t with pooled variance, and the interval for the difference
    excludes 0 exactly when the test rejects.

    References
    ----------
    .. [1] S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended
       approach. Data Mining and Knowledge Discovery 1, 317-328.

    Examples
    --------
    >>> from foldwise.stats import one_way_anova
    >>> result = one_way_anova([0.71, 0.74, 0.69, 0.73], [0.76, 0.74, 0.78], [0.72, 0.70, 0.73, 0.71])
    >>> round(result.statistic, 3), round(result.pvalue, 4), result.df
    (6.038, 0.0252, (2, 8))
    """
    check_choice(zero_variance, "zero_variance", ("undetermined", "limit", "error"))
    scores = _checked(samples)
    sizes = np.array([x.shape[-1] for x in scores])
    df = len(scores) - 1, int(sizes.sum()) - len(scores)

    largest = np.max([np.abs(x).max(axis=-1) for x in scores], axis=0)
    exponent = np.frexp(largest)[1]
    rounding = ROUNDINGS * np.finfo(np.float64).eps * np.ldexp(largest, -exponent)
    # A power of two, so that squares neither overflow nor underflow.
    scores = [np.ldexp(x, -exponent[..., np.newaxis]) for x in scores]
    means = np.stack([x.mean(axis=-1) for x in scores], axis=-1)
    parts = [x - means[..., i, np.newaxis] for i, x in enumerate(scores)]
    # What rounding kept from the means; added last, so that algorithms far apart cost their scores no digits.
    missed = np.stack([x.mean(axis=-1) for x in parts], axis=-1)
    residuals = np.concatenate([x - missed[..., i, np.newaxis] for i, x in enumerate(parts)], axis=-1)
    apart = means - _grand_mean(means, sizes)[..., np.newaxis] + missed
    apart = apart - _grand_mean(apart, sizes)[..., np.newaxis]

    no_spread = np.abs(residuals).max(axis=-1) <= rounding
    identical = no_spread & (np.abs(apart).max(axis=-1) <= rounding)
    constant = no_spread & ~identical
    if zero_variance == "error" and constant.any():
        raise ValueError(
            f"{constant.sum()} of {constant.size} experiments have no variance within any algorithm, "
            "so none to test against. Use zero_variance='undetermined' or 'limit'."
        )
    between = (np.square(apart) * sizes).sum(axis=-1) / df[0]
    within = np.where(no_spread, 0.0, np.square(residuals).sum(axis=-1) / df[1])
    with np.errstate(all="ignore"):
        statistic = np.where(identical, 0.0, between / within)
        pvalue = variance_ratio_sf(statistic, *df)
        if zero_variance == "undetermined":
            pvalue = np.where(constant, np.nan, pvalue)
        standard_error = np.sqrt(within[..., np.newaxis, np.newaxis] * _pairs(sizes))
        return AnovaResult(
            statistic=unwrapped(statistic),
            pvalue=unwrapped(pvalue),
            df=df,
            estimate=np.ldexp(means + missed, exponent[..., np.newaxis]),
            standard_error=np.ldexp(standard_error, exponent[..., np.newaxis, np.newaxis]),
            flags=Flags({"identical_scores": identical, "zero_variance": constant}, shape=statistic.shape),
        )


def _grand_mean(means: Floats, sizes: Integers) -> Floats:
    # Not a matrix product: its rounding differs between one experiment and a batch.
    return np.asarray((means * sizes).sum(axis=-1) / sizes.sum())


def _pairs(sizes: Integers) -> Floats:
    """Variance of the difference between two means, in units of the variance of one score."""
    inverse = 1 / sizes
    return np.asarray(np.where(np.eye(len(sizes), dtype=bool), 0.0, inverse[:, np.newaxis] + inverse))


def _checked(samples: tuple[ArrayLike, ...]) -> list[Floats]:
    if len(samples) < 2:
        raise ValueError(f"at least 2 samples of scores are needed, one per algorithm, got {len(samples)}.")
    scores = [_sample(sample, i) for i, sample in enumerate(samples)]
    if all(x.shape[-1] == 1 for x in scores):
        raise ValueError("one score per algorithm leaves no variance to test against: give one of them a second.")
    try:
        batch = np.broadcast_shapes(*(x.shape[:-1] for x in scores))
    except ValueError:
        shapes = ", ".join(str(x.shape) for x in scores)
        raise ValueError(f"samples must have leading axes that broadcast together, got shapes {shapes}.") from None
    return [np.ascontiguousarray(np.broadcast_to(x, (*batch, x.shape[-1]))) for x in scores]


def _sample(sample: ArrayLike, i: int) -> Floats:
    why = "a test never drops scores. Pass the scores that count."
    array = as_array(sample, f"sample {i}", if_masked=why)
    if array.ndim == 0 or array.shape[-1] == 0:
        raise ValueError(f"sample {i} must have shape (..., n_scores) with a score at least, got {array.shape}.")
    # In C order, so that sums are the same to the last bit however the input lies in memory.
    array = array.astype(np.float64, order="C")
    if not np.isfinite(array).all():
        raise ValueError(
            f"sample {i} must be finite, got {array[~np.isfinite(array)][0]}. Nothing is dropped silently."
        )
    return array
