"""The procedure that adds repeats until its verdict no longer hangs on the partitions, and what it may spend."""

import sys
from dataclasses import dataclass
from math import ceil, inf, isfinite
from numbers import Real
from time import monotonic
from typing import Any, Final, Literal

from foldwise._core import check_bool, check_integer

DEFAULT_FITS: Final = 2000

_SECONDS_BETWEEN_NEWS: Final = 5.0
_FITS_FOR_EACH_WORKER: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """Cross-validation with repeats added, in growing batches, until the verdict is settled or the budget ends.

    A verdict is settled when the statistic is three standard errors, over random partitions, from where the decision
    would change: another random split of the same data would then hardly decide otherwise. It says nothing about other
    data, for which there is the p-value.

    Parameters
    ----------
    strict : bool, default False
        False: stratified ten-fold cross-validation and the corrected t test of Bouckaert and Frank, its variance factor
        and degrees of freedom always those of ten repeats. True: two-fold cross-validation and the jackknife test
        (`foldwise.stats.twofold_jackknife_t`), whose variance is never too small on average, about training sets of
        half the examples. Metrics that are no mean over examples, such as an area under a curve, get the first.
    guard : bool, default False
        Before one learner is called better, hold the corrected variance against another one, and take the larger: that
        of the two-fold jackknife carried to training sets of nine tenths, or for metrics that are no mean over examples
        that of random halves of the data. Of a budget of fits up to 600 are kept for that (1000 for halves, half of a
        smaller budget).
    max_fits : int, optional
        Budget of fits of each learner on each dataset. 2000 if no budget is given.
    max_repeats : int, optional
        Budget of repeats of the cross-validation that the test reads.
    max_seconds : float, optional
        Budget of time for the whole comparison: no fit is begun after it, and repeats that are not whole by then do
        not count. What is settled then depends on the speed of the machine, and the verdict says so. If not even one
        repeat of all learners is whole, there is no verdict, and an error says so.

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
        parts = [f"{name}=True" for name in ("strict", "guard") if getattr(self, name)]
        parts += [
            f"{name}={getattr(self, name)!r}"
            for name in ("max_fits", "max_repeats", "max_seconds")
            if getattr(self, name) is not None
        ]
        return f"Settled({', '.join(parts)})"

    @property
    def fits(self) -> int | None:
        """Budget of fits of each learner: the one given, or the default where there is no budget at all."""
        if self.max_fits is None and self.max_repeats is None and self.max_seconds is None:
            return DEFAULT_FITS
        return self.max_fits


def as_settled(scheme: Any, test: str | None) -> Settled | None:
    """Return how to settle a comparison, or None for a fixed design.

    Examples
    --------
    >>> print(as_settled(None, None), as_settled("settled:guard", None))
    Settled() Settled(guard=True)
    >>> as_settled("10x10", None), as_settled(None, "kfold_t")
    (None, None)
    """
    if scheme is None:
        return Settled() if test is None else None
    settled = parse_settled(scheme) if isinstance(scheme, str) else scheme if isinstance(scheme, Settled) else None
    if settled is not None and test is not None:
        raise ValueError(
            f"A settled verdict has a test of its own, got test={test!r}: leave one out, or name a fixed scheme such "
            "as '10x10'."
        )
    return settled


def parse_settled(text: str) -> Settled | None:
    """Read a short name: ``'settled'``, ``'settled:strict'`` or ``'settled:guard'``; None for any other scheme.

    >>> print(parse_settled("settled:strict"), parse_settled("10x10"))
    Settled(strict=True) None
    """
    name, _, form = text.strip().lower().partition(":")
    if name != "settled":
        return None
    if form not in ("", "strict", "guard"):
        raise ValueError(f"scheme must be 'settled', 'settled:strict' or 'settled:guard', got {text!r}.")
    return Settled(**{form: True}) if form else Settled()


Ended = Literal["", "repeats", "fits", "seconds"]


class Budget:
    """What may be spent on a settled verdict, in repeats, fits of each learner, or seconds; the clock runs from now."""

    def __init__(self, settled: Settled) -> None:
        self._settled = settled
        self._started = monotonic()

    def most_repeats(self, n_folds: int, *, spent: int = 0, aside: bool = False) -> tuple[int, Ended]:
        """Return how many repeats there may be, and what limits them.

        Parameters
        ----------
        n_folds : int
            Folds, and fits of each learner, of a repeat.
        spent : int, default 0
            Fits for something else.
        aside : bool, default False
            Whether the budget of repeats is for ten folds; so many more repeats of fewer folds are as many fits.
        """
        repeats, fits = self._settled.max_repeats, self._settled.fits
        limits: list[tuple[int, Ended]] = []
        if repeats is not None:
            limits.append((repeats * 10 // n_folds if aside else repeats, "repeats"))
        if fits is not None:
            limits.append(((fits - spent) // n_folds, "fits"))
        return min(limits, default=(sys.maxsize, ""))

    @property
    def until(self) -> float:
        """When the time ends, by the clock `time.monotonic`; infinite without a budget of time."""
        return self._started + (inf if self._settled.max_seconds is None else self._settled.max_seconds)

    @property
    def seconds_left(self) -> float:
        """How much time is left; infinite without a budget of time."""
        return self.until - monotonic()


class Pace:
    """How many repeats to ask for at a time, so that there is news now and then, and the time is kept.

    Parameters
    ----------
    budget : Budget
        Of which the time counts.
    n_at_once : int
        How many fits are done at the same time.
    """

    def __init__(self, budget: Budget, n_at_once: int) -> None:
        self._budget, self._n_at_once = budget, n_at_once
        self._seconds = 0.0

    @property
    def is_over(self) -> bool:
        """Whether there is no time left."""
        return self._budget.seconds_left <= 0

    def note(self, seconds: float, n_repeats: int) -> None:
        """Note how long it took to add so many repeats."""
        self._seconds = max(seconds / n_repeats, 1e-9)

    def step(self, n_fits: int) -> int:
        """Return how many repeats to add next, each of which has so many fits."""
        # Whoever is done waits for the others at the end of each step.
        least = ceil(_FITS_FOR_EACH_WORKER * self._n_at_once / n_fits) if self._n_at_once > 1 else 1
        left = self._budget.seconds_left
        if not self._seconds or left < least * self._seconds:
            return 1 if left < inf else least
        return max(least, int(min(_SECONDS_BETWEEN_NEWS, left / 2) / self._seconds))


def check_budget(settled: Settled, *, n_folds: int, least: int, spent: int = 0) -> None:
    """Refuse a budget that does not reach the least number of repeats, below which nothing is known of their noise."""
    most, _ = Budget(settled).most_repeats(n_folds, spent=spent)
    if most < least:
        raise ValueError(
            f"A settled verdict needs {least} repeats at least, and the budget allows {max(most, 0)}: give "
            f"max_repeats={least} or more, or max_fits={least * n_folds + spent} or more (--max-repeats, --max-fits), "
            "or name a scheme."
        )
