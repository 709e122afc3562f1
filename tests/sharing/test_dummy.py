import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.dummy import DummyClassifier, DummyRegressor

REGRESSORS = [
    DummyRegressor(),
    DummyRegressor(strategy="median"),
    DummyRegressor(strategy="quantile", quantile=0.3),
    DummyRegressor(strategy="quantile", quantile=1.0),
    DummyRegressor(strategy="constant", constant=2.5),
]


@given(
    seed=st.integers(0, 2**32 - 1),
    strategy=st.sampled_from(["prior", "most_frequent"]),
    method=st.sampled_from(["predict", "predict_proba"]),
)
@settings(max_examples=40, deadline=None)
def test_classifiers(seed, strategy, method, hostile_table, compare):
    X, y, folds, k = hostile_table(seed)
    unsure = compare(DummyClassifier(strategy=strategy), X, y, folds, n_classes=k, method=method, tolerance=0)
    # Counts are exact: nothing is unsure unless nothing is left to train on.
    empty = (np.sort(folds, axis=1)[:, :1] >= 0) & (
        folds.min(axis=1, keepdims=True) == folds.max(axis=1, keepdims=True)
    )
    assert unsure == 0 or empty.any() or (folds == -2).any()


@given(seed=st.integers(0, 2**32 - 1), estimator=st.sampled_from(REGRESSORS), shift=st.sampled_from([0.0, 1e6]))
@settings(max_examples=30, deadline=None)
def test_regressors(seed, estimator, shift, hostile_table, compare):
    X, _, folds, _ = hostile_table(seed)
    y = shift + np.random.default_rng(seed).integers(0, 9, len(X)) / 3
    assert compare(estimator, X, y, folds, n_classes=0, tolerance=1e-12) is not None


@pytest.mark.parametrize("estimator", REGRESSORS, ids=str)
def test_real_numbers(estimator, builtin, deal, compare):
    X, y = builtin["diabetes"]
    assert compare(estimator, X, y, deal(0, len(y)), n_classes=0, tolerance=1e-12) == 0


def test_by_hand(share, Examples):
    """Without the last example the labels are 0, 1, 1; without the second 0, 1, 0."""
    shared = share(DummyClassifier(), Examples(X=np.zeros((4, 1)), y=np.array([0, 1, 1, 0]), n_classes=2))
    folds = np.array([[-1, -1, -1, 0], [-1, 0, -1, -1]], dtype=np.int32)
    np.testing.assert_array_equal(shared.answers(folds, "predict").values[[0, 1], [3, 1]], [1, 0])
    np.testing.assert_array_equal(shared.answers(folds, "predict_proba").values[0, 3], [1 / 3, 2 / 3])


def test_a_left_out_example_does_not_count(share, Examples):
    shared = share(DummyRegressor(), Examples(X=np.zeros((4, 1)), y=np.array([1.0, 2.0, 6.0, 100.0]), n_classes=0))
    answers = shared.answers(np.array([[-1, -1, 0, -2]], dtype=np.int32), "predict")
    assert answers.values[0, 2] == pytest.approx(1.5)


@pytest.mark.parametrize(
    "estimator",
    [
        DummyClassifier(strategy="uniform"),
        DummyClassifier(strategy="stratified"),
        DummyClassifier(strategy="constant", constant=1),
        DummyClassifier(random_state="seed"),
    ],
    ids=str,
)
def test_classifiers_that_are_not_shared(estimator, share, Examples):
    assert share(estimator, Examples(X=np.zeros((4, 1)), y=np.array([0, 1, 1, 0]), n_classes=2)) is None


@pytest.mark.parametrize(
    "estimator",
    [
        DummyRegressor(strategy="quantile"),
        DummyRegressor(strategy="quantile", quantile=2.0),
        DummyRegressor(strategy="constant"),
        DummyRegressor(strategy="constant", constant=[1.0]),
        DummyRegressor(strategy="luck"),
    ],
    ids=str,
)
def test_regressors_that_are_not_shared(estimator, share, Examples):
    assert share(estimator, Examples(X=np.zeros((3, 1)), y=np.arange(3.0), n_classes=0)) is None
