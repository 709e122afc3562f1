# cython: freethreading_compatible=True
"""Sums, parameters and probabilities of naive Bayes with normal and nominal attributes.

A numeric value is replaced by the number of its bin, ``rint(value / step)``, counted from the bin of the least training
value. With whole weights its sums are then whole numbers too, and exact as long as they stay below 2**53: they depend
neither on the order of the rows nor on whether rows were added or taken away.

A table has rows of doubles; ``n_values[a]`` is 0 for a numeric attribute, else the number of values, whose codes are
stored as doubles. NaN is missing. The counts of nominal attribute a begin at ``start[a]``, class by class.
"""

from libc.float cimport DBL_MAX
from libc.math cimport M_PI, M_SQRT1_2, erf, erfc, exp, fabs, ldexp, rint, sqrt
from libc.stdint cimport int32_t, int64_t

cdef double FLOOR = 1e-75
# A factor is at least LEAST and a product, before it is multiplied, SMALL: no product underflows. UNIT lifts it again.
cdef double LEAST = 1e-225
# Numbers beyond 1e45 would all be swallowed by a floor on densities, which are then minute.
cdef double MOST = 1e-30
cdef double SMALL = 2.0**-250
cdef double UNIT = 2.0**750
cdef int UNIT_POWER = 750

# Nodes from -4 to 4 at distances of 1/32.
cdef enum:
    HALF = 128
    N_NODES = 257
    N_TERMS = 8
cdef double SERIES[N_NODES][N_TERMS]


cdef inline double larger(double x, double y) noexcept nogil:
    return x if x > y else y


cdef inline double smaller(double x, double y) noexcept nogil:
    return x if x < y else y


cdef inline double bin_of(double value, double step) noexcept nogil:
    # The quotient overflows if the step is small and the value huge.
    return rint(larger(smaller(value / step, DBL_MAX), -DBL_MAX))


cdef void expand() noexcept nogil:
    """Fill in Taylor coefficients of the standard normal distribution function about every node."""
    cdef int j, d
    cdef double z, before, derivative, after, factorial
    for j in range(N_NODES):
        z = (j - HALF) / 32.0
        SERIES[j][0] = slowly_below(z)
        before, derivative, factorial = 0.0, exp(-0.5 * z * z) / sqrt(2.0 * M_PI), 1.0
        for d in range(1, N_TERMS):
            factorial = factorial * d
            SERIES[j][d] = derivative / factorial
            after = -z * derivative - (d - 1) * before
            before, derivative = derivative, after


cdef double slowly_below(double z) noexcept nogil:
    cdef double x = z * M_SQRT1_2
    if fabs(x) < M_SQRT1_2:
        return 0.5 + 0.5 * erf(x)
    return 1.0 - 0.5 * erfc(x) if x > 0 else 0.5 * erfc(-x)


cdef inline double below(double z) noexcept nogil:
    """Standard normal distribution function; from 8.3 on it is 1, and the difference of two such numbers is 0."""
    cdef int j, d
    cdef double x, total
    if not -4.0 < z < 4.0:
        return slowly_below(z)
    # The error of the series is below 1e-17 at zero and 4e-16 of the result at -4.
    j = <int>(32.0 * z + (HALF + 0.5))
    x = z - (j - HALF) / 32.0
    total = SERIES[j][N_TERMS - 1]
    for d in range(N_TERMS - 2, -1, -1):
        total = total * x + SERIES[j][d]
    return total


def steps(
    const double[:, ::1] columns,
    const int32_t[::1] attribute,
    double[::1] step,
    double[::1] origin,
    int64_t[::1] n_bins,
):
    """Fill the mean gap between distinct values, the first bin and the number of bins up to the last value.

    Row j of `columns` is numeric attribute ``attribute[j]`` in ascending order, NaN last. The step is 0.01 if no two
    values differ. An attribute without values has no bins.
    """
    cdef Py_ssize_t j, i, a, n_gaps
    cdef double gaps, last
    with nogil:
        for j in range(columns.shape[0]):
            a = attribute[j]
            step[a], origin[a], n_bins[a] = 0.01, 0.0, 0
            last = columns[j, 0]
            if last != last:
                continue
            # Summed gap by gap, not as last - first: the last digit decides which bin a value in the middle gets.
            gaps, n_gaps = 0.0, 0
            for i in range(1, columns.shape[1]):
                if columns[j, i] > last:
                    gaps = gaps + (columns[j, i] - last)
                    last = columns[j, i]
                    n_gaps += 1
            if n_gaps:
                step[a] = smaller(gaps / <double>n_gaps, DBL_MAX)
            origin[a] = bin_of(columns[j, 0], step[a])
            n_bins[a] = <int64_t>(bin_of(last, step[a]) - origin[a]) + 1


def add(
    const double[:, ::1] X,
    const int32_t[::1] y,
    const double[::1] weight,
    const int32_t[::1] n_values,
    const int64_t[::1] start,
    const double[::1] step,
    const double[::1] origin,
    double[::1] class_weight,
    double[:, :, ::1] sums,
    double[::1] counts,
):
    """Add rows to the weight of each class, to ``sums[a, class]`` and to the counts of nominal values.

    The sums are those of the weights of known values, of weight times bin, and of weight times squared bin.
    """
    cdef Py_ssize_t i, a, c
    cdef double value, w
    with nogil:
        for i in range(X.shape[0]):
            c, w = y[i], weight[i]
            class_weight[c] += w
            for a in range(X.shape[1]):
                value = X[i, a]
                if value != value:
                    continue
                if n_values[a]:
                    counts[start[a] + c * n_values[a] + <Py_ssize_t>value] += w
                else:
                    value = bin_of(value, step[a]) - origin[a]
                    sums[a, c, 0] += w
                    sums[a, c, 1] += w * value
                    sums[a, c, 2] += w * value * value


