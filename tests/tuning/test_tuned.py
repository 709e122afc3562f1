"""The choice is made on a part of the training fold; the winner sees all of it; the test fold is never touched."""

import numpy as np
import pytest
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.ensemble import RandomForestClassifier
from sklearn.experimental import enable_halving_search_cv  # noqa: F401
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV, HalvingGridSearchCV, RandomizedSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

from foldwise.evaluation import evaluate
from foldwise.tuning import Tuned

NOT_OURS = {
    "check_dtype_object": "the search tells of the failed fits, and quotes their errors, instead of passing one on"
}


@parametrize_with_checks(
    [
        Tuned(LogisticRegression(solver="newton-cholesky"), {"C": [0.1, 1.0]}, random_state=0),
        Tuned(Ridge(), {"alpha": [0.1, 1.0]}, random_state=0),
        Tuned(search=GridSearchCV(GaussianNB(), {"var_smoothing": [1e-9, 1e-3]}, cv=2), tuning_size=None),
    ],
    expected_failed_checks=lambda tuned: NOT_OURS if isinstance(tuned.estimator, Ridge) else {},
)
@pytest.mark.filterwarnings("ignore")
def test_is_a_scikit_learn_estimator(estimator, check):
    check(estimator)


def test_the_frequent_class_wins(spy, thirty):
    """Two thirds are ones, in T2 as in T: answering 1 is right in 20 of 30, answering 0 in 10."""
    tuned = Tuned(spy(), {"answer": [0, 1]}, random_state=1).fit(*thirty)
    assert tuned.best_params_ == {"answer": 1}
    assert tuned.candidates_ == [{"answer": 0}, {"answer": 1}]
    assert tuned.n_candidates_ == 2
    assert tuned.cv_results_["mean_test_score"] == pytest.approx([3 / 10, 7 / 10])
    assert tuned.score(*thirty) == pytest.approx(20 / 30)


def test_ties_go_to_the_first(spy):
    """Five of either class in T2: both answers are right half of the time."""
    X, y = np.arange(30.0)[:, np.newaxis], np.tile([0, 1], 15)
    assert Tuned(spy(), {"answer": [1, 0]}, random_state=1).fit(X, y).best_params_ == {"answer": 1}
    assert Tuned(spy(), {"answer": [0, 1]}, random_state=1).fit(X, y).best_params_ == {"answer": 0}


def test_salzbergs_steps_one_by_one(spy, thirty):
    """The whole diary of three folds: on each, two candidates on T1 and T2, the winner on T, then the test fold."""
    X, y = thirty
    run = evaluate({"spy": Tuned(spy(), {"answer": [0, 1]})}, X, y, scheme="3", seed=1)
    assert len(spy.diary) == 3 * 6
    for fold in range(3):
        train, test = (frozenset(rows.tolist()) for rows in run.assignment.split(0, fold))
        diary = spy.diary[6 * fold : 6 * fold + 6]
        assert [entry[:2] for entry in diary] == [
            ("fit", 0),
            ("predict", 0),
            ("fit", 1),
            ("predict", 1),
            ("fit", 1),
            ("predict", 1),
        ]
        rows = [entry[2] for entry in diary]
        first, second = rows[:2]
        assert len(second) == round(len(train) / 3)
        assert first | second == train
        assert not first & second
        assert rows == [first, second, first, second, train, test]


def test_the_tuning_set_is_stratified_where_it_can_be(spy, thirty):
    X, y = thirty
    Tuned(spy(), {"answer": [0]}, tuning_size=0.2, random_state=1).fit(X, y)
    assert sorted(y[sorted(spy.diary[1][2])]) == [0, 0, 1, 1, 1, 1]
    spy.diary.clear()
    rare = np.where(np.arange(30) == 0, 0, 1)
    Tuned(spy(), {"answer": [0]}, tuning_size=0.2, random_state=1).fit(X, rare)
    assert len(spy.diary[1][2]) == 6


def test_random_state_alone_decides_who_is_set_aside(spy, thirty):
    for seed in (1, 1, 2):
        Tuned(spy(), {"answer": [0]}, random_state=seed).fit(*thirty)
    aside = [entry[2] for entry in spy.diary if entry[0] == "predict"]
    assert aside[0] == aside[1] != aside[2]


