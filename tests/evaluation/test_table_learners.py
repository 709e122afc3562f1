"""Learners that take categories, words, gaps and declared classes get them as they are."""

import os
from decimal import Decimal
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
from sklearn.ensemble import BaggingClassifier, VotingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss, make_scorer
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score
from sklearn.naive_bayes import GaussianNB

from foldwise import learners
from foldwise.data import Dataset, load
from foldwise.evaluation import evaluate
from foldwise.learners import C45, NaiveBayes, NearestNeighbor
from foldwise.tuning import Tuned

ORACLE, DATA = os.environ.get("FOLDWISE_ORACLE"), os.environ.get("FOLDWISE_DATA")
FOLDS = StratifiedKFold(10, shuffle=True, random_state=1)
EVERY = {name: getattr(learners, name)() for name in learners.__all__ if name[0].isupper()}


@pytest.fixture
def table():
    """Categories, words, whole and real numbers, all with gaps; the colour tells the class but for a few."""
    rng = np.random.default_rng(0)
    colour = rng.choice(["red", "green", "blue"], 90)
    X = pd.DataFrame(
        {
            "colour": pd.Categorical(colour, categories=["red", "green", "blue"]),
            "word": pd.Series(rng.choice(["a", "b"], 90), dtype=object),
            "count": pd.array(rng.integers(0, 5, 90), dtype="Int64"),
            "size": rng.normal(size=90),
        }
    )
    for name in X:
        X.loc[rng.permutation(90)[:9], name] = None
    return X, np.where((colour == "red") ^ (rng.random(90) < 0.05), "hot", "cold")


def test_tables_are_handed_on_as_they_are(table):
    X, y = table
    before = X.copy(deep=True)
    run = evaluate(EVERY, X, y, scheme="3", seed=1)
    assert run.failures == ()
    assert [learner.preparation for learner in run.learners] == [""] * len(EVERY)
    assert [learner.caveats for learner in run.learners] == [()] * len(EVERY)
    pd.testing.assert_frame_equal(X, before)
    train, test = run.assignment.split(0, 0)
    for number, learner in enumerate(EVERY.values()):
        by_hand = learner.fit(X.iloc[train], pd.Categorical(y[train])).predict(X.iloc[test])
        assert run.target.classes[run.predictions[number, 0, test]].tolist() == by_hand.tolist()


@pytest.mark.parametrize("held", [lambda value: value, lambda value: Decimal(str(value))], ids=["float", "Decimal"])
def test_numbers_in_columns_of_objects_are_numbers_to_all_learners(held):
    """scikit-learn's own result on the same folds; one-hot encoded, GaussianNB would be right .900 of the time."""
    X, y = load_iris(return_X_y=True)
    objects = pd.DataFrame(X).map(held).astype(object)
    run = evaluate({"gnb": GaussianNB(), "nb": NaiveBayes(), "c45": C45()}, objects, y, scheme=FOLDS, seed=1)
    assert run.scores()[0].ravel().tolist() == cross_val_score(GaussianNB(), X, y, cv=FOLDS).tolist()
    assert run.scores()[0].mean() == pytest.approx(0.96)
    plain = evaluate({"gnb": GaussianNB(), "nb": NaiveBayes(), "c45": C45()}, pd.DataFrame(X), y, scheme=FOLDS, seed=1)
    assert run.predictions.tolist() == plain.predictions.tolist()
    assert {learner.preparation for learner in run.learners} == {""}


@pytest.mark.parametrize(
    "wrapped",
    [
        GridSearchCV(C45(), {"min_leaf": [2, 5]}, cv=2),
        Tuned(C45(), {"min_leaf": [2, 5]}),
        BaggingClassifier(NaiveBayes(), n_estimators=2),
        VotingClassifier([("tree", C45()), ("bayes", NaiveBayes())]),
    ],
    ids=lambda learner: type(learner).__name__,
)
def test_what_wraps_them_gets_the_table_too(wrapped, table):
    run = evaluate({"wrapped": wrapped}, *table, scheme="3", seed=1)
    assert run.failures == ()
    assert run.learners[0].preparation == ""
    assert run.scores().mean() > 0.8


def test_one_part_that_needs_numbers_needs_them_for_all(table):
    mixture = VotingClassifier([("tree", C45()), ("logit", LogisticRegression())])
    run = evaluate({"mixture": mixture}, *table, scheme="3", seed=1)
    assert run.learners[0].preparation == (
        "2 nominal columns one-hot encoded, missing numbers replaced by the median of the training fold"
    )


def test_columns_named_by_the_user_are_found(table):
    """With an encoder in front there would be no such columns."""
    X, y = table
    run = evaluate({"bayes": NaiveBayes(categorical_features=["colour", "word", "count"])}, X, y, scheme="3", seed=1)
    assert run.failures == ()
    assert run.learners[0].preparation == ""


def undecided(**options):
    """Eight examples that nothing tells apart, four of each class: every halving leaves a tie."""
    return Dataset(np.zeros((8, 1)), ["a", "z"] * 4, "undecided", **options)


