# cython: freethreading_compatible=True
"""Naive Bayes and C4.5 trees for every fold of small tables with two classes and nothing but two-valued attributes.

Folds share the work in three ways. A place is all rows of the table with some answers, such as "first attribute 0,
third 1"; it knows their counts, and a fold only subtracts the rows that it does not train on. Where it has none, one or
two to subtract, the tree below is the same in other folds, and kept; rows with the same values and class count as the
same. And four counts of 16 bits are added or subtracted at once.

Pruning works on sets of rows, which are bits in a few words. Rows of one class have words of their own, so that one
count of bits gives both classes.

Every decision is that of c45_tree.pyx, with the same comparisons; only the information is in whole numbers, rounded at
2**-40 of a bit. Trees grow in binary_growing.pxi and are pruned in binary_pruning.pxi.
"""

from libc.math cimport log2, rint
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

include "lowest_bit.pxi"

cdef enum:
    N_WORDS = 8             # of 64 rows in a set of rows
    MOST_ATTRIBUTES = 64
    MOST_FOURS = 20         # words of four counts: all attributes, the rows themselves, and what fills the last block
    MOST_PLACES = 8192      # when there are more, they are forgotten, with the trees that were kept
    MOST_KEPT = 65536       # nodes
    MOST_SLOTS = 16384      # where places and trees are sought; a power of two

cdef double SMALL = 1e-6
# Whole numbers can be compared without branches, which here nobody could foresee.
cdef double ONE = 2.0**40

cdef union Counts:              # rows with value 1 by attribute, then all rows; in the second half those of class 1
    uint16_t lane[8 * MOST_FOURS]
    uint64_t four[2 * MOST_FOURS]

cdef struct Table:
    Py_ssize_t n, n_attributes, n_fours
    const int32_t* bit_of       # place of a row in a set of rows
    const uint64_t* patterns    # (64 * N_WORDS,): values of the row in each place, as bits
    const uint64_t* fours       # (64 * N_WORDS, 2 * n_fours): counts of this one row
    const uint64_t* having      # (n_attributes, N_WORDS): set of rows with value 1
    const uint64_t* second      # (N_WORDS,): all ones where a word is for rows of class 1


cdef Table as_table(
    const int32_t[::1] bit_of, const uint64_t[::1] patterns, const uint64_t[:, ::1] fours,
    const uint64_t[:, ::1] having, const uint64_t[::1] second
) noexcept:
    cdef Table table
    table.n = bit_of.shape[0]
    table.n_attributes = having.shape[0]
    table.n_fours = fours.shape[1] // 2
    table.bit_of = &bit_of[0]
    table.patterns = &patterns[0]
    table.fours = &fours[0, 0]
    table.having = &having[0, 0]
    table.second = &second[0]
    return table


cdef int32_t list_tested(const int32_t* folds, Py_ssize_t n, int32_t* order) noexcept nogil:
    """List the rows of a single test set, whose codes are 0 where all others are -1, and return their number.

    Codes become bytes, and eight bytes at a time eight bits: the product brings their lowest bits together.
    """
    cdef uint8_t tested[64 * N_WORDS]
    cdef uint64_t eight, left
    cdef Py_ssize_t i, first, end
    cdef int32_t n_tested = 0
    for i in range(n):
        tested[i] = <uint8_t> (folds[i] + 1)
    end = (n + 63) // 64 * 64
    memset(&tested[n], 0, end - n)
    for first in range(0, end, 64):
        left = 0
        for i in range(8):
            memcpy(&eight, &tested[first + 8 * i], 8)
            left |= eight * 0x0102040810204080ULL >> 56 << 8 * i
        while left:
            order[n_tested] = <int32_t> first + lowest_bit(left)
            n_tested += 1
            left &= left - 1
    return n_tested


