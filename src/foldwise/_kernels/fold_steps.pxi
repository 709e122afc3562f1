# The precision of a numeric attribute in every fold: its distinct values are in ascending order, once for all folds.

from libc.stdint cimport int32_t, int64_t

# Folds whose gaps are summed side by side: sums that wait for each other would take several times as long.
cdef enum:
    LANES = 12


cdef struct Column:
    Py_ssize_t n_values             # distinct values in the whole table
    const double* values            # in ascending order
    const double* bins              # of these values, by the step and from the origin of the whole table
    const int32_t* codes            # place of each example's value among them, -1 if missing
    const int64_t* ascending        # examples in the order of their values
    const int32_t* up_to            # number of examples up to each value
    bint is_exact                   # sums of gaps are free of rounding
    double step, origin             # in the whole table


cdef Py_ssize_t find_holders(
    const Column* column, const int32_t* code, int32_t first, int32_t n_folds, int32_t* holder, int32_t* n_lost
) noexcept nogil:
    """Find the one fold that holds all examples of a value and so lacks it in training: -1 if there is none.

    It is -2 where all are left out; returned is the number of such values. ``n_lost[f]`` becomes the number of values
    that fold ``first + f`` holds all of.
    """
    cdef Py_ssize_t d, t = 0, n_left_out = 0
    cdef int32_t fold, one
    memset(n_lost, 0, n_folds * sizeof(int32_t))
    for d in range(column.n_values):
        one = -2
        while t < column.up_to[d]:
            fold = code[column.ascending[t]]
            t += 1
            if fold == -2 or fold == one:
                continue
            if one == -2 and fold >= 0:
                one = fold
                continue
            one = -1
            break
        t = column.up_to[d]
        if one == -2:
            n_left_out += 1
        elif one >= 0:
            one = one - first if first <= one < first + n_folds else -1
            if one >= 0:
                n_lost[one] += 1
        holder[d] = one
    return n_left_out


cdef void find_steps(
    const Column* column, const int32_t* code, int32_t first, int32_t n_folds,
    int32_t* holder, int32_t* n_lost, double* gaps, double* step, double* origin,
) noexcept nogil:
    """Fill step and origin of every fold, to the bit as if found from its training values alone."""
    cdef Py_ssize_t d, low, high, n_left_out = find_holders(column, code, first, n_folds, holder, n_lost)
    cdef Py_ssize_t n_present
    cdef int32_t f
    cdef bint any_lost = n_left_out > 0
    for f in range(n_folds):
        any_lost = any_lost or n_lost[f] > 0
    if any_lost and not column.is_exact:
        f = 0
        while f < n_folds:
            sum_gaps(column, f, min(LANES, n_folds - f), holder, gaps + f)
            f += LANES
    for f in range(n_folds):
        if n_left_out + n_lost[f] == 0:
            step[f], origin[f] = column.step, column.origin
            continue
        n_present = column.n_values - n_left_out - n_lost[f]
        if n_present == 0:
            step[f], origin[f] = mean_gap(0.0, 0), 0.0
            continue
        low = first_present(column, holder, f)
        if column.is_exact:
            high = column.n_values - 1
            while holder[high] == f or holder[high] == -2:
                high -= 1
            gaps[f] = column.values[high] - column.values[low]
        step[f] = mean_gap(gaps[f], n_present - 1)
        origin[f] = bin_of(column.values[low], step[f])


cdef inline Py_ssize_t first_present(const Column* column, const int32_t* holder, int32_t f) noexcept nogil:
    cdef Py_ssize_t d = 0
    while d < column.n_values and (holder[d] == f or holder[d] == -2):
        d += 1
    return d


cdef void sum_gaps(
    const Column* column, int32_t first, int32_t n_folds, const int32_t* holder, double* out
) noexcept nogil:
    """Sum the gaps between adjacent training values of up to LANES folds, in ascending order."""
    cdef Py_ssize_t d
    cdef int32_t f, lacks, lacked = -1
    cdef double before = 0.0, common
    cdef double gaps[LANES]
    cdef double gap[LANES]
    cdef double last[LANES]
    cdef bint begun = False
    for f in range(LANES):
        d = first_present(column, holder, first + f)
        gaps[f] = 0.0
        # What lies before the first training value of a fold is lost to it; that value itself adds a gap of zero.
        last[f] = column.values[d] if d < column.n_values else 0.0
    for d in range(column.n_values):
        lacks = holder[d]
        if lacks == -2:
            continue
        lacks = lacks - first if first <= lacks < first + LANES else -1
        common = column.values[d] - before if begun else 0.0
        for f in range(LANES):
            gap[f] = common
        if lacked >= 0:
            gap[lacked] = column.values[d] - last[lacked]
        if lacks >= 0:
            gap[lacks] = 0.0
            if lacks != lacked and begun:
                last[lacks] = before
        for f in range(LANES):
            gaps[f] += gap[f]
        lacked, before, begun = lacks, column.values[d], True
    for f in range(n_folds):
        out[f] = gaps[f]
