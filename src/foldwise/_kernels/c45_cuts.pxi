# The best cut of a numeric column without list, from its cells.


cdef extern from *:
    """
    typedef struct { Py_ssize_t at, next; int32_t left; int n_values; double gain; int64_t n_cuts; } CellCut;

    #define CONSIDER(place) { \
        const double gain = sum - (logs[left] + logs[known - left]); \
        if (gain > bar) { \
            best->gain = gain; \
            best->at = place; \
            best->left = left; \
            bar = gain + tolerance; \
        } }

    /* The best cut of a column whose cells are in turn, some of them empty. `sums` has the sum of n log2 n of both sides
       for every amount of a class on the left, one class after the other; there must be more than `least` on both. */
    static void scan_turns(
        const int32_t* restrict code, const int32_t* restrict step, const int32_t* restrict amount, Py_ssize_t n_cells,
        Py_ssize_t n_codes, const double* restrict logs, const double* restrict weight, const double* restrict sums,
        int32_t known, double least, double tolerance, int32_t* restrict by_code, double* restrict gain_of,
        CellCut* restrict best)
    {
        double sum = logs[known], bar = tolerance;
        int32_t left = 0, place = 0;
        int64_t n_cuts = 0;
        Py_ssize_t v = 0;
        for (Py_ssize_t t = 0; t < n_cells; t++) {
            const int32_t old = place + step[t], k = amount[t];
            place = old + k;
            by_code[code[t]] += k;
            gain_of[code[t]] += sums[place] - sums[old];
        }
        for (; v < n_codes && !(weight[left + by_code[v]] > least); v++) {
            left += by_code[v];
            sum += gain_of[v];
        }
        /* A value that the node does not have adds nothing to the gain, and is not chosen. */
        for (; v < n_codes && weight[known - left - by_code[v]] > least; v++) {
            left += by_code[v];
            sum += gain_of[v];
            n_cuts += by_code[v] != 0;
            CONSIDER(v)
        }
        best->n_cuts = n_cuts;
        best->n_values = 2;
        if (best->at >= 0) {
            best->next = best->at + 1;
            while (by_code[best->next] == 0) best->next++;
        }
        else if (n_cuts == 0) {
            best->n_values = 0;
            for (v = 0; v < n_codes; v++) best->n_values += by_code[v] != 0;
        }
        memset(by_code, 0, n_codes * sizeof(int32_t));
        memset(gain_of, 0, n_codes * sizeof(double));
    }

    /* The best cut of a column from the cells that are not empty, in the order of values. `place` says where each class
       stands in `sums`. */
    static void scan_cells(
        const int32_t* restrict info, const int32_t* restrict amount, Py_ssize_t n, const double* restrict logs,
        const double* restrict weight, const double* restrict sums, int32_t* restrict place, int32_t known,
        double least, double tolerance, CellCut* restrict best)
    {
        double sum = logs[known], bar = tolerance;
        int32_t left = 0;
        int64_t n_cuts = 0;
        for (Py_ssize_t t = 0; t < n; t++) {
            const int32_t old = place[info[t] >> 1], new = old + amount[t];
            place[info[t] >> 1] = new;
            sum += sums[new] - sums[old];
            left += amount[t];
            if ((info[t] & 1) && weight[left] > least && weight[known - left] > least) {
                n_cuts++;
                CONSIDER(t)
            }
        }
        best->next = best->at + 1;
        best->n_cuts = n_cuts;
    }
    """
    ctypedef struct CellCut:
        Py_ssize_t at, next         # value or cell before the cut, -1 if there is none, and the one after it
        int32_t left                # amount before the cut
        int n_values
        double gain
        int64_t n_cuts
    void scan_turns(
        const int32_t* code, const int32_t* step, const int32_t* amount, Py_ssize_t n_cells, Py_ssize_t n_codes,
        const double* logs, const double* weight, const double* sums, int32_t known, double least, double tolerance,
        int32_t* by_code, double* gain_of, CellCut* best
    ) noexcept nogil
    void scan_cells(
        const int32_t* info, const int32_t* amount, Py_ssize_t n, const double* logs, const double* weight,
        const double* sums, int32_t* place, int32_t known, double least, double tolerance, CellCut* best
    ) noexcept nogil


cdef bint cut_cells(
    Work* work, const Table* table, const Options* options, const Frame* frame, Py_ssize_t column, bint tallied,
    Split* split
) noexcept nogil:
    """Find the best cut of a column from the amounts in its cells; False if none can come below."""
    cdef Py_ssize_t place = table.short_of[column], first = table.first_cell[place], t, n_known = frame.n
    cdef int32_t n_classes = table.n_classes, known = work.all_amount, amount, low, high
    cdef double total = work.nodes[frame.node].weight, least = work.least
    cdef const double* logs = work.logs
    cdef const double* sums = work.sums
    cdef const int32_t* sums_start = work.sums_start
    cdef const int32_t* tally = work.tallies + frame.tally + first
    cdef Cells cells
    cdef CellCut best
    if tallied:
        cells.n = table.n_known_cells[place]
        cells.end = table.first_cell[place + 1] - first
        cells.amount = tally
        cells.info = table.cell_info + first
    else:
        cells = collect(work, table, frame, place, False)
        if cells.n == 0 or cells.code[0] == cells.code[cells.n - 1]:
            return False
    for t in range(cells.n, cells.end):
        known -= cells.amount[t]
        n_known -= rows_in(work, cells.amount[t])
    if 2 * options.min_leaf - n_known > SMALL:
        return False
    if n_known < frame.n:
        least = smallest_branch(table, options, work.amount_weights[known])
        memcpy(work.right, work.class_amounts, n_classes * sizeof(int32_t))
        for t in range(cells.n, cells.end):
            work.right[cells.info[t] >> 1] -= cells.amount[t]
        set_sums(work, n_classes, work.right, work.known_sums, work.known_sums_start)
        sums, sums_start = work.known_sums, work.known_sums_start
    if 2 * least - n_known > SMALL:
        least = total
    best.at = -1
    if tallied:
        scan_turns(
            table.code_in_turn + first, table.step_in_turn + first, tally, cells.n, table.n_codes[column], logs,
            work.amount_weights, sums, known, least - SMALL, SMALL * total, work.by_code, work.gain_of, &best,
        )
        if table.list_of[column] >= 0:
            work.saved += LIST_COST * frame.n - CELL_COST * cells.n - TALLY_COST
        if best.n_values < 2:
            return False
        low, high = <int32_t> best.at, <int32_t> best.next
    else:
        memcpy(work.left, sums_start, n_classes * sizeof(int32_t))
        scan_cells(
            cells.info, cells.amount, cells.n, logs, work.amount_weights, sums, work.left, known, least - SMALL,
            SMALL * total, &best,
        )
        if best.at >= 0:
            low, high = cells.code[best.at], cells.code[best.next]
    if best.at >= 0:
        finish_numeric(
            work, split, column, best.gain, best.n_cuts, total,
            logs[work.all_amount] - logs[best.left] - logs[known - best.left] - logs[work.all_amount - known],
            low, high,
        )
    return True
