# cython: freethreading_compatible=True
"""Growing and pruning a C4.5 tree as Weka's J48 does it.

Rows travel through the tree in depth-first order. A node owns a stretch of every list of its block: rows with their
weights, and, for each numeric column with many distinct values, its keys in ascending order. A split without missing
values partitions these stretches in place, so that memory stays linear in the number of examples; one with missing
values puts the children into a new block, since a row then goes to several of them with a share of its weight. Columns
whose values repeat need no list: rows are counted by value and class, and lists are made where few rows are left.

A node is pruned as soon as its children are done. Rows below it are not needed after that: raising a branch sends the
rows of the node down that branch again.

Comparisons allow for 1e-6 wherever J48 does. What a node, its rows and its questions are is in this file, the search for
the best question in c45_splits.pxi, by ordered values in c45_lists.pxi and by counts in c45_cells.pxi, c45_cuts.pxi for
numeric and c45_nominal.pxi for nominal columns, pruning in
c45_pruning.pxi, the way of test rows down the trees of folds in c45_walk.pxi.

All folds of a table share its presorted lists: each tree begins with the rows that its fold trains on, filtered from
them. Codes are places among the values of the whole table, and thresholds are looked for among those that are used.
"""

from libc.math cimport ceil, log2
from libc.stdint cimport INT32_MAX, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset

import numpy as np

include "lowest_bit.pxi"
include "weight_logs.pxi"

cdef enum:
    GROW
    REPRUNE
    AGAIN = -2
    NO_SIDE = -1                    # where rows are counted whose value is missing
    LANES = 4
    MOST_SHARES = 8
    TALLY_FACTOR = 3
    FEWEST_HANDED_ON = 12
    # Tenths of a nanosecond, roughly: to scan and part a row of a list, to count and scan a cell, for each column that is
    # scanned in this way, and to bring a row into order.
    LIST_COST = 17
    CELL_COST = 14
    TALLY_COST = 1000
    ORDER_COST = 22

cdef extern from *:
    """
    #define SMALL 1e-6
    """
    double SMALL

cdef struct Table:
    Py_ssize_t n, n_columns, n_lists, n_short, n_cells
    Py_ssize_t n_steady             # columns that are counted and never have a list, the first of `n_short`
    Py_ssize_t n_eager              # lists that every node keeps; the others are made at the first small node
    int32_t n_classes, bits
    double total                    # sum of all weights
    bint any_missing, unit_rows     # whether some value is missing; whether all weights are 1
    bint has_numbers                # whether some column is numeric
    bint cuts_cells                 # whether some column that is counted is numeric
    const int32_t* codes            # (n_columns, n): place among the distinct or declared values, -1 missing
    const int32_t* short_of         # place of a column among those that are counted, -1 if it is not
    const int32_t* cells            # (n, n_short): where a row is counted, in a tally of all these columns
    const int32_t* tally            # rows of the table in each cell, whether they are used or not
    const int32_t* code_in_turn     # code of a cell of the tally, and classes since the cell before; see TableCells
    const int32_t* step_in_turn
    const int32_t* cell_of          # (n_short, n): number of a cell in the order of values, in its column
    const int32_t* cell_info        # twice its class, and 1 more for the last of its value
    const int32_t* cell_code
    const int32_t* cell_place       # where it is counted, from the first cell of the column on
    const int32_t* first_cell       # (n_short + 1)
    const int32_t* n_known_cells    # cells of known values of a column; those of missing ones follow
    const int32_t* y
    const double* weight
    const int32_t* n_values         # declared values of a nominal column, 0 for a numeric one
    const int32_t* n_codes          # distinct or declared values of a column
    const int32_t* list_of          # list of a column, -1 if it has none
    const uint8_t* has_missing
    const uint8_t* is_tight         # some adjacent distinct values are closer than J48 can part
    const double* values            # distinct values of the numeric columns, one column after the other
    const int64_t* value_start
    const uint8_t* is_used          # which rows are trained on; NULL: all of them
    const int32_t* ascending        # rows of the numeric columns in ascending order, laid out as `values`
    const int32_t* rows_up_to       # number of these rows up to each distinct value

cdef struct Options:
    double min_leaf, confidence, z
    bint prune, raising, collapse

