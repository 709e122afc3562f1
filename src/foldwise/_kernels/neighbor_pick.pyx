# cython: freethreading_compatible=True
"""Votes and means of the k nearest training rows, picked from tables of neighbours that serve every partition.

A table has, for each query, rows in order of distance (of index among equals) and a horizon: rows it does not list lie
at the horizon or beyond. Distances may be any increasing function of the true ones. Two of them, the smaller being d,
are told apart only if they differ by more than d * `relative` plus the `slack` of the query: nearer than that, another
way of computing them might order them otherwise, and among equals there is no order to rely on.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int8_t, int32_t

include "neighbor_order.pxi"

cdef enum:
    _SURE = 0
    _LABEL_ONLY = 1
    _TIED = 2
    _EXHAUSTED = 3

SURE, LABEL_ONLY, TIED, EXHAUSTED = _SURE, _LABEL_ONLY, _TIED, _EXHAUSTED


cdef Py_ssize_t pick(
    const int32_t* neighbors,
    const double* distances,
    Py_ssize_t m,
    double horizon,
    double relative,
    double slack,
    const int32_t* folds,
    int32_t fold,
    int32_t* chosen,
    Py_ssize_t k,
    Py_ssize_t* safe,
) noexcept nogil:
    """Put into `chosen` the places of the k nearest training rows, then of those that might be in their stead.

    Returns how many places that are, or -1 if the table is exhausted before this can be told. `safe` becomes the number
    of those at the beginning that are chosen in any case.
    """
    cdef Py_ssize_t j, found = 0
    cdef double limit = INFINITY, least
    for j in range(m):
        if distances[j] > limit:
            break
        if folds[neighbors[j]] < -1 or folds[neighbors[j]] == fold:
            continue
        chosen[found] = <int32_t>j
        found += 1
        if found == k:
            limit = distances[j] * (1.0 + relative) + slack
            if limit >= horizon:
                return -1
    if found < k:
        return -1
    safe[0] = k
    if found > k:
        least = distances[chosen[k]]
        while safe[0] > 0 and distances[chosen[safe[0] - 1]] * (1.0 + relative) + slack >= least:
            safe[0] -= 1
    return found


cdef inline double counted(double weight, double first) noexcept nogil:
    """What a row counts if the nearest one has the weight `first`: an infinite weight leaves only infinite ones."""
    if first == INFINITY:
        return 1.0 if weight == INFINITY else 0.0
    return weight


def vote(
    const int32_t[::1] queries,
    const int32_t[:, ::1] neighbors,
    const double[:, ::1] distances,
    const double[::1] horizon,
    double relative,
    const double[::1] slack,
    const int32_t[::1] folds,
    const int32_t[::1] y,
    const double[:, ::1] weights,
    Py_ssize_t k,
    int32_t[::1] chosen,
    double[:, ::1] spare,
    double[:, ::1] votes,
    int8_t[::1] doubt,
):
    """Add up the weights of the k nearest training rows of each query, class by class, for one partition.

    `weights` has the shape of the table and does not grow along a row; an infinite weight leaves only the infinite
    ones, each counting 1. Queries whose fold is negative are passed over. `doubt`: SURE; LABEL_ONLY if ties leave the
    votes open but not which class has most, the first of equals; TIED; EXHAUSTED. `chosen` (one per column of the
    table) and `spare` (two rows of classes) are room to work in.
    """
    cdef Py_ssize_t i, j, c, found, safe, best, m = neighbors.shape[1]
    cdef int32_t fold
    cdef double first, each, room, least, most
    with nogil:
        for i in range(queries.shape[0]):
            fold = folds[queries[i]]
            if fold < 0:
                continue
            safe = 0
            found = pick(&neighbors[i, 0], &distances[i, 0], m, horizon[i], relative, slack[i], &folds[0], fold,
                         &chosen[0], k, &safe)
            if found < 0:
                doubt[i] = _EXHAUSTED
                continue
            doubt[i] = _SURE
            first = weights[i, chosen[0]]
            for c in range(votes.shape[1]):
                votes[i, c] = 0.0
            for j in range(k):
                votes[i, y[neighbors[i, chosen[j]]]] += counted(weights[i, chosen[j]], first)
            if found == k:
                continue
            # Weights of those that may change places differ by rounding at most: the first stands for all.
            each = counted(weights[i, chosen[safe]], first)
            for j in range(safe + 1, found):
                if each > 0.0 and y[neighbors[i, chosen[j]]] != y[neighbors[i, chosen[safe]]]:
                    doubt[i] = _LABEL_ONLY
            if doubt[i] == _SURE:
                continue
            for c in range(votes.shape[1]):
                spare[0, c] = 0.0
                spare[1, c] = 0.0
            for j in range(safe):
                spare[0, y[neighbors[i, chosen[j]]]] += counted(weights[i, chosen[j]], first)
            for j in range(safe, found):
                spare[1, y[neighbors[i, chosen[j]]]] += each
            best = 0
            for c in range(1, votes.shape[1]):
                if votes[i, c] > votes[i, best]:
                    best = c
            # The best class gets at least its safe votes and the places that the others cannot fill.
            room = each * (k - safe)
            least = spare[1, best] - each * (found - k)
            least = spare[0, best] + (least if least > 0.0 else 0.0)
            for c in range(votes.shape[1]):
                most = spare[0, c] + (spare[1, c] if spare[1, c] < room else room)
                if c != best and (most > least or (most == least and c < best)):
                    doubt[i] = _TIED


def average(
    const int32_t[::1] queries,
    const int32_t[:, ::1] neighbors,
    const double[:, ::1] distances,
    const double[::1] horizon,
    double relative,
    const double[::1] slack,
    const int32_t[::1] folds,
    const double[::1] y,
    const double[:, ::1] weights,
    Py_ssize_t k,
    int32_t[::1] chosen,
    double[::1] means,
    int8_t[::1] doubt,
):
    """Average the values of the k nearest training rows of each query, for one partition.

    As `vote`; there is no LABEL_ONLY.
    """
    cdef Py_ssize_t i, j, found, safe, m = neighbors.shape[1]
    cdef int32_t fold
    cdef double first, each, total, total_weight
    with nogil:
        for i in range(queries.shape[0]):
            fold = folds[queries[i]]
            if fold < 0:
                continue
            safe = 0
            found = pick(&neighbors[i, 0], &distances[i, 0], m, horizon[i], relative, slack[i], &folds[0], fold,
                         &chosen[0], k, &safe)
            if found < 0:
                doubt[i] = _EXHAUSTED
                continue
            doubt[i] = _SURE
            first = weights[i, chosen[0]]
            total = 0.0
            total_weight = 0.0
            for j in range(k):
                each = counted(weights[i, chosen[j]], first)
                total_weight += each
                total += each * y[neighbors[i, chosen[j]]]
            means[i] = total / total_weight
            for j in range(safe + 1, found):
                if (
                    counted(weights[i, chosen[safe]], first) > 0.0
                    and y[neighbors[i, chosen[j]]] != y[neighbors[i, chosen[safe]]]
                ):
                    doubt[i] = _TIED
