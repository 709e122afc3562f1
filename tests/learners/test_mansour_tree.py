"""Trees pruned by size: the rule, the choice of the penalty, and what must not matter."""

import pickle
from math import inf

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer, load_iris

from foldwise.learners import C45, MansourTree
from foldwise.learners._mansour_tree import _inner_folds

SEEDS = range(12)


def prune(tree, penalty, node=0):
    """Errors, leaves that are reached, and the nodes that are left, by the rule of the docstring."""
    errors = tree.weight[node] - tree.counts[node].max()
    if tree.attribute[node] < 0:
        return errors, int(tree.weight[node] > 0), [node]
    parts = [prune(tree, penalty, tree.first_child[node] + place) for place in range(tree.n_children[node])]
    below, leaves = sum(part[0] for part in parts), sum(part[1] for part in parts)
    m = tree.weight[node]
    if errors / m <= below / m + penalty * np.sqrt(leaves / m) + 1e-12:
        return errors, 1, [node]
    return below, leaves, [node, *(kept for part in parts for kept in part[2])]


@pytest.mark.parametrize("penalty", [0, 0.1, 0.35, 0.8, 2, inf])
def test_a_given_penalty_prunes_the_tree_of_c45(random_table, penalty):
    cut = 0
    for seed in SEEDS:
        data = random_table(seed)
        whole = data.fitted(C45(pruned=False, collapse=False, raising=False)).tree_
        learner = data.fitted(MansourTree(penalty=penalty))
        kept = sorted(prune(whole, penalty)[2])
        assert learner.tree_.counts.tolist() == whole.counts[kept].tolist()
        assert learner.penalty_ == penalty
        assert learner.penalties_.tolist() == [penalty]
        assert np.isnan(learner.inner_errors_).tolist() == [True]
        inner = learner.tree_.attribute >= 0
        assert learner.tree_.attribute[inner].tolist() == whole.attribute[kept][inner].tolist()
        assert learner.tree_.threshold[inner].tolist() == whole.threshold[kept][inner].tolist()
        cut += whole.n_nodes - len(kept)
    assert cut > 80


@pytest.mark.parametrize("seed", SEEDS)
def test_inner_errors_are_those_of_trees_fitted_to_inner_folds(random_table, coded, seed):
    """One tree per fold is enough: the same errors as a fit, with the penalty given, for each fold and penalty."""
    data = random_table(seed, missing=0.2)
    weight = np.random.default_rng(seed).choice([1.0, 2.0, 0.5], len(data.y))
    data = coded(data.X, data.n_values, data.y, data.n_classes, weight)
    learner = data.fitted(MansourTree(n_folds=4, random_state=seed))
    folds = _inner_folds(data.y, 4, seed)
    for penalty, error in zip(learner.penalties_, learner.inner_errors_, strict=True):
        wrong = 0.0
        for fold in range(4):
            fitted = data.fitted(MansourTree(penalty=penalty), folds != fold)
            missed = fitted.predict(data.frame(folds == fold)) != data.y[folds == fold]
            wrong += weight[folds == fold][missed].sum()
        assert error == pytest.approx(wrong / weight.sum(), abs=1e-12)
    assert learner.inner_errors_.min() == learner.inner_errors_[learner.penalties_ == learner.penalty_][0]


def test_inner_folds_are_stratified():
    """Nine of class 0 and three of class 2 in four folds: two or three of the one and at most one of the other."""
    y = np.array([0] * 9 + [2] * 3, dtype=np.int32)
    folds = _inner_folds(y, 4, 0)
    assert np.bincount(folds).tolist() == [3, 3, 3, 3]
    assert set(np.bincount(folds[y == 0], minlength=4)) == {2, 3}
    assert np.bincount(folds[y == 2], minlength=4).max() == 1
    assert folds.tolist() == _inner_folds(y, 4, 0).tolist()
    assert folds.tolist() != _inner_folds(y, 4, 1).tolist()
    assert sorted(_inner_folds(y, 20, 0)) == list(range(12))


def test_the_rules():
    """In the example of the docstring: the least error at 0.17 is shared by 0; one standard error above it is 0.0723.

    The least error is 35 of 569: sqrt(0.0615 * 0.9385 / 569) = 0.01007, and 0.070 is the error rate at 0.38.
    """
    X, y = load_breast_cancer(return_X_y=True)
    best, one_se = (MansourTree(rule=rule).fit(X, y) for rule in ("best", "one_se"))
    assert best.inner_errors_.tolist() == one_se.inner_errors_.tolist()
    assert best.inner_errors_[:3] * 569 == pytest.approx([35, 35, 35])
    assert best.penalty_ == best.penalties_[2]
    assert best.inner_errors_[3] <= 35 / 569 + 0.01007 < best.inner_errors_[4]
    assert one_se.penalty_ == best.penalties_[3]
    assert one_se.n_leaves_ < best.n_leaves_


