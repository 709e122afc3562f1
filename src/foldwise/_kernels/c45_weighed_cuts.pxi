# The best cut of a numeric column where rows are shares of several sizes, in order or in cells.


cdef bint scan_weighted(
    Work* work, const Table* table, const Options* options, const uint64_t* keys, Py_ssize_t known, Py_ssize_t n,
    double total, Py_ssize_t column, const double* counts, Split* split
) noexcept nogil:
    """Find the best cut of a column whose keys are in order, with weights; False if none can come below."""
    cdef int32_t n_classes = table.n_classes, c
    cdef double least, best = 0.0, bar = SMALL * total, inside = 0.0, before, gain, weight, part, sum_known = total
    cdef double sum_left = 0.0, best_left = 0.0, n_rows = work.n_rows, information
    cdef const double* now = work.now
    cdef double* left = work.left_weight
    cdef double* old_sum = work.old_sum
    cdef uint32_t key, following, mask = (<uint32_t> 1 << table.bits) - 1
    cdef Py_ssize_t t, at = -1
    cdef int64_t n_cuts = 0
    cdef uint64_t touched = 0       # classes since the last cut, one bit each, the 64th with the first and so on
    cdef bint tight = table.is_tight[column]
    if known < 2 or (keys[0] >> (32 + table.bits)) == (keys[known - 1] >> (32 + table.bits)):
        return False
    if known < n:
        memcpy(work.right_weight, counts, n_classes * sizeof(double))
        for t in range(known, n):
            weight = now[<uint32_t> keys[t]]
            work.right_weight[(keys[t] >> 32) & mask] -= weight
            sum_known -= weight
            n_rows -= table.weight[<uint32_t> keys[t]]
        counts = work.right_weight
    if 2 * options.min_leaf - n_rows > SMALL:
        return False
    least = smallest_branch(table, options, sum_known)
    if 2 * least - n_rows > SMALL:
        return True
    for c in range(n_classes):
        left[c] = 0.0
        old_sum[c] = xlog(work, counts[c])
        inside += old_sum[c]
    before = xlog(work, sum_known) - inside
    following = <uint32_t> (keys[0] >> 32)
    for t in range(known - 1):
        weight = now[<uint32_t> keys[t]]
        key = following
        following = <uint32_t> (keys[t + 1] >> 32)
        c = key & mask
        left[c] += weight
        sum_left += weight
        touched |= <uint64_t> 1 << (c & 63)
        if (key ^ following) > mask:
            if tight and not apart(table, column, key >> table.bits, following >> table.bits):
                continue
            if least - (sum_known - sum_left) >= SMALL:
                break
            if least - sum_left < SMALL:
                while touched:
                    c = lowest_bit(touched)
                    touched &= touched - 1
                    while c < n_classes:
                        part = xlog(work, left[c]) + xlog(work, counts[c] - left[c])
                        inside += part - old_sum[c]
                        old_sum[c] = part
                        c += 64
                gain = before - xlog(work, sum_left) - xlog(work, sum_known - sum_left) + inside
                n_cuts += 1
                if gain > bar:
                    best = gain
                    bar = gain + SMALL * total
                    best_left = sum_left
                    at = t
    if at >= 0:
        information = (
            xlog(work, total) - xlog(work, best_left) - xlog(work, sum_known - best_left)
            - xlog(work, total - sum_known)
        )
        finish_numeric(
            work, split, column, best, n_cuts, total, information,
            <uint32_t> (keys[at] >> 32) >> table.bits, <uint32_t> (keys[at + 1] >> 32) >> table.bits,
        )
    return True


cdef double known_rows(const Table* table, const Frame* frame, const int32_t* rows, Py_ssize_t column) noexcept nogil:
    """Number of rows whose value is known; one of weight two in the table counts as two."""
    cdef const int32_t* codes = table.codes + column * table.n
    cdef Py_ssize_t t
    cdef double n_rows = 0.0
    for t in range(frame.n):
        if codes[rows[t]] >= 0:
            n_rows += table.weight[rows[t]]
    return n_rows


cdef bint cut_weighed_cells(
    Work* work, const Table* table, const Options* options, const Frame* frame, Py_ssize_t column, bint tallied,
    Split* split
) noexcept nogil:
    """Find the best cut of a column from the weights in its cells; False if none can come below."""
    cdef Cells cells = weighed_cells(work, table, frame, column, tallied)
    cdef int32_t n_classes = table.n_classes, c
    cdef double total = work.nodes[frame.node].weight, n_rows = work.n_rows, sum_known = total, least
    cdef double best = 0.0, bar = SMALL * total, inside = 0.0, before, gain, part, sum_left = 0.0, best_left = 0.0
    cdef double information
    cdef const double* counts = work.counts + <Py_ssize_t> frame.node * n_classes
    cdef double* left = work.left_weight
    cdef double* old_sum = work.old_sum
    cdef Py_ssize_t t, at = -1
    cdef int64_t n_cuts = 0
    cdef uint64_t touched = 0       # classes since the last cut, one bit each, the 64th with the first and so on
    if cells.n == 0 or cells.code[0] == cells.code[cells.n - 1]:
        return False
    if cells.n < cells.end:
        memcpy(work.right_weight, counts, n_classes * sizeof(double))
        for t in range(cells.n, cells.end):
            work.right_weight[cells.info[t] >> 1] -= cells.share[t]
            sum_known -= cells.share[t]
        counts = work.right_weight
        n_rows = known_rows(table, frame, work.rows + frame.at.rows, column)
    if 2 * options.min_leaf - n_rows > SMALL:
        return False
    least = smallest_branch(table, options, sum_known)
    if 2 * least - n_rows > SMALL:
        return True
    for c in range(n_classes):
        left[c] = 0.0
        old_sum[c] = xlog(work, counts[c])
        inside += old_sum[c]
    before = xlog(work, sum_known) - inside
    for t in range(cells.n - 1):
        c = cells.info[t] >> 1
        left[c] += cells.share[t]
        sum_left += cells.share[t]
        touched |= <uint64_t> 1 << (c & 63)
        if cells.info[t] & 1:
            if least - (sum_known - sum_left) >= SMALL:
                break
            if least - sum_left < SMALL:
                while touched:
                    c = lowest_bit(touched)
                    touched &= touched - 1
                    while c < n_classes:
                        part = xlog(work, left[c]) + xlog(work, counts[c] - left[c])
                        inside += part - old_sum[c]
                        old_sum[c] = part
                        c += 64
                gain = before - xlog(work, sum_left) - xlog(work, sum_known - sum_left) + inside
                n_cuts += 1
                if gain > bar:
                    best = gain
                    bar = gain + SMALL * total
                    best_left = sum_left
                    at = t
    if at >= 0:
        information = (
            xlog(work, total) - xlog(work, best_left) - xlog(work, sum_known - best_left)
            - xlog(work, total - sum_known)
        )
        finish_numeric(
            work, split, column, best, n_cuts, total, information, cells.code[at], cells.code[at + 1]
        )
    return True
