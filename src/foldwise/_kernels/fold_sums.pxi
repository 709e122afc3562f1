# Normal distributions of a numeric attribute in one fold, and the factors that its values have there.

from libc.stdint cimport int32_t, int64_t

# Whole numbers add up without rounding as long as the sum stays below.
cdef double EXACT = 2.0**52


cdef struct Sums:
    const double* total             # (n_classes, 3): rows, bins and squared bins of the whole table, by its own step
    const int64_t* start            # (n_classes + 1,): where the values of each class begin in the next two
    const int32_t* codes            # distinct values of a class
    const double* n_rows            # how often they occur there


cdef inline void add_up(const Sums* sums, const double* bins, Py_ssize_t c, double* out) noexcept nogil:
    """Fill the sums of a class over all rows, by other bins. All are whole numbers, so that order does not matter."""
    cdef Py_ssize_t i = sums.start[c], stop = sums.start[c + 1]
    cdef double s0 = 0.0, s1 = 0.0, q0 = 0.0, q1 = 0.0, b, w
    while i + 2 <= stop:
        b = bins[sums.codes[i]]
        w = b * sums.n_rows[i]
        s0, q0 = s0 + w, q0 + w * b
        b = bins[sums.codes[i + 1]]
        w = b * sums.n_rows[i + 1]
        s1, q1 = s1 + w, q1 + w * b
        i += 2
    if i < stop:
        b = bins[sums.codes[i]]
        w = b * sums.n_rows[i]
        s0, q0 = s0 + w, q0 + w * b
    out[0], out[1], out[2] = sums.total[3 * c], s0 + s1, q0 + q1


cdef void take_away(
    const int32_t* members, Py_ssize_t n_members, const int32_t* codes, const int32_t* y, const double* bins,
    double* out,
) noexcept nogil:
    """Subtract some rows, which are in the order of their classes."""
    cdef Py_ssize_t t = 0
    cdef int32_t c, d
    cdef double known, total, squares, b
    while t < n_members:
        c = y[members[t]]
        known, total, squares = 0.0, 0.0, 0.0
        while t < n_members and y[members[t]] == c:
            d = codes[members[t]]
            if d >= 0:
                b = bins[d]
                known, total, squares = known + 1.0, total + b, squares + b * b
            t += 1
        out[3 * c] -= known
        out[3 * c + 1] -= total
        out[3 * c + 2] -= squares


cdef void add_training_rows(
    const int32_t* code, int32_t fold, Py_ssize_t n, const int32_t* codes, const int32_t* y, const double* bins,
    double* out,
) noexcept nogil:
    """Sum row by row what a fold trains on."""
    cdef Py_ssize_t i
    cdef double* at
    for i in range(n):
        if code[i] != -2 and code[i] != fold and codes[i] >= 0:
            at = out + 3 * y[i]
            at[0] += 1.0
            at[1] += bins[codes[i]]
            at[2] += bins[codes[i]] * bins[codes[i]]


cdef const double* bins_of(const Column* column, double step, double origin, double* room) noexcept nogil:
    """Return the bins of all distinct values, worked out in `room` unless those of the whole table serve."""
    cdef Py_ssize_t d, m = column.n_values
    if step == column.step and origin == column.origin:
        return column.bins
    if m and larger(fabs(column.values[0]), fabs(column.values[m - 1])) / step < 2.0**51:
        # This is bin_of without its question, and goes two values at a time.
        for d in range(m):
            room[d] = ((column.values[d] / step + WHOLE) - WHOLE) - origin
    else:
        for d in range(m):
            room[d] = bin_of(column.values[d], step) - origin
    return room


cdef inline void bin_factors(
    double b, bint shares_edge, const Normal* normals, double least, Py_ssize_t k, double* edge, double* out
) noexcept nogil:
    """Fill the factor of a bin in every class; what lies below its lower edge is in `edge` if it is shared."""
    cdef Py_ssize_t c
    cdef double low, high
    for c in range(k):
        low = edge[c] if shares_edge else below((b - 0.5 - normals[c].mean) / normals[c].sd)
        high = below((b + 0.5 - normals[c].mean) / normals[c].sd)
        out[c] = larger(high - low, least)
        edge[c] = high


cdef void tabulate(
    const double* bins, Py_ssize_t n_values, const Normal* normals, double least, Py_ssize_t k, Py_ssize_t stride,
    char* needed, double* edge, double* factors,
) noexcept nogil:
    """Fill the factors of those distinct values that are needed, and forget that they are."""
    cdef Py_ssize_t d, last = -1
    for d in range(n_values):
        if not needed[d]:
            continue
        needed[d] = 0
        if last >= 0 and bins[d] == bins[last]:
            memcpy(factors + d * stride, factors + last * stride, k * sizeof(double))
        else:
            bin_factors(
                bins[d], last >= 0 and bins[d] - bins[last] == 1.0, normals, least, k, edge, factors + d * stride
            )
        last = d
