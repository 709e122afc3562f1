"""Ridge regression behind imputers, encoders and scalers: what all folds together say, beside each fitted by itself."""

import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import Ridge, RidgeClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, OneHotEncoder, OrdinalEncoder, StandardScaler

from foldwise.evaluation import evaluate

NUMBERS = make_column_selector(dtype_include=np.number)
OTHERS = make_column_selector(dtype_exclude=np.number)
SCALERS = {
    "median": make_pipeline(SimpleImputer(strategy="median"), StandardScaler()),
    "mean": make_pipeline(SimpleImputer(), StandardScaler()),
    "kept": make_pipeline(SimpleImputer(strategy="median", keep_empty_features=True), StandardScaler(with_std=False)),
    "unscaled": SimpleImputer(strategy="median"),
}
ENCODERS = {
    "imputed": make_pipeline(SimpleImputer(strategy="most_frequent"), OneHotEncoder(handle_unknown="ignore")),
    "sparse": OneHotEncoder(handle_unknown="ignore"),
    "dense": OneHotEncoder(handle_unknown="ignore", sparse_output=False),
    "first": OneHotEncoder(drop="first", handle_unknown="ignore"),
    "binary": OneHotEncoder(drop="if_binary", handle_unknown="ignore", sparse_output=False),
    "strict": OneHotEncoder(),
    "scaled": make_pipeline(OneHotEncoder(handle_unknown="ignore", sparse_output=False), StandardScaler()),
}


def prepared(learner, scaler="median", encoder="imputed", **options):
    return make_pipeline(
        make_column_transformer((SCALERS[scaler], NUMBERS), (ENCODERS[encoder], OTHERS), **options), learner
    )


def check(share_job, job, folds, method, *, tolerance=1e-9):
    """Compare with every fold fitted by itself; count the folds of which all is sure, None if nothing is shared."""
    shared = share_job(job)
    if shared is None:
        return None
    answers, y = shared.answers(folds, method), job.target.values
    n_sure = 0
    for row, values, unsure in zip(folds, answers.values, answers.unsure, strict=True):
        for fold in range(row.max() + 1):
            train, test = np.flatnonzero((row >= -1) & (row != fold)), np.flatnonzero(row == fold)
            if not len(test):
                continue
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("error")
                    fitted = clone(job.estimator).fit(job.X.iloc[train], y[train])
                    expected = getattr(fitted, method)(job.X.iloc[test])
            except (ValueError, Warning):
                assert unsure[test].any()
                continue
            sure = ~unsure[test]
            n_sure += sure.all()
            if not sure.any():
                continue
            if expected.dtype.kind == "i":
                np.testing.assert_array_equal(values[test][sure], expected[sure])
                continue
            if method == "decision_function" and expected.ndim == 1:
                expected = np.column_stack([-expected, expected])
            np.testing.assert_allclose(values[test][sure], expected[sure], rtol=tolerance, atol=tolerance)
    return n_sure


COMBINATIONS = [*((scaler, "imputed") for scaler in SCALERS), *(("mean", encoder) for encoder in ENCODERS)]


@pytest.mark.parametrize(("scaler", "encoder"), COMBINATIONS)
@pytest.mark.parametrize("n_classes", [0, 2, 3])
def test_every_preparation(scaler, encoder, n_classes, make_job, share_job, mixed_table, deal):
    X, y = mixed_table(sum(map(ord, scaler + encoder)))
    rng = np.random.default_rng(n_classes)
    y = rng.integers(0, n_classes, len(y)) if n_classes else y * 3 + rng.normal(size=len(y))
    job = make_job(prepared(RidgeClassifier() if n_classes else Ridge(), scaler, encoder), X, y)
    folds = deal(0, len(y), n_folds=5)
    # One text occurs once: the fold that tests it is an error, or warned of; in another a rare one is.
    least = 10 if encoder in ("imputed", "sparse", "dense", "scaled") else 5
    for method in ("predict", "decision_function") if n_classes else ("predict",):
        assert check(share_job, job, folds, method) >= least


