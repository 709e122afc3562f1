# Which branch each row takes, and rows branch by branch.


cdef inline int32_t branch_of(const Table* table, const Node* node, int32_t row) noexcept nogil:
    """Branch that a row takes, -1 if its value is missing."""
    cdef int32_t code = table.codes[<Py_ssize_t> node.attribute * table.n + row]
    if code < 0 or table.n_values[node.attribute]:
        return code
    return code > node.cut


cdef inline bint grows(const Work* work, const Options* options, int32_t branch) noexcept nogil:
    """Whether a branch has enough weight and more than one class, so that it may be split again."""
    cdef uint64_t seen = work.seen[branch] | work.seen[NO_SIDE]
    cdef double weight = work.bag[branch]
    if work.bag[NO_SIDE] > 0:
        # A little for rounding.
        weight = weight * work.bag[NO_SIDE] + SMALL
    return 2 * options.min_leaf - weight <= SMALL and (seen & (seen - 1)) != 0


cdef void line_up(Work* work, const Py_ssize_t* sizes, int32_t n_branches) noexcept nogil:
    """Let the rows of each branch begin where those of the one before it end."""
    cdef Py_ssize_t start = 0
    cdef int32_t branch
    for branch in range(n_branches):
        work.place[branch] = start
        start += sizes[branch]


cdef Py_ssize_t take_sides(
    Work* work, const Table* table, const Node* node, const int32_t* rows, const double* weights, Py_ssize_t n,
    Py_ssize_t* sizes
) noexcept nogil:
    """Find the branch of each row, and rows, weight and classes of each branch; return how many values are missing."""
    cdef const int32_t* codes = table.codes + <Py_ssize_t> node.attribute * table.n
    cdef Py_ssize_t* size = work.side_sizes
    cdef double* bag = work.bag
    cdef uint64_t* seen = work.seen
    cdef const int32_t* y = table.y
    cdef int32_t* side = work.side
    cdef Py_ssize_t t
    cdef int32_t branch, row, cut = node.cut
    cdef bint is_cut = table.n_values[node.attribute] == 0
    for branch in range(NO_SIDE, node.n_children):
        size[branch] = 0
        bag[branch] = 0.0
        seen[branch] = 0 if table.n_classes <= 64 or branch == NO_SIDE else 3
    for t in range(n):
        row = rows[t]
        branch = codes[row]
        if is_cut:
            branch = <int32_t> (branch > cut) - <int32_t> (branch < 0)
        side[row] = branch
        size[branch] += 1
        seen[branch] |= <uint64_t> 1 << (y[row] & 63)
        if weights != NULL:
            bag[branch] += weights[t]
    if weights == NULL:
        for branch in range(NO_SIDE, node.n_children):
            bag[branch] = <double> size[branch]
    memcpy(sizes, size, node.n_children * sizeof(Py_ssize_t))
    return size[NO_SIDE]


cdef Py_ssize_t make_room(Work* work, int32_t n_branches, Py_ssize_t n_missing, Py_ssize_t* sizes) noexcept nogil:
    """Turn the weights of the branches into shares, and let rows with missing values into them; return all rows.

    What was the weight of these rows is that of all in the end.
    """
    cdef Py_ssize_t total = 0
    cdef double known = 0.0
    cdef int32_t branch
    for branch in range(n_branches):
        known += work.bag[branch]
    work.bag[NO_SIDE] += known
    for branch in range(n_branches):
        # Without a known value, every branch gets an equal share.
        work.bag[branch] = work.bag[branch] / known if known > SMALL else 1.0 / n_branches
        if work.bag[branch] > SMALL:
            sizes[branch] += n_missing
        total += sizes[branch]
    return total


cdef void put_rows(
    Work* work, const int32_t* rows, const double* weights, Py_ssize_t n, int32_t* new_rows, double* new_weights
) noexcept nogil:
    """Write rows and weights branch by branch, where no value is missing."""
    cdef Py_ssize_t t, p
    cdef int32_t side
    for t in range(n):
        side = work.side[rows[t]]
        p = work.place[side]
        work.place[side] = p + 1
        new_rows[p] = rows[t]
        if weights != NULL:
            new_weights[p] = weights[t]


cdef void share_out(
    Work* work, int32_t n_branches, const int32_t* rows, const double* weights, const Py_ssize_t* sizes,
    int32_t* new_rows, double* new_weights
) noexcept nogil:
    """Write rows and weights branch by branch; a row whose value is missing goes to all, with shares of its weight.

    Whether a value is missing cannot be foreseen. Each branch takes in every row, and keeps those that belong to it.
    """
    cdef const int32_t* of_row = work.side
    cdef Py_ssize_t t, p, n
    cdef int32_t branch, side, takes
    cdef double share[2]
    share[0] = 1.0
    for branch in range(n_branches):
        share[1] = work.bag[branch]
        takes = share[1] > SMALL
        n = sizes[branch]
        t = p = 0
        while p < n:
            side = of_row[rows[t]]
            new_rows[p] = rows[t]
            new_weights[p] = share[side < 0] if weights == NULL else weights[t] * share[side < 0]
            p += (side == branch) | (takes & (side < 0))
            t += 1
        new_rows += n
        new_weights += n
