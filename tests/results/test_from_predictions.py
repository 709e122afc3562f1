"""Tables of predictions from elsewhere."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import f1_score

from foldwise import DataFormatError, SchemeMismatchError, data, judge
from foldwise.evaluation import evaluate
from foldwise.results import as_runs
from foldwise.runs import Run
from foldwise.splits import Assignment, Layout

N = 6
ACTUAL = np.array(["no", "yes", "no", "yes", "no", "yes"])


def predictions(n_repeats=2, n_folds=3, learners=("nb", "svm")):
    """Example i is in fold i % n_folds; the second learner is wrong about example 5."""
    rows = [
        (learner, repeat, example % n_folds, f"e{example}", ACTUAL[example], _says(learner, example))
        for learner in learners
        for repeat in range(n_repeats)
        for example in range(N)
    ]
    return pd.DataFrame(rows, columns=["model", "run", "fold", "id", "y_true", "y_pred"])


def _says(learner, example):
    return "no" if learner == "svm" and example == 5 else ACTUAL[example]


def refusal(table, kind=DataFormatError, **options):
    with pytest.raises(kind) as caught:
        as_runs(table, **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_folds_make_a_full_assignment():
    (run,), reading = as_runs(predictions().sample(frac=1, random_state=3).sort_values("model"))
    assert isinstance(run.assignment, Assignment)
    assert run.assignment.folds.tolist() == [[0, 1, 2, 0, 1, 2]] * 2
    assert run.assignment.seed is None
    assert run.scores().tolist() == [[[1, 1, 1]] * 2, [[1, 1, 0.5]] * 2]
    assert run.sizes()[0].tolist() == [[4, 4, 4]] * 2
    assert run.correct()[1, 0].tolist() == [True] * 5 + [False]
    assert run.losses("zero_one")[1, 1].tolist() == [0] * 5 + [1]
    assert run.data.classes == ("no", "yes")
    assert "instance from 'id', actual from 'y_true', predicted from 'y_pred'; scored by accuracy; 2 times 3" in str(
        reading
    )


def test_an_evaluated_run_comes_back():
    """Every number of a run survives the way through a table of its predictions."""
    from sklearn.naive_bayes import GaussianNB
    from sklearn.tree import DecisionTreeClassifier

    run = evaluate({"nb": GaussianNB(), "tree": DecisionTreeClassifier()}, data.load("iris"), scheme="2x5", seed=1)
    learner, repeat, example = (index.ravel() for index in np.indices(run.predictions.shape))
    table = pd.DataFrame(
        {
            "learner": np.array(run.learner_names)[learner],
            "repeat": repeat,
            "fold": run.assignment.folds[repeat, example],
            "instance": example,
            "actual": run.target.labels[example],
            "predicted": run.target.classes[run.predictions.ravel()],
        }
    )
    again = Run.from_predictions(table)
    assert (again.predictions == run.predictions).all()
    assert (again.assignment.folds == run.assignment.folds).all()
    assert (again.scores("f1_macro") == run.scores("f1_macro")).all()


def test_one_repeat_without_folds_can_be_counted():
    (run,), _ = as_runs(predictions(1).drop(columns=["run", "fold"]))
    assert isinstance(run.assignment, Layout)
    assert run.assignment.each_example_tested_once
    assert not run.assignment.has_folds
    assert run.scores().ravel() == pytest.approx([1, 5 / 6])
    assert run.sizes() is None


def test_repeats_without_folds_cannot():
    (run,), _ = as_runs(predictions().drop(columns="fold"))
    assert not run.assignment.each_example_tested_once
    assert not run.assignment.has_folds
    assert run.assignment.description == "2 repeats, of which the folds are not known"
    assert run.scores()[1].ravel() == pytest.approx([5 / 6, 5 / 6])
    (run,), _ = as_runs(predictions().drop(columns="fold"), scheme="2x3")
    assert run.assignment.description == "2 times 3-fold cross-validation (folds not known)"


def splits():
    """Two random splits: the first tests e0 and e5, the second e1 and e5."""
    table = predictions().drop(columns="fold")
    kept = (table["run"] == 0) & table["id"].isin(["e0", "e5"]) | (table["run"] == 1) & table["id"].isin(["e1", "e5"])
    return table[kept]


def test_different_test_sets_are_independent_splits():
    (run,), _ = as_runs(splits())
    assert isinstance(run.assignment, Layout)
    assert run.assignment.has_folds
    assert run.assignment.description == "2 independent splits"
    assert run.scores().tolist() == [[[1], [1]], [[0.5], [0.5]]]
    assert run.assignment.test_train_ratio is None


def test_the_scheme_says_that_the_rest_was_trained_on():
    (run,), _ = as_runs(splits(), scheme="resampled:2:0.67")
    assert run.assignment.folds.tolist() == [[0, -1, 0], [-1, 0, 0]]
    assert run.sizes()[1].tolist() == [[2], [2]]


def test_few_splits_do_not_show_all_examples():
    """Two of three examples are tested, but the scheme says a quarter of all: the others are not in the table."""
    (run,), _ = as_runs(splits(), scheme="resampled:2:0.25")
    assert run.sizes() is None
    assert run.assignment.test_train_ratio == pytest.approx(1 / 3)


def test_training_sizes_from_a_column():
    (run,), _ = as_runs(splits().assign(n_train=10))
    assert [size.tolist() for size in run.sizes()] == [[[10], [10]], [[2], [2]]]
    assert run.assignment.test_train_ratio == 0.2
    assert "n_train must be one number of examples" in refusal(splits().assign(n_train=range(8)))
    assert "n_train must be one number of examples" in refusal(splits().assign(n_train=0.9))


def test_folds_that_share_examples_are_independent_splits():
    (run,), _ = as_runs(splits().rename(columns={"run": "fold"}))
    assert (run.assignment.n_repeats, run.assignment.n_folds) == (2, 1)


def test_a_hold_out_that_is_said_to_be_one():
    (run,), _ = as_runs(predictions(1, 1), scheme="holdout:0.25")
    assert run.assignment.has_folds
    assert run.assignment.test_train_ratio == pytest.approx(1 / 3)
    assert run.assignment.each_example_tested_once


def test_any_metric_of_labels():
    codes = predictions().map(lambda cell: {"no": 0, "yes": 1}.get(cell, cell)).infer_objects()
    (run,), _ = as_runs(codes.drop(columns=["run"])[:N].assign(model="m"), metric="f1")
    table = codes[(codes["model"] == "svm") & (codes["run"] == 0)]
    assert as_runs(table.drop(columns="fold"), metric="f1")[0][0].scores().item() == pytest.approx(
        f1_score(table["y_true"], table["y_pred"])
    )
    assert run.metric.name == "f1"
    assert "needs more than predicted labels" in refusal(codes, ValueError, metric="roc_auc")


def test_labels_of_any_type():
    whole = predictions().map(lambda cell: {"no": 0, "yes": 1}.get(cell, cell)).infer_objects()
    floats = whole.astype({"y_pred": float})
    texts = predictions().astype({"y_true": "category", "y_pred": "string"})
    for table in (whole, floats, texts):
        assert as_runs(table)[0][0].scores()[1].tolist() == [[1, 1, 0.5]] * 2


def test_real_values_are_regression():
    """Errors 0.5 on examples of fold 0, else 0; whole numbers only when the metric says so."""
    table = predictions()
    table["y_true"] = table["id"].str[1:].astype(float) + 0.25
    table["y_pred"] = table["y_true"] + np.where(table["fold"] == 0, 0.5, 0)
    (run,), _ = as_runs(table)
    assert run.target.task == "regression"
    assert run.scores()[0, 0].tolist() == [-0.5, 0, 0]
    whole = table.assign(y_true=table["y_true"] - 0.25, y_pred=table["y_pred"] - 0.25)
    (run,), _ = as_runs(whole, metric="neg_mean_absolute_error")
    assert run.scores()[0, 0].tolist() == [-0.5, 0, 0]


# Refusals: each in one line.


def test_different_instances():
    message = refusal(predictions().drop(index=[13, 23]))
    assert message.startswith("data: 2 of 24 results are missing: ")
    assert "learner svm, repeat 0, instance e1; learner svm, repeat 1, instance e5" in message


def test_duplicates():
    table = predictions()
    assert "1 result there is twice or more: learner nb, repeat 0, instance e0" in refusal(
        pd.concat([table, table[:1]])
    )


def test_different_truth():
    table = predictions()
    table.loc[14, "y_true"] = "yes"
    assert "data: instance e2 has two actual values" in refusal(table)


def test_different_folds():
    table = predictions()
    table.loc[14, "fold"] = 0
    assert "repeat 0, instance e2 is in different folds for different learners" in refusal(table)


def test_incomplete_cross_validation():
    table = predictions().query("not (run == 1 and id == 'e4')")
    assert "1 predictions are missing: repeat 1, instance e4" in refusal(table)


def test_a_fold_that_tests_nothing():
    table = predictions()
    table.loc[(table["run"] == 1) & (table["fold"] == 2), "fold"] = 1
    assert "fold 2 tests nothing in repeat 1" in refusal(table)


def test_empty_predictions():
    table = predictions()
    table.loc[4, "y_pred"] = None
    assert "learner nb, repeat 0, instance e4 has no predicted value (1 cell in all)" in refusal(table)


def test_labels_that_have_nothing_in_common():
    assert "data: nb predicts 'A', which is no actual label. There are: 'no', 'yes'." in refusal(
        predictions().assign(y_pred="A")
    )


def test_no_instances():
    assert "No column says which is the instance" in refusal(predictions().drop(columns="id"))


def test_a_scheme_that_does_not_fit():
    assert "those of 2 times 3-fold cross-validation, but scheme '10' (KFold(10)) means" in refusal(
        predictions(), SchemeMismatchError, scheme="10"
    )
    assert "2 repeats without folds, but scheme 'holdout:0.25' (Holdout(0.25)) means" in refusal(
        predictions().drop(columns="fold"), SchemeMismatchError, scheme="holdout:0.25"
    )


def test_three_halvings_are_not_five_by_two():
    rows = [
        (name, repeat, f"i{i}", (i + repeat) % 2, i % 2, (i + (name == "b")) % 2)
        for name in "ab"
        for repeat in range(3)
        for i in range(8)
    ]
    table = pd.DataFrame(rows, columns=["learner", "repeat", "instance", "fold", "actual", "predicted"])
    with pytest.raises(SchemeMismatchError, match="5x2"):
        Run.from_predictions(table, scheme="5x2")
    assert Run.from_predictions(table, scheme="3x2").assignment.n_repeats == 3


def test_labels_beyond_63_bits_are_told_apart():
    """A column of predictions that are all small is signed, one of large labels is not: together, real numbers."""
    frame = pd.DataFrame({"learner": "a", "fold": [1, 1, 2, 2], "instance": range(4)})
    big = [2**63, 2**63 + 1, 7, 7]
    run = Run.from_predictions(frame.assign(actual=big, predicted=[7, 7, 7, 7]))
    assert run.target.classes.tolist() == [7, 2**63, 2**63 + 1]
    assert run.scores().tolist() == [[[0.0, 1.0]]]


def test_actual_labels_that_look_alike_are_told():
    table = predictions()
    late = table["id"].isin(["e0", "e2"])
    table = table.assign(y_true=table["y_true"].mask(late, "No"), y_pred=table["y_pred"].mask(late, "No"))
    run = Run.from_predictions(table)
    (caveat,) = run.caveats
    assert caveat.code == "similar_labels"
    assert "'No' and 'no'; there are 3 classes, 'No', 'no', 'yes'." in caveat.message
    assert "of 6 examples in 3 classes ('No', 'no', 'yes')" in judge(run).details()
