"""Items, clusters of them, and answers to each, that a comparison of models as they are needs."""

import math
from dataclasses import dataclass
from typing import Final

from foldwise._core import counted
from foldwise.planning._plan import PairPlan
from foldwise.planning._power import disagreement_power, sd_interval, share_interval, student_power
from foldwise.planning._question import Question
from foldwise.planning._terms import Wish

MOST_ITEMS: Final = 10_000_000
MOST_ANSWERS: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """Right and wrong answers, one each: on which share of the items only one of two models is right.

    Parameters
    ----------
    disagree : float
        That share.
    n_disagree, n_items : int or None
        What it was counted on; None if it was assumed.
    """

    disagree: float
    n_disagree: int | None = None
    n_items: int | None = None

    @property
    def limits(self) -> tuple[float, float]:
        """Between which shares the true one lies."""
        if self.n_disagree is None or self.n_items is None:
            return math.nan, math.nan
        return share_interval(self.n_disagree, self.n_items)


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemSpread:
    r"""Scores of any kind: how much paired differences vary from item to item, and from answer to answer.

    The mean difference over :math:`n` items in clusters, with :math:`K` answers of each model to each, has variance

    .. math:: \frac{1}{n} \Big(D \omega^2 + \frac{\sigma_A^2 + \sigma_B^2}{K}\Big)

    with the design effect :math:`D` of the clusters, 1 without them.

    Parameters
    ----------
    items : float
        Standard deviation :math:`\omega` of the true differences of items.
    answers : float
        :math:`\sqrt{\sigma_A^2 + \sigma_B^2}`, of answers to the same item; 0 if that is not known apart.
    n_answers : int
        Answers of each model to each item.
    cluster_size, design_effect : float
        Mean number of items in a cluster, and how many times as large the variance is; both 1 without clusters.
    n_items : int or None
        Items of the pilot.
    df : float
        With how many degrees of freedom the variance is known; NaN if it was assumed.
    """

    items: float
    answers: float = 0.0
    n_answers: int = 1
    cluster_size: float = 1.0
    design_effect: float = 1.0
    n_items: int | None = None
    df: float = math.nan

    @property
    def sd(self) -> float:
        """Standard deviation of the mean differences of items, as large as clusters make it."""
        return math.sqrt(self.design_effect * self.items**2 + self.answers**2 / self.n_answers)

    @property
    def limits(self) -> tuple[float, float]:
        """Between which standard deviations the true one lies."""
        return sd_interval(self.sd, self.df) if math.isfinite(self.df) else (math.nan, math.nan)

    def power(self, wish: Wish, alpha: float, *, sd: float, n_items: float, n_answers: float) -> float:
        """Return the power of the paired t test; both parts of the variance vary as all of it does."""
        variance = self.design_effect * self.items**2 + self.answers**2 / n_answers
        error = sd / self.sd * math.sqrt(variance / n_items)
        shift = wish.difference / error if error > 0 else math.inf
        return student_power(shift, n_items / self.cluster_size - 1, alpha)


def plan_answers(
    answers: Answers,
    wish: Wish,
    *,
    family: int,
    dataset: str = "",
    a: str = "",
    b: str = "",
    estimate: float = math.nan,
) -> PairPlan:
    """Plan the items of two models whose answers are right or wrong."""
    alpha, n0 = wish.at(family), answers.n_items
    low, high = answers.limits
    exact = Question(
        unit="item",
        given="by the exact test",
        # A difference cannot be larger than the share of the items on which there is one.
        power=lambda share, n: disagreement_power(int(n), max(share, wish.difference), wish.difference, alpha),
        spreads=(answers.disagree, low, high),
        start=2,
        most=MOST_ITEMS,
    )
    mid = Question(
        unit="item",
        given="by mid-p",
        power=lambda share, n: disagreement_power(
            int(n), max(share, wish.difference), wish.difference, alpha, mid=True
        ),
        spreads=exact.spreads,
        start=2,
        most=MOST_ITEMS,
    )
    amounts = (exact.amount(wish.power), mid.amount(wish.power))
    now = (math.nan,) * 3 if n0 is None else exact.at(n0)
    return PairPlan(
        dataset=dataset,
        a=a,
        b=b,
        estimate=estimate,
        spread=answers.disagree,
        spread_low=low,
        spread_high=high,
        spread_of="share of the items that only one has right",
        df=math.nan,
        now="" if n0 is None else f"{n0:,} items",
        power=now[0],
        power_low=now[1],
        power_high=now[2],
        amounts=amounts,
        curves=(exact.curve(math.nan if n0 is None else n0, amounts[0].number),),
    )


def plan_items(
    spread: ItemSpread,
    wish: Wish,
    *,
    family: int,
    dataset: str = "",
    a: str = "",
    b: str = "",
    estimate: float = math.nan,
) -> PairPlan:
    """Plan items, clusters and answers of two models with scores of any kind."""
    alpha, n0, k0 = wish.at(family), spread.n_items, spread.n_answers
    spreads = (spread.sd, *spread.limits)
    size = spread.cluster_size
    each = f"with {counted(k0, 'answer')} each"
    items = Question(
        unit="item",
        given=each,
        power=lambda sd, n: spread.power(wish, alpha, sd=sd, n_items=n, n_answers=k0),
        spreads=spreads,
        start=math.ceil(2 * size),
        most=MOST_ITEMS,
    )
    amounts = [items.amount(wish.power)]
    curves = [items.curve(math.nan if n0 is None else n0, amounts[0].number)]
    if size > 1:
        clusters = Question(
            unit="cluster",
            given=f"of {size:.3g} items, {each}",
            power=lambda sd, n: spread.power(wish, alpha, sd=sd, n_items=n * size, n_answers=k0),
            spreads=spreads,
            start=2,
            most=MOST_ITEMS,
        )
        amounts.append(clusters.amount(wish.power))
    if spread.answers > 0:
        endless = Question(
            unit="item",
            given="with any number of answers",
            power=lambda sd, n: spread.power(wish, alpha, sd=sd, n_items=n, n_answers=math.inf),
            spreads=spreads,
            start=items.start,
            most=MOST_ITEMS,
        )
        amounts.append(endless.amount(wish.power))
        if n0 is not None:
            answers = Question(
                unit="answer",
                given=f"with {n0:,} items",
                power=lambda sd, k: spread.power(wish, alpha, sd=sd, n_items=n0, n_answers=k),
                spreads=spreads,
                start=1,
                most=MOST_ANSWERS,
            )
            amounts.append(answers.amount(wish.power))
            curves.append(answers.curve(k0, amounts[-1].number, has_ceiling=True))
    now = (math.nan,) * 3 if n0 is None else items.at(n0)
    return PairPlan(
        dataset=dataset,
        a=a,
        b=b,
        estimate=estimate,
        spread=spread.sd,
        spread_low=spreads[1],
        spread_high=spreads[2],
        spread_of="standard deviation of the differences of items",
        df=spread.df,
        now="" if n0 is None else f"{n0:,} items{'' if k0 == 1 else f', {each[5:]}'}",
        power=now[0],
        power_low=now[1],
        power_high=now[2],
        amounts=tuple(amounts),
        curves=tuple(curves),
    )
