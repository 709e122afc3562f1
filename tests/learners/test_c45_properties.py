"""What must hold for every C4.5 tree, whatever the table."""

from statistics import NormalDist

import numpy as np
import pytest

from foldwise.learners import C45

SEEDS = range(24)
OPTIONS = {
    "default": {},
    "grown": {"pruned": False, "collapse": False},
    "replaced": {"raising": False},
    "lenient": {"confidence": 0.45, "min_leaf": 1},
}


def children(tree, node):
    return range(tree.first_child[node], tree.first_child[node] + tree.n_children[node])


def is_leaf(tree, node):
    return tree.attribute[node] < 0


def same_trees(one, other, *, columns=None):
    """Whether two trees are equal; column c of `other` is column `columns[c]` of `one`."""
    if len(one.attribute) != len(other.attribute):
        return False
    known = other.attribute >= 0
    named = np.where(known, other.attribute if columns is None else np.take(columns, other.attribute), -1)
    return (
        np.array_equal(one.attribute, named)
        and np.array_equal(one.n_children, other.n_children)
        and np.array_equal(one.threshold[known], other.threshold[known], equal_nan=True)
        and np.allclose(one.counts, other.counts, rtol=0, atol=1e-9)
    )


@pytest.mark.parametrize("options", OPTIONS)
def test_the_shares_of_a_missing_value_sum_to_its_weight(random_table, coded, options):
    """The counts of the children sum to those of the parent, also after raising; the root has all weight.

    J48 sends nothing into a branch with at most a millionth of the known weight; no branch here is that small.
    """
    splits = 0
    for seed in SEEDS:
        data = random_table(seed, missing=0.25)
        weight = np.random.default_rng(seed).uniform(0.2, 3, len(data.y))
        data = coded(data.X, data.n_values, data.y, data.n_classes, weight)
        tree = data.fitted(C45(**OPTIONS[options])).tree_
        np.testing.assert_allclose(tree.counts[0], np.bincount(data.y, weight, data.n_classes), rtol=1e-12)
        np.testing.assert_allclose(tree.weight, tree.counts.sum(axis=1), rtol=0, atol=1e-9)
        for node in np.flatnonzero(tree.attribute >= 0):
            shares = tree.counts[list(children(tree, node))]
            np.testing.assert_allclose(shares.sum(axis=0), tree.counts[node], rtol=0, atol=1e-9)
            splits += 1
    assert splits > 50


@pytest.mark.parametrize("options", OPTIONS)
def test_a_row_of_weight_three_equals_three_rows(random_table, coded, options):
    for seed in SEEDS:
        data = random_table(seed)
        times = np.random.default_rng(seed).integers(1, 4, len(data.y))
        rows = np.repeat(np.arange(len(times)), times)
        weighted = coded(data.X, data.n_values, data.y, data.n_classes, times.astype(float))
        one = weighted.fitted(C45(**OPTIONS[options]))
        other = data.fitted(C45(**OPTIONS[options]), rows)
        assert same_trees(one.tree_, other.tree_)
        np.testing.assert_allclose(one.predict_proba(data.frame()), other.predict_proba(data.frame()), atol=1e-12)


@pytest.mark.parametrize("options", OPTIONS)
def test_the_order_of_the_rows_does_not_matter(random_table, options):
    """Cuts are tried by value and attributes by position, so rows decide no tie."""
    for seed in SEEDS:
        data = random_table(seed)
        order = np.random.default_rng(seed).permutation(len(data.y))
        trees = [data.fitted(C45(**OPTIONS[options]), rows).tree_ for rows in (slice(None), order)]
        assert same_trees(*trees)


