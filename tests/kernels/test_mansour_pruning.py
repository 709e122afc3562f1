"""The kernel of pruning by size against recursion over nested nodes."""

from math import inf, sqrt

import numpy as np
import pytest

from foldwise.learners import C45


@pytest.fixture(scope="module")
def oracle(load_oracle):
    return load_oracle("mansour_pruning")


def nested(tree, n_values, number=0):
    """The tree as the oracle reads it."""
    node = {"counts": tree.counts[number].tolist()}
    column = tree.attribute[number]
    if column >= 0:
        node["column"] = column
        node["threshold"] = None if n_values[column] else tree.threshold[number]
        first = tree.first_child[number]
        node["children"] = [nested(tree, n_values, first + place) for place in range(tree.n_children[number])]
    return node


def flat(node):
    """Nodes of a nested tree, breadth first, as the kernel numbers them."""
    found, place = [node], 0
    while place < len(found):
        found += found[place].get("children", [])
        place += 1
    return found


@pytest.fixture(scope="module")
def table(Training):
    """Columns of both kinds with something to learn; the last nominal one declares a value that does not occur."""

    def table(seed, *, missing=0.0, weighted=False):
        rng = np.random.default_rng(seed)
        n, n_classes = int(rng.integers(4, 160)), int(rng.integers(2, 5))
        hidden = rng.normal(size=n)
        X = np.column_stack(
            [
                np.round(hidden + rng.normal(size=n), 1),
                rng.normal(size=n),
                rng.integers(0, 4, n),
                np.clip(np.round(hidden * 2 + rng.normal(size=n)) + 3, 0, 6),
            ]
        )
        X[rng.random(X.shape) < missing] = np.nan
        y = np.clip((hidden + 0.7 * rng.normal(size=n) + 1) * n_classes / 2, 0, n_classes - 1).astype(np.int32)
        weight = rng.choice([0.5, 1.0, 1.7], n) if weighted else np.ones(n)
        return Training(X, y, weight, np.array([0, 0, 4, 8], dtype=np.int32), n_classes)

    return table


def grown(training, min_leaf=1):
    learner = C45(pruned=False, collapse=False, min_leaf=min_leaf)
    learner._learn(training)
    return learner.tree_


@pytest.mark.parametrize("missing", [0.0, 0.2])
@pytest.mark.parametrize("seed", range(12))
def test_agrees_with_oracle(table, SizePruning, Training, oracle, seed, missing):
    training = table(seed, missing=missing, weighted=seed % 2 == 1)
    pruning = SizePruning.of(grown(training))
    root = nested(pruning.tree, training.n_values)
    oracle.critical(root)
    np.testing.assert_allclose(pruning.critical, [node["critical"] for node in flat(root)], rtol=1e-9, atol=0)
    tested = table(seed + 100, missing=missing, weighted=seed % 3 == 1)
    tested = Training(tested.X, tested.y % training.n_classes, tested.weight, training.n_values, training.n_classes)
    penalties = pruning.candidates()
    # The numbers of the kernel, since its critical penalties and the oracle's may differ in the last bit.
    for node, critical in zip(flat(root), pruning.critical, strict=True):
        node["critical"] = critical
    expected = oracle.losses(root, tested.X.tolist(), tested.y.tolist(), tested.weight.tolist(), penalties)
    np.testing.assert_allclose(pruning.losses(tested, penalties), expected, rtol=1e-12)
    assert len(pruning.tree.attribute) > 1


@pytest.mark.parametrize("seed", range(12))
def test_prunings_are_nested_and_follow_the_rule(table, SizePruning, oracle, seed):
    """No random tree was found on which the rule by itself is not nested; the next test has one."""
    training = table(seed)
    pruning = SizePruning.of(grown(training))
    root = nested(pruning.tree, training.n_values)
    sizes = []
    for penalty in pruning.candidates():
        tree = pruning.at(penalty)
        errors, leaves = oracle.by_the_rule(root, penalty)
        ends = tree.attribute < 0
        assert (ends & (tree.weight > 0)).sum() == leaves
        assert (tree.weight - tree.counts.max(axis=1))[ends].sum() == pytest.approx(errors, abs=1e-9)
        sizes.append(leaves)
    assert sizes == sorted(set(sizes), reverse=True)
    assert sizes[-1] == 1
    inner = pruning.tree.attribute >= 0
    assert (pruning.critical[inner] <= np.append(inf, pruning.critical)[pruning.tree.parent[inner] + 1]).all()


