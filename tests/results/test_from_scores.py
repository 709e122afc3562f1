"""Tables of scores from elsewhere: how they are read, and what is refused."""

import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import RepeatedKFold, ShuffleSplit, TimeSeriesSplit

from foldwise import DataFormatError, SchemeMismatchError
from foldwise.results import as_runs
from foldwise.runs import Run
from foldwise.splits import Layout


def scores(n_repeats=2, n_folds=3, learners=("nb", "svm"), datasets=("iris",)):
    """A table whose score tells its place: 0.5 + learner / 10 + repeat / 100 + fold / 1000."""
    return pd.DataFrame(
        [
            (dataset, learner, repeat, fold, 0.5 + place / 10 + repeat / 100 + fold / 1000)
            for dataset in datasets
            for place, learner in enumerate(learners)
            for repeat in range(1, n_repeats + 1)
            for fold in range(1, n_folds + 1)
        ],
        columns=["dataset", "learner", "repeat", "fold", "accuracy"],
    )


def refusal(table, kind=DataFormatError, **options):
    with pytest.raises(kind) as caught:
        as_runs(table, **options)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_every_score_finds_its_place_in_any_order():
    (run,), reading = as_runs(scores().sample(frac=1, random_state=0).sort_values("learner"))
    place, repeat, fold = np.indices((2, 2, 3))
    assert run.learner_names == ("nb", "svm")
    assert run.scores() == pytest.approx(0.5 + place / 10 + (repeat + 1) / 100 + (fold + 1) / 1000)
    assert run.data.name == "iris"
    assert (run.data.n_examples, run.data.fingerprint) == (None, "")
    assert isinstance(run.assignment, Layout)
    assert run.assignment.scheme == "RepeatedKFold(3, 2)"
    assert run.assignment.test_train_ratio == pytest.approx(1 / 2)
    assert run.sizes() is None
    assert str(reading) == (
        "Read 12 rows as scores: dataset from 'dataset', learner from 'learner', repeat from 'repeat', fold from "
        "'fold', score from 'accuracy' (accuracy); 2 times 3-fold cross-validation; learners in the order nb, svm."
    )


def test_folds_are_in_natural_order():
    """Fold 10 comes after fold 2, as number or in a text."""
    table = pd.DataFrame({"learner": "a", "fold": [f"f{i}" for i in range(1, 12)], "acc": np.arange(11) / 20})
    (run,), _ = as_runs(table.sample(frac=1, random_state=1), scheme="11")
    assert run.scores().ravel().tolist() == table["acc"].tolist()


@pytest.mark.parametrize(
    "names",
    [("Data Set", "Algorithm", "Run", "CV-Fold", "ACC"), ("problem", "model", "seed", "split", "test_accuracy")],
)
def test_usual_names_are_understood(names):
    (run,), _ = as_runs(scores().set_axis(names, axis=1))
    assert run.data.name == "iris"
    assert run.scores()[1, 1, 2] == pytest.approx(0.623)
    assert run.metric.name == "accuracy"


def test_columns_say_what_names_do_not():
    table = scores().set_axis(["w", "x", "y", "z", "quality"], axis=1)
    roles = {"dataset": "w", "learner": "x", "repeat": "y", "fold": "z", "score": "quality"}
    (run,), reading = as_runs(table, columns=roles)
    assert run.scores()[1, 1, 2] == pytest.approx(0.623)
    assert run.metric.label == "quality"
    assert run.metric.orientation_assumed
    assert {"orientation_assumed", "pairing_assumed"} == {caveat.code for caveat in run.caveats}
    assert "(quality, greater taken to be better)" in str(reading)


def test_errors_are_negated():
    table = scores().rename(columns={"accuracy": "error"})
    (run,), reading = as_runs(table)
    assert run.scores()[1, 1, 2] == pytest.approx(-0.623)
    assert run.metric.natural(run.scores()[1, 1, 2]) == pytest.approx(0.623)
    assert (run.metric.label, run.metric.lower_is_better, run.target.task) == ("error rate", True, "classification")
    assert "(error rate, lower is better, negated)" in str(reading)


def test_percent_becomes_a_share():
    """93.3 / 100 in floating point, not 93.3 * 0.01."""
    table = scores().rename(columns={"accuracy": "percent_correct"})
    table["percent_correct"] = 93.3
    (run,), reading = as_runs(table)
    assert (run.scores() == 93.3 / 100).all()
    assert "percent divided by 100" in str(reading)


