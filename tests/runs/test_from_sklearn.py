"""Results as scikit-learn returns them."""

import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.experimental import enable_halving_search_cv  # noqa: F401
from sklearn.model_selection import (
    GridSearchCV,
    HalvingGridSearchCV,
    RepeatedStratifiedKFold,
    ShuffleSplit,
    cross_val_score,
    cross_validate,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from foldwise import DataFormatError, SchemeMismatchError
from foldwise.runs import as_runs

FILE = Path(__file__).parent / "files" / "cv_results.csv"
X, Y = load_iris(return_X_y=True)
CV = RepeatedStratifiedKFold(n_splits=5, n_repeats=2, random_state=0)
LEARNERS = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0)}


@pytest.fixture(scope="module")
def search():
    return GridSearchCV(
        make_pipeline(StandardScaler(), SVC()), {"svc__C": [0.1, 10], "svc__gamma": ["scale"]}, cv=CV
    ).fit(X, Y)


def test_a_search(search):
    (run,), reading = as_runs(search.cv_results_, scheme=CV)
    assert run.learner_names == ("C=0.1, gamma=scale", "C=10, gamma=scale")
    assert run.scores().shape == (2, 2, 5)
    assert run.scores().mean(axis=(1, 2)) == pytest.approx(search.cv_results_["mean_test_score"])
    assert run.scores()[1, 1, 2] == search.cv_results_["split7_test_score"][1]
    assert run.assignment.test_train_ratio == 1 / 4
    assert not run.metric.orientation_assumed
    assert str(reading) == "Read 20 rows as results of a scikit-learn search; score; 2 times 5-fold cross-validation."
    (named,), _ = as_runs(pd.DataFrame(search.cv_results_), scheme="2x5", metric="accuracy")
    assert named.metric.label == "accuracy"
    assert (named.scores() == run.scores()).all()


def test_a_file_of_a_search():
    """Means as scikit-learn wrote them into the file."""
    (run,), _ = as_runs(FILE, scheme="2x5", metric="f1_macro")
    assert run.learner_names == ("C=0.1, kernel=rbf", "C=1, kernel=rbf", "C=10, kernel=rbf")
    assert run.scores().mean(axis=(1, 2)) == pytest.approx([0.922716, 0.956252, 0.969686], abs=1e-6)
    assert run.data.name == "cv_results"
    with pytest.raises(DataFormatError, match="scores by 'accuracy', 'f1_macro': choose one"):
        as_runs(FILE, scheme="2x5")


def test_the_design_is_never_guessed(search):
    with pytest.raises(SchemeMismatchError, match=r"10 scores per learner and do not say how .* '10' for 10-fold"):
        as_runs(search.cv_results_)
    with pytest.raises(SchemeMismatchError, match="means 10 times 10-fold"):
        as_runs(search.cv_results_, scheme="10x10")


def test_candidates_that_are_not_literals():
    search = GridSearchCV(make_pipeline(SVC()), {"svc": [SVC(C=1), GaussianNB()]}, cv=3).fit(X, Y)
    (run,), _ = as_runs(search.cv_results_, scheme="3")
    assert run.learner_names == ("svc=SVC(C=1)", "svc=GaussianNB()")


def test_failed_fits_are_named():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        search = GridSearchCV(SVC(), {"C": [1, -1]}, cv=3).fit(X, Y)
    with pytest.raises(DataFormatError, match=r"the score of learner C=-1, fold 0 is nan \(3 of 6"):
        as_runs(search.cv_results_, scheme="3")


def test_a_halving_search_is_refused():
    search = HalvingGridSearchCV(SVC(), {"C": [0.1, 1, 10]}, cv=3, random_state=0).fit(X, Y)
    with pytest.raises(DataFormatError, match="halving search"):
        as_runs(search.cv_results_, scheme="3")


def test_cross_val_score():
    results = {name: cross_val_score(learner, X, Y, cv=CV) for name, learner in LEARNERS.items()}
    (run,), reading = as_runs(results, scheme="2x5")
    assert run.learner_names == ("nb", "tree")
    assert (run.scores()[1] == results["tree"].reshape(2, 5)).all()
    assert "results of scikit-learn's cross_validate" in str(reading)


def test_cross_validate_with_several_metrics():
    results = {
        name: cross_validate(learner, X, Y, cv=CV, scoring=["accuracy", "neg_log_loss"])
        for name, learner in LEARNERS.items()
    }
    (run,), _ = as_runs(results, scheme=CV, metric="neg_log_loss")
    assert (run.scores()[0].ravel() == results["nb"]["test_neg_log_loss"]).all()
    assert (run.metric.label, run.metric.lower_is_better) == ("log loss", True)
    with pytest.raises(DataFormatError, match="scores by 'accuracy', 'neg_log_loss'"):
        as_runs(results, scheme=CV)
    with pytest.raises(ValueError, match="columns= is for tables"):
        as_runs(results, scheme=CV, metric="accuracy", columns={"score": "x"})


def test_indices_tell_the_design():
    results = {n: cross_validate(e, X, Y, cv=CV, return_indices=True) for n, e in LEARNERS.items()}
    (run,), _ = as_runs(results)
    assert (run.assignment.n_repeats, run.assignment.n_folds) == (2, 5)
    assert run.sizes()[0].tolist() == [[120] * 5] * 2
    assert run.data.n_examples == 150


def test_indices_tell_random_splits():
    splitter = ShuffleSplit(4, test_size=0.2, random_state=1)
    (run,), _ = as_runs({"nb": cross_validate(GaussianNB(), X, Y, cv=splitter, return_indices=True)})
    assert (run.assignment.n_repeats, run.assignment.n_folds) == (4, 1)
    assert run.assignment.test_train_ratio == 1 / 4


def test_other_splits_for_other_learners_are_refused():
    results = {
        name: cross_validate(learner, X, Y, cv=ShuffleSplit(3, random_state=seed), return_indices=True)
        for seed, (name, learner) in enumerate(LEARNERS.items())
    }
    with pytest.raises(DataFormatError, match="tree was scored on other splits than nb"):
        as_runs(results)


def test_one_estimator():
    (run,), _ = as_runs(cross_validate(GaussianNB(), X, Y, cv=5), scheme="5")
    assert run.learner_names == ("estimator",)
    assert run.scores().mean() == pytest.approx(cross_val_score(GaussianNB(), X, Y, cv=5).mean())


def test_different_numbers_of_scores():
    with pytest.raises(DataFormatError, match=r"a has shape \(3,\), b has shape \(2,\)"):
        as_runs({"a": np.ones(3), "b": np.ones(2)}, scheme="3")
    with pytest.raises(TypeError, match="cross_validate returned for every learner, or arrays"):
        as_runs({"a": np.ones(3), "b": {"test_score": np.ones(3)}}, scheme="3")
