# x log2 x of weights that are not whole, often several for each value at a node with missing ones.

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>

    #define LOG_PARTS 512

    /* log2 from the exponent, the logarithm of the middle of one of 512 parts of [1, 2), and four terms of the series of
       log2(1 + r) for the rest, |r| <= 1 / 1024: within a few units of the last place. */
    static inline double x_log2_x(const double* restrict heads, double x)
    {
        uint64_t bits;
        double m, r, exponent, series;
        memcpy(&bits, &x, sizeof bits);
        const double* head = heads + 2 * (bits >> 43 & (LOG_PARTS - 1));
        exponent = (double) ((int) (bits >> 52) - 1023);
        bits = (bits & UINT64_C(0xfffffffffffff)) | UINT64_C(0x3ff0000000000000);
        memcpy(&m, &bits, sizeof m);
        r = m * head[0] - 1.0;
        series = r * (1.4426950408889634 + r * (-0.7213475204444817 + r * (0.48089834696298783
            + r * -0.36067376022224085)));
        return x * (exponent + head[1] + series);
    }
    """
    enum: LOG_PARTS
    double x_log2_x(const double* heads, double x) noexcept nogil


cdef void set_log_heads(double* heads) noexcept nogil:
    """Tabulate 1 / m and log2 m for the middle m of each part."""
    cdef Py_ssize_t k
    for k in range(LOG_PARTS):
        heads[2 * k] = 1.0 / (1.0 + (k + 0.5) / LOG_PARTS)
        heads[2 * k + 1] = -log2(heads[2 * k])
