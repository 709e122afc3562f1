"""From comparisons on several datasets to the answer over all of them."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from foldwise.runs import Run
from foldwise.verdicts._against import pair_numbers
from foldwise.verdicts._terms import Terms
from foldwise.verdicts.evidence._finding import Finding
from foldwise.verdicts.evidence._pair import Pair
from foldwise.verdicts.judging._comparison import Comparison
from foldwise.verdicts.overall import Cells, OnDatasets, Overall, make_overall
from foldwise.verdicts.tests._record import Need

_WAYS: Final[dict[str, int]] = {"a": 1, "b": -1}


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
    place_of = {name: place for place, name in enumerate(learners)}
    first, second = np.array(pair_numbers(learners, terms.against)).T
    number_of, side_of = np.zeros((2, len(learners), len(learners)), dtype=np.intp)
    number_of[first, second] = number_of[second, first] = np.arange(first.size)
    side_of[first, second], side_of[second, first] = 1, -1
    column_of = {name: column for column, name in enumerate(datasets)}
    pairs = [pair for pair, *_ in feeds]
    column = np.array([column_of[pair.run.data.name] for pair in pairs])
    both = np.array([[place_of[name] for name in pair.names] for pair in pairs])
    # Runs may name the learners in another order.
    side = side_of[both[:, 0], both[:, 1]]
    cell = number_of[both[:, 0], both[:, 1]], column
    shape = (first.size, len(datasets))
    differences, estimates, pvalues = (np.full(shape, np.nan) for _ in range(3))
    called = np.zeros(shape, dtype=np.int8)
    mean = np.array([pair.mean_difference for pair in pairs])
    differences[cell] = side * mean
    estimates[cell] = side * np.array([finding.estimate for finding in findings])
    # What is open shows nothing yet, and within the rope nobody is better.
    is_open = np.array([row.is_unsettled for row in rows])
    pvalues[cell] = np.where(is_open, np.nan, [finding.pvalue for finding in findings])
    ways = np.array([_WAYS.get(row.decision, 0) for row in rows])
    called[cell] = np.where(is_open | ~(np.abs(mean) > (terms.rope or 0.0)), 0, side * ways)
    magnitudes = np.zeros(len(datasets))
    np.maximum.at(magnitudes, column, [pair.magnitude for pair in pairs])
    sums, counts = np.zeros((2, len(learners), len(datasets)))
    cells_of_both = both.ravel(), np.repeat(column, 2)
    np.add.at(sums, cells_of_both, np.array([pair.mean_scores for pair in pairs]).ravel())
    np.add.at(counts, cells_of_both, 1)
    metric = feeds[0][0].setting.metric
    with np.errstate(invalid="ignore"):
        scores = sums / counts
    for number, run in enumerate(runs):
        for place, name in enumerate(run.learner_names):
            alone = place_of[name]
            # The only one that did not fail here is in no pair, and has a score all the same.
            if np.isnan(scores[alone, number]) and not (failed := run.failed()[place]).all():
                scores[alone, number] = run.scores(metric)[place][~failed].mean()
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
            if np.isnan(scores[place_of[failure.learner], column_of[run.data.name]])
        },
        against=terms.against,
    )
    on = OnDatasets(test=need.name, pvalues=pvalues, estimates=estimates, called=called)
    return make_overall(cells, metric, terms, family=terms.family_size(runs, first.size), on_datasets=on)
