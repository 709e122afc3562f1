"""Every pair of learners over datasets: wins, the typical difference, its test, and what single datasets show."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from foldwise._core import Outcome
from foldwise.stats import partial_conjunction, wilcoxon
from foldwise.verdicts._family import adjust_pvalues
from foldwise.verdicts._terms import Terms
from foldwise.verdicts.evidence._finding import Alternative
from foldwise.verdicts.overall._cells import Cells

Floats = npt.NDArray[np.float64]
OverallDecision = Literal["a", "b", "none", "undetermined"]
_TURNED: Final[dict[OverallDecision, OverallDecision]] = {"a": "b", "b": "a"}

# Up to here the distribution of the ranks is worked out exactly, ties or not.
EXACT_AT_MOST = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class OverallPair:
    """What all datasets together say about learners `a` and `b`.

    Every difference is ``score(a) - score(b)``, greater scores being better: positive means that `a` is ahead.

    Parameters
    ----------
    a, b : str
        Names of the learners.
    n_datasets : int
        On how many datasets both have a score.
    wins, ties, losses : int
        On how many of them `a` has the higher mean score, both have the same (or differ by no more than the rope), and
        `b` has the higher one.
    median : float
        Median of the differences.
    estimate : float
        Hodges and Lehmann's estimate of the typical difference: the median of the means of all pairs of differences.
    low, high : float
        Its interval at level ``1 - alpha``, for this pair alone; infinite where there are too few datasets.
    statistic : float
        Of Wilcoxon's signed rank test: the smaller sum of ranks.
    pvalue : float
        NaN where fewer than two datasets have both learners.
    adjusted_pvalue : float
        For all pairs; the decision is taken from it.
    decision : {'a', 'b', 'none', 'undetermined'}
        Which learner is better over datasets like these.
    datasets_a, datasets_b : tuple of str
        Datasets on each of which `a` (or `b`) is better by the test of that dataset, the family-wise error of all pairs
        on all datasets being controlled: all of these hold together.
    least_a, least_b : int
        On at least so many datasets `a` (or `b`) is better, without saying on which: Fisher's partial conjunction of
        the p-values of single datasets, which takes datasets to be independent. 0 where there is a rope, which these
        p-values do not know. A claim of its own, beside that of the datasets that are named.

    Examples
    --------
    >>> import numpy as np
    >>> import pandas as pd
    >>> import foldwise as fw
    >>> scores = np.random.default_rng(1).normal([[0.80], [0.82], [0.86]], 0.02, size=(3, 12)).round(3)
    >>> table = pd.DataFrame(scores.T, columns=["nb", "tree", "forest"]).rename_axis("dataset")
    >>> overall = fw.judge(table, metric="accuracy")
    >>> pair = overall.pairs[0]
    >>> pair.a, pair.b, pair.wins, pair.ties, pair.losses
    ('nb', 'tree', 1, 0, 11)
    """

    a: str
    b: str
    n_datasets: int
    wins: int
    ties: int
    losses: int
    median: float
    estimate: float
    low: float
    high: float
    statistic: float
    pvalue: float
    adjusted_pvalue: float
    decision: OverallDecision
    datasets_a: tuple[str, ...]
    datasets_b: tuple[str, ...]
    least_a: int
    least_b: int

    @property
    def winner(self) -> str | None:
        """Name of the learner that is better over datasets, or None."""
        return {"a": self.a, "b": self.b}.get(self.decision)

    @property
    def turned(self) -> OverallPair:
        """The same with the learners in the other order."""
        return replace(
            self,
            a=self.b,
            b=self.a,
            wins=self.losses,
            losses=self.wins,
            median=-self.median,
            estimate=-self.estimate,
            low=-self.high,
            high=-self.low,
            decision=_TURNED.get(self.decision, self.decision),
            datasets_a=self.datasets_b,
            datasets_b=self.datasets_a,
            least_a=self.least_b,
            least_b=self.least_a,
        )

    @property
    def outcome(self) -> Outcome:
        """What it came to."""
        if self.winner is not None:
            return "better"
        return "undetermined" if self.decision == "undetermined" else "none"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OnDatasets:
    """What single datasets say about every pair.

    Parameters
    ----------
    test : str
        Name of the test of each dataset.
    pvalues : ndarray of shape (n_pairs, n_datasets)
        Of that test; NaN where there is none.
    estimates : ndarray of the same shape
        Mean differences that these tests are about.
    called : ndarray of the same shape
        1 where `a` is called better, -1 where `b` is, with the family-wise error of all of them controlled; else 0.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners, datasets = {"bayes": NaiveBayes(), "tree": C45()}, [fw.data.load("iris"), fw.data.load("wine")]
    >>> single = fw.compare(learners, datasets, scheme="10x10", seed=1).overall.on_datasets
    >>> single.test, single.pvalues.shape
    ('corrected_repeated_kfold_t', (1, 2))
    """

    test: str
    pvalues: Floats
    estimates: Floats
    called: npt.NDArray[np.int8]

    def on(self, which: npt.NDArray[np.bool_]) -> OnDatasets:
        """Return what some of the datasets say."""
        return OnDatasets(
            test=self.test,
            pvalues=self.pvalues[:, which],
            estimates=self.estimates[:, which],
            called=self.called[:, which],
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Signed:
    """Wins, ties and losses, and the signed rank test, of some pairs on the same datasets."""

    wins: npt.NDArray[np.int64]
    ties: npt.NDArray[np.int64]
    losses: npt.NDArray[np.int64]
    median: Floats
    estimate: Floats
    low: Floats
    high: Floats
    statistic: Floats
    pvalue: Floats
    lead: Floats


def judge_pairs(
    cells: Cells, terms: Terms, *, family: int, on_datasets: OnDatasets | None = None
) -> tuple[OverallPair, ...]:
    """Test every pair over the datasets where both learners have a score, and adjust for all pairs.

    Parameters
    ----------
    cells : Cells
        The table.
    terms : Terms
        On what terms; differences within the rope are ties.
    family : int
        For how many comparisons p-values are adjusted: the pairs, or more if more were tried.
    on_datasets : OnDatasets, optional
        What single datasets say.
    """
    numbers = _signed(cells, alpha=terms.alpha, rope=terms.rope, alternative=terms.alternative)
    # What could not be tested is no comparison that others have to pay for.
    is_tested = np.isfinite(numbers.pvalue)
    adjusted = np.full(is_tested.size, np.nan)
    adjusted[is_tested] = adjust_pvalues(numbers.pvalue[is_tested].tolist(), terms.adjust, family=family)
    # Single datasets are spoken about for every pair that has one.
    n_claims = 0 if on_datasets is None else int(np.isfinite(on_datasets.pvalues).any(axis=1).sum())
    level = terms.alpha / (1 if terms.adjust == "none" else max(family, n_claims))
    least = np.zeros((len(cells.pairs), 2), dtype=np.intp)
    if on_datasets is not None and terms.rope is None:
        least = _at_least(on_datasets, level, terms.alternative)
    pairs = []
    for i, (a, b) in enumerate(cells.pairs):
        named: tuple[tuple[str, ...], ...] = ((), ())
        if on_datasets is not None:
            called = on_datasets.called[i]
            named = tuple(
                tuple(cells.datasets[number] for number in np.flatnonzero(called == sign).tolist()) for sign in (1, -1)
            )
        pairs.append(
            OverallPair(
                a=cells.learners[a],
                b=cells.learners[b],
                n_datasets=int(np.isfinite(cells.differences[i]).sum()),
                wins=int(numbers.wins[i]),
                ties=int(numbers.ties[i]),
                losses=int(numbers.losses[i]),
                median=float(numbers.median[i]),
                estimate=float(numbers.estimate[i]),
                low=float(numbers.low[i]),
                high=float(numbers.high[i]),
                statistic=float(numbers.statistic[i]),
                pvalue=float(numbers.pvalue[i]),
                adjusted_pvalue=float(adjusted[i]),
                decision=_decide(float(adjusted[i]), float(numbers.lead[i]), terms.alpha),
                datasets_a=named[0],
                datasets_b=named[1],
                least_a=int(least[i, 0]),
                least_b=int(least[i, 1]),
            )
        )
    return tuple(pairs)


def _decide(adjusted: float, lead: float, alpha: float) -> OverallDecision:
    if np.isnan(adjusted):
        return "undetermined"
    if adjusted > alpha or lead == 0:
        return "none"
    return "a" if lead > 0 else "b"


def _at_least(on: OnDatasets, level: float, alternative: Alternative) -> npt.NDArray[np.intp]:
    """Return for every pair on how many datasets, at least, each of its learners is better, of shape (n_pairs, 2).

    Where both directions are asked of a pair, each gets half of its level; of one direction p is one-sided already.
    """
    known = np.isfinite(on.pvalues)
    counts = np.zeros((len(known), 2), dtype=np.intp)
    for which in same_rows(known):
        there = known[which[0]]
        if not there.any():
            continue
        p, d = on.pvalues[which][:, there], on.estimates[which][:, there]
        for column, (sign, asked) in enumerate(((1, "greater"), (-1, "less"))):
            if alternative == "two-sided":
                # A difference of zero speaks for nobody, whatever its p.
                one_sided, part = np.where(sign * d > 0, p / 2, 1 - p / 2), level / 2
            elif alternative == asked:
                one_sided, part = p, level
            else:
                continue
            counts[which, column] = partial_conjunction(one_sided, method="fisher").count(part)
    return counts


def same_rows(table: npt.NDArray[np.bool_]) -> list[list[int]]:
    """Return groups of the rows that are alike.

    >>> same_rows(np.array([[True, False], [True, True], [True, False]]))
    [[0, 2], [1]]
    """
    groups: dict[bytes, list[int]] = {}
    for number, row in enumerate(table):
        groups.setdefault(row.tobytes(), []).append(number)
    return list(groups.values())


def signs_of(differences: Floats, magnitudes: Floats, rope: float | None) -> Floats:
    """Return 1 where a difference is above the rope, -1 where it is below, and 0 where it is a tie.

    What rounding of the scores explains is no difference.

    >>> signs_of(np.array([0.02, 0.1 + 0.2 - 0.3, -0.01]), np.array([1.0, 1.0, 1.0]), 0.01)
    array([1., 0., 0.])
    """
    equal = (rope or 0.0) + 8 * np.finfo(np.float64).eps * magnitudes
    return np.where(np.abs(differences) <= equal, 0.0, np.sign(differences))


def _signed(cells: Cells, *, alpha: float, rope: float | None, alternative: Alternative) -> _Signed:
    """Test all pairs, those on the same datasets together."""
    n_pairs = len(cells.differences)
    there = np.isfinite(cells.differences)
    values = {name: np.full(n_pairs, np.nan) for name in _Signed.__slots__}
    for name in ("wins", "ties", "losses"):
        values[name] = np.zeros(n_pairs, dtype=np.int64)
    for which in same_rows(there):
        on = there[which[0]]
        if not on.any():
            continue
        d, magnitude = cells.differences[which][:, on], cells.magnitudes[on]
        sign = signs_of(d, magnitude, rope)
        values["wins"][which], values["ties"][which], values["losses"][which] = (
            (sign == side).sum(axis=1) for side in (1, 0, -1)
        )
        values["median"][which] = np.median(d, axis=1)
        if on.sum() < 2:
            values["estimate"][which] = d[:, 0]
            values["low"][which], values["high"][which] = -np.inf, np.inf
            continue
        method: Literal["exact", "normal"] = "exact" if on.sum() <= EXACT_AT_MOST else "normal"
        # Ties are differences of zero for the estimate and its interval, too, lest these contradict the test.
        tested = wilcoxon(
            np.where(sign == 0, 0.0, d),
            zeros="pratt",
            method=method,
            alternative=alternative,
            score_magnitude=magnitude,
        )
        values["estimate"][which] = tested.estimate
        values["low"][which], values["high"][which] = tested.confidence_interval(1 - alpha)
        values["statistic"][which] = tested.statistic
        values["pvalue"][which] = tested.pvalue
        values["lead"][which] = np.asarray(tested.rank_sum_a) - np.asarray(tested.rank_sum_b)
    return _Signed(**values)
