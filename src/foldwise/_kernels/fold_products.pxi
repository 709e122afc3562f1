# What the folds of both kinds of naive Bayes have in common: the rows of each fold, nominal probabilities, and the way
# from a table of factors to answers. The factors of a value stand side by side, class by class, and a row of a table
# is known by where they begin: its offsets. The first factors of a table are ones, for missing values.
#
# `stride` is the number of classes rounded up to an even one; what the last place then holds is of no importance.

from libc.stdint cimport int32_t
from libc.string cimport memcpy, memset

include "class_products.pxi"

cdef enum:
    TILE = 64

# A run of attributes whose factors multiply to at least 2**-750 cannot lift a product twice: looking once, at its end,
# gives the same bits as looking after every factor.
cdef int RUN_BITS = 750
cdef int NOMINAL_BITS = 31


cdef void* carve(char* arena, size_t* used, size_t n_items, size_t size) noexcept nogil:
    """Return the next piece of an arena, and count it as used; there need not be an arena yet."""
    cdef size_t at = used[0]
    used[0] += (n_items * size + 15) // 16 * 16
    return arena + at if arena else NULL


cdef void deal(
    const int32_t* folds, const int32_t* rows, Py_ssize_t n, int32_t first, int32_t n_folds,
    int32_t* code, int32_t* start, int32_t* members,
) noexcept nogil:
    """List the members of folds `first` onwards, then those that are left out, one list after the other.

    ``code[i]`` becomes the fold of example i, whose row is ``rows[i]``.
    """
    cdef Py_ssize_t i
    cdef int32_t b
    memset(start, 0, (n_folds + 3) * sizeof(int32_t))
    for i in range(n):
        code[i] = folds[rows[i]]
        b = n_folds if code[i] == -2 else code[i] - first
        if 0 <= b < n_folds or code[i] == -2:
            start[b + 2] += 1
    for b in range(n_folds + 1):
        start[b + 2] += start[b + 1]
    for i in range(n):
        b = n_folds if code[i] == -2 else code[i] - first
        if 0 <= b < n_folds or code[i] == -2:
            members[start[b + 1]] = <int32_t>i
            start[b + 1] += 1


cdef void drop_rows(
    const int32_t* members, Py_ssize_t n_members, const int32_t* y, const int32_t* offsets, Py_ssize_t n_offsets,
    const int32_t* nominal, Py_ssize_t n_nominal, int32_t* n_rows, int32_t* counts,
) noexcept nogil:
    """Take rows away from the number of rows of each class and from the counts of nominal values."""
    cdef Py_ssize_t t, j
    cdef int32_t c
    cdef const int32_t* at
    for t in range(n_members):
        at = offsets + members[t] * n_offsets
        c = y[members[t]]
        n_rows[c] -= 1
        for j in range(n_nominal):
            counts[at[nominal[3 * j]] + c] -= 1


cdef void nominal_factors(
    const int32_t* counts, Py_ssize_t n_values, Py_ssize_t stride, double* known, double* table
) noexcept nogil:
    """Fill the probabilities of the values of an attribute."""
    cdef Py_ssize_t v, c, at = 0
    for c in range(stride):
        known[c] = <double>n_values
    for v in range(n_values):
        for c in range(stride):
            known[c] += <double>counts[at + c]
        at += stride
    at = 0
    for v in range(n_values):
        for c in range(stride):
            table[at + c] = (<double>counts[at + c] + 1.0) / known[c]
        at += stride


cdef void priors(const int32_t* n_rows, Py_ssize_t k, Py_ssize_t stride, double* prior) noexcept nogil:
    cdef Py_ssize_t c
    cdef double total = <double>k
    for c in range(k):
        total = total + <double>n_rows[c]
    for c in range(k):
        prior[c] = (<double>n_rows[c] + 1.0) / total
    for c in range(k, stride):
        prior[c] = 1.0


cdef Py_ssize_t find_runs(
    const int32_t* bits, const int32_t* attributes, Py_ssize_t n_attributes, int32_t* ends
) noexcept nogil:
    """Fill in where the runs of attributes end, and return how many there are."""
    cdef Py_ssize_t a, n_runs = 0
    cdef int total = 0
    for a in range(n_attributes):
        if total and total + bits[attributes[a]] > RUN_BITS:
            ends[n_runs] = <int32_t>a
            n_runs += 1
            total = 0
        total += bits[attributes[a]]
    ends[n_runs] = <int32_t>n_attributes
    return n_runs + 1


