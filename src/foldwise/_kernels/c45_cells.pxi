# What a node has of each column that is counted: how many rows of each value and class, cell by cell.
#
# Only values and classes that occur together in the table have a cell; those of a column are in the order of its values,
# missing ones at the end, or in turn, class by class (see TableCells). A large node counts all columns at once, in a tally
# with a place for every cell of the table, and hands it on to its largest branch, less the rows of the others. A small
# one collects the few cells that it has, or makes lists.
#
# With counts a large node costs less than with lists, but lists have to be made later. Which weighs more depends on the
# table and on how lopsided its trees are; what the trees of a call have saved says whether to go on, see `plant`.
#
# Amounts are numbers of rows, or places in the table of shares (see set_share_table).


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


cdef Py_ssize_t list_marked(Work* work, Py_ssize_t n_cells) noexcept nogil:
    """Write the cells that are marked in ascending order, take the marks away, and return the number of cells."""
    cdef Py_ssize_t word, m = 0
    cdef uint64_t marks
    for word in range((n_cells + 63) >> 6):
        marks = work.marks[word]
        work.marks[word] = 0
        while marks:
            work.ids[m] = <int32_t> (word << 6) + lowest_bit(marks)
            m += 1
            marks &= marks - 1
    return m


cdef void order_lists(Work* work, const Table* table, Frame* frame) noexcept nogil:
    """Make the lists of a node that is too small for a tally, as if they had been parted all the way down."""
    cdef const int32_t* rows = work.rows + frame.at.rows
    cdef const int32_t* columns = work.columns + frame.columns
    cdef const int32_t* cell_of
    cdef const int32_t* info
    cdef const int32_t* code
    cdef Py_ssize_t k, t, m, list_, place, first
    cdef int32_t cell, start, n_here
    cdef uint64_t* keys
    frame.is_ordered = True
    for k in range(frame.n_columns):
        list_ = table.list_of[columns[k]]
        if list_ < table.n_eager:
            continue
        work.saved -= ORDER_COST * frame.n
        keys = work.keys + frame.at.keys + list_ * frame.at.stride
        place = table.short_of[columns[k]]
        first = table.first_cell[place]
        cell_of = table.cell_of + place * table.n
        info = table.cell_info + first
        code = table.cell_code + first
        for t in range(frame.n):
            cell = cell_of[rows[t]]
            work.amount_in[cell] += 1
            work.marks[cell >> 6] |= <uint64_t> 1 << (cell & 63)
        m = list_marked(work, table.first_cell[place + 1] - first)
        start = 0
        for t in range(m):
            n_here = work.amount_in[work.ids[t]]
            work.amount_in[work.ids[t]] = start
            start += n_here
        for t in range(frame.n):
            cell = cell_of[rows[t]]
            start = work.amount_in[cell]
            work.amount_in[cell] = start + 1
            keys[start] = (
                <uint64_t> ((<uint32_t> code[cell] << table.bits) | <uint32_t> (info[cell] >> 1)) << 32
            ) | <uint32_t> rows[t]
        for t in range(m):
            work.amount_in[work.ids[t]] = 0


cdef inline bint has_list(const Table* table, const Frame* frame, int32_t column) noexcept nogil:
    """Whether the node has the values of a column in order."""
    return 0 <= table.list_of[column] < (table.n_lists if frame.is_ordered else table.n_eager)


cdef Cells collect(Work* work, const Table* table, const Frame* frame, Py_ssize_t place, bint weighed) noexcept nogil:
    """Collect the cells of a column that the node has, with weights or amounts."""
    cdef const int32_t* rows = work.rows + frame.at.rows
    cdef Py_ssize_t first = table.first_cell[place], n_cells = table.first_cell[place + 1] - first, t, m
    cdef const int32_t* cell_of = table.cell_of + place * table.n
    cdef const int32_t* info = table.cell_info + first
    cdef int32_t cell
    cdef Cells found
    if weighed:
        for t in range(frame.n):
            cell = cell_of[rows[t]]
            work.share_in[cell] += work.now[rows[t]]
            work.marks[cell >> 6] |= <uint64_t> 1 << (cell & 63)
    elif frame.at.weights < 0:
        for t in range(frame.n):
            cell = cell_of[rows[t]]
            work.amount_in[cell] += 1
            work.marks[cell >> 6] |= <uint64_t> 1 << (cell & 63)
    else:
        for t in range(frame.n):
            cell = cell_of[rows[t]]
            work.amount_in[cell] += work.move[rows[t]]
            work.marks[cell >> 6] |= <uint64_t> 1 << (cell & 63)
    m = list_marked(work, n_cells)
    found.n = m
    while found.n > 0 and work.ids[found.n - 1] >= table.n_known_cells[place]:
        found.n -= 1
    found.end = m
    found.amount = work.amounts
    found.share = work.shares
    found.info = work.infos
    found.code = work.code_at
    for t in range(m):
        cell = work.ids[t]
        work.code_at[t] = table.cell_code[first + cell]
        work.infos[t] = info[cell] & ~1
        if t > 0:
            work.infos[t - 1] |= work.code_at[t - 1] != work.code_at[t]
        if weighed:
            work.shares[t] = work.share_in[cell]
            work.share_in[cell] = 0.0
        else:
            work.amounts[t] = work.amount_in[cell]
            work.amount_in[cell] = 0
    if m > 0:
        work.infos[m - 1] |= 1
    return found


cdef Cells weighed_cells(
    Work* work, const Table* table, const Frame* frame, Py_ssize_t column, bint tallied
) noexcept nogil:
    """The cells of a column that are not empty at the node, with their weights."""
    cdef Py_ssize_t place = table.short_of[column], first = table.first_cell[place], t, m = 0
    cdef double share
    cdef Cells found
    if not tallied:
        return collect(work, table, frame, place, True)
    found.n = 0
    for t in range(table.first_cell[place + 1] - first):
        share = work.share_all[first + table.cell_place[first + t]]
        if share > 0:
            work.shares[m] = share
            work.code_at[m] = table.cell_code[first + t]
            work.infos[m] = table.cell_info[first + t] & ~1
            if m > 0:
                work.infos[m - 1] |= work.code_at[m - 1] != work.code_at[m]
            m += 1
            found.n += t < table.n_known_cells[place]
    if m > 0:
        work.infos[m - 1] |= 1
    found.end = m
    found.info = work.infos
    found.code = work.code_at
    found.share = work.shares
    return found
