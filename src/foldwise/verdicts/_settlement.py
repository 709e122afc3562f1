"""How the verdict on one pair was settled: repeats added until it no longer hangs on the partitions."""

from dataclasses import dataclass
from typing import Literal

from foldwise.verdicts._comparison import Decision

Form = Literal["ten-fold", "two-fold", "guarded"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What a pair looked like after so many repeats.

    Parameters
    ----------
    n_repeats : int
        Repeats of the cross-validation that the test reads.
    statistic, pvalue : float
        Of the test on them.
    resampling_error : float
        Standard error of the statistic over random partitions, at the nearest boundary of decisions.
    critical : float
        Absolute value of the statistic past which the decision changes, for the family of the verdict.
    risk : float
        Probability that another execution of as many repeats decides otherwise.
    decision : {'a', 'b', 'none', 'equivalent', 'undetermined'}
        What would be said now.
    """

    n_repeats: int
    statistic: float
    pvalue: float
    resampling_error: float
    critical: float
    risk: float
    decision: Decision


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """How one comparison of a settled verdict came about.

    Parameters
    ----------
    form : {'ten-fold', 'two-fold', 'guarded'}
        The corrected test on ten folds; the jackknife test on two; or the first, with the variance of the second as a
        check before one learner is called better.
    settled : bool
        Whether it was settled; False if the budget ended before.
    n_repeats : int
        Repeats of the cross-validation that the test reads.
    n_fits : int
        Fits of each of the two learners, all told.
    ended_by : {'', 'repeats', 'fits', 'seconds'}
        Which budget ended it; empty if none did.
    looks : tuple of Look
        One for each time that repeats were added.
    ten_fold_estimate : float or None
        Form two-fold: the mean difference of ten-fold cross-validation, which is about training sets of nearly all
        examples.
    inflation : float or None
        Form two-fold, or guarded: variance of the jackknife over that of the examples' own losses; how much the choice
        of training examples adds.
    guard_repeats : int
        Form guarded: repeats of two-fold cross-validation behind the jackknife; 0 where there was nothing to guard.
    unguarded_statistic : float or None
        Form guarded: what the statistic was without the guard.
    """

    form: Form
    settled: bool
    n_repeats: int
    n_fits: int
    ended_by: Literal["", "repeats", "fits", "seconds"]
    looks: tuple[Look, ...]
    ten_fold_estimate: float | None = None
    inflation: float | None = None
    guard_repeats: int = 0
    unguarded_statistic: float | None = None
