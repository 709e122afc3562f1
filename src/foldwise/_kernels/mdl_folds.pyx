# cython: freethreading_compatible=True
"""Naive Bayes after entropy cuts in every fold of a table.

The examples of a numeric attribute that share value and class are one entry with their number as weight. Entries are in
ascending order once for all folds: a fold takes its rows away from these numbers and cuts what is left. Numbers are
whole, so that the cuts are those of the training rows alone, to the last bit.

Examples are in the order of their classes; ``rows[i]`` is the row of example i in the table of folds. Factors are laid
out as fold_products.pxi says: those of nominal values first, then those of the intervals of each fold.
"""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

include "fold_products.pxi"
include "mdl_search.pxi"
include "mdl_room.pxi"


cdef void drop_entries(
    const Entries* entries, const int32_t* members, Py_ssize_t n_members, int32_t* left
) noexcept nogil:
    cdef Py_ssize_t t
    cdef int32_t e
    for t in range(n_members):
        e = entries.of_row[members[t]]
        if e >= 0:
            left[e] -= 1


cdef Py_ssize_t cut_column(
    const Entries* entries, Room* room, Py_ssize_t k, Py_ssize_t stride, Py_ssize_t n_factors
) noexcept nogil:
    """Cut an attribute by the rows that are left; put the intervals of all distinct values into `interval`.

    Returned is how many factors there are with those of its intervals, which are filled; -1 if memory is short.
    """
    cdef Py_ssize_t e, m = 0, n_cuts = 0, d, i
    for e in range(entries.n):
        if room.left[e] > 0:
            room.values[m] = entries.values[entries.code[e]]
            room.y[m] = entries.y[e]
            room.weight[m] = <double>room.left[e]
            m += 1
    if m and room.values[0] < room.values[m - 1]:
        find_candidates(room.values, room.y, m, room.mark)
        n_cuts = find_cuts(
            room.values, room.y, room.weight, m, k, room.logs, room.mark, room.class_weight, room.class_rows, room.cuts
        )
    if not make_room(room, n_factors + (n_cuts + 1) * stride, (n_cuts + 1) * stride):
        return -1
    memset(room.interval_counts, 0, (n_cuts + 1) * stride * sizeof(int32_t))
    i = 0
    for e in range(m):
        while i < n_cuts and room.values[e] > room.cuts[i]:
            i += 1
        room.interval_counts[i * stride + room.y[e]] += <int32_t>room.weight[e]
    nominal_factors(room.interval_counts, n_cuts + 1, stride, room.known, room.factors + n_factors)
    i = 0
    for d in range(entries.n_values):
        while i < n_cuts and entries.values[d] > room.cuts[i]:
            i += 1
        room.interval[d] = <int32_t>i
    return n_factors + (n_cuts + 1) * stride


cdef bint predict_fold(
    const Table* table, Room* room, const int32_t* test, Py_ssize_t n_test,
    const int32_t* left_out, Py_ssize_t n_left_out, int32_t* answers, double* chances,
) noexcept nogil:
    """Answer the rows that a fold tests; return whether there was memory."""
    cdef Py_ssize_t j, t, n_factors = table.n_nominal_factors, first, n_runs
    cdef const int32_t* at
    cdef const Entries* entries
    cdef int32_t attribute, e
    cdef Tile tile = room.tile
    memcpy(room.n_rows, table.n_rows, table.k * sizeof(int32_t))
    memcpy(room.counts, table.counts, table.n_nominal_factors * sizeof(int32_t))
    drop_rows(
        test, n_test, table.y, table.offsets, table.n_nominal, table.nominal, table.n_nominal, room.n_rows, room.counts
    )
    drop_rows(
        left_out, n_left_out, table.y, table.offsets, table.n_nominal, table.nominal, table.n_nominal,
        room.n_rows, room.counts,
    )
    priors(room.n_rows, table.k, table.stride, room.prior)
    for j in range(table.n_nominal):
        at = table.nominal + 3 * j
        nominal_factors(room.counts + at[1], at[2], table.stride, room.known, room.factors + at[1])
        for t in range(n_test):
            room.offsets[t * table.n_attributes + table.attributes[j]] = table.offsets[test[t] * table.n_nominal + j]
    for j in range(table.n_numeric):
        entries, attribute = room.entries + j, table.attributes[table.n_nominal + j]
        memcpy(room.left, entries.n_rows, entries.n * sizeof(int32_t))
        drop_entries(entries, test, n_test, room.left)
        drop_entries(entries, left_out, n_left_out, room.left)
        first = n_factors
        n_factors = cut_column(entries, room, table.k, table.stride, first)
        if n_factors < 0:
            return False
        for t in range(n_test):
            e = entries.of_row[test[t]]
            room.offsets[t * table.n_attributes + attribute] = (
                0 if e < 0 else <int32_t>(first + room.interval[entries.code[e]] * table.stride)
            )
    n_runs = find_runs(room.bits, room.order, table.n_attributes, room.ends)
    tile.is_whole = False
    t = 0
    while t < n_test:
        tile.members, tile.n_members = test + t, min(TILE, n_test - t)
        tile.offsets = room.offsets + t * table.n_attributes
        multiply_tile(&tile, table.n_attributes, room.ends, n_runs, room.factors, room.prior, table.stride)
        answer_tile(&tile, table.rows, table.k, table.stride, answers, chances)
        t += tile.n_members
    return True


