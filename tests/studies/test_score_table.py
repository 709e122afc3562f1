"""Scores of a study as a table; expected numbers by hand, from counts of right answers."""

from dataclasses import replace

import numpy as np
import pytest

from foldwise.runs import as_metric
from foldwise.studies import ScoreTable, score_tables
from foldwise.verdicts import judge


def table_of(scores):
    scores = np.array(scores, dtype=float)
    names = [tuple(f"{what}{i}" for i in range(n)) for what, n in zip("dl", scores.shape, strict=True)]
    return ScoreTable(
        metric=as_metric("accuracy", "classification"), datasets=names[0], learners=names[1], scores=scores, gaps={}
    )


def test_means_stand_where_every_fold_has_a_score(moods):
    (table,) = score_tables(moods)
    assert (table.datasets, table.learners) == (("plain", "odd", "late"), ("zeros", "ones", "moody"))
    assert table.scores[0] == pytest.approx([0.6, 0.4, 0.6])
    assert table.scores[1:, :2].tolist() == [pytest.approx([0.4, 0.6]), pytest.approx([0.8, 0.2])]
    assert np.isnan(table.scores[1:, 2]).all()


def test_gaps_say_why(moods):
    (table,) = score_tables(moods)
    assert {place: (gap.label, gap.reason) for place, gap in table.gaps.items()} == {
        (1, 2): ("failed", "8 of 8 folds failed: ValueError: three columns"),
        (2, 2): ("not run", "8 of 8 folds not run"),
    }


def test_a_cell_that_is_half_done_and_failed(moods):
    *cells, last = moods.cells
    half = replace(last, n_done=5, n_failed=2, error="TimeLimit: 3 s.")
    (table,) = score_tables(replace(moods, cells=(*cells, half)))
    gap = table.gaps[2, 2]
    assert (gap.label, gap.reason) == ("2 failed", "3 of 8 folds not run; 2 of 8 folds failed: TimeLimit: 3 s")
    (table,) = score_tables(replace(moods, cells=(*cells, replace(half, n_failed=0))))
    assert (table.gaps[2, 2].label, np.isnan(table.scores[2, 2])) == ("3 not run", True), "no mean of five folds"
    (table,) = score_tables(replace(moods, cells=tuple(cells)))
    assert table.gaps[2, 2].reason == "not part of the study"


def test_ranks_are_of_complete_datasets_only(moods):
    """On "plain" zeros and moody share ranks 1 and 2; nothing else is complete."""
    (table,) = score_tables(moods)
    assert table.complete.tolist() == [True, False, False]
    assert table.ranks[0].tolist() == [1.5, 3.0, 1.5]
    assert np.isnan(table.ranks[1:]).all()
    assert table.average_ranks.tolist() == [1.5, 3.0, 1.5]
    assert np.isnan(table_of([[0.5, np.nan]]).average_ranks).all()


def test_the_best_is_of_those_there():
    table = table_of([[0.5, 0.7, np.nan], [0.3, 0.3, 0.1], [0.4, 0.4, 0.4], [np.nan, 0.9, np.nan], [np.nan] * 3])
    expected = [[0, 1, 0], [1, 1, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert table.best.astype(int).tolist() == expected, "none where all are equal or there is only one"


def test_sums_in_another_order_are_ties():
    """0.1 + 0.2 + 0.3 is 0.6000000000000001, 0.3 + 0.2 + 0.1 is 0.6."""
    table = table_of([[(0.1 + 0.2 + 0.3) / 3, (0.3 + 0.2 + 0.1) / 3, 0.1]])
    assert table.scores[0, 0] != table.scores[0, 1]
    assert table.ranks.tolist() == [[1.5, 1.5, 3.0]]
    assert table.best.tolist() == [[True, True, False]]


def test_a_table_for_each_metric(moods):
    again = replace(moods, verdicts=tuple(judge(moods.runs[:1], metric=name) for name in ("accuracy", "f1_macro")))
    accuracy, f1 = score_tables(again)
    assert (accuracy.metric.name, f1.metric.name) == ("accuracy", "f1_macro")
    # Always zero: precision 0.6, recall 1, F1 0.75 for the zeros, 0 for the ones.
    assert f1.scores[0, 0] == pytest.approx(0.375)
    assert f1.datasets == accuracy.datasets, "also those that the verdicts leave out"


def test_without_verdicts_the_runs_know_their_metric(moods):
    (table,) = score_tables(replace(moods, verdicts=()))
    assert (table.metric.name, len(table.datasets)) == ("accuracy", 3)


def test_a_metric_that_a_run_cannot_give(moods):
    """Probabilities were not kept: the error of the run is the reason."""
    verdict = replace(moods.verdicts[0], metric=as_metric("roc_auc", "classification"))
    (table,) = score_tables(replace(moods, verdicts=(verdict,)))
    assert table.gaps[0, 0].label == "no score"
    assert "which this run did not keep" in table.gaps[0, 0].reason
    assert table.gaps[1, 2].label == "failed", "what failed is still said to have failed"


def test_undefined_scores_are_counted(moods):
    def odd_score(truth, predicted):
        return np.nan if predicted[0] == 1 else 0.5

    verdict = replace(moods.verdicts[0], metric=as_metric(odd_score, "classification"))
    (table,) = score_tables(replace(moods, verdicts=(verdict,)))
    assert table.scores[0, 0] == 0.5
    assert table.gaps[0, 1].reason == "odd score is undefined on 8 of 8 folds"
