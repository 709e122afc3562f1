"""The critical values of five tests, which survive as formulas only."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from scipy import stats as distributions

import foldwise as fw
from foldwise.papers.dietterich_1998.simulation import ALPHA
from foldwise.papers.dietterich_1998.words import LOST, PAPER
from foldwise.papers.printed_numbers import printed
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, ComparedValue, Exhibit, SideBySide

Floats = npt.NDArray[np.float64]

_TINY: Final = 1e-9
_LARGEST: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """A test and from where on it rejects.

    Parameters
    ----------
    key : str
        Of the row of ``worked_examples`` with the recovered value.
    words : str
        What is tested.
    value : float
        The critical value.
    outcomes : callable
        Returns statistics and p-values of the test, on both sides of the critical value.
    digits : int
        Of the recovered value.
    """

    key: str
    words: str
    value: float
    outcomes: Callable[[float], tuple[Floats, Floats]]
    digits: int

    def is_kept(self) -> bool:
        """Whether the test rejects exactly where its statistic is beyond the critical value."""
        statistic, pvalue = self.outcomes(self.value)
        rejected, beyond = pvalue <= ALPHA, np.abs(statistic) > self.value
        return bool((rejected == beyond).all() and rejected.any() and not rejected.all())


def _all_disagreements(_critical: float) -> tuple[Floats, Floats]:
    a, b = np.divmod(np.arange(1, _LARGEST**2), _LARGEST)
    result = fw.stats.mcnemar(a, b)
    return np.asarray(result.statistic), np.asarray(result.pvalue)


def _all_proportions(_critical: float) -> tuple[Floats, Floats]:
    a, b = np.divmod(np.arange((_LARGEST + 1) ** 2), _LARGEST + 1)
    result = fw.stats.difference_of_proportions(a, b, n_examples=_LARGEST)
    return np.asarray(result.statistic), np.asarray(result.pvalue)


def _around(test: Callable[..., Any], n: int) -> Callable[[float], tuple[Floats, Floats]]:
    """Make differences whose t is a little below, and a little above, the critical value."""

    def outcomes(critical: float) -> tuple[Floats, Floats]:
        pattern = np.linspace(-1, 1, n)
        pattern /= pattern.std(ddof=1)
        wanted = critical * np.array([[1 - _TINY], [1 + _TINY]])
        result = test(pattern + wanted / np.sqrt(n))
        return np.asarray(result.statistic), np.asarray(result.pvalue)

    return outcomes


def _around_halves(critical: float) -> tuple[Floats, Floats]:
    """Make five pairs whose variances are 1, the first of all differences being t itself."""
    wanted = critical * np.array([1 - _TINY, 1 + _TINY])
    first = np.repeat(wanted[:, np.newaxis], 5, axis=1)
    result = fw.stats.five_by_two_t(np.stack([first, first - np.sqrt(2)], axis=-1))
    return np.asarray(result.statistic), np.asarray(result.pvalue)


THRESHOLDS: Final = (
    Threshold(
        key="d_chi2",
        words="McNemar: chi-square, 1 df",
        value=float(distributions.chi2.isf(ALPHA, 1)),
        outcomes=_all_disagreements,
        digits=6,
    ),
    Threshold(
        key="d_z",
        words="two proportions: normal",
        value=float(distributions.norm.isf(ALPHA / 2)),
        outcomes=_all_proportions,
        digits=2,
    ),
    *(
        Threshold(key=key, words=words, value=float(distributions.t.isf(ALPHA / 2, df)), outcomes=made, digits=digits)
        for key, words, df, made, digits in (
            ("d_t29", "resampled t, 30 splits: t, 29 df", 29, _around(fw.stats.resampled_t, 30), 5),
            ("d_t9", "10-fold t: t, 9 df", 9, _around(fw.stats.kfold_t, 10), 3),
            ("d_t5", "5x2 t: t, 5 df", 5, _around_halves, 3),
        )
    ),
)


def thresholds(_bench: Workbench) -> Exhibit:
    """From where on each test rejects."""
    known = printed("worked_examples").set_index("id")["published_value"]
    are_exact = [each.is_kept() for each in THRESHOLDS]
    return Exhibit(
        paper=PAPER,
        name="thresholds",
        title="Critical values of the five tests",
        about=f"From where on each test rejects at the level {ALPHA:g}, two-sided; and whether the tests of foldwise "
        f"do so exactly from there on: on all counts of examples up to {_LARGEST}, and on differences made to lie on "
        f"either side of the critical value by {_TINY:g} of it.",
        tables=(
            SideBySide(
                title="Critical values",
                index="test and distribution",
                rows=tuple(each.words for each in THRESHOLDS),
                columns=("critical value",),
                cells=tuple(
                    (ComparedValue(measured=each.value, printed=float(known[each.key]), digits=each.digits),)
                    for each in THRESHOLDS
                ),
                note="Exact. Beside them what the paper must have, to as many digits as were recovered: all certain, "
                "since formulas fix them.",
            ),
        ),
        checks=(
            Check(
                asked="each test rejects exactly where its statistic is beyond its critical value",
                found=f"{sum(are_exact)} of {len(are_exact)} tests do",
                met=all(are_exact),
            ),
        ),
        beside="recovered",
        notes=(LOST,),
        # Nothing here is smaller in a quick look.
        incomplete="",
    )
