"""What all trees share: prediction, what can be read off a tree, and the tree in words."""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from sklearn.utils.validation import check_is_fitted

from foldwise._core import check_integer, one_line
from foldwise._kernels.tree_walk import first_largest
from foldwise.learners._table_classifier import TableClassifier
from foldwise.learners._training import Training
from foldwise.learners._tree import Tree, tree_frame

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
        """Share of each column in the entropy that the questions took away, of shape (n_features,)."""
        return self.tree_.importances(len(self._n_values))

    def frame(self, *, digits: int = 6) -> "pd.DataFrame":
        """Return the tree as a table.

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


def export_text(learner: TreeClassifier, *, digits: int = 6) -> str:
    """Return a tree as indented text, in the layout that J48 made familiar.

    Parameters
    ----------
    learner : C45 or MansourTree
        A fitted tree.
    digits : int, default 6
        Significant digits of thresholds.

    Returns
    -------
    str
        One line for each branch. A leaf adds its label and, in brackets, the training weight that reached it and after
        a slash, if there is any, the part of it that has another label. A branch that no training example reached has
        the label of the node above it and weight 0.

    See Also
    --------
    foldwise.displays.TreeDisplay : The tree as a figure.

    Examples
    --------
    >>> import pandas as pd
    >>> from foldwise.learners import C45, export_text
    >>> weather = pd.DataFrame({
    ...     "sky": pd.Categorical(["clear"] * 6 + ["cloudy"] * 4, categories=["clear", "cloudy", "foggy"]),
    ...     "humidity": [60.0, 65.0, 70.0, 85.0, 90.0, 95.0, 70.0, 80.0, 90.0, 95.0],
    ... })
    >>> play = ["yes", "yes", "yes", "no", "no", "no", "yes", "yes", "yes", "yes"]
    >>> print(export_text(C45(pruned=False).fit(weather, play)))
    sky = clear
    |   humidity <= 70: yes (3.0)
    |   humidity > 70: no (3.0)
    sky = cloudy: yes (4.0)
    sky = foggy: yes (0.0)
    """
    if not isinstance(learner, TreeClassifier):
        inner = " Pass its best_estimator_." if hasattr(learner, "best_estimator_") else ""
        raise TypeError(f"export_text takes a fitted C45 or MansourTree, got {type(learner).__name__}.{inner}")
    frame = learner.frame(digits=check_integer(digits, "digits", least=1))
    tree = learner.tree_
    columns = ("parent", "depth", "answer", "question", "label", "weight", "errors")
    nodes: list[dict[str, Any]] = [dict(zip(columns, row, strict=True)) for row in frame[[*columns]].to_numpy(object)]
    lines = []
    waiting = [0]
    while waiting:
        number = waiting.pop()
        node, first = nodes[number], int(tree.first_child[number])
        waiting += range(first + int(tree.n_children[number]) - 1, first - 1, -1)
        branch = f"{'|   ' * (node['depth'] - 1)}{nodes[node['parent']]['question']} {node['answer']}" if number else ""
        if tree.attribute[number] < 0:
            missed = round(node["errors"], 2)
            branch += f": {one_line(node['label'])} ({round(node['weight'], 2)}{f'/{missed}' if missed else ''})"
        if branch:
            lines.append(branch)
    return "\n".join(lines)
