# The rows and lists of a node, parted among its branches: in place, or in a new block where values are missing.


cdef void put_keys(Work* work, const uint64_t* keys, Py_ssize_t n, uint64_t* new_keys) noexcept nogil:
    """Write the keys of one list branch by branch, where no value is missing."""
    cdef Py_ssize_t t, p
    cdef int32_t side
    for t in range(n):
        side = work.side[<uint32_t> keys[t]]
        p = work.place[side]
        work.place[side] = p + 1
        new_keys[p] = keys[t]


cdef void share_out_keys(
    Work* work, const Options* options, int32_t n_branches, const uint64_t* keys, const Py_ssize_t* sizes,
    uint64_t* new_keys
) noexcept nogil:
    """Write the keys of one list branch by branch, as `share_out` does with rows; those of leaves are never read."""
    cdef const int32_t* of_row = work.side
    cdef Py_ssize_t t, p
    cdef int32_t branch, side, takes
    for branch in range(n_branches):
        takes = work.bag[branch] > SMALL
        if grows(work, options, branch):
            t = p = 0
            while p < sizes[branch]:
                side = of_row[<uint32_t> keys[t]]
                new_keys[p] = keys[t]
                p += (side == branch) | (takes & (side < 0))
                t += 1
        new_keys += sizes[branch]


cdef void part_keys(
    Work* work, uint64_t* keys, Py_ssize_t n, bint left_grows, bint right_grows
) noexcept nogil:
    """Part the keys of one list in two, in place; of a branch that does not grow they may be lost."""
    cdef Py_ssize_t t, p = 0, q = 0
    cdef int32_t side
    if not right_grows:
        for t in range(n):
            side = work.side[<uint32_t> keys[t]]
            keys[p] = keys[t]
            p += 1 - side
    elif not left_grows:
        p = n - 1
        for t in range(n - 1, -1, -1):
            side = work.side[<uint32_t> keys[t]]
            keys[p] = keys[t]
            p -= side
    else:
        for t in range(n):
            side = work.side[<uint32_t> keys[t]]
            work.spare_keys[q] = keys[t]
            keys[p] = keys[t]
            q += side
            p += 1 - side
        memcpy(keys + p, work.spare_keys, q * sizeof(uint64_t))


cdef void part_in_place(
    Work* work, const Table* table, const Options* options, Frame* frame, int32_t n_branches, Py_ssize_t n_alive
) noexcept nogil:
    """Part the stretches of a node where they are; no value is missing."""
    cdef int32_t* rows = work.rows + frame.at.rows
    cdef double* weights = NULL if frame.at.weights < 0 else work.weights + frame.at.weights
    cdef const Py_ssize_t* sizes = work.sizes + frame.sizes
    cdef Py_ssize_t k, list_
    cdef int32_t branch
    cdef bint any_grows = False
    cdef uint64_t* keys
    frame.children = frame.at
    line_up(work, sizes, n_branches)
    put_rows(work, rows, weights, frame.n, work.spare_rows, work.spare_weights)
    memcpy(rows, work.spare_rows, frame.n * sizeof(int32_t))
    if weights != NULL:
        memcpy(weights, work.spare_weights, frame.n * sizeof(double))
    # A branch that is too small or of one class stays a leaf, and its lists are never read.
    for branch in range(n_branches):
        any_grows = any_grows or grows(work, options, branch)
    if not any_grows:
        return
    for k in range(n_alive):
        list_ = table.list_of[work.columns[frame.child_columns + k]]
        if not has_list(table, frame, work.columns[frame.child_columns + k]):
            continue
        keys = work.keys + frame.at.keys + list_ * frame.at.stride
        if n_branches == 2:
            part_keys(work, keys, frame.n, grows(work, options, 0), grows(work, options, 1))
        else:
            line_up(work, sizes, n_branches)
            put_keys(work, keys, frame.n, work.spare_keys)
            memcpy(keys, work.spare_keys, frame.n * sizeof(uint64_t))


cdef int send_down(
    Work* work, const Table* table, const Options* options, Frame* frame, bint with_lists
) noexcept nogil:
    """Distribute the rows of a node among its branches; -1 when memory is out."""
    cdef Node* node = &work.nodes[frame.node]
    cdef int32_t n_branches = node.n_children
    cdef const double* weights = NULL if frame.at.weights < 0 else work.weights + frame.at.weights
    cdef Py_ssize_t n_lists = table.n_lists if with_lists else 0
    cdef Py_ssize_t n_alive = frame.n_child_columns if with_lists else 0
    cdef Py_ssize_t n_missing, total, list_, k
    cdef Py_ssize_t* sizes
    if reserve(<void**> &work.sizes, &work.size_room, work.top.sizes + n_branches, sizeof(Py_ssize_t)) < 0:
        return -1
    frame.sizes = work.top.sizes
    work.top.sizes += n_branches
    sizes = work.sizes + frame.sizes
    n_missing = take_sides(work, table, node, work.rows + frame.at.rows, weights, frame.n, sizes)
    node.shares_out = n_missing > 0
    if with_lists and n_missing == 0:
        hand_on_tally(work, table, options, frame, 0)
    if n_missing == 0:
        part_in_place(work, table, options, frame, n_branches, n_alive)
        return 0
    total = make_room(work, n_branches, n_missing, sizes)
    if with_lists:
        hand_on_tally(work, table, options, frame, n_missing)
    if (
        reserve(<void**> &work.rows, &work.row_room, work.top.rows + total, sizeof(int32_t)) < 0
        or reserve(<void**> &work.weights, &work.weight_room, work.top.weights + total, sizeof(double)) < 0
        or reserve(<void**> &work.keys, &work.key_room, work.top.keys + n_lists * total, sizeof(uint64_t)) < 0
    ):
        return -1
    frame.children.rows = work.top.rows
    frame.children.weights = work.top.weights
    frame.children.keys = work.top.keys
    frame.children.stride = total
    work.top.rows += total
    work.top.weights += total
    work.top.keys += n_lists * total
    share_out(
        work, n_branches, work.rows + frame.at.rows,
        NULL if frame.at.weights < 0 else work.weights + frame.at.weights, sizes,
        work.rows + frame.children.rows, work.weights + frame.children.weights,
    )
    for k in range(n_alive):
        list_ = table.list_of[work.columns[frame.child_columns + k]]
        if has_list(table, frame, work.columns[frame.child_columns + k]):
            share_out_keys(
                work, options, n_branches, work.keys + frame.at.keys + list_ * frame.at.stride, sizes,
                work.keys + frame.children.keys + list_ * total,
            )
    return 0
