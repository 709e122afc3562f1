# What a small node has of each column that is counted, collected cell by cell.
#
# Only values and classes that occur together in the table have a cell; those of a column are in the order of its values,
# missing ones at the end, or in turn, class by class (see TableCells). A node that is too small for a tally collects the
# few cells that it has, or makes lists.


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
