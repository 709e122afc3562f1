# Amounts: numbers of rows, or where a few rows are shares of one, all of one size, places in a table of n log2 n.

cdef enum:
    MOST_SHARES = 8


cdef bint set_share_table(Work* work, const Table* table, const Options* options, const Frame* frame) noexcept nogil:
    """Tabulate n log2 n for all weights at a node whose rows are whole but for a few, of one size; False if it is not such.

    The weight of u whole rows and f shares has the place u + f (n + 1).
    """
    cdef const int32_t* rows = work.rows + frame.at.rows
    cdef const double* weights = work.weights + frame.at.weights
    cdef int32_t c, f, stride = <int32_t> frame.n + 1, n_shares = 0
    cdef Py_ssize_t t, u
    cdef double share = 1.0, least = smallest_branch(table, options, work.nodes[frame.node].weight), left, total
    for t in range(frame.n):
        if table.weight[rows[t]] != 1.0:
            return False
        if weights[t] != 1.0:
            if n_shares == 0:
                share = weights[t]
            elif weights[t] != share:
                return False
            n_shares += 1
            if n_shares > MOST_SHARES:
                return False
    memset(work.whole, 0, table.n_classes * sizeof(int32_t))
    work.all_places = 0
    for t in range(frame.n):
        work.move[rows[t]] = 1 if weights[t] == 1.0 else stride
        work.whole[table.y[rows[t]]] += work.move[rows[t]]
        work.all_places += work.move[rows[t]]
    total = (frame.n - n_shares) + n_shares * share
    for f in range(n_shares + 1):
        for u in range(frame.n - n_shares + 1):
            left = u + f * share
            t = <Py_ssize_t> f * stride + u
            work.share_logs[t] = work.xlogx[u] if f == 0 else x_log2_x(work.log_heads, left)
            work.share_weights[t] = left
            work.fits[t] = least - left < SMALL and least - (total - left) < SMALL
    return True


cdef void set_amounts(Work* work, const Table* table, const Options* options, const Frame* frame) noexcept nogil:
    """Say how amounts are to be read at a node of whole rows, or one with a table of shares."""
    cdef int32_t c
    work.least = smallest_branch(table, options, work.nodes[frame.node].weight)
    if frame.at.weights < 0:
        work.logs = work.xlogx
        work.amount_weights = work.whole_numbers
        work.class_amounts = work.known
        work.all_amount = <int32_t> frame.n
        work.amount_stride = INT32_MAX
    else:
        work.logs = work.share_logs
        work.amount_weights = work.share_weights
        work.class_amounts = work.whole
        work.all_amount = work.all_places
        work.amount_stride = <int32_t> frame.n + 1
    work.inside = 0.0
    for c in range(table.n_classes):
        work.inside += work.logs[work.class_amounts[c]]
    if table.cuts_cells:
        set_sums(work, table.n_classes, work.class_amounts, work.sums, work.sums_start)


cdef inline Py_ssize_t rows_in(const Work* work, int32_t amount) noexcept nogil:
    """Number of rows of an amount, whole ones and shares."""
    if amount < work.amount_stride:
        return amount
    return amount % work.amount_stride + amount // work.amount_stride


cdef void set_sums(
    const Work* work, int32_t n_classes, const int32_t* whole, double* sums, int32_t* sums_start
) noexcept nogil:
    """Tabulate n log2 n of both sides for every amount of a class on the left."""
    cdef int32_t c, u, f, place, n_whole, start = 0
    for c in range(n_classes):
        n_whole = whole[c] % work.amount_stride
        for f in range(whole[c] // work.amount_stride + 1):
            for u in range(n_whole + 1):
                place = f * work.amount_stride + u
                sums[start + place] = work.logs[place] + work.logs[whole[c] - place]
        sums_start[c] = start
        start += whole[c] + 1