cdef int32_t sort_by_fold(const int32_t* folds, Py_ssize_t n, int32_t* start, int32_t* order) noexcept nogil:
    """List the rows that are left out, then those of each fold; return the number of folds.

    Those of a fold begin at `start[fold]`. Rows that are always trained on are not listed. `start` comes as zeros, two
    more than there are folds.
    """
    cdef Py_ssize_t i
    cdef int32_t fold, n_folds = 0, n_before = 0, here
    cdef uint32_t others = 0
    for i in range(n):
        others |= <uint32_t> (folds[i] + 1)
    if others <= 1:
        # A single test set, the most frequent case by far: no counting of what lies in one place.
        start[1] = list_tested(folds, n, order)
        return 1
    for i in range(n):
        n_folds = max(n_folds, folds[i] + 1)
    # Place 0 is for rows that are left out, place 1 for those that no fold tests, and fold f is at f + 2.
    for i in range(n):
        start[folds[i] + 2] += 1
    start[1] = 0
    for fold in range(n_folds + 2):
        here = start[fold]
        start[fold] = n_before
        n_before += here
    for i in range(n):
        if folds[i] != -1:
            order[start[folds[i] + 2]] = <int32_t> i
            start[folds[i] + 2] += 1
    # Every start has moved to the end, which is where the next one began.
    for fold in range(n_folds):
        start[fold] = start[fold + 1]
    start[n_folds] = n_before
    return n_folds


cdef inline void add_row(const Table* table, int32_t bit, uint64_t* counts) noexcept nogil:
    """Add a row to counts, four at once: none is ever negative or beyond 16 bits."""
    cdef const uint64_t* fours = table.fours + 2 * bit * table.n_fours
    cdef Py_ssize_t block, i
    for block in range(0, 2 * table.n_fours, 8):
        for i in range(8):
            counts[block + i] += fours[block + i]


cdef inline void take_away(
    const Table* table, const int32_t* held, Py_ssize_t n_held, const uint64_t* before, Counts* after
) noexcept nogil:
    """Subtract rows from counts, with eight numbers in registers at a time."""
    cdef Py_ssize_t block, t, n_fours = 2 * table.n_fours
    cdef uint64_t a, b, c, d, e, f, g, h
    cdef const uint64_t* fours
    for block in range(0, n_fours, 8):
        fours = before + block
        a, b, c, d = fours[0], fours[1], fours[2], fours[3]
        e, f, g, h = fours[4], fours[5], fours[6], fours[7]
        for t in range(n_held):
            fours = table.fours + held[t] * n_fours + block
            a -= fours[0]
            b -= fours[1]
            c -= fours[2]
            d -= fours[3]
            e -= fours[4]
            f -= fours[5]
            g -= fours[6]
            h -= fours[7]
        # By way of the union, so that the compiler knows that the lanes have changed.
        after.four[block], after.four[block + 1], after.four[block + 2], after.four[block + 3] = a, b, c, d
        after.four[block + 4], after.four[block + 5], after.four[block + 6], after.four[block + 7] = e, f, g, h


include "binary_growing.pxi"
include "binary_pruning.pxi"
include "pessimistic_errors.pxi"


cdef void estimate_chances(const Table* table, const Counts* counts, double* prior, double* chance) noexcept nogil:
    """Turn counts into the probabilities of both classes and, by attribute, value and class, of the values."""
    cdef Py_ssize_t a, second = 4 * table.n_fours
    cdef double n_second = counts.lane[second + table.n_attributes]
    cdef double n_first = counts.lane[table.n_attributes] - n_second, with_second, with_first
    prior[0] = (n_first + 1.0) / (n_first + n_second + 2.0)
    prior[1] = (n_second + 1.0) / (n_first + n_second + 2.0)
    for a in range(table.n_attributes):
        with_second = counts.lane[second + a]
        with_first = counts.lane[a] - with_second
        chance[4 * a] = (n_first - with_first + 1.0) / (n_first + 2.0)
        chance[4 * a + 1] = (n_second - with_second + 1.0) / (n_second + 2.0)
        chance[4 * a + 2] = (with_first + 1.0) / (n_first + 2.0)
        chance[4 * a + 3] = (with_second + 1.0) / (n_second + 2.0)