def list_entries(
    const int32_t[:, ::1] codes,
    const int64_t[:, ::1] ascending,
    const int32_t[::1] y,
    int64_t[::1] place,
    int32_t[::1] n_entries,
    int32_t[:, ::1] entry_code,
    int32_t[:, ::1] entry_class,
    int32_t[:, ::1] entry_rows,
    int32_t[:, ::1] entry_of,
):
    """Fill the entries of every attribute, in ascending order of their values, and which entry an example belongs to.

    ``codes[j, i]`` is the place of a value among the distinct ones, -1 if missing; ``ascending[j]`` lists examples in
    that order, missing values last. `place` has room for one number per class.
    """
    cdef Py_ssize_t j, t, i, n = codes.shape[1]
    cdef int64_t m, first
    cdef int32_t code, c
    with nogil:
        for j in range(codes.shape[0]):
            m, first, code = 0, 0, -1
            for c in range(place.shape[0]):
                place[c] = -1
            for t in range(n):
                i = ascending[j, t]
                entry_of[j, i] = -1
                if codes[j, i] < 0:
                    continue
                if codes[j, i] != code:
                    first, code = m, codes[j, i]
                c = y[i]
                # A place before the first entry of this value is that of a smaller one.
                if place[c] < first:
                    place[c] = m
                    entry_code[j, m], entry_class[j, m], entry_rows[j, m] = code, c, 0
                    m += 1
                entry_rows[j, place[c]] += 1
                entry_of[j, i] = <int32_t>place[c]
            n_entries[j] = <int32_t>m


def predict(
    const int32_t[:, ::1] folds,
    int32_t first,
    int32_t n_folds,
    const int32_t[::1] rows,
    const int32_t[::1] y,
    const int32_t[::1] n_rows,
    const int32_t[::1] attributes,
    const int32_t[:, ::1] offsets,
    const int32_t[:, ::1] nominal,
    const int32_t[::1] counts,
    const double[::1] logs,
    const int32_t[::1] n_values,
    const double[:, ::1] values,
    const int32_t[::1] n_entries,
    const int32_t[:, ::1] entry_code,
    const int32_t[:, ::1] entry_class,
    const int32_t[:, ::1] entry_rows,
    const int32_t[:, ::1] entry_of,
    int32_t[:, ::1] answers,
    double[:, :, ::1] chances,
):
    """Predict what folds `first` to ``first + n_folds - 1`` of every repeat test.

    Of `answers` (repeats, rows), the codes of classes, and `chances` (repeats, rows, classes) one is filled, the other
    has no repeats. `attributes` numbers the nominal attributes, which are the columns of `offsets`, then the numeric
    ones, which are rows of what follows; `nominal` has column, first offset and number of values, `counts` those of all
    examples. `logs` has x log(x) for x = 0, 1, ...; the entries come from `list_entries`.
    """
    cdef Table table
    cdef Room room
    cdef Py_ssize_t j, r, f, i
    cdef char* arena
    cdef bint enough = True
    table.n, table.n_nominal, table.n_numeric = rows.shape[0], nominal.shape[0], n_values.shape[0]
    table.n_attributes, table.n_nominal_factors, table.k = attributes.shape[0], counts.shape[0], n_rows.shape[0]
    table.stride = table.k + table.k % 2
    table.rows, table.y, table.n_rows, table.attributes = &rows[0], &y[0], &n_rows[0], &attributes[0]
    table.offsets = &offsets[0, 0] if table.n_nominal else NULL
    table.nominal = &nominal[0, 0] if table.n_nominal else NULL
    table.counts = &counts[0]
    arena = <char*>malloc(furnish(&room, &table, n_folds, NULL))
    room.factors, room.n_factors, room.interval_counts, room.n_interval_counts = NULL, 0, NULL, 0
    if not arena or not make_room(&room, table.n_nominal_factors, 1):
        free(arena)
        raise MemoryError()
    with nogil:
        furnish(&room, &table, n_folds, arena)
        room.logs.table, room.logs.limit = &logs[0], <double>logs.shape[0]
        for j in range(table.n_numeric):
            room.entries[j].n, room.entries[j].n_values = n_entries[j], n_values[j]
            room.entries[j].code, room.entries[j].y = &entry_code[j, 0], &entry_class[j, 0]
            room.entries[j].n_rows, room.entries[j].of_row = &entry_rows[j, 0], &entry_of[j, 0]
            room.entries[j].values = &values[j, 0]
        for i in range(table.n_attributes):
            room.order[i], room.bits[i] = <int32_t>i, NOMINAL_BITS
        for i in range(table.stride):
            room.factors[i] = 1.0
        for r in range(folds.shape[0]):
            deal(&folds[r, 0], table.rows, table.n, first, n_folds, room.code, room.start, room.members)
            for f in range(n_folds):
                if enough and room.start[f + 1] > room.start[f]:
                    enough = predict_fold(
                        &table, &room, room.members + room.start[f], room.start[f + 1] - room.start[f],
                        room.members + room.start[n_folds], room.start[n_folds + 1] - room.start[n_folds],
                        &answers[r, 0] if answers.shape[0] else NULL, &chances[r, 0, 0] if chances.shape[0] else NULL,
                    )
        free(arena)
        free(room.factors)
        free(room.interval_counts)
    if not enough:
        raise MemoryError()
