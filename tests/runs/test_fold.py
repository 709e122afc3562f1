"""What a fold hands to a learner, and what it takes from it."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import make_scorer
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import (
    Binarizer,
    MaxAbsScaler,
    MinMaxScaler,
    Normalizer,
    PowerTransformer,
    QuantileTransformer,
    RobustScaler,
    StandardScaler,
)
from sklearn.svm import SVC

from foldwise.evaluation import evaluate

IN_PLACE = [
    Binarizer(threshold=20, copy=False),
    MaxAbsScaler(copy=False),
    MinMaxScaler(copy=False),
    Normalizer(copy=False),
    PowerTransformer(copy=False),
    QuantileTransformer(n_quantiles=50, copy=False, random_state=0),
    RobustScaler(copy=False),
    StandardScaler(copy=False),
]
CV = StratifiedKFold(3)


@pytest.fixture(scope="module")
def cancer():
    X, y = load_breast_cancer(return_X_y=True)
    return X[::4, :8], y[::4]


@pytest.mark.parametrize("sharing", [False, True])
@pytest.mark.parametrize("transformer", IN_PLACE, ids=lambda each: type(each).__name__)
def test_a_transformer_that_works_in_place_scores_as_in_scikit_learn(cancer, transformer, sharing):
    X, y = cancer
    learner = make_pipeline(transformer, GaussianNB())
    run = evaluate([learner], X, y, scheme=CV, metric="neg_log_loss", sharing=sharing)
    assert run.failures == ()
    assert run.scores()[0, 0] == pytest.approx(cross_val_score(learner, X, y, cv=CV, scoring="neg_log_loss"), rel=1e-6)


@pytest.mark.parametrize("kind", [np.asarray, pd.DataFrame, sp.csr_array])
def test_whoever_asks_gets_test_rows_that_nobody_has_touched(cancer, kind):
    """Both times the same rows are scored, by the learner's own words and by a scorer that asks it again."""
    X, y = cancer
    learner = make_pipeline(MaxAbsScaler(copy=False), LogisticRegression(C=0.1))

    def asks_itself(estimator, X, y):
        return float((estimator.predict(X) == y).mean())

    own, plain = (evaluate([learner], kind(X), y, scheme=CV, metric=metric) for metric in (asks_itself, "accuracy"))
    assert own.scores() == pytest.approx(plain.scores(), rel=1e-12)


class ReturnsWhatIsInside(ClassifierMixin, BaseEstimator):
    """Its fit returns the learner inside, which knows codes and no labels."""

    def fit(self, X, y):
        self.classes_, codes = np.unique(y, return_inverse=True)
        self.inner_ = GaussianNB()
        return self.inner_.fit(X, codes)

    def predict(self, X):
        return self.classes_[self.inner_.predict(X)]


class ReturnsHistory(ReturnsWhatIsInside):
    def fit(self, X, y):
        super().fit(X, y)
        return {"loss": [0.5, 0.25]}


@pytest.mark.parametrize("learner", [ReturnsWhatIsInside(), ReturnsHistory()])
def test_what_fit_returns_does_not_matter(cancer, learner):
    X, y = cancer
    labels = y + 1
    run = evaluate({"own": learner, "nb": GaussianNB()}, X, labels, scheme=CV, sharing=False)
    assert run.failures == ()
    assert (run.predictions[0] == run.predictions[1]).all()


class Coded(ReturnsWhatIsInside):
    """Probabilities as they should be, under names that are not the labels."""

    def __init__(self, names=None):
        self.names = names

    def predict_proba(self, X):
        self.classes_ = np.array(self.names)
        return self.inner_.predict_proba(X)


@pytest.mark.parametrize(
    ("names", "error"),
    [
        ([0, 1], "ValueError: classes_ holds 0, which is not a class of y"),
        (["no", "No"], "ValueError: classes_ holds 'No', which is not a class of y"),
        (["yes"], "ValueError: predict_proba returned values for 2 classes, but classes_ holds 1 label"),
        (["yes", "yes"], "ValueError: classes_ holds 'yes' twice"),
    ],
)
def test_classes_that_are_not_the_labels_are_refused(xy, names, error):
    run = evaluate([Coded(names)], *xy, scheme="2", seed=1, metric="neg_log_loss")
    assert {failure.error for failure in run.failures} == {error}