@pytest.mark.parametrize("name", list(EVERY))
def test_ties_go_to_the_class_that_was_declared_first(name):
    learner = {name: EVERY[name]}
    in_order = evaluate(learner, undecided(), scheme="2:stratified", seed=1)
    declared = evaluate(learner, undecided(target_names=("z", "never", "a")), scheme="2:stratified", seed=1)
    assert in_order.predictions[0, 0].tolist() == [0] * 8
    assert declared.predictions[0, 0].tolist() == [1] * 8
    assert declared.target.classes.tolist() == ["a", "z"]
    assert declared.failures == ()


def test_a_categorical_y_declares_its_classes():
    y = pd.Categorical([3, 1] * 4, categories=[3, 2, 1])
    run = evaluate({"tree": C45()}, np.zeros((8, 1)), y, scheme="2:stratified", seed=1)
    assert run.target.classes[run.predictions[0, 0]].tolist() == [3] * 8


@pytest.fixture
def lacking():
    """The training part, four rows far from each other, has no example of `rare`; classes are declared unsorted."""
    y = ["mid", "low", "mid", "low", "rare", "mid"]
    X = np.array([[0.0], [1.0], [2.0], [3.0], [0.1], [2.1]])
    return Dataset(X, y, "lacking", target_names=("rare", "never", "mid", "low")), [(np.arange(4), np.array([4, 5]))]


def test_a_class_that_the_training_fold_lacks_is_known(lacking):
    """One of four rows votes: P = (V_c + 1/4) / (1 + 3/4) is 5/7 for its class, 1/7 for the two others."""
    data, split = lacking
    run = evaluate({"nn": NearestNeighbor()}, data, scheme=split, seed=1, probabilities=True)
    assert run.failures == ()
    assert run.target.classes.tolist() == ["low", "mid", "rare"]
    # Both tested rows are nearest to a `mid`, the first and the third one.
    assert run.predictions[0, 0, 4:].tolist() == [1, 1]
    np.testing.assert_allclose(run.responses[0, 0, 4:], [[1 / 7, 5 / 7, 1 / 7]] * 2, rtol=1e-6)


def test_probabilities_are_put_under_the_right_class(lacking):
    """-log P of the true classes, `rare` and `mid`, whichever way the metric gets at the probabilities."""
    data, split = lacking
    expected = (np.log(1 / 7) + np.log(5 / 7)) / 2
    named = evaluate({"nn": NearestNeighbor()}, data, scheme=split, seed=1, metric="neg_log_loss")
    assert named.scores().ravel() == pytest.approx([expected], rel=1e-6)

    def of_the_learner(estimator, X, y):
        """What scikit-learn's scorers do: columns are in sorted order of the labels."""
        return -log_loss(y, estimator.predict_proba(X), labels=["low", "mid", "rare"])

    own = evaluate({"nn": NearestNeighbor()}, data, scheme=split, seed=1, metric=of_the_learner)
    assert own.failures == ()
    assert own.scores().ravel() == pytest.approx([expected], rel=1e-6)
    scorer = make_scorer(log_loss, greater_is_better=False, response_method="predict_proba")
    made = evaluate({"nn": NearestNeighbor()}, data, scheme=split, seed=1, metric=scorer)
    assert made.scores().ravel() == pytest.approx([expected], rel=1e-6)


def test_only_who_asks_gets_declared_classes(lacking):
    data, split = lacking

    class Curious(ClassifierMixin, BaseEstimator):
        def fit(self, X, y):
            self.y_ = y
            self.classes_ = np.unique(np.asarray(y))
            return self

        def predict(self, X):
            declares = isinstance(self.y_, pd.Categorical)
            known = self.y_.categories if declares else self.classes_
            return np.full(len(X), known[0])

    class Asking(Curious):
        takes_declared_classes = True

    run = evaluate({"curious": Curious(), "asking": Asking()}, data, scheme=split, seed=1)
    assert run.failures == ()
    assert run.target.classes[run.predictions[:, 0, 4]].tolist() == ["low", "rare"]


@pytest.mark.skipif(
    not (ORACLE and DATA), reason="FOLDWISE_ORACLE and FOLDWISE_DATA do not name Weka's output and the ARFF files"
)
@pytest.mark.parametrize("name", ["anneal", "autos", "glass", "vote"])
def test_a_run_predicts_what_weka_predicts(name):
    """Ten runs of Weka 3.9.7; three of the files declare a class that never occurs, which J48 and NaiveBayes count."""
    folds = pd.read_csv(Path(ORACLE) / "weka_folds.csv.gz").query("dataset == @name").sort_values(["run", "instance"])
    split = [
        (np.flatnonzero(row != fold), np.flatnonzero(row == fold))
        for row in folds["fold"].to_numpy().reshape(10, -1)
        for fold in range(1, 11)
    ]
    run = evaluate({"NaiveBayes": NaiveBayes(), "J48": C45()}, load(f"uci:{name}"), scheme=split, seed=1)
    said = pd.read_csv(Path(ORACLE) / "weka_predictions.csv.gz", dtype={"predicted": str}).query("dataset == @name")
    assert run.failures == ()
    for number, learner in enumerate(run.learners):
        expected = said[said["learner"] == learner.name].sort_values(["run", "instance"])["predicted"]
        assert run.target.answers[run.predictions[number].ravel()].tolist() == expected.tolist()
