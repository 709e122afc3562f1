"""A search is found in whatever fitted it, and nothing that computes is asked on the way."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer, TransformedTargetRegressor
from sklearn.decomposition import PCA
from sklearn.ensemble import BaggingClassifier, GradientBoostingClassifier, StackingClassifier, VotingClassifier
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import Ridge
from sklearn.model_selection import FixedThresholdClassifier, GridSearchCV
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.multioutput import ClassifierChain, MultiOutputClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline, make_union
from sklearn.preprocessing import StandardScaler

from foldwise.tuning import Tried, Tuned, tried

RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 3))
Y = (X[:, 0] + 0.5 * RNG.normal(size=60) > 0).astype(int)
KNN = KNeighborsClassifier()
SEARCH = GridSearchCV(KNN, {"n_neighbors": [1, 3]}, cv=2)
COMPONENTS = GridSearchCV(PCA(), {"n_components": [1, 2]}, cv=2)


@pytest.mark.parametrize(
    "learner",
    [
        SEARCH,
        Tuned(search=SEARCH, random_state=1),
        make_pipeline("passthrough", StandardScaler(), SEARCH),
        Tuned(make_pipeline(KNN), {"kneighborsclassifier__n_neighbors": [1, 3]}, random_state=1),
        BaggingClassifier(SEARCH, n_estimators=2, random_state=1),
        VotingClassifier([("one", SEARCH), ("none", "drop"), ("two", GaussianNB())]),
        StackingClassifier([("one", SEARCH), ("two", GaussianNB())], final_estimator=GaussianNB(), cv=2),
        StackingClassifier([("two", GaussianNB())], final_estimator=SEARCH, cv=2),
        CalibratedClassifierCV(SEARCH, cv=2),
        CalibratedClassifierCV(SEARCH, cv=2, ensemble=False),
        CalibratedClassifierCV(make_pipeline(StandardScaler(), SEARCH), cv=2),
        OneVsRestClassifier(CalibratedClassifierCV(SEARCH, cv=2)),
        OneVsRestClassifier(SEARCH),
        OneVsOneClassifier(SEARCH),
        FixedThresholdClassifier(SEARCH),
        GradientBoostingClassifier(init=SEARCH, n_estimators=1),
    ],
    ids=lambda learner: type(learner).__name__,
)
def test_a_search_is_found_wherever_it_is(learner):
    """Two numbers of neighbours, however many copies of the search were fitted."""
    found = tried(learner.fit(X, Y))
    assert [text.rpartition("n_neighbors=")[2] for text in found.candidates] == ["1", "3"]
    assert set(found.chosen.split("; ")) <= set(found.candidates)
    assert found.uncounted == ()


@pytest.mark.parametrize("wrapper", [MultiOutputClassifier, ClassifierChain])
def test_several_targets(wrapper):
    assert tried(wrapper(SEARCH).fit(X, np.column_stack([Y, 1 - Y]))).candidates == ("n_neighbors=1", "n_neighbors=3")


def test_a_transformed_target():
    search = GridSearchCV(Ridge(), {"alpha": [0.1, 1.0, 10.0]}, cv=2)
    found = tried(TransformedTargetRegressor(search, transformer=StandardScaler()).fit(X, X[:, 0]))
    assert found.candidates == ("alpha=0.1", "alpha=1.0", "alpha=10.0")


@pytest.mark.parametrize(
    "transformer",
    [
        ColumnTransformer([("scaled", StandardScaler(), [0]), ("few", COMPONENTS, [0, 1, 2])]),
        ColumnTransformer([("few", make_pipeline(StandardScaler(), COMPONENTS), [0, 1, 2])], remainder="passthrough"),
        ColumnTransformer([("none", "drop", [0])], remainder=COMPONENTS),
        make_union(StandardScaler(), COMPONENTS),
    ],
)
def test_a_search_among_the_columns(transformer):
    """Two numbers of components before a classifier, and two numbers of neighbours in it: four tries."""
    assert tried(make_pipeline(transformer, GaussianNB()).fit(X, Y)).candidates == ("n_components=1", "n_components=2")
    assert tried(make_pipeline(transformer, SEARCH).fit(X, Y)).candidates == (
        "PCA: n_components=1",
        "PCA: n_components=2",
        "KNeighborsClassifier: n_neighbors=1",
        "KNeighborsClassifier: n_neighbors=3",
    )


class Holder:
    """No learner: has no parameters."""

    def __init__(self, held):
        self.held = held


class Wrapper(BaseEstimator):
    """Keeps whatever is given; every property of it is a trap."""

    def __init__(self, **kept):
        self.__dict__.update(kept)

    @property
    def cv_results_(self):
        raise AssertionError("a property was computed")

    best_estimator_ = estimators_ = alpha_ = C_ = cv_results_


@pytest.fixture(scope="module")
def fitted():
    return SEARCH.fit(X, Y)


@pytest.mark.parametrize(
    "keep",
    [
        lambda search: {"anything": search},
        lambda search: {"parts_": {"one": search}},
        lambda search: {"parts": {"names": ["a", "b"], "all": [1, ("x", search)]}},
        lambda search: {"held_": Holder(search)},
        lambda search: {"held_": {"a": None, "b": [Holder([search])]}},
        lambda search: {"inner_": Wrapper(held_=Holder(Wrapper(held_=Holder(search))))},
    ],
)
def test_where_a_learner_may_keep_a_search(keep, fitted):
    assert tried(Wrapper(**keep(fitted))).candidates == ("n_neighbors=1", "n_neighbors=3")


@pytest.mark.parametrize(
    "keep",
    [
        lambda search: {"held": Holder(search)},
        lambda search: {"held_": Holder(Holder(search))},
        lambda search: {"held_": [[[[search]]]]},
    ],
    ids=["not by a fitted attribute", "a holder of holders", "four lists"],
)
def test_where_nobody_looks(keep, fitted):
    """The bounds of the walk, as the documentation states them."""
    assert tried(Wrapper(**keep(fitted))) is None


def test_circles_and_long_chains_end(fitted):
    """The chain is longer than Python lets functions call each other."""
    circle = Wrapper(parts_=[])
    circle.parts_ += [circle, circle.parts_, Holder(circle)]
    assert tried(circle) is None
    chain = fitted
    for _ in range(5000):
        chain = Wrapper(inner_=chain)
    assert tried(chain).candidates == ("n_neighbors=1", "n_neighbors=3")


def test_a_copy_that_was_not_fitted_is_no_search():
    """The wrapper keeps what it was given beside what it fitted; here it fitted something else."""
    assert tried(Wrapper(estimator=GridSearchCV(KNN, {"n_neighbors": [1, 3]}), estimator_=GaussianNB())) is None


def test_ordinary_learners_have_tried_nothing():
    assert tried(GaussianNB().fit(X, Y)) is None
    assert tried(CalibratedClassifierCV(GaussianNB(), cv=2).fit(X, Y)) is None
    assert tried(CountVectorizer().fit(["a learner", "that counts words"])) is None


def test_what_is_called_a_search_and_does_not_tell(fitted):
    class OddCV(BaseEstimator):
        pass

    odd = OddCV()
    # Not fitted: a copy that some wrapper was given.
    assert tried(Wrapper(estimator=odd)) is None
    odd.best_ = 3
    assert tried(odd) == Tried(candidates=(), chosen="", uncounted=("OddCV",))
    assert tried(Wrapper(parts_=[odd, fitted])) == Tried(
        candidates=("n_neighbors=1", "n_neighbors=3"),
        chosen=f"n_neighbors={fitted.best_params_['n_neighbors']}",
        uncounted=("OddCV",),
    )
