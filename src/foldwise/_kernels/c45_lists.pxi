# The best cut of a numeric column whose values are in order.


cdef extern from *:
    """
    typedef struct { Py_ssize_t at, left; double gain; int64_t n_cuts; } Best;

    /* The best cut of each of four lists of keys. Every step in a list waits for the one before, since the count of its
       class does; four lists at once fill the time. Where values end cannot be foreseen, so that there is no branch on
       it: a gain that is not needed costs less than a wrong guess. */
    static void scan_four(
        const uint64_t* const* lists, Py_ssize_t known, Py_ssize_t from, uint32_t mask, const double* restrict xlogx,
        const double* restrict delta, int32_t* restrict place, double tolerance, Best* restrict best)
    {
        const uint64_t *const a = lists[0], *const b = lists[1], *const c = lists[2], *const d = lists[3];
        double sum_a = xlogx[known], sum_b = sum_a, sum_c = sum_a, sum_d = sum_a;
        double bar_a = tolerance, bar_b = tolerance, bar_c = tolerance, bar_d = tolerance;
        int64_t cuts_a = 0, cuts_b = 0, cuts_c = 0, cuts_d = 0;
        #define MOVE(list, lane) \
            const uint32_t key_##list = (uint32_t) (list[t] >> 32); \
            int32_t* const at_##list = place + 4 * (key_##list & mask) + lane; \
            sum_##list += delta[(*at_##list)++];
        #define WEIGH(list, lane) { \
            const int ends = (key_##list ^ (uint32_t) (list[t + 1] >> 32)) > mask; \
            const double gain = sum_##list - both; \
            cuts_##list += ends; \
            if ((gain > bar_##list) & ends) { \
                best[lane].gain = gain; \
                best[lane].at = t; \
                bar_##list = gain + tolerance; \
            } }
        Py_ssize_t t = 0;
        for (; t < from - 1; t++) { MOVE(a, 0) MOVE(b, 1) MOVE(c, 2) MOVE(d, 3) }
        for (; t < known - from; t++) {
            const double both = xlogx[t + 1] + xlogx[known - t - 1];
            MOVE(a, 0) MOVE(b, 1) MOVE(c, 2) MOVE(d, 3)
            WEIGH(a, 0) WEIGH(b, 1) WEIGH(c, 2) WEIGH(d, 3)
        }
        best[0].n_cuts = cuts_a, best[1].n_cuts = cuts_b, best[2].n_cuts = cuts_c, best[3].n_cuts = cuts_d;
    }

    /* The same where some rows are shares of one, all of one size. A weight is a place in the table of n log2 n: whole
       rows go one place on, shares a row of the table (see set_share_table); `whole` has the places of all rows of a
       class, `move` that of a row, and `fits` says which weights leave enough on both sides. */
    static void scan_four_shares(
        const uint64_t* const* lists, Py_ssize_t n, uint32_t mask, const double* restrict xlogx,
        const uint8_t* restrict fits, const int32_t* restrict move, const int32_t* restrict whole, int32_t total,
        int32_t* restrict place, double tolerance, Best* restrict best)
    {
        const uint64_t *const a = lists[0], *const b = lists[1], *const c = lists[2], *const d = lists[3];
        double sum_a = xlogx[total], sum_b = sum_a, sum_c = sum_a, sum_d = sum_a;
        double bar_a = tolerance, bar_b = tolerance, bar_c = tolerance, bar_d = tolerance;
        int32_t left_a = 0, left_b = 0, left_c = 0, left_d = 0;
        int64_t cuts_a = 0, cuts_b = 0, cuts_c = 0, cuts_d = 0;
        #define MOVE_SHARE(list, lane) { \
            const uint32_t class_ = (uint32_t) (list[t] >> 32) & mask; \
            const int32_t step = move[(uint32_t) list[t]], old = place[4 * class_ + lane], rest = whole[class_] - old; \
            place[4 * class_ + lane] = old + step; \
            left_##list += step; \
            sum_##list += (xlogx[old + step] - xlogx[old]) + (xlogx[rest - step] - xlogx[rest]); }
        #define WEIGH_SHARE(list, lane) { \
            const int ends = ((uint32_t) ((list[t] ^ list[t + 1]) >> 32) > mask) & fits[left_##list]; \
            const double gain = sum_##list - (xlogx[left_##list] + xlogx[total - left_##list]); \
            cuts_##list += ends; \
            if ((gain > bar_##list) & ends) { \
                best[lane].gain = gain; \
                best[lane].at = t; \
                best[lane].left = left_##list; \
                bar_##list = gain + tolerance; \
            } }
        for (Py_ssize_t t = 0; t < n - 1; t++) {
            MOVE_SHARE(a, 0) MOVE_SHARE(b, 1) MOVE_SHARE(c, 2) MOVE_SHARE(d, 3)
            WEIGH_SHARE(a, 0) WEIGH_SHARE(b, 1) WEIGH_SHARE(c, 2) WEIGH_SHARE(d, 3)
        }
        best[0].n_cuts = cuts_a, best[1].n_cuts = cuts_b, best[2].n_cuts = cuts_c, best[3].n_cuts = cuts_d;
    }
    """
    ctypedef struct Best:
        Py_ssize_t at               # the last key before the cut; -1 if there is none
        Py_ssize_t left             # weight before the cut, as a place in the table of shares
        double gain
        int64_t n_cuts
    void scan_four(
        const uint64_t** lists, Py_ssize_t known, Py_ssize_t from_, uint32_t mask, const double* xlogx,
        const double* delta, int32_t* place, double tolerance, Best* best
    ) noexcept nogil
    void scan_four_shares(
        const uint64_t** lists, Py_ssize_t n, uint32_t mask, const double* xlogx, const uint8_t* fits,
        const int32_t* move, const int32_t* whole, int32_t total, int32_t* place, double tolerance, Best* best
    ) noexcept nogil


