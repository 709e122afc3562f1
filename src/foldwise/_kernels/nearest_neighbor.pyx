# cython: freethreading_compatible=True
"""Nearest neighbours by squared Euclidean distance over numeric and nominal columns with missing values.

Training rows are stored in blocks of rows that lie near each other (`arrange`, a k-d tree of which only the leaves are
kept), column by column inside a block (`pack`). A query computes a lower bound for every block from the least and most
value of each column, begins with the most promising block and passes over those whose bound is beyond its neighbours.

Every distance is the sum of its terms in column order, as one loop over rows and columns would compute it, to the last
bit: ties are exact. The bounds are exact too. Subtracting, squaring and adding are monotone when each is rounded, so a
sum of smaller terms in the same order cannot come out larger.

A term is 0 or 1 for nominal columns (1 if either value is missing), otherwise the square of the difference of the
normalised values; of max(v, 1 - v) if only v is known; of 1 if neither is.
"""

from libc.stdint cimport int8_t, int32_t

include "neighbor_blocks.pxi"

cdef enum:
    SAMPLE = 128  # rows looked at to find the column that spreads most
    ROUNDS = 60  # of a selection; whatever order it leaves behind is a valid one

BLOCK_ROWS = ROWS


cdef void select(double* keys, int32_t* order, Py_ssize_t n, Py_ssize_t middle) noexcept nogil:
    """Bring the `middle` smallest keys to the front, and `order` with them."""
    cdef Py_ssize_t first = 0, last = n - 1, i, j, turn
    cdef double pivot
    for turn in range(ROUNDS):
        if first >= last:
            return
        pivot = larger(smaller(keys[first], keys[last]),
                       smaller(larger(keys[first], keys[last]), keys[(first + last) // 2]))
        i, j = first, last
        while i <= j:
            while keys[i] < pivot:
                i += 1
            while keys[j] > pivot:
                j -= 1
            if i <= j:
                keys[i], keys[j] = keys[j], keys[i]
                order[i], order[j] = order[j], order[i]
                i += 1
                j -= 1
        if middle <= j:
            last = j
        elif middle >= i:
            first = i
        else:
            return


cdef Py_ssize_t widest(
    const double[:, ::1] X, const double[::1] low, const double[::1] high, const int32_t* order, Py_ssize_t n,
    double* least, double* most,
) noexcept nogil:
    """The column over which the rows in `order` spread most; a nominal one spreads as far as a whole range."""
    cdef Py_ssize_t a, i, n_columns = X.shape[1], best = 0, sampled = SAMPLE if n > SAMPLE else n
    cdef double spread, greatest = 0.0
    cdef const double* row
    for a in range(n_columns):
        least[a] = INFINITY
        most[a] = -INFINITY
    for i in range(sampled):
        row = &X[order[i * n // sampled], 0]
        for a in range(n_columns):
            least[a] = smaller(row[a], least[a])
            most[a] = larger(row[a], most[a])
    for a in range(n_columns):
        if least[a] < most[a]:
            spread = smaller(normalised(most[a], low[a], high[a]) - normalised(least[a], low[a], high[a]), 1.0)
            if spread > greatest:
                best, greatest = a, spread
    return best


def arrange(
    const double[:, ::1] X,
    const double[::1] low,
    const double[::1] high,
    double[:, ::1] extent,
    double[::1] keys,
    int32_t[:, ::1] waiting,
    int32_t[::1] order,
):
    """Put the rows of `X` into an `order` whose blocks hold rows that lie near each other.

    The rows are halved, at a border of blocks, at the median of the column over which they spread most, until the
    parts are single blocks. `extent` (two rows of columns), `keys` (one per row) and `waiting` (64 pairs) are room
    to work in. Missing values go last.
    """
    cdef Py_ssize_t i, a, n, middle, begin, end, depth = 1
    with nogil:
        for i in range(X.shape[0]):
            order[i] = <int32_t>i
        waiting[0, 0] = 0
        waiting[0, 1] = <int32_t>X.shape[0]
        while depth:
            depth -= 1
            begin, end = waiting[depth, 0], waiting[depth, 1]
            n = end - begin
            if n <= ROWS:
                continue
            middle = (n + ROWS - 1) // ROWS // 2 * ROWS
            a = widest(X, low, high, &order[begin], n, &extent[0, 0], &extent[1, 0])
            for i in range(n):
                keys[i] = X[order[begin + i], a]
                if keys[i] != keys[i]:
                    keys[i] = INFINITY
            select(&keys[0], &order[begin], n, middle)
            waiting[depth, 0], waiting[depth, 1] = <int32_t>begin, <int32_t>(begin + middle)
            waiting[depth + 1, 0], waiting[depth + 1, 1] = <int32_t>(begin + middle), <int32_t>end
            depth += 2


def pack(
    const double[:, ::1] X,
    const double[::1] low,
    const double[::1] high,
    const int8_t[::1] kind,
    const int32_t[::1] order,
    double[:, :, ::1] blocks,
    double[:, ::1] least,
    double[:, ::1] most,
):
    """Store the normalised rows of `X`, taken in `order`, and the least and most value of each column and block.

    `blocks` has shape (n_blocks, n_columns, BLOCK_ROWS); what the last block has to spare stays as it is. `least` and
    `most` have shape (n_columns, n_blocks) and span everything where a numeric value is missing. `low` and `high` are
    0 and 1 for a nominal column, whose codes stay as they are.
    """
    cdef Py_ssize_t b, a, j, n
    cdef double bottom, top
    cdef double* column
    cdef const int32_t* rows
    with nogil:
        for b in range(blocks.shape[0]):
            rows = &order[b * ROWS]
            n = order.shape[0] - b * ROWS
            if n > ROWS:
                n = ROWS
            for a in range(X.shape[1]):
                column = &blocks[b, a, 0]
                bottom, top = INFINITY, -INFINITY
                for j in range(n):
                    column[j] = normalised(X[rows[j], a], low[a], high[a])
                    bottom, top = smaller(column[j], bottom), larger(column[j], top)
                if kind[a] == GAPPY:
                    for j in range(n):
                        if column[j] != column[j]:
                            bottom, top = -INFINITY, INFINITY
                least[a, b], most[a, b] = bottom, top


def vote(
    const double[:, :, ::1] blocks,
    const double[:, ::1] least,
    const double[:, ::1] most,
    const int8_t[::1] kind,
    const int32_t[::1] y,
    const double[::1] weight,
    const double[::1] low,
    const double[::1] high,
    const double[:, ::1] X,
    double[::1] query,
    double[::1] bounds,
    double[::1] smallest,
    double[::1] near,
    int32_t[::1] rows,
    double[:, ::1] votes,
):
    """Add to `votes` (one row per row of `X`, one column per class) the weights of the nearest training rows.

    With k entries in `smallest`, these are the rows no farther than the k-th nearest, all of them if there are fewer.
    `y` and `weight` are in the order of the blocks, which are as `pack` leaves them. `query` (one per column),
    `bounds` (one per block), `smallest`, `near` and `rows` (one per training row) are room to work in.
    """
    cdef Py_ssize_t i, a, b, j, r, at, n, found, begin, n_columns = X.shape[1], n_blocks = blocks.shape[0]
    cdef Py_ssize_t last = smallest.shape[0] - 1
    cdef double limit
    cdef double distance[ROWS]
    with nogil:
        for i in range(X.shape[0]):
            for a in range(n_columns):
                query[a] = normalised(X[i, a], low[a], high[a])
            bound_blocks(&query[0], &kind[0], n_columns, n_blocks, &least[0, 0], &most[0, 0], &bounds[0])
            begin = 0
            for b in range(1, n_blocks):
                if bounds[b] < bounds[begin]:
                    begin = b
            for j in range(last + 1):
                smallest[j] = INFINITY
            limit = INFINITY
            found = 0
            for r in range(n_blocks):
                # The most promising block first, in exchange with the first.
                b = begin if r == 0 else 0 if r == begin else r
                if bounds[b] > limit:
                    continue
                if not measure(&query[0], &kind[0], n_columns, &blocks[b, 0, 0], limit, distance):
                    continue
                n = y.shape[0] - b * ROWS
                for j in range(n if n < ROWS else ROWS):
                    if distance[j] > limit:
                        continue
                    near[found] = distance[j]
                    rows[found] = <int32_t>(b * ROWS + j)
                    found += 1
                    at = last
                    while at > 0 and smallest[at - 1] > distance[j]:
                        smallest[at] = smallest[at - 1]
                        at -= 1
                    if distance[j] < smallest[at]:
                        smallest[at] = distance[j]
                    limit = smallest[last]
            for j in range(found):
                if near[j] <= limit:
                    votes[i, y[rows[j]]] += weight[rows[j]]
