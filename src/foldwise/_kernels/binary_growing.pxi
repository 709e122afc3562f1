# Trees grow by the counts of places.

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


cdef inline void part_rows(
    const Table* table, const uint64_t* rows, int32_t attribute, uint64_t* without, uint64_t* with_
) noexcept nogil:
    cdef const uint64_t* having = table.having + attribute * N_WORDS
    cdef int w
    for w in range(N_WORDS):
        with_[w] = rows[w] & having[w]
        without[w] = rows[w] & ~having[w]


cdef inline uint64_t scatter(uint64_t key) noexcept nogil:
    return key * 0x9E3779B97F4A7C15ULL >> 40


cdef void count_place(Trees* trees, const Table* table, int32_t place) noexcept nogil:
    """Count the rows of a place."""
    cdef uint64_t* counts = trees.counts + place * 2 * table.n_fours
    cdef uint64_t left
    cdef int32_t w
    memset(counts, 0, 2 * table.n_fours * sizeof(uint64_t))
    for w in range(N_WORDS):
        left = trees.rows[place * N_WORDS + w]
        while left:
            add_row(table, 64 * w + lowest_bit(left), counts)
            left &= left - 1


cdef int32_t new_place(Trees* trees, const Table* table, const uint64_t* rows) noexcept nogil:
    cdef int32_t place = trees.n_places
    trees.n_places += 1
    trees.subtree[place] = -1
    memcpy(trees.rows + place * N_WORDS, rows, N_WORDS * sizeof(uint64_t))
    memset(trees.next_place + place * 2 * table.n_attributes, 0, 2 * table.n_attributes * sizeof(int16_t))
    return place


cdef int32_t find_place(
    Trees* trees, const Table* table, int32_t above, int32_t attribute, int32_t answer
) noexcept nogil:
    """Find the place whose rows give one more answer, whatever questions led to them before, or make it."""
    cdef uint64_t parts[2][N_WORDS]
    cdef uint64_t key = 0
    cdef int32_t* finder
    cdef int32_t place, beside
    cdef Py_ssize_t i, size = 2 * table.n_fours
    part_rows(table, trees.rows + above * N_WORDS, attribute, parts[0], parts[1])
    for i in range(N_WORDS):
        key = scatter(key + parts[answer][i])
    finder = &trees.finders[key & (trees.n_slots - 1)]
    place = finder[0]
    if memcmp(trees.rows + place * N_WORDS, parts[answer], N_WORDS * sizeof(uint64_t)) == 0:
        return place
    place = new_place(trees, table, parts[answer])
    finder[0] = place
    beside = trees.next_place[(above * table.n_attributes + attribute) * 2 + 1 - answer]
    if beside == 0:
        count_place(trees, table, place)
    else:
        for i in range(size):
            trees.counts[place * size + i] = trees.counts[above * size + i] - trees.counts[beside * size + i]
    return place


cdef inline int32_t place_below(
    Trees* trees, const Table* table, int32_t place, int32_t attribute, int32_t answer
) noexcept nogil:
    cdef int16_t* below = trees.next_place + (place * table.n_attributes + attribute) * 2 + answer
    if below[0] == 0:
        below[0] = <int16_t> find_place(trees, table, place, attribute, answer)
    return below[0]


cdef int32_t best_attribute(
    const Table* table, const Options* options, const Counts* counts, Py_ssize_t n, Py_ssize_t n_second
) noexcept nogil:
    """Find the attribute with the best gain ratio among those whose gain is not below the average; -1 if none helps."""
    cdef const int64_t* xlogx = options.xlogx
    cdef int32_t candidates[MOST_ATTRIBUTES]
    cdef int64_t gains[MOST_ATTRIBUTES]
    cdef int64_t ratios[MOST_ATTRIBUTES]
    cdef Py_ssize_t n_first = n - n_second
    cdef int64_t before = xlogx[n] - xlogx[n_second] - xlogx[n_first], small = <int64_t> (SMALL * ONE)
    cdef int64_t bags, gain, least, ratio, better, total = 0, best = 0
    cdef Py_ssize_t a, j, k, k_second, n_candidates = 0, n_words = (table.n_attributes + 3) // 4
    cdef Py_ssize_t second = 4 * table.n_fours
    cdef int32_t chosen = -1
    cdef uint64_t four, left = 0, each = 0x0001000100010001ULL
    cdef uint64_t enough = (0x8000 - options.min_leaf) * each, spared = (0x8000 + n - options.min_leaf) * each
    # A lane has its highest bit set if both branches have enough rows; the product brings four such bits together.
    for j in range(n_words):
        four = (counts.four[j] + enough & spared - counts.four[j] & 0x8000 * each) >> 15
        left |= four * 0x1000200040008000ULL >> 60 << 4 * j
    while left:
        a = lowest_bit(left)
        left &= left - 1
        k = counts.lane[a]
        k_second = counts.lane[second + a]
        bags = xlogx[k] + xlogx[n - k]
        gain = before - bags + (
            xlogx[k_second] + xlogx[k - k_second]
            + xlogx[n_second - k_second] + xlogx[n_first - k + k_second]
        )
        # A shift by 63 gives -1 for negative numbers, else 0.
        gain &= ~(gain - small >> 63)
        total += gain
        gains[n_candidates] = gain
        # Already here, as a division takes long and need not wait for the average.
        ratios[n_candidates] = <int64_t> (ONE * gain / <double> (xlogx[n] - bags))
        candidates[n_candidates] = <int32_t> a
        n_candidates += 1
    least = total - <int64_t> (1e-3 * ONE * n * n_candidates)
    for j in range(n_candidates):
        ratio = ratios[j] & ~(gains[j] * n_candidates - least >> 63)
        better = best + small - ratio >> 63
        best += ratio - best & better
        chosen += candidates[j] - chosen & <int32_t> better
    return chosen


