"""Tables that folds make without fitting the steps before a learner: the same to the last bit, or not made at all."""

import warnings

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.compose import ColumnTransformer, make_column_selector, make_column_transformer
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_selection import SelectKBest
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import (
    FunctionTransformer,
    MinMaxScaler,
    OneHotEncoder,
    OrdinalEncoder,
    RobustScaler,
    StandardScaler,
)
from sklearn.tree import DecisionTreeClassifier

from foldwise.evaluation import evaluate

SCHEME = "2x3"
NUMBERS = make_column_selector(dtype_include=np.number)
OTHERS = make_column_selector(dtype_exclude=np.number)


def encoders():
    imputed = make_pipeline(SimpleImputer(strategy="most_frequent"), OneHotEncoder(handle_unknown="ignore"))
    dense = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    return {
        "imputed": imputed,
        "sparse": OneHotEncoder(handle_unknown="ignore"),
        "dense": dense,
        "dropped": OneHotEncoder(drop="first", handle_unknown="ignore"),
        "binary": OneHotEncoder(drop="if_binary", handle_unknown="ignore", sparse_output=False),
        "strict": OneHotEncoder(),
        "ordinal": OrdinalEncoder(),
        "ordinal, unknown": OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-7),
    }


def scalers():
    return {
        "median": make_pipeline(SimpleImputer(strategy="median"), StandardScaler()),
        "mean": make_pipeline(SimpleImputer(), MinMaxScaler()),
        "kept": SimpleImputer(strategy="median", keep_empty_features=True),
        "robust": make_pipeline(SimpleImputer(), RobustScaler()),
        "none": "passthrough",
    }


def check(job, fold_tables, *, least_made=1):
    """Compare the tables of all folds with those that the steps make; count the folds of which they are made."""
    pairs = job.assignment.pairs()
    tables = fold_tables(job, pairs)
    assert tables is not None
    n_made = 0
    for pair in pairs:
        train, test = job.assignment.split(*pair)
        steps = clone(Pipeline(job.estimator.steps[: tables.n_steps]))
        made = tables.make(train, test)
        with warnings.catch_warnings(record=True) as heard:
            warnings.simplefilter("always")
            try:
                expected = steps.fit_transform(job.X.iloc[train]), steps.transform(job.X.iloc[test])
            except ValueError:
                expected = None
        if made is None:
            assert expected is None or heard
            continue
        assert expected is not None
        assert not heard
        n_made += 1
        for ours, theirs in zip(made, expected, strict=True):
            assert type(ours) is type(theirs)
            for a, b in zip(*map(arrays, (ours, theirs)), strict=True):
                assert (a.dtype, a.shape, a.tobytes()) == (b.dtype, b.shape, b.tobytes())
                assert a.flags.c_contiguous == b.flags.c_contiguous
    assert n_made >= least_made
    return n_made


def arrays(table):
    return [table.data, table.indices, table.indptr] if sparse.issparse(table) else [table]


COMBINATIONS = [*((scaler, "imputed") for scaler in scalers()), *(("mean", encoder) for encoder in encoders())]


@pytest.mark.parametrize(("scaler", "encoder"), COMBINATIONS)
@pytest.mark.parametrize("seed", range(2))
def test_every_fold_of_every_preparation_is_the_same_to_the_last_bit(
    scaler, encoder, seed, make_job, fold_tables, mixed_table
):
    X, y = mixed_table(sum(map(ord, scaler + encoder)) + seed)
    preparation = make_column_transformer((scalers()[scaler], NUMBERS), (encoders()[encoder], OTHERS))
    # One text occurs once: the fold that tests it is an error, or warned of.
    strict = encoder in ("dropped", "binary", "strict", "ordinal")
    n_made = check(make_job(make_pipeline(preparation, GaussianNB()), X, y), fold_tables)
    assert n_made == 6 or (strict and n_made >= 2)


