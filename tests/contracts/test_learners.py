"""What every learner promises, whatever it learns; a new one is covered as soon as its room shows it."""

import copy
import io
import pickle
import warnings
from concurrent.futures import ThreadPoolExecutor

import joblib
import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array
from sklearn.base import clone, is_classifier
from sklearn.ensemble import BaggingClassifier
from sklearn.exceptions import DataConversionWarning, NotFittedError
from sklearn.model_selection import cross_val_score
from sklearn.utils import get_tags
from sklearn.utils.estimator_checks import parametrize_with_checks

from foldwise import learners
from foldwise.learners import C45, MansourTree, NearestNeighbor

DEFAULTS = [getattr(learners, name)() for name in learners.__all__ if name[0].isupper()]
OPTIONS = [
    C45(pruned=False),
    C45(raising=False, min_leaf=1),
    C45(collapse=False, confidence=0.5),
    MansourTree(penalty=0.1),
    MansourTree(rule="one_se", n_folds=3),
    NearestNeighbor(n_neighbors=3),
    NearestNeighbor(widen_ranges=True),
]
# Learners that keep to the letter of "weight 2 is the row twice": see the docstrings of the others.
WEIGHTED = [
    MansourTree(penalty=0.1) if type(learner) is MansourTree else learner
    for learner in [*DEFAULTS, C45(raising=False), C45(pruned=False)]
]
every_learner = pytest.mark.parametrize("learner", DEFAULTS, ids=str)
every_setting = pytest.mark.parametrize("learner", [*DEFAULTS, *OPTIONS], ids=str)


def excuses(learner):
    """Checks that contradict the algorithm."""
    if type(learner) is MansourTree and learner.penalty is None:
        reason = "inner folds are dealt by row: copies of a row lie in several folds, a row of weight 2 in one"
        return {"check_sample_weight_equivalence_on_dense_data": reason}
    if type(learner) is NearestNeighbor and learner.n_neighbors > 1:
        reason = "the second of two equal rows is a neighbour of its own; one row of weight 2 is one neighbour"
        return {"check_sample_weight_equivalence_on_dense_data": reason}
    return {}


@parametrize_with_checks([*DEFAULTS, *OPTIONS], expected_failed_checks=excuses)
def test_scikit_learn(estimator, check):
    check(estimator)


