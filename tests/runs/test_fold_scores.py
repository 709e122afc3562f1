"""Folds that are scored all at once have the scores that scikit-learn gives them one by one."""

from dataclasses import replace

import numpy as np
import pytest
import sklearn
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics
from sklearn.metrics import make_scorer
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from foldwise.evaluation import evaluate
from foldwise.runs import Failure, Target, as_metric
from foldwise.runs._fold_scores import fold_scores

OF_LABELS = (
    "balanced_accuracy",
    "matthews_corrcoef",
    *(f"{share}{ending}" for share in ("f1", "precision", "recall") for ending in ("_micro", "_macro", "_weighted")),
)
OF_ONE_LABEL = ("f1", "precision", "recall")
OF_TWO = ("roc_auc", "average_precision", "neg_brier_score", "neg_log_loss")
OF_NUMBERS = ("neg_mean_squared_error", "neg_root_mean_squared_error", "neg_mean_absolute_error", "r2")
N_REPEATS, N_FOLDS, N_EXAMPLES = 3, 5, 37
METHODS = ("predict_proba", "predict_proba")
# Before 1.7 scikit-learn takes losses of probabilities in float32 in float64; since then, as here, in float32.
ITS_LOSSES_ARE_WIDER = tuple(map(int, sklearn.__version__.split(".")[:2])) < (1, 7)


def by_scikit_learn(metric, target, values, methods, folds, wanted):
    scores, filled = np.full(wanted.shape, np.nan), np.zeros(wanted.shape, dtype=bool)
    are_codes = methods[0] == "predict" and target.task == "classification"
    for learner, repeat, fold in np.argwhere(wanted):
        test = folds[repeat] == fold
        said = values[learner, repeat, test]
        said = target.answers[said] if are_codes else said
        place = learner, repeat, fold
        scores[place], filled[place] = metric.scored(target.labels[test], said, target.classes, methods[learner])
    return scores, filled


def assert_same(name, target, values, methods, folds, wanted=None):
    metric = as_metric(name, target.task)
    wanted = np.ones((len(values), len(folds), N_FOLDS), dtype=bool) if wanted is None else wanted
    at_once = fold_scores(metric, target, values, methods, folds, wanted)
    assert at_once is not None
    scores, filled = by_scikit_learn(metric, target, values, methods, folds, wanted)
    assert np.array_equal(np.isnan(scores), np.isnan(at_once[0]))
    is_rounded = ITS_LOSSES_ARE_WIDER and values.dtype == np.float32 and name.startswith(("neg_log", "neg_brier"))
    assert at_once[0] == pytest.approx(scores, rel=3e-7 if is_rounded else 1e-12, abs=1e-14, nan_ok=True)
    assert np.array_equal(at_once[1], filled)
    return at_once


@pytest.fixture(scope="module", autouse=True)
def _targets(runs_door):
    """Targets are made as `evaluate` makes them."""
    global make_target
    make_target = runs_door.make_target


def folds_of(rng, n_examples=N_EXAMPLES, n_repeats=N_REPEATS):
    """Folds of unequal sizes, none empty; some examples are tested in none."""
    folds = rng.integers(-1, N_FOLDS, (n_repeats, n_examples))
    folds[:, :N_FOLDS] = np.arange(N_FOLDS)
    return rng.permuted(folds, axis=1).astype(np.int32)


def labels_of(rng, labels):
    """Rare classes: most folds lack some."""
    chances = 0.5 ** np.arange(len(labels))
    y = rng.choice(labels, N_EXAMPLES, p=chances / chances.sum())
    y[: len(labels)] = labels
    return make_target(y, "classification")


def chances_of(rng, n_classes, dtype=np.float64):
    """With ties, and with certainty."""
    chances = rng.choice([0, 0.1, 0.5, 0.7, 1], (2, N_REPEATS, N_EXAMPLES, n_classes)) + 1e-300
    chances[0] = rng.random(chances[0].shape)
    chances /= chances.sum(axis=-1, keepdims=True)
    return np.ascontiguousarray(chances[..., 1] if n_classes == 2 else chances).astype(dtype)


