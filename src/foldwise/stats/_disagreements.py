"""Counts of examples on which exactly one of two classifiers is right, checked."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_choice
from foldwise.stats._batch import ALTERNATIVES, Alternative, Floats, Integers, Mask, unwrapped
from foldwise.stats._counts import as_counts
from foldwise.stats._flags import Flags
from foldwise.stats._results import DisagreementResult, Method


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
