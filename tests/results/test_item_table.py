"""Scores of single items: arranged by learner, item and epoch, or refused with the items that do not fit."""

import numpy as np
import pandas as pd
import pytest

from foldwise import DataFormatError
from foldwise.results import scores_of_items
from foldwise.runs import as_metric

ACCURACY = as_metric("accuracy", "classification")
QUIZ = pd.DataFrame(
    {
        "dataset": "quiz",
        "learner": ["a", "a", "a", "b", "b", "b"],
        "item": ["q1", "q2", "q3", "q3", "q1", "q2"],
        "score": [1.0, 0.0, 1.0, 0.0, 1.0, 1.0],
    }
)


def arrange(table, **how):
    return scores_of_items(table, metric=ACCURACY, learners=("a", "b"), **how)


def test_rows_come_in_any_order():
    (result,) = arrange(QUIZ)
    assert result.items.tolist() == ["q1", "q2", "q3"]
    assert result.means().tolist() == [[1, 0, 1], [1, 1, 0]]


def test_epochs_are_averaged_and_may_differ_in_number():
    twice = pd.concat([QUIZ.assign(again=1), QUIZ.iloc[:1].assign(again=2, score=0.0)])
    (result,) = arrange(twice)
    assert result.scores.shape == (2, 3, 2)
    assert result.means()[0].tolist() == [0.5, 0, 1]


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (pd.concat([QUIZ, QUIZ.iloc[[4]]]), "b has 2 scores on item 'q1'.*epoch"),
        (QUIZ.drop(index=[4]), r"of 3, b lacks 1 item \('q1'\)"),
        (QUIZ.assign(score=[1, np.nan, 1, 0, 1, 1]), "score of a on item 'q2' is nan"),
        (QUIZ.assign(cluster=[1, 1, 2, 1, 1, 1]), "'q3' is in two clusters"),
        (QUIZ.assign(cluster=[1, 1, None, None, 1, 1]), "'q3' has no cluster"),
        (QUIZ.assign(item=["q1", None, "q3", "q3", "q1", None]), "2 rows have no item"),
    ],
)
def test_what_does_not_fit_is_refused_and_named(table, words):
    with pytest.raises(DataFormatError, match=words):
        arrange(table)


def test_clusters_are_numbered():
    (result,) = arrange(QUIZ.assign(cluster=["t", "t", "u", "u", "t", "t"]), cluster_name="text")
    assert result.clusters.tolist() == [0, 0, 1]
    assert result.n_clusters == 2
    assert "2 clusters" in repr(result)
