# cython: freethreading_compatible=True
"""Votes and means of the k nearest training rows, picked from tables of neighbours that serve every partition.

A table has, for each query, rows in order of distance (of index among equals) and a horizon: rows it does not list lie
at the horizon or beyond. Distances may be any increasing function of the true ones. Two of them, the smaller being d,
are told apart only if they differ by more than d * `relative` plus the `slack` of the query: nearer than that, another
way of computing them might order them otherwise, and among equals there is no order to rely on.
"""

from libc.math cimport INFINITY, fabs
from libc.stdint cimport int8_t, int32_t

cdef enum:
    _SURE = 0
    _LABEL_ONLY = 1
    _TIED = 2
    _EXHAUSTED = 3
    _SQUARES = 0
    _SUM = 1
    _GREATEST = 2

SURE, LABEL_ONLY, TIED, EXHAUSTED = _SURE, _LABEL_ONLY, _TIED, _EXHAUSTED
SQUARES, SUM, GREATEST = _SQUARES, _SUM, _GREATEST


cdef inline bint after(double a, int32_t i, double b, int32_t j) noexcept nogil:
    return a > b or (a == b and i > j)


cdef void sink(double* distance, int32_t* row, Py_ssize_t n, double d, int32_t r) noexcept nogil:
    """Put an entry in place of the root of a heap whose root is last in order."""
    cdef Py_ssize_t at = 0, child
    while True:
        child = 2 * at + 1
        if child >= n:
            break
        if child + 1 < n and after(distance[child + 1], row[child + 1], distance[child], row[child]):
            child += 1
        if not after(distance[child], row[child], d, r):
            break
        distance[at], row[at] = distance[child], row[child]
        at = child
    distance[at], row[at] = d, r


def select(const double[:, ::1] block, const int32_t[::1] queries, int32_t[:, ::1] neighbors, double[:, ::1] distances):
    """List the nearest rows of each query, itself excepted, in order.

    `block` has a row of distances to all rows for each of `queries`, which say which rows these are. As many neighbours
    are listed as `neighbors` has columns: one at least, fewer than there are rows.
    """
    cdef Py_ssize_t i, j, n, m = neighbors.shape[1]
    cdef double d
    cdef int32_t r
    cdef double* near
    cdef int32_t* rows
    with nogil:
        for i in range(block.shape[0]):
            near, rows = &distances[i, 0], &neighbors[i, 0]
            for j in range(m):
                near[j], rows[j] = INFINITY, -1
            for j in range(block.shape[1]):
                d = block[i, j]
                if d < near[0] and j != queries[i]:
                    sink(near, rows, m, d, <int32_t>j)
            for n in range(m - 1, 0, -1):
                d, r = near[0], rows[0]
                sink(near, rows, n, near[n], rows[n])
                near[n], rows[n] = d, r


def measure(
    const double[:, ::1] X,
    const int32_t[::1] queries,
    const int32_t[::1] groups,
    const double[:, ::1] weights,
    int kind,
    int32_t[:, ::1] neighbors,
    double[:, ::1] distances,
):
    """Compute the distances of a table anew and put its rows in order again.

    The difference in column a counts weights[g, a] times, g being the group of the query; queries of group -1 are
    passed over. `kind` says what becomes of the differences: the sum of squares, the sum or the greatest.
    """
    cdef Py_ssize_t i, j, a, at
    cdef double d, term
    cdef int32_t r
    cdef const double* query
    cdef const double* other
    cdef const double* weight
    with nogil:
        for i in range(queries.shape[0]):
            if groups[i] < 0:
                continue
            query, weight = &X[queries[i], 0], &weights[groups[i], 0]
            for j in range(neighbors.shape[1]):
                r = neighbors[i, j]
                other = &X[r, 0]
                d = 0.0
                for a in range(X.shape[1]):
                    term = (query[a] - other[a]) * weight[a]
                    if kind == _SQUARES:
                        d += term * term
                    elif kind == _SUM:
                        d += fabs(term)
                    elif fabs(term) > d:
                        d = fabs(term)
                at = j
                # Nearly in order already, so that few places are passed.
                while at > 0 and after(distances[i, at - 1], neighbors[i, at - 1], d, r):
                    distances[i, at], neighbors[i, at] = distances[i, at - 1], neighbors[i, at - 1]
                    at -= 1
                distances[i, at], neighbors[i, at] = d, r


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
