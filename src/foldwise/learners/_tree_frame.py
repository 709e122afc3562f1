"""A tree as a table in the words of its data."""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from foldwise._core import one_line, significant
from foldwise.learners._attributes import Attributes
from foldwise.learners._node_labels import node_labels
from foldwise.learners._tree import Tree

if TYPE_CHECKING:
    import pandas as pd


def tree_frame(tree: Tree, attributes: Attributes, classes: npt.NDArray[Any], digits: int) -> "pd.DataFrame":
    """Write one row for each node."""
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
    """Write the answer to the question of the node above that leads to a node."""
    above = int(tree.parent[node])
    if above < 0:
        return None
    branch = node - int(tree.first_child[above])
    declared = attributes.categories[tree.attribute[above]]
    if declared is not None:
        return f"= {_visible(str(declared[branch]))}"
    return f"{'>' if branch else '<='} {significant(float(tree.threshold[above]), digits)}"


def _visible(value: str) -> str:
    """Write a value, in quotes if blanks around it would not be seen.

    >>> _visible("basic"), _visible("basic ")
    ('basic', "'basic '")
    """
    return one_line(value) if value.strip() == value != "" else repr(value)
