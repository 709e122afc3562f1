"""How far repeated executions agree: on one pair and dataset, and over datasets."""

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from foldwise.stats import ReplicabilityResult, consistency, count_outcomes, replicability

Floats = npt.NDArray[np.float64]
Words = npt.NDArray[np.str_]

DECISIONS: Final = ("a", "b", "none", "equivalent", "undetermined")
# Of the resampling of datasets: any number does, the same one gives the same interval.
_SEED: Final = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """What the executions decided on one pair and dataset, and how far they agree.

    Parameters
    ----------
    dataset, a, b : str
        Names.
    n_a, n_b, n_none, n_equivalent, n_undetermined : int
        How many executions reached each decision.
    n_unsettled : int
        How many ended with their budget before the verdict was settled; 0 where the number of repeats is fixed.
    consistent, almost_consistent : bool
        Whether all executions agree on whether one learner is better, or all but one at most.
    is_reversed : bool
        Whether some executions declared `a` better and others `b`.
    replicability : float
        R(k, n): share of the pairs of executions that agree on whether one learner is better.
    low, high : float
        Credible interval at level 0.95 for the probability that two executions agree so, from Jeffreys' prior.
    three_outcome : float
        Share of the pairs of executions that agree also on which learner is better.
    mean_estimate : float
        Mean over executions of the estimated difference.
    least_pvalue, greatest_pvalue : float
        Over executions, after the adjustment of the procedure; NaN if all are undefined.
    mean_repeats, mean_fits : float
        Repeats of one execution, and fits of each learner, on average.

    Examples
    --------
    >>> from foldwise.data import load
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.replicability import replicate
    >>> from foldwise.verdicts import Procedure
    >>> learners = {"nb": NaiveBayes(), "c45": C45()}
    >>> result = replicate(learners, load("wine"), procedure=Procedure("5x2", "five_by_two_t"), n=5, seed=1)
    >>> row = result.agreements[0]
    >>> row.n_a, row.n_b, row.n_none, row.consistent
    (2, 0, 3, False)
    """

    dataset: str
    a: str
    b: str
    n_a: int
    n_b: int
    n_none: int
    n_equivalent: int
    n_undetermined: int
    n_unsettled: int
    consistent: bool
    almost_consistent: bool
    is_reversed: bool
    replicability: float
    low: float
    high: float
    three_outcome: float
    mean_estimate: float
    least_pvalue: float
    greatest_pvalue: float
    mean_repeats: float
    mean_fits: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """Agreement over datasets: of one pair of learners, or of all pairs.

    Parameters
    ----------
    a, b : str
        Names of the learners; empty for all pairs together.
    n_comparisons : int
        Pairs times datasets.
    n_consistent, n_almost_consistent, n_reversed : int
        How many of them.
    n_unsettled : int
        How many of all executions ended before the verdict was settled.
    replicability : float
        R: mean of that of the comparisons.
    low, high : float
        Interval at level 0.95 by resampling the datasets; NaN for one dataset.
    three_outcome : float
        The same mean, agreement on which learner is better counted.
    mean_repeats, mean_fits : float
        Repeats of one execution, and fits of each learner, on average.

    Examples
    --------
    >>> from foldwise.data import load
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.replicability import replicate
    >>> from foldwise.verdicts import Procedure
    >>> learners = {"nb": NaiveBayes(), "c45": C45()}
    >>> result = replicate(learners, load("wine"), procedure=Procedure("5x2", "five_by_two_t"), n=5, seed=1)
    >>> result.overall.n_comparisons, result.overall.n_consistent
    (1, 0)
    """

    a: str
    b: str
    n_comparisons: int
    n_consistent: int
    n_almost_consistent: int
    n_reversed: int
    n_unsettled: int
    replicability: float
    low: float
    high: float
    three_outcome: float
    mean_repeats: float
    mean_fits: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Executions:
    """What each execution executions: arrays of shape (n_datasets, n_pairs, n_executions).

    Examples
    --------
    >>> from foldwise.data import load
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.replicability import replicate
    >>> from foldwise.verdicts import Procedure
    >>> learners = {"nb": NaiveBayes(), "c45": C45()}
    >>> result = replicate(learners, load("wine"), procedure=Procedure("5x2", "five_by_two_t"), n=5, seed=1)
    >>> result.executions.pvalues.shape
    (1, 1, 5)
    >>> result.executions.decisions.tolist()
    [[['none', 'a', 'none', 'none', 'a']]]
    """

    decisions: Words
    statistics: Floats
    pvalues: Floats
    estimates: Floats
    n_repeats: Floats
    n_fits: Floats
    unsettled: npt.NDArray[np.bool_]

    @property
    def outcomes(self) -> npt.NDArray[np.int64]:
        """Counts (b better, neither, a better), of shape (n_pairs, n_datasets, 3)."""
        codes = (self.decisions == "a").astype(int) - (self.decisions == "b")
        return np.moveaxis(count_outcomes(codes), 0, 1)


