"""What makes a learner the same work: the same key for it in every process, another for anything else."""

import functools
import math
from collections import OrderedDict, deque
from decimal import Decimal
from enum import Enum

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import sparse, stats
from scipy.special import expit
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.compose import ColumnTransformer
from sklearn.datasets import make_classification
from sklearn.ensemble import RandomForestClassifier, VotingClassifier
from sklearn.frozen import FrozenEstimator
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF, WhiteKernel
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import fbeta_score, make_scorer
from sklearn.model_selection import GridSearchCV, RandomizedSearchCV, StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC, LinearSVC

from foldwise.learners import C45


class Holder(ClassifierMixin, BaseEstimator):
    """Holds anything."""

    def __init__(self, x=None):
        self.x = x

    def fit(self, X, y):
        return self

    def predict(self, X):
        return np.zeros(len(X))


class Plain:
    """A learner that knows nothing of parameters."""

    def __init__(self, depth):
        self.depth = depth

    def fit(self, X, y):
        return self

    def predict(self, X):
        return np.zeros(len(X))


class Slotted:
    __slots__ = ("a", "b")

    def __init__(self, a):
        self.a = a


class Hostile:
    """Answers nothing about itself but its attributes."""

    def __init__(self, inside):
        self.inside = inside

    def __repr__(self):
        raise RuntimeError("no repr")

    def __eq__(self, other):
        raise RuntimeError("no comparison")

    def __hash__(self):
        raise RuntimeError("no hash")

    def __bool__(self):
        raise RuntimeError("no truth")

    def __len__(self):
        raise RuntimeError("no length")

    @property
    def broken(self):
        raise RuntimeError("no property")


class Colour(Enum):
    RED = 1
    BLUE = 2


class Whole(int):
    """An integer that is not just an integer."""


def halve(x):
    return x / 2


def adder(n):
    return lambda x: x + n


def make_class(depth):
    class Local(Plain):
        def fit(self, X, y):
            self.used = depth
            return self

    return Local


@pytest.fixture(scope="module")
def key(identify):
    def key(x):
        return identify(Holder(x)).key

    return key


def search(seed=1, low=1e-3):
    pipeline = make_pipeline(StandardScaler(), SVC())
    return RandomizedSearchCV(
        pipeline,
        {"svc__C": stats.loguniform(low, 1e3)},
        cv=StratifiedKFold(5, shuffle=True, random_state=seed),
        scoring=make_scorer(fbeta_score, beta=2),
        random_state=np.random.RandomState(seed),
    )


ONE_LIST = []
ONE_LIST.append(ONE_LIST)
TWO_LISTS = [[]]
TWO_LISTS[0].append(TWO_LISTS)

