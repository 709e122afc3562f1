"""What is said when a learner is not the same work as before, or cannot be told from another; identities as text."""

import json
import math
import os
import socket
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn.base import BaseEstimator
from sklearn.model_selection import RandomizedSearchCV, StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC, LinearSVC

from foldwise import DataFormatError


class Holder(BaseEstimator):
    """Holds anything."""

    def __init__(self, x=None):
        self.x = x


class Plain:
    """A learner that knows nothing of parameters."""

    def __init__(self, depth):
        self.depth = depth

    def __repr__(self):
        raise RuntimeError("no repr")

    def __eq__(self, other):
        raise RuntimeError("no comparison")

    def __hash__(self):
        raise RuntimeError("no hash")


def halve(x):
    return x / 2


def adder(n):
    return lambda x: x + n


def search(seed=1, low=1e-3):
    return RandomizedSearchCV(
        make_pipeline(StandardScaler(), SVC()),
        {"svc__C": stats.loguniform(low, 1e3)},
        cv=StratifiedKFold(5, shuffle=True, random_state=seed),
        random_state=np.random.RandomState(seed),
    )


def test_a_learner_without_parameters_is_told_by_its_attributes(identify, differences):
    identity = identify(Plain(3))
    assert identity.parameters == {"depth": 3}
    assert identity.class_path == f"{__name__}.Plain"
    assert list(identity.sources) == [__name__]
    assert differences(identity, identify(Plain(4))) == ["depth was 3, is 4"]


def test_values_caught_by_a_function_are_named(identify, differences):
    old, new = (identify(FunctionTransformer(adder(n))) for n in (1, 2))
    assert differences(old, new) == ["func__n was 1, is 2"]


def test_differences_in_words(differences, identify):
    assert differences(identify(SVC()), identify(SVC())) == []
    assert differences(identify(SVC()), identify(SVC(C=10.0, kernel="linear"))) == [
        "C was 1.0, is 10.0",
        "kernel was 'rbf', is 'linear'",
    ]
    assert differences(identify(SVC(C=1)), identify(SVC(C=1.0))) == ["C was 1, is 1.0"]
    assert differences(identify(SVC()), identify(LinearSVC())) == [
        "class was sklearn.svm._classes.SVC, is sklearn.svm._classes.LinearSVC"
    ]
    pipelines = [make_pipeline(StandardScaler(), SVC(C=c)) for c in (1.0, 2.0)]
    assert differences(*map(identify, pipelines)) == ["svc__C was 1.0, is 2.0"]
    assert differences(identify(search(1)), identify(search(2, low=0.1))) == [
        "cv__random_state was 1, is 2",
        "param_distributions has changed",
        "random_state has changed",
    ]
    assert differences(*(identify(GaussianNB(priors=np.array(p))) for p in ([0.5, 0.5], [0.4, 0.6]))) == [
        "priors has changed"
    ]
    assert differences(identify(GaussianNB()), identify(GaussianNB(priors=np.array([0.5, 0.5])))) == [
        "priors was None, is an array of <f8 of shape (2,)"
    ]


def test_differences_of_versions_code_and_names_of_parameters(Identity, differences):
    old = Identity(
        class_path="__main__.T",
        parameters={"x": 1, "y": 2},
        versions={"scikit-learn": "1.6.0", "numpy": "2.0"},
        sources={"__main__.T": "aa", "__main__.U": "bb"},
    )
    new = Identity(
        class_path="__main__.T",
        parameters={"x": 1, "z": 2},
        versions={"scikit-learn": "1.9.0", "pandas": "3.0"},
        sources={"__main__.T": "cc", "__main__.V": "bb"},
    )
    assert differences(old, new) == [
        "parameter y is gone",
        "parameter z is new",
        "numpy was 2.0, is not used",
        "pandas was not used, is 3.0",
        "scikit-learn was 1.6.0, is 1.9.0",
        "the code of __main__.T has changed",
        "the code of __main__.U is gone",
        "the code of __main__.V is new",
    ]


