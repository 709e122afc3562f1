# cython: freethreading_compatible=True
"""Naive Bayes in every fold of a table, by taking the rows of a fold away from the sums of all rows.

Counts of nominal values, and sums of bins and of their squares, are whole numbers: nothing is lost by subtraction, and
the model of a fold is the one that its training rows alone give, to the last bit. The bins of a numeric attribute are
those of the whole table as long as the training rows have the same mean gap between values and the same first bin. In
other folds its values are put into bins anew, value by value and not row by row.

Examples are in the order of their classes; ``rows[i]`` is the row of example i in the table of folds. What attributes
multiply by stands in one table of factors (see fold_products.pxi), which begins with those of missing values, nominal
values, and the values of numeric attributes that have few. Factors of other numeric attributes follow, for a tile of
rows at a time; where only the most probable class is asked for, most rows can do without (see fold_screen.pxi).
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

include "normal_bins.pxi"
include "fold_products.pxi"
include "fold_steps.pxi"
include "fold_sums.pxi"
include "fold_screen.pxi"
include "bayes_room.pxi"
include "bayes_fitting.pxi"
include "bayes_answers.pxi"


cdef void predict_repeat(
    const Table* table, const Room* room, const int32_t* folds, int32_t first, int32_t n_folds,
    bint is_screened, int32_t* answers, double* chances,
) noexcept nogil:
    cdef Py_ssize_t j, n_test, n_left_out
    cdef int32_t f
    cdef const int32_t* test
    cdef const int32_t* left_out
    deal(folds, table.rows, table.n, first, n_folds, room.code, room.start, room.members)
    left_out, n_left_out = room.members + room.start[n_folds], room.start[n_folds + 1] - room.start[n_folds]
    for j in range(table.n_numeric):
        find_steps(
            room.columns + j, room.code, first, n_folds, room.holder, room.n_lost, room.gaps,
            room.step + j * n_folds, room.origin + j * n_folds,
        )
    for f in range(n_folds):
        test, n_test = room.members + room.start[f], room.start[f + 1] - room.start[f]
        if n_test == 0:
            continue
        fit_nominal(table, room, test, n_test, left_out, n_left_out)
        if is_screened:
            begin_screen(table, room, n_test)
        for j in range(table.n_numeric):
            fit_numeric(
                table, room, j, first + f, room.step[j * n_folds + f], room.origin[j * n_folds + f],
                test, n_test, left_out, n_left_out, is_screened,
            )
        if is_screened:
            n_test = end_screen(table, room, test, n_test, answers)
            test = room.doubtful
        work_out(table, room, room.step + f, room.origin + f, n_folds, test, n_test, answers, chances)


def list_values(
    const int32_t[:, ::1] codes,
    const int32_t[::1] y,
    const int32_t[::1] n_values,
    const double[:, ::1] values,
    const double[::1] step,
    const double[::1] origin,
    int64_t[::1] place,
    int32_t[:, ::1] up_to,
    double[:, ::1] bins,
    int64_t[:, ::1] pair_start,
    int32_t[::1] pair_code,
    double[::1] pair_rows,
):
    """Fill, for the distinct values of every attribute, their bins and how many examples there are up to each.

    Values of class c are listed in ``pair_code[pair_start[j, c]:pair_start[j, c + 1]]``, each with its number of
    examples. Examples are in the order of their classes; `place` has room for one number per value.
    """
    cdef Py_ssize_t j, i, d, n = codes.shape[1], at = 0, before
    cdef int32_t c
    with nogil:
        for j in range(codes.shape[0]):
            for d in range(n_values[j]):
                bins[j, d] = bin_of(values[j, d], step[j]) - origin[j]
                up_to[j, d] = 0
                place[d] = -1
            i = 0
            for c in range(pair_start.shape[1] - 1):
                before = at
                pair_start[j, c] = at
                while i < n and y[i] == c:
                    d = codes[j, i]
                    i += 1
                    if d < 0:
                        continue
                    up_to[j, d] += 1
                    # A place from an earlier class is not one of this class.
                    if place[d] < before:
                        place[d] = at
                        pair_code[at] = <int32_t>d
                        pair_rows[at] = 0.0
                        at += 1
                    pair_rows[place[d]] += 1.0
            pair_start[j, pair_start.shape[1] - 1] = at
            for d in range(1, n_values[j]):
                up_to[j, d] += up_to[j, d - 1]


def predict(
    const int32_t[:, ::1] folds,
    int32_t first,
    int32_t n_folds,
    const int32_t[::1] rows,
    const int32_t[::1] y,
    const int32_t[::1] n_rows,
    const int32_t[::1] tabled,
    const int32_t[:, ::1] offsets,
    const int32_t[:, ::1] nominal,
    const int32_t[::1] counts,
    const int32_t[:, ::1] numeric,
    const int32_t[:, ::1] codes,
    const int32_t[::1] n_values,
    const double[:, ::1] values,
    const double[:, ::1] bins,
    const int64_t[:, ::1] ascending,
    const int32_t[:, ::1] up_to,
    const uint8_t[::1] is_exact,
    const double[::1] step,
    const double[::1] origin,
    const double[:, :, ::1] sums,
    const int64_t[:, ::1] pair_start,
    const int32_t[::1] pair_code,
    const double[::1] pair_rows,
    int32_t[:, ::1] answers,
    double[:, :, ::1] chances,
):
    """Predict what folds `first` to ``first + n_folds - 1`` of every repeat test.

    Of `answers` (repeats, rows), the codes of classes, and `chances` (repeats, rows, classes) one is filled, the other
    has no repeats. `tabled` are the attributes whose values all have their factors in the table, at `offsets`, and
    `counts` how many examples of each class have these values. `nominal` has place among them, first offset and number
    of values; `numeric` has attribute and first offset, which is 0 if its factors are not in the table. Row j of
    `codes` has the places of its values in ``values[j]``, of which there are ``n_values[j]``, and row j of `ascending` the
    examples in their order. What else is known of an attribute in the whole table comes from `list_values` and from the
    kernel of a single fit.
    """
    cdef Table table
    cdef Room room
    cdef Py_ssize_t j, r, i
    cdef char* arena
    cdef bint is_screened
    table.n, table.n_tabled, table.n_nominal = rows.shape[0], tabled.shape[0], nominal.shape[0]
    table.n_attributes = nominal.shape[0] + numeric.shape[0]
    table.n_numeric, table.n_factors = numeric.shape[0], counts.shape[0]
    table.k = n_rows.shape[0]
    table.stride = table.k + table.k % 2
    table.rows, table.y, table.n_rows = &rows[0], &y[0], &n_rows[0]
    table.tabled = &tabled[0] if table.n_tabled else NULL
    table.offsets = &offsets[0, 0] if table.n_tabled else NULL
    table.counts = &counts[0]
    table.nominal = &nominal[0, 0] if table.n_nominal else NULL
    table.numeric = &numeric[0, 0] if table.n_numeric else NULL
    table.n_sparse, table.n_most = 0, 1
    for j in range(table.n_numeric):
        table.n_sparse += numeric[j, 1] == 0
        table.n_most = max(table.n_most, n_values[j])
    is_screened = answers.shape[0] > 0 and table.n_sparse > 0
    arena = <char*>malloc(furnish(&room, &table, n_folds, is_screened, NULL))
    if not arena:
        raise MemoryError()
    with nogil:
        furnish(&room, &table, n_folds, is_screened, arena)
        for j in range(table.n_numeric):
            room.columns[j].n_values, room.columns[j].values = n_values[j], &values[j, 0]
            room.columns[j].bins, room.columns[j].up_to = &bins[j, 0], &up_to[j, 0]
            room.columns[j].codes, room.columns[j].ascending = &codes[j, 0], &ascending[j, 0]
            room.columns[j].is_exact = is_exact[j]
            room.columns[j].step, room.columns[j].origin = step[j], origin[j]
            room.sums[j].total, room.sums[j].start = &sums[j, 0, 0], &pair_start[j, 0]
            room.sums[j].codes, room.sums[j].n_rows = &pair_code[0], &pair_rows[0]
        memset(room.slots, 0, table.n_most * sizeof(int32_t))
        memset(room.keys, 0, max(table.n, TILE) * sizeof(int32_t))
        memset(room.needed, 0, table.n_most)
        for i in range(table.n_attributes):
            room.order[i] = <int32_t>i
        for i in range(table.stride):
            room.factors[i] = 1.0
        if table.k < table.stride:
            # Multiplying by whatever was there would do no harm, but can be slow.
            i = table.k
            while i < table.n_factors + table.n_sparse * TILE * table.stride:
                room.factors[i] = 1.0
                i += table.stride
        for r in range(folds.shape[0]):
            predict_repeat(
                &table, &room, &folds[r, 0], first, n_folds, is_screened,
                &answers[r, 0] if answers.shape[0] else NULL, &chances[r, 0, 0] if chances.shape[0] else NULL,
            )
        free(arena)


expand()
