# cython: freethreading_compatible=True
"""Right answers of two learners, counted fold by fold.

Four counts of 16 bits share a word, so that an example costs one addition; they are put away before any is full.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t


cdef int64_t count_single(
    const int32_t* row, const uint8_t* first_right, const uint8_t* second_right, Py_ssize_t n, int64_t* counts
) noexcept nogil:
    """Count where only fold 0 is tested, without branches; return how many examples are not left out."""
    cdef Py_ssize_t i
    cdef int32_t tested, used = 0, n_tested = 0, n_first = 0, n_second = 0, n_both = 0
    for i in range(n):
        # All ones or zero.
        tested = ~(row[i] >> 31)
        used += row[i] >= -1
        n_tested -= tested
        n_first += tested & first_right[i]
        n_second += tested & second_right[i]
        n_both += tested & first_right[i] & second_right[i]
    counts[0], counts[1], counts[2], counts[3] = n_tested, n_first, n_second, n_both
    return used


def fold_counts(
    const int32_t[:, :, :] folds,
    const uint8_t[:, :, :, :] right,
    uint64_t[::1] room,
    int64_t[:, :, :, ::1] counts,
    int64_t[:, ::1] n_used,
):
    """Count tested examples, right answers of the first and of the second learner, and those that both got right.

    `folds` has shape (tables, repeats, examples) and `right`, which is 0 or 1, (tables, 2, repeats, examples).
    `counts` has shape (tables, repeats, folds, 4), `n_used`, the number of examples that are not left out, (tables,
    repeats). `room`, as long as there are folds, is room to work in.
    """
    cdef Py_ssize_t t, r, i, f, first, last, n = folds.shape[2], n_folds = counts.shape[2]
    cdef int64_t used
    cdef int32_t fold
    cdef uint64_t a, b
    cdef const int32_t* row
    cdef const uint8_t* first_right
    cdef const uint8_t* second_right
    if folds.strides[2] != sizeof(int32_t) or right.strides[3] != 1:
        raise ValueError("The examples of a repeat must lie behind one another.")
    if n == 0:
        counts[...] = 0
        n_used[...] = 0
        return
    with nogil:
        for t in range(folds.shape[0]):
            for r in range(folds.shape[1]):
                used = 0
                row, first_right, second_right = &folds[t, r, 0], &right[t, 0, r, 0], &right[t, 1, r, 0]
                if n_folds == 1:
                    n_used[t, r] = count_single(row, first_right, second_right, n, &counts[t, r, 0, 0])
                    continue
                for f in range(n_folds):
                    for i in range(4):
                        counts[t, r, f, i] = 0
                for first in range(0, n, 65535):
                    last = min(first + 65535, n)
                    for f in range(n_folds):
                        room[f] = 0
                    for i in range(first, last):
                        fold = row[i]
                        used += fold >= -1
                        if fold >= 0:
                            a, b = first_right[i], second_right[i]
                            room[fold] += 1 + (a << 16) + (b << 32) + ((a & b) << 48)
                    for f in range(n_folds):
                        for i in range(4):
                            counts[t, r, f, i] += <int64_t> (room[f] >> 16 * i & 65535)
                n_used[t, r] = used