@pytest.mark.parametrize(
    ("name", "task"), [("rmse", "regression"), ("MAE", "regression"), ("log_loss", "classification")]
)
def test_losses_have_no_upper_end(name, task):
    table = scores().rename(columns={"accuracy": name})
    table[name] *= 100
    (run,), _ = as_runs(table)
    assert run.scores()[0, 0, 0] == pytest.approx(-51.1)
    assert run.target.task == task


def test_negated_scores_are_taken_as_they_are():
    table = scores().rename(columns={"accuracy": "neg_root_mean_squared_error"})
    table["neg_root_mean_squared_error"] *= -1
    (run,), _ = as_runs(table)
    assert run.scores()[0, 0, 0] == pytest.approx(-0.511)
    assert run.metric.lower_is_better


def test_the_metric_says_what_a_score_is():
    (run,), _ = as_runs(scores().rename(columns={"accuracy": "score"}), metric="rmse")
    assert run.scores()[0, 0, 0] == pytest.approx(-0.511)
    (run,), _ = as_runs(scores().assign(f1=0.25), metric="f1")
    assert (run.scores() == 0.25).all()
    assert run.metric.name == "f1"


def test_only_folds_are_one_cross_validation():
    (run,), _ = as_runs(scores(1, 10).drop(columns=["repeat", "dataset"]))
    assert (run.assignment.n_repeats, run.assignment.n_folds) == (1, 10)
    assert run.data.name == "data"


def test_only_repeats_are_independent_splits():
    (run,), _ = as_runs(scores(10, 1).drop(columns="fold"))
    assert (run.assignment.n_repeats, run.assignment.n_folds) == (10, 1)
    assert run.assignment.description == "10 independent splits"
    assert run.assignment.test_train_ratio is None


def test_one_score_per_dataset():
    table = scores(1, 1, datasets=("iris", "wine", "zoo")).drop(columns=["repeat", "fold"])
    runs, _ = as_runs(table)
    assert [run.data.name for run in runs] == ["iris", "wine", "zoo"]
    assert runs[2].scores()[:, 0, 0] == pytest.approx([0.511, 0.611])


def test_sizes_from_columns():
    """Of 100 examples 33, 33 and 34 are tested."""
    table = scores()
    table["n_test"] = table["fold"].map({1: 33, 2: 33, 3: 34})
    table["n_train"] = 100 - table["n_test"]
    (run,), _ = as_runs(table)
    n_train, n_test = run.sizes()
    assert n_test.tolist() == [[33, 33, 34]] * 2
    assert n_train.tolist() == [[67, 67, 66]] * 2
    assert run.data.n_examples == 100
    assert run.assignment.test_train_ratio == 0.5


@pytest.mark.parametrize(
    ("scheme", "ratio"),
    [
        ("resampled:6:0.1", 1 / 9),
        ("resampled:6:50", None),
        (ShuffleSplit(6, test_size=0.2), 1 / 4),
        (ShuffleSplit(6), 1 / 9),
        (ShuffleSplit(6, train_size=0.5), 1),
        (ShuffleSplit(6, test_size=0.2, train_size=0.4), 1 / 2),
    ],
)
def test_the_scheme_tells_the_ratio(scheme, ratio):
    (run,), _ = as_runs(scores(6, 1), scheme=scheme)
    assert run.assignment.test_train_ratio == pytest.approx(ratio)


@pytest.mark.parametrize("scheme", ["2x3", RepeatedKFold(n_splits=3, n_repeats=2)])
@pytest.mark.parametrize("only", ["fold", "repeat", "split"])
def test_splits_counted_through_are_arranged_by_the_scheme(scheme, only):
    table = scores()
    table[only] = (table["repeat"] - 1) * 3 + table["fold"]
    table = table[["dataset", "learner", only, "accuracy"]]
    (run,), _ = as_runs(table, scheme=scheme)
    assert run.scores() == pytest.approx(as_runs(scores())[0][0].scores())
    assert run.assignment.n_folds == 3


def test_several_executions_of_five_by_two():
    (run,), _ = as_runs(scores(10, 2), scheme="5x2")
    assert (run.assignment.n_repeats, run.assignment.repeats_per_execution) == (10, 5)


def test_one_column_per_learner():
    wide = scores().pivot(index=["repeat", "fold"], columns="learner", values="accuracy").reset_index()
    (run,), reading = as_runs(wide, columns={"learner": ["svm", "nb"]}, metric="accuracy")
    assert run.learner_names == ("svm", "nb")
    assert run.scores()[0, 1, 2] == pytest.approx(0.623)
    assert "learner from 'svm', 'nb'" in str(reading)
    # The name of all columns together says it as well, as pivot leaves it.
    assert as_runs(wide)[0][0].learner_names == ("nb", "svm")
    assert "learner': ['nb', 'svm']" in refusal(wide.rename_axis(columns=None))