def test_predictions_by_hand():
    """Six of nine with small values are of class a, all others of b; at 0.5 the question stays, at 1.3 it does not.

    It saves 6 - 3 errors with two leaves on 15 examples: 3 / sqrt(30) = 0.548.
    """
    X = np.arange(15.0)[:, np.newaxis]
    y = np.array(list("aaabababa") + ["b"] * 6)
    small = MansourTree(penalty=0.5, min_leaf=6).fit(X, y)
    assert small.n_leaves_ == 2
    assert small.predict([[0.0], [8.0], [9.0], [np.nan]]).tolist() == ["a", "a", "b", "b"]
    assert small.predict_proba([[0.0], [np.nan]]) == pytest.approx(np.array([[6 / 9, 3 / 9], [0.4, 0.6]]))
    assert MansourTree(penalty=0.547, min_leaf=6).fit(X, y).n_leaves_ == 2
    assert MansourTree(penalty=0.549, min_leaf=6).fit(X, y).predict([[0.0]]).tolist() == ["b"]


def test_the_trees_shrink_with_the_penalty(random_table):
    for seed in SEEDS:
        data = random_table(seed)
        sizes = [data.fitted(MansourTree(penalty=penalty)).n_leaves_ for penalty in np.linspace(0, 2, 30)]
        assert sizes == sorted(sizes, reverse=True)
        assert data.fitted(MansourTree(penalty=inf)).n_leaves_ == 1


@pytest.mark.parametrize("penalty", [0, 0.2, 0.7])
def test_a_row_of_weight_two_equals_two_rows(random_table, coded, penalty):
    for seed in SEEDS:
        data = random_table(seed)
        weight = np.random.default_rng(seed).integers(1, 3, len(data.y)).astype(float)
        heavy = coded(data.X, data.n_values, data.y, data.n_classes, weight).fitted(MansourTree(penalty=penalty)).tree_
        rows = np.repeat(np.arange(len(weight)), weight.astype(int))
        longer = data.fitted(MansourTree(penalty=penalty), rows).tree_
        assert heavy.attribute.tolist() == longer.attribute.tolist()
        assert heavy.threshold.tolist() == longer.threshold.tolist()
        np.testing.assert_allclose(heavy.counts, longer.counts, rtol=0, atol=1e-9)


def test_declared_values_that_do_not_occur_change_nothing():
    rng = np.random.default_rng(0)
    kind = rng.integers(0, 4, 300)
    X = pd.DataFrame({"kind": kind, "number": rng.normal(size=300)})
    y = (kind + X["number"] * (kind % 2) + rng.normal(size=300) > 1.5).astype(int)
    answers = []
    for declared in (4, 12):
        X["kind"] = pd.Categorical(kind, categories=range(declared))
        learner = MansourTree().fit(X, y)
        answers.append((learner.penalties_.tolist(), learner.inner_errors_.tolist(), learner.predict(X).tolist()))
    assert answers[0] == answers[1]
    assert len(answers[0][0]) == 3


def test_the_same_tree_every_time_whatever_numpy_draws():
    X, y = load_iris(return_X_y=True)
    np.random.seed(0)  # noqa: NPY002
    one = MansourTree(random_state=5).fit(X, y)
    np.random.seed(1)  # noqa: NPY002
    state = np.random.get_state()[1].copy()  # noqa: NPY002
    other = pickle.loads(pickle.dumps(MansourTree(random_state=5).fit(X, y)))
    assert (np.random.get_state()[1] == state).all()  # noqa: NPY002
    assert one.inner_errors_.tolist() == other.inner_errors_.tolist()
    assert one.predict_proba(X).tolist() == other.predict_proba(X).tolist()
    assert MansourTree(random_state=6).fit(X, y).inner_errors_.tolist() != one.inner_errors_.tolist()


def test_little_data():
    """One example, one class, and two examples that cannot be parted."""
    single = MansourTree().fit([[1.0]], ["a"])
    assert (single.penalty_, single.n_leaves_, np.isnan(single.inner_errors_).tolist()) == (0, 1, [True])
    constant = MansourTree().fit(np.arange(8.0).reshape(4, 2), ["a"] * 4)
    assert (constant.penalties_.tolist(), constant.inner_errors_.tolist()) == ([0], [0])
    pair = MansourTree().fit([[1.0], [2.0]], ["a", "b"])
    assert (pair.inner_errors_.tolist(), pair.predict([[5.0]]).tolist()) == ([1], ["a"])


@pytest.mark.parametrize(
    ("parameters", "error", "message"),
    [
        ({"penalty": -1}, ValueError, r"penalty must be zero or above, got -1\."),
        ({"penalty": float("nan")}, ValueError, r"penalty must be zero or above, got nan\."),
        (
            {"penalty": "auto"},
            TypeError,
            r"penalty must be a number or None, which chooses one, got 'auto' of type str\.",
        ),
        ({"n_folds": 1}, ValueError, r"n_folds must be at least 2, got 1\."),
        ({"rule": "worst"}, ValueError, r"rule must be one of 'best', 'one_se', got 'worst'\."),
        ({"min_leaf": 0}, ValueError, r"min_leaf must be at least 1, got 0\."),
        ({"random_state": -3}, ValueError, r"random_state must be at least 0, got -3\."),
    ],
)
def test_wrong_parameters_are_refused(parameters, error, message):
    with pytest.raises(error, match=message):
        MansourTree(**parameters).fit([[0.0], [1.0]], [0, 1])


def test_a_rate_of_one_may_be_rounded_up():
    """Six classes of one example each: every inner prediction is wrong, and six times .1 is more than .6."""
    learner = MansourTree(rule="one_se", n_folds=2).fit(np.zeros((6, 1)), np.arange(6), sample_weight=np.full(6, 0.3))
    assert learner.n_leaves_ == 1
