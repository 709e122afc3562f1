# The best question of a node, column by column.


cdef double smallest_branch(const Table* table, const Options* options, double known) noexcept nogil:
    """A tenth of the weight per class, but between the smallest leaf and 25."""
    cdef double least = 0.1 * known / table.n_classes
    if least - options.min_leaf < SMALL:
        return options.min_leaf
    return 25.0 if least - 25 > SMALL else least


cdef inline bint apart(const Table* table, Py_ssize_t column, uint32_t low, uint32_t high) noexcept nogil:
    """Whether J48 parts two distinct values: they must differ by more than 1e-5."""
    cdef const double* values = table.values + table.value_start[column]
    return not table.is_tight[column] or values[low] + 1e-5 < values[high]


cdef void set_cut(const Table* table, Node* node, const Split* split) noexcept nogil:
    """Cut between two values at the largest training value that is not above their midpoint."""
    cdef const double* values = table.values + table.value_start[split.attribute]
    cdef double middle = (values[split.low] + values[split.high]) / 2
    cdef int32_t cut = split.low
    cdef const int32_t* rows
    cdef int32_t place
    if middle < values[split.high]:
        while values[cut + 1] <= middle:
            cut += 1
    if table.is_used != NULL and cut > split.low:
        # Some value that is used comes at the lower one at the latest.
        rows = table.ascending + table.value_start[split.attribute]
        place = table.rows_up_to[table.value_start[split.attribute] + cut] - 1
        while not table.is_used[rows[place]]:
            place -= 1
        cut = table.codes[<Py_ssize_t> split.attribute * table.n + rows[place]]
    node.cut = cut
    node.threshold = values[cut]


cdef inline void finish_numeric(
    const Work* work, Split* split, Py_ssize_t column, double best, int64_t n_cuts, double total, double information,
    uint32_t low, uint32_t high
) noexcept nogil:
    """Correct the gain of the best cut for their number and take the ratio to the information of the split."""
    cdef double gain = (best - work.log2_of[n_cuts]) / total
    if gain < SMALL:
        return
    split.attribute = <int32_t> column
    split.gain = gain
    split.ratio = 0.0 if -SMALL < information < SMALL else gain / (information / total)
    split.low = <int32_t> low
    split.high = <int32_t> high


cdef inline void finish_nominal(
    Split* split, Py_ssize_t column, double gain, double information, double total, double known
) noexcept nogil:
    """Set gain and gain ratio of a nominal column."""
    # What J48 takes for zero is the gain times the share of known values.
    if -SMALL < gain * known / total < SMALL:
        gain = 0.0
    split.attribute = <int32_t> column
    split.gain = gain / total
    split.ratio = 0.0 if -SMALL < information < SMALL else split.gain / (information / total)


cdef bint try_column(
    Work* work, const Table* table, const Options* options, const Frame* frame, Py_ssize_t column, bint weighed,
    Split* split
) noexcept nogil:
    """Find the split on one column, if it has a useful one; False if no node below can have one, either."""
    cdef double total = work.nodes[frame.node].weight
    cdef Py_ssize_t known = frame.n
    cdef const uint64_t* keys
    cdef int32_t list_ = table.list_of[column]
    cdef bint tallied = 0 <= table.short_of[column] < frame.n_tallied
    split.attribute = -1
    if table.n_values[column]:
        if weighed:
            return part_weighed_cells(work, table, options, frame, column, tallied, split)
        return part_cells(work, table, options, frame, column, tallied, split)
    if not has_list(table, frame, <int32_t> column):
        if weighed:
            return cut_weighed_cells(work, table, options, frame, column, tallied, split)
        return cut_cells(work, table, options, frame, column, tallied, split)
    keys = work.keys + frame.at.keys + list_ * frame.at.stride
    # Missing values are at the end.
    while known > 0 and <int32_t> (keys[known - 1] >> (32 + table.bits)) == table.n_codes[column]:
        known -= 1
    if frame.at.weights < 0:
        return scan_unit(work, table, options, keys, known, frame.n, column, split)
    return scan_weighted(
        work, table, options, keys, known, frame.n, total, column,
        work.counts + <Py_ssize_t> frame.node * table.n_classes, split,
    )


cdef int choose_split(
    Work* work, const Table* table, const Options* options, Frame* frame, bint all_many
) noexcept nogil:
    """Set the best split of the node and the columns that matter below; 0 if it stays a leaf, -1 when memory is out."""
    cdef Node* node = &work.nodes[frame.node]
    cdef double average = 0.0, best = 0.0
    cdef Py_ssize_t k, n_valid = 0, n_alive = 0, n_wide = 0, chosen = -1
    cdef const int32_t* columns = work.columns + frame.columns
    cdef int32_t* alive = work.columns + work.top.columns
    cdef int32_t column, c
    cdef Split* split
    cdef bint unit = frame.at.weights < 0, weighed
    memset(work.is_scanned, 0, frame.n_columns)
    frame.n_tallied = columns_to_tally(table, frame.n, frame.is_ordered)
    if frame.n_tallied and set_tally(work, table, frame) < 0:
        return -1
    if frame.n_tallied < table.n_short and not frame.is_ordered and table.n_eager < table.n_lists:
        order_lists(work, table, frame)
    if not unit:
        # J48 counts rows where it asks whether there are enough; a row of weight two counts as two.
        work.n_rows = 0.0
        for k in range(frame.n):
            work.n_rows += table.weight[work.rows[frame.at.rows + k]]
    weighed = not unit and not (
        table.has_numbers and table.any_missing and set_share_table(work, table, options, frame)
    )
    if weighed:
        work.inside = 0.0
        for c in range(table.n_classes):
            work.inside += xlog(work, work.counts[<Py_ssize_t> frame.node * table.n_classes + c])
        if frame.n_tallied:
            weigh_cells(work, table, frame)
    else:
        set_amounts(work, table, options, frame)
        if frame.n_tallied and not unit:
            move_shares(work, table, frame, 1)
    if table.n_lists:
        if unit:
            set_deltas(work, table.n_classes, work.known)
        if not weighed:
            scan_full_lists(work, table, frame, work.least)
    for k in range(frame.n_columns):
        column = columns[k]
        split = &work.splits[k]
        if work.is_scanned[k] or try_column(work, table, options, frame, column, weighed, split):
            alive[n_alive] = column
            n_alive += 1
            n_wide += table.n_values[column] > 2
        if split.attribute >= 0:
            # A nominal column with very many values would lift the average out of reach.
            if table.n_values[column] == 0 or all_many or 0.3 * table.total - table.n_values[column] > SMALL:
                average += split.gain
                n_valid += 1
    if frame.n_tallied and not weighed and not unit:
        move_shares(work, table, frame, -1)
    if n_valid == 0:
        return 0
    average /= n_valid
    for k in range(frame.n_columns):
        split = &work.splits[k]
        if split.attribute >= 0 and split.gain >= average - 1e-3 and split.ratio - best > SMALL:
            best = split.ratio
            chosen = k
    if chosen < 0:
        return 0
    split = &work.splits[chosen]
    node.attribute = split.attribute
    node.cut = 0
    node.threshold = 0.0
    if table.n_values[split.attribute] == 0:
        set_cut(table, node, split)
    frame.child_columns = work.top.columns
    frame.n_child_columns = n_alive
    frame.n_child_wide = n_wide
    work.top.columns += n_alive
    return 1