@pytest.mark.parametrize("labels", [[0, 1], [2, 5, 7, 8], ["no", "yes"], ["a", "b", "c"], [1.0, 2.0], [False, True]])
@pytest.mark.parametrize("name", OF_LABELS)
def test_labels(name, labels):
    rng = np.random.default_rng(1)
    codes = rng.integers(0, len(labels), (2, N_REPEATS, N_EXAMPLES)).astype(np.int8)
    # One learner never says the last label.
    codes[1] = np.minimum(codes[1], len(labels) - 2)
    assert_same(name, labels_of(rng, labels), codes, ("predict",) * 2, folds_of(rng))


@pytest.mark.parametrize(
    ("labels", "ending"),
    [([0, 1], ""), ([0, 1], ":0"), ([1, 2], ""), (["no", "yes"], ":yes"), (["no", "yes"], ":no"), ([False, True], "")],
)
@pytest.mark.parametrize("name", [*OF_ONE_LABEL, "roc_auc", "average_precision"])
@pytest.mark.parametrize("method", ["predict_proba", "decision_function"])
def test_the_positive_label(name, labels, ending, method):
    rng = np.random.default_rng(2)
    target = labels_of(rng, labels)
    if name in OF_ONE_LABEL:
        values = rng.integers(0, 2, (2, N_REPEATS, N_EXAMPLES)).astype(np.int8)
        values[1] = 0
        method = "predict"
    else:
        values = chances_of(rng, 2)
    _, filled = assert_same(name + ending, target, values, (method, method), folds_of(rng))
    is_rare = ending in ("", ":yes") and labels != [1, 2]
    # Some folds lack it; where one learner never says it, there is no precision, and an area has no such zero.
    assert filled.any() == (is_rare and name != "roc_auc")


