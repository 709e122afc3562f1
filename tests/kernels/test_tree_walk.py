import numpy as np
import pytest


@pytest.fixture(scope="module")
def oracle(load_oracle):
    return load_oracle("tree_walk")


N_VALUES = np.array([0, 3, 0, 2], dtype=np.int32)


def random_tree(rng, n_classes, depth):
    """Nested dictionaries; some branches are without weight, and counts of children add up to those of the node."""
    counts = rng.integers(1, 9, n_classes) * rng.choice([1.0, 0.37])
    return _grown(rng, counts.astype(float), depth)


def _grown(rng, counts, depth):
    node = {"counts": counts.tolist(), "column": None, "threshold": None, "children": []}
    if depth == 0 or rng.random() < 0.2 or counts.sum() == 0:
        return node
    column = int(rng.integers(0, len(N_VALUES)))
    node["column"] = column
    if N_VALUES[column] == 0:
        node["threshold"] = float(rng.integers(0, 3))
    shares = 0.1 + rng.random((max(2, int(N_VALUES[column])), len(counts)))
    shares[rng.random(len(shares)) < 0.3] = 0
    shares[0] += 0.1
    shares /= shares.sum(axis=0)
    node["children"] = [_grown(rng, counts * share, depth - 1) for share in shares]
    return node


@pytest.fixture(scope="module")
def as_arrays(Tree):
    def as_arrays(root):
        nodes, first = [root], []
        for node in nodes:
            first.append(len(nodes) if node["children"] else -1)
            nodes.extend(node["children"])
        counts = np.array([node["counts"] for node in nodes])
        return Tree(
            attribute=np.array([-1 if node["column"] is None else node["column"] for node in nodes], dtype=np.int32),
            threshold=np.array([node["threshold"] or 0.0 for node in nodes]),
            first_child=np.array(first, dtype=np.int32),
            n_children=np.array([len(node["children"]) for node in nodes], dtype=np.int32),
            weight=counts.sum(axis=1),
            counts=counts,
        )

    return as_arrays


@pytest.mark.parametrize("seed", range(20))
def test_agrees_with_oracle(as_arrays, oracle, seed):
    rng = np.random.default_rng(seed)
    root = random_tree(rng, int(rng.integers(1, 5)), 5)
    X = np.column_stack([rng.integers(0, max(3, n), 60) % (n or 9) for n in N_VALUES]).astype(float)
    X[rng.random(X.shape) < 0.3] = np.nan
    answers = as_arrays(root).probabilities(X, N_VALUES)
    assert answers == pytest.approx(np.array([oracle.probabilities(root, row) for row in X.tolist()]), abs=1e-14)
    assert answers.sum(axis=1) == pytest.approx(np.ones(len(X)))


def test_a_missing_value_goes_down_both_branches(as_arrays):
    """Three quarters of the weight, all of class 0, went left: .75 * 1 + .25 * 0."""
    leaves = [
        {"counts": [3.0, 0.0], "column": None, "threshold": None, "children": []},
        {"counts": [0.0, 1.0], "column": None, "threshold": None, "children": []},
    ]
    tree = as_arrays({"counts": [3.0, 1.0], "column": 0, "threshold": 5.0, "children": leaves})
    X = np.array([[5.0, 0, 0, 0], [5.1, 0, 0, 0], [np.nan, 0, 0, 0]])
    assert tree.probabilities(X, N_VALUES).tolist() == [[1, 0], [0, 1], [0.75, 0.25]]


def test_a_difference_of_a_millionth_is_a_tie(kernels, oracle):
    rows = [[0.3, 0.3 + 9e-7, 0.2], [0.3, 0.3 + 2e-6, 0.2], [0.1, 0.2, 0.7]]
    labels = np.empty(3, dtype=np.int32)
    kernels.tree_walk.first_largest(np.array(rows), labels)
    assert labels.tolist() == [0, 1, 2] == [oracle.label(row) for row in rows]
