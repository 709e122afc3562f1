# cython: freethreading_compatible=True
"""Places of values among the distinct values of their column, and rows in the order of these places."""

from libc.math cimport isnan
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t


def rank_columns(
    const double[:, ::1] X,
    const int64_t[:, ::1] order,
    const int64_t[::1] columns,
    double gap,
    int32_t[:, ::1] codes,
    double[:, ::1] distinct,
    int32_t[::1] n_distinct,
    uint8_t[::1] is_tight,
):
    """Replace the values of numeric columns by their places among the distinct values, -1 where missing.

    `X` is (n_columns, n) and `order` sorts each of the chosen `columns`, missing values last. Row k of `distinct` begins
    with the n_distinct[k] distinct values of column columns[k]; is_tight[k] says whether two of them are so close that
    adding `gap` to one reaches the next.
    """
    cdef Py_ssize_t k, t, n = X.shape[1], column
    cdef int32_t code
    cdef double value, last = 0.0
    with nogil:
        for k in range(columns.shape[0]):
            column = columns[k]
            code = -1
            is_tight[k] = 0
            for t in range(n):
                value = X[column, order[k, t]]
                if isnan(value):
                    break
                if code < 0 or value != last:
                    if code >= 0 and last + gap >= value:
                        is_tight[k] = 1
                    code += 1
                    distinct[k, code] = value
                    last = value
                codes[column, order[k, t]] = code
            else:
                t = n
            n_distinct[k] = code + 1
            while t < n:
                codes[column, order[k, t]] = -1
                t += 1


def sort_keys(
    const int32_t[:, ::1] codes,
    const int64_t[::1] columns,
    const int32_t[::1] n_codes,
    const int32_t[::1] y,
    int bits,
    int32_t[::1] place,
    uint64_t[:, ::1] keys,
):
    """Write code, class and row of each value into one number, and these in ascending order of codes and rows.

    The class takes `bits` bits, the row the lower 32; a missing value counts as the code after the last. `place` is room
    for two more than the most codes.
    """
    cdef Py_ssize_t k, i, n = codes.shape[1], column
    cdef int32_t code, last
    with nogil:
        for k in range(columns.shape[0]):
            column = columns[k]
            last = n_codes[column]
            for i in range(last + 2):
                place[i] = 0
            for i in range(n):
                code = codes[column, i]
                place[(last if code < 0 else code) + 1] += 1
            for i in range(last):
                place[i + 1] += place[i]
            for i in range(n):
                code = codes[column, i]
                if code < 0:
                    code = last
                keys[k, place[code]] = (
                    (<uint64_t> ((<uint32_t> code << bits) | <uint32_t> y[i]) << 32) | <uint64_t> i
                )
                place[code] += 1