cdef inline void multiply(
    const Table* table, uint64_t pattern, const double* prior, const double* chance, double* answer
) noexcept nogil:
    """Set the probabilities of both classes for a row, with the factors in the order of naive_bayes.pyx.

    No factor is below 1 / 450: of 65 the product is at least 2**-573, and need not be lifted.
    """
    cdef double first = prior[0], second = prior[1], total
    cdef Py_ssize_t a
    for a in range(table.n_attributes):
        first *= chance[4 * a + 2 * (pattern & 1)]
        second *= chance[4 * a + 2 * (pattern & 1) + 1]
        pattern >>= 1
    total = first + second
    answer[0] = first / total
    answer[1] = second / total


def bayes_folds(
    const int32_t[:, ::1] folds,
    const int32_t[::1] bit_of,
    const uint64_t[::1] patterns,
    const uint64_t[:, ::1] fours,
    const uint64_t[:, ::1] having,
    const uint64_t[::1] second,
    int32_t[::1] start,
    int32_t[::1] order,
    int32_t[:, ::1] codes,
    double[:, :, ::1] probabilities,
):
    """Train naive Bayes for every fold of every repeat and predict the rows of the fold.

    The table is described at `BinaryTable`. Of `codes` and `probabilities`, the one that has repeats is filled where
    `folds` is not negative. `start`, longer by three than there are folds, and `order`, as long as there are rows, are
    room to work in.
    """
    cdef Table table = as_table(bit_of, patterns, fours, having, second)
    cdef Py_ssize_t repeat
    cdef int32_t fold, n_folds, t, row
    cdef uint64_t everything[2 * MOST_FOURS]
    cdef Counts any_fold, counts
    cdef int32_t bits[64 * N_WORDS]
    cdef double prior[2]
    cdef double chance[4 * MOST_ATTRIBUTES]
    cdef double answer[2]
    cdef bint wants_codes = codes.shape[0] > 0
    with nogil:
        memset(everything, 0, sizeof(everything))
        for row in range(<int32_t> table.n):
            add_row(&table, table.bit_of[row], everything)
        for repeat in range(folds.shape[0]):
            memset(&start[0], 0, start.shape[0] * sizeof(int32_t))
            n_folds = sort_by_fold(&folds[repeat, 0], table.n, &start[0], &order[0])
            for t in range(start[n_folds]):
                bits[t] = table.bit_of[order[t]]
            take_away(&table, bits, start[0], everything, &any_fold)
            for fold in range(n_folds):
                if start[fold] == start[fold + 1]:
                    continue
                take_away(&table, bits + start[fold], start[fold + 1] - start[fold], any_fold.four, &counts)
                estimate_chances(&table, &counts, prior, chance)
                for t in range(start[fold], start[fold + 1]):
                    row = order[t]
                    multiply(&table, table.patterns[bits[t]], prior, chance, answer)
                    if wants_codes:
                        codes[repeat, row] = answer[1] > answer[0]
                    else:
                        probabilities[repeat, row, 0] = answer[0]
                        probabilities[repeat, row, 1] = answer[1]


cdef void hold(
    const Table* table, const int32_t* twin_of, const int32_t* rows, Py_ssize_t n_rows, int32_t* held, uint64_t* trained
) noexcept nogil:
    """List rows by their twins, and take them out of the set of rows that are trained on."""
    cdef Py_ssize_t t
    cdef int32_t bit
    for t in range(n_rows):
        bit = table.bit_of[rows[t]]
        held[t] = twin_of[bit]
        trained[bit >> 6] &= ~(<uint64_t> 1 << (bit & 63))