cdef struct Node:
    int32_t attribute, cut, first, n_children
    bint shares_out                 # the value of some row is missing, and the other rows set its shares
    double threshold, weight, estimate
    double errors                   # weight outside the largest class, once rows have come
    double training_errors          # the same at all leaves below
    double slack                    # how many training errors fewer there may be: see c45_early.pxi

cdef struct Stretch:                # where rows, their weights (-1: all are 1) and the keys of the first list begin
    Py_ssize_t rows, weights, keys, stride

cdef struct Tops:                   # how much of each store is in use
    Py_ssize_t rows, weights, keys, columns, sizes, tallies

cdef struct Cells:                  # those of one column that are not empty at a node, in the order of values
    Py_ssize_t n, end               # number of those of known values, and of all
    const int32_t* info             # as in the table
    const int32_t* code
    const int32_t* amount
    const double* share

cdef struct Frame:
    int32_t node, child, mode
    bint is_ordered                 # whether all lists are there
    int32_t heir                    # the branch that takes over the tally, -1 if there is none
    Py_ssize_t tally                # -1 if there is none yet
    Py_ssize_t n_tallied            # how many columns are counted in it
    Py_ssize_t n, columns, n_columns, child_columns, n_child_columns, sizes, offset
    Py_ssize_t n_wide, n_child_wide # columns with more than two branches
    Stretch at, children
    Tops top

cdef struct Split:
    int32_t attribute, low, high    # codes of the two values that a cut parts
    double gain, ratio

cdef struct Walk:
    int32_t node
    Py_ssize_t n, rows, weights

cdef struct Wait:                   # of a row with a missing value: the share of it that goes on from a node
    int32_t node
    double share

cdef struct Work:
    void* claimed[60]
    int n_claimed
    bint is_short
    int64_t n_trees, n_again        # trees grown, and those grown again without short cuts
    int64_t saved                   # by tallies of columns that might have lists, in tenths of a nanosecond, roughly
    bint is_cautious                # grow every node that may have a split
    Tops top
    Node* nodes
    double* counts
    Py_ssize_t n_nodes, node_room
    Frame* frames
    Py_ssize_t n_frames, frame_room
    int32_t* rows
    Py_ssize_t row_room
    double* weights
    Py_ssize_t weight_room
    uint64_t* keys
    Py_ssize_t key_room
    int32_t* columns
    Py_ssize_t column_room
    Py_ssize_t* sizes
    Py_ssize_t size_room
    double* xlogx                   # k log2 k, and the step from k to k + 1
    double* step
    double* log2_of
    double* log_heads               # see set_log_heads
    double* leaf_errors             # pessimistic extra errors of k examples without error; negative: not yet known
    int32_t* label                  # class of each row of the node at hand
    int32_t* side                   # branch of each row at the node at hand
    double* now                     # weight of each row at the node at hand
    uint64_t* spare_keys
    int32_t* spare_rows
    double* spare_weights
    Split* splits
    double least, inside, n_rows    # smallest branch, sum of n log2 n over classes, rows at the node at hand
    int32_t* tallies                # rows of weight 1 in all cells, for some nodes on the way down
    Py_ssize_t tally_room
    double* share_all               # weights in all cells at the node at hand
    int32_t* amount_in              # of the cells of the column at hand; zeros in between
    double* share_in
    uint64_t* marks                 # of the cells that are not empty; zeros in between
    int32_t* ids                    # cells that are not empty, and what is in them
    int32_t* amounts
    int32_t* infos
    int32_t* code_at
    double* shares
    double* whole_numbers
    const double* logs              # n log2 n of an amount, and its weight; see set_amounts
    const double* amount_weights
    const int32_t* class_amounts
    int32_t all_amount, amount_stride
    int32_t* by_code                # amounts of the values of the column at hand; zeros in between
    double* gain_of                 # what each value adds to the sum of n log2 n; zeros in between
    double* sums                    # see set_sums
    int32_t* sums_start
    double* known_sums
    int32_t* known_sums_start
    int32_t* known                  # per class
    int32_t* left
    int32_t* right
    double* delta                   # see set_deltas
    int32_t* delta_start
    int32_t* lanes                  # how far each class has come, list by list
    double* share_logs              # see set_share_table
    double* share_weights
    uint8_t* fits
    int32_t* move
    int32_t* whole
    int32_t all_places
    uint8_t* is_scanned             # by column of the node at hand
    double* left_weight
    double* right_weight
    double* old_sum
    double* bag                     # per branch, from NO_SIDE on
    uint64_t* seen                  # classes in a branch, one bit each
    Py_ssize_t* side_sizes
    Py_ssize_t* place
    Py_ssize_t* branch_sizes
    double* extra                   # weight added to a leaf, per node and class
    Py_ssize_t extra_room
    int32_t* reached
    Walk* walks
    Py_ssize_t walk_room
    Wait* waiting
    Py_ssize_t waiting_room


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


