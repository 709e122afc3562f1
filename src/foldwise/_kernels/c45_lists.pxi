# The best cut of a numeric column whose values are in order, where some are missing or too close to be parted.


cdef Best scan_list(
    const Work* work, const Table* table, const uint64_t* keys, Py_ssize_t known, Py_ssize_t from_,
    double tolerance, Py_ssize_t column
) noexcept nogil:
    """Find the best cut of one list, in which values may be too close to be parted."""
    cdef const double* xlogx = work.xlogx
    cdef int32_t* place = work.lanes
    cdef double gain, total = xlogx[known], bar = tolerance
    cdef uint32_t key, following = <uint32_t> (keys[0] >> 32), mask = (<uint32_t> 1 << table.bits) - 1
    cdef Py_ssize_t t
    cdef int32_t c
    cdef bint tight = table.is_tight[column]
    cdef Best best
    best.at = -1
    best.left = 0
    best.gain = 0.0
    best.n_cuts = 0
    for c in range(table.n_classes):
        place[c] = work.delta_start[c]
    for t in range(known - from_):
        key = following
        following = <uint32_t> (keys[t + 1] >> 32)
        c = key & mask
        total += work.delta[place[c]]
        place[c] += 1
        if (key ^ following) > mask and t + 1 >= from_:
            if tight and not apart(table, column, key >> table.bits, following >> table.bits):
                continue
            best.n_cuts += 1
            gain = total - (xlogx[t + 1] + xlogx[known - t - 1])
            if gain > bar:
                best.gain = gain
                best.at = t
                bar = gain + tolerance
    return best


cdef bint scan_unit(
    Work* work, const Table* table, const Options* options, const uint64_t* keys, Py_ssize_t known, Py_ssize_t n,
    Py_ssize_t column, Split* split
) noexcept nogil:
    """Find the best cut of a column whose keys are in order, every weight being 1; False if none can come below."""
    cdef double least = work.least
    cdef uint32_t mask = (<uint32_t> 1 << table.bits) - 1
    cdef Py_ssize_t t, from_
    cdef Best best
    if known < 2 or 2 * options.min_leaf - known > SMALL:
        return False
    if (keys[0] >> (32 + table.bits)) == (keys[known - 1] >> (32 + table.bits)):
        return False
    if known < n:
        least = smallest_branch(table, options, <double> known)
    if 2 * least - known > SMALL:
        return True
    if known < n:
        memset(work.right, 0, table.n_classes * sizeof(int32_t))
        for t in range(known):
            work.right[(keys[t] >> 32) & mask] += 1
        set_deltas(work, table.n_classes, work.right)
    from_ = <Py_ssize_t> ceil(least - SMALL)
    best = scan_list(work, table, keys, known, from_, SMALL * n, column)
    if known < n:
        set_deltas(work, table.n_classes, work.known)
    finish_list(work, table, keys, &best, known, n, column, split)
    return True