def tree_folds(
    const int32_t[:, ::1] folds,
    const int32_t[::1] bit_of,
    const uint64_t[::1] patterns,
    const uint64_t[:, ::1] fours,
    const uint64_t[:, ::1] having,
    const uint64_t[::1] second,
    const int64_t[::1] xlogx,
    const double[::1] estimates,
    int min_leaf,
    bint prune,
    bint raising,
    bint collapse,
    int32_t[::1] start,
    int32_t[::1] order,
    int32_t[:, ::1] codes,
    double[:, :, ::1] probabilities,
    char[::1] room,
):
    """Grow and prune a tree for every fold of every repeat and predict the rows of the fold.

    `xlogx` and `estimates` as made by `fill_tables`, `room` of `tree_room` bytes to work in; the rest as in
    `bayes_folds`.
    """
    cdef Table table = as_table(bit_of, patterns, fours, having, second)
    cdef Options options
    cdef Trees trees
    cdef Py_ssize_t repeat
    cdef int32_t fold, n_folds, t, row, root, n_held
    cdef uint64_t all_rows[N_WORDS]
    cdef uint64_t trained[N_WORDS]
    cdef int32_t* answers
    cdef const Node* leaf
    options.xlogx = &xlogx[0]
    options.estimates = &estimates[0]
    options.min_leaf = min_leaf
    options.prune = prune
    options.raising = raising
    options.collapse = collapse
    # Every leaf below has min_leaf rows, so that those outside have the majority in none, and all of it is collapsed.
    options.most_outside = min_leaf // 2 if collapse else 0
    with nogil:
        lay_out(&trees, table.n, table.n_attributes, table.n_fours, folds.shape[0] * start.shape[0], &room[0])
        memset(all_rows, 0, sizeof(all_rows))
        for row in range(<int32_t> table.n):
            all_rows[table.bit_of[row] >> 6] |= <uint64_t> 1 << (table.bit_of[row] & 63)
        forget(&trees, &table, all_rows)
        find_twins(&trees, &table)
        for repeat in range(folds.shape[0]):
            answers = &codes[repeat, 0] if codes.shape[0] > 0 else NULL
            memset(&start[0], 0, start.shape[0] * sizeof(int32_t))
            n_folds = sort_by_fold(&folds[repeat, 0], table.n, &start[0], &order[0])
            for fold in range(n_folds):
                if start[fold] == start[fold + 1]:
                    continue
                if trees.n_places > MOST_PLACES or trees.n_kept > MOST_KEPT:
                    forget(&trees, &table, all_rows)
                trees.n_nodes = trees.kept_room
                memcpy(trained, all_rows, sizeof(trained))
                n_held = start[0] + start[fold + 1] - start[fold]
                hold(&table, trees.twin_of, &order[0], start[0], trees.held, trained)
                hold(&table, trees.twin_of, &order[start[fold]], n_held - start[0], trees.held + start[0], trained)
                root = grow(&trees, &table, &options, 0, 0, n_held)
                finish(&trees, &table, &options, root, trained)
                for t in range(start[fold], start[fold + 1]):
                    row = order[t]
                    leaf = answering(&trees, root, table.patterns[table.bit_of[row]])
                    if answers != NULL:
                        answers[row] = 2 * leaf.n_second > leaf.n
                    else:
                        probabilities[repeat, row, 0] = <double> (leaf.n - leaf.n_second) / <double> leaf.n
                        probabilities[repeat, row, 1] = <double> leaf.n_second / <double> leaf.n


def tree_room(Py_ssize_t n, Py_ssize_t n_attributes, Py_ssize_t n_fours):
    """Return how many bytes `tree_folds` needs to work in, however many folds it is given."""
    cdef Trees trees
    cdef char nothing[1]
    return lay_out(&trees, n, n_attributes, n_fours, MOST_SLOTS, nothing)


def fill_tables(double confidence, double z, int64_t[::1] xlogx, double[::1] estimates):
    """Fill in k log2 k times 2**40, and pessimistic errors.

    Those of n rows with 0, 1, ... n // 2 errors begin at (n + 1)**2 // 4.
    """
    cdef Py_ssize_t n, errors
    with nogil:
        xlogx[0] = 0
        estimates[0] = 0.0
        for n in range(1, xlogx.shape[0]):
            xlogx[n] = <int64_t> rint(n * log2(<double> n) * ONE)
            for errors in range(n // 2 + 1):
                estimates[(n + 1) * (n + 1) // 4 + errors] = errors + extra_errors(n, errors, confidence, z)
