# The search for the voters of one example in one fold: what it reads, how it measures, and whom it keeps.

from libc.math cimport INFINITY
from libc.stdint cimport int8_t, int32_t, int64_t


cdef struct Table:
    # Rows in the order of the blocks; positions in the ranges of the whole table.
    Py_ssize_t n_rows, n_columns, n_blocks
    const double* X
    const double* positions
    const double* blocks
    const int8_t* kind
    const double* low
    const double* high
    const int32_t* y
    const int64_t* begins
    const int32_t* neighbors
    const double* distances
    const int32_t* sizes
    const double* horizons


cdef struct Change:
    # Columns whose range in a training fold is not that of the whole table.
    Py_ssize_t n
    const int32_t* columns
    const double* low
    const double* high


cdef struct Search:
    Py_ssize_t k, row, n_repeats, repeat, n_found, n_voters, n_steps
    int32_t fold
    bint measured  # whether `whole` holds the distances of `row`
    const int32_t* codes
    double drop, limit, blur, reach
    double* whole  # distances to all rows
    double* smallest  # the k least, in order
    double* near
    int32_t* rows
    double* before  # the row, and another one, in the changed columns by the ranges of the table and of the fold
    double* after
    int32_t* counts  # votes by class


cdef inline double term(double v, double w, int8_t kind) noexcept nogil:
    """Square of the difference of two positions; the same numbers as those of `measure`."""
    cdef double gap
    if kind == NOMINAL:
        return 0.0 if v == w else 1.0
    gap = v - w
    if gap != gap:
        # At least one is missing, and larger() of a missing and a known number is the second.
        gap = 1.0 if v != v and w != w else larger(w, 1.0 - w) if v != v else larger(v, 1.0 - v)
    return gap * gap


cdef inline bint trained_on(const Search* search, Py_ssize_t other) noexcept nogil:
    cdef int32_t code = search.codes[other * search.n_repeats + search.repeat]
    return code != search.fold and code != LEFT_OUT


cdef void measure_all(const Table* table, Search* search) noexcept nogil:
    """Prepare to go through all rows."""
    cdef Py_ssize_t b
    search.n_steps += table.n_rows
    if not search.measured:
        search.n_steps += table.n_rows * table.n_columns // 8
        for b in range(table.n_blocks):
            measure(table.positions + search.row * table.n_columns, table.kind, table.n_columns,
                    table.blocks + b * ROWS * table.n_columns, INFINITY, search.whole + b * ROWS)
        search.measured = True


cdef inline void keep_smallest(Search* search, Py_ssize_t k, double distance) noexcept nogil:
    """Put a distance among the k smallest."""
    cdef Py_ssize_t at = k - 1
    if distance >= search.smallest[at]:
        return
    while at > 0 and search.smallest[at - 1] > distance:
        search.smallest[at] = search.smallest[at - 1]
        at -= 1
    search.smallest[at] = distance


cdef inline void cast(const Table* table, Search* search, Py_ssize_t other) noexcept nogil:
    search.counts[table.y[other]] += 1
    search.n_voters += 1


cdef inline double grown(const Table* table, double distance, double stretch) noexcept nogil:
    """What a distance in the list can be at most in a fold; nothing beyond it in the list can be nearer.

    The second term and what `stretch` has to spare are more than the roundings of both distances.
    """
    return distance if stretch == 1.0 else stretch * (distance + 1e-18 * <double>table.n_columns)
