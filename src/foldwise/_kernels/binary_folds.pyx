# cython: freethreading_compatible=True
"""Naive Bayes and C4.5 trees for every fold of small tables with two classes and nothing but two-valued attributes.

Folds share the work in three ways. A place is all rows of the table with some answers, such as "first attribute 0,
third 1"; it knows their counts, and a fold only subtracts the rows that it does not train on. Where it has none, one or
two to subtract, the tree below is the same in other folds, and kept; rows with the same values and class count as the
same. And four counts of 16 bits are added or subtracted at once.

Pruning works on sets of rows, which are bits in a few words. Rows of one class have words of their own, so that one
count of bits gives both classes.

Every decision is that of c45_tree.pyx, with the same comparisons; only the information is in whole numbers, rounded at
2**-40 of a bit.
"""

from libc.math cimport log2, rint
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy, memset

include "lowest_bit.pxi"
include "binary_table.pxi"
include "rows_by_fold.pxi"
include "binary_bayes.pxi"
include "binary_trees.pxi"
include "binary_places.pxi"
include "binary_growing.pxi"
include "binary_pruning.pxi"
include "pessimistic_errors.pxi"


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
