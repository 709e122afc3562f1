"""Tables in which results are missing."""

import numpy as np
import pandas as pd
import pytest

from foldwise import DataFormatError, IncompleteRunError, judge
from foldwise.results import as_runs

FOLDS = range(1, 6)


def scores():
    """Two learners on five folds: differences 0.05, 0.01, 0.04, 0.02, 0.03."""
    first, second = [0.85, 0.81, 0.84, 0.82, 0.83], [0.8] * 5
    return pd.DataFrame({"model": ["nb"] * 5 + ["svm"] * 5, "fold": [*FOLDS] * 2, "acc": [*first, *second]})


def lacking(way, row=1):
    """The second learner's, or the first's, score of a fold is not there, in one of two ways."""
    table = scores()
    return table.drop(index=row) if way == "row" else table.assign(acc=table["acc"].mask(table.index == row))


@pytest.mark.parametrize("way", ["row", "cell"])
def test_a_missing_score_is_refused_with_the_way_out(way):
    with pytest.raises(DataFormatError, match=r"judge what is left \(allow_partial=True, --allow-partial\)\."):
        judge(lacking(way))


@pytest.mark.parametrize("way", ["row", "cell"])
def test_the_other_folds_are_judged_and_the_lost_one_is_named(way):
    """0.05, 0.04, 0.02, 0.03: mean 0.035, s^2 = 0.0005 / 3, times (1/4 + 1/4)."""
    row = judge(lacking(way), allow_partial=True).comparisons[0]
    assert row.statistic == pytest.approx(0.035 / (0.0005 / 3 / 2) ** 0.5)
    (caveat,) = [caveat for caveat in row.caveats if caveat.code == "partial_design"]
    assert caveat.message == "1 of 5 folds is left out: no result of learner nb, fold 2."
    (run,), reading = as_runs(lacking(way), allow_partial=True)
    assert str(reading).endswith("; left out: no result of learner nb, fold 2.")
    assert [(each.learner, each.repeat, each.fold) for each in run.failures] == [("nb", 0, 1)]


def test_a_whole_table_lacks_nothing():
    (run,), reading = as_runs(scores(), allow_partial=True)
    assert run.failures == reading.left_out == ()


def test_sizes_are_those_of_the_other_learner():
    (run,), _ = as_runs(lacking("row").assign(n_train=80, n_test=20), allow_partial=True)
    assert run.sizes()[1].tolist() == [[20] * 5]


def test_twice_is_still_refused():
    table = pd.concat([lacking("row"), scores()[:1]])
    with pytest.raises(DataFormatError, match="1 result there is twice or more"):
        judge(table, allow_partial=True)


def test_infinity_is_still_refused():
    with pytest.raises(DataFormatError, match="is inf"):
        judge(scores().replace(0.81, np.inf), allow_partial=True)


def test_a_dataset_without_a_learner_lacks_that_cell_and_is_no_run():
    """Eight datasets, on one of which the second of three learners has no score."""
    rng = np.random.default_rng(1)
    table = pd.DataFrame([(f"d{i}", m, rng.uniform(0.6, 0.9)) for i in range(8) for m in ("a", "b", "c")])
    table = table.set_axis(["dataset", "model", "acc"], axis=1)
    overall = judge(table.drop(index=4))
    alone = judge(table[table["dataset"] != "d1"])
    assert overall.pair("a", "b").pvalue == alone.pair("a", "b").pvalue
    assert overall.pair("a", "c").n_datasets == 8
    assert overall.cells.missing() == (("b", "d1"),)
    _, reading = as_runs(table.drop(index=4), allow_partial=True)
    assert reading.left_out == ("dataset d1",)


def test_nothing_left():
    with pytest.raises(DataFormatError, match=r"On no dataset every learner has a result: data \(no result of svm\)\."):
        judge(scores().assign(acc=[0.8] * 5 + [np.nan] * 5), allow_partial=True)
    with pytest.raises(IncompleteRunError, match="Only 1 folds of nb and svm"):
        judge(scores().assign(acc=[0.8] * 5 + [0.7] + [np.nan] * 4), allow_partial=True)


def predictions():
    """Ten examples in five folds; the second learner is wrong about the last."""
    truth = ["no", "yes"] * 5
    both = {"id": range(10), "fold": [*FOLDS] * 2, "y_true": truth}
    return pd.concat(
        [
            pd.DataFrame({"model": "nb", **both, "y_pred": truth}),
            pd.DataFrame({"model": "svm", **both, "y_pred": [*truth[:-1], "no"]}),
        ],
        ignore_index=True,
    )


@pytest.mark.parametrize("way", ["row", "cell"])
def test_a_missing_prediction_loses_its_fold(way):
    """Example 1 is in fold 2, as is example 6."""
    table = predictions()
    table = table.drop(index=1) if way == "row" else table.assign(y_pred=table["y_pred"].mask(table.index == 1))
    with pytest.raises(DataFormatError, match="allow_partial=True"):
        judge(table)
    (run,), reading = as_runs(table, allow_partial=True)
    assert np.isnan(run.scores()[0, 0]).tolist() == [False, True, False, False, False]
    assert run.scores()[1, 0].tolist() == [1, 1, 1, 1, 0.5]
    assert run.tested()[0, 0].tolist() == [True, False, True, True, True, True, False, True, True, True]
    assert reading.left_out == ("no result of learner nb, instance 1",)
    assert "partial_design" in {caveat.code for caveat in judge(table, allow_partial=True).comparisons[0].caveats}


def test_one_test_set_has_no_other_folds():
    table = predictions().drop(columns="fold").drop(index=1)
    with pytest.raises(IncompleteRunError, match="Only 0 folds of nb and svm"):
        judge(table, allow_partial=True)
