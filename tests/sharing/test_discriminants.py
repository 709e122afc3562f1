import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler

METHODS = ["predict", "predict_proba", "decision_function"]
SCALERS = [None, StandardScaler(), MinMaxScaler()]


def behind(scaler, estimator):
    return estimator if scaler is None else make_pipeline(scaler, estimator)


@pytest.mark.parametrize("name", ["iris", "wine", "wdbc", "balance", "digits"])
@pytest.mark.parametrize("method", METHODS)
def test_linear_on_real_tables(name, method, builtin, deal, compare):
    """Digits has columns that are constant in all folds and some that are constant where one example is tested."""
    X, y = builtin[name]
    estimator = LinearDiscriminantAnalysis()
    assert compare(estimator, X, y, deal(0, len(y)), n_classes=y.max() + 1, method=method) == 0


@pytest.mark.parametrize("name", ["iris", "wine", "balance"])
@pytest.mark.parametrize("method", METHODS)
def test_quadratic_on_real_tables(name, method, builtin, deal, compare):
    X, y = builtin[name]
    estimator = QuadraticDiscriminantAnalysis()
    assert compare(estimator, X, y, deal(0, len(y)), n_classes=y.max() + 1, method=method) == 0


@pytest.mark.parametrize("solver", ["lsqr", "eigen"])
def test_other_solvers(solver, builtin, deal, compare):
    for name in ("iris", "balance"):
        X, y = builtin[name]
        for method in ("predict", "predict_proba"):
            estimator = LinearDiscriminantAnalysis(solver=solver)
            assert compare(estimator, X, y, deal(0, len(y)), n_classes=3, method=method) == 0
    X, y = builtin["iris"]
    estimator = QuadraticDiscriminantAnalysis(solver="eigen")
    for method in METHODS:
        assert compare(estimator, X, y, deal(0, len(y)), n_classes=3, method=method) == 0


@pytest.mark.parametrize("scaler", SCALERS)
@pytest.mark.parametrize("method", METHODS)
def test_regularised_and_with_priors(scaler, method, builtin, deal, compare):
    X, y = builtin["wine"]
    for estimator in (
        QuadraticDiscriminantAnalysis(reg_param=0.1, priors=[0.2, 0.3, 0.5]),
        LinearDiscriminantAnalysis(priors=[0.2, 0.3, 0.5]),
    ):
        assert compare(behind(scaler, estimator), X, y, deal(1, len(y)), n_classes=3, method=method) == 0


def test_scaled_wdbc(builtin, deal, compare):
    """As they come, variances of its columns are below `tol` and scikit-learn refuses; scaled, they are not."""
    X, y = builtin["wdbc"]
    X = X[:, 3:10]
    estimator = make_pipeline(StandardScaler(), QuadraticDiscriminantAnalysis())
    assert compare(estimator, X, y, deal(1, len(y)), n_classes=2) == 0
    assert compare(QuadraticDiscriminantAnalysis(), X, y, deal(1, len(y), n_repeats=1), n_classes=2) == 1


@given(
    seed=st.integers(0, 2**32 - 1),
    solver=st.sampled_from(["svd", "lsqr", "eigen"]),
    method=st.sampled_from(METHODS),
    scaler=st.sampled_from(SCALERS),
)
@settings(max_examples=30)
def test_linear_on_hostile_tables(seed, solver, method, scaler, hostile_table, compare, share, Examples):
    X, y, folds, n_classes = hostile_table(seed)
    estimator = LinearDiscriminantAnalysis(solver=solver)
    shared = share(behind(scaler, estimator), Examples(X=X, y=y, n_classes=n_classes))
    if shared is not None and method in shared.methods:
        compare(behind(scaler, estimator), X, y, folds, n_classes=n_classes, method=method, tolerance=1e-7)


@given(
    seed=st.integers(0, 2**32 - 1),
    solver=st.sampled_from(["svd", "eigen"]),
    reg_param=st.sampled_from([0.0, 0.01, 0.5]),
    method=st.sampled_from(METHODS),
    scaler=st.sampled_from(SCALERS),
)
@settings(max_examples=30)
def test_quadratic_on_hostile_tables(seed, solver, reg_param, method, scaler, hostile_table, compare):
    X, y, folds, n_classes = hostile_table(seed)
    estimator = QuadraticDiscriminantAnalysis(solver=solver, reg_param=reg_param)
    compare(behind(scaler, estimator), X, y, folds, n_classes=n_classes, method=method, tolerance=1e-7)


