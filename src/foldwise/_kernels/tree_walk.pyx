# cython: freethreading_compatible=True
"""Class probabilities of rows that walk down a tree; a missing value sends shares of a row down every branch."""

from libc.math cimport isnan
from libc.stdint cimport int32_t

cdef double SMALL = 1e-6


def walk_tree(
    const double[:, ::1] X,
    const int32_t[::1] n_values,
    const int32_t[::1] attribute,
    const double[::1] threshold,
    const int32_t[::1] first_child,
    const int32_t[::1] n_children,
    const double[::1] weight,
    const double[:, ::1] counts,
    int32_t[::1] waiting,
    double[::1] shares,
    double[:, ::1] probabilities,
):
    """Add the class shares of the leaves that each row reaches to `probabilities`, which come as zeros.

    A branch without training weight answers with the counts of the node above it. `waiting` and `shares` are room for as
    many nodes as the tree has.
    """
    cdef Py_ssize_t i
    cdef int32_t node, answer, child, branch, c, n_waiting, n_classes = <int32_t> counts.shape[1]
    cdef double share, value
    with nogil:
        for i in range(X.shape[0]):
            n_waiting = 1
            waiting[0] = 0
            shares[0] = 1.0
            while n_waiting > 0:
                n_waiting -= 1
                node = waiting[n_waiting]
                share = shares[n_waiting]
                answer = node
                while attribute[node] >= 0:
                    value = X[i, attribute[node]]
                    if isnan(value):
                        # Pushed from the last to the first, so that the first is followed first.
                        for branch in range(n_children[node] - 1, -1, -1):
                            child = first_child[node] + branch
                            if weight[child] >= SMALL:
                                waiting[n_waiting] = child
                                shares[n_waiting] = share * weight[child] / weight[node]
                                n_waiting += 1
                        answer = -1
                        break
                    if n_values[attribute[node]]:
                        child = first_child[node] + <int32_t> value
                    else:
                        child = first_child[node] + (value > threshold[node])
                    if weight[child] < SMALL:
                        answer = node
                        break
                    node = child
                    answer = node
                if answer >= 0 and weight[answer] > 0:
                    for c in range(n_classes):
                        probabilities[i, c] += share * (counts[answer, c] / weight[answer])


def first_largest(const double[:, ::1] probabilities, int32_t[::1] labels):
    """Find the first class that no later one exceeds by more than 1e-6 when they are read in order."""
    cdef Py_ssize_t i
    cdef int32_t c, best
    with nogil:
        for i in range(probabilities.shape[0]):
            best = 0
            for c in range(1, <int32_t> probabilities.shape[1]):
                if probabilities[i, c] - probabilities[i, best] > SMALL:
                    best = c
            labels[i] = best
