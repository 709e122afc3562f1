# Trees grow by the counts of places.

from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t

cdef double SMALL = 1e-6
# Whole numbers can be compared without branches, which here nobody could foresee.
cdef double ONE = 2.0**40


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
