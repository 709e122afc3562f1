# cython: freethreading_compatible=True
"""Prunings of a tree by size: where each node becomes a leaf, and what all prunings get wrong at once."""

from libc.math cimport INFINITY, isnan, sqrt
from libc.stdint cimport int32_t, uint8_t

# As in tree_walk: a branch with less weight answers as the node above it; a class must be ahead by more.
cdef double SMALL = 1e-6
# Differences of sums of shares that are rounding, relative to the weight of the node.
cdef double ROUNDING = 1e-10


def find_critical(
    const int32_t[::1] first_child,
    const int32_t[::1] n_children,
    const int32_t[::1] parent,
    const double[::1] weight,
    const double[::1] leaf_errors,
    double[::1] errors,
    int32_t[::1] leaves,
    int32_t[::1] live,
    uint8_t[::1] gone,
    double[::1] critical,
):
    """Find the least penalty at which each node has nothing below it.

    At a penalty p, a node with subtree T and weight m becomes a leaf when the errors of the leaf are at most those of T
    plus p sqrt(leaves(T) m). Nodes are asked from the bottom up, at 0 first, then, on the tree that is left, at the
    least penalty at which a further node answers yes, until only the root is left. `errors`, `leaves`, `live` and `gone`
    are room for as many numbers as there are nodes; children have greater numbers than their parents.
    """
    cdef Py_ssize_t i, n_live, kept
    cdef int32_t node, child, size
    cdef double penalty = 0.0, following, wrong, excess
    with nogil:
        n_live = 0
        for node in range(<int32_t> weight.shape[0]):
            errors[node] = leaf_errors[node]
            leaves[node] = weight[node] > 0
            gone[node] = False
            critical[node] = 0.0
            if n_children[node] > 0:
                live[n_live] = node
                n_live += 1
        while n_live > 0:
            following = INFINITY
            for i in range(n_live - 1, -1, -1):
                node = live[i]
                wrong = 0.0
                size = 0
                for child in range(first_child[node], first_child[node] + n_children[node]):
                    wrong += errors[child]
                    size += leaves[child]
                excess = leaf_errors[node] - wrong
                excess = 0.0 if excess <= ROUNDING * weight[node] else excess / sqrt(size * weight[node])
                if excess <= penalty:
                    gone[node] = True
                    errors[node] = leaf_errors[node]
                    leaves[node] = 1
                else:
                    errors[node] = wrong
                    leaves[node] = size
                    following = min(following, excess)
            kept = 0
            for i in range(n_live):
                node = live[i]
                if gone[node] or (parent[node] >= 0 and gone[parent[node]]):
                    gone[node] = True
                    critical[node] = penalty
                else:
                    live[kept] = node
                    kept += 1
            n_live = kept
            penalty = following


def count_losses(
    const double[:, ::1] X,
    const int32_t[::1] y,
    const double[::1] row_weight,
    const int32_t[::1] n_values,
    const int32_t[::1] attribute,
    const double[::1] threshold,
    const int32_t[::1] first_child,
    const int32_t[::1] n_children,
    const double[::1] weight,
    const double[:, ::1] counts,
    const int32_t[::1] label,
    const int32_t[::1] place,
    int32_t[::1] waiting,
    double[::1] shares,
    double[::1] answer,
    double[::1] losses,
):
    """Add the weight of the rows that each pruning predicts wrongly to `losses`.

    In pruning p the nodes with place[node] <= p are leaves; no node has a greater place than its parent. `label` is the
    answer of each node alone. `waiting` and `shares` are room for the nodes, `answer` for the classes.
    """
    cdef Py_ssize_t i, p, high
    cdef int32_t node, child
    cdef double value
    with nogil:
        for i in range(X.shape[0]):
            # The first prunings cut least: those below `high` go on below the node.
            high = losses.shape[0]
            node = 0
            while True:
                if label[node] != y[i]:
                    for p in range(place[node], high):
                        losses[p] += row_weight[i]
                high = min(high, <Py_ssize_t> place[node])
                if high == 0:
                    break
                value = X[i, attribute[node]]
                if isnan(value):
                    for p in range(high):
                        if label_below(
                            X, i, n_values, attribute, threshold, first_child, n_children, weight, counts, place,
                            node, p, waiting, shares, answer
                        ) != y[i]:
                            losses[p] += row_weight[i]
                    break
                child = branch(value, n_values[attribute[node]], threshold[node], first_child[node])
                if weight[child] < SMALL:
                    if label[node] != y[i]:
                        for p in range(high):
                            losses[p] += row_weight[i]
                    break
                node = child


cdef inline int32_t branch(double value, int32_t declared, double threshold, int32_t first) noexcept nogil:
    return first + (<int32_t> value if declared else <int32_t> (value > threshold))


cdef int32_t label_below(
    const double[:, ::1] X,
    Py_ssize_t i,
    const int32_t[::1] n_values,
    const int32_t[::1] attribute,
    const double[::1] threshold,
    const int32_t[::1] first_child,
    const int32_t[::1] n_children,
    const double[::1] weight,
    const double[:, ::1] counts,
    const int32_t[::1] place,
    int32_t top,
    Py_ssize_t pruning,
    int32_t[::1] waiting,
    double[::1] shares,
    double[::1] answer,
) noexcept nogil:
    """Predict a row from the nodes below `top` in one pruning: a missing value sends shares of it down all branches."""
    cdef int32_t node, child, c, best, n_waiting = 1
    cdef double share, value
    for c in range(<int32_t> answer.shape[0]):
        answer[c] = 0.0
    waiting[0] = top
    shares[0] = 1.0
    while n_waiting > 0:
        n_waiting -= 1
        node = waiting[n_waiting]
        share = shares[n_waiting]
        while place[node] > pruning:
            value = X[i, attribute[node]]
            if isnan(value):
                # Pushed from the last to the first, so that sums run in the order of tree_walk.
                for child in range(first_child[node] + n_children[node] - 1, first_child[node] - 1, -1):
                    if weight[child] >= SMALL:
                        waiting[n_waiting] = child
                        shares[n_waiting] = share * weight[child] / weight[node]
                        n_waiting += 1
                node = -1
                break
            child = branch(value, n_values[attribute[node]], threshold[node], first_child[node])
            if weight[child] < SMALL:
                break
            node = child
        if node >= 0 and weight[node] > 0:
            for c in range(<int32_t> answer.shape[0]):
                answer[c] += share * (counts[node, c] / weight[node])
    best = 0
    for c in range(1, <int32_t> answer.shape[0]):
        if answer[c] - answer[best] > SMALL:
            best = c
    return best
