"""Tables with one score per learner and dataset: long, wide, nested, with a column for each dataset."""

import numpy as np
import pandas as pd
import pytest

from foldwise import DataFormatError
from foldwise.results import ScoreTable, as_results
from foldwise.runs import Run

DATASETS = ("iris", "wine", "zoo")
LEARNERS = ("nb", "svm", "tree", "knn")
# Row, column: 0.11 is the second learner's score on the second dataset.
SCORES = np.array([[0.1 * i + 0.01 * j for j in range(3)] for i in range(4)]).round(2)


def wide():
    return pd.DataFrame({"dataset": DATASETS, **dict(zip(LEARNERS, SCORES, strict=True))})


def long(score="accuracy"):
    return wide().melt("dataset", var_name="model", value_name=score)


def transposed():
    return pd.DataFrame({"model": LEARNERS, **dict(zip(DATASETS, SCORES.T, strict=True))})


def nested():
    return {who: dict(zip(DATASETS, row, strict=True)) for who, row in zip(LEARNERS, SCORES.tolist(), strict=True)}


def refusal(source, kind=DataFormatError, **options):
    with pytest.raises(kind) as caught:
        as_results(source, **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("source", "columns", "form"),
    [
        (long(), None, "long table"),
        (long().sample(frac=1, random_state=0), None, "long table"),
        (long().set_index(["dataset", "model"]), None, "long table"),
        (wide(), None, "wide table"),
        (wide(), {"learner": "*"}, "wide table"),
        (wide().rename(columns={"dataset": "db"}), {"dataset": "db"}, "wide table"),
        (wide().set_index("dataset"), None, "wide table"),
        (wide().set_index("dataset").rename_axis(index=None), None, "wide table"),
        (long().pivot(index="dataset", columns="model", values="accuracy"), None, "wide table"),
        (transposed(), {"dataset": "*"}, "table with a column for each dataset"),
        (transposed(), {"dataset": list(DATASETS)}, "table with a column for each dataset"),
        (long().pivot(index="model", columns="dataset", values="accuracy"), None, "table with a column for each"),
        (nested(), None, "wide table"),
        (transposed().set_index("model").to_dict(), {"dataset": "*"}, "table with a column for each dataset"),
        (long().to_dict("list"), None, "long table"),
    ],
)
def test_every_form_is_the_same_table(source, columns, form):
    table, reading = as_results(source, metric="accuracy", columns=columns, learners=LEARNERS)
    assert isinstance(table, ScoreTable)
    assert table.learners == LEARNERS
    assert sorted(table.datasets) == sorted(DATASETS)
    order = [table.datasets.index(name) for name in DATASETS]
    assert table.scores[:, order] == pytest.approx(SCORES)
    assert (table.metric.name, table.reasons, table.caveats) == ("accuracy", {}, ())
    assert f"as 3 datasets x 4 learners, one score each, from a {form}" in str(reading)


@pytest.mark.parametrize("form", [wide, long])
@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_files(form, ending, tmp_path):
    path = tmp_path / f"means.{ending}"
    form().to_csv(path, index=False) if ending == "csv" else form().to_parquet(path)
    table, _ = as_results(path, metric="accuracy")
    assert table.datasets == DATASETS
    assert table.scores.tolist() == SCORES.tolist()


def test_tables_of_other_libraries():
    pyarrow = pytest.importorskip("pyarrow")
    assert as_results(pyarrow.table(long()))[0].scores.tolist() == SCORES.tolist()


def test_a_column_of_row_labels_without_a_name(tmp_path):
    path = tmp_path / "means.csv"
    wide().set_index("dataset").rename_axis(index=None).to_csv(path)
    table, reading = as_results(path)
    assert table.datasets == DATASETS
    assert "dataset from the column without a name, learner from 'nb', 'svm', 'tree', 'knn';" in str(reading)


# What the scores are.


def test_scores_are_as_recorded():
    """Of errors lower is better; a negated loss is the loss again; 93.3 percent are 93.3 / 100."""
    table, reading = as_results(long("error"))
    assert table.scores.tolist() == SCORES.tolist()
    assert table.oriented().tolist() == (-SCORES).tolist()
    assert table.metric.lower_is_better
    assert "(error rate, lower is better)" in str(reading)
    table, reading = as_results(long("neg_log_loss").assign(neg_log_loss=-long()["accuracy"]))
    assert table.scores.tolist() == SCORES.tolist()
    assert table.oriented().tolist() == (-SCORES).tolist()
    assert "(log loss, lower is better, negated as it was in the table)" in str(reading)
    table, _ = as_results(wide().assign(nb=93.3, svm=90.0, tree=80.0, knn=70.5), metric="percent_correct")
    assert table.scores[0].tolist() == [93.3 / 100] * 3
    assert [caveat.code for caveat in table.caveats] == ["percent_as_shares"]


