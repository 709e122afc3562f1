"""Learners, labels and metrics each of which once gave a wrong number or a crash."""

from functools import partial

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.compose import TransformedTargetRegressor, make_column_transformer
from sklearn.datasets import load_breast_cancer, make_classification
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import StackingClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import accuracy_score, brier_score_loss, fbeta_score, make_scorer, mean_squared_error
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

from foldwise.data import load
from foldwise.evaluation import evaluate
from foldwise.runs import as_metric

CV = StratifiedKFold(5)


@pytest.fixture(scope="module")
def two():
    return make_classification(200, 6, n_informative=3, random_state=0, flip_y=0.1)


BRIER = {"response_method": "predict_proba", "greater_is_better": False}


@pytest.mark.parametrize(
    ("recode", "metric"),
    [
        (lambda y: y + 1, "average_precision"),
        (lambda y: y, make_scorer(brier_score_loss, pos_label=0, **BRIER)),
        (lambda y: np.where(y, "b", "a"), make_scorer(brier_score_loss, pos_label="a", **BRIER)),
        (lambda y: y + 1, "roc_auc"),
    ],
)
def test_the_positive_label_is_the_scorers(two, recode, metric):
    X, y = two[0], recode(two[1])
    run = evaluate([GaussianNB()], X, y, scheme=CV, metric=metric)
    assert run.scores()[0, 0] == pytest.approx(cross_val_score(GaussianNB(), X, y, cv=CV, scoring=metric), rel=1e-12)


@pytest.mark.parametrize("metric", ["roc_auc", "neg_log_loss"])
@pytest.mark.parametrize(("sharing", "digits"), [(False, 1e-12), (True, 1e-7)])
def test_probabilities_near_0_and_1_keep_their_digits(metric, sharing, digits):
    # Shared, a probability may differ in its last digit, and the logarithm of what is left to 1 in the ninth.
    X, y = load_breast_cancer(return_X_y=True)
    run = evaluate([GaussianNB()], X, y, scheme=CV, metric=metric, sharing=sharing)
    assert run.scores()[0, 0] == pytest.approx(cross_val_score(GaussianNB(), X, y, cv=CV, scoring=metric), rel=digits)


def test_numbers_as_column_names_are_not_positions():
    codes = np.arange(60) % 3
    frame = pd.DataFrame({1: pd.Categorical(codes), 0: np.random.default_rng(0).normal(size=60)})
    assert evaluate([LogisticRegression()], frame, codes, scheme="3", seed=1).scores().min() == 1
    renamed = frame.set_axis([10, 20], axis=1)
    assert evaluate([LogisticRegression()], renamed, codes, scheme="3", seed=1).failures == ()


def test_several_levels_of_column_names_will_do():
    frame = pd.DataFrame({("a", "x"): pd.Categorical(list("uvw") * 10), ("a", "y"): np.arange(30.0)})
    assert evaluate([LogisticRegression()], frame, list("uvw") * 10, scheme="3", seed=1).failures == ()


def test_errors_are_errors_under_any_wrapping():
    assert as_metric(partial(mean_squared_error), "regression").lower_is_better
    assert as_metric(make_scorer(partial(fbeta_score, beta=2)), "classification").name == "fbeta_score"


def test_unknown_functions_are_taken_at_their_word_and_that_is_said(two):
    def accuracy(y_true, y_pred):
        return 0.25

    run = evaluate([GaussianNB()], *two, scheme="3", seed=1, metric=accuracy)
    assert (run.scores() == 0.25).all()
    assert "orientation_assumed" in {caveat.code for caveat in run.caveats}
    assert "orientation_assumed" not in {
        caveat.code for caveat in evaluate([GaussianNB()], *two, scheme="3", seed=1, metric=accuracy_score).caveats
    }


def test_scores_of_one_fitted_metric_are_not_those_of_another(two):
    run = evaluate([GaussianNB()], *two, scheme="3", seed=1, metric=lambda estimator, X, y=None: 1.0)
    assert (run.scores() == 1).all()
    with pytest.raises(ValueError, match="needs the fitted learners, which are gone"):
        run.scores(lambda estimator, X, y: 7.0)


@pytest.mark.parametrize(
    ("metric", "data", "message"),
    [
        ("roc_auc", "iris", "Metric 'roc_auc' cannot score these predictions: multi_class"),
        (fbeta_score, "iris", "Metric 'fbeta_score' cannot score"),
    ],
)
def test_metrics_that_cannot_work_are_refused_before_the_first_fit(metric, data, message):
    class Untouchable(GaussianNB):
        def fit(self, X, y):
            raise AssertionError("fitted")

    with pytest.raises(ValueError, match=message):
        evaluate([Untouchable()], load(data), metric=metric)


@pytest.mark.parametrize("metric", ["accuracy", "roc_auc"])
def test_metrics_of_classes_are_refused_for_numbers(metric):
    X = np.arange(12.0).reshape(-1, 1)
    with pytest.raises(ValueError, match=f"Metric '{metric}'"):
        evaluate([LinearRegression()], X, X[:, 0] / 7, metric=metric)


