"""A decision tree as arrays, and as a table in the words of its data."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from foldwise._core import one_line, significant
from foldwise._kernels.tree_walk import first_largest, walk_tree
from foldwise.learners._attributes import Attributes

if TYPE_CHECKING:
    import pandas as pd

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Tree:
    """Nodes breadth first: the root is 0, parents come before children, the children of a node are neighbours.

    Parameters
    ----------
    attribute : ndarray of int32, shape (n_nodes,)
        Column that the node asks for; -1 for a leaf.
    threshold : ndarray of float, shape (n_nodes,)
        For a numeric column, values up to this go to the first child and others to the second.
    first_child, n_children : ndarray of int32, shape (n_nodes,)
        Where the children are; a nominal column has one for each declared value, in declared order.
    weight : ndarray of float, shape (n_nodes,)
        Training weight that reached the node.
    counts : ndarray of float, shape (n_nodes, n_classes)
        The same by class, in the order in which classes were declared.
    """

    attribute: Ints
    threshold: Floats
    first_child: Ints
    n_children: Ints
    weight: Floats
    counts: Floats

    @property
    def n_nodes(self) -> int:
        """Number of nodes, leaves among them."""
        return len(self.attribute)

    @property
    def n_leaves(self) -> int:
        """Number of leaves, those that no training example reached among them."""
        return int((self.attribute < 0).sum())

    @cached_property
    def parent(self) -> Ints:
        """Node above each node; -1 for the root."""
        above = np.full(self.n_nodes, -1, dtype=np.int32)
        inner = np.flatnonzero(self.attribute >= 0)
        above[1:] = np.repeat(inner, self.n_children[inner])
        return above

    @cached_property
    def node_depth(self) -> Ints:
        """Number of questions on the way to each node."""
        depth = np.zeros(self.n_nodes, dtype=np.int32)
        for node in range(1, self.n_nodes):
            depth[node] = depth[self.parent[node]] + 1
        return depth

    def probabilities(self, X: Floats, n_values: Ints) -> Floats:
        """Class probabilities of each row of a table of numbers and codes."""
        answers = np.zeros((len(X), self.counts.shape[1]))
        walk_tree(
            X,
            n_values,
            self.attribute,
            self.threshold,
            self.first_child,
            self.n_children,
            self.weight,
            self.counts,
            np.empty(self.n_nodes, dtype=np.int32),
            np.empty(self.n_nodes),
            answers,
        )
        return answers

    def importances(self, n_columns: int) -> Floats:
        """Share of each column in the entropy that the questions of the tree took away; zeros for a single leaf."""
        entropy = _entropy(self.counts)
        inner = np.flatnonzero(self.attribute >= 0)
        left = np.bincount(self.parent[1:], entropy[1:], minlength=self.n_nodes)
        gain = np.maximum(entropy[inner] - left[inner], 0.0)
        total = np.bincount(self.attribute[inner], gain, minlength=n_columns)
        return total / total.sum() if total.sum() > 0 else np.zeros(n_columns)


def _entropy(counts: Floats) -> Floats:
    """Weight of each row of counts times its entropy in bits."""
    total = counts.sum(axis=1, keepdims=True)
    share = np.divide(counts, total, out=np.ones_like(counts), where=counts > 0)
    entropy: Floats = -(counts * np.log2(share)).sum(axis=1)
    return entropy


def node_labels(tree: Tree) -> npt.NDArray[np.int32]:
    """Class code of each node; a node that no training example reached answers as the one above it."""
    weight = tree.weight[:, np.newaxis]
    shares = np.divide(tree.counts, weight, out=np.zeros_like(tree.counts), where=weight > 0)
    labels = np.empty(tree.n_nodes, dtype=np.int32)
    first_largest(shares, labels)
    empty = np.flatnonzero(tree.weight[1:] <= 0) + 1
    # Nothing hangs on an empty node, so the one above has its own label.
    labels[empty] = labels[tree.parent[empty]]
    return labels


def tree_frame(tree: Tree, attributes: Attributes, classes: npt.NDArray[Any], digits: int) -> "pd.DataFrame":
    """Make a table with one row for each node."""
    import pandas as pd

    labels = node_labels(tree)
    names = [one_line(name) for name in attributes.names]
    right = tree.counts[np.arange(tree.n_nodes), labels]
    return pd.DataFrame(
        {
            "parent": pd.array([pd.NA, *tree.parent[1:].tolist()], dtype="Int64"),
            "depth": tree.node_depth,
            "answer": [_answer(tree, attributes, node, digits) for node in range(tree.n_nodes)],
            "question": [names[column] if column >= 0 else None for column in tree.attribute],
            "label": [classes[label] for label in labels],
            "weight": tree.weight,
            # Counts are sums of shares, whose rounding should not show.
            "errors": np.round(np.maximum(tree.weight - right, 0.0), 9),
        },
        index=pd.RangeIndex(tree.n_nodes, name="node"),
    )


def _answer(tree: Tree, attributes: Attributes, node: int, digits: int) -> str | None:
    """Return the answer to the question of the node above that leads to a node."""
    above = int(tree.parent[node])
    if above < 0:
        return None
    branch = node - int(tree.first_child[above])
    declared = attributes.categories[tree.attribute[above]]
    if declared is not None:
        return f"= {_visible(str(declared[branch]))}"
    return f"{'>' if branch else '<='} {significant(float(tree.threshold[above]), digits)}"


def _visible(value: str) -> str:
    """Return a value, in quotes if blanks around it would not be seen.

    >>> _visible("basic"), _visible("basic ")
    ('basic', "'basic '")
    """
    return one_line(value) if value.strip() == value != "" else repr(value)