def test_nobody_says_what_is_better():
    table, reading = as_results(wide())
    assert [caveat.code for caveat in table.caveats] == ["orientation_assumed"]
    assert "; score, greater taken to be better; " in str(reading)


def test_a_metric_in_a_column():
    table, _ = as_results(pd.concat([wide().assign(metric="auc"), wide().assign(metric="f1")]), metric="auc")
    assert table.metric.name == "roc_auc"
    assert table.scores.tolist() == SCORES.tolist()
    assert as_results(wide().assign(metric="mae"))[0].metric.lower_is_better


# Which columns are learners.


@pytest.mark.parametrize("name", ["time_nb", "n_instances", "mean", "avg. rank", "accuracy", "svm std", "fold1", "7"])
def test_columns_that_may_be_no_learners_are_asked_about(name):
    table = wide().rename(columns={"knn": name})
    assert "No column says which is the learner" in refusal(table)
    assert as_results(table, columns={"learner": ["nb", "svm"]})[0].learners == ("nb", "svm")
    assert as_results(table, columns={"learner": "*"})[0].learners == ("nb", "svm", "tree", name)


def test_whole_numbers_beside_shares_are_asked_about():
    message = refusal(wide().assign(genes=[30, 100, 2000]))
    assert message.startswith("Some columns hold only whole numbers ('genes'), others do not ('nb', 'svm', 'tree' and ")
    assert "columns={'learner': ['nb', 'svm', 'tree', 'knn']}, --column learner=nb" in message


def test_percent_may_be_whole_numbers():
    """Sizes beside percent are told by being above 100."""
    percent = wide().assign(nb=93.3, svm=90.0, tree=80.0, knn=70.5)
    assert as_results(percent)[0].learners == LEARNERS
    assert "whole numbers ('genes')" in refusal(percent.assign(genes=[30, 100, 2000]))


def test_texts_are_not_read_and_that_is_said():
    table, reading = as_results(wide().assign(source="UCI"))
    assert table.learners == LEARNERS
    assert "not read: 'source'" in str(reading)


def test_hints_of_refusals_work():
    assert "and 'db' names the datasets, say so: columns={'dataset': 'db'}" in refusal(
        wide().rename(columns={"dataset": "db"})
    )
    long = pd.DataFrame({"Modell": ["a", "b"] * 3, "Falte": [1, 1, 2, 2, 3, 3], "Güte": [0.5, 0.25] * 3})
    assert "Name it: columns={'learner': 'Modell'}, --column learner=Modell. If each" in refusal(long)
    assert "If each dataset has a column of its own ('iris', 'wine', 'zoo'), say so: columns={'dataset': '*'}" in (
        refusal(transposed())
    )
    assert "Either each learner has a column, or each dataset has one" in refusal(
        wide(), ValueError, columns={"learner": "*", "dataset": "*"}
    )
    assert "have no columns to name" in refusal(nested(), ValueError, columns={"score": "acc"})


def test_the_order_and_choice_of_learners():
    """Of a dataset that only others were tried on, all scores are missing."""
    table = pd.concat([pd.DataFrame({"dataset": ["ant"], "model": ["tree"], "accuracy": [0.5]}), long()])
    chosen, _ = as_results(table, learners=["svm", "nb"])
    assert chosen.learners == ("svm", "nb")
    assert chosen.datasets == ("ant", *DATASETS)
    assert chosen.scores[:, 1:].tolist() == SCORES[[1, 0]].tolist()
    assert set(chosen.reasons) == {("svm", "ant"), ("nb", "ant")}
    assert "There is no learner 'ant'" in refusal(table, ValueError, learners=["ant"])


# Per fold.


def test_wide_tables_of_folds_are_runs():
    folds = pd.concat([wide().assign(fold=fold) for fold in (1, 2, 3)])
    runs, reading = as_results(folds, metric="accuracy")
    assert [run.data.name for run in runs] == list(DATASETS)
    assert all(isinstance(run, Run) and run.learner_names == LEARNERS for run in runs)
    assert runs[1].scores()[:, 0].tolist() == [[value] * 3 for value in SCORES[:, 1]]
    assert "learner from 'nb', 'svm', 'tree', 'knn'; accuracy; 3-fold cross-validation" in str(reading)


