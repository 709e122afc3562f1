"""evaluate against a bare loop, on every kind of input, whatever the number of processes."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import GridSearchCV, KFold, RepeatedStratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from foldwise.data import Dataset, load
from foldwise.evaluation import evaluate

NB, NN = GaussianNB(), KNeighborsClassifier(3)


def test_predictions_are_those_of_a_bare_loop(xy):
    X, y = xy
    run = evaluate({"nb": NB, "nn": NN}, X, y, scheme="3x4", seed=1)
    for number, learner in enumerate((NB, NN)):
        for repeat, fold, train, test in run.assignment.splits():
            expected = clone(learner).fit(X[train], y[train]).predict(X[test])
            assert run.target.classes[run.predictions[number, repeat, test]].tolist() == expected.tolist()
            assert run.scores()[number, repeat, fold] == (expected == y[test]).mean()


def test_a_foreign_splitter_gives_what_scikit_learn_gives(xy):
    X, y = xy
    run = evaluate({"nn": NN}, X, y, scheme=KFold(5))
    assert run.target.classes[run.predictions[0, 0]].tolist() == cross_val_predict(NN, X, y, cv=KFold(5)).tolist()


def test_regression_predictions_are_numbers():
    X = np.linspace(0, 1, 30).reshape(-1, 1)
    run = evaluate({"line": LinearRegression(), "nn": KNeighborsRegressor(1)}, X, 3 * X[:, 0] + 1, scheme="5", seed=1)
    assert run.predictions[0, 0] == pytest.approx(3 * X[:, 0] + 1)
    assert run.metric.label == "root mean squared error"
    assert run.scores()[0] == pytest.approx(0, abs=1e-12)
    assert (run.scores()[1] < 0).all()


@pytest.mark.parametrize("n_jobs", [2, -1])
def test_the_number_of_processes_does_not_matter(xy, n_jobs):
    X, y = xy
    learners = {"forest": RandomForestClassifier(5), "nb": NB}
    one = evaluate(learners, X, y, scheme="2x5", seed=3)
    many = evaluate(learners, X, y, scheme="2x5", seed=3, n_jobs=n_jobs)
    assert (one.predictions == many.predictions).all()
    assert one.assignment.fingerprint == many.assignment.fingerprint


def test_more_repeats_leave_the_first_as_they_were(xy):
    X, y = xy
    few, more = (evaluate([RandomForestClassifier(5)], X, y, scheme=f"{r}x3", seed=3) for r in (2, 4))
    assert (more.predictions[:, :2] == few.predictions).all()


def test_another_learner_changes_nothing_for_the_first(xy):
    X, y = xy
    alone = evaluate({"forest": RandomForestClassifier(5)}, X, y, scheme="3", seed=3)
    both = evaluate({"nb": NB, "forest": RandomForestClassifier(5)}, X, y, scheme="3", seed=3)
    assert (both.predictions[1] == alone.predictions[0]).all()


def test_without_a_seed_the_content_decides(xy):
    X, y = xy
    first, second = (evaluate([NB], X.copy(), list(y), scheme="3").assignment for _ in range(2))
    other = evaluate([NB], X + 1, y, scheme="3").assignment
    assert first.seed == second.seed != other.seed
    assert first.fingerprint == second.fingerprint


def test_open_seeds_differ_between_folds_and_fixed_ones_are_kept(xy, odd):
    X, y = xy
    run = evaluate({"open": odd("random"), "fixed": odd("random", 0)}, X, y, scheme="2x2", seed=1)
    assert [caveat.code for caveat in run.learners[0].caveats] == []
    assert [caveat.code for caveat in run.learners[1].caveats] == ["fixed_seed"]
    folds = [run.predictions[1, repeat, test] for repeat, _, _, test in run.assignment.splits()]
    assert all((fold == folds[0]).all() for fold in folds)
    folds = [run.predictions[0, repeat, test] for repeat, _, _, test in run.assignment.splits()]
    assert not all((fold == folds[0]).all() for fold in folds)


def test_the_seed_reaches_the_learners_as_well_as_the_folds(xy, odd):
    X, y = xy
    given = [(np.arange(20), np.arange(20, 40))]
    first, second, other = (
        evaluate([odd("random")], X, y, scheme=given, seed=seed).predictions.tolist() for seed in (1, 1, 2)
    )
    assert first == second != other


def test_seeds_reach_nested_learners_and_inner_splitters(xy):
    X, y = xy
    forest = make_pipeline(StandardScaler(), RandomForestClassifier(3))
    inner = KFold(3, shuffle=True)
    search = GridSearchCV(RandomForestClassifier(3), {"max_depth": [1, 5]}, cv=inner)
    runs = [evaluate({"pipe": forest, "search": search}, X, y, scheme="3", seed=1) for _ in range(2)]
    assert (runs[0].predictions == runs[1].predictions).all()
    assert forest[-1].random_state is None
    assert inner.random_state is None


LABELS = {
    "text": ["a", "b"],
    "integers": [3, 7],
    "bools": [False, True],
    "whole floats": [0.0, 1.0],
    "negative": [-1, 1],
}


@pytest.mark.parametrize("labels", LABELS.values(), ids=LABELS)
@pytest.mark.parametrize(
    "wrap", [np.array, list, pd.Series, pd.Categorical], ids=["array", "list", "Series", "Categorical"]
)
def test_labels_of_any_kind_give_the_same_scores(xy, labels, wrap):
    X, y = xy
    coded = wrap([labels[int(label == "yes")] for label in y])
    expected = evaluate([NB], X, y, scheme="4", seed=1)
    run = evaluate([NB], X, coded, scheme=[(train, test) for _, _, train, test in expected.assignment.splits()])
    assert run.scores().tolist() == expected.scores().tolist()


def test_sparse_and_dense_agree(xy):
    X, y = xy
    runs = [evaluate([NN], kind(X), y, scheme="4", seed=1) for kind in (sp.csr_matrix, sp.csc_array, sp.coo_matrix)]
    dense = evaluate([NN], X, y, scheme=[(train, test) for _, _, train, test in runs[0].assignment.splits()])
    for run in runs[:1]:
        assert (run.predictions == dense.predictions).all()
    assert [run.failures for run in runs] == [(), (), ()]


@pytest.fixture(scope="module")
def mixed():
    rng = np.random.default_rng(1)
    n = 60
    frame = pd.DataFrame(
        {
            "size": rng.normal(size=n),
            "colour": pd.Categorical(rng.choice(["red", "blue", "green"], n)),
            "shape": rng.choice(["round", "square"], n),
            "old": rng.random(n) < 0.5,
            "count": pd.array(rng.integers(0, 5, n), dtype="Int64"),
        }
    )
    y = np.where(frame["colour"] == "red", "hot", "cold")
    frame.loc[::7, "size"] = np.nan
    frame.loc[::9, "colour"] = None
    frame.loc[::11, "count"] = pd.NA
    return frame, y


def test_categories_and_missing_values_are_prepared_and_said(mixed):
    X, y = mixed
    before = X.copy(deep=True)
    run = evaluate({"logit": LogisticRegression(), "nn": NN}, X, y, scheme="5", seed=1)
    assert run.failures == ()
    assert run.learners[0].preparation == (
        "2 nominal columns one-hot encoded, missing numbers replaced by the median of the training fold"
    )
    assert {caveat.code for caveat in run.learners[0].caveats} == {"prepared"}
    assert run.scores()[0].mean() > 0.85
    pd.testing.assert_frame_equal(X, before)


def test_pipelines_and_learners_that_take_categories_are_left_alone(mixed):
    from sklearn.compose import make_column_transformer
    from sklearn.ensemble import HistGradientBoostingClassifier
    from sklearn.preprocessing import OrdinalEncoder

    X, y = mixed
    own = make_pipeline(
        make_column_transformer((OrdinalEncoder(encoded_missing_value=-1), ["colour", "shape"])),
        KNeighborsClassifier(1),
    )
    numbers = X[["size", "colour"]]
    run = evaluate({"own": own}, X, y, scheme="3", seed=1)
    assert run.failures == ()
    assert run.learners[0].preparation == ""
    search = GridSearchCV(own, {"kneighborsclassifier__n_neighbors": [1, 3]}, cv=2)
    assert evaluate({"search": search}, X, y, scheme="3", seed=1).learners[0].preparation == ""
    boost = HistGradientBoostingClassifier(max_iter=5)
    boosted = evaluate({"boost": boost}, numbers, y, scheme="3", seed=1)
    assert boosted.failures == ()
    assert boosted.learners[0].preparation == ""
    text = evaluate({"boost": boost}, X[["size", "shape"]], y, scheme="3", seed=1)
    assert text.learners[0].preparation == "1 nominal column one-hot encoded"


def test_arrays_with_missing_values_are_imputed_where_needed(xy):
    X, y = xy
    X = X.copy()
    X[::5, 1] = np.nan
    run = evaluate({"nb": NB, "forest": RandomForestClassifier(3)}, X, y, scheme="3", seed=1)
    assert run.failures == ()
    assert [bool(learner.preparation) for learner in run.learners] == [True, False]


def test_an_unseen_category_is_no_failure():
    X = pd.DataFrame({"c": pd.Categorical(["rare", *["a", "b"] * 10])})
    run = evaluate([LogisticRegression()], X, ["x", *["x", "y"] * 10], scheme="3", seed=1)
    assert run.failures == ()


def test_several_datasets_make_several_runs():
    runs = evaluate({"nb": NB}, {"flowers": load("iris"), "wine": load("wine")}, scheme="3", seed=1)
    assert [run.data.name for run in runs] == ["flowers", "wine"]
    assert [run.data.n_examples for run in runs] == [150, 178]


def test_two_datasets_of_one_size_get_different_partitions(xy):
    X, y = xy
    runs = evaluate([NB], [Dataset(X, y, "a"), Dataset(X * 2, y, "b")], scheme="3", seed=1)
    assert (runs[0].assignment.folds != runs[1].assignment.folds).any()


def test_groups_reach_the_scheme_and_foreign_splitters_that_ignore_them_are_told_on(xy):
    X, y = xy
    groups = np.arange(40) // 4
    run = evaluate([NB], X, y, scheme="3:plain", groups=groups, seed=1)
    for _, _, train, test in run.assignment.splits():
        assert not set(groups[train]) & set(groups[test])
    ignored = evaluate([NB], X, y, scheme=RepeatedStratifiedKFold(n_splits=3, n_repeats=2), groups=groups, seed=1)
    assert "groups_split" in {caveat.code for caveat in ignored.caveats}


def test_duplicates_across_folds_are_told():
    """Row 0 five times over in 5 folds: each copy is tested once, with the four others in training."""
    X = np.random.default_rng(0).normal(size=(25, 2))
    X[1:5] = X[0]
    y = np.arange(25) % 2
    run = evaluate([NB], X, y, scheme="25:plain", seed=1)
    (caveat,) = [caveat for caveat in run.caveats if caveat.code == "duplicate_rows"]
    assert caveat.message.startswith("In the first repeat 5 of 25 tested examples have an exact duplicate")
    assert "duplicate_rows" not in {c.code for c in evaluate([NB], X[4:], y[4:], scheme="5", seed=1).caveats}


def test_labels_that_look_alike_are_told(xy):
    """A frame may hold what a reader takes for two classes."""
    X = np.arange(40.0).reshape(-1, 1)
    y = np.array(["no", "yes", "yes ", "Yes"] * 10, dtype=object)
    run = evaluate([NB], X, y, scheme="2", seed=1)
    (caveat,) = [caveat for caveat in run.caveats if caveat.code == "similar_labels"]
    assert caveat.message == (
        "Labels that differ only by blanks, case or the way a number is written are different classes: 'Yes' and 'yes' "
        "and 'yes '; there are 4 classes, 'Yes', 'no', 'yes', 'yes '."
    )
    assert "similar_labels" not in {c.code for c in evaluate([NB], *xy, scheme="2", seed=1).caveats}


def test_progress_goes_to_standard_error_and_only_when_asked(xy, capfd):
    X, y = xy
    evaluate([NB], X, y, scheme="3", seed=1)
    assert capfd.readouterr() == ("", "")
    evaluate([NB], X, y, scheme="3", seed=1, progress=True)
    out, err = capfd.readouterr()
    assert out == ""
    assert "3/3" in err