def finish(
    const double[::1] class_weight,
    const double[:, :, ::1] sums,
    const double[::1] counts,
    const int32_t[::1] n_values,
    const int64_t[::1] start,
    const double[::1] step,
    const double[::1] origin,
    double[::1] prior,
    double[:, ::1] mean,
    double[:, ::1] sd,
    double[::1] chance,
):
    """Turn sums into parameters.

    `mean` and `sd`, of shape (attributes, classes), are in bins, the mean counted from `origin`; nominal attributes
    are left alone there. `chance` has the probabilities of nominal values, laid out as `counts`.
    """
    cdef Py_ssize_t a, c, v, at, k = class_weight.shape[0]
    cdef double total = 0.0, known, spread
    with nogil:
        for c in range(k):
            total = total + class_weight[c]
        for c in range(k):
            prior[c] = (class_weight[c] + 1.0) / (total + <double>k)
        for a in range(n_values.shape[0]):
            for c in range(k):
                if n_values[a]:
                    at = start[a] + c * n_values[a]
                    known = 0.0
                    for v in range(n_values[a]):
                        known = known + counts[at + v]
                    for v in range(n_values[a]):
                        chance[at + v] = (counts[at + v] + 1.0) / (known + <double>n_values[a])
                    continue
                known = sums[a, c, 0]
                sd[a, c] = 1.0 / 6.0
                if known > 0.0:
                    mean[a, c] = sums[a, c, 1] / known
                    spread = sqrt(fabs(sums[a, c, 2] - mean[a, c] * sums[a, c, 1]) / known)
                    if spread * step[a] > 1e-10 and spread > sd[a, c]:
                        sd[a, c] = spread
                else:
                    # The value zero, wherever that is.
                    mean[a, c] = -origin[a]


cdef inline double factor(double value, double mean, double sd, double least) noexcept nogil:
    return larger(below((value + 0.5 - mean) / sd) - below((value - 0.5 - mean) / sd), least)


cdef void tabulate(int64_t n_bins, double mean, double sd, double least, double* table) noexcept nogil:
    """Fill in the factor of every bin; what lies below an edge serves both bins that it separates."""
    cdef Py_ssize_t v
    cdef double low = below((-0.5 - mean) / sd), high
    for v in range(n_bins):
        high = below((<double>v + 0.5 - mean) / sd)
        table[v] = larger(high - low, least)
        low = high


cdef inline void times(double* product, int32_t* units, double by) noexcept nogil:
    product[0] *= by
    if product[0] < SMALL:
        product[0] *= UNIT
        units[0] -= 1


def predict(
    const double[:, ::1] X,
    const int32_t[::1] n_values,
    const int64_t[::1] start,
    const double[::1] step,
    const double[::1] origin,
    const int64_t[::1] n_bins,
    const double[::1] prior,
    const double[:, ::1] mean,
    const double[:, ::1] sd,
    const double[::1] chance,
    double[::1] table,
    int32_t[:, ::1] units,
    double[:, ::1] out,
):
    """Fill `out`, of shape (rows, classes), with probabilities.

    `units`, of the same shape, is room to work in; `table` has room for one number per bin and class of any attribute
    with at most twice as many bins as X has rows: there it pays to work out every bin beforehand.
    """
    cdef Py_ssize_t i, a, c, at, k = prior.shape[0], n = X.shape[0]
    cdef double value, least, total
    cdef bint tabled
    cdef int32_t top
    with nogil:
        for i in range(n):
            for c in range(k):
                out[i, c] = prior[c]
                units[i, c] = 0
        for a in range(X.shape[1]):
            # Densities would be divided by the step, which is the same for all classes: only the floor feels it.
            least = smaller(larger(FLOOR * step[a], LEAST), MOST)
            tabled = not n_values[a] and n_bins[a] <= 2 * n
            if tabled:
                for c in range(k):
                    tabulate(n_bins[a], mean[a, c], sd[a, c], least, &table[0] + c * n_bins[a])
            for i in range(n):
                value = X[i, a]
                if value != value:
                    continue
                if n_values[a]:
                    at = start[a] + <Py_ssize_t>value
                    for c in range(k):
                        times(&out[i, c], &units[i, c], chance[at + c * n_values[a]])
                    continue
                value = bin_of(value, step[a]) - origin[a]
                if tabled and 0.0 <= value < <double>n_bins[a]:
                    at = <Py_ssize_t>value
                    for c in range(k):
                        times(&out[i, c], &units[i, c], table[at + c * n_bins[a]])
                else:
                    for c in range(k):
                        times(&out[i, c], &units[i, c], factor(value, mean[a, c], sd[a, c], least))
        for i in range(n):
            top = units[i, 0]
            for c in range(1, k):
                if units[i, c] > top:
                    top = units[i, c]
            total = 0.0
            for c in range(k):
                if units[i, c] < top:
                    out[i, c] = ldexp(out[i, c], UNIT_POWER * (units[i, c] - top))
                total = total + out[i, c]
            for c in range(k):
                out[i, c] /= total


expand()
