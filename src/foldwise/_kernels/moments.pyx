# cython: freethreading_compatible=True
"""Size, mean and spread of every row, in two passes.

The second pass works on numbers scaled by a power of two, which is exact. It subtracts the mean and also sums what is
left, by which the mean and the squares are corrected for the rounding of the first sum (Chan, Golub and LeVeque,
1983, "Algorithms for computing the sample variance", The American Statistician 37).

Sums run in four lanes that are added in a fixed order: a row gives the same bits wherever it stands and on every
machine, and the mirrored row the mirrored bits. Lanes go in pairs, which every x86-64 processor handles at once.
"""

from libc.math cimport NAN, frexp, ldexp
from libc.stdint cimport int32_t

cdef extern from *:
    """
    #if defined(__SSE2__) || defined(_M_X64)
    #include <emmintrin.h>
    typedef __m128d pair;
    #define pair_of(x) _mm_set1_pd(x)
    #define pair_at(p) _mm_loadu_pd(p)
    #define pair_add(a, b) _mm_add_pd(a, b)
    #define pair_sub(a, b) _mm_sub_pd(a, b)
    #define pair_mul(a, b) _mm_mul_pd(a, b)
    #define pair_max(a, b) _mm_max_pd(a, b)
    #define pair_min(a, b) _mm_min_pd(a, b)
    #define pair_put(p, a) _mm_storeu_pd(p, a)
    #else
    typedef struct { double x, y; } pair;
    static inline pair pair_both(double x, double y) { pair c; c.x = x; c.y = y; return c; }
    static inline pair pair_of(double x) { return pair_both(x, x); }
    static inline pair pair_at(const double* p) { return pair_both(p[0], p[1]); }
    static inline pair pair_add(pair a, pair b) { return pair_both(a.x + b.x, a.y + b.y); }
    static inline pair pair_sub(pair a, pair b) { return pair_both(a.x - b.x, a.y - b.y); }
    static inline pair pair_mul(pair a, pair b) { return pair_both(a.x * b.x, a.y * b.y); }
    static inline pair pair_max(pair a, pair b) { return pair_both(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y); }
    static inline pair pair_min(pair a, pair b) { return pair_both(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y); }
    static inline void pair_put(double* p, pair a) { p[0] = a.x; p[1] = a.y; }
    #endif
    """
    ctypedef struct pair:
        pass
    pair pair_of(double x) noexcept nogil
    pair pair_at(const double* p) noexcept nogil
    pair pair_add(pair a, pair b) noexcept nogil
    pair pair_sub(pair a, pair b) noexcept nogil
    pair pair_mul(pair a, pair b) noexcept nogil
    pair pair_max(pair a, pair b) noexcept nogil
    pair pair_min(pair a, pair b) noexcept nogil
    void pair_put(double* p, pair a) noexcept nogil

# Far from overflow, the first sum needs no scaling: adding never underflows.
cdef double SAFE = 2.0**900


cdef struct Survey:
    double sum
    double high
    double low


cdef struct Measure:
    double sum
    double squares


cdef inline double larger(double x, double y) noexcept nogil:
    return x if x > y else y


cdef inline double smaller(double x, double y) noexcept nogil:
    return x if x < y else y


cdef inline double total(pair a, pair b) noexcept nogil:
    cdef double lane[4]
    pair_put(lane, a)
    pair_put(lane + 2, b)
    return (lane[0] + lane[1]) + (lane[2] + lane[3])


cdef inline Survey survey(const double* row, Py_ssize_t n, double scale) noexcept nogil:
    cdef pair a, b, by = pair_of(scale), sum0 = pair_of(0.0), sum1 = sum0
    cdef pair high0 = pair_of(row[0]), high1 = high0, low0 = high0, low1 = high0
    cdef double edge[2]
    cdef Py_ssize_t i, whole = n - n % 4
    cdef Survey found
    for i in range(0, whole, 4):
        a, b = pair_at(row + i), pair_at(row + i + 2)
        sum0, sum1 = pair_add(sum0, pair_mul(a, by)), pair_add(sum1, pair_mul(b, by))
        high0, high1 = pair_max(a, high0), pair_max(b, high1)
        low0, low1 = pair_min(a, low0), pair_min(b, low1)
    found.sum = total(sum0, sum1)
    pair_put(edge, pair_max(high0, high1))
    found.high = larger(edge[0], edge[1])
    pair_put(edge, pair_min(low0, low1))
    found.low = smaller(edge[0], edge[1])
    for i in range(whole, n):
        found.sum += row[i] * scale
        found.high = larger(row[i], found.high)
        found.low = smaller(row[i], found.low)
    return found


cdef inline Measure measure(const double* row, Py_ssize_t n, double scale, double centre) noexcept nogil:
    cdef pair a, b, by = pair_of(scale), middle = pair_of(centre)
    cdef pair sum0 = pair_of(0.0), sum1 = sum0, square0 = sum0, square1 = sum0
    cdef Py_ssize_t i, whole = n - n % 4
    cdef double x
    cdef Measure found
    for i in range(0, whole, 4):
        a, b = pair_sub(pair_mul(pair_at(row + i), by), middle), pair_sub(pair_mul(pair_at(row + i + 2), by), middle)
        sum0, sum1 = pair_add(sum0, a), pair_add(sum1, b)
        square0, square1 = pair_add(square0, pair_mul(a, a)), pair_add(square1, pair_mul(b, b))
    found.sum, found.squares = total(sum0, sum1), total(square0, square1)
    for i in range(whole, n):
        x = row[i] * scale - centre
        found.sum += x
        found.squares += x * x
    return found


def moments(
    const double[:, ::1] rows,
    double[::1] largest,
    int32_t[::1] exponent,
    double[::1] mean,
    double[::1] squares,
    double[::1] spread,
):
    """Fill one number per row of `rows`, which has at least one column.

    `largest` is the greatest magnitude, NaN or infinite if the row is not finite; the other four are then of no use.
    `exponent` is the least that makes ``largest < 2**exponent``, but not below -1022; in units of ``2**exponent``,
    `mean` is the mean, `squares` the sum of squared deviations from it, `spread` the greatest of them in magnitude.
    """
    cdef Survey first
    cdef Measure second
    cdef double scale, centre, rest
    cdef Py_ssize_t r, n = rows.shape[1]
    cdef const double* row
    cdef int power
    with nogil:
        for r in range(rows.shape[0]):
            row = &rows[r, 0]
            first = survey(row, n, 1.0)
            largest[r] = larger(first.high, -first.low)
            power = 0
            # Infinity has no exponent; whatever comes of it is announced by `largest`.
            frexp(largest[r], &power)
            if power < -1022:
                power = -1022
            scale = ldexp(1.0, -power)
            centre = first.sum * scale if largest[r] < SAFE else survey(row, n, scale).sum
            # Comparisons pass over NaN, sums do not.
            if centre != centre:
                largest[r] = NAN
            centre /= <double>n
            second = measure(row, n, scale, centre)
            rest = second.sum / <double>n
            exponent[r] = power
            mean[r] = centre + rest
            squares[r] = second.squares - <double>n * (rest * rest)
            spread[r] = larger((first.high * scale - centre) - rest, (centre - first.low * scale) + rest)
