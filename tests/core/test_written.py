"""Learners as one would type them: complete, without addresses, and the same whatever scikit-learn is set to."""

import functools

import numpy as np
import pandas as pd
import pytest
import scipy.stats
import sklearn
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.ensemble import RandomForestClassifier, VotingClassifier
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF, Sum, WhiteKernel
from sklearn.metrics import fbeta_score, make_scorer
from sklearn.model_selection import RandomizedSearchCV, StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC

from foldwise.tuning import Tuned


class Holder(BaseEstimator):
    """Holds anything."""

    def __init__(self, x=None):
        self.x = x


class Bare:
    """Says nothing of itself, so that its repr is an address."""

    def __init__(self, depth, more=1):
        self.depth, self.more = depth, more


class Slotted:
    __slots__ = ("a",)

    def __init__(self, a):
        self.a = a

    def __repr__(self):
        raise RuntimeError("no repr")


class Nothing:
    pass


def halve(x):
    return x / 2


def adder(n):
    return lambda x: x + n


# As long as they are, they can be typed in again.
TYPED = {
    "many weights": SVC(class_weight={number: number / 7 for number in range(200)}),
    "a long array": GaussianNB(priors=np.full(300, 1 / 300)),
    "a short float": Holder(np.array([[0.1, 2]], dtype="float32")),
    "a random search": RandomizedSearchCV(
        make_pipeline(StandardScaler(), SVC(kernel="poly")),
        {"svc__C": scipy.stats.loguniform(1e-3, 1e3), "svc__degree": scipy.stats.randint(low=1, high=5)},
        cv=StratifiedKFold(5, shuffle=True, random_state=1),
        scoring=make_scorer(fbeta_score, beta=2, response_method="predict"),
        random_state=3,
    ),
    "a loss": RandomizedSearchCV(SVC(), {}, scoring=make_scorer(fbeta_score, greater_is_better=False, beta=1 / 3)),
    "functions": make_pipeline(FunctionTransformer(np.log1p, halve), FunctionTransformer(np.mean), SVC()),
    "a partial": FunctionTransformer(functools.partial(np.clip, 0, a_max=1)),
    "kernels": GaussianProcessClassifier(RBF(1.23456789) + WhiteKernel(noise_level=1 / 3)),
    "nested": VotingClassifier([("a", RandomForestClassifier(20, max_depth=3)), ("b", Tuned(SVC(), {"C": [1, 10]}))]),
    "an output": StandardScaler(with_mean=False).set_output(transform="pandas"),
    "a class": Holder(
        [halve, SVC, len, True, None, ..., -0.0, 1e-300, 10**400, b"a", {1, 2}, frozenset(), (1,), set()]
    ),
    "blanks": Holder("a   b \n  c"),
    "odd texts": Holder(["'\"", "\u202e", "\ud800", "{}"]),
}


@pytest.mark.parametrize("name", TYPED)
def test_what_is_written_makes_the_same_learner(core, identity, name):
    learner = TYPED[name]
    text = core.written(learner)
    known = {**globals(), "Pipeline": Pipeline, "Sum": Sum, "numpy": np, "array": np.array, "tests": TESTS}
    assert identity.identify(eval(text, known)).key == identity.identify(learner).key
    with sklearn.config_context(print_changed_only=False):
        assert core.written(learner) == text


class _Tests:
    """The path of this module, however pytest has imported it."""

    def __getattr__(self, name):
        return globals().get(name, self)


TESTS = _Tests()


def test_lambdas_are_written_with_their_text_and_what_they_have_caught(core):
    assert core.written(FunctionTransformer(lambda x: x + 1)) == "FunctionTransformer(func=lambda x: x + 1)"
    assert core.written(adder(2)) == "<lambda x: x + n, with n=2>"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Bare(3), "Bare(depth=3)"),
        ([Bare(depth=[1], more=2)], "[Bare(depth=[1], more=2)]"),
        (Slotted(1), "Slotted(a=1)"),
        (Nothing(), "Nothing()"),
        (object(), "<object>"),
        (iter([]), "<list_iterator>"),
        (Bare(1).__init__, "Bare(depth=1).__init__"),
        (scipy.special.expit, "scipy.special.expit"),
        (np.float32(0.5), "np.float32(0.5)"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_objects_are_written_by_what_they_were_made_of(core, value, text):
    assert core.written(value) == text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (np.arange(2000), np.arange(2000) + 1),
        (list(range(2000)), list(range(1, 2001))),
        (pd.DataFrame({"a": [1]}), pd.DataFrame({"a": [1.0]})),
        (sparse.csr_array([[1]]), sparse.csr_array([[2]])),
        (np.ma.masked_array([1], [True]), np.ma.masked_array([1], [False])),
        (np.random.RandomState(0), np.random.RandomState(1)),
        (np.random.default_rng(0), np.random.default_rng(1)),
        (np.zeros((0, 2)), np.zeros((0, 3))),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_cannot_be_typed_is_told_apart_all_the_same(core, one, other):
    assert core.written(one) != core.written(other)
    assert core.written(one) == core.written(one)
    assert "0x" not in core.written(one)
    assert core.written(one).startswith("<")


def test_what_holds_itself_comes_to_an_end(core):
    one = []
    one.append({"a": one})
    assert core.written(one) == "[{'a': <the same again>}]"


def test_a_learner_whose_parameters_cannot_be_asked_for_is_written_by_its_class(core):
    class Broken(Holder):
        def get_params(self, deep=True):
            raise RuntimeError("broken")

    assert core.written(Broken()) == f"<{__name__}.{Broken.__qualname__}>"
