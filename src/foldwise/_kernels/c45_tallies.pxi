# How many rows of each value and class a large node has, all columns counted at once.
#
# A tally has a place for every cell of the table. A node hands it on to its largest branch, less the rows of the others.
# With counts a large node costs less than with lists, but lists have to be made later. Which weighs more depends on the
# table and on how lopsided its trees are; what the trees of a call have saved says whether to go on, see `plant`.

cdef enum:
    TALLY_FACTOR = 3
    FEWEST_HANDED_ON = 12
    # Tenths of a nanosecond, roughly: to scan and part a row of a list, to count and scan a cell, for each column that is
    # scanned in this way, and to bring a row into order.
    LIST_COST = 17
    CELL_COST = 14
    TALLY_COST = 1000
    ORDER_COST = 22


cdef Py_ssize_t columns_to_tally(const Table* table, Py_ssize_t n, bint is_ordered) noexcept nogil:
    """Number of columns that a node of so many rows counts at once: all, those that never have a list, or none."""
    cdef Py_ssize_t n_steady = table.n_steady, n_late = table.n_short - table.n_steady
    if n_late and not is_ordered and n * n_late >= table.n_cells - table.first_cell[n_steady] + 32 * n_late:
        return table.n_short
    return n_steady if TALLY_FACTOR * n * n_steady >= table.first_cell[n_steady] else 0


cdef inline void count_row(
    const Table* table, int32_t* tally, Py_ssize_t row, int32_t amount, Py_ssize_t n_columns
) noexcept nogil:
    """Add a row to the counts of columns; neighbouring counts do not wait for each other."""
    cdef const int32_t* cells = table.cells + row * table.n_short
    cdef Py_ssize_t j
    for j in range(n_columns):
        tally[cells[j]] += amount


cdef int set_tally(Work* work, const Table* table, Frame* frame) noexcept nogil:
    """Count the rows of weight 1 of a node that has inherited no tally; -1 when memory is out."""
    cdef const int32_t* rows = work.rows + frame.at.rows
    cdef int32_t* tally
    cdef Py_ssize_t t, n_columns = frame.n_tallied, n_cells = table.first_cell[n_columns]
    if frame.tally >= 0:
        return 0
    if reserve(<void**> &work.tallies, &work.tally_room, work.top.tallies + n_cells, sizeof(int32_t)) < 0:
        return -1
    frame.tally = work.top.tallies
    work.top.tallies += n_cells
    tally = work.tallies + frame.tally
    if frame.node == 0 and table.unit_rows and 2 * frame.n > table.n:
        memcpy(tally, table.tally, n_cells * sizeof(int32_t))
        if table.is_used != NULL:
            for t in range(table.n):
                if not table.is_used[t]:
                    count_row(table, tally, t, -1, n_columns)
        return 0
    memset(tally, 0, n_cells * sizeof(int32_t))
    for t in range(frame.n):
        if frame.at.weights < 0 or work.weights[frame.at.weights + t] == 1.0:
            count_row(table, tally, rows[t], 1, n_columns)
    return 0


cdef void hand_on_tally(
    Work* work, const Table* table, const Options* options, Frame* frame, Py_ssize_t n_missing
) noexcept nogil:
    """Let the largest branch take over the tally, less all rows that are not whole in it, where that is less work."""
    cdef const Py_ssize_t* sizes = work.sizes + frame.sizes
    cdef const int32_t* rows = work.rows + frame.at.rows
    cdef int32_t branch, side, heir = 0
    cdef Py_ssize_t t, n_columns
    cdef double weight
    cdef bint was_whole, is_whole
    frame.heir = -1
    if frame.tally < 0 or frame.n_tallied == 0:
        return
    for branch in range(1, work.nodes[frame.node].n_children):
        if sizes[branch] > sizes[heir]:
            heir = branch
    n_columns = columns_to_tally(table, sizes[heir], frame.is_ordered)
    if n_columns < FEWEST_HANDED_ON or 2 * (sizes[heir] - n_missing) < frame.n:
        return
    if not grows(work, options, heir):
        return
    frame.heir = heir
    for t in range(frame.n):
        side = work.side[rows[t]]
        weight = 1.0 if frame.at.weights < 0 else work.weights[frame.at.weights + t]
        was_whole = weight == 1.0
        # A missing value leaves the heir a share of the row, which is one itself where that of two is a half.
        is_whole = was_whole if side == heir else side < 0 and weight * work.bag[heir] == 1.0
        if is_whole != was_whole:
            count_row(table, work.tallies + frame.tally, rows[t], <int32_t> is_whole - <int32_t> was_whole, n_columns)


cdef void weigh_cells(Work* work, const Table* table, const Frame* frame) noexcept nogil:
    """Sum the weights in all cells: rows of weight 1 are counted already."""
    cdef const int32_t* rows = work.rows + frame.at.rows
    cdef const double* weights = work.weights + frame.at.weights
    cdef const int32_t* tally = work.tallies + frame.tally
    cdef const int32_t* cells
    cdef Py_ssize_t t, j
    for j in range(table.first_cell[frame.n_tallied]):
        work.share_all[j] = tally[j]
    for t in range(frame.n):
        if weights[t] == 1.0:
            continue
        cells = table.cells + <Py_ssize_t> rows[t] * table.n_short
        for j in range(frame.n_tallied):
            work.share_all[cells[j]] += weights[t]


cdef void move_shares(Work* work, const Table* table, const Frame* frame, int32_t sign) noexcept nogil:
    """Add the rows that are shares to the tally, or take them away."""
    cdef const int32_t* rows = work.rows + frame.at.rows
    cdef Py_ssize_t t
    for t in range(frame.n):
        if work.move[rows[t]] != 1:
            count_row(table, work.tallies + frame.tally, rows[t], sign * work.move[rows[t]], frame.n_tallied)
