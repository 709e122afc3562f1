"""Labels that were declared and never occur are known to learners that ask, and are no class of the run."""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.feature_selection import SelectKBest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from foldwise.data import Dataset
from foldwise.evaluation import evaluate
from foldwise.learners import C45, NaiveBayes, NearestNeighbor

DECLARED = ("m", "a", "q", "z", "b", "c", "d", "e", "f", "g")


class Stubborn(ClassifierMixin, BaseEstimator):
    """Says the first declared label, and spreads probability evenly over all that it knows."""

    takes_declared_classes = True

    def fit(self, X, y):
        self.classes_ = np.sort(np.asarray(y.categories, dtype=str))
        self.first_ = str(y.categories[0])
        return self

    def predict(self, X):
        return np.full(len(X), self.first_)

    def predict_proba(self, X):
        return np.full((len(X), len(self.classes_)), 1 / len(self.classes_))


@pytest.fixture
def noisy():
    """Two classes of ten that were declared, on three noisy columns."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(90, 3))
    y = np.where(X[:, 0] + X[:, 1] + rng.normal(size=90) > 0, "a", "z")
    return Dataset(X, y, "noisy", target_names=DECLARED)


@pytest.mark.parametrize("sharing", [True, False])
@pytest.mark.parametrize(
    "learner", [C45(), NaiveBayes(), NearestNeighbor(n_neighbors=3)], ids=lambda one: type(one).__name__
)
def test_learners_count_all_declared_labels(noisy, learner, sharing):
    """As fitted by hand; probabilities are those given that the label is one that occurs."""
    run = evaluate({"it": learner}, noisy, scheme="5", seed=1, sharing=sharing, probabilities=True)
    assert run.failures == ()
    assert run.learners[0].shared == float(sharing)
    assert run.target.classes.tolist() == ["a", "z"]
    assert run.target.unseen.tolist() == sorted(set(DECLARED) - {"a", "z"})
    y = pd.Categorical(noisy.y, categories=DECLARED)
    for _, fold, train, test in run.assignment.splits():
        fitted = clone(learner).fit(noisy.X[train], y[train])
        assert run.target.answers[run.predictions[0, 0, test]].tolist() == fitted.predict(noisy.X[test]).tolist()
        said = fitted.predict_proba(noisy.X[test])[:, np.isin(fitted.classes_, ["a", "z"])]
        np.testing.assert_allclose(run.responses[0, 0, test], said[:, 1] / said.sum(axis=1), rtol=1e-12)
        expected = -log_loss(noisy.y[test], said / said.sum(axis=1, keepdims=True), labels=["a", "z"])
        assert run.scores("neg_log_loss")[0, 0, fold] == pytest.approx(expected)


@pytest.mark.parametrize(
    "pipeline",
    [
        make_pipeline(C45()),
        make_pipeline(StandardScaler(), SelectKBest(k="all"), C45()),
        make_pipeline(StandardScaler(), make_pipeline(C45())),
    ],
    ids=["alone", "selected", "nested"],
)
def test_they_reach_the_last_step_of_a_pipeline(pipeline):
    """As fitted by hand; with plain labels the trees of some folds are others."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 4)).round(1)
    y = np.where(X[:, 0] * X[:, 1] + X[:, 2] + rng.normal(size=400) > 0, "a", "z")
    run = evaluate({"it": pipeline}, Dataset(X, y, target_names=DECLARED), scheme="5", seed=1, metric="roc_auc")
    assert run.failures == ()
    assert np.isfinite(run.scores()).all()
    declared, is_plain = pd.Categorical(y, categories=DECLARED), []
    for _, _, train, test in run.assignment.splits():
        said = run.target.answers[run.predictions[0, 0, test]].tolist()
        assert said == clone(pipeline).fit(X[train], declared[train]).predict(X[test]).tolist()
        is_plain.append(said == clone(pipeline).fit(X[train], y[train]).predict(X[test]).tolist())
    assert not all(is_plain)


def test_the_smallest_branch_of_a_tree_depends_on_them():
    """A tenth of 160 training examples by two classes is 8, more than the rare class has; by ten it is below 2."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(200, 3))
    y = np.where(X[:, 0] + rng.normal(size=200) > 2.8, "a", "z")
    assert (y == "a").sum() == 5
    declared = evaluate({"c45": C45()}, Dataset(X, y, target_names=DECLARED), scheme="5", seed=1)
    occurring = evaluate({"c45": C45()}, Dataset(X, y), scheme="5", seed=1)
    assert (declared.assignment.folds == occurring.assignment.folds).all()
    assert (declared.predictions != occurring.predictions).any()


def test_an_answer_that_never_occurs_is_wrong_and_no_failure(noisy):
    run = evaluate({"stubborn": Stubborn(), "line": LogisticRegression()}, noisy, scheme="3", seed=1)
    assert run.failures == ()
    assert set(run.target.answers[run.predictions[0, 0]]) == {"m"}
    assert run.scores()[0].tolist() == [[0.0, 0.0, 0.0]]
    alone = evaluate({"line": LogisticRegression()}, Dataset(noisy.X, noisy.y), scheme="3", seed=1)
    assert run.scores()[1].tolist() == alone.scores()[0].tolist()
    # Of three labels, that which is never the truth has an F1 of zero.
    assert run.scores("f1_macro")[0].tolist() == [[0.0, 0.0, 0.0]]


def test_a_scorer_of_ones_own_sees_the_classes_of_y(noisy):
    def second(estimator, X, y):
        assert estimator.classes_.tolist() == ["a", "z"]
        assert estimator.first_ == "m"
        return estimator.predict_proba(X)[:, 1].mean()

    run = evaluate({"stubborn": Stubborn()}, noisy, scheme="3", seed=1, metric=second)
    assert run.failures == ()
    assert run.scores().ravel() == pytest.approx([0.5] * 3)


def test_a_store_keeps_them(noisy, tmp_path):
    learners = {"stubborn": Stubborn(), "c45": C45()}
    first = evaluate(learners, noisy, scheme="3", seed=1, store=tmp_path / "kept.db")
    again = evaluate(learners, noisy, scheme="3", seed=1, store=tmp_path / "kept.db")
    assert again.predictions.tolist() == first.predictions.tolist()
    assert again.target.answers.tolist() == first.target.answers.tolist()
    assert again.data.classes == ("a", "z")
    # Fewer declared labels are other data to a learner that counts them.
    fewer = Dataset(noisy.X, noisy.y, "noisy", target_names=("z", "a"))
    other = evaluate(learners, fewer, scheme="3", seed=1, store=tmp_path / "kept.db")
    assert set(other.target.answers[other.predictions[0, 0]]) == {"z"}


def test_labels_are_declared_in_the_type_of_those_that_occur():
    y = pd.Categorical([3, 1] * 6, categories=[2, 3, 1, 10])
    run = evaluate({"tree": C45()}, np.zeros((12, 1)), y, scheme="2:stratified", seed=1)
    assert run.target.answers.tolist() == [1, 3, 2, 10]
    with pytest.raises(ValueError, match="target_names declares 'other', which never occurs and is not of the type"):
        evaluate({"tree": C45()}, Dataset(np.zeros((4, 1)), [1, 2, 1, 2], target_names=("1", "2", "other")), scheme="2")