def make_table(n=80, seed=0):
    """Every kind of column, with gaps, and labels that colour and size tell in part."""
    rng = np.random.default_rng(seed)
    colour = rng.choice(["red", "green", "blue"], n)
    size = np.round(rng.normal(size=n) + (colour == "red"), 2)
    table = pd.DataFrame(
        {
            "colour": pd.Categorical(colour, categories=["red", "unused", "green", "blue"]),
            "shape": pd.Series(rng.choice(["round", "square", "flat"], n), dtype=object),
            "word": pd.Series(rng.choice(["ja", "nein"], n), dtype="str"),
            "flag": rng.random(n) < 0.5,
            "known": pd.array(rng.random(n) < 0.5, dtype="boolean"),
            "count": pd.array(rng.integers(0, 5, n), dtype="Int64"),
            "share": pd.array(rng.random(n), dtype="Float64"),
            "size": size,
            "small": size.astype(np.float32),
        }
    )
    labels = np.where(size + rng.normal(0, 0.3, n) > 0.5, np.where(colour == "red", "hot", "warm"), "cold")
    for step, name in enumerate(["colour", "shape", "word", "known", "count", "share", "size"], start=7):
        table.loc[rng.permutation(n)[: n // step], name] = pd.NA if table[name].dtype.kind not in "fO" else None
    return table, labels


@pytest.fixture
def table():
    return make_table()


@pytest.fixture
def numbers():
    rng = np.random.default_rng(1)
    X = np.round(rng.normal(size=(60, 4)), 1)
    X[rng.random(X.shape) < 0.1] = np.nan
    return X, np.where(np.nan_to_num(X[:, 0]) + rng.normal(0, 0.3, 60) > 0, "yes", "no")


def fitted(learner, X, y, **options):
    return clone(learner).fit(X, y, **options)


def assert_same(first, second, X, *, rounding=0.0):
    """Two fitted learners give the same answers."""
    np.testing.assert_array_equal(first.classes_, second.classes_)
    np.testing.assert_allclose(first.predict_proba(X), second.predict_proba(X), rtol=0, atol=rounding)
    np.testing.assert_array_equal(first.predict(X), second.predict(X))


@every_setting
def test_every_kind_of_column_is_taken(learner, table):
    X, y = table
    made = fitted(learner, X, y)
    assert made.n_features_in_ == 9
    assert made.feature_names_in_.tolist() == list(X.columns)
    assert made.classes_.tolist() == ["cold", "hot", "warm"]
    assert made.attributes_.n_values.tolist() == [4, 3, 2, 0, 0, 0, 0, 0, 0]
    probability = made.predict_proba(X)
    assert probability.shape == (80, 3)
    assert (probability >= 0).all()
    np.testing.assert_allclose(probability.sum(axis=1), 1, rtol=0, atol=1e-12)
    predicted = made.predict(X)
    taken = probability[np.arange(80), np.searchsorted(made.classes_, predicted)]
    # C45 takes probabilities within 1e-6 for equal, as J48 does.
    assert (taken >= probability.max(axis=1) - 2e-6).all()
    assert (predicted == y).mean() > 0.7


@every_learner
def test_tags_and_kind(learner):
    tags = get_tags(learner).input_tags
    assert (tags.allow_nan, tags.categorical, tags.string, tags.sparse) == (True, True, True, False)
    assert is_classifier(learner)
    assert learner.takes_declared_classes


@every_setting
def test_the_form_of_an_array_does_not_matter(learner, numbers):
    X, y = numbers
    made = fitted(learner, X, y)
    assert not hasattr(made, "feature_names_in_")
    locked = X.copy()
    locked.flags.writeable = False
    wide = np.full((60, 8), 7.0)
    wide[:, ::2] = X
    for same in (np.asfortranarray(X), locked, X.tolist(), wide[:, ::2], X.astype(object), pd.DataFrame(X)):
        assert_same(made, fitted(learner, same, y), X)
        np.testing.assert_array_equal(made.predict(same), made.predict(X))
    # One bit of a float32 differs from the decimals of X, but not from those that it was made of.
    narrow = X.astype(np.float32)
    assert_same(fitted(learner, narrow, y), fitted(learner, narrow.astype(np.float64), y), narrow)


@every_setting
def test_rows_with_words_are_taken_as_they_are(learner, table):
    """A list of rows, or an array of objects, is the DataFrame of the same columns."""
    X, y = table
    X = X[["shape", "size", "count"]].astype({"count": "float64"})
    made = fitted(learner, X, y)
    rows = [[None if pd.isna(value) else value for value in row] for row in X.itertuples(index=False)]
    for same in (rows, np.array(rows, dtype=object)):
        other = fitted(learner, same, y)
        assert other.attributes_.names == ("x0", "x1", "x2")
        assert other.attributes_.n_values.tolist() == [3, 0, 0]
        np.testing.assert_array_equal(other.predict_proba(same), made.predict_proba(X))


@every_setting
def test_nothing_that_comes_in_is_changed_or_kept(learner, table, numbers):
    X, y = table
    kept, labels, weight = X.copy(deep=True), y.copy(), np.linspace(0, 2, len(X))
    fitted(learner, X, y, sample_weight=weight).predict(X)
    pd.testing.assert_frame_equal(X, kept)
    np.testing.assert_array_equal(y, labels)
    np.testing.assert_array_equal(weight, np.linspace(0, 2, len(X)))
    array, y = numbers
    mine = array.copy()
    made = fitted(learner, mine, y)
    before = made.predict_proba(array)
    np.testing.assert_array_equal(mine, array)
    mine[:] = 0
    np.testing.assert_array_equal(made.predict_proba(array), before)


@every_learner
def test_columns_are_known_by_name(learner, table):
    X, y = table
    made = fitted(learner, X, y)
    with pytest.raises(ValueError, match="feature names should match"):
        made.predict(X[X.columns[::-1]])
    with pytest.raises(ValueError, match="feature names should match"):
        made.predict(X.rename(columns={"size": "length"}))
    with pytest.raises(ValueError, match="feature names should match"):
        made.predict(X.iloc[:, :-1])
    with pytest.raises(ValueError, match="Column names must be distinct, got more than one 'size'"):
        fitted(learner, X.rename(columns={"small": "size"}), y)


@every_learner
def test_the_number_of_columns_is_checked(learner, numbers):
    X, y = numbers
    made = fitted(learner, X, y)
    for wrong in (X[:, :3], np.hstack([X, X])):
        with pytest.raises(ValueError, match=rf"X has {wrong.shape[1]} features, but .* is expecting 4"):
            made.predict_proba(wrong)
    with pytest.raises(ValueError, match="Expected 2D array"):
        made.predict(X[0])


@every_setting
def test_categories_are_known_by_label(learner, table):
    """In another order, with others beside them, or as text: the same."""
    X, y = table
    made = fitted(learner, X, y)
    shuffled = X.copy()
    shuffled["colour"] = X["colour"].cat.set_categories(["new", "blue", "green", "red"])
    np.testing.assert_array_equal(made.predict_proba(shuffled), made.predict_proba(X))
    texts = X.astype({"colour": object})
    np.testing.assert_array_equal(made.predict_proba(texts), made.predict_proba(X))
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(made)).predict_proba(shuffled), made.predict_proba(X))