@pytest.mark.parametrize("seed", range(10))
def test_columns_may_be_named_in_many_ways(seed, make_job, fold_tables, mixed_table):
    X, y = mixed_table(seed, n=40, gaps=0.3)
    impute = SimpleImputer(strategy=["mean", "median"][seed % 2])
    encode = OneHotEncoder(handle_unknown="ignore")
    chosen = [[0, 2], slice(0, 1), ["tenths", "real"], np.array([True, False, True, False, False, False]), [-6]][
        seed % 5
    ]
    transformer = ColumnTransformer(
        [("numbers", impute, chosen), ("none", "drop", ["count"]), ("texts", encode, ["rare", "text"])],
        remainder=[encode, "drop"][seed // 5],
        sparse_threshold=seed / 10,
    )
    check(
        make_job(make_pipeline(transformer, StandardScaler(with_mean=False), GaussianNB()), X, y),
        fold_tables,
        least_made=6,
    )


def test_tables_of_numbers_in_either_layout(make_job, fold_tables, mixed_table):
    X, y = mixed_table(1)
    numbers = X[["real", "tenths"]]
    learner = make_pipeline(SimpleImputer(), StandardScaler(), LogisticRegression())
    check(make_job(learner, numbers, y), fold_tables, least_made=6)
    check(make_job(learner, pd.DataFrame(np.ascontiguousarray(numbers)), y), fold_tables, least_made=6)
    check(make_job(learner, pd.DataFrame(np.asfortranarray(numbers)), y), fold_tables, least_made=6)
    assert fold_tables(make_job(LogisticRegression(), numbers.fillna(0), y), [(0, 0)]).n_steps == 0


LEARNERS = {
    "logistic": LogisticRegression(),
    "ridge": RidgeClassifier(solver="svd"),
    "nearest": KNeighborsClassifier(3),
    "bayes": GaussianNB(),
    "tree": DecisionTreeClassifier(),
    "forest": RandomForestClassifier(5),
    "chosen": make_pipeline(SelectKBest(k=2), LogisticRegression()),
}


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("prepared", [True, False])
def test_runs_are_the_same_with_and_without(name, prepared, make_job, fold_tables, mixed_table):
    X, y = mixed_table(3)
    learner = LEARNERS[name]
    if prepared:
        scaler, encoder = scalers()["median"], encoders()["imputed"]
        learner = make_pipeline(make_column_transformer((scaler, NUMBERS), (encoder, OTHERS)), learner)
    elif name == "chosen":
        learner = make_pipeline(SimpleImputer(), learner)
        X = X[["real", "count", "tenths"]]
    job = make_job(learner, X, y)
    assert fold_tables(job, job.assignment.pairs()) is not None
    options = {"scheme": SCHEME, "seed": 1, "probabilities": name != "ridge"}
    together, apart = (evaluate({"a": learner}, X, y, sharing=sharing, **options) for sharing in (True, False))
    assert not apart.failures
    np.testing.assert_array_equal(together.predictions, apart.predictions)
    if name != "ridge":
        np.testing.assert_array_equal(together.responses, apart.responses)
    assert together.learners[0].shared == 0


def test_two_processes_get_the_same_tables(mixed_table):
    X, y = mixed_table(4)
    run, apart = (
        evaluate([LogisticRegression()], X, y, scheme=SCHEME, seed=1, n_jobs=n, sharing=n > 1) for n in (2, 1)
    )
    np.testing.assert_array_equal(run.predictions, apart.predictions)


def test_a_fold_that_fails_fails_in_the_same_words(mixed_table):
    X, y = mixed_table(5)
    learner = make_pipeline(make_column_transformer((OneHotEncoder(), ["rare"])), GaussianNB())
    together, apart = (evaluate([learner], X, y, scheme=SCHEME, seed=1, sharing=sharing) for sharing in (True, False))
    assert [failure.error for failure in together.failures] == [failure.error for failure in apart.failures]
    assert "unknown categories" in together.failures[0].error
    assert len(together.failures) == 2


@pytest.mark.parametrize(
    "learner",
    [
        make_pipeline(FunctionTransformer(np.abs), GaussianNB()),
        make_pipeline(SimpleImputer(add_indicator=True), GaussianNB()),
        make_pipeline(SimpleImputer(strategy="constant"), GaussianNB()),
        make_pipeline(SimpleImputer(), GaussianNB(), memory="somewhere"),
        make_pipeline(make_column_transformer((OneHotEncoder(min_frequency=3), [0])), GaussianNB()),
        make_pipeline(make_column_transformer(("passthrough", "real")), GaussianNB()),
        make_pipeline(SimpleImputer().set_output(transform="pandas"), GaussianNB()),
    ],
)
def test_what_is_not_known_is_fitted(learner, make_job, fold_tables, mixed_table):
    X, y = mixed_table(6)
    assert fold_tables(make_job(learner, X[["real", "tenths"]], y), [(0, 0)]) is None


def test_a_part_that_is_off_in_the_last_digit_is_found_out(monkeypatch, make_job, fold_tables, mixed_table):
    X, y = mixed_table(7)
    learner = make_pipeline(SimpleImputer(strategy="median"), LogisticRegression())
    job = make_job(learner, X[["real", "tenths"]], y)
    assert fold_tables(job, [(0, 0)]) is not None
    monkeypatch.setattr("foldwise.sharing._table_parts._median", lambda v: np.nextafter(np.nanmedian(v), np.inf))
    assert fold_tables(job, [(0, 0)]) is None


def test_a_column_that_is_empty_in_training_is_left_to_the_imputer(make_job, fold_tables, mixed_table):
    X, y = mixed_table(8, n=12)
    X.loc[1:, "real"] = np.nan
    X.loc[0, "real"] = 1.0
    job = make_job(make_pipeline(SimpleImputer(), GaussianNB()), X[["real", "tenths"]], y)
    tables, assignment = fold_tables(job, job.assignment.pairs()), job.assignment
    assert tables is not None
    given_up = [tables.make(*assignment.split(0, fold)) is None for fold in range(3)]
    assert given_up == [fold == assignment.folds[0, 0] for fold in range(3)]
