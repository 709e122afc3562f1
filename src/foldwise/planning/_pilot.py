"""What a pilot says about the spread of differences, whatever kind of results it is."""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from foldwise._core import DataFormatError, counted, listed, one_line
from foldwise.planning._datasets import DatasetSpread, OverTest
from foldwise.planning._folds import FoldSpread, known_df
from foldwise.planning._items import Answers, ItemSpread
from foldwise.planning._power import variance_df
from foldwise.results import ItemScores
from foldwise.runs import Metric, Run
from foldwise.verdicts._door import Setting, Units, are_answers, spread_of

Floats = npt.NDArray[np.float64]

# Of examples of which nothing is known: on how many of them two learners disagree.
_DISAGREE: Final = 0.2


def fold_spreads(run: Run, metric: Metric) -> Iterator[tuple[str, str, float, FoldSpread]]:
    """Yield each pair of learners of a run: names, mean difference, and how much that of folds varies."""
    layout = run.assignment
    n_scores = layout.n_repeats * layout.n_folds
    setting = Setting.of(run, metric)
    is_corrected = setting.is_cross_validation or (setting.is_several_splits and not setting.is_disjoint_training)
    is_usable = is_corrected and n_scores >= 2 and not layout.is_time_ordered
    ratio = layout.test_train_ratio
    if ratio is None and layout.n_folds > 1:
        ratio = 1 / (layout.n_folds - 1)
    if not is_usable or ratio is None:
        raise DataFormatError(
            f"{one_line(run.data.name)}: a plan of examples needs the scores of several folds, or of several random "
            f"splits of known size, got {layout.scheme}. Use a pilot such as 10x10."
        )
    scores, sizes = run.scores(metric), run.sizes()
    n_examples = run.data.n_examples
    if n_examples is None and sizes is not None:
        n_examples = int((sizes[0] + sizes[1]).max())
    n_test = None if sizes is None else float(sizes[1].mean())
    for a, b in _pairs(run.learner_names):
        d = scores[a] - scores[b]
        if not np.isfinite(d).all():
            raise DataFormatError(
                f"{one_line(run.data.name)}: {counted(int((~np.isfinite(d)).sum()), 'fold')} of "
                f"{one_line(run.learner_names[a])} and {one_line(run.learner_names[b])} have no score. Plan from a "
                "pilot without gaps."
            )
        sd = float(d.std(ddof=1))
        if sd <= 8 * np.finfo(np.float64).eps * float(np.abs(scores).max()):
            raise DataFormatError(
                f"{one_line(run.data.name)}: {one_line(run.learner_names[a])} and {one_line(run.learner_names[b])} "
                "differ by the same on every fold: nothing can be planned from that. Assume a spread: sd=."
            )
        df = known_df(n_scores, n_examples, _disagree(run, metric, (a, b), sd, n_test))
        yield (
            run.learner_names[a],
            run.learner_names[b],
            float(d.mean()),
            FoldSpread(
                sd=sd,
                df=df,
                ratio=ratio,
                n_examples=n_examples,
                n_repeats=layout.n_repeats,
                n_folds=layout.n_folds,
            ),
        )


def _disagree(run: Run, metric: Metric, pair: tuple[int, int], sd: float, n_test: float | None) -> float:
    """Return on what share of the examples two learners disagree, as far as it can be told."""
    if run.has_predictions and run.target.task == "classification":
        correct, tested = run.correct(), run.tested()[list(pair)].all(axis=0)
        return float((correct[pair[0]] != correct[pair[1]])[tested].mean())
    # The variance of a difference of shares is about that of its disagreements.
    return min(0.5, sd**2 * n_test) if metric.is_share and n_test is not None else _DISAGREE