def test_seeds_reach_the_division_the_learner_and_the_grid(spy, thirty):
    """Each of five folds and each learner has seeds of its own; the same seed gives the same ones."""
    learners = {
        "inner": Tuned(spy(), {"answer": [0, 1]}),
        "step": Tuned(Pipeline([("spy", spy())]), {"spy": [spy(), spy(1)]}),
    }
    seen = []
    for seed in (1, 1, 2):
        spy.diary.clear()
        evaluate(learners, *thirty, scheme="5", seed=seed)
        seen.append([(entry[2], entry[3]) for entry in spy.diary if entry[0] == "fit"])
    assert seen[0] == seen[1] != seen[2]
    # Five folds of one seed, then five folds of one seed for each of two estimators in the grid.
    assert len({random_state for _, random_state in seen[0]}) == 5 + 10
    assert None not in {random_state for _, random_state in seen[0]}


def test_a_grid_with_estimators_is_told_as_written():
    X = np.random.default_rng(0).normal(size=(40, 2))
    grid = {"learner": [DecisionTreeClassifier(), RandomForestClassifier(3)]}
    tuned = Tuned(Pipeline([("learner", GaussianNB())]), grid, random_state=1).fit(X, X[:, 0] > 0)
    assert [str(each["learner"]) for each in tuned.candidates_] == [
        "DecisionTreeClassifier()",
        "RandomForestClassifier(n_estimators=3)",
    ]
    assert isinstance(tuned.best_estimator_["learner"].random_state, int)
    assert grid["learner"][0].random_state is None


def test_a_search_gets_the_tuning_set_and_refits(spy, thirty):
    """Its own five folds and its refit=False are overruled: two candidates on T1 and T2, the winner on T."""
    search = GridSearchCV(spy(), {"answer": [0, 1]}, cv=5, refit=False)
    tuned = Tuned(search=search, random_state=1).fit(*thirty)
    rows = [entry[2] for entry in spy.diary]
    assert [len(each) for each in rows] == [20, 10, 20, 10, 30]
    assert tuned.best_params_ == {"answer": 1}
    assert (search.cv, search.refit) == (5, False)


def test_a_search_may_divide_by_itself(spy, thirty):
    """Two folds of fifteen for each of two candidates, then all thirty."""
    tuned = Tuned(search=GridSearchCV(spy(), {"answer": [0, 1]}, cv=2), tuning_size=None).fit(*thirty)
    assert [len(entry[2]) for entry in spy.diary if entry[0] == "fit"] == [15, 15, 15, 15, 30]
    assert tuned.n_candidates_ == 2


@pytest.mark.parametrize(
    ("search", "n_candidates"),
    [
        (RandomizedSearchCV(KNeighborsClassifier(), {"n_neighbors": range(1, 20)}, n_iter=4, random_state=1), 4),
        (HalvingGridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 2, 3]}, min_resources=20, factor=2), 3),
    ],
    ids=["randomized", "halving"],
)
def test_any_search_will_do(search, n_candidates):
    """A halving search tries some candidates again, on more examples: they count once."""
    X = np.random.default_rng(0).normal(size=(90, 2))
    tuned = Tuned(search=search, random_state=1).fit(X, X[:, 0] > 0)
    assert tuned.n_candidates_ == n_candidates
    assert tuned.best_estimator_.n_samples_fit_ == 90
    assert tuned.score(X, X[:, 0] > 0) > 0.9


def test_looks_like_what_it_tunes():
    assert is_classifier(Tuned(LinearSVC(), {"C": [1]}))
    assert is_regressor(Tuned(Ridge(), {"alpha": [1]}))
    assert is_classifier(Tuned(search=GridSearchCV(GaussianNB(), {})))
    assert hasattr(Tuned(GaussianNB(), {}), "predict_proba")
    assert not hasattr(Tuned(LinearSVC(), {"C": [1]}), "predict_proba")
    assert hasattr(Tuned(LinearSVC(), {"C": [1]}), "decision_function")
    assert clone(Tuned(Ridge(), {"alpha": [1]})).get_params()["estimator__alpha"] == 1.0


def test_a_method_that_is_none_is_none():
    class Silent(GaussianNB):
        predict_proba = None

    assert not hasattr(Tuned(Silent(), {}), "predict_proba")


