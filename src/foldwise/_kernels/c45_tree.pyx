# cython: freethreading_compatible=True
"""Growing and pruning a C4.5 tree as Weka's J48 does it.

Rows travel through the tree in depth-first order. A node owns a stretch of every list of its block: rows with their
weights, and, for each numeric column with many distinct values, its keys in ascending order. A split without missing
values partitions these stretches in place, so that memory stays linear in the number of examples; one with missing
values puts the children into a new block, since a row then goes to several of them with a share of its weight. Columns
whose values repeat need no list: rows are counted by value and class, and lists are made where few rows are left.

A node is pruned as soon as its children are done. Rows below it are not needed after that: raising a branch sends the
rows of the node down that branch again.

Comparisons allow for 1e-6 wherever J48 does. What is in which file, in the order of reading:
- c45_table, c45_work, c45_memory: what there is, and where it is kept;
- c45_classes, c45_sides, c45_parting: a node's classes, the branches of its rows, and how all is parted among them;
- c45_splits: the best question, by ordered values in c45_lists and c45_four_lists, by counts in c45_tallies, c45_cells,
  c45_cuts and c45_nominal, and where rows are shares of one in c45_shares and c45_weighed_cuts;
- c45_early, c45_pruning: nodes that need not grow, and those that are pruned;
- c45_growing, c45_walk: whole trees, and the way of test rows down them.

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
include "c45_table.pxi"
include "c45_work.pxi"
include "c45_memory.pxi"
include "c45_classes.pxi"
include "c45_sides.pxi"
include "c45_parting.pxi"
include "c45_four_lists.pxi"
include "c45_lists.pxi"
include "c45_shares.pxi"
include "c45_tallies.pxi"
include "c45_cells.pxi"
include "c45_cuts.pxi"
include "c45_weighed_cuts.pxi"
include "c45_nominal.pxi"
include "c45_splits.pxi"
include "c45_pruning.pxi"
include "c45_early.pxi"
include "c45_growing.pxi"
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
        """`codes` (n_columns, n) and `keys` (n_lists, n) are as made by `rank_columns` and `sort_keys`; the first `n_eager`
        lists are those of columns that are not counted. From `cells` to `tally`: see `TableCells`. `unit`: all weights
        are 1. `z` is the normal quantile of 1 - `confidence`.
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
