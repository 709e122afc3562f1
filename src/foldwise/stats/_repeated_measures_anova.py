"""Analysis of variance of several algorithms that were all scored on the same samples."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Flags, unwrapped
from foldwise.stats._differences import ROUNDINGS
from foldwise.stats._inputs import as_array, as_floats
from foldwise.stats._results import AnovaResult
from foldwise.stats._tails import variance_ratio_sf


def repeated_measures_anova(scores: ArrayLike, *, sphericity: bool = False) -> AnovaResult:
    r"""Test whether several algorithms have the same mean score, all having been given the same samples.

    Analysis of variance for samples that share no example [1]_, each of which every algorithm was trained and tested
    on: what makes a sample easy or hard for all of them is taken off, and does not count as error. With two algorithms
    it is the paired t test, squared.

    Parameters
    ----------
    scores : array_like of shape (..., n_samples, n_algorithms)
        Of each algorithm on each sample, greater being better. Leading axes are independent experiments.
    sphericity : bool, default False
        Take the differences between any two algorithms to vary alike. By default the degrees of freedom are those of
        Greenhouse and Geisser, which do not suppose that; for two algorithms they are the same.

    Returns
    -------
    AnovaResult
        Degrees of freedom need not be whole numbers, see below. Flags: `identical_scores` (all algorithms score alike
        on every sample: statistic 0, p-value 1), `zero_variance` (they differ by the same on every sample: an infinite
        statistic, an undefined p-value).

    See Also
    --------
    one_way_anova : Algorithms that were each given samples of their own.
    delve_quasi_f : Training sets without a common example that share one test set.
    friedman : The same from ranks, over data sets.

    Notes
    -----
    With ``x_ij`` the score of algorithm ``j`` of ``k`` on sample ``i`` of ``n``,

    .. math:: F = \frac{n \sum_j (\bar x_{\cdot j} - \bar x)^2}
                       {\sum_i \sum_j (x_{ij} - \bar x_{i \cdot} - \bar x_{\cdot j} + \bar x)^2 / (n - 1)}.

    If differences between algorithms vary alike, F has ``k - 1`` and ``(k - 1)(n - 1)`` degrees of freedom. Otherwise
    it varies more than these say, and they are multiplied by ``e`` [2]_: with the covariances ``s_jl`` of these
    residuals, ``e = (sum_j s_jj)^2 / ((k - 1) sum_j sum_l s_jl^2)``, which lies between ``1 / (k - 1)`` and 1.

    The null hypothesis: trained on random samples of the population, of the size of one training set, all algorithms
    score the same on average.

    If samples are independent and differences normal, the level is exact for two algorithms, and approximate for more.
    Folds or resamples of one data set are not independent: the test then rejects a true null too often, and is not for
    them.

    References
    ----------
    .. [1] S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended
       approach. Data Mining and Knowledge Discovery 1, 317-328.
    .. [2] S. W. Greenhouse and S. Geisser (1959). On methods in the analysis of profile data.
       Psychometrika 24, 95-112.

    Examples
    --------
    >>> from foldwise.stats import repeated_measures_anova
    >>> scores = [[0.71, 0.76, 0.72], [0.62, 0.70, 0.66], [0.80, 0.82, 0.79], [0.67, 0.74, 0.70]]
    >>> result = repeated_measures_anova(scores)
    >>> round(result.statistic, 2), round(result.pvalue, 4)
    (15.58, 0.0281)
    """
    x = _checked(scores)
    n, k = x.shape[-2:]
    largest = np.abs(x).max(axis=(-2, -1))
    # A power of two, so that squares neither overflow nor underflow.
    exponent = np.frexp(largest)[1]
    rounding = ROUNDINGS * np.finfo(np.float64).eps * np.ldexp(largest, -exponent)
    x = np.ldexp(x, -exponent[..., np.newaxis, np.newaxis])

    # What all algorithms share, how easy a sample is, goes first: it costs digits.
    apart = x - x.mean(axis=-1, keepdims=True)
    effects = apart.mean(axis=-2, keepdims=True)
    rest = apart - effects
    no_spread = np.abs(rest).max(axis=(-2, -1)) <= rounding
    identical = no_spread & (np.abs(effects).max(axis=(-2, -1)) <= rounding)
    covariances = (rest[..., :, np.newaxis] * rest[..., np.newaxis, :]).sum(axis=-3)
    squares = np.square(rest).sum(axis=(-2, -1))
    with np.errstate(all="ignore"):
        evenness = squares**2 / ((k - 1) * np.square(covariances).sum(axis=(-2, -1)))
        evenness = np.where(no_spread | sphericity, 1.0, np.clip(evenness, 1 / (k - 1), 1.0))
        error = np.where(no_spread, 0.0, squares / ((n - 1) * (k - 1)))
        statistic = np.where(identical, 0.0, n * np.square(effects).sum(axis=(-2, -1)) / (k - 1) / error)
        df = evenness * (k - 1), evenness * ((k - 1) * (n - 1))
        pvalue = np.where(no_spread & ~identical, np.nan, variance_ratio_sf(statistic, *df))
    standard_error = np.sqrt(2 * error / n)[..., np.newaxis, np.newaxis] * ~np.eye(k, dtype=bool)
    return AnovaResult(
        statistic=unwrapped(statistic),
        pvalue=unwrapped(pvalue),
        df=(unwrapped(df[0]), unwrapped(df[1])),
        estimate=np.ldexp(x.mean(axis=-2), exponent[..., np.newaxis]),
        standard_error=np.ldexp(standard_error, exponent[..., np.newaxis, np.newaxis]),
        flags=Flags({"identical_scores": identical, "zero_variance": no_spread & ~identical}, shape=identical.shape),
    )


def _checked(scores: ArrayLike) -> np.ndarray:
    array = as_array(scores, "scores", if_masked="the design must be complete. Pass every score.", kinds="biuf")
    if array.ndim < 2 or min(array.shape[-2:]) < 2:
        raise ValueError(
            "scores must have shape (n_samples, n_algorithms), at least 2 of each, leading axes allowed, got "
            f"{array.shape}."
        )
    return as_floats(array, "scores")
