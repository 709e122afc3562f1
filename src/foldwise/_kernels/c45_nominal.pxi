# The gain of a nominal column from its cells.


cdef bint part_cells(
    Work* work, const Table* table, const Options* options, const Frame* frame, Py_ssize_t column, bint tallied,
    Split* split
) noexcept nogil:
    """Gain of a nominal column from the amounts in its cells; False if none can come below."""
    cdef Py_ssize_t place = table.short_of[column], first = table.first_cell[place], t
    cdef int32_t c, here = 0, n_enough = 0, known = work.all_amount, amount
    cdef const int32_t* code
    cdef const double* logs = work.logs
    cdef double total = work.nodes[frame.node].weight, bags = 0.0, parts = 0.0, inside = work.inside
    cdef Cells cells
    if tallied:
        cells.n = table.n_known_cells[place]
        cells.end = table.first_cell[place + 1] - first
        cells.amount = work.tallies + frame.tally + first
        cells.info = table.cell_info + first
        code = table.code_in_turn + first
        for t in range(cells.n):
            parts += logs[cells.amount[t]]
            work.by_code[code[t]] += cells.amount[t]
        for c in range(table.n_codes[column]):
            bags += logs[work.by_code[c]]
            n_enough += options.min_leaf - work.amount_weights[work.by_code[c]] < SMALL
            work.by_code[c] = 0
    else:
        cells = collect(work, table, frame, place, False)
        for t in range(cells.n):
            here += cells.amount[t]
            parts += logs[cells.amount[t]]
            if cells.info[t] & 1:
                bags += logs[here]
                n_enough += options.min_leaf - work.amount_weights[here] < SMALL
                here = 0
    if n_enough < 2:
        return False
    for t in range(cells.n, cells.end):
        amount = cells.amount[t]
        known -= amount
        c = work.class_amounts[cells.info[t] >> 1]
        inside += logs[c - amount] - logs[c]
    finish_nominal(
        split, column, logs[known] - inside - (bags - parts),
        logs[work.all_amount] - bags - logs[work.all_amount - known], total, work.amount_weights[known],
    )
    return True


cdef bint part_weighed_cells(
    Work* work, const Table* table, const Options* options, const Frame* frame, Py_ssize_t column, bint tallied,
    Split* split
) noexcept nogil:
    """Gain of a nominal column from the weights in its cells; False if none can come below."""
    cdef Py_ssize_t place = table.short_of[column], first = table.first_cell[place], t
    cdef int32_t c, code, n_enough = 0
    cdef double total = work.nodes[frame.node].weight, inside = work.inside
    cdef double bags = 0.0, parts = 0.0, known = 0.0, here = 0.0, share
    cdef const double* counts = work.counts + <Py_ssize_t> frame.node * table.n_classes
    cdef const int32_t* codes
    cdef Cells cells
    if tallied:
        cells.n = table.n_known_cells[place]
        cells.end = table.first_cell[place + 1] - first
        cells.share = work.share_all + first
        cells.info = table.cell_info + first
        codes = table.code_in_turn + first
        for t in range(cells.n):
            share = cells.share[t]
            if share > 0:
                work.gain_of[codes[t]] += share
                parts += xlog(work, share)
        for code in range(table.n_codes[column]):
            here = work.gain_of[code]
            work.gain_of[code] = 0.0
            bags += xlog(work, here)
            known += here
            n_enough += options.min_leaf - here < SMALL
    else:
        cells = collect(work, table, frame, place, True)
        for t in range(cells.n):
            here += cells.share[t]
            parts += xlog(work, cells.share[t])
            if cells.info[t] & 1:
                bags += xlog(work, here)
                known += here
                n_enough += options.min_leaf - here < SMALL
                here = 0.0
    if n_enough < 2:
        return False
    for t in range(cells.n, cells.end):
        share = cells.share[t]
        if share > 0:
            c = cells.info[t] >> 1
            inside += xlog(work, counts[c] - share) - xlog(work, counts[c])
    finish_nominal(
        split, column, xlog(work, known) - inside - (bags - parts),
        xlog(work, total) - bags - xlog(work, total - known), total, known,
    )
    return True
