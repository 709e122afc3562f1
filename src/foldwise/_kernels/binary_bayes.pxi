# Naive Bayes by counts of rows.

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset


cdef void estimate_chances(const Table* table, const Counts* counts, double* prior, double* chance) noexcept nogil:
    """Turn counts into the probabilities of both classes and, by attribute, value and class, of the values."""
    cdef Py_ssize_t a, second = 4 * table.n_fours
    cdef double n_second = counts.lane[second + table.n_attributes]
    cdef double n_first = counts.lane[table.n_attributes] - n_second, with_second, with_first
    prior[0] = (n_first + 1.0) / (n_first + n_second + 2.0)
    prior[1] = (n_second + 1.0) / (n_first + n_second + 2.0)
    for a in range(table.n_attributes):
        with_second = counts.lane[second + a]
        with_first = counts.lane[a] - with_second
        chance[4 * a] = (n_first - with_first + 1.0) / (n_first + 2.0)
        chance[4 * a + 1] = (n_second - with_second + 1.0) / (n_second + 2.0)
        chance[4 * a + 2] = (with_first + 1.0) / (n_first + 2.0)
        chance[4 * a + 3] = (with_second + 1.0) / (n_second + 2.0)


cdef inline void multiply(
    const Table* table, uint64_t pattern, const double* prior, const double* chance, double* answer
) noexcept nogil:
    """Set the probabilities of both classes for a row, with the factors in the order of naive_bayes.pyx.

    No factor is below 1 / 450: of 65 the product is at least 2**-573, and need not be lifted.
    """
    cdef double first = prior[0], second = prior[1], total
    cdef Py_ssize_t a
    for a in range(table.n_attributes):
        first *= chance[4 * a + 2 * (pattern & 1)]
        second *= chance[4 * a + 2 * (pattern & 1) + 1]
        pattern >>= 1
    total = first + second
    answer[0] = first / total
    answer[1] = second / total


def bayes_folds(
    const int32_t[:, ::1] folds,
    const int32_t[::1] bit_of,
    const uint64_t[::1] patterns,
    const uint64_t[:, ::1] fours,
    const uint64_t[:, ::1] having,
    const uint64_t[::1] second,
    int32_t[::1] start,
    int32_t[::1] order,
    int32_t[:, ::1] codes,
    double[:, :, ::1] probabilities,
):
    """Train naive Bayes for every fold of every repeat and predict the rows of the fold.

    The table is described at `BinaryTable`. Of `codes` and `probabilities`, the one that has repeats is filled where
    `folds` is not negative. `start`, longer by three than there are folds, and `order`, as long as there are rows, are
    room to work in.
    """
    cdef Table table = as_table(bit_of, patterns, fours, having, second)
    cdef Py_ssize_t repeat
    cdef int32_t fold, n_folds, t, row
    cdef uint64_t everything[2 * MOST_FOURS]
    cdef Counts any_fold, counts
    cdef int32_t bits[64 * N_WORDS]
    cdef double prior[2]
    cdef double chance[4 * MOST_ATTRIBUTES]
    cdef double answer[2]
    cdef bint wants_codes = codes.shape[0] > 0
    with nogil:
        memset(everything, 0, sizeof(everything))
        for row in range(<int32_t> table.n):
            add_row(&table, table.bit_of[row], everything)
        for repeat in range(folds.shape[0]):
            memset(&start[0], 0, start.shape[0] * sizeof(int32_t))
            n_folds = sort_by_fold(&folds[repeat, 0], table.n, &start[0], &order[0])
            for t in range(start[n_folds]):
                bits[t] = table.bit_of[order[t]]
            take_away(&table, bits, start[0], everything, &any_fold)
            for fold in range(n_folds):
                if start[fold] == start[fold + 1]:
                    continue
                take_away(&table, bits + start[fold], start[fold + 1] - start[fold], any_fold.four, &counts)
                estimate_chances(&table, &counts, prior, chance)
                for t in range(start[fold], start[fold + 1]):
                    row = order[t]
                    multiply(&table, table.patterns[bits[t]], prior, chance, answer)
                    if wants_codes:
                        codes[repeat, row] = answer[1] > answer[0]
                    else:
                        probabilities[repeat, row, 0] = answer[0]
                        probabilities[repeat, row, 1] = answer[1]
