"""Scores that are not there: how files write that, and what is kept of it."""

import numpy as np
import pandas as pd
import pytest

from foldwise import DataFormatError
from foldwise.results import as_results

WORDS = ["", "NA", "NaN", "nan", "?", "-", "n/a", "None", '"NA"']
FAILURES = ["timeout", "Timed out", "TIMEOUT (3600 s)", "failed", "OOM", "out of memory", "crashed: 137", "DNF"]


def csv(tmp_path, cell, form="wide"):
    path = tmp_path / "means.csv"
    if form == "wide":
        path.write_text(f"dataset,nb,svm\niris,0.9,{cell}\nwine,0.8,0.7\nzoo,0.6,0.5\n")
    else:
        path.write_text(f"dataset,model,acc\niris,nb,0.9\niris,svm,{cell}\nwine,nb,0.8\nwine,svm,0.7\n")
    return path


@pytest.mark.parametrize("form", ["wide", "long"])
@pytest.mark.parametrize("cell", [*WORDS, *FAILURES])
def test_cells_that_say_nothing_or_what_happened(cell, form, tmp_path):
    table, reading = as_results(csv(tmp_path, cell, form), metric="accuracy")
    reason = cell if cell in FAILURES else "no value"
    assert table.reasons == reading.reasons == {("svm", "iris"): reason}
    assert np.isnan(table.scores[1, 0])
    assert table.scores[0].tolist()[:2] == [0.9, 0.8]
    assert f"missing: svm on iris ({reason})" in str(reading)


@pytest.mark.parametrize("cell", ["good", "0.9x", "12 %", "failsafe", "errors 3"])
def test_other_words_are_refused_with_their_row(cell, tmp_path):
    with pytest.raises(DataFormatError, match=rf"The column 'svm' must hold numbers, got '{cell}' in row 1\. "):
        as_results(csv(tmp_path, cell), columns={"learner": ["nb", "svm"]})


@pytest.mark.parametrize("cell", ["timeout", ""])
def test_decimal_commas(cell, tmp_path):
    path = tmp_path / "means.csv"
    path.write_text(f"dataset;nb;svm\niris;0,9;{cell}\nwine;0,8;0,7\nzoo;0,6;0,5\n")
    assert as_results(path)[0].scores[:, 1:].tolist() == [[0.8, 0.6], [0.7, 0.5]]
    path.write_text("dataset;nb;svm\niris;1,901;failed\nwine;0,8;1,234\n")
    with pytest.raises(DataFormatError, match="must hold numbers, got '1,234' in row 2"):
        as_results(path, columns={"learner": ["nb", "svm"]})


def test_what_is_missing_is_told():
    scores = {"nb": [0.9, None, None], "svm": [0.7, 0.6, None], "knn": [0.5, "OOM", "OOM"]}
    table, _ = as_results(pd.DataFrame({"dataset": ["a", "b", "c"], **scores}), metric="accuracy")
    (caveat,) = table.caveats
    assert caveat.code == "partial_design"
    assert caveat.message == (
        "5 of 9 results are missing: nb on b (no value), knn on b (OOM), nb on c (no value), svm on c (no value) and 1 "
        "more; none was filled in. On b only one learner has a result. On c no learner has a result."
    )


def test_no_row_is_another_reason():
    table = pd.DataFrame({"dataset": ["a", "a", "b"], "model": ["nb", "svm", "nb"], "acc": [0.5, 0.6, 0.7]})
    assert as_results(table)[0].reasons == {("svm", "b"): "no row"}


def test_a_learner_without_any_score():
    table = pd.DataFrame({"dataset": ["a", "b"], "nb": [0.5, 0.6], "my svm": ["failed", None], "knn": [0.4, 0.5]})
    with pytest.raises(DataFormatError) as caught:
        as_results(table)
    assert str(caught.value) == (
        "my svm has no result on any dataset (on a: failed), so nothing can be said about it. Leave it out: "
        "learners=['nb', 'knn'], --learner nb --learner knn."
    )
    assert as_results(table, learners=["nb", "knn"])[0].n_missing == 0