cdef inline double xlog(const Work* work, double x) noexcept nogil:
    """x log2 x; 0 where nothing is left but what rounding leaves."""
    return x_log2_x(work.log_heads, x if x > SMALL else 1.0)


cdef extern from *:
    """
    /* The largest count, or the first that no later one exceeds by more than a little: in turn, each waits for the one
       before, so that those near the largest are looked for at first. */
    static inline double largest_count(const double* restrict counts, int n, double little)
    {
        double most = 0.0, odd = 0.0;
        int near = 0, c = 0;
        for (; c + 1 < n; c += 2) {
            most = counts[c] > most ? counts[c] : most;
            odd = counts[c + 1] > odd ? counts[c + 1] : odd;
        }
        if (c < n) most = counts[c] > most ? counts[c] : most;
        most = odd > most ? odd : most;
        for (c = 0; c < n; c++) near |= (counts[c] >= most - 2 * little) & (counts[c] < most);
        if (near) {
            most = 0.0;
            for (c = 0; c < n; c++) most = counts[c] - most > little ? counts[c] : most;
        }
        return most;
    }
    """
    double largest_count(const double* counts, int n, double little) noexcept nogil


cdef double wrong(const double* counts, int32_t n_classes, double weight) noexcept nogil:
    """Weight outside the largest class."""
    return weight - largest_count(counts, n_classes, SMALL)


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


cdef void count_classes(Work* work, const Table* table, Frame* frame) noexcept nogil:
    """Set the class counts of the node, and the weights of its rows where they are looked up.

    Where no row is a share of one, counting takes the place of weighing from here on.
    """
    cdef double* counts = work.counts + <Py_ssize_t> frame.node * table.n_classes
    cdef const int32_t* rows = work.rows + frame.at.rows
    cdef const double* weights = NULL if frame.at.weights < 0 else work.weights + frame.at.weights
    cdef Py_ssize_t t
    cdef int32_t c
    cdef double weight = 0.0
    cdef bint whole = True
    if frame.at.weights >= 0:
        for t in range(frame.n):
            if weights[t] != 1.0 or not (table.unit_rows or table.weight[rows[t]] == 1.0):
                whole = False
                break
        if whole:
            frame.at.weights = -1
    if frame.at.weights < 0:
        memset(work.known, 0, table.n_classes * sizeof(int32_t))
        for t in range(frame.n):
            c = table.y[rows[t]]
            work.label[t] = c
            work.known[c] += 1
        for c in range(table.n_classes):
            counts[c] = work.known[c]
        weight = <double> frame.n
    else:
        memset(counts, 0, table.n_classes * sizeof(double))
        for t in range(frame.n):
            c = table.y[rows[t]]
            work.label[t] = c
            work.now[rows[t]] = weights[t]
            counts[c] += weights[t]
            weight += weights[t]
    work.nodes[frame.node].weight = weight
    work.nodes[frame.node].errors = wrong(counts, table.n_classes, weight)


cdef inline int32_t branch_of(const Table* table, const Node* node, int32_t row) noexcept nogil:
    """Branch that a row takes, -1 if its value is missing."""
    cdef int32_t code = table.codes[<Py_ssize_t> node.attribute * table.n + row]
    if code < 0 or table.n_values[node.attribute]:
        return code
    return code > node.cut


include "c45_splits.pxi"


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


include "c45_pruning.pxi"
include "c45_early.pxi"