@every_setting
def test_an_unseen_category_counts_as_missing(learner, table):
    X, y = table
    made = fitted(learner, X, y)
    missing, strange = X.copy(), X.copy()
    missing["colour"], strange["colour"] = pd.Categorical([None] * 80), pd.Categorical(["violet"] * 80)
    missing["shape"], strange["shape"] = None, "spiral"
    np.testing.assert_array_equal(made.predict_proba(strange), made.predict_proba(missing))


@every_learner
def test_a_declared_value_without_examples_is_a_value(learner, table):
    """It is not missing: predictions for it are made, and are probabilities."""
    X, y = table
    made = fitted(learner, X, y)
    unused = X.copy()
    unused["colour"] = pd.Categorical(["unused"] * 80, categories=X["colour"].cat.categories)
    np.testing.assert_allclose(made.predict_proba(unused).sum(axis=1), 1, rtol=0, atol=1e-12)


@every_setting
def test_empty_and_constant_columns(learner, table):
    X, y = table
    empty = X[["colour", "size"]].assign(
        gap=np.nan,
        void=pd.Categorical([None] * 80),
        blank=pd.Series([None] * 80, dtype=object),
        nothing=pd.Categorical([None] * 80, categories=["a", "b"]),
    )
    flat = X[["colour", "size"]].assign(number=3.0, word="same", kind=pd.Categorical(["same"] * 80))
    for odd in (empty, flat):
        made = fitted(learner, odd, y)
        np.testing.assert_allclose(made.predict_proba(odd).sum(axis=1), 1, rtol=0, atol=1e-12)
        assert (made.predict(odd) == y).mean() > 0.6
    nothing = empty.iloc[:, 2:]
    # Nothing is known of anyone: everyone is of the commonest class.
    assert set(fitted(learner, nothing, y).predict(nothing)) == {pd.Series(y).mode()[0]}
    # A value where there was none in training.
    np.testing.assert_allclose(
        fitted(learner, empty, y).predict_proba(empty.assign(gap=5.0)).sum(axis=1), 1, atol=1e-12
    )


@every_setting
def test_one_class_two_rows_one_row(learner, table):
    X, _ = table
    one = fitted(learner, X, ["only"] * 80)
    assert one.classes_.tolist() == ["only"]
    assert set(one.predict(X)) == {"only"}
    np.testing.assert_array_equal(one.predict_proba(X), np.ones((80, 1)))
    two = fitted(learner, X.iloc[:2], ["a", "b"])
    np.testing.assert_allclose(two.predict_proba(X).sum(axis=1), 1, rtol=0, atol=1e-12)
    assert set(fitted(learner, X.iloc[:1], ["a"]).predict(X)) == {"a"}