cdef void set_deltas(Work* work, int32_t n_classes, const int32_t* counts) noexcept nogil:
    """Tabulate what the sum of n log2 n over classes and sides gains when one more example of a class goes left."""
    cdef int32_t c, u, start = 0
    for c in range(n_classes):
        for u in range(counts[c]):
            work.delta[start + u] = work.step[u] - work.step[counts[c] - 1 - u]
        work.delta_start[c] = start
        start += counts[c]


cdef inline void fill_lanes(const uint64_t** lists, int n_lists, Best* best) noexcept nogil:
    """Repeat the first list where there are not enough of them, and begin without a cut."""
    cdef int lane
    for lane in range(LANES):
        best[lane].at = -1
        best[lane].gain = 0.0
        if lane >= n_lists:
            lists[lane] = lists[0]


cdef void scan_lists(
    const Work* work, const Table* table, const uint64_t** lists, int n_lists, Py_ssize_t known, Py_ssize_t from_,
    double tolerance, Best* best
) noexcept nogil:
    """Find the best cut of each of up to four lists of keys; `work.delta` is that of the known values."""
    cdef int32_t c, lane
    fill_lanes(lists, n_lists, best)
    for c in range(table.n_classes):
        for lane in range(LANES):
            work.lanes[c * LANES + lane] = work.delta_start[c]
    scan_four(
        lists, known, from_, (<uint32_t> 1 << table.bits) - 1, work.xlogx, work.delta, work.lanes, tolerance, best
    )


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
        work.whole[work.label[t]] += work.move[rows[t]]
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


cdef void scan_share_lists(
    Work* work, const Table* table, const uint64_t** lists, int n_lists, Py_ssize_t n, double tolerance, Best* best
) noexcept nogil:
    """Find the best cut of each of up to four lists of keys at a node with a table of shares."""
    fill_lanes(lists, n_lists, best)
    memset(work.lanes, 0, LANES * table.n_classes * sizeof(int32_t))
    scan_four_shares(
        lists, n, (<uint32_t> 1 << table.bits) - 1, work.share_logs, work.fits, work.move, work.whole,
        work.all_places, work.lanes, tolerance, best,
    )