cdef int push(Work* work) noexcept nogil:
    """Put an empty frame on the stack; -1 when memory is out."""
    if reserve(<void**> &work.frames, &work.frame_room, work.n_frames + 1, sizeof(Frame)) < 0:
        return -1
    memset(&work.frames[work.n_frames], 0, sizeof(Frame))
    work.n_frames += 1
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


cdef void sum_weights(Table* table) noexcept nogil:
    """Set the weight of all rows that are used."""
    cdef Py_ssize_t i, n_used = 0
    if table.unit_rows and table.is_used != NULL:
        for i in range(table.n):
            n_used += table.is_used[i]
        table.total = <double> n_used
        return
    table.total = 0.0
    for i in range(table.n):
        if table.is_used == NULL or table.is_used[i]:
            table.total += table.weight[i]


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
    work.label = <int32_t*> claim(work, n, sizeof(int32_t))
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


include "c45_walk.pxi"


cdef class TreeGrower:
    """A presorted table, and how trees are to be grown on it."""

    cdef Table table
    cdef Options options
    cdef bint unit
    cdef const uint64_t* keys
    cdef tuple arrays               # kept alive as long as there are pointers to them

    def __init__(
        self,
        const int32_t[:, ::1] codes,
        const uint64_t[:, ::1] keys,
        int bits,
        const int32_t[::1] y,
        const double[::1] weight,
        bint unit,
        const int32_t[::1] n_values,
        const int32_t[::1] n_codes,
        const int32_t[::1] list_of,
        int n_eager,
        const int32_t[::1] short_of,
        const int32_t[:, ::1] cells,
        const int32_t[:, ::1] cell_of,
        const int32_t[::1] first_cell,
        const int32_t[::1] n_known_cells,
        const int32_t[::1] cell_info,
        const int32_t[::1] cell_code,
        const int32_t[::1] cell_place,
        const int32_t[::1] code_in_turn,
        const int32_t[::1] step_in_turn,
        const int32_t[::1] tally,
        const uint8_t[::1] has_missing,
        const uint8_t[::1] is_tight,
        const double[::1] values,
        const int64_t[::1] value_start,
        int n_classes,
        double min_leaf,
        double confidence,
        double z,
        bint prune,
        bint raising,
        bint collapse,
    ):
        """`codes` (n_columns, n) and `keys` (n_lists, n) are as made by `rank_columns` and `sort_keys`; the first
        `n_eager` lists are those of columns that are not counted. From `cells` to `tally`: see `TableCells`. `unit`: all weights are 1. `z` is the normal quantile of 1 - `confidence`.
        """
        cdef Table* table = &self.table
        cdef Py_ssize_t column
        self.arrays = (
            codes, keys, y, weight, n_values, n_codes, list_of, short_of, cells, cell_of, first_cell, n_known_cells, cell_info,
            cell_code, cell_place, code_in_turn, step_in_turn, tally, has_missing, is_tight, values, value_start,
        )
        self.unit = unit
        self.keys = &keys[0, 0] if keys.shape[0] else NULL
        memset(table, 0, sizeof(Table))
        table.unit_rows = unit
        table.n = codes.shape[1]
        table.n_columns = codes.shape[0]
        table.n_lists = keys.shape[0]
        table.n_eager = n_eager
        table.n_short = cells.shape[1]
        table.n_cells = tally.shape[0]
        table.short_of = &short_of[0]
        table.first_cell = &first_cell[0]
        if table.n_short:
            table.cells = &cells[0, 0]
            table.cell_of = &cell_of[0, 0]
            table.n_known_cells = &n_known_cells[0]
            table.cell_info = &cell_info[0]
            table.cell_code = &cell_code[0]
            table.cell_place = &cell_place[0]
            table.code_in_turn = &code_in_turn[0]
            table.step_in_turn = &step_in_turn[0]
            table.tally = &tally[0]
        table.n_classes = n_classes
        table.bits = bits
        table.codes = &codes[0, 0]
        table.y = &y[0]
        table.weight = &weight[0]
        table.n_values = &n_values[0]
        table.n_codes = &n_codes[0]
        table.list_of = &list_of[0]
        table.has_missing = &has_missing[0]
        table.is_tight = &is_tight[0]
        table.values = &values[0]
        table.value_start = &value_start[0]
        for column in range(codes.shape[0]):
            table.any_missing = table.any_missing or has_missing[column]
            table.cuts_cells = table.cuts_cells or (n_values[column] == 0 and short_of[column] >= 0)
            table.n_steady += short_of[column] >= 0 and list_of[column] < 0
            table.has_numbers = table.has_numbers or n_values[column] == 0
        self.options.min_leaf = min_leaf
        self.options.confidence = confidence
        self.options.z = z
        self.options.prune = prune
        self.options.raising = raising
        self.options.collapse = collapse

    def grow(self, const int32_t[::1] ascending, const int32_t[::1] rows_up_to, const uint8_t[::1] is_used):
        """Return attribute, threshold, first_child, n_children, weight and counts of the nodes, breadth first.

        Rows that are not used are left out; if `is_used` is empty, all are used, and `ascending` and `rows_up_to` (see
        `answer_folds`) may be empty as well.
        """
        cdef Work work
        cdef Table table = self.table
        cdef int failed
        cdef Py_ssize_t n_kept
        if is_used.shape[0]:
            table.is_used = &is_used[0]
            table.ascending = &ascending[0]
            table.rows_up_to = &rows_up_to[0]
        memset(&work, 0, sizeof(Work))
        try:
            with nogil:
                sum_weights(&table)
                failed = prepare(&work, &table, self.unit)
                if failed == 0:
                    failed = raise_tree(&work, &table, &self.options, self.keys, self.unit)
            if failed < 0:
                raise MemoryError("there is not enough memory for the tree.")
            order = np.empty(work.n_nodes, dtype=np.intp)
            attribute = np.empty(work.n_nodes, dtype=np.int32)
            threshold = np.empty(work.n_nodes, dtype=np.float64)
            first_child = np.empty(work.n_nodes, dtype=np.int32)
            n_children = np.empty(work.n_nodes, dtype=np.int32)
            node_weight = np.empty(work.n_nodes, dtype=np.float64)
            counts = np.empty((work.n_nodes, self.table.n_classes), dtype=np.float64)
            n_kept = lay_out(
                &work, self.table.n_classes, order, attribute, threshold, first_child, n_children, node_weight, counts
            )
        finally:
            release(&work)
        return tuple(
            array[:n_kept].copy() for array in (attribute, threshold, first_child, n_children, node_weight, counts)
        )

    def answer_folds(
        self,
        const int32_t[::1] ascending,
        const int32_t[::1] rows_up_to,
        const int32_t[:, ::1] folds,
        int first,
        int n_folds,
        uint8_t[::1] is_used,
        int32_t[:, ::1] labels,
        double[:, :, ::1] probabilities,
    ):
        """Grow a tree for each of `n_folds` folds from the `first` on, in all repeats, and let the rows of the fold walk down.

        `ascending` holds the rows of the numeric columns in ascending order and `rows_up_to` how many of them are not above each
        distinct value, both laid out as `values`. Weights are 1. Either `labels`, of the shape of `folds`, or
        `probabilities`, with one number more per class, is written; the other has no rows. `is_used` (one per row) is
        room to work in.
        """
        cdef Work work
        cdef Table table = self.table
        cdef Py_ssize_t i, repeat, n_tested
        cdef int32_t fold
        cdef int failed
        table.is_used = &is_used[0]
        table.ascending = &ascending[0]
        table.rows_up_to = &rows_up_to[0]
        memset(&work, 0, sizeof(Work))
        try:
            with nogil:
                failed = prepare(&work, &table, True)
                for repeat in range(folds.shape[0]):
                    for fold in range(first, first + n_folds):
                        n_tested = 0
                        for i in range(table.n):
                            is_used[i] = folds[repeat, i] >= -1 and folds[repeat, i] != fold
                            n_tested += folds[repeat, i] == fold
                        if n_tested == 0:
                            continue
                        if failed == 0:
                            sum_weights(&table)
                            failed = raise_tree(&work, &table, &self.options, self.keys, True)
                        if failed == 0:
                            failed = answer(
                                &work, &table, &folds[repeat, 0], fold,
                                &labels[repeat, 0] if labels.shape[0] else NULL,
                                &probabilities[repeat, 0, 0] if probabilities.shape[0] else NULL,
                            )
            if failed < 0:
                raise MemoryError("there is not enough memory for the tree.")
        finally:
            release(&work)
