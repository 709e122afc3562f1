# Rows of a test fold on their way down a tree whose questions are about codes.


cdef inline int32_t first_largest(const double* chances, int32_t n_classes) noexcept nogil:
    """The first class that no later one exceeds by more than 1e-6 when they are read in order."""
    cdef int32_t c, best = 0
    for c in range(1, n_classes):
        if chances[c] - chances[best] > SMALL:
            best = c
    return best


cdef void walk_down(
    const Work* work, const Table* table, int32_t row, Wait* waiting, double* chances
) noexcept nogil:
    """Set the class probabilities of a row; a missing value sends shares of it down every branch.

    A branch without training weight answers with the counts of the node above it.
    """
    cdef int32_t at, answer, child, branch, c, n_waiting = 1, n_classes = table.n_classes
    cdef double share
    cdef const Node* node
    cdef const double* counts
    memset(chances, 0, n_classes * sizeof(double))
    waiting[0].node = 0
    waiting[0].share = 1.0
    while n_waiting > 0:
        n_waiting -= 1
        at = waiting[n_waiting].node
        share = waiting[n_waiting].share
        answer = at
        node = &work.nodes[at]
        while node.attribute >= 0:
            branch = branch_of(table, node, row)
            if branch < 0:
                # Put down from the last to the first, so that the first is followed first.
                for branch in range(node.n_children - 1, -1, -1):
                    child = node.first + branch
                    if work.nodes[child].weight >= SMALL:
                        waiting[n_waiting].node = child
                        waiting[n_waiting].share = share * work.nodes[child].weight / node.weight
                        n_waiting += 1
                answer = -1
                break
            child = node.first + branch
            if work.nodes[child].weight < SMALL:
                break
            answer = child
            node = &work.nodes[child]
        if answer >= 0 and work.nodes[answer].weight > 0:
            counts = work.counts + <Py_ssize_t> answer * n_classes
            for c in range(n_classes):
                chances[c] += share * (counts[c] / work.nodes[answer].weight)


cdef int answer(
    Work* work, const Table* table, const int32_t* folds, int32_t fold, int32_t* labels, double* probabilities
) noexcept nogil:
    """Write labels or probabilities of the rows of a fold, whichever there is room for; -1 when memory is out."""
    cdef Py_ssize_t i
    cdef double* chances = work.left_weight
    if reserve(<void**> &work.waiting, &work.waiting_room, work.n_nodes, sizeof(Wait)) < 0:
        return -1
    for i in range(table.n):
        if folds[i] != fold:
            continue
        if labels == NULL:
            walk_down(work, table, <int32_t> i, work.waiting, probabilities + i * table.n_classes)
        else:
            walk_down(work, table, <int32_t> i, work.waiting, chances)
            labels[i] = first_largest(chances, table.n_classes)
    return 0