# No two of these are the same value.
DIFFERENT = {
    "none": None,
    "false": False,
    "zero": 0,
    "zero float": 0.0,
    "minus zero": -0.0,
    "text zero": "0",
    "true": True,
    "one": 1,
    "one float": 1.0,
    "one complex": 1 + 0j,
    "one int64": np.int64(1),
    "one int32": np.int32(1),
    "one float64": np.float64(1),
    "one float32": np.float32(1),
    "one longdouble": np.longdouble(1),
    "a bit more than one longdouble": np.nextafter(np.longdouble(1), np.longdouble(2)),
    "one bool": np.bool_(True),
    "one in 0 dimensions": np.array(1),
    "one in 1 dimension": np.array([1]),
    "one in 2 dimensions": np.array([[1]]),
    "one float array": np.array([1.0]),
    "one object array": np.array([1], dtype=object),
    "one float object array": np.array([1.0], dtype=object),
    "one text array": np.array(["1"]),
    "one masked": np.ma.masked_array([1], mask=[True]),
    "one not masked": np.ma.masked_array([1], mask=[False]),
    "one series": pd.Series([1]),
    "one series, named": pd.Series([1], name="a"),
    "one series, elsewhere": pd.Series([1], index=[1]),
    "one series, Int64": pd.Series([1], dtype="Int64"),
    "one series, category": pd.Series([1], dtype="category"),
    "one frame": pd.DataFrame({"a": [1]}),
    "one frame, other name": pd.DataFrame({"b": [1]}),
    "one frame, other value": pd.DataFrame({"a": [2]}),
    "one index": pd.Index([1]),
    "one sparse": sparse.csr_array([[1]]),
    "two sparse": sparse.csr_array([[2]]),
    "one int subclass": Whole(1),
    "one decimal": Decimal(1),
    "one bytes": b"1",
    "nan": math.nan,
    "inf": math.inf,
    "-inf": -math.inf,
    "text nan": "nan",
    "nan float32": np.float32("nan"),
    "2**63": 2**63,
    "-2**64": -(2**64),
    "10**5000": 10**5000,
    "hex of 2**63": hex(2**63),
    "lone halves": "\ud800\udc00",
    "their character": "\U00010000",
    "one half": "\ud800",
    "another half": "\ud801",
    "bytes": b"abc",
    "bytearray": bytearray(b"abc"),
    "long bytes": b"a" * 1000,
    "longer bytes": b"a" * 1001,
    "empty list": [],
    "empty tuple": (),
    "empty dict": {},
    "empty set": set(),
    "empty frozenset": frozenset(),
    "empty ordered": OrderedDict(),
    "empty text": "",
    "empty array": np.array([]),
    "empty wide array": np.empty((0, 3)),
    "list": [1, 2],
    "list, other order": [2, 1],
    "list in list": [[1, 2]],
    "tuple": (1, 2),
    "set": {1, 2},
    "dict": {1: 2},
    "dict of text": {"1": 2},
    "dict of pairs as a list": [(1, 2)],
    "dict that looks like a tag": {"tuple": [1, 2]},
    "deque": deque([1, 2]),
    "deque with an end": deque([1, 2], maxlen=2),
    "datetime": np.datetime64("2020-01-01"),
    "datetime, other unit": np.datetime64("2020-01-01", "s"),
    "timestamp": pd.Timestamp("2020-01-01"),
    "NA": pd.NA,
    "NaT": pd.NaT,
    "ellipsis": Ellipsis,
    "slice": slice(1, 2),
    "range": range(1, 2),
    "red": Colour.RED,
    "blue": Colour.BLUE,
    "class": SVC,
    "other class": LinearSVC,
    "module": math,
    "function": halve,
    "numpy function": np.mean,
    "ufunc": np.log,
    "scipy ufunc": expit,
    "builtin": len,
    "math": math.log,
    "bound builtin": "abc".upper,
    "unbound builtin": str.upper,
    "partial": functools.partial(halve, 1),
    "partial, other argument": functools.partial(halve, 2),
    "partial, keyword": functools.partial(halve, x=1),
    "lambda": lambda x: x + 1,
    "other lambda": lambda x: x + 2,
    "lambda with a default": lambda x, y=1: x + y,
    "lambda with another default": lambda x, y=2: x + y,
    "closure": adder(1),
    "other closure": adder(2),
    "method": SVC(C=1.0).fit,
    "method of another": SVC(C=2.0).fit,
    "local class": make_class(1),
    "other local class": make_class(2),
    "plain": Plain(1),
    "other plain": Plain(2),
    "slotted": Slotted(1),
    "other slotted": Slotted(2),
    "hostile": Hostile(1),
    "other hostile": Hostile(2),
    "random state": np.random.RandomState(0),
    "other random state": np.random.RandomState(1),
    "generator": np.random.default_rng(0),
    "other generator": np.random.default_rng(1),
    "distribution": stats.uniform(0, 1),
    "other distribution": stats.uniform(0, 2),
    "another distribution": stats.norm(0, 1),
    "discrete distribution": stats.randint(0, 2),
    "splitter": StratifiedKFold(5),
    "other splitter": StratifiedKFold(5, shuffle=True),
    "estimator": SVC(),
    "other estimator": SVC(C=2.0),
    "another estimator": LinearSVC(),
    "kernel": RBF(1.0),
    "other kernel": RBF(2.0),
    "sum of kernels": RBF(1.0) + WhiteKernel(1.0),
    "list in itself": ONE_LIST,
    "lists in each other": TWO_LISTS,
    "long text": "a" * 10_000,
    "other long text": "a" * 9_999 + "b",
    "newline": "a\nb",
    "emoji": "\N{SNOWMAN}\N{ZERO WIDTH JOINER}\N{PILE OF POO}",
}


def test_different_values_have_different_keys(key):
    keys = {name: key(value) for name, value in DIFFERENT.items()}
    assert len(set(keys.values())) == len(DIFFERENT)


@pytest.mark.parametrize("name", DIFFERENT)
def test_a_value_has_one_key_and_survives_json(identify, Identity, differences, name):
    learner = Holder(DIFFERENT[name])
    identity = identify(learner)
    assert identify(learner).key == identity.key
    if name not in {"module", "list in itself", "lists in each other"}:  # no clone can be made of these
        assert identify(clone(learner)).key == identity.key
    text = identity.to_json()
    again = Identity.from_json(text)
    assert again == identity
    assert again.key == identity.key
    assert again.to_json() == text
    assert text.isascii()
    assert "0x7f" not in text
    assert differences(identity, again) == []


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(st.characters(codec=None, categories=None), max_size=5)
    | st.binary(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text(max_size=2) | st.integers(), inner, max_size=3)
        | hnp.arrays(np.int8, hnp.array_shapes(max_dims=2, max_side=2))
        | hnp.arrays(np.float32, 2, elements=st.floats(width=32, allow_nan=False))
    ),
    max_leaves=6,
)