@given(
    seed=st.integers(0, 2**32 - 1),
    alpha=st.sampled_from([1e-9, 1e-3, 1.0, 100]),
    scaler=st.sampled_from(sorted(SCALERS)),
    encoder=st.sampled_from(sorted(ENCODERS)),
    n_classes=st.sampled_from([0, 2, 3]),
    threshold=st.sampled_from([0.0, 0.3, 0.5, 0.6, 1.0]),
)
@settings(max_examples=25)
def test_hostile_tables(seed, alpha, scaler, encoder, n_classes, threshold, make_job, share_job):
    """Small tables with ties, gaps, constant columns, rare categories, and folds that leave examples out."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(9, 40))
    numbers = [
        rng.integers(0, 3, n).astype(float),
        np.where(rng.random(n) < 0.9, 2.0, 1e6),
        np.full(n, rng.choice([0.0, 0.1])),
        rng.normal(size=n) + rng.choice([0.0, 1e4, 1e9]),
        rng.normal(size=n) * 10.0 ** rng.integers(-9, 9),
    ]
    texts = [rng.choice(list("abc"), n), np.where(np.arange(n) == 3, "once", "else"), np.full(n, "same")]
    columns = [numbers[i] for i in rng.integers(0, 5, rng.integers(1, 4))]
    columns += [texts[i].astype(object) for i in rng.integers(0, 3, rng.integers(1, 3))]
    X = pd.DataFrame({f"x{place}": column for place, column in enumerate(columns)})
    for name in X:
        X.loc[(rng.random(n) < rng.choice([0, 0.3, 0.9])) & (np.arange(n) > 0), name] = np.nan
    y = rng.integers(0, n_classes, n) if n_classes else rng.normal(size=n)
    if len(set(y)) < 2:
        return
    learner = RidgeClassifier(alpha) if n_classes else Ridge(alpha)
    job = make_job(prepared(learner, scaler, encoder, sparse_threshold=threshold), X, y)
    folds = rng.integers(rng.choice([-2, -1, 0]), 4, (2, n)).astype(np.int32)
    method = "decision_function" if n_classes and rng.random() < 0.5 else "predict"
    check(share_job, job, folds, method, tolerance=1e-7)


def test_by_hand(make_job, share_job):
    """The gap is 2, the median of 1 and 3: with y = x the slope is 2 / (2 + 2) about (2, 2), and at 6 it is 4."""
    X = pd.DataFrame({"x": [1.0, np.nan, 3.0, 6.0, 50.0, 70.0]})
    y = np.array([1.0, 2.0, 3.0, -5.0, 9.0, 8.0])
    for strategy in ("median", "mean"):
        job = make_job(make_pipeline(SimpleImputer(strategy=strategy), Ridge(2.0)), X, y)
        shared = share_job(job)
        answers = shared.answers(np.array([[-1, -1, -1, 0, -2, -2]], dtype=np.int32), "predict")
        assert answers.values[0, 3] == pytest.approx(4.0)
        assert not answers.unsure.any()


def test_ties_are_filled_by_the_first_text(make_job, share_job, deal):
    """Without one of them the other is more frequent, so that folds fill gaps with different texts."""
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"text": np.array(["b", "a", "b", "a", None, None, "c", "c"] * 5, dtype=object), "x": range(40)})
    X["text"] = X["text"].where(X["text"].notna(), np.nan)
    job = make_job(prepared(Ridge()), X, rng.normal(size=40))
    assert check(share_job, job, deal(1, 40, n_folds=7), "predict") == 14


@pytest.mark.parametrize("threshold", [0.3, 0.4, 0.45, 0.5, 1.0])
def test_sparse_tables_are_solved_by_the_learner_itself(threshold, make_job, share_job, deal):
    """Two of five columns are filled where training has a category that occurs once, two of four where it has not."""
    X = pd.DataFrame({"x": np.random.default_rng(0).normal(size=30), "text": list("aabb" * 7 + "ab")})
    X.loc[0, "text"] = "c"
    X["text"] = X["text"].astype(object)
    job = make_job(prepared(Ridge(), encoder="sparse", sparse_threshold=threshold), X, np.arange(30) % 7.0)
    shared = share_job(job)
    assert (shared is None) == (threshold > 0.5)
    if shared is not None:
        folds = (np.arange(30, dtype=np.int32) % 5)[np.newaxis]
        # The columns are x, a, b and c; without the last one, three.
        unsure = shared.answers(folds, "predict").unsure
        np.testing.assert_array_equal(unsure, (folds != 0) & (threshold > 0.5))


def test_a_run_is_the_same_with_and_without(mixed_table):
    X, y = mixed_table(3, n=200)
    learner = prepared(RidgeClassifier())
    options = {"scheme": "3x5", "seed": 1}
    apart = evaluate([learner], X, y, sharing=False, **options)
    for n_jobs in (1, 2):
        together = evaluate([learner], X, y, n_jobs=n_jobs, **options)
        np.testing.assert_array_equal(together.predictions, apart.predictions)
        assert together.learners[0].shared == 1.0


def test_tables_that_foldwise_encodes_itself_are_shared(mixed_table):
    X, y = mixed_table(4, n=200)
    together, apart = (
        evaluate([Ridge()], X, y.astype(float), scheme="3x5", seed=1, sharing=sharing) for sharing in (True, False)
    )
    np.testing.assert_allclose(together.predictions, apart.predictions, rtol=1e-9, atol=1e-9)
    assert together.learners[0].shared == 1.0


def test_folds_that_fail_fail_in_the_same_words(mixed_table):
    X, y = mixed_table(5)
    learner = prepared(RidgeClassifier(), encoder="strict")
    together, apart = (evaluate([learner], X, y, scheme="2x3", seed=1, sharing=sharing) for sharing in (True, False))
    assert [failure.error for failure in together.failures] == [failure.error for failure in apart.failures]
    assert "unknown categories" in together.failures[0].error
    assert 0 < together.learners[0].shared < 1


@pytest.mark.parametrize(
    "learner",
    [
        RidgeClassifier(class_weight="balanced"),
        RidgeClassifier(solver="svd"),
        RidgeClassifier(solver="lsqr"),
        RidgeClassifier(fit_intercept=False),
        RidgeClassifier(alpha=0.0),
        RidgeClassifier(alpha=np.ones(1)),
        RidgeClassifier(positive=True, solver="lbfgs"),
    ],
)
def test_which_parameters_are_not_shared(learner, make_job, share_job, mixed_table):
    assert share_job(make_job(prepared(learner), *mixed_table(6))) is None


@pytest.mark.parametrize(
    "transformer",
    [
        make_column_transformer((OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1), ["rare"])),
        make_column_transformer((make_pipeline(SimpleImputer(), MinMaxScaler()), NUMBERS)),
        make_pipeline(OneHotEncoder(handle_unknown="ignore")),
        make_column_transformer((OneHotEncoder(handle_unknown="ignore"), OTHERS), sparse_threshold=1.0),
        make_column_transformer((make_column_transformer(("passthrough", ["count"])), ["count"])),
    ],
)
def test_which_steps_are_not_shared(transformer, make_job, share_job, mixed_table):
    job = make_job(make_pipeline(transformer, RidgeClassifier()), *mixed_table(6))
    assert share_job(job) is None


def test_wide_tables_are_not_shared(make_job, share_job, mixed_table, monkeypatch):
    job = make_job(prepared(RidgeClassifier()), *mixed_table(6))
    assert share_job(job) is not None
    monkeypatch.setattr("foldwise.sharing._read_columns._MOST_COLUMNS", 10)
    assert share_job(job) is None


def test_what_is_off_is_found_out(make_job, share_job, mixed_table, monkeypatch):
    job = make_job(prepared(RidgeClassifier()), *mixed_table(7))
    monkeypatch.setattr("foldwise.sharing._prepared_columns.NumberGaps.fills", lambda *_: (np.ones((1, 1)), False))
    assert share_job(job) is None


def test_small_blocks_change_nothing(make_job, share_job, mixed_table, deal, monkeypatch):
    X, y = mixed_table(8)
    shared = share_job(make_job(prepared(RidgeClassifier()), X, y))
    folds = deal(0, len(y), n_repeats=3)
    whole = shared.answers(folds, "decision_function").values
    monkeypatch.setattr("foldwise.sharing._blocks._BLOCK_BYTES", 1 << 16)
    np.testing.assert_allclose(shared.answers(folds, "decision_function").values, whole, rtol=1e-9)
