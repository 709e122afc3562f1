# Pessimistic pruning: leaves in place of subtrees, and branches raised into the place of their parent.

include "pessimistic_errors.pxi"


cdef double estimated_errors(
    Work* work, const Table* table, const Options* options, double errors, double weight
) noexcept nogil:
    """Errors of a leaf of this weight with a pessimistic correction."""
    cdef Py_ssize_t whole
    if weight < SMALL:
        return 0.0
    if errors == 0:
        whole = <Py_ssize_t> weight
        if whole == weight and whole <= table.n:
            if work.leaf_errors[whole] < 0:
                work.leaf_errors[whole] = extra_errors(weight, 0.0, options.confidence, options.z)
            return work.leaf_errors[whole]
    return errors + extra_errors(weight, errors, options.confidence, options.z)


cdef double errors_when_raised(
    Work* work, const Table* table, const Options* options, const Frame* frame, int32_t largest
) noexcept nogil:
    """Estimated errors of the largest branch with all rows of the node; -1 when memory is out, -2 when unsuited.

    For rows that meet no missing value, their own or another row's: only those of the other branches move.
    Where the value of a row is missing, others that come change its shares, and with them all leaves below.
    """
    cdef const Node* node = &work.nodes[frame.node]
    cdef int32_t son = node.first + largest, at, row, c, n_classes = table.n_classes
    cdef const Py_ssize_t* sizes = work.sizes + frame.sizes
    cdef const int32_t* rows = work.rows + frame.at.rows
    cdef Py_ssize_t t, begin = 0, n_reached = 0, z, room = work.extra_room
    cdef double errors = work.nodes[son].estimate, added
    cdef int32_t branch
    cdef bint suited = True
    cdef double* extra
    cdef double* counts
    cdef const double* weights = NULL if frame.at.weights < 0 else work.weights + frame.at.weights
    if reserve(<void**> &work.extra, &room, work.n_nodes * (n_classes + 1), sizeof(double)) < 0:
        return -1
    if room > work.extra_room:
        memset(work.extra + work.extra_room, 0, (room - work.extra_room) * sizeof(double))
        work.extra_room = room
    for branch in range(largest):
        begin += sizes[branch]
    t = 0
    while t < frame.n:
        if t == begin:
            t += sizes[largest]
            continue
        row = rows[t]
        at = son
        while work.nodes[at].attribute >= 0:
            branch = branch_of(table, &work.nodes[at], row)
            if branch < 0 or work.nodes[at].shares_out:
                suited = False
                break
            at = work.nodes[at].first + branch
        if not suited:
            break
        extra = work.extra + <Py_ssize_t> at * (n_classes + 1)
        if extra[n_classes] == 0:
            work.reached[n_reached] = at
            n_reached += 1
        added = 1.0 if weights == NULL else weights[t]
        extra[n_classes] += added
        extra[table.y[row]] += added
        t += 1
    for z in range(n_reached):
        at = work.reached[z]
        extra = work.extra + <Py_ssize_t> at * (n_classes + 1)
        counts = work.counts + <Py_ssize_t> at * n_classes
        for c in range(n_classes):
            work.left_weight[c] = counts[c] + extra[c]
        added = extra[n_classes]
        errors += (
            estimated_errors(
                work, table, options, wrong(work.left_weight, n_classes, work.nodes[at].weight + added),
                work.nodes[at].weight + added,
            )
            - work.nodes[at].estimate
        )
        memset(extra, 0, (n_classes + 1) * sizeof(double))
    return errors if suited else -2.0


