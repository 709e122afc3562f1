"""Analysis of variance of a full factorial design with as many independent scores in every cell."""

from dataclasses import dataclass
from itertools import combinations
from math import prod

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_integer
from foldwise.stats._batch import Batch, Flags, Floats, unwrapped
from foldwise.stats._differences import ROUNDINGS
from foldwise.stats._inputs import as_array, as_floats
from foldwise.stats._tails import variance_ratio_sf


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FactorialResult:
    """Main effects and interactions of crossed factors; the last axis of every array is that of the effects.

    Attributes
    ----------
    effects : tuple of tuple of int
        The factors of each effect, by their axes: main effects first, then interactions of two, of three, ...
    statistic : ndarray of shape (..., n_effects)
        Mean square of the effect over that within cells; infinite where the flag `zero_variance` holds.
    pvalue : ndarray of shape (..., n_effects)
        Probability of a ratio as large if there were no such effect. NaN only where the flag `zero_variance` holds.
    df : tuple of int
        Degrees of freedom of each effect.
    df_error : int
        Degrees of freedom of what varies within cells.
    standard_deviation : float or ndarray
        Of scores within cells, pooled over all of them.
    partial_eta_squared : ndarray of shape (..., n_effects)
        Share of the effect in what it and the cells' own variation make together.
    partial_omega_squared : ndarray of shape (..., n_effects)
        The same share in the population, estimated; about 0, also below, where there is no effect.
    flags : Flags
        What to know before trusting the numbers.

    Examples
    --------
    >>> from foldwise.stats import factorial_anova
    >>> result = factorial_anova([[[1.0, 2.0], [3.0, 4.0]], [[2.0, 3.0], [8.0, 9.0]]])
    >>> result.effects, result.df, result.df_error
    (((0,), (1,), (0, 1)), (1, 1, 1), 4)
    """

    effects: tuple[tuple[int, ...], ...]
    statistic: Floats
    pvalue: Floats
    df: tuple[int, ...]
    df_error: int
    standard_deviation: Batch
    partial_eta_squared: Floats
    partial_omega_squared: Floats
    flags: Flags


