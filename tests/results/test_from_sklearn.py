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
    KFold,
    RepeatedStratifiedKFold,
    ShuffleSplit,
    StratifiedKFold,
    cross_val_score,
    cross_validate,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from foldwise import DataFormatError, SchemeMismatchError
from foldwise.results import as_runs

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
    assert str(reading) == (
        "Read 20 rows as results of a scikit-learn search; score; 2 times 5-fold cross-validation; learners in the "
        "order 'C=0.1, gamma=scale', 'C=10, gamma=scale'."
    )
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
    with pytest.raises(SchemeMismatchError, match=r"do not say how the 10 splits were made.* '10' for 10-fold"):
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
    with pytest.raises(DataFormatError, match=r"C=-1 has no result on data \(no value\), so .*learners=\['C=1'\]"):
        as_runs(search.cv_results_, scheme="3")
    assert as_runs(search.cv_results_, scheme="3", learners=["C=1"])[0][0].learner_names == ("C=1",)


def test_a_halving_search_is_refused():
    search = HalvingGridSearchCV(SVC(), {"C": [0.1, 1, 10]}, cv=3, random_state=0).fit(X, Y)
    with pytest.raises(DataFormatError, match="halving search"):
        as_runs(search.cv_results_, scheme="3")


def test_cross_val_score():
    results = {name: cross_val_score(learner, X, Y, cv=CV) for name, learner in LEARNERS.items()}
    (run,), reading = as_runs(results, scheme="2x5")
    assert run.learner_names == ("nb", "tree")
    assert [caveat.code for caveat in run.caveats] == ["pairing_assumed"]
    assert (run.scores()[1] == results["tree"].reshape(2, 5)).all()
    assert str(reading).startswith("Read 20 rows as scores, a list for every learner; ")


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
    with pytest.raises(ValueError, match=r"columns= \(--column\) is for tables"):
        as_runs(results, scheme=CV, metric="accuracy", columns={"score": "x"})


def test_indices_tell_the_design():
    results = {n: cross_validate(e, X, Y, cv=CV, return_indices=True) for n, e in LEARNERS.items()}
    (run,), _ = as_runs(results)
    assert (run.assignment.n_repeats, run.assignment.n_folds) == (2, 5)
    assert run.sizes()[0].tolist() == [[120] * 5] * 2
    assert run.data.n_examples == 150
    assert run.caveats == ()


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


@pytest.mark.parametrize(
    ("n_splits", "offered"),
    [
        (5, "'5' for 5-fold cross-validation, 'resampled:5:0.1'"),
        (10, "'10' for 10-fold cross-validation, '2x5' or '5x2' (repeats x folds), 'resampled:10:0.1'"),
        (15, "'15' for 15-fold cross-validation, '3x5' or '5x3' (repeats x folds), 'resampled:15:0.1'"),
        (100, "'10x10' or '20x5' (repeats x folds)"),
    ],
)
def test_offered_schemes_have_as_many_splits(n_splits, offered):
    with pytest.raises(SchemeMismatchError) as caught:
        as_runs({"a": np.ones(n_splits), "b": np.ones(n_splits)})
    assert str(caught.value).startswith(f"Scores do not say how the {n_splits} splits were made. ")
    assert offered in str(caught.value)


@pytest.mark.parametrize(
    ("splitter", "same"),
    [
        (RepeatedStratifiedKFold(n_splits=5, n_repeats=2), "scheme='2x5'"),
        (StratifiedKFold(10, shuffle=True, random_state=np.random.RandomState(0)), "scheme='10'"),
        (KFold(10, shuffle=True), "scheme='10'"),
        (ShuffleSplit(10, test_size=0.25), "scheme='resampled:10:0.25'"),
    ],
)
def test_a_splitter_that_makes_new_splits_every_time(splitter, same):
    """Two calls of cross_val_score with it were not paired; one call needs no pairing, and a search is one call."""
    scores = {"a": np.linspace(0.5, 0.6, 10), "b": np.linspace(0.5, 0.7, 10)}
    with pytest.raises(SchemeMismatchError, match="makes other splits in every call") as caught:
        as_runs(scores, scheme=splitter)
    assert "\n" not in str(caught.value)
    assert same in str(caught.value)
    assert as_runs({"a": scores["a"]}, scheme=splitter)[0][0].learner_names == ("a",)
    candidates = {f"split{split}_test_score": [0.5, 0.6] for split in range(10)} | {"params": [{"C": 1}, {"C": 2}]}
    assert as_runs(candidates, scheme=splitter)[0][0].learner_names == ("C=1", "C=2")


@pytest.mark.parametrize("splitter", [KFold(10), KFold(10, shuffle=True, random_state=np.int64(0))])
def test_a_splitter_that_makes_the_same_splits_again(splitter):
    assert as_runs({"a": np.ones(10), "b": np.ones(10)}, scheme=splitter)[0][0].assignment.n_folds == 10


def test_indices_show_what_the_splitter_does_not():
    results = {n: cross_validate(e, X, Y, cv=CV, return_indices=True) for n, e in LEARNERS.items()}
    (run,), _ = as_runs(results, scheme=RepeatedStratifiedKFold(n_splits=5, n_repeats=2))
    assert run.assignment.n_repeats == 2
    assert run.caveats == ()


def test_a_search_is_not_its_results(search):
    with pytest.raises(TypeError, match="got a fitted GridSearchCV: pass its cv_results_"):
        as_runs(search)
    with pytest.raises(TypeError, match="got GridSearchCV, which is not fitted: fit a search and pass its cv_results_"):
        as_runs(GridSearchCV(SVC(), {"C": [1, 10]}))


def test_lists_of_percent():
    """93.3 / 100 in floating point."""
    percent = {"a": [93.3] * 5, "b": [50.0] * 5}
    (run,), _ = as_runs(percent, scheme="5", metric="percent_correct")
    assert run.scores()[:, 0, 0].tolist() == [93.3 / 100, 0.5]
    with pytest.raises(DataFormatError, match=r"Percent of what, .* --metric percent_correct"):
        as_runs(percent, scheme="5", metric="percent")


def test_both_ways_to_choose_a_metric():
    with pytest.raises(DataFormatError, match="such as metric='accuracy', --metric accuracy"):
        as_runs(FILE, scheme="2x5")
    one = {"a": {"fit_time": [1.0], "test_f1": [0.5]}}
    with pytest.raises(DataFormatError, match=r"The scores are 'f1', not 'roc_auc'. Pass metric='f1', --metric f1"):
        as_runs(one, metric="roc_auc")


def test_indices_with_repeated_rows_are_refused():
    """A correction by the sizes of training and test sets would take the copies for so many examples."""
    drawn = np.random.default_rng(1).integers(0, len(Y), len(Y))
    split = [(drawn, np.setdiff1d(np.arange(len(Y)), drawn))]
    found = cross_validate(GaussianNB(), X, Y, cv=split, return_indices=True)
    with pytest.raises(ValueError, match=r"Split 0 of given splits trains on \d+ rows more than once"):
        as_runs({"nb": found})
