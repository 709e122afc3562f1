# cython: freethreading_compatible=True
"""Which share of all pairs of numbers, weighted at random, has a sum below, between and above two limits.

With the numbers in ascending order, those that bring the sum with one of them to a limit are the first so many: a
running sum of weights answers for all of them at once, and a draw takes as many steps as there are numbers.
"""

from libc.stdint cimport int64_t


def shares(
    const double[:, ::1] weights,
    const int64_t[::1] order,
    const int64_t[:, ::1] ends,
    double[::1] running,
    double[:, ::1] out,
):
    """Write, for each row of `weights`, the shares of pairs below, between and above the limits into `out`.

    `order` sorts the numbers; `ends` says for each of them, in that order, how many numbers bring a sum below the lower
    limit, to it at most, below the upper limit, and to it at most. A sum at a limit counts half on either side.
    `running` must hold one more number than a row. Weights need not sum to 1.
    """
    cdef Py_ssize_t draw, i, n = order.shape[0]
    cdef double total, weight, low, high, below, between, above
    with nogil:
        for draw in range(weights.shape[0]):
            total = 0.0
            running[0] = 0.0
            for i in range(n):
                total += weights[draw, order[i]]
                running[i + 1] = total
            below = between = above = 0.0
            for i in range(n):
                weight = running[i + 1] - running[i]
                low = 0.5 * (running[ends[i, 0]] + running[ends[i, 1]])
                high = 0.5 * (running[ends[i, 2]] + running[ends[i, 3]])
                below += weight * low
                between += weight * (high - low)
                above += weight * (total - high)
            total = below + between + above
            out[draw, 0] = below / total
            out[draw, 1] = between / total
            out[draw, 2] = above / total
