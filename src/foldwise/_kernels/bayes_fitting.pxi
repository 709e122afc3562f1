# The model of a fold, from what is known of the whole table.

from libc.math cimport ilogb
from libc.stdint cimport int32_t
from libc.string cimport memcpy, memset


cdef void fit_nominal(
    const Table* table, const Room* room, const int32_t* test, Py_ssize_t n_test,
    const int32_t* left_out, Py_ssize_t n_left_out,
) noexcept nogil:
    """Fill the prior and the factors of nominal values."""
    cdef Py_ssize_t j
    cdef const int32_t* at
    memcpy(room.n_rows, table.n_rows, table.k * sizeof(int32_t))
    memcpy(room.counts, table.counts, table.n_factors * sizeof(int32_t))
    drop_rows(
        test, n_test, table.y, table.offsets, table.n_tabled, table.nominal, table.n_nominal, room.n_rows, room.counts
    )
    drop_rows(
        left_out, n_left_out, table.y, table.offsets, table.n_tabled, table.nominal, table.n_nominal,
        room.n_rows, room.counts,
    )
    priors(room.n_rows, table.k, table.stride, room.prior)
    for j in range(table.n_nominal):
        at = table.nominal + 3 * j
        room.bits[table.tabled[at[0]]] = NOMINAL_BITS
        nominal_factors(room.counts + at[1], at[2], table.stride, room.known, room.factors + at[1])


cdef void fit_numeric(
    const Table* table, const Room* room, Py_ssize_t j, int32_t fold, double step, double origin,
    const int32_t* test, Py_ssize_t n_test, const int32_t* left_out, Py_ssize_t n_left_out, bint is_screened,
) noexcept nogil:
    """Fill the normal distributions of an attribute; use them for the factors of few values, or to screen rows."""
    cdef const Column* column = room.columns + j
    cdef const Sums* sums = room.sums + j
    cdef Normal* normals = room.normals + j * table.k
    cdef Py_ssize_t c, t
    cdef double reach, least = least_factor(step)
    cdef double* total = room.total
    cdef const double* bins = bins_of(column, step, origin, room.bins)
    cdef int32_t d
    room.bits[table.numeric[2 * j]] = -ilogb(least)
    reach = larger(fabs(bins[0]), fabs(bins[column.n_values - 1])) if column.n_values else 0.0
    if reach * reach * <double>table.n < EXACT:
        if bins == column.bins:
            memcpy(total, sums.total, 3 * table.k * sizeof(double))
        else:
            for c in range(table.k):
                add_up(sums, bins, c, total + 3 * c)
        take_away(test, n_test, column.codes, table.y, bins, total)
        take_away(left_out, n_left_out, column.codes, table.y, bins, total)
    else:
        # A value that the fold lacks lies so far off that it would swallow the others.
        memset(total, 0, 3 * table.k * sizeof(double))
        add_training_rows(room.code, fold, table.n, column.codes, table.y, bins, total)
    for c in range(table.k):
        normals[c] = normal_of(total[3 * c], total[3 * c + 1], total[3 * c + 2], step, origin)
    if table.numeric[2 * j + 1]:
        for t in range(n_test):
            d = column.codes[test[t]]
            if d >= 0:
                room.needed[d] = 1
        tabulate(
            bins, column.n_values, normals, least, table.k, table.stride, room.needed, room.edge,
            room.factors + table.numeric[2 * j + 1],
        )
    elif is_screened:
        c = list_bins(&room.screen, column.codes, bins, test, n_test, room.slots, room.keys)
        screen_column(&room.screen, normals, least, table.k, table.n, c, n_test)