cdef void finish_share_list(
    const Work* work, const Table* table, const uint64_t* keys, const Best* best, double total, Py_ssize_t column,
    Split* split
) noexcept nogil:
    """Set the split on a column from the best cut of its keys, by the table of shares."""
    if best.at >= 0:
        finish_numeric(
            work, split, column, best.gain, best.n_cuts, total,
            work.share_logs[work.all_places] - work.share_logs[best.left] - work.share_logs[work.all_places - best.left],
            <uint32_t> (keys[best.at] >> 32) >> table.bits, <uint32_t> (keys[best.at + 1] >> 32) >> table.bits,
        )


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


cdef void finish_list(
    const Work* work, const Table* table, const uint64_t* keys, const Best* best, Py_ssize_t known, Py_ssize_t n,
    Py_ssize_t column, Split* split
) noexcept nogil:
    """Set the split on a column from the best cut of its keys."""
    cdef double information
    if best.at >= 0:
        information = (
            work.xlogx[n] - work.xlogx[best.at + 1] - work.xlogx[known - best.at - 1] - work.xlogx[n - known]
        )
        finish_numeric(
            work, split, column, best.gain, best.n_cuts, <double> n, information,
            <uint32_t> (keys[best.at] >> 32) >> table.bits, <uint32_t> (keys[best.at + 1] >> 32) >> table.bits,
        )


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
        for c in range(n_classes):
            work.right_weight[c] = 0.0
        sum_known = 0.0
        n_rows = 0.0
        for t in range(known):
            weight = now[<uint32_t> keys[t]]
            work.right_weight[(keys[t] >> 32) & mask] += weight
            sum_known += weight
            n_rows += table.weight[<uint32_t> keys[t]]
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


cdef void scan_full_lists(Work* work, const Table* table, const Frame* frame, double least) noexcept nogil:
    """Scan the lists in which no value is missing and some differ, four at a time, and mark their columns as done."""
    cdef const int32_t* columns = work.columns + frame.columns
    cdef Py_ssize_t k, n = frame.n, from_ = <Py_ssize_t> ceil(least - SMALL)
    cdef double total = work.nodes[frame.node].weight
    cdef int32_t column, list_
    cdef int lane, n_waiting = 0
    cdef uint32_t low, high
    cdef const uint64_t* keys
    cdef Best best[LANES]
    cdef const uint64_t* lists[LANES]
    cdef Py_ssize_t waiting[LANES]
    cdef Split* split
    if 2 * least - n > SMALL:
        return
    for k in range(frame.n_columns):
        column = columns[k]
        list_ = table.list_of[column]
        if has_list(table, frame, column) and not table.is_tight[column]:
            keys = work.keys + frame.at.keys + list_ * frame.at.stride
            low, high = <uint32_t> (keys[0] >> (32 + table.bits)), <uint32_t> (keys[n - 1] >> (32 + table.bits))
            if low < high < <uint32_t> table.n_codes[column]:
                lists[n_waiting] = keys
                waiting[n_waiting] = k
                n_waiting += 1
        if n_waiting < LANES and (n_waiting == 0 or k < frame.n_columns - 1):
            continue
        if frame.at.weights < 0:
            scan_lists(work, table, lists, n_waiting, n, from_, SMALL * n, best)
        else:
            scan_share_lists(work, table, lists, n_waiting, n, SMALL * total, best)
        for lane in range(n_waiting):
            work.is_scanned[waiting[lane]] = True
            column, split = columns[waiting[lane]], &work.splits[waiting[lane]]
            split.attribute = -1
            if frame.at.weights < 0:
                finish_list(work, table, lists[lane], &best[lane], n, n, column, split)
            else:
                finish_share_list(work, table, lists[lane], &best[lane], total, column, split)
        n_waiting = 0
