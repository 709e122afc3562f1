# Gains of columns with few values, from counts or weights by value and class.


cdef bint scan_tally(
    Work* work, const Table* table, const Options* options, const int32_t* tally, Py_ssize_t n, Py_ssize_t column,
    Split* split
) noexcept nogil:
    """Find the best cut of a column from its counts by code and class; False if none can come below."""
    cdef int32_t n_classes = table.n_classes, n_codes = table.n_codes[column]
    cdef double best = 0.0, bar = SMALL * n, inside = work.inside, before, gain, least = work.least, information
    cdef const double* xlogx = work.xlogx
    cdef int32_t* left = work.left
    cdef int32_t* right = work.right
    cdef const int32_t* counts
    cdef Py_ssize_t known = n, n_left = 0, from_, best_left = 0
    cdef int32_t code, c, here, u, v, k, last = -1, low = 0, high = 0, n_present = 0
    cdef int64_t n_cuts = 0
    for c in range(n_classes):
        left[c] = 0
        right[c] = work.known[c]
    if table.has_missing[column]:
        # The row behind the last code counts the missing values.
        counts = tally + <Py_ssize_t> n_codes * n_classes
        inside = 0.0
        for c in range(n_classes):
            right[c] -= counts[c]
            known -= counts[c]
            inside += xlogx[right[c]]
        least = smallest_branch(table, options, <double> known)
    if 2 * options.min_leaf - known > SMALL:
        return False
    if 2 * least - known > SMALL:
        return True
    before = xlogx[known] - inside
    from_ = <Py_ssize_t> ceil(least - SMALL)
    for code in range(n_codes):
        counts = tally + <Py_ssize_t> code * n_classes
        here = 0
        for c in range(n_classes):
            here += counts[c]
        if here == 0:
            continue
        n_present += 1
        if n_left >= from_ and known - n_left >= from_ and apart(table, column, last, code):
            gain = before - xlogx[n_left] - xlogx[known - n_left] + inside
            n_cuts += 1
            if gain > bar:
                best = gain
                bar = gain + SMALL * n
                best_left = n_left
                low = last
                high = code
        for c in range(n_classes):
            k = counts[c]
            if k:
                u = left[c]
                v = right[c]
                inside += (xlogx[u + k] - xlogx[u]) + (xlogx[v - k] - xlogx[v])
                left[c] = u + k
                right[c] = v - k
        n_left += here
        last = code
    if best_left > 0:
        information = xlogx[n] - xlogx[best_left] - xlogx[known - best_left] - xlogx[n - known]
        finish_numeric(work, split, column, best, n_cuts, <double> n, information, low, high)
    return n_present > 1


cdef bint nominal_unit(
    Work* work, const Table* table, const Options* options, const Frame* frame, Py_ssize_t column, Split* split
) noexcept nogil:
    """Gain of a nominal column at a small node: counts grow row by row and are taken back; False if none can come below.
    """
    cdef const int32_t* rows = work.rows + frame.at.rows
    cdef const int32_t* codes = table.codes + column * table.n
    cdef int32_t n_classes = table.n_classes, code, c, enough = <int32_t> ceil(options.min_leaf - SMALL), n_enough = 0
    cdef const double* step = work.step
    cdef double bags = 0.0, cells = 0.0, inside = work.inside
    cdef Py_ssize_t t, n = frame.n, known = 0
    cdef int32_t* cell
    for t in range(n):
        code = codes[rows[t]]
        if code < 0:
            continue
        cell = work.tally + (<Py_ssize_t> code * n_classes + work.label[t])
        cells += step[cell[0]]
        cell[0] += 1
        bags += step[work.by_code[code]]
        work.by_code[code] += 1
        n_enough += work.by_code[code] == enough
        known += 1
    for t in range(n):
        code = codes[rows[t]]
        if code >= 0:
            work.tally[<Py_ssize_t> code * n_classes + work.label[t]] = 0
            work.by_code[code] = 0
    if n_enough < 2:
        return False
    if known < n:
        for c in range(n_classes):
            work.right[c] = work.known[c]
        for t in range(n):
            if codes[rows[t]] < 0:
                work.right[work.label[t]] -= 1
        inside = 0.0
        for c in range(n_classes):
            inside += work.xlogx[work.right[c]]
    finish_nominal(
        split, column, work.xlogx[known] - inside - (bags - cells), work.xlogx[n] - bags - work.xlogx[n - known],
        <double> n, <double> known,
    )
    return True


