# What both kernels of nearest neighbours share: positions in a range, distances to a block, bounds of blocks.

from libc.math cimport INFINITY
from libc.stdint cimport int8_t

cdef extern from *:
    """
    /* Fused, a product and the sum after it would be rounded once instead of twice, and ties would not be ties. */
    #ifdef __clang__
    #pragma STDC FP_CONTRACT OFF
    #endif

    /* Four numbers at once where the processor can; the same operations in the same order, hence the same numbers. */
    #if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
    #define WIDE __attribute__((target_clones("avx2", "default")))
    #else
    #define WIDE
    #endif

    #define ROWS 32    /* in a block: 16 and 64 were slower on tables of 4,000 to 18,000 rows */
    #define STRIDE 4   /* columns between two looks at whether a block can be given up */

    enum { COMPLETE = 0, GAPPY = 1, NOMINAL = 2 };

    /* Distances from a query to the rows of a block; 0 as soon as all of them are beyond the limit. */
    WIDE static int measure(
        const double* restrict query, const int8_t* restrict kind, Py_ssize_t n_columns,
        const double* restrict block, double limit, double* restrict distance)
    {
        for (int j = 0; j < ROWS; j++) distance[j] = 0.0;
        for (Py_ssize_t a = 0; a < n_columns; a++) {
            const double* restrict column = block + a * ROWS;
            const double value = query[a], other = 1.0 - value, far = value > other ? value : other;
            if (kind[a] == NOMINAL) {
                /* Missing differs from everything, missing included. */
                for (int j = 0; j < ROWS; j++) distance[j] += column[j] != value ? 1.0 : 0.0;
            } else if (value != value) {
                for (int j = 0; j < ROWS; j++) {
                    double gap = column[j] > 1.0 - column[j] ? column[j] : 1.0 - column[j];
                    gap = gap != gap ? 1.0 : gap;
                    distance[j] += gap * gap;
                }
            } else if (kind[a] == COMPLETE) {
                for (int j = 0; j < ROWS; j++) {
                    const double gap = value - column[j];
                    distance[j] += gap * gap;
                }
            } else {
                for (int j = 0; j < ROWS; j++) {
                    double gap = value - column[j];
                    gap = column[j] != column[j] ? far : gap;
                    distance[j] += gap * gap;
                }
            }
            if (a % STRIDE == STRIDE - 1 || a == n_columns - 1) {
                double least[4] = {distance[0], distance[1], distance[2], distance[3]};
                for (int j = 4; j < ROWS; j += 4)
                    for (int l = 0; l < 4; l++) least[l] = distance[j + l] < least[l] ? distance[j + l] : least[l];
                if (least[0] > limit && least[1] > limit && least[2] > limit && least[3] > limit) return 0;
            }
        }
        return 1;
    }

    /* What no distance from a query to a row of each block can be below. */
    WIDE static void bound_blocks(
        const double* restrict query, const int8_t* restrict kind, Py_ssize_t n_columns, Py_ssize_t n_blocks,
        const double* restrict least, const double* restrict most, double* restrict bounds)
    {
        for (Py_ssize_t b = 0; b < n_blocks; b++) bounds[b] = 0.0;
        for (Py_ssize_t a = 0; a < n_columns; a++, least += n_blocks, most += n_blocks) {
            const double value = query[a];
            if (value != value) continue;
            if (kind[a] == NOMINAL) {
                for (Py_ssize_t b = 0; b < n_blocks; b++)
                    bounds[b] += (value < least[b]) | (value > most[b]) ? 1.0 : 0.0;
            } else {
                for (Py_ssize_t b = 0; b < n_blocks; b++) {
                    /* An infinite query less an infinite edge is NaN, which is not above 0. */
                    const double below = least[b] - value, above = value - most[b];
                    double gap = below > 0.0 ? below : 0.0;
                    gap = above > gap ? above : gap;
                    bounds[b] += gap * gap;
                }
            }
        }
    }
    """
    enum:
        ROWS
        GAPPY
        NOMINAL
    bint measure(
        const double* query, const int8_t* kind, Py_ssize_t n_columns, const double* block, double limit,
        double* distance,
    ) noexcept nogil
    void bound_blocks(
        const double* query, const int8_t* kind, Py_ssize_t n_columns, Py_ssize_t n_blocks, const double* least,
        const double* most, double* bounds,
    ) noexcept nogil


cdef inline double larger(double x, double y) noexcept nogil:
    return x if x > y else y


cdef inline double smaller(double x, double y) noexcept nogil:
    return x if x < y else y


cdef inline double normalised(double value, double low, double high) noexcept nogil:
    """Position of `value` in the range from `low` to `high`; 0 where there is no range, missing if it is missing."""
    if not low < high:
        return value if value != value else 0.0
    if high - low < INFINITY:
        return (value - low) / (high - low)
    return (value / 4 - low / 4) / (high / 4 - low / 4)
