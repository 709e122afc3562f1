"""Trees in words."""

from typing import Any

from foldwise._core import check_integer, one_line
from foldwise.learners._tree_classifier import TreeClassifier


def export_text(learner: TreeClassifier, *, digits: int = 6) -> str:
    """Write a tree as indented text, in the layout that J48 made familiar.

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