cdef bint nominal_tally(
    Work* work, const Table* table, const Options* options, const int32_t* tally, Py_ssize_t n, Py_ssize_t column,
    Split* split
) noexcept nogil:
    """Gain of a nominal column from its counts by code and class; False if none can come below."""
    cdef int32_t n_classes = table.n_classes, code, c, here, n_enough = 0
    cdef const double* xlogx = work.xlogx
    cdef double bags = 0.0, cells = 0.0, inside = work.inside
    cdef Py_ssize_t known = n
    for code in range(table.n_codes[column]):
        here = 0
        for c in range(n_classes):
            here += tally[c]
            cells += xlogx[tally[c]]
        tally += n_classes
        bags += xlogx[here]
        n_enough += options.min_leaf - here < SMALL
    if n_enough < 2:
        return False
    if table.has_missing[column]:
        # The row behind the last code counts the missing values.
        inside = 0.0
        for c in range(n_classes):
            known -= tally[c]
            inside += xlogx[work.known[c] - tally[c]]
    finish_nominal(
        split, column, xlogx[known] - inside - (bags - cells), xlogx[n] - bags - xlogx[n - known], <double> n,
        <double> known,
    )
    return True


cdef void weigh_column(
    Work* work, const Table* table, const Frame* frame, Py_ssize_t column, double* share
) noexcept nogil:
    """Sum the weights of a column by code and class, missing values behind the last code."""
    cdef const int32_t* rows = work.rows + frame.at.rows
    cdef const int32_t* codes = table.codes + column * table.n
    cdef Py_ssize_t t, n_codes = table.n_codes[column]
    cdef int32_t code
    memset(share, 0, (n_codes + 1) * table.n_classes * sizeof(double))
    for t in range(frame.n):
        code = codes[rows[t]]
        share[(n_codes if code < 0 else code) * table.n_classes + work.label[t]] += work.now[rows[t]]


cdef bint nominal_weighted(
    Work* work, const Table* table, const Options* options, const double* share, Py_ssize_t column, double total,
    Split* split
) noexcept nogil:
    """Gain of a nominal column from its weights by code and class; False if none can come below."""
    cdef int32_t n_classes = table.n_classes, code, c, n_enough = 0
    cdef double bags = 0.0, cells = 0.0, inside = 0.0, known = 0.0, here
    for c in range(n_classes):
        work.right_weight[c] = 0.0
    for code in range(table.n_codes[column]):
        here = 0.0
        for c in range(n_classes):
            if share[c] > 0:
                here += share[c]
                work.right_weight[c] += share[c]
                cells += xlog(work, table, share[c])
        share += n_classes
        bags += xlog(work, table, here)
        known += here
        n_enough += options.min_leaf - here < SMALL
    if n_enough < 2:
        return False
    for c in range(n_classes):
        inside += xlog(work, table, work.right_weight[c])
    finish_nominal(
        split, column, xlog(work, table, known) - inside - (bags - cells),
        xlog(work, table, total) - bags - xlog(work, table, total - known), total, known,
    )
    return True


cdef void tally_rows(Work* work, const Table* table, const Frame* frame) noexcept nogil:
    """Count code and class of all columns without list, row by row: neighbouring counts do not wait for each other."""
    cdef const int32_t* rows = work.rows + frame.at.rows
    cdef const int32_t* cells
    cdef Py_ssize_t t, j, n_short = table.n_short
    cdef double weight
    cdef int32_t c
    if frame.at.weights < 0:
        memset(work.tally_all, 0, table.n_cells * sizeof(int32_t))
        for t in range(frame.n):
            cells = table.cells + rows[t] * n_short
            c = work.label[t]
            for j in range(n_short):
                work.tally_all[cells[j] + c] += 1
        return
    memset(work.share_all, 0, table.n_cells * sizeof(double))
    for t in range(frame.n):
        cells = table.cells + rows[t] * n_short
        c = work.label[t]
        weight = work.now[rows[t]]
        for j in range(n_short):
            work.share_all[cells[j] + c] += weight