@given(seed=st.integers(0, 2**32 - 1), n_classes=st.integers(2, 4), method=st.sampled_from(METHODS))
def test_small_normal_samples(seed, n_classes, method, compare):
    """Nothing odd about these but their size: most folds are answered."""
    rng = np.random.default_rng(seed)
    y = np.arange(60) % n_classes
    X = rng.normal(size=(60, 3)) + rng.normal(size=(n_classes, 3))[y]
    folds = rng.integers(-2, 5, (2, 60)).astype(np.int32)
    for estimator in (LinearDiscriminantAnalysis(), QuadraticDiscriminantAnalysis()):
        assert compare(estimator, X, y, folds, n_classes=n_classes, method=method) < 0.5


def test_linear_by_hand(share, Examples):
    """Means 0 and 4, variance 1, equal priors: the decision value at x is 4 (x - 2)."""
    X = np.array([[-1.0], [1.0], [3.0], [5.0], [2.5], [40.0]])
    shared = share(LinearDiscriminantAnalysis(), Examples(X=X, y=np.array([0, 0, 1, 1, 0, 0]), n_classes=2))
    folds = np.array([[-1, -1, -1, -1, 0, -2]], dtype=np.int32)
    assert shared.answers(folds, "decision_function").values[0, 4] == pytest.approx([-2.0, 2.0])
    assert shared.answers(folds, "predict_proba").values[0, 4, 1] == pytest.approx(1 / (1 + np.exp(-2)))
    assert not shared.answers(folds, "predict").unsure.any()


def test_quadratic_by_hand(share, Examples):
    """Variances 1 and 4 about 0: at 2, -2 against -1/2 - log 2."""
    X = np.array([[-1.0], [1.0], [-2.0], [2.0], [2.0]])
    shared = share(QuadraticDiscriminantAnalysis(), Examples(X=X, y=np.array([0, 0, 1, 1, 0]), n_classes=2))
    folds = np.array([[-1, -1, -1, -1, 0]], dtype=np.int32)
    expected = -0.5 - np.log(2) + 2
    assert shared.answers(folds, "decision_function").values[0, 4, 1] == pytest.approx(expected)


def test_a_class_that_does_not_vary_is_unsure_whatever_the_tolerance(compare):
    """All of class 0 that is trained on is 2.0, which scikit-learn refuses; by subtraction its variance is 1e-17."""
    rng = np.random.default_rng(0)
    y = np.arange(40) % 2
    X = np.where(y == 0, 2.0, rng.normal(size=40))[:, np.newaxis]
    X[:6] = rng.normal(size=(6, 1))
    folds = np.where(np.arange(40) < 10, 0, -1)[np.newaxis].astype(np.int32)
    assert compare(QuadraticDiscriminantAnalysis(tol=0.0), X, y, folds, n_classes=2) == 1.0


def test_a_tie_is_unsure(share, Examples):
    X = np.array([[-1.0], [1.0], [3.0], [5.0], [2.0]])
    folds = np.array([[-1, -1, -1, -1, 0]], dtype=np.int32)
    for estimator in (LinearDiscriminantAnalysis(), QuadraticDiscriminantAnalysis()):
        shared = share(estimator, Examples(X=X, y=np.array([0, 0, 1, 1, 0]), n_classes=2))
        np.testing.assert_array_equal(shared.answers(folds, "predict").unsure, [[0, 0, 0, 0, 1]])


@pytest.mark.parametrize(
    "estimator",
    [
        LinearDiscriminantAnalysis(solver="lsqr", shrinkage=0.1),
        LinearDiscriminantAnalysis(solver="eigen", priors=[0.2, 0.3, 0.5]),
        LinearDiscriminantAnalysis(n_components=3),
        LinearDiscriminantAnalysis(tol=0.0),
        LinearDiscriminantAnalysis(priors=[0.5, 0.5, 0.5]),
        QuadraticDiscriminantAnalysis(solver="eigen", shrinkage=0.1),
        QuadraticDiscriminantAnalysis(priors=[0.0, 0.5, 0.5]),
    ],
)
def test_what_is_not_shared(estimator, builtin, share, Examples):
    X, y = builtin["iris"]
    assert share(estimator, Examples(X=X, y=y, n_classes=3)) is None
