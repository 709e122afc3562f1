"""Counts of examples on which exactly one of two classifiers is right, checked."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_choice
from foldwise.stats._batch import ALTERNATIVES, Alternative, Floats, Integers, Mask, unwrapped
from foldwise.stats._flags import Flags
from foldwise.stats._results import DisagreementResult

# Above this, a float does not hold every integer.
LARGEST = 2**53


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
        self, *, statistic: Floats, pvalue: Floats, df: Literal[1] | None, small_sample: bool | Mask = False
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
    counts = [_count(value, name, least=1 if name == "n_examples" else 0) for name, value in named.items()]
    try:
        a, b, *n = (np.array(count) for count in np.broadcast_arrays(*counts))
    except ValueError:
        shapes = ", ".join(f"{name} {count.shape}" for name, count in zip(named, counts, strict=True))
        raise ValueError(f"counts must have shapes that broadcast together, got {shapes}.") from None
    if n and (a + b > n[0]).any():
        first = tuple(np.argwhere(a + b > n[0])[0])
        raise ValueError(
            f"a_only + b_only must not exceed n_examples, got {a[first]} + {b[first]} > {n[0][first]}. "
            "n_examples counts the agreements too."
        )
    return Disagreements(a_only=a, b_only=b, n_examples=n[0] if n else None, alternative=alternative)


def _count(value: ArrayLike, name: str, *, least: int) -> Integers:
    array = np.asarray(value)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must be a count or an array of counts, got dtype {array.dtype}.")
    good = (array >= least) & (array <= LARGEST)
    if array.dtype.kind == "f":
        good &= array == np.floor(array)
    if not good.all():
        raise ValueError(f"{name} must hold whole numbers from {least} to 2**53, got {array[~good].flat[0]}.")
    return array.astype(np.int64)
