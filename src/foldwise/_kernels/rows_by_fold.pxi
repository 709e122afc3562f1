# The rows of a small table, fold by fold.

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset


cdef int32_t list_tested(const int32_t* folds, Py_ssize_t n, int32_t* order) noexcept nogil:
    """List the rows of a single test set, whose codes are 0 where all others are -1, and return their number.

    Codes become bytes, and eight bytes at a time eight bits: the product brings their lowest bits together.
    """
    cdef uint8_t tested[64 * N_WORDS]
    cdef uint64_t eight, left
    cdef Py_ssize_t i, first, end
    cdef int32_t n_tested = 0
    for i in range(n):
        tested[i] = <uint8_t> (folds[i] + 1)
    end = (n + 63) // 64 * 64
    memset(&tested[n], 0, end - n)
    for first in range(0, end, 64):
        left = 0
        for i in range(8):
            memcpy(&eight, &tested[first + 8 * i], 8)
            left |= eight * 0x0102040810204080ULL >> 56 << 8 * i
        while left:
            order[n_tested] = <int32_t> first + lowest_bit(left)
            n_tested += 1
            left &= left - 1
    return n_tested


cdef int32_t sort_by_fold(const int32_t* folds, Py_ssize_t n, int32_t* start, int32_t* order) noexcept nogil:
    """List the rows that are left out, then those of each fold; return the number of folds.

    Those of a fold begin at `start[fold]`. Rows that are always trained on are not listed. `start` comes as zeros, two
    more than there are folds.
    """
    cdef Py_ssize_t i
    cdef int32_t fold, n_folds = 0, n_before = 0, here
    cdef uint32_t others = 0
    for i in range(n):
        others |= <uint32_t> (folds[i] + 1)
    if others <= 1:
        # A single test set, the most frequent case by far: no counting of what lies in one place.
        start[1] = list_tested(folds, n, order)
        return 1
    for i in range(n):
        n_folds = max(n_folds, folds[i] + 1)
    # Place 0 is for rows that are left out, place 1 for those that no fold tests, and fold f is at f + 2.
    for i in range(n):
        start[folds[i] + 2] += 1
    start[1] = 0
    for fold in range(n_folds + 2):
        here = start[fold]
        start[fold] = n_before
        n_before += here
    for i in range(n):
        if folds[i] != -1:
            order[start[folds[i] + 2]] = <int32_t> i
            start[folds[i] + 2] += 1
    # Every start has moved to the end, which is where the next one began.
    for fold in range(n_folds):
        start[fold] = start[fold + 1]
    start[n_folds] = n_before
    return n_folds
