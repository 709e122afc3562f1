"""Where the uncertainty of a difference comes from: items, further answers to the same item, trainings."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import nctdtrinc, ndtr

from foldwise._core import fixed, percent
from foldwise.results import ItemScores
from foldwise.stats._door import student_quantile
from foldwise.verdicts.items._find import Units, seed_variances
from foldwise.verdicts.judging._forecast import agreement_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Parts of the variance of a mean difference, as shares of all of it.

    Parameters
    ----------
    items : float
        What comes from the items that were drawn; NaN where there is one.
    again : float
        What comes from further answers to the same items, or from trainings; NaN where there is one answer each.
    p_better : float
        Of seeds: the probability that a new training of `a` scores higher than a new one of `b` on these items, their
        scores being normal; NaN without seeds.
    p_low, p_high : float
        Its interval at level ``1 - alpha``.

    Examples
    --------
    >>> import foldwise as fw
    >>> import pandas as pd
    >>> cells = [(name, k, i, seed) for name, k in (("a", 3), ("b", 2)) for i in range(60) for seed in range(3)]
    >>> rows = [(name, i, seed, (i * k + seed) % 7 > k) for name, k, i, seed in cells]
    >>> verdict = fw.judge(pd.DataFrame(rows, columns=["learner", "item", "seed", "score"]))
    >>> spread = verdict.pairs[0].spread
    >>> round(spread.items, 2), round(spread.again, 2)
    (0.99, 0.01)
    """

    items: float
    again: float
    p_better: float = math.nan
    p_low: float = math.nan
    p_high: float = math.nan


def spread_of(scores: ItemScores, units: Units, pair: tuple[int, int], *, alpha: float) -> Spread:
    """Split the variance of the difference of two learners."""
    if scores.scores.shape[2] == 1:
        return Spread(items=1.0 if units.n > 1 else math.nan, again=math.nan)
    return _of_seeds(scores, units, pair, alpha) if scores.again == "seed" else _of_epochs(scores, units, pair)


def _of_epochs(scores: ItemScores, units: Units, pair: tuple[int, int]) -> Spread:
    """Variance of the mean over items, of which answers to the same item have a part.

    With the variance ``w`` of the answers to an item and their number ``k``, the mean over ``n`` items has
    ``sum(w / k) / n^2`` from them, for each learner.
    """
    means = scores.means()
    d = means[pair[0]] - means[pair[1]]
    deviations = units.sums(d - d.mean())
    total = units.n / (units.n - 1) * float(np.square(deviations).sum()) / len(d) ** 2
    within = 0.0
    for learner in pair:
        answers = scores.scores[learner]
        n_answers = np.isfinite(answers).sum(axis=1)
        several = n_answers > 1
        if not several.any():
            return Spread(items=math.nan, again=math.nan)
        variances = np.nanvar(answers[several], axis=1, ddof=1)
        # Of items that were answered once, the mean of the others stands for them.
        each = np.full(len(d), float(variances.mean()))
        each[several] = variances
        within += float((each / n_answers).sum()) / len(d) ** 2
    share = min(within / total, 1.0) if total > 0 else math.nan
    return Spread(items=1 - share, again=share)


def _of_seeds(scores: ItemScores, units: Units, pair: tuple[int, int], alpha: float) -> Spread:
    parts = [part for part, _ in seed_variances(scores, units, pair)]
    total = sum(parts)
    share = sum(parts[: 1 if scores.paired else 2]) / total if total > 0 else math.nan
    x = scores.oriented()
    a, b = (x[i].mean(axis=0) for i in pair)
    n = x.shape[2]
    of_seeds = [a - b] if scores.paired else [a, b]
    spread = sum(float(each.var(ddof=1)) for each in of_seeds)
    if spread <= (8 * np.finfo(np.float64).eps * float(np.abs(x).max())) ** 2:
        return Spread(items=1 - share, again=share)
    df = (n - 1) * len(of_seeds)
    t = float((a - b).mean()) / math.sqrt(spread / n)
    # Which noncentral t distributions leave half of alpha beyond what was found; for a negative t they are mirrored.
    ends = [float(nctdtrinc(df, tail, abs(t))) for tail in (1 - alpha / 2, alpha / 2)]
    low, high = ends if t >= 0 else (-ends[1], -ends[0])
    root = math.sqrt(n)
    return Spread(
        items=1 - share if units.n > 1 else math.nan,
        again=share,
        p_better=float(ndtr(t / root)),
        p_low=float(ndtr(low / root)),
        p_high=float(ndtr(high / root)),
    )


def agreement(estimate: float, error: float, df: float | None, threshold: float, decision: str) -> float:
    """Return how probably another sample of as many items decides the same, its difference normal around this one.

    Both samples err: with ``z`` the difference over its error and ``c`` the critical value,
    ``P = Phi((|z| - c) / sqrt(2))`` for a winner. NaN where that is not known.
    """
    if not error > 0 or decision not in ("a", "b", "none"):
        return math.nan
    z = estimate / error
    critical = -float(student_quantile(df if df is not None and df > 0 else np.inf, threshold / 2))
    beyond = [float(ndtr((side * z - critical) / math.sqrt(2))) for side in (1, -1)]
    if decision == "none":
        return 1 - sum(beyond)
    return beyond[0] if decision == "a" else beyond[1]


def spread_words(spread: Spread, again: str) -> str:
    """Return where the uncertainty comes from, and which learner a new training would favour."""
    if math.isnan(spread.again) or math.isnan(spread.items):
        return ""
    source = "answers to the same items that differ" if again == "epoch" else "trainings that differ"
    return f"{percent(round(spread.again, 2))} of the variance of the difference comes from {source}"


def better_words(spread: Spread, a: str, b: str, *, alpha: float) -> str:
    """Return how probably a new training of the learner ahead scores higher than one of the other, on these items."""
    if math.isnan(spread.p_better):
        return ""
    p, low, high = spread.p_better, spread.p_low, spread.p_high
    if p < 0.5:
        a, b, p, low, high = b, a, 1 - p, 1 - high, 1 - low
    return (
        f"a new training of {a} scores higher than one of {b}, on the same test set, with probability "
        f"{agreement_words(p)} ({percent(1 - alpha)} interval {fixed(low, 2)} to {fixed(high, 2)})"
    )