def has_ties(oracle, data, min_leaf):
    """Whether some node of the grown tree could as well be split by another attribute.

    A tie: the gain ratio of another eligible attribute within 2e-6 of the chosen one's. J48 takes a later attribute
    only if its ratio is larger by 1e-6, so that among equals the first wins, and that is what a permutation changes.
    """
    weight = np.ones(len(data.y))
    table = oracle.Table(data.X, list(data.n_values), data.y.tolist(), data.n_classes, list(weight), 0.25, min_leaf)
    root = oracle.grow(table, [(i, 1.0) for i in range(len(weight))])
    waiting = [root]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        if node.is_leaf:
            continue
        found = []
        for attribute, declared in enumerate(data.n_values):
            split = (oracle.nominal_split if declared else oracle.numeric_split)(table, node.data, attribute)
            if split is not None:
                found.append((attribute, float(split[0]), float(split[1])))
        average = np.mean([gain for _, gain, _ in found])
        best = next(ratio for attribute, _, ratio in found if attribute == node.attribute)
        near = [a for a, gain, ratio in found if gain >= average - 1.1e-3 and abs(ratio - best) <= 2e-6]
        if len(near) > 1:
            return True
    return False


@pytest.mark.parametrize("options", OPTIONS)
def test_the_order_of_the_attributes_decides_nothing_but_ties(random_table, coded, load_oracle, options):
    """Tables in which the slow tree meets a tie are left out, and there are few of them."""
    oracle = load_oracle("c45_tree")
    compared = 0
    for seed in SEEDS:
        data = random_table(seed, n=100)
        if has_ties(oracle, data, C45(**OPTIONS[options]).min_leaf):
            continue
        order = np.random.default_rng(seed).permutation(len(data.n_values))
        moved = coded(np.ascontiguousarray(data.X[:, order]), data.n_values[order], data.y, data.n_classes, data.weight)
        one, other = (table.fitted(C45(**OPTIONS[options])).tree_ for table in (data, moved))
        assert same_trees(one, other, columns=order)
        compared += 1
    assert compared >= 12


def test_of_two_equal_attributes_the_first_is_taken(coded):
    X = np.repeat(np.arange(10.0)[:, np.newaxis], 3, axis=1)
    data = coded(X, np.zeros(3, np.int32), (X[:, 0] > 4).astype(np.int32), 2, np.ones(10))
    assert data.fitted(C45()).tree_.attribute.tolist() == [0, -1, -1]


def pessimistic_errors(counts, confidence):
    """Quinlan's estimate as J48 computes it: the upper confidence limit of the errors of a leaf."""
    n, e = counts.sum(), counts.sum() - counts.max()
    if n < 1e-6:
        return 0.0
    none = n * (1 - confidence ** (1 / n))
    if e < 1:
        one = wilson(n, 1.0, confidence)
        return e + none + e * (one - none)
    return e + wilson(n, e, confidence)


def wilson(n, e, confidence):
    if e + 0.5 >= n:
        return max(n - e, 0.0)
    z, f = NormalDist().inv_cdf(1 - confidence), (e + 0.5) / n
    spread = z * (f / n - f * f / n + z * z / (4 * n * n)) ** 0.5
    return n * (f + z * z / (2 * n) + spread) / (1 + z * z / n) - e


def leaf_sum(tree, value, node=0):
    """Sum of `value(counts)` over the leaves below a node."""
    if is_leaf(tree, node):
        return value(tree.counts[node])
    return sum(leaf_sum(tree, value, child) for child in children(tree, node))


def training_errors(counts):
    return counts.sum() - counts.max()


def replaced(pruned, whole, node=0, twin=0):
    """Pairs (leaf, subtree) where a leaf of one tree stands for a subtree of the other."""
    if is_leaf(pruned, node):
        return [] if is_leaf(whole, twin) else [(node, twin)]
    assert pruned.attribute[node] == whole.attribute[twin]
    pairs = zip(children(pruned, node), children(whole, twin), strict=True)
    return [pair for one, other in pairs for pair in replaced(pruned, whole, one, other)]