class Decides(ClassifierMixin, BaseEstimator):
    """Decision values in one buffer for ever; positive ones speak for the second of its classes."""

    buffer = np.empty(1000)

    def __init__(self, classes=("no", "yes")):
        self.classes = classes

    def fit(self, X, y):
        self.classes_ = None if self.classes is None else np.array(self.classes)
        return self

    def predict(self, X):
        return np.where(X[:, 0] > 0, "yes", "no")

    def decision_function(self, X):
        values = self.buffer[: len(X)]
        values[:] = X[:, 0]
        return values


@pytest.mark.parametrize("n_jobs", [1, 2])
@pytest.mark.parametrize("classes", [("no", "yes"), None])
def test_a_buffer_that_is_used_again_does_not_change_earlier_folds(xy, classes, n_jobs):
    X, y = xy
    run = evaluate([Decides(classes)], X, y, scheme="2x4", seed=1, metric="roc_auc", n_jobs=n_jobs)
    assert (run.responses[0] == X[:, 0]).all()


def test_decision_values_speak_for_the_second_of_the_learners_own_classes(xy):
    X, y = xy
    run = evaluate([Decides(("yes", "no"))], X, y, scheme="4", seed=1, metric="roc_auc")
    assert (run.responses[0] == -X[:, 0]).all()


def test_decision_values_for_other_classes_are_refused(xy):
    run = evaluate([Decides([-1, 1])], *xy, scheme="2", seed=1, metric="roc_auc")
    assert {failure.error for failure in run.failures} == {"ValueError: classes_ holds -1, which is not a class of y"}


class Silent(GaussianNB):
    decision_function = None


class SilentBoth(Silent):
    predict_proba = None


def test_an_attribute_that_is_none_is_no_method(cancer):
    X, y = cancer
    run = evaluate([Silent()], X, y, scheme=CV, metric="roc_auc")
    assert run.response_methods == ("predict_proba",)
    assert run.scores()[0, 0] == pytest.approx(cross_val_score(GaussianNB(), X, y, cv=CV, scoring="roc_auc"))
    failed = evaluate([SilentBoth()], X, y, scheme=CV, metric="roc_auc")
    assert failed.failures[0].error == (
        "TypeError: SilentBoth has no decision_function or predict_proba, which the metric needs"
    )


def test_a_method_that_depends_on_parameters_is_asked_for_as_scikit_learn_does(cancer):
    X, y = cancer
    scorer = make_scorer(lambda y, p: float(p.mean()), response_method=("predict_proba", "decision_function"))
    run = evaluate([SVC()], X, y, scheme=CV, metric=scorer)
    assert run.response_methods == ("decision_function",)


BIG = np.array([2**63, 2**63 + 1, 7], dtype=np.uint64)


class Constant(ClassifierMixin, BaseEstimator):
    def __init__(self, answer=None):
        self.answer = answer

    def fit(self, X, y):
        return self

    def predict(self, X):
        return np.full(len(X), self.answer)


@pytest.mark.parametrize(
    ("answer", "known"),
    [
        (np.uint64(2**63 + 1), True),
        (2**63 + 1, True),
        (7.0, True),
        (np.int64(7), True),
        # The nearest number of double precision is 2**63, which is a label; 2**63 + 2048 is none.
        (float(2**63), True),
        (float(2**63 + 2048), False),
        ("7", False),
    ],
)
def test_labels_beyond_63_bits_are_told_apart(answer, known):
    X, y = np.zeros((30, 1)), np.tile(BIG, 10)
    run = evaluate([Constant(answer)], X, y, scheme="2", seed=1)
    assert (run.failures == ()) == known
    if known:
        assert run.target.classes[np.unique(run.predictions)].tolist() == [int(answer)]


def test_labels_beyond_63_bits_are_learnt():
    rng = np.random.default_rng(0)
    y = np.repeat(BIG, 20)
    X = rng.normal(size=(60, 1)) + 20 * np.repeat(np.arange(3), 20)[:, np.newaxis]
    assert evaluate([GaussianNB(), LogisticRegression()], X, y, scheme="3", seed=1).scores().min() == 1


@pytest.mark.parametrize("options", [{}, {"n_jobs": 2}, {"isolate": True}], ids=["here", "processes", "isolated"])
@pytest.mark.parametrize("kind", [np.asarray, pd.DataFrame])
def test_large_tables_can_be_written_to_wherever_they_are_read(odd, kind, options):
    """Beyond a megabyte, joblib's workers read tables and labels from files that cannot be written to."""
    table = np.arange(200_000.0).reshape(-1, 2)
    X, y = kind(table), np.where(table[:, 0] % 3, "yes", "no")
    run = evaluate([odd("write into X")], X, y, scheme="2", seed=1, **options)
    assert run.failures == ()
    assert (np.asarray(X) == table).all()
