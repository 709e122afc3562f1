"""Columns by name, tables of other libraries, nullable columns: each as the same data given in the plain way."""

import numpy as np
import pandas as pd
import pytest
from sklearn.cluster import DBSCAN, KMeans
from sklearn.compose import make_column_transformer
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import HistGradientBoostingClassifier, IsolationForest
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.mixture import GaussianMixture
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier

import foldwise as fw
from foldwise.data import Dataset

LEARNERS = {"tree": DecisionTreeClassifier(max_depth=2), "chance": DummyClassifier()}
RNG = np.random.default_rng(5)
Y = np.arange(60) % 2
TABLE = pd.DataFrame(
    {"a": RNG.normal(size=60) + Y, "b": RNG.normal(size=60), "class": Y, "patient": np.arange(60) // 3}
)
PLAIN = TABLE[["a", "b"]]


class Arrow:
    """A table or a column of another library, of which only this is asked."""

    def __init__(self, held):
        self.held = held

    def to_pandas(self):
        return self.held.copy()


@pytest.mark.parametrize("form", [lambda table: table, Arrow], ids=["pandas", "other"])
def test_named_columns_are_those_columns(form):
    run = fw.evaluate(LEARNERS, form(TABLE), "class", groups="patient", scheme="2x5", seed=1)
    same = fw.evaluate(LEARNERS, PLAIN, Y, groups=TABLE["patient"], scheme="2x5", seed=1)
    assert run.data == same.data
    np.testing.assert_array_equal(run.assignment.folds, same.assignment.folds)
    np.testing.assert_array_equal(run.predictions, same.predictions)
    assert all(len(np.unique(folds)) == 1 for folds in run.assignment.folds[0].reshape(20, 3))
    assert list(TABLE) == ["a", "b", "class", "patient"]


def test_columns_of_other_libraries():
    run = fw.evaluate(LEARNERS, Arrow(PLAIN), Arrow(TABLE["class"]), groups=Arrow(TABLE["patient"]), scheme="2x5")
    same = fw.evaluate(LEARNERS, PLAIN, Y, groups=TABLE["patient"], scheme="2x5")
    np.testing.assert_array_equal(run.predictions, same.predictions)


def test_arrow_itself():
    table = pytest.importorskip("pyarrow").Table.from_pandas(TABLE)
    run = fw.evaluate(LEARNERS, table, "class", groups="patient", scheme="2x5", seed=1)
    assert run.data == fw.evaluate(LEARNERS, TABLE, "class", groups="patient", scheme="2x5", seed=1).data


def test_polars_itself():
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({name: TABLE[name].to_numpy() for name in TABLE})
    run = fw.evaluate(LEARNERS, frame, "class", groups="patient", scheme="2x5", seed=1)
    assert run.data == fw.evaluate(LEARNERS, PLAIN, Y, groups=TABLE["patient"], scheme="2x5", seed=1).data
    with pytest.raises(TypeError, match=r"X is a LazyFrame.*collect"):
        fw.evaluate(LEARNERS, frame.lazy(), "class")


def test_a_path_and_every_verb(tmp_path):
    path = tmp_path / "visits.csv"
    TABLE[["a", "b", "class"]].to_csv(path, index=False)
    verdict = fw.compare(LEARNERS, path, "class", scheme="2x5", seed=1)
    assert verdict.runs[0].data.name == "visits"
    assert fw.evaluate(LEARNERS, str(path), scheme="2x5", seed=1).data.n_attributes == 2
    settled = fw.compare(LEARNERS, TABLE, "class", groups="patient", seed=1)
    assert settled.runs[0].data.n_attributes == 2
    result = fw.replicate(LEARNERS, TABLE, "class", groups="patient", n=2, procedure=fw.Procedure("2x5"), seed=1)
    assert result.runs[0].data.n_attributes == 2


@pytest.mark.parametrize(
    ("X", "y", "groups", "match"),
    [
        (TABLE, "clas", None, "X has no column 'clas' for y. Did you mean 'class'"),
        (TABLE, "zzz", None, "X has no column 'zzz' for y. It has: 'a', 'b', 'class', 'patient'"),
        (TABLE, "class", "pateint", "no column 'pateint' for groups. Did you mean 'patient'"),
        (TABLE, "class", "class", "groups and y both name the column 'class'"),
        (PLAIN.to_numpy(), "class", None, "X has no named columns. Pass a DataFrame"),
        (PLAIN.to_numpy(), Y, "patient", "no named columns, and groups names 'patient'"),
        (pd.concat([TABLE, TABLE["class"]], axis=1), "class", None, "X has 2 columns 'class'"),
        ("visits.csv", Y, None, "y must be the name of a column if X is read from 'visits.csv', got ndarray"),
        (Dataset(PLAIN, Y), "a", None, "y must not be given with a Dataset"),
    ],
)
def test_refusals(X, y, groups, match):
    with pytest.raises((TypeError, ValueError), match=match) as caught:
        fw.compare(LEARNERS, X, y, groups=groups)
    assert "\n" not in str(caught.value)


GAPS = {
    "i": pd.array([1, None, 3, 4] * 15, dtype="Int64"),
    "f": pd.array([1.5, 2.5, None] * 20, dtype="Float64"),
    "b": pd.array([True, None, False] * 20, dtype="boolean"),
    "s": pd.array(["u", "v", None] * 20, dtype="string"),
}
SAME = {
    "i": [1, np.nan, 3, 4] * 15,
    "f": [1.5, 2.5, np.nan] * 20,
    "b": [1.0, np.nan, 0.0] * 20,
    "s": pd.array(["u", "v", np.nan] * 20, dtype="str"),
}
ENCODER = make_column_transformer((OneHotEncoder(), ["s"]), (SimpleImputer(), ["i", "f", "b"]))


@pytest.mark.parametrize(
    "learner",
    [
        HistGradientBoostingClassifier(max_iter=5, min_samples_leaf=5),
        LogisticRegression(),
        make_pipeline(ENCODER, LogisticRegression()),
    ],
    ids=["boosting", "prepared", "own encoder"],
)
def test_nullable_columns_are_columns_with_nan(learner):
    # Given splits: those that are drawn depend on the fingerprint, in which the type of a column counts.
    splits = list(StratifiedKFold(5, shuffle=True, random_state=1).split(Y, Y))
    run = fw.evaluate(learner, pd.DataFrame(GAPS), Y, scheme=splits, seed=1)
    same = fw.evaluate(learner, pd.DataFrame(SAME), Y, scheme=splits, seed=1)
    assert not run.failures
    np.testing.assert_array_equal(run.predictions, same.predictions)


def test_the_fingerprint_of_nullable_columns_is_what_it_was():
    # Of the version before learners got plain columns: stores go on.
    run = fw.evaluate(DummyClassifier(), pd.DataFrame(GAPS), Y, scheme="1x5", seed=1)
    assert run.data.fingerprint == Dataset(pd.DataFrame(GAPS), Y).fingerprint == "db0fc3fe38698ff6b85e31189e0aaeb5"


@pytest.mark.parametrize(
    ("learner", "match"),
    [
        (KMeans(2), r"^own is a clusterer \(KMeans\): it predicts no label that y knows"),
        (DBSCAN(), r"^own is a clusterer \(DBSCAN\)"),
        (make_pipeline(StandardScaler(), KMeans(2)), r"^own is a clusterer \(KMeans\)"),
        (GaussianMixture(2), r"^own is a model of a density \(GaussianMixture\)"),
        (IsolationForest(), r"^own is an outlier detector \(IsolationForest\): it predicts 1 and -1"),
        (
            StandardScaler(),
            r"got StandardScaler, a transformer. Put it before a learner: make_pipeline",
        ),
        (make_pipeline(StandardScaler()), "got Pipeline that ends in StandardScaler, a transformer. Add a learner"),
    ],
)
def test_what_predicts_no_target(learner, match):
    with pytest.raises(TypeError, match=match) as caught:
        fw.evaluate({"own": learner}, PLAIN, Y, scheme="1x5")
    assert "\n" not in str(caught.value)


def test_a_name_that_says_it_all():
    with pytest.raises(
        TypeError, match=r"^KMeans is a clusterer: it predicts no label that y knows. Pass a classifier"
    ):
        fw.compare([KMeans(2), DummyClassifier()], PLAIN, Y)


def test_outlier_detectors_where_the_labels_are_theirs():
    run = fw.evaluate(IsolationForest(n_estimators=5), PLAIN, np.where(Y, 1, -1), scheme="1x3", seed=1)
    assert not run.failures
