# All that belongs to the tree at hand, and the room to work in. One tree after the other is grown in the same room.

cdef enum:
    NO_SIDE = -1                    # where rows are counted whose value is missing

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
