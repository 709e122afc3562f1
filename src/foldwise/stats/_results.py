"""What the tests return: frozen records whose fields have the shape of the batch."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from scipy.special import ndtri

from foldwise._core import check_fraction
from foldwise.stats._batch import Alternative, Batch, Counts, unwrapped
from foldwise.stats._flags import Flags
from foldwise.stats._paired_proportions import upper_difference
from foldwise.stats._share import exact_lower_share, mid_lower_share, score_lower_share
from foldwise.stats._student import student_critical

Method: TypeAlias = Literal["continuity", "exact", "mid-p"]

LOWER_SHARE = {"continuity": score_lower_share, "exact": exact_lower_share, "mid-p": mid_lower_share}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StudentResult:
    """Mean differences referred to Student's t distribution.

    Fields are Python floats for one experiment and arrays of the batch's shape for many.

    Attributes
    ----------
    statistic : float or ndarray
        Student's t; infinite where the flag `zero_variance` holds.
    pvalue : float or ndarray
        Against `alternative`; NaN only where the flag `zero_variance` holds.
    df : float
        Degrees of freedom.
    estimate : float or ndarray
        Mean difference ``score(a) - score(b)``, on the scale of the scores.
    standard_error : float or ndarray
        The error that `estimate` was divided by.
    alternative : {'two-sided', 'greater', 'less'}
        What `pvalue` was computed against.
    flags : Flags
        What to know before trusting the numbers.

    Examples
    --------
    >>> from foldwise.stats import kfold_t
    >>> result = kfold_t([0.04, 0.02, -0.01, 0.03, 0.05, 0.0, 0.02, -0.02, 0.06, 0.01])
    >>> round(result.estimate, 3), round(result.pvalue, 3)
    (0.02, 0.037)
    >>> low, high = result.confidence_interval()
    >>> round(low, 4), round(high, 4)
    (0.0015, 0.0385)
    """

    statistic: Batch
    pvalue: Batch
    df: float
    estimate: Batch
    standard_error: Batch
    alternative: Alternative
    flags: Flags

    def confidence_interval(self, level: float = 0.95) -> tuple[Batch, Batch]:
        """Two-sided interval for the mean difference, on the scale of the scores.

        Parameters
        ----------
        level : float, default 0.95
            Nominal coverage; as approximate as the test itself.

        Returns
        -------
        low, high : float or ndarray
            They exclude 0 when the two-sided p-value is at most ``1 - level``, whatever `alternative` was.
            NaN where the p-value is: an interval of no width would claim certainty.
        """
        critical = student_critical(check_fraction(level, "level"), self.df)
        with np.errstate(all="ignore"):
            half = np.where(np.isnan(self.pvalue), np.nan, critical * np.asarray(self.standard_error))
            return unwrapped(np.asarray(self.estimate - half)), unwrapped(np.asarray(self.estimate + half))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DisagreementResult:
    """Examples on which exactly one of two classifiers is right.

    Fields are Python numbers for one experiment and arrays of the batch's shape for many. No field is ever NaN.

    Attributes
    ----------
    statistic : float or ndarray
        `a_only` for exact and mid-p tests; chi-square, or its signed root, with continuity correction.
    pvalue : float or ndarray
        Against `alternative`.
    df : int or None
        Degrees of freedom of chi-square; None for other statistics.
    a_only, b_only : int or ndarray
        Examples that only `a`, only `b`, gets right.
    n_examples : int, ndarray or None
        All examples tested, agreements included, if they were given.
    estimate : float, ndarray or None
        Difference in accuracy ``(a_only - b_only) / n_examples``; None without `n_examples`.
    standard_error : float, ndarray or None
        Of `estimate`, not assuming equal accuracies: ``sqrt(m - (a_only - b_only)**2 / n_examples) / n_examples``
        with ``m = a_only + b_only``; None without `n_examples`.
    method : {'continuity', 'exact', 'mid-p'}
        How `pvalue` was computed: from the normal distribution with continuity correction, or from the binomial.
    alternative : {'two-sided', 'greater', 'less'}
        What `pvalue` was computed against.
    flags : Flags
        What to know before trusting the numbers.

    Examples
    --------
    >>> from foldwise.stats import binomial
    >>> result = binomial(35, 15, n_examples=200)
    >>> result.estimate, round(result.standard_error, 4), round(result.pvalue, 4)
    (0.1, 0.0346, 0.0066)
    >>> low, high = result.confidence_interval()
    >>> round(low, 4), round(high, 4)
    (0.0318, 0.1699)
    """

    statistic: Batch
    pvalue: Batch
    df: int | None
    a_only: Counts
    b_only: Counts
    n_examples: Counts | None
    estimate: Batch | None
    standard_error: Batch | None
    method: Method
    alternative: Alternative
    flags: Flags

    def confidence_interval(self, level: float = 0.95) -> tuple[Batch, Batch]:
        """Two-sided interval for the difference in accuracy, by Tango's score method.

        Parameters
        ----------
        level : float, default 0.95
            Nominal coverage.

        Returns
        -------
        low, high : float or ndarray
            They may exclude 0 where the p-value is just above ``1 - level``, or the reverse: exact tests and continuity
            corrections are cautious, and take the number of disagreements as given. `share_interval` agrees with them.

        References
        ----------
        T. Tango (1998). Equivalence test and confidence interval for the difference in proportions for the
        paired-sample design. Statistics in Medicine 17, 891-908.
        """
        z = -float(ndtri((1 - check_fraction(level, "level")) / 2))
        if self.n_examples is None:
            raise ValueError("an interval for the difference in accuracy needs n_examples: pass it to the test.")
        # The lower limit is the upper one of the other learner: swapping the two mirrors the interval exactly.
        low = -upper_difference(self.b_only, self.a_only, self.n_examples, z)
        return unwrapped(low), unwrapped(upper_difference(self.a_only, self.b_only, self.n_examples, z))

    def share_interval(self, level: float = 0.95) -> tuple[Batch, Batch]:
        """Two-sided interval for the share of disagreements that `a` wins, agreeing with the two-sided p-value.

        Parameters
        ----------
        level : float, default 0.95
            Coverage, given the number of disagreements.

        Returns
        -------
        low, high : float or ndarray
            They exclude 1/2 when the two-sided p-value is at most ``1 - level``, whatever `alternative` was; 0 and 1
            without any disagreement.

        Notes
        -----
        The exact test is inverted to Clopper and Pearson's limits, the mid-p test to theirs with half the probability
        of the count that was seen, McNemar's to Wilson's with continuity correction.
        """
        alpha = 1 - check_fraction(level, "level")
        lower_share = LOWER_SHARE[self.method]
        a, b = np.asarray(self.a_only), np.asarray(self.b_only)
        some = a + b > 0
        low = np.where(some, lower_share(a, b, alpha), 0.0)
        return unwrapped(low), unwrapped(np.where(some, 1 - lower_share(b, a, alpha), 1.0))
