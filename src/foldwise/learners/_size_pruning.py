"""All prunings of one tree by Mansour's cost of size."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from foldwise._kernels.mansour_pruning import count_losses, find_critical
from foldwise.learners._training import Training
from foldwise.learners._tree import Tree, node_labels

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class SizePruning:
    """A grown tree and, for each node, the least penalty at which nothing is left below it.

    Parameters
    ----------
    tree : Tree
        The tree as grown.
    critical : ndarray of float, shape (n_nodes,)
        0 for a leaf, and nowhere greater than at the node above.
    """

    tree: Tree
    critical: Floats

    @classmethod
    def of(cls, tree: Tree) -> "SizePruning":
        """Find where each node of a tree becomes a leaf."""
        n = tree.n_nodes
        critical = np.empty(n)
        find_critical(
            tree.first_child,
            tree.n_children,
            tree.parent,
            tree.weight,
            tree.weight - tree.counts.max(axis=1),
            np.empty(n),
            np.empty(n, dtype=np.int32),
            np.empty(n, dtype=np.int32),
            np.empty(n, dtype=np.uint8),
            critical,
        )
        return cls(tree, critical)

    def candidates(self) -> Floats:
        """One penalty for each pruning, ascending: 0, geometric means of neighbouring critical ones, infinity."""
        root = np.sqrt(np.unique(self.critical))
        last = np.inf if len(root) > 1 else 0.0
        return np.append(root[:-1] * root[1:], last)

    def at(self, penalty: float) -> Tree:
        """Return the tree that is left at a penalty."""
        tree, above = self.tree, self.tree.parent
        is_kept = np.append(True, self.critical[above[1:]] > penalty)
        place = np.cumsum(is_kept, dtype=np.int32) - 1
        is_leaf = (self.critical <= penalty)[is_kept]
        inner = ~is_leaf
        first_child = tree.first_child[is_kept]
        return Tree(
            attribute=np.where(is_leaf, np.int32(-1), tree.attribute[is_kept]),
            threshold=np.where(is_leaf, 0.0, tree.threshold[is_kept]),
            first_child=np.where(inner, place[np.where(inner, first_child, 0)], np.int32(-1)),
            n_children=np.where(is_leaf, np.int32(0), tree.n_children[is_kept]),
            weight=tree.weight[is_kept],
            counts=tree.counts[is_kept],
        )

    def losses(self, tested: Training, penalties: Floats) -> Floats:
        """Weight of the examples that the tree predicts wrongly at each of several ascending penalties."""
        tree = self.tree
        losses = np.zeros(len(penalties))
        count_losses(
            tested.X,
            tested.y,
            tested.weight,
            tested.n_values,
            tree.attribute,
            tree.threshold,
            tree.first_child,
            tree.n_children,
            tree.weight,
            tree.counts,
            node_labels(tree),
            np.searchsorted(penalties, self.critical).astype(np.int32),
            np.empty(tree.n_nodes, dtype=np.int32),
            np.empty(tree.n_nodes),
            np.empty(tested.n_classes),
            losses,
        )
        return losses