@pytest.mark.parametrize(
    "labels",
    [
        ["no", "yes", "no", "yes", "no", "no"],
        [True, False, True, False, True, True],
        [3, -1, 3, -1, 3, 3],
        [2.0, 1.0, 2.0, 1.0, 2.0, 2.0],
    ],
    ids=["texts", "bools", "ints", "floats"],
)
@every_learner
def test_labels_come_back_as_they_were(learner, labels):
    X, labels = [[0.0], [1.0], [0.0], [1.0], [0.0], [0.0]] * 5, labels * 5
    kinds = [list, np.array, pd.Series, pd.Index, lambda y: np.array(y, dtype=object)]
    for kind in kinds:
        made = fitted(learner, X, kind(labels))
        assert made.classes_.tolist() == sorted(set(labels))
        assert made.predict([[0.0], [1.0]]).tolist() == labels[:2]
        assert type(made.predict([[0.0]]).tolist()[0]) is type(labels[0])


@every_learner
def test_nullable_labels_keep_their_type(learner):
    X = [[0.0], [1.0]] * 10
    assert fitted(learner, X, pd.array([5, 7] * 10, dtype="Int64")).predict([[1.0]]).tolist() == [7]
    assert fitted(learner, X, pd.Series([True, False] * 10, dtype="boolean")).classes_.tolist() == [False, True]


@every_setting
def test_declared_classes_are_known_and_sorted(learner, numbers):
    """Nothing changes but ties, and classes without an example: `never` is known, and hardly likely.

    `classes_` stays sorted, as scikit-learn's scorers, calibration and ensembles expect.
    """
    X, y = numbers
    plain = fitted(learner, X, y)
    for kind in (lambda y: y, pd.Series, pd.CategoricalIndex):
        made = fitted(learner, X, kind(pd.Categorical(y, categories=["yes", "no"])))
        assert made.classes_.tolist() == ["no", "yes"]
        assert made.declared_classes_.tolist() == ["yes", "no"]
        np.testing.assert_allclose(made.predict_proba(X), plain.predict_proba(X), rtol=0, atol=1e-12)
    with_more = fitted(learner, X, pd.Categorical(y, categories=["yes", "never", "no"]))
    assert with_more.classes_.tolist() == ["never", "no", "yes"]
    probability = with_more.predict_proba(X)
    assert probability.shape == (60, 3)
    np.testing.assert_allclose(probability.sum(axis=1), 1, rtol=0, atol=1e-12)
    assert probability[:, 0].mean() < 0.1


@every_setting
def test_scorers_of_scikit_learn_read_declared_classes_rightly(learner, numbers):
    X, y = numbers
    declared = pd.Series(pd.Categorical(y, categories=["yes", "no"]))
    plain = cross_val_score(clone(learner), X, pd.Series(y), cv=3, scoring="neg_log_loss")
    np.testing.assert_allclose(cross_val_score(clone(learner), X, declared, cv=3, scoring="neg_log_loss"), plain)


@every_setting
def test_a_tie_is_decided_by_declared_order(learner):
    """One column that says nothing, as many of each class."""
    X, y = np.zeros((8, 1)), ["b", "a"] * 4
    assert fitted(learner, X, y).predict([[0.0]]).tolist() == ["a"]
    assert fitted(learner, X, pd.Categorical(y, categories=["b", "a"])).predict([[0.0]]).tolist() == ["b"]


@pytest.mark.parametrize("learner", WEIGHTED, ids=str)
def test_weight_two_is_the_row_twice(learner, table):
    X, y = table
    twice = np.arange(80) % 3 == 0
    repeated = fitted(learner, pd.concat([X, X[twice]]), np.concatenate([y, y[twice]]))
    assert_same(fitted(learner, X, y, sample_weight=1 + twice), repeated, X, rounding=1e-9)


