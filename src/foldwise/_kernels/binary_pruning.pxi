# Collapsing and pruning by sets of rows, and the answers of what is left.


cdef inline void count_bits(const Table* table, const uint64_t* rows, int32_t* n, int32_t* n_second) noexcept nogil:
    """Count all rows of a set, and those of class 1; bits are added in pairs, fours and bytes of each word."""
    cdef uint64_t x, total = 0, of_second = 0
    cdef int w
    for w in range(N_WORDS):
        x = rows[w]
        x = x - (x >> 1 & 0x5555555555555555ULL)
        x = (x & 0x3333333333333333ULL) + (x >> 2 & 0x3333333333333333ULL)
        x = x + (x >> 4) & 0x0F0F0F0F0F0F0F0FULL
        total += x
        of_second += x & table.second[w]
    # A byte is at most 64 by now, but the sum of eight needs 16 bits.
    total = (total & 0x00FF00FF00FF00FFULL) + (total >> 8 & 0x00FF00FF00FF00FFULL)
    of_second = (of_second & 0x00FF00FF00FF00FFULL) + (of_second >> 8 & 0x00FF00FF00FF00FFULL)
    n[0] = <int32_t> (total * 0x0001000100010001ULL >> 48)
    n_second[0] = <int32_t> (of_second * 0x0001000100010001ULL >> 48)


cdef double errors_with(
    const Trees* trees, const Table* table, const Options* options, int32_t at, const uint64_t* rows, int32_t n,
    int32_t n_second, double errors, double enough
) noexcept nogil:
    """Add to `errors` what further rows do to the estimate of a subtree; stop when there are more than enough.

    No row lowers an estimate, as confidences are not below 1e-12: the sum can only grow. At a leaf, the numbers of
    rows are all that matters.
    """
    cdef const Node* node = &trees.nodes[at]
    cdef uint64_t parts[2][N_WORDS]
    cdef int32_t n_with, with_second
    if node.attribute < 0:
        return errors + (estimate(options, node.n + n, node.n_second + n_second) - node.estimate)
    part_rows(table, rows, node.attribute, parts[0], parts[1])
    count_bits(table, parts[1], &n_with, &with_second)
    if n_with < n:
        errors = errors_with(
            trees, table, options, node.child[0], parts[0], n - n_with, n_second - with_second, errors, enough
        )
    if n_with > 0 and errors <= enough:
        errors = errors_with(trees, table, options, node.child[1], parts[1], n_with, with_second, errors, enough)
    return errors


cdef int32_t fill_again(
    Trees* trees, const Table* table, const Options* options, int32_t like, const uint64_t* rows, bint keep
) noexcept nogil:
    """Make a copy of a subtree with other rows, and prune it again."""
    cdef uint64_t parts[2][N_WORDS]
    cdef int32_t n, n_second, at, answer
    cdef Node* node
    count_bits(table, rows, &n, &n_second)
    at = new_node(trees, keep, n, n_second)
    node = &trees.nodes[at]
    # Without rows, no question is better than a leaf.
    if n == 0 or trees.nodes[like].attribute < 0:
        make_leaf(options, node)
        return at
    node.attribute = trees.nodes[like].attribute
    node.is_done = True
    part_rows(table, rows, node.attribute, parts[0], parts[1])
    for answer in range(2):
        node.child[answer] = fill_again(
            trees, table, options, trees.nodes[like].child[answer], parts[answer], keep
        )
    weigh(trees, table, options, at, rows, parts)
    return at


cdef void weigh(
    Trees* trees, const Table* table, const Options* options, int32_t at, const uint64_t* rows,
    uint64_t[N_WORDS]* parts
) noexcept nogil:
    """Put a leaf or the larger branch in the place of a node whose branches are done, if the estimates favour it."""
    cdef Node* node = &trees.nodes[at]
    cdef const Node* son
    cdef const Node* other
    cdef double leaf = estimate(options, node.n, node.n_second), tree, raised, enough
    cdef int32_t larger, answer
    cdef bint leaf_wins
    while True:
        tree = trees.nodes[node.child[0]].estimate + trees.nodes[node.child[1]].estimate
        # Of equal branches the last.
        larger = trees.nodes[node.child[1]].n >= trees.nodes[node.child[0]].n
        son = &trees.nodes[node.child[larger]]
        leaf_wins = leaf - (tree + 0.1) < SMALL
        # A leaf in the place of both branches is the same leaf, but for rounding.
        if leaf_wins and (son.attribute < 0 or not options.raising):
            make_leaf(options, node)
            return
        raised = 1.7976931348623157e308
        if options.raising:
            # Beyond this, and a little for rounding, the answer stays the same.
            enough = (leaf - 0.1 if leaf_wins else tree + 0.1) + 2 * SMALL
            other = &trees.nodes[node.child[1 - larger]]
            raised = errors_with(
                trees, table, options, node.child[larger], parts[1 - larger], other.n, other.n_second, son.estimate,
                enough,
            )
        if leaf_wins and leaf - (raised + 0.1) < SMALL:
            make_leaf(options, node)
            return
        node.estimate = tree
        if raised - (tree + 0.1) >= SMALL:
            return
        if son.attribute < 0:
            make_leaf(options, node)
            return
        node.attribute = son.attribute
        part_rows(table, rows, node.attribute, parts[0], parts[1])
        for answer in range(2):
            node.child[answer] = fill_again(
                trees, table, options, son.child[answer], parts[answer], at < trees.kept_room
            )


cdef void finish(
    Trees* trees, const Table* table, const Options* options, int32_t at, const uint64_t* rows
) noexcept nogil:
    """Collapse and prune a tree whose rows are given."""
    cdef Node* node = &trees.nodes[at]
    cdef uint64_t parts[2][N_WORDS]
    cdef int32_t answer
    if node.is_done:
        return
    node.is_done = True
    if node.attribute < 0 or (options.collapse and node.errors >= fewer(node.n, node.n_second)):
        make_leaf(options, node)
        return
    part_rows(table, rows, node.attribute, parts[0], parts[1])
    for answer in range(2):
        finish(trees, table, options, node.child[answer], parts[answer])
    if options.prune:
        weigh(trees, table, options, at, rows, parts)


cdef inline const Node* answering(const Trees* trees, int32_t root, uint64_t pattern) noexcept nogil:
    """Find the leaf of a row; the node above it answers if nothing was trained on in it."""
    cdef const Node* node = &trees.nodes[root]
    cdef const Node* above = node
    while node.attribute >= 0:
        above = node
        node = &trees.nodes[node.child[pattern >> node.attribute & 1]]
    return node if node.n > 0 else above
