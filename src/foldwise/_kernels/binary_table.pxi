# A small table of two-valued attributes as both learners read it, and counts of its rows.

from libc.stdint cimport int32_t, uint16_t, uint64_t

cdef enum:
    N_WORDS = 8             # of 64 rows in a set of rows
    MOST_ATTRIBUTES = 64
    MOST_FOURS = 20         # words of four counts: all attributes, the rows themselves, and what fills the last block


cdef union Counts:              # rows with value 1 by attribute, then all rows; in the second half those of class 1
    uint16_t lane[8 * MOST_FOURS]
    uint64_t four[2 * MOST_FOURS]


cdef struct Table:
    Py_ssize_t n, n_attributes, n_fours
    const int32_t* bit_of       # place of a row in a set of rows
    const uint64_t* patterns    # (64 * N_WORDS,): values of the row in each place, as bits
    const uint64_t* fours       # (64 * N_WORDS, 2 * n_fours): counts of this one row
    const uint64_t* having      # (n_attributes, N_WORDS): set of rows with value 1
    const uint64_t* second      # (N_WORDS,): all ones where a word is for rows of class 1


cdef Table as_table(
    const int32_t[::1] bit_of, const uint64_t[::1] patterns, const uint64_t[:, ::1] fours,
    const uint64_t[:, ::1] having, const uint64_t[::1] second
) noexcept:
    cdef Table table
    table.n = bit_of.shape[0]
    table.n_attributes = having.shape[0]
    table.n_fours = fours.shape[1] // 2
    table.bit_of = &bit_of[0]
    table.patterns = &patterns[0]
    table.fours = &fours[0, 0]
    table.having = &having[0, 0]
    table.second = &second[0]
    return table


cdef inline void add_row(const Table* table, int32_t bit, uint64_t* counts) noexcept nogil:
    """Add a row to counts, four at once: none is ever negative or beyond 16 bits."""
    cdef const uint64_t* fours = table.fours + 2 * bit * table.n_fours
    cdef Py_ssize_t block, i
    for block in range(0, 2 * table.n_fours, 8):
        for i in range(8):
            counts[block + i] += fours[block + i]


cdef inline void take_away(
    const Table* table, const int32_t* held, Py_ssize_t n_held, const uint64_t* before, Counts* after
) noexcept nogil:
    """Subtract rows from counts, with eight numbers in registers at a time."""
    cdef Py_ssize_t block, t, n_fours = 2 * table.n_fours
    cdef uint64_t a, b, c, d, e, f, g, h
    cdef const uint64_t* fours
    for block in range(0, n_fours, 8):
        fours = before + block
        a, b, c, d = fours[0], fours[1], fours[2], fours[3]
        e, f, g, h = fours[4], fours[5], fours[6], fours[7]
        for t in range(n_held):
            fours = table.fours + held[t] * n_fours + block
            a -= fours[0]
            b -= fours[1]
            c -= fours[2]
            d -= fours[3]
            e -= fours[4]
            f -= fours[5]
            g -= fours[6]
            h -= fours[7]
        # By way of the union, so that the compiler knows that the lanes have changed.
        after.four[block], after.four[block + 1], after.four[block + 2], after.four[block + 3] = a, b, c, d
        after.four[block + 4], after.four[block + 5], after.four[block + 6], after.four[block + 7] = e, f, g, h