def item_spreads(scores: ItemScores) -> Iterator[tuple[str, str, float, Answers | ItemSpread]]:
    """Yield each pair of learners of scores of items: names, mean difference, and how much it varies."""
    name, n = one_line(scores.dataset), len(scores.items)
    if scores.again == "seed" and scores.scores.shape[2] > 1:
        raise DataFormatError(
            f"{name}: these are scores of {counted(scores.scores.shape[2], 'seed')}. A plan of items is about models "
            "as they are: give the scores of one seed, or several answers of each model as epochs."
        )
    units = Units.of(scores)
    if units.n < 2:
        raise DataFormatError(f"{name}: one {units.name} tells nothing about others. Give scores on two or more.")
    means = scores.means()
    for pair in _pairs(scores.learners):
        d = means[pair[0]] - means[pair[1]]
        names, estimate = (scores.learners[pair[0]], scores.learners[pair[1]]), float(d.mean())
        if units.name == "item" and are_answers(scores):
            n_disagree = int((d != 0).sum())
            yield *names, estimate, Answers(disagree=n_disagree / n, n_disagree=n_disagree, n_items=n)
            continue
        error = units.n / (units.n - 1) * float(np.square(units.sums(d - d.mean())).sum()) / n**2
        if error <= (8 * np.finfo(np.float64).eps * float(np.abs(means).max())) ** 2:
            raise DataFormatError(
                f"{name}: {one_line(names[0])} and {one_line(names[1])} differ by the same on every item: nothing can "
                "be planned from that. Assume a spread: sd=."
            )
        share = spread_of(scores, units, pair, alpha=0.05).again
        within = 0.0 if math.isnan(share) else share * error * n
        between = max(error * n - within, 0.0)
        own = float(d.var(ddof=1)) - within
        effect = between / own if units.name == "cluster" and own > 0 else 1.0
        n_answers = scores.scores.shape[2]
        yield (
            *names,
            estimate,
            ItemSpread(
                items=math.sqrt(between / effect) if effect > 0 else 0.0,
                answers=math.sqrt(within * n_answers),
                n_answers=n_answers,
                cluster_size=n / units.n,
                design_effect=effect,
                n_items=n,
                df=variance_df(units.sums(d - d.mean())),
            ),
        )


def table_of_runs(runs: Sequence[Run], metric: Metric) -> tuple[tuple[str, ...], Floats]:
    """Return the learners of runs on several datasets, and their mean scores: a row for each learner."""
    names = runs[0].learner_names
    if any(run.learner_names != names for run in runs):
        raise DataFormatError("A plan of datasets needs the same learners on each of them, in the same order.")
    return names, np.array([np.nanmean(run.scores(metric), axis=(1, 2)) for run in runs]).T


def dataset_spread(
    names: Sequence[str], scores: Floats, test: OverTest
) -> tuple[tuple[str, ...], tuple[float, ...], int, DatasetSpread]:
    """Return the learners, the best of them first, its differences from the others, and how these vary over datasets.

    Parameters
    ----------
    names, scores
        Learners, and an array of shape (n_learners, n_datasets); datasets on which one has no score are left out.
    test : {'wilcoxon', 'sign_test'}
        The test.
    """
    if len(names) < 2:
        raise DataFormatError(f"A plan is about two learners or more, got {listed(map(one_line, names))}.")
    complete = scores[:, np.isfinite(scores).all(axis=0)]
    n = complete.shape[1]
    if n < 2:
        raise DataFormatError(
            f"A plan of datasets needs two datasets or more on which all learners have a score, got {n}. Name the "
            "learners to plan for, or assume a spread: sd=."
        )
    best = int(np.argmax(complete.mean(axis=1)))
    order = [best, *(place for place in range(len(names)) if place != best)]
    complete = complete[order]
    # What all learners share on a dataset is in no difference.
    own = complete - complete.mean(axis=0)
    d = complete[0] - complete[1:]
    covariance = np.atleast_2d(np.cov(own))
    rounding = 8 * np.finfo(np.float64).eps * float(np.abs(complete).max())
    sds = d.std(axis=1, ddof=1)
    if (sds <= rounding).any():
        other = names[order[1 + int(np.argmin(sds))]]
        raise DataFormatError(
            f"{one_line(names[best])} and {one_line(other)} differ by the same on every dataset: nothing can be "
            "planned from that. Assume a spread: sd=."
        )
    spread = DatasetSpread(covariance=covariance, test=test, df=min(map(variance_df, d)))
    return tuple(names[place] for place in order), tuple(d.mean(axis=1).tolist()), n, spread


def _pairs(names: Sequence[Any]) -> list[tuple[int, int]]:
    if len(names) < 2:
        raise DataFormatError(f"A plan is about two learners or more, got {listed(map(one_line, names))}.")
    return list(combinations(range(len(names)), 2))