cdef double errors_of_branch(
    Work* work, const Table* table, const Options* options, int32_t root, const Frame* frame, double enough
) noexcept nogil:
    """Estimated errors of the subtree at `root` with all rows of the node, shares of weights and all; -1: memory is out.

    When there are more than enough, the leaves that are left are not looked at.
    Shares are set by the rows that are sent down, not by those from which the subtree was grown.
    """
    cdef Tops top = work.top
    cdef Py_ssize_t n_walks = 1, t, total, n_missing, start
    cdef double errors = 0.0, weight, sum_
    cdef int32_t branch
    cdef Walk walk
    cdef const Node* node
    cdef const int32_t* rows
    cdef const double* weights
    if reserve(<void**> &work.walks, &work.walk_room, 1, sizeof(Walk)) < 0:
        return -1
    walk.node = root
    walk.n = frame.n
    walk.rows = frame.at.rows
    walk.weights = frame.at.weights
    work.walks[0] = walk
    while n_walks > 0 and errors <= enough:
        n_walks -= 1
        walk = work.walks[n_walks]
        # Branches wait in the order of their places: what lies behind the one at hand is done.
        if walk.rows >= top.rows:
            work.top.rows = walk.rows + walk.n
            work.top.weights = top.weights + (work.top.rows - top.rows)
        node = &work.nodes[walk.node]
        rows = work.rows + walk.rows
        weights = NULL if walk.weights < 0 else work.weights + walk.weights
        if node.attribute < 0:
            memset(work.left_weight, 0, table.n_classes * sizeof(double))
            sum_ = 0.0
            for t in range(walk.n):
                weight = 1.0 if weights == NULL else weights[t]
                work.left_weight[table.y[rows[t]]] += weight
                sum_ += weight
            errors += estimated_errors(work, table, options, wrong(work.left_weight, table.n_classes, sum_), sum_)
            continue
        n_missing = take_sides(work, table, node, rows, weights, walk.n, work.branch_sizes)
        total = make_room(work, node.n_children, n_missing, work.branch_sizes) if n_missing else walk.n
        if (
            reserve(<void**> &work.rows, &work.row_room, work.top.rows + total, sizeof(int32_t)) < 0
            or reserve(<void**> &work.weights, &work.weight_room, work.top.weights + total, sizeof(double)) < 0
            or reserve(<void**> &work.walks, &work.walk_room, n_walks + node.n_children, sizeof(Walk)) < 0
        ):
            return -1
        line_up(work, work.branch_sizes, node.n_children)
        for branch in range(node.n_children):
            start = work.place[branch]
            work.walks[n_walks].node = node.first + branch
            work.walks[n_walks].n = work.branch_sizes[branch]
            work.walks[n_walks].rows = work.top.rows + start
            work.walks[n_walks].weights = -1 if weights == NULL and n_missing == 0 else work.top.weights + start
            n_walks += 1
        rows = work.rows + walk.rows
        weights = NULL if walk.weights < 0 else work.weights + walk.weights
        if n_missing:
            share_out(
                work, node.n_children, rows, weights, work.branch_sizes, work.rows + work.top.rows,
                work.weights + work.top.weights,
            )
        else:
            put_rows(work, rows, weights, walk.n, work.rows + work.top.rows, work.weights + work.top.weights)
        work.top.rows += total
        work.top.weights += total
    work.top = top
    return errors


cdef void make_leaf(Work* work, int32_t node, double estimate) noexcept nogil:
    work.nodes[node].attribute = -1
    work.nodes[node].n_children = 0
    work.nodes[node].estimate = estimate


cdef int settle(Work* work, const Table* table, const Options* options, Frame* frame) noexcept nogil:
    """Prune a node whose children are done; 1 if a branch was raised, -1 when memory is out, AGAIN in doubt, else 0."""
    cdef Node* node = &work.nodes[frame.node]
    cdef double leaf, tree = 0.0, raised = 1.7976931348623157e308, training_errors = 0.0, slack = 0.0, most = 0.0, enough
    cdef int32_t branch, largest = -1
    cdef bint leaf_wins, in_doubt = False
    cdef const Node* son
    for branch in range(node.n_children):
        son = &work.nodes[node.first + branch]
        training_errors += son.training_errors
        slack += son.slack
        tree += son.estimate
        # Of equal branches the last.
        if most - son.weight < SMALL:
            most = son.weight
            largest = branch
    leaf = node.errors
    if frame.mode == GROW:
        node.training_errors = training_errors
        node.slack = slack
        in_doubt = options.collapse and training_errors >= leaf - 1e-3 > training_errors - slack
        if options.collapse and not in_doubt and training_errors >= leaf - 1e-3:
            make_leaf(work, frame.node, 0.0)
            if options.prune:
                node.estimate = estimated_errors(work, table, options, node.errors, node.weight)
            return 0
    if not options.prune:
        return 0
    leaf = estimated_errors(work, table, options, node.errors, node.weight)
    leaf_wins = leaf - (tree + 0.1) < SMALL
    son = &work.nodes[node.first + largest]
    if options.raising:
        # Beyond this, and a little for rounding, the answer stays the same.
        enough = (leaf - 0.1 if leaf_wins else tree + 0.1) + 2 * SMALL
        raised = leaf
        if son.attribute >= 0:
            raised = -2.0
            if son.estimate > enough and table.unit_rows and not table.any_missing and options.confidence >= 1e-12:
                # Further rows of weight 1 do not lower an estimate; see LEAST_CONFIDENCE of the binary tables.
                raised = son.estimate
            elif not node.shares_out:
                raised = errors_when_raised(work, table, options, frame, largest)
            if raised == -2.0:
                raised = errors_of_branch(work, table, options, node.first + largest, frame, enough)
            if raised < 0:
                return -1
    if leaf_wins and leaf - (raised + 0.1) < SMALL:
        make_leaf(work, frame.node, leaf)
        return 0
    if in_doubt:
        return AGAIN
    node.estimate = tree
    if raised - (tree + 0.1) >= SMALL:
        return 0
    son = &work.nodes[node.first + largest]
    if son.attribute < 0:
        make_leaf(work, frame.node, leaf)
        return 0
    node.attribute = son.attribute
    node.cut = son.cut
    node.threshold = son.threshold
    node.n_children = son.n_children
    node.first = son.first
    return 1
