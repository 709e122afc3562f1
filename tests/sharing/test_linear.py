import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import LinearRegression, Ridge, RidgeClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler

METHODS = ["predict", "decision_function"]
SCALERS = [None, StandardScaler(), MinMaxScaler()]


def behind(scaler, estimator):
    return estimator if scaler is None else make_pipeline(scaler, estimator)


@pytest.mark.parametrize("name", ["iris", "wine", "wdbc", "balance", "digits"])
@pytest.mark.parametrize("method", METHODS)
def test_real_tables(name, method, builtin, deal, compare):
    X, y = builtin[name]
    assert compare(RidgeClassifier(), X, y, deal(0, len(y)), n_classes=y.max() + 1, method=method) == 0


@pytest.mark.parametrize("scaler", SCALERS)
@pytest.mark.parametrize(
    "estimator", [LinearRegression(), Ridge(), Ridge(alpha=0.01, solver="svd"), Ridge(alpha=100, solver="cholesky")]
)
def test_real_numbers(scaler, estimator, builtin, deal, compare):
    X, y = builtin["diabetes"]
    assert compare(behind(scaler, estimator), X, y, deal(1, len(y)), n_classes=0) == 0


@pytest.mark.parametrize("estimator", [LinearRegression(fit_intercept=False), Ridge(fit_intercept=False)])
def test_without_intercept(estimator, builtin, deal, compare):
    X, y = builtin["diabetes"]
    assert compare(estimator, X, y, deal(1, len(y)), n_classes=0) == 0


def test_columns_of_very_different_sizes(deal, compare):
    """Standard deviations from 0.01 to 100 and means far away."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 5)) * 10.0 ** np.arange(-2, 3) + 1000
    y = X @ 10.0 ** -np.arange(-2, 3) + rng.normal(size=120)
    for estimator in (LinearRegression(), Ridge()):
        assert compare(estimator, X, y, deal(2, 120), n_classes=0) == 0


def test_more_columns_than_examples(deal, compare, share, Examples):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(30, 50)), rng.normal(size=30)
    assert compare(Ridge(0.5), X, y, deal(2, 30), n_classes=0) == 0
    assert share(LinearRegression(), Examples(X=X, y=y, n_classes=0)) is None


@given(
    seed=st.integers(0, 2**32 - 1),
    estimator=st.sampled_from(
        [LinearRegression(), LinearRegression(fit_intercept=False), Ridge(), Ridge(1e-6), Ridge(fit_intercept=False)]
    ),
    scaler=st.sampled_from(SCALERS),
)
@settings(max_examples=30)
def test_hostile_tables_of_real_numbers(seed, estimator, scaler, hostile_table, compare):
    X, y, folds, _ = hostile_table(seed)
    y = y + np.random.default_rng(seed).normal(size=len(y))
    compare(behind(scaler, estimator), X, y, folds, n_classes=0, tolerance=1e-7)


@given(
    seed=st.integers(0, 2**32 - 1),
    alpha=st.sampled_from([1e-3, 1.0, 100.0]),
    fit_intercept=st.booleans(),
    scaler=st.sampled_from(SCALERS),
    method=st.sampled_from(METHODS),
)
@settings(max_examples=30)
def test_hostile_tables(seed, alpha, fit_intercept, scaler, method, hostile_table, compare):
    X, y, folds, n_classes = hostile_table(seed)
    estimator = behind(scaler, RidgeClassifier(alpha, fit_intercept=fit_intercept))
    compare(estimator, X, y, folds, n_classes=n_classes, method=method, tolerance=1e-7)


def test_by_hand(share, Examples):
    """Through (0, 0), (1, 2), (2, 4): at 3 it is 6. With a penalty of 2, the slope is 4 / (2 + 2) about (1, 2): 4."""
    X, y = np.array([[0.0], [1.0], [2.0], [3.0], [9.0]]), np.array([0.0, 2.0, 4.0, -5.0, 100.0])
    folds = np.array([[-1, -1, -1, 0, -2]], dtype=np.int32)
    for estimator, expected in ((LinearRegression(), 6.0), (Ridge(2.0), 4.0)):
        answers = share(estimator, Examples(X=X, y=y, n_classes=0)).answers(folds, "predict")
        assert answers.values[0, 3] == pytest.approx(expected)
        assert not answers.unsure.any()


def test_dependent_columns_are_unsure(share, Examples):
    """The second column is constant but for one example; where that is tested, training knows one column only."""
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.normal(size=20), np.arange(20) == 3]).astype(float)
    folds = (np.arange(20, dtype=np.int32) % 4)[np.newaxis]
    shared = share(LinearRegression(), Examples(X=X, y=rng.normal(size=20), n_classes=0))
    np.testing.assert_array_equal(shared.answers(folds, "predict").unsure, folds == 3)


def test_a_class_that_training_lacks_is_unsure(share, Examples):
    X, y = np.random.default_rng(0).normal(size=(9, 2)), np.array([0, 1, 2, 0, 1, 0, 1, 0, 1])
    folds = (np.arange(9, dtype=np.int32) % 3)[np.newaxis]
    answers = share(RidgeClassifier(), Examples(X=X, y=y, n_classes=3)).answers(folds, "predict")
    np.testing.assert_array_equal(answers.unsure, folds == 2)


def test_small_blocks_change_nothing(builtin, deal, monkeypatch, share, Examples):
    X, y = builtin["wine"]
    shared = share(RidgeClassifier(), Examples(X=X, y=y, n_classes=3))
    folds = deal(0, len(y), n_repeats=3)
    whole = shared.answers(folds, "decision_function").values
    monkeypatch.setattr("foldwise.sharing._blocks._BLOCK_BYTES", 1 << 16)
    np.testing.assert_allclose(shared.answers(folds, "decision_function").values, whole, rtol=1e-9)


@pytest.mark.parametrize(
    "estimator",
    [
        LinearRegression(positive=True),
        Ridge(0.0),
        Ridge(solver="lsqr"),
        Ridge(positive=True),
        Ridge(alpha=np.ones(1)),
        make_pipeline(StandardScaler(), Ridge(fit_intercept=False)),
    ],
)
def test_what_is_not_shared(estimator, builtin, share, Examples):
    X, y = builtin["diabetes"]
    assert share(estimator, Examples(X=X, y=y, n_classes=0)) is None


def test_class_weights_are_not_shared(builtin, share, Examples):
    X, y = builtin["iris"]
    assert share(RidgeClassifier(class_weight="balanced"), Examples(X=X, y=y, n_classes=3)) is None
