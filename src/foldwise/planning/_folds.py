"""Repeats and examples that a corrected test on cross-validation needs, with the ceiling of repeats."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from foldwise._core import counted
from foldwise.planning._plan import PairPlan
from foldwise.planning._power import sd_interval, student_power
from foldwise.planning._question import Question
from foldwise.planning._terms import Wish

MOST_REPEATS: Final = 1000
MOST_EXAMPLES: Final = 100_000_000
# Repeats that a curve shows at least: with as many the ceiling is near.
_SHOWN: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldSpread:
    """How much the differences of one pair vary over folds.

    Parameters
    ----------
    sd : float
        Standard deviation of the differences of folds.
    df : float
        With how many degrees of freedom it is known; NaN if it was assumed.
    ratio : float
        Test size over training size.
    n_examples : int or None
        Size of the dataset, if it is known.
    n_repeats, n_folds : int
        The design; one fold for independent random splits.
    """

    sd: float
    df: float
    ratio: float
    n_examples: int | None
    n_repeats: int
    n_folds: int

    def power(self, wish: Wish, alpha: float, *, sd: float, n_repeats: float) -> float:
        r"""Return the power of the corrected test, if the correlation that it assumes is the true one.

        Then :math:`t` has the noncentral distribution with :math:`rk - 1` degrees of freedom and

        .. math:: \delta \Big/ \sigma \sqrt{\tfrac{1}{rk} + \tfrac{n_2}{n_1}},

        so that for :math:`r \to \infty` the second term remains.
        """
        n = n_repeats * self.n_folds
        # Learners that differ by the same everywhere are found at once.
        shift = math.inf if sd == 0 else wish.difference / (sd * math.sqrt(1 / n + self.ratio))
        return student_power(shift, n - 1, alpha)

    @property
    def unit(self) -> str:
        """What there may be more of."""
        return "repeat" if self.n_folds > 1 else "split"

    @property
    def words(self) -> str:
        """The design in words."""
        if self.n_folds == 1:
            return f"{self.n_repeats} random splits"
        return f"{counted(self.n_repeats, 'repeat')} of {self.n_folds} folds"

    @property
    def limits(self) -> tuple[float, float]:
        """Between which standard deviations the true one lies."""
        return sd_interval(self.sd, self.df) if math.isfinite(self.df) else (math.nan, math.nan)


def known_df(n_scores: int, n_examples: int | None, disagree: float) -> float:
    r"""Return with how many degrees of freedom the variance of the differences of folds is known.

    Repeats use the same examples over and over. The part of the folds has ``J - 1`` degrees of freedom, that of the
    examples about :math:`2 n \psi / (1 - \psi)`, by the variance of the squares of their differences if a share
    :math:`\psi` of them is not zero; their inverses add up.

    >>> round(known_df(100, 200, 0.2), 1), round(known_df(10, 200, 0.2), 1), round(known_df(100, None, 0.2), 1)
    (49.7, 8.3, 33.0)
    """
    folds = n_scores - 1
    # Where nothing is known of the examples, as many degrees as half of those of the folds.
    examples = folds / 2 if n_examples is None else 2 * n_examples * disagree / (1 - min(disagree, 0.5))
    return 1 / (1 / folds + 1 / max(examples, 1.0))


def plan_folds(
    spread: FoldSpread,
    wish: Wish,
    *,
    family: int,
    dataset: str = "",
    a: str = "",
    b: str = "",
    estimate: float = math.nan,
) -> PairPlan:
    """Plan repeats and examples of one pair."""
    alpha, n0, now = wish.at(family), spread.n_examples, spread.words
    spreads = (spread.sd, *spread.limits)
    repeats = Question(
        unit=spread.unit,
        given="with these examples" if n0 is None else f"with {n0:,} examples",
        power=lambda sd, r: spread.power(wish, alpha, sd=sd, n_repeats=r),
        spreads=spreads,
        start=math.ceil(2 / spread.n_folds),
        most=MOST_REPEATS,
    )
    amounts = [repeats.amount(wish.power)]
    curves = [repeats.curve(spread.n_repeats, amounts[0].number, repeats.start, _SHOWN, has_ceiling=True)]
    if n0 is not None:
        for r, given in ((float(spread.n_repeats), f"with {now}"), (math.inf, f"with any number of {spread.unit}s")):
            examples = Question(
                unit="example",
                given=given,
                power=_with_repeats(spread, wish, alpha, n0, r),
                spreads=spreads,
                start=max(10, 2 * spread.n_folds),
                most=MOST_EXAMPLES,
            )
            amounts.append(examples.amount(wish.power))
            if math.isfinite(r):
                curves.insert(0, examples.curve(n0, amounts[-1].number))
    power, low, high = repeats.at(spread.n_repeats)
    return PairPlan(
        dataset=dataset,
        a=a,
        b=b,
        estimate=estimate,
        spread=spread.sd,
        spread_low=spreads[1],
        spread_high=spreads[2],
        spread_of=f"standard deviation of the differences of {'fold' if spread.n_folds > 1 else 'split'}s",
        df=spread.df,
        now=now if n0 is None else f"{n0:,} examples, {now}",
        power=power,
        power_low=low,
        power_high=high,
        amounts=tuple(amounts),
        curves=tuple(curves),
    )


def _with_repeats(
    spread: FoldSpread, wish: Wish, alpha: float, n0: int, n_repeats: float
) -> Callable[[float, float], float]:
    """Return power by the number of examples: the variance of a mean over test examples is as one over theirs."""
    return lambda sd, n: spread.power(wish, alpha, sd=sd * math.sqrt(n0 / n), n_repeats=n_repeats)
