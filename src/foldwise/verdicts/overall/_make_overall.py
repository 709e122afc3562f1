"""From a table of learners by datasets to the answer over all of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from foldwise.runs import Metric
from foldwise.stats import iman_davenport, rank_intervals, skillings_mack
from foldwise.verdicts._terms import Terms
from foldwise.verdicts.overall._caveats import overall_caveats
from foldwise.verdicts.overall._cells import Cells
from foldwise.verdicts.overall._overall import Omnibus, Overall, OverallLearner
from foldwise.verdicts.overall._pairs import OnDatasets, OverallPair, judge_pairs

Floats = npt.NDArray[np.float64]


def make_overall(
    cells: Cells, metric: Metric, terms: Terms, *, family: int, on_datasets: OnDatasets | None = None
) -> Overall:
    """Judge all pairs over datasets, and rank the learners.

    Parameters
    ----------
    cells : Cells
        Mean scores, and differences of every pair.
    metric : Metric
        What was scored.
    terms : Terms
        On what terms; `missing` says which cells are used.
    family : int
        For how many comparisons p-values are adjusted: the pairs, or more if more were tried.
    on_datasets : OnDatasets, optional
        What the test of each dataset says; in the order of the datasets of `cells`.
    """
    used, which = cells.used(terms.missing)
    n_tested = int((np.isfinite(used.differences).sum(axis=1) > 1).sum())
    family = max(n_tested, family if family > len(cells.pairs) else 1)
    said = None if on_datasets is None else on_datasets.on(which)
    pairs = judge_pairs(used, terms, family=family, on_datasets=said)
    return Overall(
        learners=_learners(used, pairs, is_ranked=terms.alternative == "two-sided"),
        pairs=pairs,
        cells=cells,
        datasets=used.datasets,
        metric=metric,
        alpha=terms.alpha,
        rope=terms.rope,
        alternative=terms.alternative,
        adjust=terms.adjust,
        family=family,
        missing=terms.missing,
        omnibus=_omnibus(used, terms),
        on_datasets=said,
        caveats=tuple(overall_caveats(cells, used, terms, pairs, family=family, has_tests=said is not None)),
    )


def _learners(cells: Cells, pairs: Sequence[OverallPair], *, is_ranked: bool) -> tuple[OverallLearner, ...]:
    """Return the learners by mean rank, then by mean score."""
    k = len(cells.learners)
    better = np.zeros((k, k), dtype=np.bool_)
    for (a, b), pair in zip(cells.pairs, pairs, strict=True):
        better[a, b], better[b, a] = pair.decision == "a", pair.decision == "b"
    low, high = rank_intervals(better)
    mean_ranks = _mean_ranks(cells)
    learners = [
        OverallLearner(
            name=name,
            n_datasets=int(cells.present[i].sum()),
            mean_score=_mean(cells.scores[i]),
            mean_rank=float(mean_ranks[i]),
            rank_low=int(low[i]) if is_ranked else None,
            rank_high=int(high[i]) if is_ranked else None,
            better_than=tuple(cells.learners[j] for j in np.flatnonzero(better[i])),
            worse_than=tuple(cells.learners[j] for j in np.flatnonzero(better[:, i])),
        )
        for i, name in enumerate(cells.learners)
    ]
    # A learner that was compared with none has no rank, and comes last.
    return tuple(sorted(learners, key=lambda each: (np.nan_to_num(each.mean_rank, nan=np.inf), -each.mean_score)))


def _mean(scores: Floats) -> float:
    there = scores[~np.isnan(scores)]
    return float(there.mean()) if there.size else np.nan


def _mean_ranks(cells: Cells) -> Floats:
    """Return the mean rank of each learner, among those that are there, on datasets with two or more of them."""
    return np.atleast_1d(skillings_mack(cells.scores.T, cells.present.T).mean_ranks)


def _omnibus(cells: Cells, terms: Terms) -> Omnibus | None:
    """Test whether all learners are alike: on complete datasets, or on all cells if that was asked for."""
    if len(cells.learners) < 3:
        return None
    if terms.missing == "skillings_mack" and not cells.present.all():
        name, table = "skillings_mack", cells.scores.T
        result = skillings_mack(table, ~np.isnan(table))
    else:
        name, table = "iman_davenport", cells.scores[:, cells.present.all(axis=0)].T
        if len(table) < 2:
            return None
        result = iman_davenport(table)
    df = result.df if isinstance(result.df, tuple) else int(result.df)
    return Omnibus(
        test=name,
        n_datasets=len(table),
        statistic=float(result.statistic),
        df=df,
        pvalue=float(result.pvalue),
    )
