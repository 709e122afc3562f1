# Planting, growing and pruning a whole tree, node by node, the first branch first.

cdef enum:
    GROW
    REPRUNE
    AGAIN = -2


cdef int plant(Work* work, const Table* table, const uint64_t* keys, bint unit) noexcept nogil:
    """Make the root of a new tree from the rows that are used; -1 when memory is out.

    `keys` are the lists of all rows, one after the other.
    """
    cdef Py_ssize_t n = 0, i, list_, column
    cdef uint64_t* kept
    # What has cost more than it has saved in the trees before this one is not tried again.
    cdef bint is_ordered = work.saved < 0
    cdef Py_ssize_t n_lists = table.n_lists if is_ordered else table.n_eager
    work.n_nodes = 0
    work.n_frames = 0
    if new_nodes(work, table, 1) < 0 or push(work) < 0:
        return -1
    for i in range(table.n):
        work.rows[n] = <int32_t> i
        n += 1 if table.is_used == NULL else table.is_used[i]
    # Without lists there is no address to copy from.
    if table.is_used == NULL and n_lists:
        memcpy(work.keys, keys, n_lists * n * sizeof(uint64_t))
    else:
        kept = work.keys
        for list_ in range(n_lists):
            for i in range(table.n):
                kept[0] = keys[i]
                kept += table.is_used[<uint32_t> keys[i]]
            keys += table.n
    work.top.rows = n
    work.top.weights = 0
    work.top.keys = table.n_lists * n
    work.top.sizes = 0
    work.top.tallies = 0
    work.frames[0].tally = -1
    work.frames[0].is_ordered = is_ordered
    if not unit:
        for i in range(n):
            work.weights[i] = table.weight[work.rows[i]]
        work.top.weights = n
    for column in range(table.n_columns):
        work.columns[column] = <int32_t> column
    work.top.columns = table.n_columns
    work.frames[0].n_columns = table.n_columns
    for column in range(table.n_columns):
        work.frames[0].n_wide += table.n_values[column] > 2
    work.frames[0].mode = GROW
    work.frames[0].n = n
    work.frames[0].at.weights = -1 if unit else 0
    work.frames[0].at.stride = n
    return 0


cdef int enter(Work* work, const Table* table, const Options* options, Frame* frame, bint all_many) noexcept nogil:
    """Split the node, or send its rows down the split that it has; -1 when memory is out."""
    cdef Node* node
    cdef int32_t n_branches, first
    cdef int splits = 0
    frame.top = work.top
    frame.offset = 0
    frame.child = 0
    count_classes(work, table, frame)
    if frame.mode == GROW:
        if reserve(
            <void**> &work.columns, &work.column_room, work.top.columns + frame.n_columns, sizeof(int32_t)
        ) < 0:
            return -1
        if not stays_leaf(work, table, options, frame):
            splits = choose_split(work, table, options, frame, all_many)
        if splits < 0:
            return -1
        if splits:
            n_branches = table.n_values[work.nodes[frame.node].attribute]
            if n_branches == 0:
                n_branches = 2
            first = <int32_t> work.n_nodes
            if new_nodes(work, table, n_branches) < 0:
                return -1
            work.nodes[frame.node].first = first
            work.nodes[frame.node].n_children = n_branches
    node = &work.nodes[frame.node]
    if node.attribute < 0:
        node.training_errors = node.errors
        if options.prune:
            node.estimate = estimated_errors(work, table, options, node.errors, node.weight)
        return 0
    return send_down(work, table, options, frame, frame.mode == GROW)


cdef int grow(Work* work, const Table* table, const Options* options) noexcept nogil:
    """Grow and prune the whole tree; -1 when memory is out, AGAIN if that takes all nodes."""
    cdef bint all_many = True
    cdef Py_ssize_t column
    cdef Frame* frame
    cdef Frame* child
    cdef int outcome
    for column in range(table.n_columns):
        if table.n_values[column] == 0 or 0.3 * table.total - table.n_values[column] > SMALL:
            all_many = False
    if enter(work, table, options, &work.frames[0], all_many) < 0:
        return -1
    while work.n_frames > 0:
        frame = &work.frames[work.n_frames - 1]
        if work.nodes[frame.node].attribute >= 0 and frame.child < work.nodes[frame.node].n_children:
            if push(work) < 0:
                return -1
            frame = &work.frames[work.n_frames - 2]
            child = &work.frames[work.n_frames - 1]
            child.node = work.nodes[frame.node].first + frame.child
            child.mode = frame.mode
            child.n = work.sizes[frame.sizes + frame.child]
            child.at = frame.children
            child.at.rows += frame.offset
            child.at.keys += frame.offset
            if child.at.weights >= 0:
                child.at.weights += frame.offset
            child.columns = frame.child_columns
            child.n_columns = frame.n_child_columns
            child.n_wide = frame.n_child_wide
            child.is_ordered = frame.is_ordered
            child.tally = frame.tally if frame.child == frame.heir else -1
            frame.child += 1
            frame.offset += child.n
            if enter(work, table, options, child, all_many) < 0:
                return -1
            continue
        if work.nodes[frame.node].attribute >= 0:
            outcome = settle(work, table, options, frame)
            if outcome < 0:
                return outcome
            if outcome == 1:
                work.top = frame.top
                frame.mode = REPRUNE
                if enter(work, table, options, frame, all_many) < 0:
                    return -1
                continue
        work.top = frame.top
        work.n_frames -= 1
    return 0


cdef int raise_tree(
    Work* work, const Table* table, const Options* options, const uint64_t* keys, bint unit
) noexcept nogil:
    """Plant and grow a tree; -1 when memory is out."""
    cdef int outcome = AGAIN
    # Where short cuts fail with more than one tree in sixteen, they cost more than they save.
    work.is_cautious = 16 * (work.n_again - 1) > work.n_trees
    work.n_trees += 1
    while outcome == AGAIN:
        if plant(work, table, keys, unit) < 0:
            return -1
        outcome = grow(work, table, options)
        if outcome == AGAIN:
            work.n_again += 1
            work.is_cautious = True
    return outcome


cdef Py_ssize_t lay_out(
    const Work* work, int n_classes, Py_ssize_t[::1] order, int32_t[::1] attribute, double[::1] threshold,
    int32_t[::1] first_child, int32_t[::1] n_children, double[::1] weight, double[:, ::1] counts
) noexcept nogil:
    """Write the nodes that are left, breadth first, and return their number."""
    cdef Py_ssize_t at = 0, n_kept = 1, c
    cdef int32_t branch
    cdef const Node* node
    order[0] = 0
    while at < n_kept:
        node = &work.nodes[order[at]]
        attribute[at] = node.attribute
        threshold[at] = node.threshold if node.attribute >= 0 else 0.0
        n_children[at] = node.n_children if node.attribute >= 0 else 0
        first_child[at] = <int32_t> n_kept if node.attribute >= 0 else -1
        weight[at] = node.weight
        for c in range(n_classes):
            counts[at, c] = work.counts[order[at] * n_classes + c]
        if node.attribute >= 0:
            for branch in range(node.n_children):
                order[n_kept] = node.first + branch
                n_kept += 1
        at += 1
    return n_kept
