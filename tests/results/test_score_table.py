"""The table of one score per learner and dataset itself."""

import numpy as np
import pytest

from foldwise import DataFormatError
from foldwise.results import ScoreTable, as_results

NB = {"iris": 0.9, "wine": 0.8}


def made(**fields):
    whole, _ = as_results({"nb": NB, "svm": {"iris": 0.7, "wine": None}}, metric="accuracy")
    parts = {"learners": whole.learners, "datasets": whole.datasets, "scores": whole.scores, "metric": whole.metric}
    return ScoreTable(**{**parts, **fields})


def test_missing_scores_have_a_reason():
    assert made().reasons == {("svm", "wine"): "no value"}
    assert made(reasons={("svm", "wine"): "ill"}).reasons == {("svm", "wine"): "ill"}
    assert repr(made()) == "<ScoreTable of nb, svm on 2 datasets: accuracy, 1 of 4 scores missing>"
    assert made().n_missing == 1


def test_its_frame_comes_back():
    again, _ = as_results(made(reasons={("svm", "wine"): "timeout"}).frame(), metric="accuracy")
    assert np.array_equal(again.scores, made().scores, equal_nan=True)
    assert (again.learners, again.datasets) == (made().learners, made().datasets)


def test_nobody_writes_into_it():
    given = np.array([[0.9, 0.8], [0.7, 0.6]])
    table = made(scores=given)
    given[0, 0] = 0
    assert table.scores[0, 0] == 0.9
    with pytest.raises(ValueError, match="read-only"):
        table.scores[0, 0] = 1


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"learners": ("nb", "nb")}, "needs learners of different names, got 'nb' twice"),
        ({"datasets": ()}, "needs datasets of different names, got none"),
        ({"scores": np.zeros((2, 3))}, r"shape \(n_learners, n_datasets\) = \(2, 2\), got \(2, 3\)"),
        ({"scores": np.full((2, 2), np.inf)}, "The score of nb on iris is inf"),
        ({"reasons": {("nb", "iris"): "ill"}}, "nb on iris has one, or is none of this table"),
    ],
)
def test_what_is_no_table(fields, message):
    with pytest.raises(DataFormatError, match=message):
        made(**fields)