def factorial_anova(scores: ArrayLike, *, n_factors: int | None = None) -> FactorialResult:
    r"""Test which of several crossed factors change the mean score, and which of them depend on one another.

    For experiments in which the settings of a learner, the size of the training set or properties of artificial data
    are the independent variables [1]_: every combination of their values is a cell, with independent scores in it.

    Parameters
    ----------
    scores : array_like of shape (..., n_levels_1, ..., n_levels_m, n_replicates)
        One axis for each factor, and in each cell two replicates or more, as many in all. Leading axes are independent
        experiments.
    n_factors : int, optional
        How many axes before the last are factors; by default all of them.

    Returns
    -------
    FactorialResult
        Flags: `identical_scores` (all scores are alike: statistics 0, p-values 1), `zero_variance` (scores differ, but
        not within cells: there is nothing to test against).

    See Also
    --------
    one_way_anova : One factor, whose levels may have different numbers of scores.
    repeated_measures_anova : Algorithms on the same samples.

    Notes
    -----
    The mean of a cell is the sum of an effect of every set S of factors, among them the empty one; each is what is left
    of the mean over all other factors when the effects of the parts of S are taken off. With ``e_S`` that effect in one
    cell of ``c``, ``r`` scores ``x`` in every cell and ``f_S`` the product of the numbers of levels of S, each less
    one,

    .. math:: F_S = \frac{r \sum_{\text{cells}} e_S^2 / f_S}
                         {\sum_{\text{cells}} \sum_i (x_i - \bar x)^2 / (c (r - 1))}.

    The null hypothesis: the effect of these factors is zero in every cell, whatever the other effects.

    If scores are independent and normal with one variance, the level is exact. An interaction says that the effect of
    one factor depends on the other: main effects are then means over levels that differ. Each effect is tested by
    itself, and p-values are not adjusted for their number.

    References
    ----------
    .. [1] S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended
       approach. Data Mining and Knowledge Discovery 1, 317-328.

    Examples
    --------
    >>> from foldwise.stats import factorial_anova
    >>> scores = [[[0.70, 0.72, 0.71], [0.78, 0.77, 0.79]], [[0.74, 0.75, 0.73], [0.76, 0.74, 0.75]]]
    >>> result = factorial_anova(scores)
    >>> result.statistic.round(1).tolist(), result.pvalue.round(4).tolist()
    ([0.0, 48.0, 27.0], [1.0, 0.0001, 0.0008])
    """
    x, n_factors = _checked(scores, n_factors)
    levels, n_replicates = x.shape[-1 - n_factors : -1], x.shape[-1]
    n_cells = int(np.prod(levels))
    axes = tuple(range(-1 - n_factors, -1))
    largest = _flat(np.abs(x), n_factors).max(axis=-1)
    # A power of two, so that squares neither overflow nor underflow.
    exponent = np.frexp(largest)[1]
    rounding = ROUNDINGS * np.finfo(np.float64).eps * np.ldexp(largest, -exponent)
    x = np.ldexp(x, -exponent.reshape(*exponent.shape, *(1,) * (n_factors + 1)))

    means = x.mean(axis=-1, keepdims=True)
    # What rounding kept from the means, so that cells far apart cost their scores no digits.
    rest = x - means
    rest = rest - rest.mean(axis=-1, keepdims=True)
    centred = means
    for axis in axes:
        centred = centred.mean(axis=axis, keepdims=True)
    centred = means - centred
    effects = tuple(each for size in range(1, n_factors + 1) for each in combinations(range(n_factors), size))
    squares, sizes, df = [], [], []
    for effect in effects:
        part = _effect(centred, axes, effect)
        squares.append(
            _sum(np.square(part), n_factors) * (n_replicates * n_cells / np.prod([levels[i] for i in effect]))
        )
        sizes.append(_flat(np.abs(part), n_factors).max(axis=-1))
        df.append(int(np.prod([levels[i] - 1 for i in effect])))
    df_error = n_cells * (n_replicates - 1)

    no_spread = _flat(np.abs(rest), n_factors).max(axis=-1) <= rounding
    between = np.where(np.stack(sizes, axis=-1) <= rounding[..., np.newaxis], 0.0, np.stack(squares, axis=-1))
    within = np.where(no_spread, 0.0, _sum(np.square(rest), n_factors))[..., np.newaxis]
    identical = no_spread & (between == 0).all(axis=-1)
    freedom = np.array(df, dtype=np.float64)
    with np.errstate(all="ignore"):
        noise = within / df_error
        statistic = np.where(between == 0, 0.0, between / freedom / noise)
        pvalue = variance_ratio_sf(statistic, freedom, df_error)
        pvalue = np.where((no_spread & ~identical)[..., np.newaxis], np.nan, pvalue)
        eta = np.where(between == 0, 0.0, between / (between + within))
        omega = (between - freedom * noise) / (between + (x.shape[-1] * n_cells - freedom) * noise)
        omega = np.where(no_spread[..., np.newaxis], eta, omega)
    return FactorialResult(
        effects=effects,
        statistic=statistic,
        pvalue=pvalue,
        df=tuple(df),
        df_error=df_error,
        standard_deviation=unwrapped(np.ldexp(np.sqrt(noise[..., 0]), exponent)),
        partial_eta_squared=eta,
        partial_omega_squared=omega,
        flags=Flags({"identical_scores": identical, "zero_variance": no_spread & ~identical}, shape=identical.shape),
    )


def _effect(means: Floats, axes: tuple[int, ...], effect: tuple[int, ...]) -> Floats:
    """Return what these factors do together, apart from what fewer of them do: of length 1 along the others."""
    part = means
    for number, axis in enumerate(axes):
        over = part.mean(axis=axis, keepdims=True)
        part = part - over if number in effect else over
    return part


def _sum(values: Floats, n_factors: int) -> Floats:
    return np.asarray(_flat(values, n_factors).sum(axis=-1))


def _flat(values: Floats, n_factors: int) -> Floats:
    """Return all of an experiment in one axis; -1 for its length would be ambiguous where there are no experiments."""
    leading, design = values.shape[: -1 - n_factors], values.shape[-1 - n_factors :]
    return values.reshape(*leading, prod(design))


def _checked(scores: ArrayLike, n_factors: int | None) -> tuple[Floats, int]:
    array = as_array(scores, "scores", if_masked="the design must be complete. Pass every score.", kinds="biuf")
    n = array.ndim - 1 if n_factors is None else check_integer(n_factors, "n_factors", least=1)
    if n < 1 or array.ndim < n + 1 or min(array.shape[-1 - n :]) < 2:
        raise ValueError(
            "scores must have an axis for each factor and a last one for replicates, with at least 2 levels and 2 "
            f"replicates, got shape {array.shape}."
        )
    return as_floats(array, "scores"), n
