"""The lines of the figure of a tree."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from foldwise._core import one_line
from foldwise.learners import C45, MansourTree


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TreeLine:
    """What is written about one node, or about `n_together` branches of a node at once."""

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
    n_together: int = 1


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


# Of more branches than this, the heaviest are drawn and the others share a line.
MOST_BRANCHES = 20


def _others(children: Sequence[TreeLine]) -> TreeLine:
    """Return several branches as one line."""
    weight = sum(child.weight for child in children)
    shares = zip(*([child.weight * share for share in child.shares] for child in children), strict=True)
    return replace(
        children[0],
        answer=f"= {len(children)} other values",
        weight=weight,
        errors=sum(child.errors for child in children),
        shares=tuple(sum(each) / weight for each in shares),
        n_cut=sum(child.n_cut or 1 for child in children),
        is_leaf=False,
        n_together=len(children),
    )


def shown(nodes: Sequence[TreeLine], max_depth: int) -> Iterator[TreeLine]:
    """Yield the lines in the order of reading, down to a depth.

    Branches that no example reached share one line, and so do the lightest of very many.
    """
    below: dict[int | None, list[TreeLine]] = {}
    for node in nodes:
        below.setdefault(node.parent, []).append(node)
    waiting = [nodes[0]]
    while waiting:
        node = waiting.pop()
        if node.depth == max_depth or node.is_leaf or node.n_together > 1:
            yield node
            continue
        yield replace(node, n_cut=0)
        empty = [child for child in below[node.node] if child.weight <= 0]
        if len(empty) > 1:
            waiting.append(replace(empty[0], answer=f"= {len(empty)} other values", n_together=len(empty)))
        else:
            waiting += empty
        reached = [child for child in below[node.node] if child.weight > 0]
        if len(reached) > MOST_BRANCHES:
            heaviest = sorted(reached, key=lambda child: -child.weight)[: MOST_BRANCHES - 1]
            least = min(child.weight for child in heaviest)
            drawn = [child for child in reached if child.weight >= least][: MOST_BRANCHES - 1]
            waiting.append(_others([child for child in reached if child not in drawn]))
            reached = drawn
        waiting += reversed(reached)
