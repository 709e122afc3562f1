import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import config_context
from sklearn.decomposition import PCA
from sklearn.naive_bayes import BernoulliNB, GaussianNB, MultinomialNB
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import (
    Binarizer,
    FunctionTransformer,
    MaxAbsScaler,
    MinMaxScaler,
    Normalizer,
    PolynomialFeatures,
    QuantileTransformer,
    StandardScaler,
)

PIPELINES = [
    make_pipeline(StandardScaler(), GaussianNB()),
    make_pipeline(MinMaxScaler(feature_range=(-1, 1)), GaussianNB(var_smoothing=0.01)),
    make_pipeline(MaxAbsScaler(), "passthrough", GaussianNB()),
    make_pipeline(Normalizer(copy=False), GaussianNB()),
    make_pipeline(PolynomialFeatures(2, include_bias=False), StandardScaler(), GaussianNB()),
    make_pipeline(FunctionTransformer(np.square), Binarizer(threshold=2.0), BernoulliNB()),
    make_pipeline(FunctionTransformer(), None, make_pipeline(FunctionTransformer(np.abs), MultinomialNB())),
    make_pipeline(StandardScaler(), make_pipeline("passthrough", GaussianNB())),
]


@pytest.mark.parametrize("name", ["iris", "wine", "wdbc", "balance"])
@pytest.mark.parametrize("method", ["predict", "predict_proba"])
@pytest.mark.parametrize("pipeline", PIPELINES, ids=str)
def test_real_tables(name, method, pipeline, builtin, deal, compare):
    X, y = builtin[name]
    before = X.copy()
    assert compare(pipeline, X, y, deal(0, len(y)), n_classes=y.max() + 1, method=method) < 0.01
    np.testing.assert_array_equal(X, before)


@given(
    seed=st.integers(0, 2**32 - 1),
    pipeline=st.sampled_from(PIPELINES),
    method=st.sampled_from(["predict", "predict_proba"]),
)
@settings(max_examples=40, deadline=None)
def test_hostile_tables(seed, pipeline, method, hostile_table, compare):
    X, y, folds, k = hostile_table(seed)
    assert compare(pipeline, X, y, folds, n_classes=k, method=method) is not None


def test_the_floor_of_variances_is_that_of_scaled_columns(share, Examples):
    """Unscaled, the second column's variance of 1e12 would give the first a floor of 1000, which hides it."""
    rng = np.random.default_rng(0)
    y = np.arange(40) % 2
    X = np.column_stack([y + 0.1 * rng.normal(size=40), 1e6 * rng.normal(size=40)])
    folds = (np.arange(40) % 5)[np.newaxis].astype(np.int32)
    examples = Examples(X=X, y=y, n_classes=2)
    scaled = share(make_pipeline(StandardScaler(), GaussianNB()), examples).answers(folds, "predict")
    np.testing.assert_array_equal(scaled.values[0], y)
    assert (share(GaussianNB(), examples).answers(folds, "predict").values[0] != y).sum() > 5


@pytest.mark.parametrize(
    "pipeline",
    [
        make_pipeline(PCA(1), GaussianNB()),
        make_pipeline(QuantileTransformer(), GaussianNB()),
        make_pipeline(StandardScaler(), Normalizer(), GaussianNB()),
        make_pipeline(StandardScaler(), MinMaxScaler(), GaussianNB()),
        make_pipeline(StandardScaler(), make_pipeline(MinMaxScaler(), GaussianNB())),
        make_pipeline(StandardScaler(), MultinomialNB()),
        make_pipeline(FunctionTransformer(lambda X: X - X.mean(axis=0)), GaussianNB()),
        make_pipeline(FunctionTransformer(np.log), GaussianNB()),
        make_pipeline(FunctionTransformer(np.log1p, inverse_func=np.expm1), GaussianNB()),
        make_pipeline(Normalizer(norm="l3"), GaussianNB()),
        make_pipeline(StandardScaler().set_output(transform="pandas"), GaussianNB()),
        make_pipeline(StandardScaler(), "passthrough"),
        Pipeline([("scaler", StandardScaler()), ("learner", GaussianNB())], memory="cache"),
        Pipeline([("scaler", StandardScaler()), ("learner", GaussianNB())], verbose=True),
    ],
)
def test_what_is_not_shared(pipeline, share, Examples):
    X = np.random.default_rng(0).normal(size=(20, 3))
    assert share(pipeline, Examples(X=X, y=np.arange(20) % 2, n_classes=2)) is None


def test_squares_of_large_numbers_are_not_shared(share, Examples):
    """Of 64 bits, the square of 4e9 overflows if the table came as integers, which cannot be seen here."""
    X, y = np.arange(20.0)[:, np.newaxis], np.arange(20) % 2
    pipeline = make_pipeline(FunctionTransformer(np.square), GaussianNB())
    assert share(pipeline, Examples(X=X, y=y, n_classes=2)) is not None
    assert share(pipeline, Examples(X=4e9 * X, y=y, n_classes=2)) is None


def test_frames_between_steps_are_not_shared(share, Examples):
    with config_context(transform_output="pandas"):
        examples = Examples(X=np.eye(4), y=np.arange(4) % 2, n_classes=2)
        assert share(make_pipeline(Normalizer(), GaussianNB()), examples) is None


def test_a_doubtful_scale_makes_its_fold_unsure(share, Examples):
    """Far from zero a scaled value has lost its last digits, however clear the classes are to the learner behind."""
    y = np.arange(20) % 2
    X = 1e12 + 1e3 * y[:, np.newaxis] + np.arange(20.0)[:, np.newaxis]
    folds = np.where(np.arange(20) < 4, 0, -1)[np.newaxis].astype(np.int32)
    examples = Examples(X=X, y=y, n_classes=2)
    assert not share(GaussianNB(), examples).answers(folds, "predict").unsure.any()
    scaled = share(make_pipeline(StandardScaler(), GaussianNB()), examples).answers(folds, "predict")
    np.testing.assert_array_equal(scaled.unsure, folds == 0)
