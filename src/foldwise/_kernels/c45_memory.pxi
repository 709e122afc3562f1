# Memory: stores that grow with the tree, and arrays that are allocated once for all trees of a call.


cdef int reserve(void** store, Py_ssize_t* room, Py_ssize_t needed, Py_ssize_t size) noexcept nogil:
    """Make room for `needed` elements; -1 when memory is out."""
    cdef Py_ssize_t wanted
    cdef void* moved
    if needed <= room[0]:
        return 0
    wanted = needed + needed // 2 + 64
    moved = realloc(store[0], wanted * size)
    if moved == NULL:
        return -1
    store[0] = moved
    room[0] = wanted
    return 0


cdef int new_nodes(Work* work, const Table* table, int32_t n_new) noexcept nogil:
    cdef Py_ssize_t room = work.node_room
    cdef int32_t i
    if reserve(<void**> &work.nodes, &room, work.n_nodes + n_new, sizeof(Node)) < 0:
        return -1
    if room > work.node_room:
        if reserve(<void**> &work.counts, &work.node_room, work.n_nodes + n_new, table.n_classes * sizeof(double)) < 0:
            return -1
    for i in range(n_new):
        memset(&work.nodes[work.n_nodes + i], 0, sizeof(Node))
        work.nodes[work.n_nodes + i].attribute = -1
    work.n_nodes += n_new
    return 0


cdef int push(Work* work) noexcept nogil:
    """Put an empty frame on the stack; -1 when memory is out."""
    if reserve(<void**> &work.frames, &work.frame_room, work.n_frames + 1, sizeof(Frame)) < 0:
        return -1
    memset(&work.frames[work.n_frames], 0, sizeof(Frame))
    work.n_frames += 1
    return 0


cdef void* claim(Work* work, Py_ssize_t n, Py_ssize_t size) noexcept nogil:
    """Allocate zeros that stay until the end; `is_short` says whether memory was out."""
    cdef void* zeros = calloc(n if n > 0 else 1, size)
    work.is_short = work.is_short or zeros == NULL
    work.claimed[work.n_claimed] = zeros
    work.n_claimed += 1
    return zeros


