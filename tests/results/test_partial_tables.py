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


def test_a_dataset_without_a_learner_lacks_that_cell():
    """Eight datasets, on one of which the second of three learners has no score."""
    rng = np.random.default_rng(1)
    table = pd.DataFrame([(f"d{i}", m, rng.uniform(0.6, 0.9)) for i in range(8) for m in ("a", "b", "c")])
    table = table.set_axis(["dataset", "model", "acc"], axis=1)
    overall = judge(table.drop(index=4))
    alone = judge(table[table["dataset"] != "d1"])
    assert overall.pair("a", "b").pvalue == alone.pair("a", "b").pvalue
    assert overall.pair("a", "c").n_datasets == 8
    assert overall.cells.missing() == (("b", "d1"),)


def datasets(n_folds=3):
    """Three learners on four datasets; accuracies tell their place: 0.1 learner + 0.01 dataset + 0.001 fold."""
    return pd.DataFrame(
        [
            (f"d{d}", name, fold, round(0.1 * m + 0.01 * d + 0.001 * fold, 3))
            for d in range(4)
            for m, name in enumerate("abc")
            for fold in range(n_folds)
        ],
        columns=["dataset", "model", "fold", "acc"],
    )


def without(table, way, *cells, reason=np.nan):
    """The cells have no rows, no values, or a word instead."""
    gone = pd.Series([cell in cells for cell in zip(table["model"], table["dataset"], strict=True)], index=table.index)
    return table[~gone] if way == "row" else table.assign(acc=table["acc"].astype(object).mask(gone, reason))


@pytest.mark.parametrize("allow_partial", [False, True])
@pytest.mark.parametrize(
    ("way", "reason", "said"), [("row", "", "no row"), ("cell", np.nan, "no value"), ("cell", "OOM", "OOM")]
)
def test_a_learner_without_a_result_on_a_dataset_is_not_in_its_run(way, reason, said, allow_partial):
    """The first learner lacks the first dataset, two of three the third; the order stays a, b, c."""
    table = without(datasets(), way, ("a", "d0"), ("a", "d2"), ("c", "d2"), reason=reason)
    runs, reading = as_runs(table, allow_partial=allow_partial, learners=["a", "b", "c"])
    assert [run.data.name for run in runs] == ["d0", "d1", "d2", "d3"]
    assert ["".join(run.learner_names) for run in runs] == ["bc", "abc", "b", "abc"]
    assert runs[0].scores()[:, 0].tolist() == [[0.1, 0.101, 0.102], [0.2, 0.201, 0.202]]
    assert runs[2].scores()[:, 0].tolist() == [[0.12, 0.121, 0.122]]
    assert all(run.failures == () for run in runs)
    assert reading.learners == ("a", "b", "c")
    assert reading.reasons == {("a", "d0"): said, ("a", "d2"): said, ("c", "d2"): said}
    assert f"; missing: a on d0 ({said}), a on d2 ({said}), c on d2 ({said})" in str(reading)
    assert [[caveat.message for caveat in run.caveats if caveat.code == "partial_design"] for run in runs] == [
        [f"On d0 there is no result of a ({said})."],
        [],
        [f"On d2 there is no result of a ({said}), c ({said}); only b has one."],
        [],
    ]


def test_a_dataset_without_any_result_is_left_out_and_named():
    table = without(datasets(), "cell", *((name, "d1") for name in "abc"))
    runs, reading = as_runs(table)
    assert [run.data.name for run in runs] == ["d0", "d2", "d3"]
    assert reading.left_out == ("dataset d1",)
    message = "Datasets are left out, on which no learner has a result: d1."
    assert all(message in [caveat.message for caveat in run.caveats] for run in runs)


def test_a_learner_without_any_result_is_refused():
    table = without(datasets(), "cell", *(("b", f"d{d}") for d in range(4)), reason="failed")
    with pytest.raises(DataFormatError, match=r"b has no result on any dataset \(on d0: failed\), so .*'a', 'c'"):
        as_runs(table)
    with pytest.raises(DataFormatError, match=r"No learner has a result on d0 \(no value\)"):
        as_runs(datasets()[:9].assign(acc=np.nan))


def test_learners_and_datasets_that_never_meet_take_no_memory():
    """A learner and a dataset of its own in every row: 25 million cells."""
    names = range(5000)
    table = pd.DataFrame({"model": [f"m{i}" for i in names], "dataset": [f"d{i}" for i in names], "acc": 0.5})
    with pytest.raises(DataFormatError, match="has 5,000 learners and 5,000 datasets, but only 5,000 results"):
        as_runs(table)


def test_words_in_place_of_some_folds():
    table = datasets().astype({"acc": object})
    table.loc[4, "acc"] = "timeout"
    with pytest.raises(DataFormatError, match=r"d0: the score of learner b, fold 1 is nan \(timeout\) \(1 of 9 score"):
        as_runs(table)
    (first, *_), reading = as_runs(table, allow_partial=True)
    assert [failure.error for failure in first.failures] == ["no result of learner b, fold 1 (timeout)"]
    assert reading.left_out == ("no result of learner b, fold 1 (timeout)",)


def test_names_of_learners_that_may_be_one():
    """On half of the datasets the learner is written otherwise: it seems to be missing there."""
    table = datasets()
    table["model"] = table["model"].mask((table["model"] == "c") & (table["dataset"] > "d1"), "C")
    runs, _ = as_runs(table)
    assert [len(run.learners) for run in runs] == [3, 3, 3, 3]
    assert all("similar_labels" in {caveat.code for caveat in run.caveats} for run in runs)


def test_predictions_of_a_learner_that_are_missing_on_a_dataset():
    table = pd.concat([predictions().assign(dataset="a"), predictions()[:10].assign(dataset="b")], ignore_index=True)
    runs, reading = as_runs(table)
    assert [run.learner_names for run in runs] == [("nb", "svm"), ("nb",)]
    assert reading.reasons == {("svm", "b"): "no row"}


def test_nothing_left():
    with pytest.raises(DataFormatError, match=r"svm has no result on data \(no value\), so nothing can be said"):
        judge(scores().assign(acc=[0.8] * 5 + [np.nan] * 5), allow_partial=True)
    with pytest.raises(IncompleteRunError, match="Only one fold is left of nb and svm"):
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
    with pytest.raises(IncompleteRunError, match="No fold is left of nb and svm"):
        judge(table, allow_partial=True)