def oracle(value):
    """Say the value as nested tuples with all types, straight from its definition."""
    if isinstance(value, np.ndarray):
        return ("array", value.dtype.str, value.shape, value.tobytes())
    if isinstance(value, dict):
        return ("dict", frozenset((oracle(one), oracle(other)) for one, other in value.items()))
    if isinstance(value, list | tuple):
        return (type(value).__name__, *map(oracle, value))
    return (type(value).__name__, repr(value))


@given(VALUES, VALUES)
@example(0.0, -0.0)
@example([True], [1])
@example({"a": 1, "b": 2}, {"b": 2, "a": 1})
@example({1: 2}, {True: 2})
def test_keys_are_equal_exactly_when_values_are(identify, differences, Identity, one, other):
    first, second = identify(Holder(one)), identify(Holder(other))
    same = oracle(one) == oracle(other)
    assert (first.key == second.key) is same
    assert (first == second) is same
    assert (differences(first, second) == []) is same
    assert Identity.from_json(first.to_json()).to_json() == first.to_json()


@pytest.mark.parametrize(
    "learner",
    [
        SVC(),
        RandomForestClassifier(random_state=np.random.RandomState(3)),
        C45(),
        search(),
        VotingClassifier([("svc", SVC()), ("nb", GaussianNB())]),
        ColumnTransformer([("scale", StandardScaler(), [0, 1]), ("half", FunctionTransformer(halve), slice(2, 3))]),
        GaussianProcessClassifier(RBF(2.0) + WhiteKernel()),
        GridSearchCV(SVC(), [{"C": np.logspace(-2, 2, 5)}]),
        StandardScaler().set_output(transform="pandas"),
    ],
    ids=lambda learner: type(learner).__name__,
)
def test_a_clone_is_the_same_work(identify, learner):
    assert identify(clone(learner)).key == identify(learner).key


def test_learning_does_not_change_what_a_learner_is_unless_it_is_frozen(identify):
    X, y = make_classification(60, random_state=0)
    pipeline = make_pipeline(StandardScaler(), LogisticRegression())
    before = identify(pipeline).key
    pipeline.fit(X, y)
    assert identify(pipeline).key == before
    frozen = identify(make_pipeline(FrozenEstimator(StandardScaler().fit(X)), LogisticRegression()))
    same = identify(make_pipeline(FrozenEstimator(StandardScaler().fit(X.copy())), LogisticRegression()))
    other = identify(make_pipeline(FrozenEstimator(StandardScaler().fit(2 * X)), LogisticRegression()))
    assert frozen.key == same.key != other.key


def test_drawing_from_the_global_generator_does_not_change_a_distribution(identify):
    before = identify(search()).key
    np.random.random(7)  # noqa: NPY002
    assert identify(search()).key == before != identify(search(low=1e-2)).key


def test_memory_layout_does_not_matter_and_nan_is_one_value(key):
    table = np.arange(12.0).reshape(3, 4)
    table[0, 0] = np.nan
    other = np.asfortranarray(table)
    other[0, 0] = -np.nan
    assert key(table) == key(other) == key(np.repeat(table, 2, axis=1)[:, ::2])
    padded = np.zeros(2, dtype=np.dtype([("a", "i1"), ("b", "f8")], align=True))
    dirty = np.full(32, 255, dtype=np.uint8).view(padded.dtype)
    dirty["a"], dirty["b"] = 0, 0
    assert key(padded) == key(dirty)
    dirty["b"][1] = 1
    assert key(padded) != key(dirty)


def test_the_order_of_a_dict_and_the_storage_of_a_sparse_matrix_do_not_matter(key):
    assert key({"a": 1, "b": 2}) == key({"b": 2, "a": 1})
    matrix = sparse.csr_array(([1.0, 2.0], ([0, 0], [1, 0])), shape=(1, 2))
    before = key(matrix)
    assert matrix.has_canonical_format in {True, False}
    assert key(matrix) == before == key(sparse.csr_array([[2.0, 1.0]]))


def test_namesakes_inside_one_learner_are_told_apart(identify):
    one, two = make_class(1), make_class(2)
    first = identify(Holder([one(1), two(1)]))
    assert first.key == identify(Holder([make_class(1)(1), make_class(2)(1)])).key
    assert first.key != identify(Holder([two(1), one(1)])).key
    assert first.key != identify(Holder([one(1), one(1)])).key
    assert first.key != identify(Holder([two(1), two(1)])).key
