"""Datasets that an answer over them needs: experiments drawn from the normal law, and tested as `judge` would."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final, Literal

import numpy as np
import numpy.typing as npt
from scipy.special import ndtr

from foldwise.planning._plan import PairPlan
from foldwise.planning._power import sd_interval
from foldwise.planning._question import Question
from foldwise.planning._terms import Wish
from foldwise.stats import holm, sign_test, wilcoxon

Floats = npt.NDArray[np.float64]
OverTest = Literal["wilcoxon", "sign_test"]

TESTS: Final[dict[str, str]] = {
    "wilcoxon": "Wilcoxon's signed rank test over datasets (zeros ranked as Pratt does)",
    "sign_test": "sign test over datasets",
}
MOST_DATASETS: Final = 400
# Experiments for each power, which is then known to .006 where it is .8, with many learners to .018.
_DRAWS: Final = 4000
_FEWEST_DRAWS: Final = 500
_SEED: Final = 20260
# Up to so many datasets the test is exact.
_EXACT: Final = 50


def n_draws(n_learners: int) -> int:
    """Return how many experiments are drawn for each power."""
    return max(_FEWEST_DRAWS, _DRAWS // (n_learners * (n_learners - 1) // 2))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DatasetSpread:
    """How the scores of learners vary together over datasets; the first is to be ahead of all others.

    Parameters
    ----------
    covariance : array of shape (n_learners, n_learners)
        Of their scores, as far as differences go.
    test : {'wilcoxon', 'sign_test'}
        The test of every pair; p-values are adjusted by Holm's method.
    df : float
        With how many degrees of freedom it is known; NaN if it was assumed.
    """

    covariance: Floats
    test: OverTest
    df: float

    @property
    def sds(self) -> Floats:
        """Standard deviations of the differences of the first learner and each other."""
        c = self.covariance
        return np.asarray(np.sqrt(np.maximum(c[0, 0] + np.diag(c)[1:] - 2 * c[0, 1:], 0.0)))

    def finds(self, wish: Wish) -> Callable[[float, int], Floats]:
        """Return how often the first is found better than each other, by a factor of the spread and the datasets."""
        values, vectors = np.linalg.eigh(self.covariance)
        root = vectors * np.sqrt(np.maximum(values, 0.0))
        k, draws = len(root), n_draws(len(root))
        pairs = list(combinations(range(k), 2))
        pvalues = {"wilcoxon": _wilcoxon, "sign_test": _sign}[self.test]

        @cache
        def finds(factor: float, n: int) -> Floats:
            # The same numbers for every factor: bands do not cross.
            noise = np.random.default_rng([_SEED, k, n]).normal(size=(draws, n, k)) @ root.T
            scores = factor * noise
            scores[..., 0] += wish.difference
            d = np.stack([scores[..., i] - scores[..., j] for i, j in pairs], axis=1)
            p = holm(pvalues(d), axis=-1)
            ahead = d[:, : k - 1].mean(axis=-1) > 0
            return np.asarray(((p[:, : k - 1] <= wish.alpha) & ahead).mean(axis=0))

        return finds


def plan_datasets(
    spread: DatasetSpread,
    wish: Wish,
    *,
    n_datasets: int | None = None,
    names: tuple[str, ...] = (),
    estimates: tuple[float, ...] = (),
) -> list[PairPlan]:
    """Plan the number of datasets: for each pair with the first learner, or for all that are alike at once."""
    finds = spread.finds(wish)
    factors = (1.0, *(sd_interval(1.0, spread.df) if math.isfinite(spread.df) else (math.nan, math.nan)))
    k, rows = len(spread.covariance), []
    groups: list[list[int]] = [[place] for place in range(k - 1)] if names else [list(range(k - 1))]
    for group in groups:
        question = Question(
            unit="dataset",
            given="",
            power=_of_group(finds, group),
            spreads=factors,
            start=2,
            most=MOST_DATASETS,
        )
        amount = question.amount(wish.power)
        sd = float(spread.sds[group[0]])
        now = (math.nan,) * 3 if n_datasets is None else question.at(n_datasets)
        rows.append(
            PairPlan(
                dataset="",
                a=names[0] if names else "",
                b=names[group[0] + 1] if names else "",
                estimate=estimates[group[0]] if names else math.nan,
                spread=sd,
                spread_low=sd * factors[1],
                spread_high=sd * factors[2],
                spread_of="standard deviation of the differences of datasets",
                df=spread.df,
                now="" if n_datasets is None else f"{n_datasets} datasets",
                power=now[0],
                power_low=now[1],
                power_high=now[2],
                amounts=(amount,),
                curves=(question.curve(math.nan if n_datasets is None else n_datasets, amount.number, n_points=9),),
            )
        )
    return rows


def _wilcoxon(d: Floats) -> Floats:
    """Return the p-values of Wilcoxon's test where there are no ties: they hang on one rank sum alone."""
    n = d.shape[-1]
    order = np.argsort(np.abs(d), axis=-1)
    ranks = np.arange(1, n + 1)
    rank_sum = np.take_along_axis(d > 0, order, axis=-1) @ ranks
    if n <= _EXACT:
        return np.asarray(_by_rank_sum(n)[rank_sum])
    z = (2 * rank_sum - ranks.sum()) / np.sqrt(np.square(ranks).sum())
    return np.asarray(2 * ndtr(-np.abs(z)))


@cache
def _by_rank_sum(n: int) -> Floats:
    """Return the p-value for each rank sum of the positive differences, by the test itself."""
    left = np.arange(n * (n + 1) // 2 + 1)
    d = np.empty((len(left), n))
    # The largest ranks first, as many as go into the sum.
    for rank in range(n, 0, -1):
        taken = left >= rank
        left = left - rank * taken
        d[:, rank - 1] = np.where(taken, rank, -rank)
    return np.asarray(wilcoxon(d, zeros="pratt").pvalue)


def _sign(d: Floats) -> Floats:
    """Return the p-values of the sign test: they hang on the number of positive differences alone."""
    return np.asarray(_by_wins(d.shape[-1])[(d > 0).sum(axis=-1)])


@cache
def _by_wins(n: int) -> Floats:
    """Return the p-value for each number of positive differences, by the test itself."""
    return np.asarray(sign_test(np.where(np.tri(n + 1, n, -1) > 0, 1.0, -1.0)).pvalue)


def _of_group(finds: Callable[[float, int], Floats], group: list[int]) -> Callable[[float, float], float]:
    """Return the share of the pairs of a group that are found."""
    return lambda factor, n: float(finds(factor, int(n))[group].mean())


def alike(sd: float, n_learners: int) -> Floats:
    """Return the covariance of learners of which any two differ with the same standard deviation."""
    return np.asarray(np.eye(n_learners) * sd**2 / 2)
