"""Results from elsewhere that say one thing and show another: each was once misread, or ended in a traceback."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.metrics import accuracy_score, mean_absolute_error
from sklearn.model_selection import (
    GroupShuffleSplit,
    KFold,
    RepeatedKFold,
    ShuffleSplit,
    TimeSeriesSplit,
    cross_validate,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from foldwise import DataFormatError, SchemeMismatchError
from foldwise.evaluation import evaluate
from foldwise.results import as_runs
from foldwise.runs import Run
from foldwise.verdicts import judge

X, Y = load_iris(return_X_y=True)
ORDER = np.random.default_rng(0).permutation(len(Y))
X, Y = X[ORDER], Y[ORDER]
LEARNERS = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0)}
TEN = np.linspace(0.5, 0.6, 10)


def refusal(results, kind=DataFormatError, **options):
    with pytest.raises(kind) as caught:
        as_runs(results, **options)
    message = str(caught.value)
    assert "\n" not in message
    assert "np." not in message
    return message


def with_indices(cv, **learners):
    return {n: cross_validate(e, X, Y, cv=cv, return_indices=True) for n, e in (learners or LEARNERS).items()}


def scores(**columns):
    return pd.DataFrame({"learner": ["nb"] * 4 + ["svm"] * 4, "repeat": [1, 2, 3, 4] * 2, **columns})


def predictions(nb, svm, truth, **columns):
    """Four examples in two folds."""
    rows = {"learner": ["nb"] * 4 + ["svm"] * 4, "fold": [1, 1, 2, 2] * 2, "id": list("abcd") * 2}
    return pd.DataFrame({**rows, "y_true": truth * 2, "y_pred": [*nb, *svm], **columns})


# The order of the learners.


def test_the_order_of_learners_is_the_one_asked_for():
    table = scores(accuracy=[0.7, 0.8, 0.7, 0.8, 0.5, 0.6, 0.5, 0.6])
    (run,), reading = as_runs(table, learners=["svm", "nb"], scheme="resampled:4:0.1")
    assert run.learner_names == reading.learners == ("svm", "nb")
    assert run.scores()[:, :, 0].tolist() == [[0.5, 0.6, 0.5, 0.6], [0.7, 0.8, 0.7, 0.8]]
    assert str(reading).endswith("; learners in the order svm, nb.")
    (run,), reading = as_runs(table.iloc[::-1], scheme="resampled:4:0.1")
    assert run.learner_names == ("svm", "nb")
    (run,), reading = as_runs(table, learners=["svm"], scheme="resampled:4:0.1")
    assert "order" not in str(reading)
    assert "a list of one name or more, got 'svm'" in refusal(table, TypeError, learners="svm")
    assert "a list of one name or more, got []" in refusal(table, TypeError, learners=[])


def test_the_order_of_predictions():
    table = predictions([0, 1, 0, 0], [0, 1, 0, 1], [0, 1, 0, 1])
    (run,), _ = as_runs(table, learners=["svm", "nb"])
    assert run.learner_names == ("svm", "nb")
    assert run.scores()[:, 0].tolist() == [[1, 1], [1, 0.5]]


# Designs.


def test_indices_that_contradict_the_scheme():
    results = with_indices(ShuffleSplit(10, test_size=0.1, random_state=0))
    assert refusal(results, SchemeMismatchError, scheme="10") == (
        "The indices are those of 10 independent splits, but scheme '10' (KFold(10)) means 10-fold cross-validation. "
        "Leave the scheme out: the indices say it."
    )
    assert "0.5 of the examples are tested, but the sizes are 135 for training and 15 for testing, 0.1" in refusal(
        results, SchemeMismatchError, scheme="resampled:10:0.5"
    )
    assert as_runs(results, scheme="resampled:10:0.1")[0][0].assignment.test_train_ratio == 1 / 9
    folds = with_indices(KFold(10))
    assert "10-fold cross-validation, but" in refusal(folds, SchemeMismatchError, scheme="resampled:10:0.1")
    assert "10-fold cross-validation, but" in refusal(folds, SchemeMismatchError, scheme="5x2")
    assert as_runs(folds, scheme="10")[0][0].caveats == ()


def test_indices_of_one_learner_only():
    """They say how the splits were made; that the other learner had the same is taken on trust."""
    results = with_indices(ShuffleSplit(10, test_size=0.1, random_state=0))
    del results["tree"]["indices"]
    assert "those of 10 independent splits" in refusal(results, SchemeMismatchError, scheme="10")
    (run,), _ = as_runs(results)
    assert [caveat.code for caveat in run.caveats] == ["pairing_assumed"]
    assert run.assignment.description == "10 independent splits"


def test_twice_the_executions_of_five_by_two():
    results = with_indices(RepeatedKFold(n_splits=2, n_repeats=10, random_state=0))
    assert as_runs(results, scheme="5x2")[0][0].assignment.repeats_per_execution == 5


def test_indices_of_another_number_of_splits():
    results = with_indices(KFold(3), nb=GaussianNB())
    for part in ("train", "test"):
        results["nb"]["indices"][part] = results["nb"]["indices"][part][:2]
    assert "The indices are those of 2 splits, but each learner has 3 scores." in refusal(results)


@pytest.mark.parametrize("cv", [TimeSeriesSplit(4), ShuffleSplit(4, train_size=0.5, test_size=0.1, random_state=0)])
def test_irregular_designs_are_told_as_evaluate_tells_them(cv):
    (run,), _ = as_runs(with_indices(cv))
    own = evaluate(LEARNERS, X, Y, scheme=cv, seed=1)
    assert run.assignment.is_irregular
    assert own.assignment.is_irregular
    assert run.sizes()[0].tolist() == own.sizes()[0].tolist()
    expected = "serial_correlation" if isinstance(cv, TimeSeriesSplit) else "irregular_design"
    assert expected in [caveat.code for caveat in judge(own).caveats]
    assert expected in [caveat.code for caveat in judge(run).caveats]
    assert not as_runs(with_indices(KFold(4)))[0][0].assignment.is_irregular


def test_the_scheme_does_not_hide_what_the_indices_show():
    cv = ShuffleSplit(4, train_size=0.5, test_size=0.1, random_state=0)
    assert as_runs(with_indices(cv), scheme=cv)[0][0].assignment.is_irregular


def test_sizes_that_contradict_the_scheme():
    table = scores(accuracy=[0.7, 0.8, 0.7, 0.8, 0.5, 0.6, 0.5, 0.6], n_train=90, n_test=10)
    message = refusal(table, SchemeMismatchError, scheme="resampled:4:0.5")
    assert "'resampled:4:0.5' (Resampled(4, 0.5)) means that 0.5 of the examples are tested, but the sizes are 90" in (
        message
    )
    assert as_runs(table, scheme="resampled:4:0.1")[0][0].assignment.test_train_ratio == 1 / 9
    # A third is often typed so.
    thirds = table.assign(n_train=667, n_test=333)
    assert as_runs(thirds, scheme="resampled:4:0.33")[0][0].sizes()[1].tolist() == [[333]] * 4
    # A share of the groups says nothing about that of the examples.
    grouped = GroupShuffleSplit(4, test_size=0.5, random_state=0)
    assert as_runs(table, scheme=grouped)[0][0].assignment.test_train_ratio == 1 / 9


def test_training_sizes_of_predictions_that_contradict_the_scheme():
    table = predictions([0, 1, 0, 0], [0, 1, 0, 1], [0, 1, 0, 1], n_train=12).drop(columns="fold")
    assert "0.5 of the examples are tested" in refusal(table, SchemeMismatchError, scheme="holdout:0.5")
    assert as_runs(table, scheme="holdout:0.25")[0][0].assignment.test_train_ratio == 1 / 3


# Labels.


@pytest.mark.parametrize("slip", ["YES", "yes ", "yes.", "'yes'"])
@pytest.mark.parametrize("folds", [True, False])
def test_a_label_that_is_spelled_otherwise(slip, folds):
    """The first learner is right throughout, so that there are common labels."""
    truth = ["yes", "no", "yes", "no"]
    table = predictions(truth, [slip, "no", "yes", "no"], truth)
    assert refusal(table if folds else table.drop(columns="fold")) == (
        f"data: svm predicts {slip!r}, which is no actual label. Did you mean 'yes'? Write both alike."
    )


def test_a_label_that_no_example_has():
    """A hold-out may lack a class of the training set; cross-validation cannot."""
    table = predictions([0, 1, 0, 1], [7, 8, 0, 1], [0, 1, 0, 1])
    assert "svm predicts 7 (and 1 other label like it), which is no actual label. There are: 0, 1." in refusal(table)
    (run,), _ = as_runs(table.drop(columns="fold"))
    assert run.scores().ravel().tolist() == [1, 0.5]
    nothing = predictions([0, 1, 0, 1], [5, 6, 5, 6], [0, 1, 0, 1]).drop(columns="fold")
    assert "svm predicts 5 (and 1 other label like it)" in refusal(nothing)


@pytest.mark.parametrize("truth", [[0, 1, 0, 1], [False, True, False, True], [0.0, 1.0, 0.0, 1.0], [3, 5, 4, 9]])
@pytest.mark.parametrize("metric", [None, "accuracy", accuracy_score, "f1_macro"])
def test_real_numbers_are_no_labels(truth, metric):
    """One of them is 1, one 0."""
    table = predictions([0.73, 1.0, 0.0, 0.4], [0.2, 0.1, 0.0, 0.9], truth)
    message = refusal(table, metric=metric)
    assert "nb predicts 0.73, and the actual values are whole numbers such as" in message
    assert "make it a label" in message
    assert "metric='neg_mean_absolute_error', --metric neg_mean_absolute_error" in message


def test_whole_numbers_are_numbers_if_the_metric_says_so():
    """Mean absolute errors by hand: (0.5 + 0.5) / 2 and (0 + 1) / 2; no error but of 2 in the last."""
    table = predictions([3.5, 4.5, 4.0, 8.0], [3.0, 5.0, 4.0, 7.0], [3, 5, 4, 9])
    for metric in (mean_absolute_error, "neg_mean_absolute_error", lambda y, p: -np.abs(y - p).mean()):
        (run,), _ = as_runs(table, metric=metric)
        assert run.target.task == "regression"
        assert run.scores().tolist() == [[[-0.5, -0.5]], [[0, -1]]]
    whole = table.astype({"y_pred": int})
    assert as_runs(whole, metric=mean_absolute_error)[0][0].target.task == "regression"


def test_labels_are_not_scored_by_a_metric_of_numbers():
    truth = ["yes", "no", "yes", "no"]
    assert "metric 'mean_absolute_error' needs numbers, but the values are labels such as 'yes' and 'yes'" in refusal(
        predictions(truth, truth, truth), metric=mean_absolute_error
    )


def test_two_truths_of_one_example():
    table = predictions([0.5] * 4, [0.5] * 4, [0.25, 1.5, 0.25, 1.5])
    table.loc[7, "y_true"] = 2.5
    assert "instance d has two actual values, 1.5 and 2.5." in refusal(table)


# Labels of repeats and folds.


def folds(labels, **options):
    n = len(labels) // 2
    table = pd.DataFrame({"learner": ["a"] * n + ["b"] * n, "fold": labels, "accuracy": np.arange(2 * n) / 100})
    return as_runs(table, **options)[0][0]


def test_digits_that_are_no_numbers():
    assert folds(["①", "②", "²", "10"] * 2).assignment.n_folds == 4


@pytest.mark.parametrize(
    "labels", [[0, 1, 2, "0", "1", "2"], ["1.0", "2.0", "3.0", "1", "2", "3"], [1, 2, 3, "3", " 1", "2"]]
)
def test_one_number_in_two_spellings(labels):
    run = folds(labels)
    assert run.assignment.n_folds == 3
    third = 0.03 if labels[3] != "3" else 0.04
    assert run.scores()[1, 0, 0] == third


# Objects.


@pytest.mark.parametrize(
    "odd", [pd.Series(TEN), pd.Series(TEN, name="a").groupby(TEN), {}, {"a": None}, {"model": None}]
)
def test_odd_objects_are_refused_in_one_line(odd):
    for read in (as_runs, judge):
        with pytest.raises((TypeError, DataFormatError)) as caught:
            read(odd)
        assert "\n" not in str(caught.value)
    if isinstance(odd, pd.Series):
        assert "got Series: of one column nobody knows whose scores they are." in str(caught.value)


@pytest.mark.parametrize("name", ["model", "learner", "estimator", "method"])
def test_a_learner_may_be_called_model(name):
    verdict = judge({name: TEN + np.linspace(0, 0.02, 10), "baseline": TEN}, scheme="10")
    assert (verdict.comparisons[0].a, verdict.comparisons[0].b) == (name, "baseline")
    assert verdict.comparisons[0].estimate == pytest.approx(0.01)
    whole = {name: [1, 0, 1], "baseline": [0, 1, 1]}
    assert as_runs(whole, scheme="3")[0][0].learner_names == (name, "baseline")


@pytest.mark.parametrize("names", [["a", "a", "b", "b"], [1, 1, 2, 2], np.array([1, 1, 2, 2])])
def test_a_mapping_may_be_a_table(names):
    (run,), reading = as_runs({"model": names, "fold": [1, 2, 1, 2], "acc": [0.5, 0.6, 0.7, 0.8]})
    assert run.learner_names == tuple(str(name) for name in dict.fromkeys(names))
    assert run.scores().tolist() == [[[0.5, 0.6]], [[0.7, 0.8]]]
    assert reading.columns["learner"] == "model"


def test_estimators_beside_their_scores():
    result = cross_validate(GaussianNB(), X, Y, cv=3, return_estimator=True)
    assert as_runs(result, scheme="3")[0][0].learner_names == ("estimator",)


def test_scores_that_are_no_numbers():
    assert "The column 'b' must hold numbers, got 'high' in row 2." in refusal(
        {"a": [0.5, 0.6], "b": ["0.5", "high"]}, scheme="2"
    )


def test_two_names_that_are_one():
    assert refusal({1: TEN, "1": TEN}, scheme="10") == "Two learners are called '1': 1 and '1'. Rename one."
    assert "called 'a': 'a' and ' a'" in refusal({"a": TEN, " a": TEN}, scheme="10")
    wide = pd.DataFrame({"fold": [1, 2], 1: [0.5, 0.6], "1": [0.5, 0.6]})
    assert "Two learners are called '1'" in refusal(wide, columns={"learner": [1, "1"]})


# Quantities.


def test_shares_in_a_column_of_percent():
    values = [0.7, 0.8, 0.7, 0.8, 0.5, 0.6, 0.5, 1.0]
    message = refusal(scores(Percent_correct=values), scheme="resampled:4:0.1")
    assert "called percent (accuracy), but none is above 1 (the largest is 1), as if they were shares" in message
    assert "call the column accuracy." in message
    assert "none is above 1" in refusal(scores(acc=values), scheme="resampled:4:0.1", metric="percent")
    one = scores(Percent_correct=[*values[:-1], 1.1])
    assert as_runs(one, scheme="resampled:4:0.1")[0][0].scores()[1, 3, 0] == pytest.approx(0.011)


def test_errors_below_one_percent_are_asked_about():
    table = scores(percent_incorrect=[0.2, 0.3, 0.2, 0.3, 0.5, 0.6, 0.5, 0.6])
    assert "call the column error_rate; if they are percent, say so: metric='percent'" in refusal(
        table, scheme="resampled:4:0.1"
    )
    for said in ("percent", "percent_incorrect"):
        (run,), _ = as_runs(table, scheme="resampled:4:0.1", metric=said)
        assert run.scores()[0, 0, 0] == pytest.approx(-0.002)


def test_percent_of_one_easy_dataset_among_others():
    easy = scores(percent_incorrect=[0.2] * 8).assign(dataset="easy")
    hard = scores(percent_incorrect=[20.0] * 8).assign(dataset="hard")
    runs, _ = as_runs(pd.concat([easy, hard]), scheme="resampled:4:0.1")
    assert [run.scores()[0, 0, 0] for run in runs] == pytest.approx([-0.002, -0.2])


def test_names_are_known_as_whole_words():
    table = scores(mean_error=[2.5] * 8)
    assert "No column is known to hold scores" in refusal(table, scheme="resampled:4:0.1")
    run = Run.from_scores(table, scheme="resampled:4:0.1", columns={"score": "mean_error"})
    assert (run.metric.name, run.metric.lower_is_better) == ("mean_error", True)
    assert run.scores()[0, 0, 0] == -2.5
    for name in ("test_error", "Test error", "error_score", "test_error_score"):
        assert as_runs(scores(**{name: [0.5] * 8}), scheme="resampled:4:0.1")[0][0].metric.name == "error_rate"
    assert as_runs(scores(test_accuracy=[0.5] * 8), scheme="resampled:4:0.1")[1].scale == "accuracy"
