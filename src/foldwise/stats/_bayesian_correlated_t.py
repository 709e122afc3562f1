"""The Bayesian correlated t test: how probable is each learner's lead, and how probable that it does not matter."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_fraction
from foldwise.stats._batch import Batch, Flags, Floats, unwrapped
from foldwise.stats._corrected_repeated_kfold_t import corrected_repeated_kfold_t
from foldwise.stats._corrected_tost import as_rope, distances
from foldwise.stats._student_result import ZeroVariance
from foldwise.stats._tails import student_critical, student_sf


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PosteriorResult:
    """Posterior distribution of the mean difference: Student's t around `estimate`, `standard_error` wide.

    Fields are Python floats for one experiment and arrays of the batch's shape for many.

    Attributes
    ----------
    left, inside, right : float or ndarray
        Probability that the mean difference lies below, inside and above the region of practical equivalence: `b`
        better, no difference that matters, `a` better. They sum to 1; NaN only where the flag `zero_variance` holds.
    rope : tuple of two floats
        The region of practical equivalence.
    df : float
        Degrees of freedom.
    estimate : float or ndarray
        Mean difference ``score(a) - score(b)``, on the scale of the scores: the centre of the posterior.
    standard_error : float or ndarray
        Scale of the posterior.
    flags : Flags
        What to know before trusting the numbers.

    Examples
    --------
    >>> from foldwise.stats import bayesian_correlated_t
    >>> result = bayesian_correlated_t([[0.02, 0.04, 0.00, 0.03, 0.01],
    ...                                 [0.03, 0.01, 0.02, 0.05, 0.00]], rope=0.01)
    >>> low, high = result.credible_interval()
    >>> round(low, 4), round(high, 4)
    (-0.0013, 0.0433)
    """

    left: Batch
    inside: Batch
    right: Batch
    rope: tuple[float, float]
    df: float
    estimate: Batch
    standard_error: Batch
    flags: Flags

    def credible_interval(self, level: float = 0.95) -> tuple[Batch, Batch]:
        """Interval that holds the mean difference with posterior probability `level`, with equal tails.

        Parameters
        ----------
        level : float, default 0.95
            Posterior probability.

        Returns
        -------
        low, high : float or ndarray
            The same numbers as the confidence interval of the corrected t test; NaN where `left` is.
        """
        critical = student_critical(check_fraction(level, "level"), self.df)
        with np.errstate(all="ignore"):
            half = np.where(np.isnan(self.left), np.nan, critical * np.asarray(self.standard_error))
            return unwrapped(np.asarray(self.estimate - half)), unwrapped(np.asarray(self.estimate + half))


def bayesian_correlated_t(
    differences: ArrayLike,
    *,
    rope: float | tuple[float, float],
    test_train_ratio: float | None = None,
    zero_variance: ZeroVariance = "undetermined",
    score_magnitude: ArrayLike | None = None,
) -> PosteriorResult:
    r"""Give the posterior probabilities that `a` is better, that `b` is, and that it makes no difference.

    A p-value cannot say that two learners are as good as equal; a posterior with a region of practical equivalence
    can [1]_, [2]_. The posterior is that of correlated normal differences under a flat prior, and its numbers are those
    of the corrected t test, read the other way round.

    Parameters
    ----------
    differences : array_like of shape (..., n_repeats, n_folds)
        ``score(a) - score(b)`` on each fold. Leading axes are independent experiments. For independent random splits
        pass shape ``(..., n_splits, 1)`` and the ratio.
    rope : float or (low, high)
        Region of practical equivalence: mean differences from ``-rope`` to ``rope``, or from low to high, do not
        matter. It is for the user to say, and before looking at the scores; 0 leaves only left and right.
    test_train_ratio : float, optional
        Test size over training size, summed over folds; ``1 / (n_folds - 1)`` if not given. The correlation between two
        differences is then ``ratio / (1 + ratio)``, the share of the data that is tested on.
    zero_variance : {'undetermined', 'limit', 'error'}, default 'undetermined'
        What to do when all differences are equal and not zero: undefined (NaN) probabilities, all probability where
        the difference is, or an error. The first two set the flag `zero_variance`.
    score_magnitude : array_like, optional
        Largest absolute score behind the differences, one number or one per experiment. Spread below
        ``8 * eps`` times this is rounding and counts as none. Ten thousand times the largest difference if not given.

    Returns
    -------
    PosteriorResult
        With ``df = n_repeats * n_folds - 1``. Flags: `identical_scores` (all differences zero: all probability is where
        zero is, or half on either side of a `rope` of 0), `zero_variance`.

    See Also
    --------
    corrected_tost : The same question to a test.
    corrected_repeated_kfold_t : With a `rope` of 0, `right` is 1 less its p-value against ``'greater'``.

    Notes
    -----
    With ``mean(d)`` and ``s^2`` the mean and variance of all ``n = rk`` differences and ``rho`` their correlation,

    .. math:: \mu \mid d \sim \mathrm{St}\Big(n - 1,\ \bar d,\ \Big(\frac1n + \frac{\rho}{1 - \rho}\Big) s^2\Big).

    The correlation is set, not estimated: ``rho = n_2 / (n_1 + n_2)``, so that ``rho/(1-rho) = n_2/n_1``.

    The null hypothesis: there is none. The mean difference spoken about is that of the two learners trained on random
    samples of the population that the data came from, of the size of one training set (not of the whole data).

    Probabilities are as calibrated as the corrected t test: in a simulation where the learners are exactly equal
    (n = 200, two classes, 10x10) `left` or `right` at a rope of 0 exceeded .975 in .103 of the data sets with 1-nearest
    neighbours and .044 with linear discriminants. Do not use it with a rope chosen after looking.

    References
    ----------
    .. [1] G. Corani and A. Benavoli (2015). A Bayesian approach for comparing cross-validated algorithms on
       multiple data sets. Machine Learning 100, 285-304.
    .. [2] A. Benavoli, G. Corani, J. Demsar and M. Zaffalon (2017). Time for a change: a tutorial for comparing
       multiple classifiers through Bayesian analysis. Journal of Machine Learning Research 18(77), 1-36.

    Examples
    --------
    >>> from foldwise.stats import bayesian_correlated_t
    >>> result = bayesian_correlated_t([[0.02, 0.04, 0.00, 0.03, 0.01],
    ...                                 [0.03, 0.01, 0.02, 0.05, 0.00]], rope=0.01)
    >>> round(result.left, 3), round(result.inside, 3), round(result.right, 3)
    (0.006, 0.14, 0.854)
    """
    low, high = as_rope(rope)
    corrected = corrected_repeated_kfold_t(
        differences,
        test_train_ratio=test_train_ratio,
        zero_variance=zero_variance,
        score_magnitude=score_magnitude,
    )
    estimate, standard_error = np.asarray(corrected.estimate), np.asarray(corrected.standard_error)
    below, above = distances(estimate, standard_error, low, high)
    left, right = student_sf(-below, corrected.df), student_sf(above, corrected.df)
    inside = _between(below, above, corrected.df)
    # Without spread the region is closed: what lies on its border is inside, unless it has no inside.
    closed = (standard_error == 0) & (low <= estimate) & (estimate <= high) & (low < high)
    undefined = np.isnan(corrected.pvalue)
    left, inside, right = (
        np.where(undefined, np.nan, np.where(closed, held, p)) for held, p in ((0.0, left), (1.0, inside), (0.0, right))
    )
    return PosteriorResult(
        left=unwrapped(left),
        inside=unwrapped(inside),
        right=unwrapped(right),
        rope=(low, high),
        df=corrected.df,
        estimate=corrected.estimate,
        standard_error=corrected.standard_error,
        flags=corrected.flags,
    )


def _between(below: Floats, above: Floats, df: float) -> Floats:
    """Probability between two points, from the tails on that side where they are small and lose no digits."""
    with np.errstate(invalid="ignore"):
        positive = below + above >= 0
    near, far = np.where(positive, below, -above), np.where(positive, above, -below)
    return np.maximum(student_sf(near, df) - student_sf(far, df), 0.0)