def test_answers_are_the_winners():
    X = np.random.default_rng(0).normal(size=(60, 2))
    y = np.where(X[:, 0] > 0, "up", "down")
    tuned = Tuned(LogisticRegression(), {"C": [0.01, 100.0]}, scoring="neg_log_loss", random_state=1).fit(X, y)
    assert tuned.best_params_ == {"C": 100.0}
    alone = LogisticRegression(C=100.0).fit(X, y)
    for method in ("predict", "predict_proba", "predict_log_proba", "decision_function"):
        assert (getattr(tuned, method)(X) == getattr(alone, method)(X)).all()
    assert tuned.classes_.tolist() == ["down", "up"]
    # The score is what the candidates were scored by.
    assert tuned.score(X, y) == pytest.approx(np.log(alone.predict_proba(X)[range(60), (y == "up") * 1]).mean())


def test_weights_reach_the_learner():
    """All weight on the zeros: a tree without splits answers 0, though ones are more frequent."""
    X, y = np.zeros((30, 1)), np.repeat([0, 1], [10, 20])
    weights = np.where(y == 0, 1.0, 1e-9)
    tuned = Tuned(DecisionTreeClassifier(), {"max_depth": [1]}, random_state=1).fit(X, y, sample_weight=weights)
    assert tuned.predict(X[:1]).tolist() == [0]


@pytest.mark.parametrize(
    ("tuned", "error", "message"),
    [
        (Tuned(), TypeError, "needs an estimator and a grid"),
        (Tuned(GaussianNB()), TypeError, "needs an estimator and a grid"),
        (Tuned(GaussianNB, {"var_smoothing": [1]}), TypeError, "estimator must be a scikit-learn classifier"),
        (Tuned(StandardScaler(), {"with_mean": [True]}), TypeError, "got StandardScaler"),
        (Tuned(GaussianNB(), 3), TypeError, "must map names of parameters to lists of values.*got 3"),
        (Tuned(GaussianNB(), "var_smoothing"), TypeError, "must map names"),
        (Tuned(GaussianNB(), {}), ValueError, "grid is empty"),
        (Tuned(GaussianNB(), []), ValueError, "grid is empty"),
        (Tuned(GaussianNB(), [{"var_smoothing": [1]}, 3]), TypeError, "but holds 3"),
        (Tuned(GaussianNB(), {"var_smoothing": []}), ValueError, r"grid\['var_smoothing'\] is empty"),
        (Tuned(GaussianNB(), {"var_smoothing": 1e-9}), TypeError, "got float. Put the values"),
        (Tuned(GaussianNB(), {"priors": "uniform"}), TypeError, "got str. Put the values"),
        (Tuned(GaussianNB(), {"smoothing": [1]}), ValueError, "no parameter 'smoothing'.*It has: priors, var_smooth"),
        (Tuned(Pipeline([("nb", GaussianNB())]), {"var_smoothing": [1]}), ValueError, "no parameter 'var_smoothing'"),
        (Tuned(GaussianNB(), {"var_smoothing": [1]}, tuning_size=1.5), ValueError, "between 0 and 1, got 1.5"),
        (Tuned(GaussianNB(), {"var_smoothing": [1]}, tuning_size=None), ValueError, "or pass search="),
        (Tuned(GaussianNB(), search=GridSearchCV(GaussianNB(), {})), ValueError, "search has its own estimator"),
        (Tuned(search=GridSearchCV(GaussianNB(), {}), scoring="f1"), ValueError, "search has its own estimator"),
        (Tuned(search=GaussianNB()), TypeError, r"search must be a search object.*got GaussianNB\(\)"),
    ],
    ids=str,
)
def test_refuses_in_one_line_before_any_fit(tuned, error, message, spy, thirty):
    X, y = thirty
    with pytest.raises(error, match=message) as refused:
        tuned.fit(X, y)
    assert "\n" not in str(refused.value)
    with pytest.raises(error, match=message):
        evaluate({"spy": spy(), "tuned": tuned}, X, y, scheme="3")
    assert not spy.diary


def test_refuses_a_distribution_by_naming_the_search_for_it(thirty):
    from scipy.stats import loguniform

    with pytest.raises(TypeError, match="RandomizedSearchCV"):
        Tuned(LogisticRegression(), {"C": loguniform(0.1, 10)}).fit(*thirty)


def test_refuses_when_no_candidate_can_be_scored(spy, thirty):
    tuned = Tuned(spy(), {"answer": [0, 1]}, scoring=lambda learner, X, y: np.nan)
    with pytest.warns(UserWarning, match="non-finite"), pytest.raises(ValueError, match="every score is NaN"):
        tuned.fit(*thirty)


def test_refuses_one_example():
    with pytest.raises(ValueError, match=r"at least two examples.*n_samples=1"):
        Tuned(GaussianNB(), {"var_smoothing": [1]}).fit([[1.0]], [0])
