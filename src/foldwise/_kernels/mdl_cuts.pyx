# cython: freethreading_compatible=True
"""Cut points of a numeric attribute by entropy, accepted by the minimum description length criterion.

U. M. Fayyad and K. B. Irani (1993), "Multi-interval discretization of continuous-valued attributes for classification
learning", IJCAI-93, 1022-1027.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t

include "mdl_search.pxi"


def mark_candidates(const double[::1] values, const int32_t[::1] y, uint8_t[::1] mark):
    """Mark the last row of each group of equal values unless it and the next group have one and the same class."""
    with nogil:
        find_candidates(&values[0], &y[0], values.shape[0], &mark[0])


def mdl_cuts(
    const double[::1] values,
    const int32_t[::1] y,
    const double[::1] weight,
    const double[::1] table,
    uint8_t[::1] mark,
    double[::1] class_weight,
    int64_t[::1] class_rows,
    double[::1] cuts,
):
    """Fill `cuts` in ascending order and return how many there are.

    `values` are in ascending order without NaN, with the classes and weights of their rows. `table` has x log(x) for
    x = 0, 1, ...; `mark` comes from `mark_candidates` and is used up; the next two are room for two numbers per class.
    Of equally good cuts the first is taken.
    """
    cdef Py_ssize_t n_cuts
    cdef Logs known
    known.table, known.limit = &table[0], <double>table.shape[0]
    with nogil:
        n_cuts = find_cuts(
            &values[0], &y[0], &weight[0], values.shape[0], class_weight.shape[0] // 2, known, &mark[0],
            &class_weight[0], &class_rows[0], &cuts[0],
        )
    return n_cuts


def place(
    const double[:, ::1] X,
    const double[::1] cuts,
    const int64_t[::1] start,
    const int64_t[::1] stop,
    double[:, ::1] out,
):
    """Replace each number by how many cuts lie below it.

    The cuts of attribute a are ``cuts[start[a]:stop[a]]``, in ascending order; where `start` is negative numbers stay
    as they are, and so does NaN.
    """
    cdef Py_ssize_t i, a, low, high, middle
    with nogil:
        for i in range(X.shape[0]):
            for a in range(X.shape[1]):
                if start[a] < 0 or X[i, a] != X[i, a]:
                    out[i, a] = X[i, a]
                    continue
                low, high = start[a], stop[a]
                while low < high:
                    middle = (low + high) // 2
                    if X[i, a] <= cuts[middle]:
                        high = middle
                    else:
                        low = middle + 1
                out[i, a] = <double>(low - start[a])
