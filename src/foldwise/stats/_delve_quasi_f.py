"""The quasi-F test of DELVE: algorithms trained on the same disjoint training sets, tested on the same examples."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Flags, Floats, unwrapped
from foldwise.stats._differences import ROUNDINGS
from foldwise.stats._inputs import as_array, as_floats
from foldwise.stats._results import AnovaResult
from foldwise.stats._tails import variance_ratio_sf

AXES = ("n_algorithms", "n_training_sets", "n_test")


def delve_quasi_f(losses: ArrayLike) -> AnovaResult:
    r"""Test whether algorithms have the same mean loss over random training sets *and* random test examples.

    The data are large enough to be cut into several disjoint training sets and one test set. Every algorithm is
    trained on each training set and tested on all test examples [1]_, [2]_.

    Parameters
    ----------
    losses : array_like of shape (..., n_algorithms, n_training_sets, n_test)
        Loss of each algorithm, trained on each training set, on each test example: 0/1 errors, squared errors or any
        other, smaller being better. Leading axes are independent experiments. Two of each at least.

    Returns
    -------
    AnovaResult
        With `estimate` minus the mean loss, so that greater is better, and Satterthwaite's degrees of freedom, NaN
        where a flag holds. Flags: `identical_scores` (all algorithms agree on every example: statistic 0, p-value 1),
        `zero_variance` (they differ, and in the same way for every training set and every example: infinite
        statistic, undefined p-value).

    See Also
    --------
    one_way_anova : Algorithms that share no data.

    Notes
    -----
    Algorithms ``A`` are fixed, training sets ``T`` and test examples ``E`` random and crossed. Under the null, no
    single mean square has the expectation of ``MS_A``, but two sums agree:

    .. math:: F = \frac{MS_A + MS_{ATE}}{MS_{AT} + MS_{AE}}, \qquad
              \nu_1 = \frac{(MS_A + MS_{ATE})^2}{MS_A^2/f_A + MS_{ATE}^2/f_{ATE}}, \quad
              \nu_2 = \frac{(MS_{AT} + MS_{AE})^2}{MS_{AT}^2/f_{AT} + MS_{AE}^2/f_{AE}},

    where ``f_A = a - 1``, ``f_AT = (a-1)(t-1)``, ``f_AE = (a-1)(e-1)`` and ``f_ATE = (a-1)(t-1)(e-1)``. The
    squared error of a difference between two means, ``2 (MS_AT + MS_AE) / te``, is larger than needed by
    ``2 MS_ATE / te`` on average: intervals err towards being wide, and may include 0 where the test rejects.

    The null hypothesis: trained on random samples of the population, of the size of one of the disjoint training
    sets (not of all data), all algorithms have the same mean loss on random examples.

    The distribution is approximate. In a simulation with normal effects (two algorithms, 8 training sets, 50
    examples, nominal .05) it rejected .053 of the time where training sets matter as much as noise and examples do
    not, .051 where both do, and .023 where neither does. Training sets that overlap, as those of cross-validation do,
    are not what it is for: their effects are not independent and it rejects a true null too often.

    References
    ----------
    .. [1] C. E. Rasmussen, R. M. Neal, G. E. Hinton, D. van Camp, M. Revow, Z. Ghahramani, R. Kustra and
       R. Tibshirani (1996). The DELVE manual. University of Toronto.
    .. [2] T. G. Dietterich (1998). Approximate statistical tests for comparing supervised
       classification learning algorithms. Neural Computation 10, 1895-1923.
    .. [3] F. E. Satterthwaite (1946). An approximate distribution of estimates of variance components.
       Biometrics Bulletin 2, 110-114.

    Examples
    --------
    >>> from foldwise.stats import delve_quasi_f
    >>> result = delve_quasi_f([[[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0]],
    ...                         [[1, 1, 0, 1], [1, 0, 1, 1], [1, 0, 1, 1]]])
    >>> round(result.statistic, 3), round(result.pvalue, 3)
    (10.0, 0.05)
    >>> result.estimate
    array([-0.25,  -0.75])
    """
    x = _checked(losses)
    *_, n_algorithms, n_training_sets, n_test = x.shape
    n_cells, df = n_training_sets * n_test, n_algorithms - 1
    largest = np.abs(x).max(axis=(-3, -2, -1))
    # A power of two: multiplying by it is exact, and squares neither overflow nor underflow.
    exponent = np.frexp(largest)[1]
    rounding = ROUNDINGS * np.finfo(np.float64).eps * np.ldexp(largest, -exponent)
    x = np.ldexp(x, -exponent[..., np.newaxis, np.newaxis, np.newaxis])

    # What all algorithms share, how hard an example or a training set is, goes first: it costs digits.
    apart = x - x.mean(axis=-3, keepdims=True)
    of_algorithm = apart.mean(axis=(-2, -1), keepdims=True)
    of_training = apart.mean(axis=-1, keepdims=True) - of_algorithm
    of_example = apart.mean(axis=-2, keepdims=True) - of_algorithm
    rest = apart - of_algorithm - of_training - of_example
    ms_a = _MeanSquare.of(of_algorithm, n_cells, df, rounding)
    ms_at = _MeanSquare.of(of_training, n_test, df * (n_training_sets - 1), rounding)
    ms_ae = _MeanSquare.of(of_example, n_training_sets, df * (n_test - 1), rounding)
    ms_ate = _MeanSquare.of(rest, 1, df * (n_training_sets - 1) * (n_test - 1), rounding)

    with np.errstate(all="ignore"):
        above, df_above = _sum(ms_a, ms_ate)
        below, df_below = _sum(ms_at, ms_ae)
        identical, constant = (below == 0) & (above == 0), (below == 0) & (above > 0)
        statistic = np.where(identical, 0.0, above / below)
        pvalue = variance_ratio_sf(statistic, df_above, df_below)
        error = np.sqrt(2 * below / n_cells)[..., np.newaxis, np.newaxis] * ~np.eye(n_algorithms, dtype=bool)
        return AnovaResult(
            statistic=unwrapped(statistic),
            pvalue=unwrapped(np.where(below > 0, pvalue, np.where(identical, 1.0, np.nan))),
            df=(unwrapped(np.where(below > 0, df_above, np.nan)), unwrapped(np.where(below > 0, df_below, np.nan))),
            estimate=np.ldexp(-x.mean(axis=(-2, -1)), exponent[..., np.newaxis]),
            standard_error=np.ldexp(error, exponent[..., np.newaxis, np.newaxis]),
            flags=Flags({"identical_scores": identical, "zero_variance": constant}, shape=statistic.shape),
        )


class _MeanSquare(NamedTuple):
    value: Floats
    df: int

    @classmethod
    def of(cls, effect: Floats, n_repeats: int, df: int, rounding: Floats) -> "_MeanSquare":
        """Mean square of effects each of which was averaged over `n_repeats` cells."""
        square = np.square(effect).sum(axis=(-3, -2, -1)) * (n_repeats / df)
        return cls(np.where(np.abs(effect).max(axis=(-3, -2, -1)) <= rounding, 0.0, square), df)


def _sum(one: _MeanSquare, other: _MeanSquare) -> tuple[Floats, Floats]:
    """Sum of two mean squares with Satterthwaite's degrees of freedom."""
    total = one.value + other.value
    return total, total**2 / (one.value**2 / one.df + other.value**2 / other.df)


def _checked(losses: ArrayLike) -> Floats:
    array = as_array(losses, "losses", if_masked="the design must be complete. Pass every loss.", kinds="biuf")
    if array.ndim < len(AXES) or min(array.shape[-3:]) < 2:
        raise ValueError(
            f"losses must have shape ({', '.join(AXES)}), at least 2 of each, leading axes allowed, got {array.shape}."
        )
    return as_floats(array, "losses")