def agreements(
    executions: Executions, datasets: tuple[str, ...], pairs: tuple[tuple[str, str], ...]
) -> tuple[Agreement, ...]:
    """Return for each dataset and pair how far its executions agree."""
    counts = executions.outcomes
    rejections = _rejections(counts)
    agreeing, same = consistency(rejections), consistency(counts)
    two, three = replicability(rejections), replicability(counts)
    low, high = two.dataset_intervals()
    rows = []
    for d, p in np.ndindex(len(datasets), len(pairs)):
        here: Any = (d, p)
        decided = {f"n_{word}": int((executions.decisions[here] == word).sum()) for word in DECISIONS}
        pvalues = executions.pvalues[here]
        known = pvalues[np.isfinite(pvalues)]
        rows.append(
            Agreement(
                dataset=datasets[d],
                a=pairs[p][0],
                b=pairs[p][1],
                **decided,
                n_unsettled=int(executions.unsettled[here].sum()),
                consistent=bool(agreeing.consistent[p, d]),
                almost_consistent=bool(agreeing.almost_consistent[p, d]),
                is_reversed=bool(same.contradictory[p, d]),
                replicability=float(two.per_dataset[p, d]),
                low=float(low[p, d]),
                high=float(high[p, d]),
                three_outcome=float(three.per_dataset[p, d]),
                mean_estimate=float(executions.estimates[here].mean()),
                least_pvalue=float(known.min()) if known.size else np.nan,
                greatest_pvalue=float(known.max()) if known.size else np.nan,
                mean_repeats=float(executions.n_repeats[here].mean()),
                mean_fits=float(executions.n_fits[here].mean()),
            )
        )
    return tuple(rows)


def totals(executions: Executions, pairs: tuple[tuple[str, str], ...]) -> tuple[Total, ...]:
    """Sum up over datasets: one total for all pairs, and one for each pair if there are several."""
    counts = executions.outcomes
    every = [("", "", slice(None)), *((a, b, slice(p, p + 1)) for p, (a, b) in enumerate(pairs) if len(pairs) > 1)]
    return tuple(_total(executions, counts[which], a, b, which) for a, b, which in every)


def _total(executions: Executions, counts: npt.NDArray[np.int64], a: str, b: str, which: slice) -> Total:
    rejections = _rejections(counts)
    agreeing = consistency(rejections)
    two = replicability(rejections)
    # Datasets are resampled, with all their pairs: pairs on one dataset are no independent cases.
    means = replace(two, per_dataset=two.per_dataset.mean(axis=0), estimate=float(two.per_dataset.mean()))
    low, high = _interval(means)
    return Total(
        a=a,
        b=b,
        n_comparisons=int(np.prod(counts.shape[:2])),
        n_consistent=int(np.sum(agreeing.consistent)),
        n_almost_consistent=int(np.sum(agreeing.almost_consistent)),
        n_reversed=int(np.sum(consistency(counts).contradictory)),
        n_unsettled=int(executions.unsettled[:, which].sum()),
        replicability=float(means.estimate),
        low=low,
        high=high,
        three_outcome=float(np.mean(replicability(counts).per_dataset)),
        mean_repeats=float(executions.n_repeats[:, which].mean()),
        mean_fits=float(executions.n_fits[:, which].mean()),
    )


def _interval(result: ReplicabilityResult) -> tuple[float, float]:
    if len(result.per_dataset) < 2:
        return np.nan, np.nan
    low, high = result.bootstrap_interval(seed=_SEED)
    return float(low), float(high)


def _rejections(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the counts (none, different), whichever learner was declared better."""
    return np.stack([counts[..., 1], counts[..., 0] + counts[..., 2]], axis=-1)
