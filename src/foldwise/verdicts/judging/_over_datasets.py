"""From comparisons on several datasets to the answer over all of them."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from foldwise.runs import Run
from foldwise.verdicts._terms import Terms
from foldwise.verdicts.evidence._finding import Finding
from foldwise.verdicts.evidence._pair import Pair
from foldwise.verdicts.judging._comparison import Comparison
from foldwise.verdicts.overall import Cells, OnDatasets, Overall, make_overall
from foldwise.verdicts.tests._record import Need


def over_datasets(
    runs: Sequence[Run],
    feeds: Sequence[Sequence[Pair]],
    findings: Sequence[Finding],
    rows: Sequence[Comparison],
    need: Need,
    terms: Terms,
) -> Overall | None:
    """Return the answer over datasets; None for one dataset, and for tests that are about several by themselves.

    Parameters
    ----------
    runs : sequence of Run
        One for each dataset, also those on which fewer than two learners can be compared.
    feeds, findings, rows : sequences
        Pairs, what the test found, and what was made of it, in the same order.
    need : Need
        The record of the test.
    terms : Terms
        On what terms.
    """
    datasets = [run.data.name for run in runs]
    if need.reads == "datasets" or len({pairs[0].run.data.name for pairs in feeds}) < 2:
        return None
    learners = list(dict.fromkeys(name for run in runs for name in run.learner_names))
    number_of = {pair: number for number, pair in enumerate(combinations(range(len(learners)), 2))}
    shape = (len(number_of), len(datasets))
    differences, estimates, pvalues = (np.full(shape, np.nan) for _ in range(3))
    called = np.zeros(shape, dtype=np.int8)
    sums, counts = np.zeros((2, len(learners), len(datasets)))
    magnitudes = np.zeros(len(datasets))
    places = {name: place for place, name in enumerate(datasets)}
    for (pair, *_), finding, row in zip(feeds, findings, rows, strict=True):
        column = places[pair.run.data.name]
        a, b = (learners.index(name) for name in pair.names)
        # Runs may name the learners in another order.
        number, side = (number_of[a, b], 1) if a < b else (number_of[b, a], -1)
        differences[number, column] = side * pair.mean_difference
        estimates[number, column] = side * finding.estimate
        # What is open shows nothing yet, and within the rope nobody is better.
        if not row.is_unsettled:
            pvalues[number, column] = finding.pvalue
            if abs(pair.mean_difference) > (terms.rope or 0.0):
                called[number, column] = side * {"a": 1, "b": -1}.get(row.decision, 0)
        magnitudes[column] = max(magnitudes[column], pair.magnitude)
        for learner, mean in zip((a, b), pair.mean_scores, strict=True):
            sums[learner, column] += mean
            counts[learner, column] += 1
    metric = feeds[0][0].setting.metric
    with np.errstate(invalid="ignore"):
        scores = sums / counts
    for column, run in enumerate(runs):
        for place, name in enumerate(run.learner_names):
            alone = learners.index(name)
            # The only one that did not fail here is in no pair, and has a score all the same.
            if np.isnan(scores[alone, column]) and not (failed := run.failed()[place]).all():
                scores[alone, column] = run.scores(metric)[place][~failed].mean()
    cells = Cells(
        learners=tuple(learners),
        datasets=tuple(datasets),
        scores=scores,
        differences=differences,
        magnitudes=magnitudes,
        reasons={
            (failure.learner, run.data.name): failure.error
            for run in runs
            for failure in reversed(run.failures)
            if np.isnan(scores[learners.index(failure.learner), datasets.index(run.data.name)])
        },
    )
    on = OnDatasets(test=need.name, pvalues=pvalues, estimates=estimates, called=called)
    return make_overall(cells, metric, terms, family=terms.family_size(runs, len(number_of)), on_datasets=on)
