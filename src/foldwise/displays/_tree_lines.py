"""The lines of the figure of a tree."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from foldwise._core import one_line
from foldwise.learners import C45, MansourTree


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TreeLine:
    """What is written about one node, or about all branches of a node that no training example reached."""

    node: int
    parent: int | None
    depth: int
    question: str
    answer: str
    label: str
    code: int
    weight: float
    errors: float
    shares: tuple[float, ...]
    n_cut: int
    is_leaf: bool


def tree_lines(learner: C45 | MansourTree) -> list[TreeLine]:
    """Make a line for every node, with the number of leaves below it as if it were cut there."""
    frame = learner.frame(digits=4)
    tree = learner.tree_
    names = [one_line(name) for name in learner.attributes_.names]
    codes = {label: code for code, label in enumerate(learner.declared_classes_)}
    leaves = [int(column < 0) for column in tree.attribute]
    for node in range(tree.n_nodes - 1, 0, -1):
        leaves[tree.parent[node]] += leaves[node]
    columns = (frame[name].tolist() for name in ("answer", "label", "weight", "errors"))
    nodes = []
    for node, (answer, label, weight, errors) in enumerate(zip(*columns, strict=True)):
        above = int(tree.parent[node])
        is_leaf = bool(tree.attribute[node] < 0)
        nodes.append(
            TreeLine(
                node=node,
                parent=above if node else None,
                depth=int(tree.node_depth[node]),
                question=names[tree.attribute[above]] if node else "all examples",
                answer=answer if node else "",
                label=one_line(label),
                code=codes[label],
                weight=weight,
                errors=errors,
                shares=tuple((tree.counts[node] / weight).tolist() if weight > 0 else [0.0] * len(codes)),
                n_cut=0 if is_leaf else leaves[node],
                is_leaf=is_leaf,
            )
        )
    return nodes


def shown(nodes: Sequence[TreeLine], max_depth: int) -> Iterator[TreeLine]:
    """Give the lines in the order of reading, down to a depth; branches that no example reached share one line."""
    below: dict[int | None, list[TreeLine]] = {}
    for node in nodes:
        below.setdefault(node.parent, []).append(node)
    waiting = [nodes[0]]
    while waiting:
        node = waiting.pop()
        if node.depth == max_depth or node.is_leaf:
            yield node
            continue
        yield replace(node, n_cut=0)
        empty = [child for child in below[node.node] if child.weight <= 0]
        if len(empty) > 1:
            waiting.append(replace(empty[0], answer=f"= {len(empty)} other values"))
        else:
            waiting += empty
        waiting += reversed([child for child in below[node.node] if child.weight > 0])
