# What trees are made of, and where they and the places are kept.

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint64_t
from libc.string cimport memset

cdef enum:
    MOST_PLACES = 8192      # when there are more, they are forgotten, with the trees that were kept
    MOST_KEPT = 65536       # nodes
    MOST_SLOTS = 16384      # where places and trees are sought; a power of two


cdef struct Options:
    int32_t min_leaf
    int32_t most_outside        # a node with no more rows outside the larger class is certain to be a leaf in the end
    bint prune, raising, collapse
    const int64_t* xlogx        # k log2 k, in units of 2**-40
    const double* estimates     # pessimistic errors of a leaf, by number of rows and then by errors


cdef struct Node:
    double estimate             # pessimistic errors
    int32_t child[2]
    int16_t n, n_second         # rows that are trained on, and those of class 1 among them
    int16_t errors              # training errors of the tree as grown
    int8_t attribute            # -1 for a leaf
    int8_t is_done              # pruned, and if a leaf, estimated


cdef struct Memory:
    uint64_t key
    int32_t node


cdef struct Trees:
    int32_t n_places, n_kept, n_nodes, kept_room, n_slots
    uint64_t* counts            # (places, 2, n_fours): of all rows of the table
    uint64_t* rows              # (places, N_WORDS): set of all rows of the table that give the answers
    int16_t* next_place         # (places, n_attributes, 2): place with one more answer; 0 if not yet known
    int32_t* finders            # place with these rows, if it is the last one that was sought here
    Memory* memories            # tree of a place without one or two rows, if it is the last one that was sought here
    int32_t* subtree            # kept node that all rows of the place grow; -1 if not yet known
    Node* nodes                 # those that are kept, then, from `kept_room` on, those of the fold at hand
    int32_t* twin_of            # place of the first row with the same values and class, by place in a set of rows
    int32_t* held               # rows that the fold at hand does not train on, by their twins


cdef inline int32_t fewer(int32_t n, int32_t n_second) noexcept nogil:
    """Rows outside the larger class."""
    return n_second if 2 * n_second < n else n - n_second


cdef inline double estimate(const Options* options, int32_t n, int32_t n_second) noexcept nogil:
    return options.estimates[((n + 1) * (n + 1) >> 2) + fewer(n, n_second)]


cdef inline void make_leaf(const Options* options, Node* node) noexcept nogil:
    node.attribute = -1
    node.is_done = True
    if options.prune:
        node.estimate = estimate(options, node.n, node.n_second)


cdef int32_t new_node(Trees* trees, bint keep, int32_t n, int32_t n_second) noexcept nogil:
    """Make a leaf that is not yet estimated, among those to be kept or among those of the fold."""
    cdef int32_t at
    cdef Node* node
    if keep:
        at = trees.n_kept
        trees.n_kept += 1
    else:
        at = trees.n_nodes
        trees.n_nodes += 1
    node = &trees.nodes[at]
    node.n = <int16_t> n
    node.n_second = <int16_t> n_second
    node.errors = <int16_t> fewer(n, n_second)
    node.attribute = -1
    node.is_done = False
    return at


cdef void forget(Trees* trees, const Table* table, const uint64_t* rows) noexcept nogil:
    """Begin anew with the place that asks nothing."""
    trees.n_places = 0
    trees.n_kept = 0
    memset(trees.finders, 0, trees.n_slots * sizeof(int32_t))
    memset(trees.memories, 0, trees.n_slots * sizeof(Memory))
    count_place(trees, table, new_place(trees, table, rows))


cdef inline char* taken(char* room, Py_ssize_t* used, Py_ssize_t size) noexcept nogil:
    """Take some bytes of the room, beginning with a line of the cache."""
    cdef char* begin = room + used[0]
    used[0] += (size + 63) // 64 * 64
    return begin


cdef Py_ssize_t lay_out(
    Trees* trees, Py_ssize_t n, Py_ssize_t n_attributes, Py_ssize_t n_fours, Py_ssize_t n_folds, char* room
) noexcept nogil:
    """Divide room for one fold more than all that is kept; return how many bytes that takes.

    A question parts at least one row from another, so that n rows grow at most n - 1 questions. Every raised branch
    costs one of them, and copies at most the others.
    """
    cdef Py_ssize_t n_nodes = 2 * n * (n + 1), n_places = MOST_PLACES + 2 * n + 1, used = 0
    trees.kept_room = <int32_t> (MOST_KEPT + n_nodes)
    # Few folds find little, and should not begin by emptying much.
    trees.n_slots = 256
    while trees.n_slots < MOST_SLOTS and trees.n_slots < 64 * n_folds:
        trees.n_slots *= 2
    trees.counts = <uint64_t*> taken(room, &used, n_places * 2 * n_fours * sizeof(uint64_t))
    trees.next_place = <int16_t*> taken(room, &used, n_places * 2 * n_attributes * sizeof(int16_t))
    trees.finders = <int32_t*> taken(room, &used, trees.n_slots * sizeof(int32_t))
    trees.memories = <Memory*> taken(room, &used, trees.n_slots * sizeof(Memory))
    trees.subtree = <int32_t*> taken(room, &used, n_places * sizeof(int32_t))
    trees.rows = <uint64_t*> taken(room, &used, n_places * N_WORDS * sizeof(uint64_t))
    trees.nodes = <Node*> taken(room, &used, (trees.kept_room + n_nodes) * sizeof(Node))
    trees.twin_of = <int32_t*> taken(room, &used, 64 * N_WORDS * sizeof(int32_t))
    trees.held = <int32_t*> taken(room, &used, n * sizeof(int32_t))
    return used