@every_setting
def test_weight_zero_is_no_row(learner, table):
    """Not even its class or its word is known."""
    X, y = table
    X.loc[0, ["shape", "size"]] = "odd", 1e9
    y = y.astype(object)
    y[0] = "absent"
    left = np.arange(80) % 5 > 0
    made = fitted(learner, X, y, sample_weight=left.astype(float))
    other = fitted(learner, X[left], y[left])
    assert made.attributes_.n_values.tolist() == other.attributes_.n_values.tolist()
    assert_same(made, other, X)


@every_setting
def test_unit_weights_are_no_weights(learner, table):
    X, y = table
    plain = fitted(learner, X, y)
    for weight in (np.ones(80), [1] * 80, pd.Series(np.ones(80, dtype=np.float32))):
        assert_same(fitted(learner, X, y, sample_weight=weight), plain, X)


@pytest.mark.parametrize(
    ("weight", "words"),
    [
        ([1.0, -1.0, 1.0], "Negative values"),
        ([1.0, np.nan, 1.0], "NaN"),
        ([1.0, np.inf, 1.0], "infinity"),
        ([0.0, 0.0, 0.0], "at least one non-zero"),
        ([1.0, 1.0], "expected .3,."),
        ([[1.0], [1.0], [1.0]], "must be 1D"),
        (["a", "b", "c"], "could not convert"),
    ],
)
@every_learner
def test_bad_weights_are_refused(learner, weight, words):
    with pytest.raises(ValueError, match=words):
        fitted(learner, [[1.0], [2.0], [3.0]], ["a", "b", "a"], sample_weight=weight)


BAD_TABLES = {
    "infinity": (np.array([[1.0], [np.inf], [2.0]]), ValueError, "infinity"),
    "infinity in a frame": (pd.DataFrame({"a": [1.0, -np.inf, 2.0]}), ValueError, "infinity, got one in column 'a'"),
    "infinity among words": ([["a", 1.0], ["b", np.inf], ["a", 2.0]], ValueError, "infinity, got one in column 'x1'"),
    "dates": (np.array([["2024-02-28"]] * 3, dtype="M8[D]"), ValueError, "dates or durations"),
    "dates in a frame": (pd.DataFrame({"a": pd.date_range("2024", periods=3)}), ValueError, "column 'a' holds dates"),
    "durations in a frame": (
        pd.DataFrame({"a": pd.to_timedelta([1, 2, 3], unit="s")}),
        ValueError,
        "column 'a' holds dates or durations",
    ),
    "complex": (np.array([[1j], [2.0], [3.0]]), ValueError, "Complex data not supported"),
    "complex in a frame": (pd.DataFrame({"a": [1j, 2.0, 3.0]}), ValueError, "column 'a' holds complex numbers"),
    "sparse": (csr_array(np.eye(3)), TypeError, "dense data is required"),
    "lists in a frame": (pd.DataFrame({"a": [[1], [2], [3]]}), ValueError, "column 'a' holds values that cannot be"),
    "no rows": (np.empty((0, 2)), ValueError, "0 sample"),
    "no rows in a frame": (pd.DataFrame({"a": []}), ValueError, "X has 0 sample"),
    "no columns": (pd.DataFrame(index=range(3)), ValueError, r"0 feature\(s\)"),
    "three dimensions": (np.zeros((3, 1, 1)), ValueError, "dim 3"),
    "a Series": (pd.Series([1.0, 2.0, 3.0]), ValueError, "Pass a DataFrame"),
}


@pytest.mark.parametrize(("X", "kind", "words"), BAD_TABLES.values(), ids=list(BAD_TABLES))
@every_learner
def test_bad_tables_are_refused_in_one_line(learner, X, kind, words):
    with pytest.raises(kind, match=words) as caught:
        fitted(learner, X, ["a", "b", "a"])
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("y", "words"),
    [
        (["a", None, "b"], r"missing one \(NaN\) in row 1"),
        ([1.0, 2.0, np.nan], r"missing one \(NaN\) in row 2"),
        (pd.Series(["a", None, "b"], dtype="category"), r"missing one \(NaN\) in row 1"),
        (pd.Series([1, None, 2], dtype="Int64"), r"missing one \(NaN\) in row 1"),
        ([0.5, 1.5, 2.5], "Unknown label type: continuous"),
        (["a", "b"], "same number of rows, got 3 and 2"),
        (pd.Categorical(["a", "b"]), "same number of rows, got 3 and 2"),
        ([["a", "b"], ["b", "a"], ["a", "a"]], "1d array"),
        (np.array(["a", 1, 2.5], dtype=object), "one type|Unknown label type"),
        ([1.0, 2.0, np.inf], "finite"),
        (None, "requires y to be passed"),
    ],
    ids=str,
)
@every_learner
def test_bad_labels_are_refused_in_one_line(learner, y, words):
    with pytest.raises(ValueError, match=words) as caught:
        fitted(learner, [[1.0], [2.0], [3.0]], y)
    assert "\n" not in str(caught.value)


