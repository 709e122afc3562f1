# The best cuts of numeric columns whose values are in order and none is missing, four at a time.

cdef enum:
    LANES = 4


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
