# Tables of neighbours: the nearest rows of each query in order, and in order again by distances computed anew.

from libc.math cimport INFINITY, fabs
from libc.stdint cimport int32_t

cdef enum:
    _SQUARES = 0
    _SUM = 1
    _GREATEST = 2

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