@every_learner
def test_a_column_of_labels_is_taken_with_a_warning(learner):
    with pytest.warns(DataConversionWarning, match="column-vector"):
        made = fitted(learner, [[1.0], [2.0]], [["a"], ["b"]])
    assert made.classes_.tolist() == ["a", "b"]


@every_learner
def test_a_numeric_column_stays_numeric(learner, table):
    X, y = table
    made = fitted(learner, X, y)
    for wrong in ("words", pd.Timestamp("2024-02-29")):
        with pytest.raises(ValueError, match="column 'size' is taken for a numeric one and holds other values"):
            made.predict(X.assign(size=wrong))
    with pytest.raises(ValueError, match="infinity, got one in column 'size'"):
        made.predict(X.assign(size=np.inf))


@every_learner
def test_nothing_is_predicted_before_fit(learner):
    for verb in (learner.predict, learner.predict_proba):
        with pytest.raises(NotFittedError):
            verb([[1.0]])


@every_setting
def test_copies_give_the_same_answers(learner, table, tmp_path):
    X, y = table
    made = fitted(learner, X, y)
    joblib.dump(made, tmp_path / "learner.joblib")
    stream = io.BytesIO()
    pickle.dump(made, stream)
    stream.seek(0)
    for same in (pickle.load(stream), copy.deepcopy(made), joblib.load(tmp_path / "learner.joblib")):
        assert_same(same, made, X)
    fresh = clone(made)
    assert fresh.get_params() == learner.get_params()
    with pytest.raises(NotFittedError):
        fresh.predict(X)
    assert_same(fresh.fit(X, y), made, X)


@every_learner
def test_parameters_are_kept_as_given(learner):
    parameters = learner.get_params()
    assert parameters["categorical_features"] == "from_dtype"
    other = clone(learner).set_params(categorical_features=["a"])
    assert other.get_params() == {**parameters, "categorical_features": ["a"]}
    assert repr(other) == f"{type(learner).__name__}(categorical_features=['a'])"
    with pytest.raises(ValueError, match="Invalid parameter"):
        clone(learner).set_params(nonsense=1)
    with pytest.raises(TypeError, match="positional"):
        type(learner)("from_dtype")


@every_setting
def test_fitting_again_forgets(learner, table, numbers):
    X, y = numbers
    made = fitted(learner, *table).fit(X, y)
    assert made.n_features_in_ == 4
    assert not hasattr(made, "feature_names_in_")
    assert_same(made, fitted(learner, X, y), X)


@every_setting
def test_threads_share_nothing(learner):
    """Kernels run without the GIL: four at a time, on different tables, and on one fitted learner."""
    tables = [make_table(300, seed) for seed in range(4)]
    alone = [fitted(learner, X, y).predict_proba(X) for X, y in tables]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda data: fitted(learner, *data).predict_proba(data[0]), tables * 3))
        for one, other in zip(together, alone * 3, strict=True):
            np.testing.assert_array_equal(one, other)
        one = fitted(learner, *tables[0])
        shared = list(pool.map(one.predict_proba, [tables[number % 4][0] for number in range(12)]))
    for number, answer in enumerate(shared):
        np.testing.assert_array_equal(answer, one.predict_proba(tables[number % 4][0]))


