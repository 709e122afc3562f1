"""Rows that are no results of one kind."""

import pandas as pd
import pytest

from foldwise import DataFormatError
from foldwise.results import as_runs


def scores(**columns):
    """Two learners on two folds of two datasets."""
    keys = [(d, m, f) for d in ("d1", "d2") for m in ("nb", "svm") for f in (1, 2)]
    table = pd.DataFrame(keys, columns=["dataset", "learner", "fold"])
    return table.assign(**(columns or {"acc": [0.8, 0.9, 0.7, 0.6] * 2}))


def refusal(table, **options):
    with pytest.raises(DataFormatError) as caught:
        as_runs(table, **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("word", ["mean", "Avg.", "std", "all"])
@pytest.mark.parametrize("role", ["fold", "dataset"])
def test_averages_are_no_splits_and_no_datasets(role, word):
    extra = scores().drop_duplicates(["dataset", "learner"] if role == "fold" else ["learner", "fold"])
    table = pd.concat([scores(), extra.assign(**{role: word})], ignore_index=True)
    assert f"The column of the {role} holds {word!r} among others: rows of averages" in refusal(table)


def test_a_label_that_is_the_only_one_may_be_called_all():
    assert len(as_runs(scores()[:4].assign(dataset="all"))[0]) == 1


@pytest.mark.parametrize("options", [{}, {"allow_partial": True}])
def test_folds_from_zero_and_from_one(options):
    table = scores()[:4]
    table = table.assign(fold=table["fold"] - (table["learner"] == "svm"))
    assert "d1: the folds are numbered differently, those of nb from 1, those of svm from 0" in refusal(
        table, **options
    )


def test_a_fold_that_is_missing_at_one_end_is_missing():
    table = pd.concat([scores()[:4], scores()[:4].assign(fold=3)]).drop_duplicates(["learner", "fold"])
    assert "1 of 6 results are missing: learner nb, fold 1" in refusal(table.iloc[1:])


@pytest.mark.parametrize("kinds", [["acc", "f1"] * 4, ["accuracy"] * 2 + ["error"] * 6])
def test_scores_by_several_metrics(kinds):
    message = refusal(scores(value=0.8, metric=kinds))
    assert message.startswith("The column 'metric' names several kinds of scores, ")
    assert message.endswith(f"Choose: metric={kinds[0]!r}, --metric {kinds[0]}.")


def test_one_of_several_metrics_by_its_name():
    """Every other row is an F1 of 0.3; the rest, a column would read as accuracy, have 0.8."""
    table = pd.concat([scores(value=0.8, metric="acc"), scores(value=0.3, metric="F1")], ignore_index=True)
    assert (as_runs(table, metric="f1")[0][1].scores() == 0.3).all()
    assert (as_runs(table, metric="accuracy")[0][1].scores() == 0.8).all()
    assert "names several kinds of scores, 'acc', 'F1'" in refusal(table, metric="auc")


def test_the_metric_may_have_a_column():
    """An error rate of 0.8 is a score of -0.8."""
    runs, reading = as_runs(scores(value=0.8, metric="error"))
    assert (runs[0].scores() == -0.8).all()
    assert "score from 'value' (error rate, lower is better, negated)" in str(reading)
    assert as_runs(scores(value=0.8, metric="of the house"))[0][0].metric.orientation_assumed


@pytest.mark.parametrize("name", ["set", "Phase"])
def test_scores_of_training_sets(name):
    assert f"The column {name!r} says that some rows are about training sets" in refusal(
        scores(acc=0.8, **{name: ["train", "test"] * 4})
    )


def test_training_and_test_set_are_no_two_datasets():
    table = scores().replace({"dataset": {"d1": "Train", "d2": "Test"}})
    assert "The column 'dataset' says that some rows are about training sets ('Train', 'Test')" in refusal(table)
