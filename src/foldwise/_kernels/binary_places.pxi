# Places: all rows of the table with some answers, found by these rows, and counted.

from libc.stdint cimport int16_t, int32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset


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
