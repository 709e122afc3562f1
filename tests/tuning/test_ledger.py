"""Every candidate is counted, once per learner, whatever the search is wrapped in and however many processes work."""

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import OrthogonalMatchingPursuitCV, RidgeCV
from sklearn.model_selection import GridSearchCV, RandomizedSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.tree import DecisionTreeClassifier

from foldwise.evaluation import evaluate
from foldwise.tuning import Entry, Ledger, Tried, Tuned, tried

RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 3))
Y = (X[:, 0] + 0.5 * RNG.normal(size=60) > 0).astype(int)
KNN = KNeighborsClassifier()
SEARCH = GridSearchCV(KNN, {"n_neighbors": [1, 3]}, cv=2)


def identity(values):
    return values


@pytest.fixture(scope="module")
def learners():
    return {
        "three": Tuned(KNN, {"n_neighbors": [1, 3, 5]}),
        "four": Tuned(DecisionTreeClassifier(), {"max_depth": [1, 2], "criterion": ["gini", "entropy"]}),
        "bayes": GaussianNB(),
    }


@pytest.fixture(scope="module")
def run(learners):
    return evaluate(learners, X, Y, scheme="10", seed=1)


def test_counts_by_hand(run):
    """Two tuned learners on ten folds; three candidates of one, two times two of the other."""
    ledger = run.ledger
    assert len(ledger.entries) == 20
    assert [entry.n_candidates for entry in ledger.entries] == [3] * 10 + [4] * 10
    assert [(entry.repeat, entry.fold) for entry in ledger.entries] == [(0, fold) for fold in range(10)] * 2
    assert [ledger.tries(name) for name in run.learner_names] == [3, 4, 0]
    assert ledger.n_tries == 7
    assert ledger.entries[0].candidates == ("n_neighbors=1", "n_neighbors=3", "n_neighbors=5")
    assert all(entry.chosen in entry.candidates for entry in ledger.entries)
    assert repr(ledger) == "<Ledger: 3 tries of three, 4 tries of four>"


def test_candidates_that_look_alike_are_two_tries():
    """Two learners with the same grid have tried it twice, a repeat of the folds has not."""
    both = {"a": Tuned(KNN, {"n_neighbors": [1, 3]}), "b": Tuned(KNN, {"n_neighbors": [1, 3]})}
    ledger = evaluate(both, X, Y, scheme="2x2", seed=1).ledger
    assert len(ledger.entries) == 2 * 4
    assert (ledger.tries("a"), ledger.tries("b"), ledger.n_tries) == (2, 2, 4)


def test_frame(run):
    frame = run.ledger.frame()
    assert frame.columns.tolist() == ["learner", "repeat", "fold", "n_candidates", "chosen", "uncounted"]
    assert frame.groupby("learner")["n_candidates"].sum().to_dict() == {"three": 30, "four": 40}
    assert Ledger().frame().shape == (0, 6)


def test_does_not_depend_on_the_number_of_processes(run, learners):
    parallel = evaluate(learners, X, Y, scheme="10", seed=1, n_jobs=2)
    assert parallel.ledger == run.ledger
    assert (parallel.predictions == run.predictions).all()


def test_is_empty_where_nothing_was_searched():
    run = evaluate({"bayes": GaussianNB(), "forest": RandomForestClassifier(3)}, X, Y, scheme="2", seed=1)
    assert run.ledger == Ledger()
    assert run.ledger.n_tries == 0
    assert repr(run.ledger) == "<Ledger: nothing was tuned>"


def test_a_search_in_a_search_is_counted():
    """The outer one tries two weights; the winner has tried two numbers of neighbours."""
    outer = Tuned(SEARCH, {"estimator__weights": ["uniform", "distance"]}, random_state=1).fit(X, Y)
    assert tried(outer).candidates == (
        "GridSearchCV: estimator__weights='uniform'",
        "GridSearchCV: estimator__weights='distance'",
        "KNeighborsClassifier: n_neighbors=1",
        "KNeighborsClassifier: n_neighbors=3",
    )


def test_a_random_search_counts_what_it_drew():
    """Four draws on each of three folds, each fold with draws of its own: more than four different candidates."""
    search = RandomizedSearchCV(DecisionTreeClassifier(), {"min_samples_leaf": range(1, 1000)}, n_iter=4, cv=2)
    run = evaluate({"random": search}, X, Y, scheme="3", seed=1)
    assert [entry.n_candidates for entry in run.ledger.entries] == [4, 4, 4]
    assert run.ledger.tries("random") == len({text for entry in run.ledger.entries for text in entry.candidates}) > 4


def test_is_counted_also_where_predict_fails(spy):
    class Mute(spy):
        def predict(self, X):
            if len(X) == 20:
                raise RuntimeError("not today")
            return super().predict(X)

    rows = np.arange(40.0)[:, np.newaxis]
    run = evaluate({"mute": Tuned(Mute(), {"answer": [0, 1]})}, rows, np.arange(40) % 2, scheme="2", seed=1)
    assert len(run.failures) == 2
    assert run.ledger.n_tries == 2


def test_what_cannot_be_counted_is_said():
    """Three alphas of one; the other keeps the best number of coefficients, and not how many it tried."""
    learners = {"ridge": RidgeCV([0.1, 1.0, 10.0]), "pursuit": OrthogonalMatchingPursuitCV(cv=2)}
    ledger = evaluate(learners, X, X[:, 0], scheme="2", seed=1).ledger
    assert (ledger.tries("ridge"), ledger.tries("pursuit"), ledger.n_tries) == (3, 0, 3)
    assert ledger.uncounted == {"pursuit": ("OrthogonalMatchingPursuitCV",)}
    assert repr(ledger) == "<Ledger: 3 tries of ridge, an unknown number of tries of pursuit>"
    assert ledger.frame()["uncounted"].tolist() == ["", "", *["OrthogonalMatchingPursuitCV"] * 2]


def test_a_count_may_be_a_part_only():
    entry = Entry(learner="both", repeat=0, fold=0, candidates=("C=1", "C=2"), chosen="C=1", uncounted=("OddCV",))
    assert repr(Ledger((entry,))) == "<Ledger: at least 2 tries of both>"


def test_texts_do_not_hold_addresses():
    """An address in memory differs between processes."""
    grid = {"functiontransformer__func": [np.negative, identity]}
    tuned = Tuned(make_pipeline(FunctionTransformer(), GaussianNB()), grid, random_state=1).fit(X, Y)
    assert tried(tuned) == Tried(
        candidates=(
            "functiontransformer__func=numpy.negative",
            f"functiontransformer__func={__name__}.identity",
        ),
        chosen="functiontransformer__func=numpy.negative",
    )
