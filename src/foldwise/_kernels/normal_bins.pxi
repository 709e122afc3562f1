# Numeric attributes in bins, and the probabilities that normal distributions give to bins. The module that includes
# this file calls expand() at its end.

from libc.float cimport DBL_MAX
from libc.math cimport M_PI, M_SQRT1_2, erf, erfc, exp, fabs, rint, sqrt

cdef double FLOOR = 1e-75
# A factor is at least LEAST and a product, before it is multiplied, SMALL: no product underflows.
cdef double LEAST = 1e-225
# Numbers beyond 1e45 would all be swallowed by a floor on densities, which are then minute.
cdef double MOST = 1e-30
# Adding and subtracting 1.5 * 2**52 rounds what is below 2**51 to the nearest whole number, the even one of two.
cdef double WHOLE = 6755399441055744.0

# Nodes from -4 to 4 at distances of 1/32.
cdef enum:
    HALF = 128
    N_NODES = 257
    N_TERMS = 8
cdef double SERIES[N_NODES][N_TERMS]


cdef struct Normal:
    double mean
    double sd


cdef inline double larger(double x, double y) noexcept nogil:
    return x if x > y else y


cdef inline double smaller(double x, double y) noexcept nogil:
    return x if x < y else y


cdef inline double bin_of(double value, double step) noexcept nogil:
    cdef double x = value / step
    if fabs(x) < 2.0**51:
        return (x + WHOLE) - WHOLE
    # The quotient overflows if the step is small and the value huge.
    return rint(larger(smaller(x, DBL_MAX), -DBL_MAX))


cdef inline double mean_gap(double gaps, Py_ssize_t n_gaps) noexcept nogil:
    return smaller(gaps / <double>n_gaps, DBL_MAX) if n_gaps > 0 else 0.01


cdef inline double least_factor(double step) noexcept nogil:
    # Densities would be divided by the step, which is the same for all classes: only the floor feels it.
    return smaller(larger(FLOOR * step, LEAST), MOST)


cdef inline Normal normal_of(double known, double total, double squares, double step, double origin) noexcept nogil:
    """Return the distribution of bins of which there are so many, with these sums."""
    cdef Normal normal
    cdef double spread
    normal.sd = 1.0 / 6.0
    if known > 0.0:
        normal.mean = total / known
        spread = sqrt(fabs(squares - normal.mean * total) / known)
        if spread * step > 1e-10 and spread > normal.sd:
            normal.sd = spread
    else:
        # The value zero, wherever that is.
        normal.mean = -origin
    return normal


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
    # What erfc would make of these is known: it falls short of half a unit in the last place, or underflows.
    if z > 8.4:
        return 1.0
    if z < -40.0:
        return 0.0
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


cdef inline double factor(double value, double mean, double sd, double least) noexcept nogil:
    return larger(below((value + 0.5 - mean) / sd) - below((value - 0.5 - mean) / sd), least)