cdef inline int32_t part_held(
    const uint64_t* patterns, int32_t* held, int32_t n_held, int32_t attribute
) noexcept nogil:
    """Bring rows with value 0 to the front, and return their number."""
    cdef int32_t t, bit, middle = 0
    for t in range(n_held):
        bit = held[t]
        held[t] = held[middle]
        held[middle] = bit
        middle += ~(patterns[bit] >> attribute) & 1
    return middle


cdef inline uint64_t key_without(int32_t place, const int32_t* held, int32_t n_held) noexcept nogil:
    """Return a number other than 0 that no other place has without these one or two rows, in whatever order."""
    cdef int32_t first = held[0], last = held[n_held - 1]
    cdef uint64_t key = 4 * place + n_held
    return (key << 9 | min(first, last)) << 9 | max(first, last)


cdef int32_t grow(
    Trees* trees, const Table* table, const Options* options, int32_t place, int32_t begin, int32_t end
) noexcept nogil:
    """Grow the tree of a place without the rows that are held from `begin` to `end`, and return its root."""
    cdef Counts counts
    cdef int32_t n, n_second, at, attribute, middle, answer, below, with_, with_second
    cdef int32_t n_held = end - begin
    cdef bint keep = n_held <= 2
    cdef uint64_t key
    cdef Node* node
    cdef Memory* memory = NULL
    if n_held == 0:
        if trees.subtree[place] >= 0:
            return trees.subtree[place]
    elif keep:
        key = key_without(place, trees.held + begin, n_held)
        memory = &trees.memories[scatter(key) & (trees.n_slots - 1)]
        if memory.key == key:
            return memory.node
    take_away(table, trees.held + begin, n_held, trees.counts + place * 2 * table.n_fours, &counts)
    n = counts.lane[table.n_attributes]
    n_second = counts.lane[4 * table.n_fours + table.n_attributes]
    at = new_node(trees, keep, n, n_second)
    node = &trees.nodes[at]
    if n_held == 0:
        trees.subtree[place] = at
    elif keep:
        memory.key = key
        memory.node = at
    attribute = best_attribute(table, options, &counts, n, n_second)
    if attribute < 0:
        return at
    node.attribute = <int8_t> attribute
    node.errors = 0
    middle = begin + part_held(table.patterns, trees.held + begin, n_held, attribute)
    for answer in range(2):
        with_ = counts.lane[attribute]
        with_second = counts.lane[4 * table.n_fours + attribute]
        if answer == 0:
            with_ = n - with_
            with_second = n_second - with_second
        if with_ < 2 * options.min_leaf or fewer(with_, with_second) <= options.most_outside:
            below = new_node(trees, keep, with_, with_second)
        else:
            below = place_below(trees, table, place, attribute, answer)
            below = grow(trees, table, options, below, middle if answer else begin, end if answer else middle)
        node.child[answer] = below
        node.errors += trees.nodes[below].errors
    return at


cdef void forget(Trees* trees, const Table* table, const uint64_t* rows) noexcept nogil:
    """Begin anew with the place that asks nothing."""
    trees.n_places = 0
    trees.n_kept = 0
    memset(trees.finders, 0, trees.n_slots * sizeof(int32_t))
    memset(trees.memories, 0, trees.n_slots * sizeof(Memory))
    count_place(trees, table, new_place(trees, table, rows))


cdef void find_twins(Trees* trees, const Table* table) noexcept nogil:
    """Find which rows have the same values and class: trees cannot tell them apart."""
    cdef int16_t found[128 * N_WORDS]
    cdef int32_t row, bit, slot
    cdef uint64_t pattern, second
    memset(found, -1, sizeof(found))
    for row in range(<int32_t> table.n):
        bit = table.bit_of[row]
        pattern, second = table.patterns[bit], table.second[bit >> 6]
        slot = scatter(pattern ^ second) & (128 * N_WORDS - 1)
        while found[slot] >= 0 and (
            table.patterns[found[slot]] != pattern or table.second[found[slot] >> 6] != second
        ):
            slot = slot + 1 & (128 * N_WORDS - 1)
        if found[slot] < 0:
            found[slot] = <int16_t> bit
        trees.twin_of[bit] = found[slot]


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