def test_a_test_fold_of_one_class_has_a_log_loss():
    X = np.arange(12.0).reshape(-1, 1)
    y = [0] * 6 + [1] * 6
    scheme = [(np.r_[2:12], np.r_[0:2]), (np.r_[0:10], np.r_[10:12])]
    assert np.isfinite(evaluate([GaussianNB()], X, y, scheme=scheme, metric="neg_log_loss").scores()).all()


def test_a_training_fold_may_lack_a_class():
    X = np.arange(12.0).reshape(-1, 1)
    y = np.repeat(["a", "b", "c"], 4)
    scheme = [(np.r_[0:7], np.r_[7:12])]
    scorer = make_scorer(lambda y, d: float(d[:, 2].max() < d[:, :2].min()), response_method="decision_function")
    run = evaluate([LinearDiscriminantAnalysis()], X, y, scheme=scheme, metric=scorer)
    assert run.failures == ()
    assert run.scores().tolist() == [[[1.0]]]


def test_a_learner_that_predicts_only_once_fitted_is_a_learner(two):
    stack = StackingClassifier([("nb", GaussianNB())])
    assert evaluate([stack], *two, scheme="2", seed=1).failures == ()


class Bad(GaussianNB):
    def __repr__(self):
        raise RuntimeError("no repr")


class Old:
    """As written before scikit-learn had nested parameters."""

    def get_params(self):
        return {}

    def set_params(self):
        return self

    def fit(self, X, y):
        return self

    def predict(self, X):
        return np.zeros(X.shape[0], dtype=int)


class Unspeakable(GaussianNB):
    def fit(self, X, y):
        class SilentError(Exception):
            def __str__(self):
                raise RuntimeError("cannot say")

        raise SilentError


def test_nothing_is_lost_to_a_learner_that_cannot_describe_itself(two):
    run = evaluate({"bad": Bad(), "old": Old(), "dumb": Unspeakable()}, *two, scheme="2", seed=1)
    assert run.learners[0].description == "Bad()"
    assert {failure.learner: failure.error.split(":")[0] for failure in run.failures} == {
        "old": "TypeError",  # scikit-learn cannot clone it either
        "dumb": "SilentError",
    }
    assert run.failures[-1].error == "SilentError: no readable message"


@pytest.mark.parametrize("kind", [sp.dok_matrix, sp.lil_matrix, sp.bsr_matrix])
def test_sparse_matrices_of_any_kind(two, kind):
    run = evaluate([LogisticRegression()], kind(two[0]), two[1], scheme="2", seed=1)
    assert run.failures == ()


def test_pipelines_are_found_wherever_they_hide():
    frame = pd.DataFrame({"c": list("uv") * 15, "x": np.arange(30.0)})
    own = make_pipeline(make_column_transformer((OneHotEncoder(), ["c"])), LinearRegression())
    run = evaluate([TransformedTargetRegressor(own)], frame, np.arange(30.0), scheme="3", seed=1)
    assert run.failures == ()
    assert run.learners[0].preparation == ""


def test_without_a_seed_a_splitter_without_a_name_of_its_own_gives_the_same_answer(two):
    class Thirds:
        def split(self, X, y=None, groups=None):
            rows = np.arange(len(X))
            yield rows[rows % 3 > 0], rows[rows % 3 == 0]

    seeds = {evaluate([GaussianNB()], *two, scheme=Thirds()).assignment.seed for _ in range(3)}
    assert len(seeds) == 1


def test_what_was_printed_does_not_depend_on_who_came_first(two):
    class Chatty(GaussianNB):
        def fit(self, X, y):
            print(f"{X[0, 0]:.6f}")
            return super().fit(X, y)

    one, many = (evaluate([Chatty()], *two, scheme="4x2", seed=1, n_jobs=n).learners[0].output for n in (1, 2))
    assert one.splitlines()[0] == many.splitlines()[0]


class Leaves(GaussianNB):
    """Ends the program in whatever it is told to."""

    def __init__(self, where=""):
        super().__init__()
        self.where = where

    def __repr__(self):
        if self.where == "repr":
            raise SystemExit(0)
        return "Leaves()"

    def check_parameters(self):
        if self.where == "check":
            raise SystemExit(0)


def test_a_learner_does_not_end_the_program(two):
    run = evaluate([Leaves("repr")], *two, scheme="2", seed=1)
    assert run.learners[0].description == "Leaves(where='repr')"
    search = GridSearchCV(make_pipeline(Leaves()), {"leaves": [Leaves("repr")]}, cv=2)
    assert evaluate([search], *two, scheme="2", seed=1).ledger.entries[0].candidates == ("leaves=Leaves(where='repr')",)
    with pytest.raises(ValueError, match=r"^Leaves: its check_parameters raised SystemExit\(0\)"):
        evaluate([Leaves("check")], *two, scheme="2", seed=1)