cdef inline void multiply(
    const int32_t* offsets, const int32_t* ends, Py_ssize_t n_runs, const double* table, Py_ssize_t stride,
    double* product, int32_t* units,
) noexcept nogil:
    """Multiply the factors of a row, in the order of its attributes, to what `product` holds."""
    cdef Py_ssize_t c = 0, a, r
    cdef double p0, p1, p2, p3
    cdef const double* at
    while c + 4 <= stride:
        p0, p1, p2, p3 = product[c], product[c + 1], product[c + 2], product[c + 3]
        a = 0
        for r in range(n_runs):
            while a < ends[r]:
                at = table + offsets[a] + c
                p0, p1, p2, p3 = p0 * at[0], p1 * at[1], p2 * at[2], p3 * at[3]
                a += 1
            if (p0 < SMALL) | (p1 < SMALL) | (p2 < SMALL) | (p3 < SMALL):
                lift(&p0, units + c)
                lift(&p1, units + c + 1)
                lift(&p2, units + c + 2)
                lift(&p3, units + c + 3)
        product[c], product[c + 1], product[c + 2], product[c + 3] = p0, p1, p2, p3
        c += 4
    if c < stride:
        p0, p1 = product[c], product[c + 1]
        a = 0
        for r in range(n_runs):
            while a < ends[r]:
                at = table + offsets[a] + c
                p0, p1 = p0 * at[0], p1 * at[1]
                a += 1
            if (p0 < SMALL) | (p1 < SMALL):
                lift(&p0, units + c)
                lift(&p1, units + c + 1)
        product[c], product[c + 1] = p0, p1


cdef inline Py_ssize_t most_probable(double* product, const int32_t* units, Py_ssize_t k) noexcept nogil:
    """Return the first of the classes whose probabilities are largest when rounded."""
    cdef Py_ssize_t c, best = 0
    cdef bint close = False
    for c in range(1, k):
        if units[c] > units[best] or (units[c] == units[best] and product[c] > product[best]):
            best = c
    # Only what is nearly as large can be equal after the division, or come from the unit below.
    for c in range(k):
        if c != best:
            if units[c] == units[best]:
                close = close or product[c] >= product[best] * (1.0 - 1e-12)
            else:
                close = close or (units[c] == units[best] - 1 and product[c] > 2.0**490 and product[best] < 2.0**-240)
    if not close:
        return best
    share_out(product, units, k)
    best = 0
    for c in range(1, k):
        if product[c] > product[best]:
            best = c
    return best


cdef struct Tile:                   # rows that are answered together, at most TILE
    const int32_t* members
    Py_ssize_t n_members
    const int32_t* offsets          # of factors, one row after the other
    bint is_whole                   # these are the rows of all examples, not only of the members
    double* products                # (TILE, stride)
    int32_t* units


cdef void multiply_tile(
    const Tile* tile, Py_ssize_t n_attributes, const int32_t* ends, Py_ssize_t n_runs, const double* table,
    const double* prior, Py_ssize_t stride,
) noexcept nogil:
    """Fill the products of rows.

    Nothing is asked of a product before all are done: a wrong guess of the processor would undo several rows.
    """
    cdef Py_ssize_t t, c
    cdef double* product
    for t in range(tile.n_members):
        product = tile.products + t * stride
        for c in range(stride):
            product[c] = prior[c]
            tile.units[t * stride + c] = 0
        multiply(
            tile.offsets + (tile.members[t] if tile.is_whole else t) * n_attributes, ends, n_runs, table, stride,
            product, tile.units + t * stride,
        )


cdef void answer_tile(
    const Tile* tile, const int32_t* rows, Py_ssize_t k, Py_ssize_t stride, int32_t* answers, double* chances
) noexcept nogil:
    """Put the classes of rows into `answers` or, if that is NULL, the probabilities of all classes into `chances`."""
    cdef Py_ssize_t t, row
    cdef double* product
    cdef const int32_t* units
    for t in range(tile.n_members):
        product, units, row = tile.products + t * stride, tile.units + t * stride, rows[tile.members[t]]
        if answers:
            answers[row] = <int32_t>most_probable(product, units, k)
        else:
            share_out(product, units, k)
            memcpy(chances + row * k, product, k * sizeof(double))