@every_learner
def test_nominal_columns_can_be_named(learner, numbers):
    """By name, position or mask, in an array or a DataFrame: all the same, and not the same as numbers."""
    X, y = numbers
    X = np.round(X)
    frame = pd.DataFrame(X, columns=list("abcd"))
    as_categories = frame.astype({"a": "category", "c": "category"})
    expected = fitted(learner, as_categories, y).predict_proba(as_categories)
    assert np.abs(expected - fitted(learner, frame, y).predict_proba(frame)).max() > 0.01
    for choice in ([0, 2], (2, 0), [True, False, True, False], np.array([0, 2]), np.array([True, False] * 2), {0, 2}):
        for same in (X, frame, X.tolist()):
            made = fitted(clone(learner).set_params(categorical_features=choice), same, y)
            np.testing.assert_array_equal(made.predict_proba(same), expected)
    for choice in (["a", "c"], ["a", 2], pd.Index(["c", "a"]), np.array(["a", "c"])):
        made = fitted(clone(learner).set_params(categorical_features=choice), frame, y)
        np.testing.assert_array_equal(made.predict_proba(frame), expected)
    none = fitted(clone(learner).set_params(categorical_features=[]), frame, y)
    assert_same(none, fitted(learner, frame, y), frame)


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        ("a", "got the text 'a'. Put a single name into a list"),
        ("from_dtypes", "must be 'from_dtype' or a list"),
        (["z"], "names the column 'z', which X does not have. It has: 'a', 'b'"),
        ([2], "names the column 2, .* positions go from 0 to 1"),
        ([-1], "names the column -1"),
        ([0.0], "names the column 0.0"),
        ([True], "one per column, 2, got 1"),
        ([[0, 1]], "names the column .0, 1."),
        (0, "got 0. Put it into a list"),
        ([None], "names the column None"),
    ],
    ids=str,
)
@every_learner
def test_bad_choices_of_nominal_columns_are_refused(learner, choice, words):
    X = pd.DataFrame({"a": [1.0, 2.0], "b": [1.0, 2.0]})
    with pytest.raises(ValueError, match=words) as caught:
        fitted(clone(learner).set_params(categorical_features=choice), X, ["x", "y"])
    assert "\n" not in str(caught.value)


@every_learner
def test_words_that_are_not_to_be_nominal_are_refused(learner, table):
    X, y = table
    with pytest.raises(
        ValueError, match=r"column 'shape' is taken for a numeric one .* name it in categorical_features"
    ):
        fitted(clone(learner).set_params(categorical_features=["colour", "word"]), X, y)


@every_learner
def test_an_ensemble_may_strip_the_dtypes(learner, table):
    """Bagging makes one array of objects of the table."""
    X, y = table
    X = X[["shape", "size"]]
    bag = BaggingClassifier(clone(learner), n_estimators=3, random_state=0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert (bag.fit(X, y).predict(X) == y).mean() > 0.6


@every_setting
def test_weights_that_sum_to_one_are_shares(learner, table):
    """AdaBoost's weights; as counts of examples they would leave nothing to learn from."""
    X, y = table
    weight = np.random.default_rng(0).random(80) + 0.5
    shares = fitted(learner, X, y, sample_weight=weight / weight.sum())
    assert_same(shares, fitted(learner, X, y, sample_weight=weight / weight.mean()), X, rounding=1e-9)


@every_learner
def test_weights_must_have_a_sum(learner, table):
    X, y = table
    with pytest.raises(ValueError, match="finite sum above zero, got inf"):
        fitted(learner, X, y, sample_weight=np.full(80, 1e308))


@every_learner
def test_a_column_of_objects_that_are_numbers_is_numeric(learner):
    x = np.arange(40.0)
    y = x > 19
    frame = pd.DataFrame({"a": x}, dtype=object)
    assert fitted(learner, frame, y).score(frame, y) == fitted(learner, frame.astype(float), y).score(frame, y) > 0.9


@every_learner
def test_labels_that_cannot_be_sorted_are_refused(learner):
    with pytest.raises(ValueError, match=r"labels of one type, .*Convert them with str"):
        fitted(learner, [[1.0], [2.0]], pd.Categorical([1, "z"]))