@pytest.mark.parametrize("labels", [[0, 1], [-1, 1], [False, True]])
@pytest.mark.parametrize("ending", ["", ":first"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_brier_score(labels, ending, dtype):
    rng = np.random.default_rng(3)
    name = f"neg_brier_score:{labels[0]}" if ending else "neg_brier_score"
    assert_same(name, labels_of(rng, labels), chances_of(rng, 2, dtype), METHODS, folds_of(rng))


@pytest.mark.parametrize("labels", [[0, 1], [3, 4, 6], ["no", "yes"], ["a", "b", "c", "d"], [False, True]])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_log_loss(labels, dtype):
    rng = np.random.default_rng(4)
    values = chances_of(rng, len(labels), dtype)
    # Rows need not sum to one: scikit-learn warns and goes on.
    values[0] *= dtype(0.9)
    scores, _ = assert_same("neg_log_loss", labels_of(rng, labels), values, METHODS, folds_of(rng))
    assert scores.min() < -5


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", ["roc_auc", "average_precision:0", "average_precision"])
def test_ties_are_those_of_the_type_that_was_kept(name, dtype):
    rng = np.random.default_rng(5)
    # In float32 most of these are equal once they are taken from 1.
    values = (rng.integers(1, 5, (2, N_REPEATS, N_EXAMPLES)) * 1e-8).astype(dtype)
    assert_same(name, labels_of(rng, [0, 1]), values, METHODS, folds_of(rng))


def test_one_class_has_no_area_and_no_positive_one_counts_as_zero():
    target = make_target(np.array([0, 0, 1, 1, 0, 1]), "classification")
    folds = np.array([[0, 0, 1, 1, 2, 2]], dtype=np.int32)
    values = np.full((1, 1, 6), 0.5)
    wanted = np.ones((1, 1, 3), dtype=bool)
    scores, filled = fold_scores(as_metric("roc_auc", "classification"), target, values, METHODS[:1], folds, wanted)
    assert np.array_equal(scores, [[[np.nan, np.nan, 0.5]]], equal_nan=True)
    assert not filled.any()
    scores, filled = fold_scores(
        as_metric("average_precision", "classification"), target, values, METHODS[:1], folds, wanted
    )
    assert (scores.tolist(), filled.tolist()) == ([[[0, 1, 0.5]]], [[[True, False, False]]])


@pytest.mark.parametrize("shape", ["usual", "constant", "far", "huge", "alone"])
@pytest.mark.parametrize("name", OF_NUMBERS)
def test_numbers(name, shape):
    rng = np.random.default_rng(6)
    y = rng.normal(size=N_EXAMPLES)
    folds = folds_of(rng)
    if shape == "constant":
        # The mean of some is not quite 0.1; nothing may turn on how it is added up.
        y[:] = 0.1
    if shape == "far":
        y += 1e12
    if shape == "huge":
        y *= 1e170
    if shape == "alone":
        folds[folds == 2] = -1
        folds[:, 0] = 2
    values = y + rng.normal(size=(2, N_REPEATS, N_EXAMPLES))
    values[1] = y
    assert_same(name, make_target(y, "regression"), values, ("predict",) * 2, folds)


@pytest.mark.parametrize("name", [*OF_LABELS, *OF_ONE_LABEL, *OF_TWO, *OF_NUMBERS])
def test_failed_folds_are_not_looked_at(name):
    rng = np.random.default_rng(7)
    folds = folds_of(rng)
    wanted = rng.random((2, N_REPEATS, N_FOLDS)) < 0.6
    tested = np.where(folds >= 0, np.take_along_axis(wanted, np.maximum(folds, 0)[np.newaxis].repeat(2, 0), 2), False)
    y = np.arange(N_EXAMPLES) % 2
    if name in OF_NUMBERS:
        target, values = make_target(y + 0.5, "regression"), rng.normal(size=tested.shape)
        values[~tested] = np.nan
    elif name in OF_TWO:
        target, values = make_target(y, "classification"), rng.random(tested.shape)
        values[~tested] = np.nan
    else:
        target, values = make_target(y, "classification"), rng.integers(0, 2, tested.shape)
        values[~tested] = -2
    methods = METHODS if name in OF_TWO else ("predict",) * 2
    scores, _ = assert_same(name, target, values, methods, folds, wanted)
    assert np.isnan(scores[~wanted]).all()


@pytest.mark.parametrize("name", [*OF_LABELS, "f1_macro"])
def test_labels_that_never_occur_may_be_answers(name):
    rng = np.random.default_rng(8)
    y = np.array(["b", "d"])[np.arange(N_EXAMPLES) % 2]
    target = make_target(y, "classification", ("a", "b", "c", "d"))
    codes = rng.integers(0, 4, (2, N_REPEATS, N_EXAMPLES))
    assert len(target.answers) == 4
    assert_same(name, target, codes, ("predict",) * 2, folds_of(rng))


def odd(y_true, y_pred):
    return 0.5


@pytest.mark.parametrize(
    "metric",
    [
        odd,
        "jaccard",
        "f1",  # Of three labels there is no binary average.
        metrics.cohen_kappa_score,
        metrics.log_loss,  # Of predictions.
        make_scorer(metrics.f1_score, average="macro", zero_division=1),
        make_scorer(metrics.f1_score, average="macro", labels=[0, 1]),
        make_scorer(metrics.balanced_accuracy_score, adjusted=True),
    ],
)
def test_what_is_not_covered_is_left_to_scikit_learn(metric):
    rng = np.random.default_rng(9)
    codes = rng.integers(0, 3, (2, N_REPEATS, N_EXAMPLES))
    wanted = np.ones((2, N_REPEATS, N_FOLDS), dtype=bool)
    resolved = as_metric(metric, "classification")
    assert fold_scores(resolved, labels_of(rng, [0, 1, 2]), codes, ("predict",) * 2, folds_of(rng), wanted) is None


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -0.1, 1.1])
@pytest.mark.parametrize("name", OF_TWO)
def test_wrong_responses_are_left_to_scikit_learn(name, wrong):
    rng = np.random.default_rng(10)
    values, folds, target = chances_of(rng, 2), folds_of(rng), labels_of(rng, [0, 1])
    values[1, 2, np.flatnonzero(folds[2] == 3)[0]] = wrong
    wanted = np.ones((2, N_REPEATS, N_FOLDS), dtype=bool)
    at_once = fold_scores(as_metric(name, "classification"), target, values, METHODS, folds, wanted)
    is_any_number = name in ("roc_auc", "average_precision") and np.isfinite(wrong)
    assert (at_once is not None) == is_any_number


@pytest.mark.parametrize("labels", [[1, 2], [-1, 0], ["no", "yes"]])
def test_a_brier_score_whose_positive_label_depends_on_the_fold_is_left_to_scikit_learn(labels):
    rng = np.random.default_rng(11)
    wanted = np.ones((2, N_REPEATS, N_FOLDS), dtype=bool)
    metric = as_metric("neg_brier_score", "classification")
    assert fold_scores(metric, labels_of(rng, labels), chances_of(rng, 2), METHODS, folds_of(rng), wanted) is None


