"""What all trees share: prediction, and what can be read off a tree."""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from sklearn.utils.validation import check_is_fitted

from foldwise._kernels.tree_walk import first_largest
from foldwise.learners._table_classifier import TableClassifier
from foldwise.learners._training import Training
from foldwise.learners._tree import Tree
from foldwise.learners._tree_frame import tree_frame

if TYPE_CHECKING:
    import pandas as pd

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]


class TreeClassifier(TableClassifier):
    """Classifier by one decision tree; a subclass gives `_tree`."""

    tree_: Tree
    _n_values: Ints

    @property
    def n_leaves_(self) -> int:
        """Number of leaves, those that no training example reached among them."""
        return self.tree_.n_leaves

    @property
    def n_nodes_(self) -> int:
        """Number of nodes, leaves among them."""
        return self.tree_.n_nodes

    @property
    def depth_(self) -> int:
        """Number of questions on the longest way to a leaf."""
        return int(self.tree_.node_depth.max())

    @property
    def feature_importances_(self) -> Floats:
        """Share of each column in the entropy that the questions took away, of shape (n_features_in_,)."""
        return self.tree_.importances(len(self._n_values))

    def frame(self, *, digits: int = 6) -> "pd.DataFrame":
        """Give the tree as a table.

        Parameters
        ----------
        digits : int, default 6
            Significant digits of thresholds.

        Returns
        -------
        DataFrame
            One row for each node, the root first: its parent, its depth, the answer that leads to it (missing for the
            root), the question that it asks (missing for a leaf), the label that it would answer as a leaf, the
            training weight that reached it, and the part of that which has another label.
        """
        check_is_fitted(self)
        return tree_frame(self.tree_, self.attributes_, self.declared_classes_, digits)

    def _tree(self, training: Training) -> Tree:
        raise NotImplementedError

    def _learn(self, training: Training) -> None:
        self.tree_ = self._tree(training)
        self._n_values = training.n_values

    def _probabilities(self, X: Floats) -> Floats:
        return self.tree_.probabilities(X, self._n_values)

    def _codes(self, X: Floats) -> npt.NDArray[np.intp]:
        labels = np.empty(len(X), dtype=np.int32)
        first_largest(self._probabilities(X), labels)
        return labels.astype(np.intp)