@pytest.mark.parametrize("confidence", [0.05, 0.25, 0.4])
def test_subtree_replacement_costs_at_most_a_tenth_of_an_error_each(random_table, confidence):
    found = 0
    for seed in SEEDS:
        data = random_table(seed)
        # Collapsing comes before pruning in both, so that only replacement tells them apart.
        small = data.fitted(C45(confidence=confidence, raising=False)).tree_
        whole = data.fitted(C45(confidence=confidence, pruned=False)).tree_

        def estimate(counts):
            return pessimistic_errors(counts, confidence)

        def after_replacement(node, tree=whole, estimate=estimate):
            """Estimated errors of the subtree once its own subtrees are replaced."""
            leaf = estimate(tree.counts[node])
            if is_leaf(tree, node):
                return leaf
            below = sum(after_replacement(child) for child in children(tree, node))
            return leaf if leaf <= below + 0.1 + 1e-6 else below

        for leaf, subtree in replaced(small, whole):
            below = sum(after_replacement(child) for child in children(whole, subtree))
            assert estimate(small.counts[leaf]) <= below + 0.1 + 2e-6
            found += 1
        for node in np.flatnonzero(small.attribute >= 0):
            assert estimate(small.counts[node]) > leaf_sum(small, estimate, node) + 0.1
        gone = (whole.attribute >= 0).sum() - (small.attribute >= 0).sum()
        assert leaf_sum(small, estimate) <= leaf_sum(whole, estimate) + (0.1 + 1e-6) * gone
    assert found > 5


def test_collapsing_costs_at_most_a_thousandth_of_a_training_error_each(random_table):
    found = 0
    for seed in SEEDS:
        data = random_table(seed)
        small = data.fitted(C45(pruned=False)).tree_
        whole = data.fitted(C45(pruned=False, collapse=False)).tree_
        for leaf, subtree in replaced(small, whole):
            errors = training_errors(small.counts[leaf])
            assert errors <= leaf_sum(whole, training_errors, subtree) + 1e-3 + 1e-9
            found += 1
        for node in np.flatnonzero(small.attribute >= 0):
            assert training_errors(small.counts[node]) > leaf_sum(small, training_errors, node) + 1e-3 - 1e-9
        gone = (whole.attribute >= 0).sum() - (small.attribute >= 0).sum()
        assert leaf_sum(small, training_errors) <= leaf_sum(whole, training_errors) + 1e-3 * gone + 1e-9
    assert found > 5


def test_raising_never_costs_more_than_a_tenth_of_an_error_each(random_table):
    """A raised tree has fewer splits; each of them gone raises the estimate by 0.1 at most."""
    different = 0
    for seed in range(60):
        data = random_table(seed, n=150, missing=0.0)
        raised = data.fitted(C45()).tree_
        whole = data.fitted(C45(pruned=False)).tree_
        gone = (whole.attribute >= 0).sum() - (raised.attribute >= 0).sum()
        estimates = [leaf_sum(tree, lambda counts: pessimistic_errors(counts, 0.25)) for tree in (raised, whole)]
        assert estimates[0] <= estimates[1] + (0.1 + 1e-6) * gone
        different += len(raised.attribute) != len(data.fitted(C45(raising=False)).tree_.attribute)
    assert different > 5


@pytest.mark.parametrize("seed", SEEDS)
def test_every_leaf_of_a_grown_tree_is_heavy_enough(random_table, seed):
    """Of every split at least two branches hold `min_leaf`; a numeric one has no other."""
    data = random_table(seed, missing=0.0)
    tree = data.fitted(C45(pruned=False, collapse=False, min_leaf=4)).tree_
    for node in np.flatnonzero(tree.attribute >= 0):
        heavy = (tree.weight[list(children(tree, node))] >= 4).sum()
        assert heavy >= 2
        if not data.n_values[tree.attribute[node]]:
            assert tree.n_children[node] == heavy == 2


def test_a_confidence_that_is_lost_beside_one():
    # 1 - 1e-17 is 1, whose normal quantile is infinite; that of 1e-17 is -8.5. It prunes no less than 1e-15.
    sizes = []
    for seed in range(8):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(20, 3))
        y = X[:, 0] + rng.normal(0, 0.5, 20) > 0
        one, other = (C45(confidence=level, raising=False).fit(X, y).tree_ for level in (1e-15, 1e-17))
        sizes.append((one.n_nodes, other.n_nodes))
    assert all(other <= one for one, other in sizes), sizes