def test_an_index_with_names_is_read():
    (run,), _ = as_runs(scores().set_index(["learner", "repeat", "fold"]))
    assert run.scores()[1, 1, 2] == pytest.approx(0.623)


def test_only_some_learners():
    """What is missing of the others does not matter."""
    table = scores(learners=("nb", "svm", "knn")).drop(index=17)
    (run,), _ = as_runs(table, learners=["nb", "svm"])
    assert run.learner_names == ("nb", "svm")
    assert "no learner 'tree'. There are: 'nb', 'svm', 'knn'" in refusal(table, ValueError, learners=["tree"])


def test_a_run_knows_that_it_has_only_scores():
    run = Run.from_scores(scores())
    assert not run.has_predictions
    assert not run.assignment.each_example_tested_once
    assert (run.scores("accuracy") == run.scores()).all()
    for call in (lambda: run.scores("f1"), run.correct, lambda: run.losses("zero_one")):
        with pytest.raises(ValueError, match=r"Of iris there are only scores|of iris there are only scores"):
            call()
    frame = run.frame()
    assert frame["n_train"].isna().all()
    assert frame["score"].tolist() == pytest.approx(scores()["accuracy"].tolist())


def test_its_own_frame_comes_back():
    run = Run.from_scores(scores())
    again = Run.from_scores(run.frame().drop(columns=["n_train", "n_test"]))
    assert (again.scores() == run.scores()).all()


def test_a_run_is_about_one_dataset():
    with pytest.raises(ValueError, match=r"about one dataset, this table has 'a', 'b'. Use judge or as_runs"):
        Run.from_scores(scores(datasets=("a", "b")))
    assert [run.data.name for run in as_runs(scores(datasets=("a", "b")))[0]] == ["a", "b"]


# Refusals: each in one line.


def test_missing_cells_are_named():
    message = refusal(scores(10, 10).drop(index=[3, 17, 150, 199]))
    assert message.startswith(
        "iris: 4 of 200 results are missing: learner nb, repeat 1, fold 4; learner nb, repeat 2, "
    )
    assert "learner svm, repeat 6, fold 1 and 1 more. Tests are paired" in message
    assert "1 of 12 results are missing: learner svm, repeat 2, fold 3. Tests" in refusal(scores().drop(index=11))


def test_a_learner_missing_from_a_dataset():
    """Some folds must be asked for, all of them are another matter: see test_partial_tables.py."""
    table = scores(datasets=("a", "b"))
    assert "b: 5 of 12 results are missing: learner svm" in refusal(table[:-5])
    assert [run.learner_names for run in as_runs(table[:-6])[0]] == [("nb", "svm"), ("nb",)]


def test_duplicate_cells_are_named():
    table = scores()
    assert "1 result there is twice or more: learner svm, repeat 2, fold 3. Remove" in refusal(
        pd.concat([table, table.tail(1)])
    )
    assert "2 results there are twice or more: learner nb; learner svm" in refusal(
        table.drop(columns=["repeat", "fold"])
    )


def test_mixed_designs():
    table = pd.concat([scores(2, 3, datasets=("a",)), scores(1, 5, datasets=("b",))])
    assert refusal(table) == (
        "The datasets have different designs: a has 2 times 3-fold cross-validation, b has 5-fold cross-validation. "
        "Judge them separately."
    )


@pytest.mark.parametrize(("value", "shown"), [(np.nan, "nan"), (np.inf, "inf"), (-np.inf, "-inf")])
def test_scores_that_are_not_finite(value, shown):
    table = scores()
    table.loc[7, "accuracy"] = value
    assert f"iris: the score of learner svm, repeat 1, fold 2 is {shown} (1 of 12" in refusal(table)


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("accuracy", 93.3, "accuracy must lie between 0 and 1, got 93.3 (1 of 12 are outside). Correct those numbers."),
        ("accuracy", -0.1, "accuracy must lie between 0 and 1, got -0.1"),
        ("percent_correct", 101, "accuracy must lie between 0 and 100, got 101"),
        ("error", 1.5, "error rate must lie between 0 and 1, got 1.5 (1 of 12 are outside). If they are percent"),
        ("rmse", -2, "root mean squared error must lie at or above 0, got -2"),
        ("neg_log_loss", 0.3, "negated log loss must lie at or below 0, got 0.3"),
        ("r2", 1.5, "R squared must lie at or below 1, got 1.5"),
        ("mcc", -1.5, "Matthews correlation must lie between -1 and 1, got -1.5"),
    ],
)
def test_scores_outside_the_range(column, value, message):
    table = scores().rename(columns={"accuracy": column})
    table[column] = 0.0
    table.loc[4, column] = value
    assert message in refusal(table)


