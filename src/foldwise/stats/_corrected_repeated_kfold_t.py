"""The corrected t test over repeated k-fold cross-validation."""

import math
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_integer
from foldwise.stats._batch import Alternative
from foldwise.stats._differences import as_differences
from foldwise.stats._student_result import StudentResult, ZeroVariance, refer_to_student
from foldwise.stats._tails import check_df


def corrected_repeated_kfold_t(
    differences: ArrayLike,
    *,
    test_train_ratio: float | None = None,
    df: float | Literal["calibrated"] | None = None,
    counted_repeats: int | None = None,
    alternative: Alternative = "two-sided",
    zero_variance: ZeroVariance = "undetermined",
    score_magnitude: ArrayLike | None = None,
) -> StudentResult:
    r"""Test equal mean score over repeated k-fold cross-validation.

    Folds share training data, so their differences are correlated and the plain
    t test rejects a true null too often. This one widens the variance [1]_, [2]_.

    Parameters
    ----------
    differences : array_like of shape (..., n_repeats, n_folds)
        ``score(a) - score(b)`` on each fold. Leading axes are independent experiments.
    test_train_ratio : float, optional
        Test size over training size, summed over folds; ``1 / (n_folds - 1)`` if not given.
    df : float or 'calibrated', optional
        Count the differences as ``df + 1`` independent ones, in the variance as in the degrees of freedom, instead of
        correcting by the ratio [3]_. ``'calibrated'`` is 10, which Bouckaert found by simulation for ten repeats of ten
        folds; it is refused for other designs, where a number of your own may be given.
    counted_repeats : int, optional
        Count so many repeats, in the variance factor and in the degrees of freedom, however many are given: further
        repeats then only take away the noise of random partitions, and the test stays the same. Excludes `df`.
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks whether `a` scores higher than `b`; the p-value is then one-sided.
    zero_variance : {'undetermined', 'limit', 'error'}, default 'undetermined'
        What to do when all differences are equal and not zero: an infinite statistic with an undefined
        (NaN) p-value, the limiting p-value of 0 or 1, or an error. The first two set the flag `zero_variance`.
    score_magnitude : array_like, optional
        Largest absolute score behind the differences, one number or one per experiment. Spread below
        ``8 * eps`` times this is rounding and counts as none. Ten thousand times the largest difference if not given.

    Returns
    -------
    StudentResult
        With ``df = n_repeats * n_folds - 1`` for all repeats, or for the counted ones, unless given. Flags:
        `identical_scores` (all differences zero: statistic 0, two-sided p-value 1, one-sided 0.5), `zero_variance`.

    See Also
    --------
    corrected_resampled_t : The same correction for independent random splits.
    kfold_t : One cross-validation without the correction.

    Notes
    -----
    With ``mean(d)`` and ``s^2`` the mean and variance of all ``rk`` differences,

    .. math:: t = \bar d \Big/ \sqrt{\Big(\frac{1}{rk} + \frac{n_2}{n_1}\Big) s^2}.

    The term ``n_2/n_1 = 1/(k-1)`` amounts to a correlation of ``1/k`` between folds: a heuristic, not a theorem.
    If all differences are zero the p-value is 1, never NaN. With `counted_repeats` that number stands for ``r``,
    while mean and variance are those of all differences given. Given `df`,

    .. math:: t = \bar d \Big/ \sqrt{s^2 / (\mathit{df} + 1)}.

    The null hypothesis: trained on random samples of the population that the data came from, of the size of
    one training set (not of the whole data), the two learners score the same on average.

    Its level depends on the learner. In a simulation where the null holds exactly (n = 200, two classes, 10x10,
    nominal .05) it rejected .103 of the time with 1-nearest neighbours and .044 with linear discriminants
    (calibrated: .112 and .052). Do not use it for differences from independent data sets (a plain
    t test is right there) or for splits other than cross-validation (see `corrected_resampled_t`).

    References
    ----------
    .. [1] C. Nadeau and Y. Bengio (2003). Inference for the generalization error.
       Machine Learning 52, 239-281.
    .. [2] R. R. Bouckaert and E. Frank (2004). Evaluating the replicability of
       significance tests for comparing learning algorithms. PAKDD 2004, 3-12.
    .. [3] R. R. Bouckaert (2003). Choosing between two learning algorithms based on calibrated tests.
       ICML 2003, 51-58.

    Examples
    --------
    >>> from foldwise.stats import corrected_repeated_kfold_t
    >>> result = corrected_repeated_kfold_t([[0.02, 0.04, 0.00, 0.03, 0.01],
    ...                                      [0.03, 0.01, 0.02, 0.05, 0.00]])
    >>> round(result.statistic, 3), round(result.pvalue, 3), result.df
    (2.134, 0.062, 9)

    The plain t test would have called this significant (t = 3.992).
    """
    d = as_differences(differences, ("n_repeats", "n_folds"), score_magnitude=score_magnitude)
    if df is None:
        n_counted = d.n if counted_repeats is None else _counted(counted_repeats, d.shape)
        df, factor = n_counted - 1, 1 / n_counted + check_ratio(test_train_ratio, d.shape[1])
    else:
        if test_train_ratio is not None:
            raise ValueError("df replaces the correction by test_train_ratio: give one of them.")
        if counted_repeats is not None:
            raise ValueError("df replaces the count of differences, and so counted_repeats: give one of them.")
        df = _calibrated(d.shape) if df == "calibrated" else check_df(df)
        factor = 1 / (df + 1)
    standard_error = np.sqrt(d.variance * factor)
    return refer_to_student(d, standard_error, df=df, alternative=alternative, zero_variance=zero_variance)


def check_ratio(ratio: float | None, n_folds: int) -> float:
    """Return `ratio` if it is a number not below 0, the one that `n_folds` imply if it is None, else raise.

    >>> check_ratio(None, 5)
    0.25
    """
    if ratio is None:
        if n_folds < 2:
            raise ValueError("one fold per repeat does not tell the training size: give test_train_ratio.")
        return 1 / (n_folds - 1)
    if not (math.isfinite(ratio) and ratio >= 0):
        raise ValueError(f"test_train_ratio must be finite and not negative, got {ratio}.")
    return ratio


def _counted(n_repeats: int, shape: tuple[int, ...]) -> int:
    n_counted = check_integer(n_repeats, "counted_repeats", least=1) * shape[1]
    if n_counted < 2:
        raise ValueError("counted_repeats must make at least 2 differences, got 1 repeat of 1 fold. Count 2 or more.")
    return n_counted


def _calibrated(shape: tuple[int, ...]) -> float:
    if shape != (10, 10):
        raise ValueError(
            f"df='calibrated' is known for 10 repeats of 10 folds only, got {shape[0]} of {shape[1]}. "
            "Give a number, or leave df out."
        )
    return 10