cdef int prepare(Work* work, const Table* table, bint unit) noexcept nogil:
    """Allocate everything; -1 when memory is out."""
    cdef Py_ssize_t n = table.n, n_classes = table.n_classes, most_cells = 1, most_codes = 2, column, k
    # Without missing values no row is a share of one.
    cdef Py_ssize_t n_amounts = (n + 1) * (MOST_SHARES + 1 if table.any_missing else 1)
    for k in range(table.n_short):
        most_cells = max(most_cells, <Py_ssize_t> (table.first_cell[k + 1] - table.first_cell[k]))
    for column in range(table.n_columns):
        most_codes = max(most_codes, <Py_ssize_t> table.n_codes[column])
    work.xlogx = <double*> claim(work, n + 2, sizeof(double))
    work.step = <double*> claim(work, n + 2, sizeof(double))
    work.log2_of = <double*> claim(work, n + 2, sizeof(double))
    work.log_heads = <double*> claim(work, 2 * LOG_PARTS, sizeof(double))
    work.leaf_errors = <double*> claim(work, n + 1, sizeof(double))
    work.side = <int32_t*> claim(work, n, sizeof(int32_t))
    work.now = <double*> claim(work, n, sizeof(double))
    work.spare_keys = <uint64_t*> claim(work, n, sizeof(uint64_t))
    work.spare_rows = <int32_t*> claim(work, n, sizeof(int32_t))
    work.spare_weights = <double*> claim(work, n, sizeof(double))
    work.reached = <int32_t*> claim(work, n, sizeof(int32_t))
    work.splits = <Split*> claim(work, table.n_columns, sizeof(Split))
    work.share_all = <double*> claim(work, table.n_cells, sizeof(double))
    work.amount_in = <int32_t*> claim(work, most_cells, sizeof(int32_t))
    work.share_in = <double*> claim(work, most_cells, sizeof(double))
    work.marks = <uint64_t*> claim(work, most_cells // 64 + 1, sizeof(uint64_t))
    work.ids = <int32_t*> claim(work, most_cells, sizeof(int32_t))
    work.amounts = <int32_t*> claim(work, most_cells, sizeof(int32_t))
    work.infos = <int32_t*> claim(work, most_cells, sizeof(int32_t))
    work.code_at = <int32_t*> claim(work, most_cells, sizeof(int32_t))
    work.shares = <double*> claim(work, most_cells, sizeof(double))
    work.whole_numbers = <double*> claim(work, n + 1, sizeof(double))
    work.by_code = <int32_t*> claim(work, most_codes + 1, sizeof(int32_t))
    work.gain_of = <double*> claim(work, most_codes + 1, sizeof(double))
    work.sums = <double*> claim(work, n_amounts + n_classes, sizeof(double))
    work.sums_start = <int32_t*> claim(work, n_classes, sizeof(int32_t))
    work.known_sums = <double*> claim(work, n_amounts + n_classes, sizeof(double))
    work.known_sums_start = <int32_t*> claim(work, n_classes, sizeof(int32_t))
    work.bag = <double*> claim(work, most_codes + 1, sizeof(double))
    work.seen = <uint64_t*> claim(work, most_codes + 1, sizeof(uint64_t))
    work.side_sizes = <Py_ssize_t*> claim(work, most_codes + 1, sizeof(Py_ssize_t))
    work.place = <Py_ssize_t*> claim(work, most_codes, sizeof(Py_ssize_t))
    work.branch_sizes = <Py_ssize_t*> claim(work, most_codes, sizeof(Py_ssize_t))
    work.known = <int32_t*> claim(work, n_classes, sizeof(int32_t))
    work.left = <int32_t*> claim(work, n_classes, sizeof(int32_t))
    work.right = <int32_t*> claim(work, n_classes, sizeof(int32_t))
    work.delta = <double*> claim(work, n, sizeof(double))
    work.delta_start = <int32_t*> claim(work, n_classes, sizeof(int32_t))
    work.lanes = <int32_t*> claim(work, LANES * n_classes, sizeof(int32_t))
    work.share_logs = <double*> claim(work, n_amounts, sizeof(double))
    work.share_weights = <double*> claim(work, n_amounts, sizeof(double))
    work.fits = <uint8_t*> claim(work, n_amounts, sizeof(uint8_t))
    work.move = <int32_t*> claim(work, n, sizeof(int32_t))
    work.whole = <int32_t*> claim(work, n_classes, sizeof(int32_t))
    work.is_scanned = <uint8_t*> claim(work, table.n_columns, sizeof(uint8_t))
    work.left_weight = <double*> claim(work, n_classes, sizeof(double))
    work.right_weight = <double*> claim(work, n_classes, sizeof(double))
    work.old_sum = <double*> claim(work, n_classes, sizeof(double))
    if (
        work.is_short
        or reserve(<void**> &work.rows, &work.row_room, n + 1, sizeof(int32_t)) < 0
        or reserve(<void**> &work.weights, &work.weight_room, 0 if unit else n, sizeof(double)) < 0
        or reserve(<void**> &work.keys, &work.key_room, table.n_lists * n + 1, sizeof(uint64_t)) < 0
        or reserve(<void**> &work.columns, &work.column_room, table.n_columns, sizeof(int32_t)) < 0
    ):
        return -1
    work.bag -= NO_SIDE
    work.seen -= NO_SIDE
    work.side_sizes -= NO_SIDE
    if table.any_missing or not unit:
        set_log_heads(work.log_heads)
    work.xlogx[0] = 0.0
    for k in range(1, n + 2):
        work.log2_of[k] = log2(<double> k)
        work.xlogx[k] = k * work.log2_of[k]
        work.step[k - 1] = work.xlogx[k] - work.xlogx[k - 1]
    for k in range(1, n + 1):
        work.leaf_errors[k] = -1.0
        work.whole_numbers[k] = k
    return 0


cdef void release(Work* work) noexcept nogil:
    cdef int i
    for i in range(work.n_claimed):
        free(work.claimed[i])
    free(work.nodes)
    free(work.counts)
    free(work.frames)
    free(work.rows)
    free(work.weights)
    free(work.keys)
    free(work.columns)
    free(work.sizes)
    free(work.tallies)
    free(work.extra)
    free(work.walks)
    free(work.waiting)
