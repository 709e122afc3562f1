"""Scores from stored predictions equal those that scikit-learn computes while fitting."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_diabetes
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import accuracy_score, f1_score, make_scorer, mean_absolute_error, zero_one_loss
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import LinearSVC

from foldwise.data import load
from foldwise.evaluation import evaluate
from foldwise.runs import Run, as_metric

CV = StratifiedKFold(5, shuffle=True, random_state=0)


@pytest.fixture(scope="module")
def binary():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(80, 3))
    return X, (X[:, 0] + rng.normal(size=80) > 0).astype(int)


@pytest.mark.parametrize(
    "metric", ["accuracy", "balanced_accuracy", "f1", "roc_auc", "neg_log_loss", "neg_brier_score", "matthews_corrcoef"]
)
def test_scorer_names_on_two_classes(binary, metric):
    X, y = binary
    run = evaluate({"nb": GaussianNB()}, X, y, scheme=CV, metric=metric)
    # Probabilities are kept as float32.
    assert run.scores()[0, 0] == pytest.approx(cross_val_score(GaussianNB(), X, y, cv=CV, scoring=metric), rel=1e-6)


@pytest.mark.parametrize("metric", ["accuracy", "f1_macro", "roc_auc_ovr", "neg_log_loss"])
def test_scorer_names_on_three_classes_of_text(metric):
    iris = load("iris")
    run = evaluate({"nb": GaussianNB()}, iris, scheme=CV, metric=metric)
    expected = cross_val_score(GaussianNB(), iris.X, iris.y, cv=CV, scoring=metric)
    assert run.scores()[0, 0] == pytest.approx(expected, rel=1e-6)


def test_decision_values_serve_where_probabilities_are_missing(binary):
    X, y = binary
    run = evaluate({"svm": LinearSVC(), "nb": GaussianNB()}, X, y, scheme=CV, metric="roc_auc", seed=1)
    expected = cross_val_score(LinearSVC(), X, y, cv=CV, scoring="roc_auc")
    assert run.scores()[0, 0] == pytest.approx(expected, rel=1e-6)
    assert run.scores("accuracy").shape == (2, 1, 5)


@pytest.mark.parametrize("metric", ["r2", "neg_mean_squared_error", "neg_mean_absolute_error", "max_error"])
def test_regression_scorers(metric):
    X, y = load_diabetes(return_X_y=True)
    if metric == "max_error":
        metric = "neg_max_error"
    cv = [(train, test) for train, test in StratifiedKFold(3).split(X, y > 140)]
    run = evaluate({"line": LinearRegression()}, X, y, scheme=cv)
    expected = cross_val_score(LinearRegression(), X, y, cv=cv, scoring=metric)
    assert run.scores(metric)[0, 0] == pytest.approx(expected, rel=1e-12)


def test_functions_and_scorers(binary):
    X, y = binary
    run = evaluate({"nb": GaussianNB()}, X, y, scheme=CV)
    accuracy = run.scores("accuracy")
    assert run.scores(accuracy_score) == pytest.approx(accuracy)
    assert run.scores(zero_one_loss) == pytest.approx(accuracy - 1)
    assert run.scores(make_scorer(zero_one_loss, greater_is_better=False)) == pytest.approx(accuracy - 1)
    assert run.scores(make_scorer(f1_score, pos_label=0)) == pytest.approx(
        cross_val_score(GaussianNB(), X, y, cv=CV, scoring=make_scorer(f1_score, pos_label=0))[np.newaxis, np.newaxis]
    )


def test_errors_are_negated_and_named_naturally():
    metric = as_metric(mean_absolute_error, "regression")
    assert (metric.lower_is_better, metric.label, metric.natural(-2.5)) == (True, "mean absolute error", 2.5)
    named = as_metric("neg_mean_absolute_error", "regression")
    assert (named.lower_is_better, named.label) == (True, "mean absolute error")


def n_coefficients(estimator, X, y):
    return estimator.coef_.size


def test_a_scorer_that_needs_the_learner_is_computed_while_it_exists(binary):
    X, y = binary
    run = evaluate({"logit": LogisticRegression()}, X, y, scheme=CV, metric=n_coefficients)
    assert (run.scores() == 3).all()
    with pytest.raises(ValueError, match="needs the fitted learners, which are gone"):
        evaluate({"logit": LogisticRegression()}, X, y, scheme=CV).scores(n_coefficients)


def test_metrics_that_lack_their_input_say_what_to_do(binary):
    X, y = binary
    run = evaluate({"nb": GaussianNB()}, X, y, scheme=CV)
    with pytest.raises(
        ValueError, match="'roc_auc' needs decision_function or predict_proba, which this run did not keep"
    ):
        run.scores("roc_auc")
    with pytest.raises(ValueError, match=r"Unknown metric 'acuracy'. Did you mean 'accuracy'"):
        run.scores("acuracy")
    with pytest.raises(TypeError, match="metric must be the name of a scorer or a function, got int"):
        run.scores(3)
    text = evaluate({"nb": GaussianNB()}, X, np.where(y, "b", "a"), scheme=CV)
    with pytest.raises(ValueError, match="Metric 'f1' is about one label, and it is not known which of 'a', 'b'"):
        text.scores("f1")


def test_losses_by_hand(binary):
    X, y = binary
    run = evaluate({"nb": GaussianNB()}, X, y, scheme="holdout:0.5", seed=1, probabilities=True)
    tested = run.tested()[0, 0]
    p = run.responses[0, 0, tested].astype(float)
    truth = y[tested]
    given = np.where(truth == 1, p, 1 - p)
    assert run.losses("zero_one")[0, 0, tested].mean() == pytest.approx(1 - run.scores()[0, 0, 0])
    assert run.losses("log")[0, 0, tested] == pytest.approx(-np.log(np.maximum(given, 2.0**-23)))
    assert run.losses("brier")[0, 0, tested] == pytest.approx(2 * (1 - given) ** 2)
    assert np.isnan(run.losses("log")[0, 0, ~tested]).all()
    with pytest.raises(ValueError, match="loss must be one of 'zero_one', 'log', 'brier', got 'squared'"):
        run.losses("squared")


def test_losses_of_numbers():
    X = np.arange(12.0).reshape(-1, 1)
    run = evaluate({"line": LinearRegression()}, X, X[:, 0] ** 2, scheme="3", seed=1)
    gap = run.predictions[0, 0] - X[:, 0] ** 2
    assert run.losses("squared")[0, 0] == pytest.approx(gap**2)
    assert run.losses("absolute")[0, 0] == pytest.approx(abs(gap))


def test_the_frame_is_long_and_complete(binary):
    X, y = binary
    run = evaluate({"nb": GaussianNB(), "logit": LogisticRegression()}, X, y, scheme="2x4", seed=1)
    frame = run.frame()
    assert frame.shape == (16, 7)
    assert frame["score"].to_numpy().reshape(2, 2, 4).tolist() == run.scores().tolist()
    assert (frame["n_train"] + frame["n_test"] == 80).all()


def test_predictions_take_the_smallest_integers(binary):
    X, y = binary
    assert evaluate({"nb": GaussianNB()}, X, y, scheme="3", seed=1).predictions.dtype == np.int8


def spoils(y_true, y_pred):
    """The share of right answers; then both are overwritten."""
    share = float(np.mean(y_true == y_pred))
    y_true[:] = y_true[0]
    y_pred[:] = y_true[0]
    return share


def test_a_function_that_writes_into_what_it_gets_reaches_nothing(binary):
    X, y = binary
    learners = {"nb": GaussianNB(), "again": GaussianNB()}
    run = evaluate(learners, X, y, scheme="3", seed=1, metric=spoils)
    plain = evaluate(learners, X, y, scheme="3", seed=1)
    assert (run.target.labels == plain.target.labels).all()
    for _ in range(2):
        assert (run.scores() == plain.scores()).all()


def test_a_function_of_responses_gets_labels_of_its_own(binary):
    X, y = binary

    def spoils_labels(y_true, chances, labels=None):
        labels[:] = labels[0]
        return float(chances.mean())

    scorer = make_scorer(spoils_labels, response_method="predict_proba")
    run = evaluate([GaussianNB()], X, y, scheme="3", seed=1, metric=scorer)
    assert np.isfinite(run.scores()).all()
    assert len(set(run.target.classes.tolist())) == 2


def test_a_function_that_ends_the_program_is_an_error(binary):
    def leaves(y_true, y_pred):
        raise SystemExit(0)

    with pytest.raises(ValueError, match=r"Metric 'leaves' cannot score these predictions: SystemExit\."):
        evaluate([GaussianNB()], *binary, scheme="3", seed=1, metric=leaves)


def fitted(estimator, X, y):
    return estimator.score(X, y)


@pytest.mark.parametrize("metric", ["accuracy", "roc_auc", fitted])
def test_scores_are_the_callers_and_what_they_come_from_is_the_runs(binary, metric):
    run = evaluate([GaussianNB()], *binary, scheme="3", seed=1, metric=metric)
    before = run.scores()
    before *= 2
    assert (run.scores() == before / 2).all()
    for kept in (run.predictions, run.responses, run.fitted_scores):
        assert kept is None or not kept.flags.writeable


def test_so_it_is_with_scores_from_elsewhere():
    frame = pd.DataFrame({"learner": "nb", "fold": [1, 2], "accuracy": [0.5, 0.75]})
    run = Run.from_scores(frame)
    run.scores()[:] = 0
    assert run.scores().tolist() == [[[0.5, 0.75]]]