def test_hostile_names_and_values_stay_on_one_short_line(differences, identify):
    (said,) = differences(identify(Holder("a\n\u202eb" * 5000)), identify(Holder("\ud800")))
    assert "\n" not in said
    assert "\u202e" not in said
    assert len(said) < 200
    (said,) = differences(identify(Holder(Plain(1))), identify(Holder(Plain(2))))
    assert said == "x__depth was 1, is 2"


TEXTS = st.text(st.characters(codec=None, categories=None))


@given(st.recursive(TEXTS, lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner) | st.tuples(TEXTS, inner)))
def test_words_about_any_change_stand_on_one_short_line(differences, identify, value):
    (said,) = differences(identify(Holder(value)), identify(Holder(None)))
    assert said.startswith("x was ")
    assert said.endswith(", is None")
    assert len(said.splitlines()) == 1
    assert len(said) < 110


@pytest.mark.parametrize(
    ("make", "content"),
    [
        (lambda: open(os.devnull), "_io.TextIOWrapper"),  # noqa: SIM115
        (socket.socket, "socket.socket"),
        (threading.Lock, "_thread.lock"),
        (lambda: (i for i in range(3)), "builtins.generator"),
        (object, "builtins.object"),
        (lambda: np.frompyfunc(halve, 1, 1), "numpy.ufunc"),
        (lambda: memoryview(b"abc"), "builtins.memoryview"),
    ],
)
def test_what_nothing_tells_is_refused_with_its_place(identify, make, content):
    thing = make()
    learner = make_pipeline(FunctionTransformer(kw_args={"log": [thing]}), SVC())
    try:
        with pytest.raises(TypeError) as caught:
            identify(learner)
    finally:
        if hasattr(thing, "close"):
            thing.close()
    assert str(caught.value) == (
        f"The parameter steps__kw_args__log of Pipeline cannot be kept in a store: nothing tells the content of "
        f"{content}. Give it attributes, or evaluate without a store."
    )


def test_what_is_too_deep_or_too_large_is_refused(identify, Identity):
    deep = []
    for _ in range(5000):
        deep = [deep]
    with pytest.raises(TypeError, match=r"The parameter x of Holder .* nested more than 100 levels deep"):
        identify(Holder(deep))
    wide = []
    for _ in range(50):
        wide = [wide, wide]
    with pytest.raises(TypeError, match="more than 100,000 lists and objects"):
        identify(Holder(wide))
    nested = []
    for _ in range(90):
        nested = [nested]
    assert Identity.from_json(identify(Holder(nested)).to_json()) == identify(Holder(nested))


def test_a_learner_whose_get_params_fails_is_refused(identify):
    class Broken(Holder):
        @property
        def y(self):
            raise RuntimeError("broken")

        def get_params(self, deep=True):
            return {"y": self.y}

    with pytest.raises(TypeError, match="Broken cannot be kept in a store: its get_params fails with RuntimeError"):
        identify(Broken())


def test_get_params_may_know_nothing_of_depth(identify):
    class Shallow(Holder):
        def get_params(self):
            return {"x": self.x}

    assert identify(Shallow(3)).parameters == {"x": 3}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"class_path": "a", "parameters": {"x": NaN}, "sources": {}, "versions": {}}',
        '{"class_path": "a", "parameters": {"x": -Infinity}, "sources": {}, "versions": {}}',
        '{"class_path": "a", "parameters": {}, "sources": {}}',
        '{"class_path": "a", "parameters": {}, "sources": {}, "versions": {}, "more": 1}',
        '{"class_path": 1, "parameters": {}, "sources": {}, "versions": {}}',
        '{"class_path": "a", "parameters": [], "sources": {}, "versions": {}}',
        '{"class_path": "a", "parameters": {}, "sources": {"a": 1}, "versions": {}}',
    ],
)
def test_only_what_was_written_can_be_read(Identity, text):
    with pytest.raises(DataFormatError, match="A learner's identity must"):
        Identity.from_json(text)


def test_the_json_is_strict(identify):
    text = identify(SVC(C=[math.nan, math.inf, 10**5000])).to_json()
    assert json.loads(text, parse_constant=pytest.fail)["parameters"]["C"][0] == {"float": "nan"}
