"""What each node of a tree would answer as a leaf."""

import numpy as np
import numpy.typing as npt

from foldwise._kernels.tree_walk import first_largest
from foldwise.learners._tree import Tree


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