@pytest.fixture(scope="module")
def made(Tree):
    """A tree from counts and numbers of children, breadth first; every question is about column 0."""

    def made(counts, children):
        n_children = np.array(children, dtype=np.int32)
        first = np.where(n_children > 0, 1 + np.cumsum(n_children) - n_children, -1).astype(np.int32)
        counts = np.array(counts, dtype=float)
        attribute = np.where(n_children > 0, 0, -1).astype(np.int32)
        return Tree(attribute, np.zeros(len(counts)), first, n_children, counts.sum(axis=1), counts)

    return made


def test_by_hand(made, SizePruning, Training):
    """The node saves 14 - 6 errors with two leaves on 50 examples, a third one being empty: 8 / sqrt(100).

    After that the root saves 40 - 4 - 14 errors with two leaves on 100: 22 / sqrt(200); before, 30 / sqrt(300) is more
    than 0.8. The penalties tried are 0, the geometric mean, and infinity.
    """
    tree = made([[60, 40], [46, 4], [14, 36], [14, 6], [0, 30], [0, 0]], [2, 0, 3, 0, 0, 0])
    pruning = SizePruning.of(tree)
    assert pruning.critical == pytest.approx([22 / sqrt(200), 0, 0.8, 0, 0, 0], rel=1e-15)
    assert pruning.candidates() == pytest.approx([0, sqrt(0.8 * 22 / sqrt(200)), inf])
    assert pruning.at(0).counts.tolist() == tree.counts.tolist()
    small = pruning.at(0.8)
    assert small.counts.tolist() == [[60, 40], [46, 4], [14, 36]]
    assert small.attribute.tolist() == [0, -1, -1]
    assert small.first_child.tolist() == [1, -1, -1]
    assert small.n_children.tolist() == [2, 0, 0]
    # Column 0 is numeric and the threshold 0: the first row goes left, the second right, to a node of two classes.
    tested = Training(
        np.array([[-1.0], [1.0]]), np.array([1, 0], np.int32), np.array([1.0, 3.0]), np.array([0], np.int32), 2
    )
    left_right_root = pruning.losses(tested, np.array([0.9, inf]))
    assert left_right_root.tolist() == [1 + 3, 1]


def test_a_rule_that_is_not_nested_is_made_so(made, SizePruning, oracle):
    """A small subtree with many leaves hangs on a large root.

    It saves 10 errors with nine leaves on 60 examples: 10 / sqrt(540) = 0.430. The root with all ten leaves saves 60 of
    4000: 60 / sqrt(40000) = 0.3; with the subtree as one leaf 50 / sqrt(8000) = 0.559. By the rule alone the tree would
    be a leaf at 0.3, have two leaves at 0.430, and be a leaf again from 0.559 on.
    """
    pure = [[0, size, 0] for size in (12, 12, 13, 13)] + [[0, 0, 2]] * 5
    tree = made([[3940, 50, 10], [3940, 0, 0], [0, 50, 10], *pure], [2, 0, 9, *[0] * 9])
    root = nested(tree, [1])
    leaves = [oracle.by_the_rule(root, penalty)[1] for penalty in (0.29, 0.31, 0.44, 0.57)]
    assert leaves == [10, 1, 2, 1]
    pruning = SizePruning.of(tree)
    assert pruning.critical[:3] == pytest.approx([0.3, 0, 0.3], rel=1e-15)
    assert [pruning.at(penalty).n_leaves for penalty in (0.29, 0.31, 0.44, 0.57)] == [10, 1, 1, 1]
    assert pruning.candidates().tolist() == [0, inf]
    oracle.critical(root)
    assert [node["critical"] for node in flat(root)] == pytest.approx(pruning.critical)


def test_a_single_leaf(SizePruning, made):
    pruning = SizePruning.of(made([[3, 1]], [0]))
    assert pruning.critical.tolist() == [0]
    assert pruning.candidates().tolist() == [0]
    assert pruning.at(0).n_nodes == 1
