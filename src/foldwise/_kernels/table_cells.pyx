# cython: freethreading_compatible=True
"""Pairs of value and class that occur in a table: how many each column has, and their numbers."""

from libc.stdint cimport int32_t, int64_t
from libc.string cimport memset


def count_cells(
    const int32_t[:, ::1] codes,
    const int64_t[::1] columns,
    const int32_t[::1] n_codes,
    const int32_t[::1] y,
    int n_classes,
    int32_t[::1] room,
    int32_t[::1] n_cells,
):
    """Set `n_cells` (one per column of `columns`) to the number of pairs of code, -1 or below `n_codes`, and class.

    `room` has a place for every pair that a column might have.
    """
    cdef Py_ssize_t k, i, n = codes.shape[1]
    cdef const int32_t* code
    cdef int32_t at, found
    with nogil:
        for k in range(columns.shape[0]):
            memset(&room[0], 0, (<size_t> n_codes[columns[k]] + 1) * n_classes * sizeof(int32_t))
            code = &codes[columns[k], 0]
            found = 0
            for i in range(n):
                at = (code[i] + 1) * n_classes + y[i]
                found += room[at] == 0
                room[at] = 1
            n_cells[k] = found


def number_cells(
    const int32_t[:, ::1] codes,
    const int64_t[::1] columns,
    const int32_t[::1] n_codes,
    const int32_t[::1] y,
    int n_classes,
    int32_t[::1] room,
    const int32_t[::1] first,
    int32_t[:, ::1] by_row,
    int32_t[:, ::1] by_column,
    int32_t[::1] n_known,
    int32_t[::1] code,
    int32_t[::1] info,
    int32_t[::1] place,
    int32_t[::1] code_in_turn,
    int32_t[::1] step_in_turn,
    int32_t[::1] rows,
):
    """Number the cells of the columns in both ways, as `TableCells` says; `first` is known from `count_cells`."""
    cdef Py_ssize_t k, i, n = codes.shape[1]
    cdef int32_t last, code_, class_, at, in_turn, in_order, before
    cdef const int32_t* column
    with nogil:
        for k in range(columns.shape[0]):
            last = n_codes[columns[k]]
            column = &codes[columns[k], 0]
            memset(&room[0], 0, (<size_t> last + 1) * n_classes * sizeof(int32_t))
            for i in range(n):
                room[(last if column[i] < 0 else column[i]) * n_classes + y[i]] += 1
            # The number in turn takes the place of the count.
            in_turn, before = 0, 0
            for class_ in range(n_classes):
                for code_ in range(last):
                    at = code_ * n_classes + class_
                    if room[at]:
                        rows[first[k] + in_turn] = room[at]
                        code_in_turn[first[k] + in_turn] = code_
                        step_in_turn[first[k] + in_turn] = class_ - before
                        room[at] = in_turn + 1
                        before = class_
                        in_turn += 1
            n_known[k] = in_turn
            for class_ in range(n_classes):
                at = last * n_classes + class_
                if room[at]:
                    rows[first[k] + in_turn] = room[at]
                    code_in_turn[first[k] + in_turn] = last
                    step_in_turn[first[k] + in_turn] = 0
                    room[at] = in_turn + 1
                    in_turn += 1
            in_order = 0
            for code_ in range(last + 1):
                before = in_order
                for class_ in range(n_classes):
                    at = code_ * n_classes + class_
                    if room[at]:
                        code[first[k] + in_order] = code_
                        info[first[k] + in_order] = 2 * class_
                        place[first[k] + in_order] = room[at] - 1
                        room[at] = in_order + 1
                        in_order += 1
                if in_order > before:
                    info[first[k] + in_order - 1] += 1
            for i in range(n):
                in_order = room[(last if column[i] < 0 else column[i]) * n_classes + y[i]] - 1
                by_column[k, i] = in_order
                by_row[i, k] = first[k] + place[first[k] + in_order]
