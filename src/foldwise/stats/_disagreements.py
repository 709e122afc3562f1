"""Examples on which exactly one of two classifiers is right: their counts, checked, and what tests on them return."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from foldwise._core import check_choice, check_fraction
from foldwise.stats._batch import ALTERNATIVES, Alternative, Batch, Counts, Flags, Floats, Integers, Mask, unwrapped
from foldwise.stats._inputs import as_counts
from foldwise.stats._share import exact_lower_share, mid_lower_share, score_lower_share

Method: TypeAlias = Literal["continuity", "exact", "mid-p"]

LOWER_SHARE = {"continuity": score_lower_share, "exact": exact_lower_share, "mid-p": mid_lower_share}


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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Disagreements:
    """Checked counts, all of the batch's shape."""

    a_only: Integers
    b_only: Integers
    n_examples: Integers | None
    alternative: Alternative

    @property
    def total(self) -> Integers:
        """Number of disagreements."""
        return self.a_only + self.b_only

    def result(
        self,
        *,
        statistic: Floats,
        pvalue: Floats,
        method: Method,
        df: int | None = None,
        small_sample: bool | Mask = False,
    ) -> DisagreementResult:
        """Assemble the result of a test on these counts."""
        estimate = standard_error = None
        if self.n_examples is not None:
            lead = (self.a_only - self.b_only).astype(np.float64)
            estimate = unwrapped(np.asarray(lead / self.n_examples))
            # Never negative, but the rounding of counts above 2**26 could make it so.
            spread = np.maximum(self.total - lead * lead / self.n_examples, 0.0)
            standard_error = unwrapped(np.asarray(np.sqrt(spread) / self.n_examples))
        return DisagreementResult(
            statistic=unwrapped(statistic),
            pvalue=unwrapped(pvalue),
            df=df,
            a_only=unwrapped(self.a_only),
            b_only=unwrapped(self.b_only),
            n_examples=None if self.n_examples is None else unwrapped(self.n_examples),
            estimate=estimate,
            standard_error=standard_error,
            method=method,
            alternative=self.alternative,
            flags=Flags({"no_disagreement": self.total == 0, "small_sample": small_sample}, shape=self.total.shape),
        )


def as_disagreements(
    a_only: ArrayLike, b_only: ArrayLike, n_examples: ArrayLike | None, alternative: Alternative
) -> Disagreements:
    """Check the counts and give all of them one shape."""
    check_choice(alternative, "alternative", ALTERNATIVES)
    named = {"a_only": a_only, "b_only": b_only}
    if n_examples is not None:
        named["n_examples"] = n_examples
    a, b, *n = as_counts(named)
    if n and (a + b > n[0]).any():
        first = tuple(np.argwhere(a + b > n[0])[0])
        raise ValueError(
            f"a_only + b_only must not exceed n_examples, got {a[first]} + {b[first]} > {n[0][first]}. "
            "n_examples counts the agreements too."
        )
    return Disagreements(a_only=a, b_only=b, n_examples=n[0] if n else None, alternative=alternative)


# Halving [-1, 1] so often leaves less than the spacing of floating-point numbers near 1.
_HALVINGS = 60


def upper_difference(a_only: ArrayLike, b_only: ArrayLike, n: ArrayLike, z: float) -> Floats:
    r"""Tango's upper limit for the difference in accuracy.

    The largest :math:`\Delta` whose score test is not rejected: with :math:`b` and :math:`c` the examples that only A,
    only B, gets right, and :math:`\tilde q` the most likely probability of the latter if the difference is
    :math:`\Delta`,

    .. math:: \frac{b - c - n\Delta}{\sqrt{n\,(2\tilde q + \Delta(1 - \Delta))}} = -z.

    Unlike limits that take the number of disagreements as given, it keeps its coverage when disagreements are few: that
    number is as random as the rest.

    References
    ----------
    T. Tango (1998). Equivalence test and confidence interval for the difference in proportions for the paired-sample
    design. Statistics in Medicine 17, 891-908.

    Examples
    --------
    Without any disagreement the limit is :math:`z^2 / (n + z^2)`:

    >>> upper_difference(0, 0, 16, 2.0)
    array(0.2)
    """
    b, c, n = (np.asarray(count, dtype=np.float64) for count in (a_only, b_only, n))
    low = (b - c) / n
    high = np.ones_like(low)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        # Multiplied out by the root, so that a variance of zero needs no division.
        rejected = n * middle - b + c > z * np.sqrt(n * score_variance(b, c, n, middle))
        low, high = np.where(rejected, low, middle), np.where(rejected, middle, high)
    return np.asarray(high)


def score_variance(b: Floats, c: Floats, n: Floats, difference: Floats) -> Floats:
    """Variance of one example's outcome, the probabilities being as likely as `difference` allows."""
    linear = (2 * n - b + c) * difference - b - c
    constant = c * difference * (1 - difference)
    root = np.sqrt(linear**2 + 8 * n * constant)
    q = np.maximum(root - linear, 0.0) / (4 * n)
    return np.maximum(2 * q + difference * (1 - difference), 0.0)
