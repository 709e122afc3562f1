import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.preprocessing import MaxAbsScaler, MinMaxScaler, RobustScaler, StandardScaler

from foldwise.sharing._pipeline import fold_scaler

SCALERS = [
    StandardScaler(),
    StandardScaler(with_mean=False),
    StandardScaler(with_std=False),
    MinMaxScaler(),
    MinMaxScaler(feature_range=(-1, 3)),
    MaxAbsScaler(),
]


def assert_same(transformer, X, folds):
    """Compare with a clone fitted on every training part; tell whether any fold is doubtful."""
    scaler = fold_scaler(transformer, X)
    shift, scale = scaler.maps(folds)
    doubtful = scaler.doubtful(folds)
    assert np.isfinite(shift).all()
    assert (scale > 0).all()
    for repeat, row in enumerate(folds):
        for fold in range(folds.max() + 1):
            train = (row >= -1) & (row != fold)
            if doubtful[repeat, fold] or not train.any():
                continue
            expected = clone(transformer).fit(X[train]).transform(X)
            # Columns far from zero lose digits in scikit-learn, too: at most 1e-9, or they are doubtful.
            np.testing.assert_allclose((X - shift[repeat, fold]) / scale[repeat, fold], expected, rtol=1e-9, atol=2e-9)
    return doubtful.any()


@pytest.mark.parametrize("transformer", SCALERS, ids=str)
@pytest.mark.parametrize("name", ["iris", "wine", "wdbc", "balance", "digits"])
def test_real_tables(transformer, name, builtin, deal):
    X, y = builtin[name]
    # Digits have pixels that a single example has switched on: constant once it is tested, and known to be.
    assert not assert_same(transformer, X, deal(0, len(y)))


@given(seed=st.integers(0, 2**32 - 1), transformer=st.sampled_from(SCALERS))
@settings(max_examples=40, deadline=None)
def test_hostile_tables(seed, transformer, hostile_table):
    X, _, folds, _ = hostile_table(seed)
    assert_same(transformer, X, folds)


def test_standard_by_hand():
    """Trained on 1 and 3: mean 2, standard deviation 1."""
    shift, scale = fold_scaler(StandardScaler(), np.array([[1.0], [3.0], [11.0]])).maps(np.array([[-1, -1, 0]]))
    assert (shift[0, 0, 0], scale[0, 0, 0]) == pytest.approx((2.0, 1.0))


def test_ranges_by_hand():
    """Trained on 1 and 3 the range is 2 wide; the largest magnitude 3."""
    X, folds = np.array([[1.0], [3.0], [-11.0], [20.0]]), np.array([[-1, -1, 0, -2]])
    shift, scale = fold_scaler(MinMaxScaler(), X).maps(folds)
    assert (shift[0, 0, 0], scale[0, 0, 0]) == (1.0, 2.0)
    shift, scale = fold_scaler(MaxAbsScaler(), X).maps(folds)
    assert (shift[0, 0, 0], scale[0, 0, 0]) == (0.0, 3.0)


def test_extremes_beyond_the_candidates():
    """All of the lowest and highest values are tested at once, so that they are looked for among the rest."""
    X = np.arange(100.0)[:, np.newaxis]
    folds = np.where((X[:, 0] < 40) | (X[:, 0] > 70), 0, 1)[np.newaxis].astype(np.int32)
    shift, scale = fold_scaler(MinMaxScaler(), X).maps(folds)
    np.testing.assert_array_equal(shift[0, :, 0], [40.0, 0.0])
    np.testing.assert_array_equal(scale[0, :, 0], [30.0, 99.0])


def test_a_column_that_only_a_fold_makes_constant():
    """At the value that most examples hold it is known to be constant, at another it is not."""
    folds = np.array([[0, 1, -1, 1], [0, 1, -1, 0]], dtype=np.int32)
    usual = fold_scaler(StandardScaler(), np.array([[0.1], [0.1], [0.1], [5.0]]))
    assert not usual.doubtful(folds).any()
    assert usual.maps(folds)[1][0, 1, 0] == 1
    unusual = fold_scaler(StandardScaler(), np.array([[0.1], [5.5], [0.1], [5.5]]))
    np.testing.assert_array_equal(unusual.doubtful(folds), [[False, True], [False, False]])


@pytest.mark.parametrize(
    "transformer",
    [RobustScaler(), MinMaxScaler(clip=True), MinMaxScaler(feature_range=(1, 0)), MinMaxScaler(feature_range=[0, 1])],
    ids=str,
)
def test_what_is_not_shared(transformer):
    assert fold_scaler(transformer, np.eye(3)) is None