@pytest.mark.parametrize("function", [metrics.brier_score_loss, metrics.average_precision_score, metrics.roc_auc_score])
def test_so_is_a_positive_label_that_no_example_has(function):
    rng = np.random.default_rng(15)
    wanted = np.ones((2, N_REPEATS, N_FOLDS), dtype=bool)
    metric = as_metric(make_scorer(function, response_method="predict_proba", pos_label=7), "classification")
    assert fold_scores(metric, labels_of(rng, [0, 1]), chances_of(rng, 2), METHODS, folds_of(rng), wanted) is None


def test_so_are_empty_folds_and_labels_of_other_kinds():
    rng = np.random.default_rng(12)
    folds, metric = folds_of(rng), as_metric("f1_macro", "classification")
    codes = rng.integers(0, 2, (2, N_REPEATS, N_EXAMPLES))
    wanted = np.ones((2, N_REPEATS, N_FOLDS), dtype=bool)
    objects = np.array([0, 1], dtype=object)
    kinds = np.arange(N_EXAMPLES) % 2
    strange = Target("classification", kinds, objects, objects[kinds])
    assert fold_scores(metric, strange, codes, ("predict",) * 2, folds, wanted) is None
    folds[folds == 1] = 0
    assert fold_scores(metric, labels_of(rng, [0, 1]), codes, ("predict",) * 2, folds, wanted) is None


@pytest.mark.parametrize("name", ["neg_log_loss", "roc_auc", "f1", "r2"])
def test_no_more_is_gathered_than_fits(name, monkeypatch):
    rng = np.random.default_rng(13)
    folds, task = folds_of(rng), "regression" if name == "r2" else "classification"
    target = make_target(np.arange(N_EXAMPLES) % 2, task)
    values = rng.integers(0, 2, (2, N_REPEATS, N_EXAMPLES)) if name == "f1" else rng.random((2, N_REPEATS, N_EXAMPLES))
    methods = ("predict",) * 2 if name in ("f1", "r2") else METHODS
    whole = assert_same(name, target, values, methods, folds)
    monkeypatch.setattr("foldwise.runs._fold_scores._AT_ONCE", 10)
    parts = assert_same(name, target, values, methods, folds)
    assert np.array_equal(whole[0], parts[0], equal_nan=True)


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 2**32 - 1), st.integers(2, 4), st.integers(1, 4), st.sampled_from([*OF_LABELS, *OF_TWO, *OF_NUMBERS])
)
def test_any_run(seed, n_labels, n_levels, name):
    rng = np.random.default_rng(seed)
    folds = folds_of(rng)
    shape = (2, N_REPEATS, N_EXAMPLES)
    wanted = rng.random((2, N_REPEATS, N_FOLDS)) < 0.9
    if name in OF_NUMBERS:
        target = make_target(rng.integers(0, n_levels, N_EXAMPLES) / 7, "regression")
        assert_same(name, target, rng.integers(0, n_levels, shape) / 7, ("predict",) * 2, folds, wanted)
    elif name in OF_TWO:
        values = rng.integers(0, n_levels, shape) / max(n_levels - 1, 1)
        assert_same(name, labels_of(rng, [0, 1]), values, METHODS, folds, wanted)
    else:
        codes = rng.integers(0, n_labels, shape).astype(np.int8)
        assert_same(name, labels_of(rng, list(range(n_labels))), codes, ("predict",) * 2, folds, wanted)


def test_a_run_scores_at_once_what_it_scored_one_by_one(monkeypatch):
    rng = np.random.default_rng(14)
    X = rng.normal(size=(60, 2))
    y = np.where(X[:, 0] + rng.normal(size=60) > 1, "yes", "no")
    learners = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=2)}
    run = evaluate(learners, X, y, scheme="3x7", seed=1, probabilities=True)
    failure = Failure(learner="tree", repeat=1, fold=2, error="no")
    run = replace(run, failures=(failure,))
    names = ("f1:yes", "neg_log_loss", "roc_auc", "average_precision:no", "neg_brier_score:yes", "precision_macro")
    at_once = [run.scored(name) for name in names]
    assert all(np.flatnonzero(np.isnan(scores[1])).tolist() == [9] for scores, _ in at_once)
    monkeypatch.setattr("foldwise.runs._run.fold_scores", lambda *_: None)
    for name, (scores, filled) in zip(names, at_once, strict=True):
        slowly = run.scored(name)
        assert scores == pytest.approx(slowly[0], rel=1e-12, abs=1e-14, nan_ok=True)
        assert np.array_equal(filled, slowly[1])