@pytest.mark.parametrize(("column", "metric"), [("error", "accuracy"), ("accuracy", "error_rate"), ("f1", "accuracy")])
@pytest.mark.parametrize("named", [True, False])
def test_one_quantity_is_not_taken_for_another(column, metric, named):
    table = scores().rename(columns={"accuracy": column})
    message = refusal(table, metric=metric, columns={"score": column} if named else None)
    assert message.startswith(f"The metric is {metric!r}, but the column {column!r} is called after the ")


def test_ambiguous_columns():
    assert refusal(scores().rename(columns={"repeat": "run"}).assign(seed=1)) == (
        "Both columns 'run' and 'seed' could be the repeat. Choose: columns={'repeat': 'run'}, --column repeat=run."
    )
    message = refusal(scores().assign(f1=0.5))
    assert "Several columns could be the score: 'accuracy', 'f1'. Choose: metric='accuracy'" in message
    assert "--column score=accuracy" in message


def test_unknown_columns():
    message = refusal(scores().rename(columns={"accuracy": "quality"}))
    assert "No column is known to hold scores" in message
    assert "columns={'score': 'quality'}, --column score=quality" in message
    assert "No column says which is the learner" in refusal(scores().drop(columns="learner"))
    assert "There is no column 'acuracy', given as the score. Did you mean 'accuracy'?" in refusal(
        scores(), columns={"score": "acuracy"}
    )
    assert "columns (--column) must name roles among" in refusal(scores(), ValueError, columns={"sore": "accuracy"})


def test_a_number_of_a_split_does_not_tell_its_kind():
    table = scores(1, 6).drop(columns="repeat").rename(columns={"fold": "split"})
    assert "'split' numbers splits, of folds or at random: say which" in refusal(table, SchemeMismatchError)


@pytest.mark.parametrize("table", [scores()[:0], scores()[:1]])
def test_too_few_rows(table):
    assert f"The table has {len(table)} row" in refusal(table)


def test_words_among_the_scores():
    table = scores().astype({"accuracy": object})
    table.loc[5, "accuracy"] = "good"
    assert refusal(table) == (
        "The column 'accuracy' must hold numbers, got 'good' in row 6. Where there is no score, leave the cell empty, "
        "or write NA, timeout or failed."
    )


def test_empty_keys():
    assert "column of the fold has 1 empty cell, the first in row 3" in refusal(
        scores().replace({"fold": {3: None}})[:3]
    )
    table = scores().astype(object)
    table.loc[2, "learner"] = None
    assert refusal(table) == "The column of the learner is empty in row 3. Fill it in."


def test_sizes_that_cannot_be():
    table = scores()
    assert "n_train must hold numbers of examples, got 0.9" in refusal(table.assign(n_train=0.9, n_test=0.1))
    differing = table.assign(n_train=60, n_test=[30] * 6 + [31] * 6)
    assert "n_test differs between learners on the same split" in refusal(differing)
    message = refusal(table.assign(n_train=60, n_test=40), SchemeMismatchError)
    assert "the folds of the first repeat test 120 examples in all, and use 100" in message
    assert "scheme='resampled:6:0.4', --scheme resampled:6:0.4" in message


def test_a_scheme_that_does_not_fit():
    assert refusal(scores(), SchemeMismatchError, scheme="10x10") == (
        "The results are those of 2 times 3-fold cross-validation, but scheme '10x10' (RepeatedKFold(10, 10)) means "
        "10 times 10-fold cross-validation. Correct the scheme: scheme='2x3', --scheme 2x3."
    )
    assert "TimeSeriesSplit says nothing" in refusal(scores(), SchemeMismatchError, scheme=TimeSeriesSplit(3))
    assert "scheme must be one of" in refusal(scores(), ValueError, scheme="ten")


@pytest.mark.parametrize("results", [None, 3, [1, 2], {}])
def test_no_results(results):
    assert "results must be a table" in refusal(results, TypeError)


def test_scores_cannot_be_scored_again():
    assert "metric must be their name, got function" in refusal(scores(), TypeError, metric=lambda a, b: 0)