def test_long_tables_of_folds_are_runs():
    runs, _ = as_results(pd.concat([long().assign(fold=fold) for fold in (1, 2, 3)]))
    assert isinstance(runs, tuple)
    assert len(runs) == 3


def test_one_fold_is_one_score():
    assert as_results(wide().assign(fold=1))[0].scores.tolist() == SCORES.tolist()
    assert as_results(long(), scheme="holdout:0.3")[0].scores.tolist() == SCORES.tolist()
    assert "the order of the rows is not enough" in refusal(pd.concat([long()] * 10), scheme="10")


# Refusals.


@pytest.mark.parametrize("source", [wide()[:1], long()[long()["dataset"] == "iris"], long()[:1]])
def test_one_dataset(source):
    assert refusal(source) == (
        "One score per learner on one dataset (iris) cannot be judged: nothing says how much it would vary. Give the "
        "scores of single folds (a column fold), predictions, or scores on several datasets (a column dataset)."
    )


@pytest.mark.parametrize("source", [wide()[:0], long()[:0]])
def test_no_rows(source):
    assert "The table has 0 rows." in refusal(source)


def test_scores_that_are_there_twice():
    message = "The table: 1 result there is twice or more: dataset wine, learner nb. Remove the duplicates"
    assert message in refusal(pd.concat([long(), long()[1:2]]))
    assert "4 results there are twice or more: dataset zoo, learner nb; " in refusal(pd.concat([wide(), wide()[2:]]))
    assert "Each result is there 2 times, with a difference in the column 'place'" in refusal(
        pd.concat([long().assign(place="Bonn"), long().assign(place="Ulm")])
    )


def test_several_columns_of_scores():
    assert "Several columns could be the score: 'accuracy', 'f1'." in refusal(long().assign(f1=0.5))


def test_averages_are_no_dataset():
    averages = wide().assign(dataset="Average")[:1]
    assert "'Average' among others: rows of averages" in refusal(pd.concat([wide(), averages]))


@pytest.mark.parametrize("value", [np.inf, -np.inf])
def test_infinite_scores(value):
    table = long()
    table.loc[4, "accuracy"] = value
    assert f"The score of svm on wine is {value} (1 of 12 scores are infinite)." in refusal(table)


def test_impossible_scores():
    table = long()
    table.loc[4, "accuracy"] = 1.2
    assert "The table: accuracy must lie between 0 and 1, got 1.2" in refusal(table)


def test_percent_on_one_dataset():
    table = long()
    table["accuracy"] = (table["accuracy"] + 0.5).mask(table["dataset"] == "wine", 80.0)
    assert "the scores of dataset iris are at or below 1 (such as 0.5), those of dataset wine above" in refusal(table)


def test_numbers_are_no_names():
    table = wide().rename(columns={"nb": "model"})
    message = refusal(table)
    assert message.startswith("The column 'model' is read as the learner, but holds numbers such as 0.01, no names.")
    assert as_results(table, columns={"learner": "*"})[0].learners[0] == "model"
    numbered = long().assign(model=long()["model"].map(dict(zip(LEARNERS, range(4), strict=True))))
    assert as_results(numbered)[0].learners == ("0", "1", "2", "3")


@pytest.mark.parametrize(
    ("cells", "came"), [({"iris": [0.5, 0.6]}, "list for 'iris'"), ({}, "nothing"), ({"iris": {"a": 1}}, "dict for")]
)
def test_nested_mappings_hold_single_scores(cells, came):
    message = refusal({"nb": {"iris": 0.5}, "svm": cells})
    assert f"needs one number for each, got {came}" in message
    assert "of 'svm'. Give scores of folds as a table with columns dataset, learner, fold and score." in message


def test_columns_of_several_levels():
    assert "several levels" in refusal(pd.concat({"a": wide(), "b": wide()}, axis=1))


def test_names_that_may_be_one():
    table, _ = as_results(long().replace({"model": {"knn": "NB"}, "dataset": {"zoo": "W ine"}}))
    (caveat,) = table.caveats
    assert caveat.code == "similar_labels"
    assert caveat.message == (
        "Names differ only in the way they are written, and count as different: learners 'nb', 'NB', datasets 'wine', "
        "'W ine'."
    )
