"""The procedure that adds repeats until its verdict no longer hangs on the partitions."""

from dataclasses import dataclass
from math import isfinite
from numbers import Real
from typing import Final

from foldwise._core import check_bool, check_integer

DEFAULT_FITS: Final = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """Cross-validation with repeats added, in growing batches, until the verdict is settled or the budget ends.

    A verdict is settled when the statistic is three standard errors, over random partitions, from where the decision
    would change: another execution on the same data would then hardly decide otherwise. It says nothing about other
    data, for which there is the p-value.

    Parameters
    ----------
    strict : bool, default False
        False: stratified ten-fold cross-validation and the corrected t test of Bouckaert and Frank, its variance factor
        and degrees of freedom always those of ten repeats. True: two-fold cross-validation and the jackknife test
        (`foldwise.stats.twofold_jackknife_t`), whose variance is never too small on average, about training sets of
        half the examples. Metrics that are no mean over examples, such as an area under a curve, get the first.
    guard : bool, default False
        Before one learner is called better, check the corrected variance against that of the two-fold jackknife, and
        take the larger. Of a budget of fits, 600 are kept for that (half of a smaller one).
    max_fits : int, optional
        Budget of fits of each learner on each dataset. 2000 if no budget is given.
    max_repeats : int, optional
        Budget of repeats of the cross-validation that the test reads.
    max_seconds : float, optional
        Budget of time for the whole comparison; the first look is always taken. What is settled then depends on the
        speed of the machine, and the verdict says so.

    Examples
    --------
    >>> from foldwise.verdicts import Settled
    >>> print(Settled(), Settled(strict=True, max_fits=10_000))
    Settled() Settled(strict=True, max_fits=10000)
    """

    strict: bool = False
    guard: bool = False
    max_fits: int | None = None
    max_repeats: int | None = None
    max_seconds: float | None = None

    def __post_init__(self) -> None:
        check_bool(self.strict, "strict")
        check_bool(self.guard, "guard")
        if self.strict and self.guard:
            raise ValueError("strict and guard exclude each other: the strict test has the guard's variance itself.")
        for name, least in (("max_fits", 1), ("max_repeats", 1)):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, check_integer(getattr(self, name), name, least=least))
        seconds = self.max_seconds
        if seconds is not None:
            if isinstance(seconds, bool) or not isinstance(seconds, Real):
                raise TypeError(f"max_seconds must be a positive number, got {seconds!r}.")
            if not isfinite(seconds) or seconds <= 0:
                raise ValueError(f"max_seconds must be a positive number, got {seconds!r}.")

    def __str__(self) -> str:
        given = [f"{name}=True" for name in ("strict", "guard") if getattr(self, name)]
        given += [
            f"{name}={getattr(self, name)!r}"
            for name in ("max_fits", "max_repeats", "max_seconds")
            if getattr(self, name) is not None
        ]
        return f"Settled({', '.join(given)})"

    @property
    def fits(self) -> int | None:
        """Budget of fits of each learner: the one given, or the default where there is no budget at all."""
        if self.max_fits is None and self.max_repeats is None and self.max_seconds is None:
            return DEFAULT_FITS
        return self.max_fits
