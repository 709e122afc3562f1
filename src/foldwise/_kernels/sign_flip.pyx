# cython: freethreading_compatible=True
"""How often sums of numbers, each given a random sign, reach a bound.

All numbers are integers, so that a sum which just reaches its bound is seen to reach it whatever the order of summation.
"""

from libc.stdint cimport int64_t, uint64_t


def count_drawn(
    const int64_t[:, ::1] sizes,
    const uint64_t[:, ::1] flips,
    const int64_t[::1] bounds,
    bint both,
    int64_t[::1] counts,
):
    """Add to `counts`, for each row of `sizes`, how many rows of `flips` make its sum reach its bound.

    Bit i of a row of `flips`, 64 to the word and the lowest first, gives size i a minus. With `both`, sums count that
    reach the bound in magnitude.
    """
    cdef Py_ssize_t row, draw, i, n = sizes.shape[1]
    cdef int64_t total, minus, count
    with nogil:
        for row in range(sizes.shape[0]):
            count = 0
            for draw in range(flips.shape[0]):
                total = 0
                for i in range(n):
                    minus = (flips[draw, i >> 6] >> (i & 63)) & 1
                    # Two's complement: -x is ~x + 1.
                    total += (sizes[row, i] ^ -minus) + minus
                if total >= bounds[row] or (both and -total >= bounds[row]):
                    count += 1
            counts[row] += count


cdef Py_ssize_t all_sums(const int64_t* sizes, Py_ssize_t n, int64_t* sums, int64_t* spare) noexcept nogil:
    """Write the sums over all 2**n choices of signs in ascending order, and return how many there are."""
    cdef Py_ssize_t i, j, low, high, count = 1
    cdef int64_t step
    sums[0] = 0
    for i in range(n):
        sums[0] -= sizes[i]
    for i in range(n):
        step = 2 * sizes[i]
        low = high = 0
        for j in range(2 * count):
            if low < count and sums[low] <= sums[high] + step:
                spare[j] = sums[low]
                low += 1
            else:
                spare[j] = sums[high] + step
                high += 1
        count *= 2
        for j in range(count):
            sums[j] = spare[j]
    return count


def count_all(
    const int64_t[:, ::1] sizes,
    const int64_t[::1] lengths,
    const int64_t[::1] bounds,
    int64_t[::1] left,
    int64_t[::1] right,
    int64_t[::1] spare,
    int64_t[::1] counts,
):
    """Count, of the 2**length choices of signs for the first `lengths` sizes of each row, those that reach its bound.

    The sums of either half of the sizes are listed in order, then paired: of n sizes only 2**(n/2) sums are formed.
    `left`, `right` and `spare` must hold as many.
    """
    cdef Py_ssize_t row, i, j, half, n_left, n_right
    cdef int64_t count
    with nogil:
        for row in range(sizes.shape[0]):
            half = lengths[row] // 2
            n_left = all_sums(&sizes[row, 0], half, &left[0], &spare[0])
            n_right = all_sums(&sizes[row, half], lengths[row] - half, &right[0], &spare[0])
            count = 0
            j = n_right
            for i in range(n_left):
                while j > 0 and left[i] + right[j - 1] >= bounds[row]:
                    j -= 1
                count += n_right - j
            counts[row] = count


def tail(const int64_t[:, ::1] sizes, const int64_t[::1] bounds, double[::1] chances, double[::1] out):
    """Give the probability that the sum of each row of `sizes`, with signs from fair coins, reaches its bound.

    By convolution: `chances` must hold one more number than the largest sum of a row.
    """
    # Far from what a double can hold at either end, so that even the rarest sums keep all digits.
    cdef double scale = 2.0 ** 512
    cdef Py_ssize_t row, i, s, size, total, first
    cdef double reached
    with nogil:
        for row in range(sizes.shape[0]):
            chances[0] = scale
            total = 0
            for i in range(sizes.shape[1]):
                size = sizes[row, i]
                if size == 0:
                    continue
                for s in range(total + 1, total + size + 1):
                    chances[s] = 0.0
                total += size
                for s in range(total, size - 1, -1):
                    chances[s] = 0.5 * (chances[s] + chances[s - size])
                for s in range(size):
                    chances[s] *= 0.5
            if bounds[row] <= -total:
                out[row] = 1.0
                continue
            # A sum is 2 * s - total, where s adds the sizes with a plus.
            first = (bounds[row] + total + 1) // 2
            reached = 0.0
            for s in range(total, first - 1, -1):
                reached += chances[s]
            out[row] = reached / scale
