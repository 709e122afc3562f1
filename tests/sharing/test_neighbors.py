import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler

METHODS = ["predict", "predict_proba"]
METRICS = [
    {"p": 1},
    {"p": 2},
    {"p": np.inf},
    {"metric": "euclidean"},
    {"metric": "manhattan"},
    {"metric": "chebyshev"},
]
ALGORITHMS = ["auto", "brute", "kd_tree", "ball_tree"]


@pytest.mark.parametrize("name", ["iris", "wine", "wdbc", "balance", "digits"])
@pytest.mark.parametrize("method", METHODS)
def test_real_tables(name, method, builtin, deal, compare):
    """Trees settle the ties of the first four tables; in digits, all pairs are looked at and a few ties stay open."""
    X, y = builtin[name]
    unsure = compare(KNeighborsClassifier(), X, y, deal(0, len(y)), n_classes=y.max() + 1, method=method)
    assert unsure < 0.002 if name == "digits" else unsure == 0


@pytest.mark.parametrize("weights", ["uniform", "distance"])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_real_numbers(weights, algorithm, builtin, deal, compare):
    X, y = builtin["diabetes"]
    estimator = KNeighborsRegressor(n_neighbors=7, weights=weights, algorithm=algorithm)
    assert compare(estimator, X, y, deal(1, len(y)), n_classes=0, tolerance=1e-7) < 0.005


@pytest.mark.parametrize("parameters", METRICS)
@pytest.mark.parametrize("name", ["wine", "wdbc"])
def test_metrics(parameters, name, builtin, deal, compare):
    X, y = builtin[name]
    estimator = KNeighborsClassifier(3, weights="distance", **parameters)
    assert compare(estimator, X, y, deal(2, len(y)), n_classes=y.max() + 1) < 0.002


@pytest.mark.parametrize("scaler", [StandardScaler(), MinMaxScaler()])
@pytest.mark.parametrize("name", ["iris", "wine", "wdbc", "digits"])
def test_behind_a_scaler(scaler, name, builtin, deal, compare):
    """Scaled lattices (iris, digits) have ties that rounding may turn either way."""
    X, y = builtin[name]
    unsure = compare(make_pipeline(scaler, KNeighborsClassifier()), X, y, deal(3, len(y)), n_classes=y.max() + 1)
    assert unsure < (0.04 if name in ("iris", "digits") else 0.001)


@given(
    seed=st.integers(0, 2**32 - 1),
    k=st.integers(1, 6),
    weights=st.sampled_from(["uniform", "distance"]),
    algorithm=st.sampled_from(ALGORITHMS),
    metric=st.sampled_from(METRICS),
    method=st.sampled_from(METHODS),
)
@settings(max_examples=30)
def test_hostile_tables(seed, k, weights, algorithm, metric, method, hostile_table, compare):
    X, y, folds, n_classes = hostile_table(seed)
    estimator = KNeighborsClassifier(k, weights=weights, algorithm=algorithm, leaf_size=2, **metric)
    unsure = compare(estimator, X, y, folds, n_classes=n_classes, method=method, tolerance=1e-7)
    assert (unsure is None) == (k >= len(y))


@given(
    seed=st.integers(0, 2**32 - 1),
    k=st.integers(1, 6),
    weights=st.sampled_from(["uniform", "distance"]),
    algorithm=st.sampled_from(ALGORITHMS),
    scaler=st.sampled_from([None, StandardScaler(), MinMaxScaler()]),
)
@settings(max_examples=30)
def test_hostile_tables_of_real_numbers(seed, k, weights, algorithm, scaler, hostile_table, compare):
    X, y, folds, _ = hostile_table(seed)
    estimator = KNeighborsRegressor(k, weights=weights, algorithm=algorithm, leaf_size=2)
    if scaler is not None:
        estimator = make_pipeline(scaler, estimator)
    compare(estimator, X, y + 0.25, folds, n_classes=0, tolerance=1e-7)


def test_by_hand(share, Examples):
    """0 is nearest to 1 and 3, of classes 0 and 1: a draw of votes goes to class 0; by distance, 1 against 1/3."""
    X, y = np.array([[0.0], [1.0], [3.0], [7.0]]), np.array([1, 0, 1, 1])
    folds = np.array([[0, -1, -1, -1], [0, 0, -1, -1], [0, -2, -1, -1]], dtype=np.int32)
    shared = share(KNeighborsClassifier(2), Examples(X=X, y=y, n_classes=2))
    answers = shared.answers(folds, "predict")
    np.testing.assert_array_equal(answers.values[:, 0], [0, 1, 1])
    assert not answers.unsure.any()
    np.testing.assert_array_equal(shared.answers(folds, "predict_proba").values[0, 0], [0.5, 0.5])
    shared = share(KNeighborsClassifier(2, weights="distance"), Examples(X=X, y=y, n_classes=2))
    assert shared.answers(folds, "predict_proba").values[0, 0] == pytest.approx([0.75, 0.25])


def test_lists_of_very_many_neighbours_are_not_made(share, Examples):
    """5,000 rows with 3,000 neighbours: all 25 million pairs, of 20 bytes each."""
    X = np.arange(5000.0)[:, np.newaxis]
    assert share(KNeighborsRegressor(3000), Examples(X=X, y=X[:, 0], n_classes=0)) is None


def test_more_neighbours_than_examples_are_unsure(share, Examples):
    X, y = np.arange(6.0)[:, np.newaxis], np.arange(6.0)
    shared = share(KNeighborsRegressor(4), Examples(X=X, y=y, n_classes=0))
    answers = shared.answers(np.array([[0, 0, 0, -1, -1, -1], [0, 0, -1, -1, -1, -1]], dtype=np.int32), "predict")
    np.testing.assert_array_equal(answers.unsure, [[1, 1, 1, 0, 0, 0], [0, 0, 0, 0, 0, 0]])
    np.testing.assert_array_equal(answers.values[1, :2], [3.5, 3.5])


def test_few_training_examples_exhaust_the_table(builtin, deal, compare):
    """Nine tenths are left out: most of the listed neighbours are not there, and all rows are looked at."""
    X, y = builtin["wine"]
    folds = deal(0, len(y), n_folds=20)
    folds[folds > 1] = -2
    assert compare(KNeighborsClassifier(3), X, y, folds, n_classes=3) == 0


def test_a_tree_of_many_rows(deal, compare):
    """Beyond a thousand rows of few columns the table is made by a tree, with rows that have many equals."""
    rng = np.random.default_rng(0)
    X = np.vstack([rng.normal(size=(1000, 3)), np.zeros((60, 3))])
    y = rng.integers(0, 3, len(X))
    for p in (1, 2, np.inf):
        assert compare(KNeighborsClassifier(4, p=p), X, y, deal(0, len(y), n_repeats=1), n_classes=3) == 0


@pytest.mark.parametrize(
    "parameters",
    [
        {"weights": np.ones_like},
        {"metric": "cosine", "algorithm": "brute"},
        {"p": 3},
        {"metric_params": {"w": [1.0, 2.0, 1.0, 1.0]}},
        {"n_neighbors": 150},
    ],
)
def test_what_is_not_shared(parameters, builtin, share, Examples):
    X, y = builtin["iris"]
    assert share(KNeighborsClassifier(**parameters), Examples(X=X, y=y, n_classes=3)) is None
