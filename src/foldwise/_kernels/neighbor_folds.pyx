# cython: freethreading_compatible=True
"""Nearest neighbours in every training fold of a table, from one list of near rows for each row.

`list_neighbors` orders the nearest rows of every row by their distance in the ranges of the whole table. Where a
training fold has the same ranges, its nearest neighbour is the first in the list that it trains on. Where it lost an
extreme value, its range of that column is narrower (`find_changes`) and a difference can only be larger: the distance
in the list is a lower bound, and the list is walked until the bound is beyond what was found. Two kinds of terms can
become smaller: those of a missing value, and those of a column that is constant in the fold; what they can lose is
allowed for. When a list ends too early, the distances to all rows take its place.

Rows and distances are as in `nearest_neighbor`, and so is the answer, to the last bit: distances that are too near each
other to tell apart are computed again in the order of the columns. See neighbor_walk.pxi.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int8_t, int32_t, int64_t

include "neighbor_blocks.pxi"

cdef enum:
    NEVER_TESTED = -1
    LEFT_OUT = -2
    NOBODY = -3
    TOGETHER = 16  # repeats of one row in a line of the cache

cdef double EPSILON = 2.0 ** -52
cdef double ROUGHLY = 1e-8  # more than any relative error of a distance

include "neighbor_lists.pxi"
include "neighbor_search.pxi"
include "neighbor_alone.pxi"
include "neighbor_walk.pxi"


def find_changes(
    const double[:, ::1] X,
    const double[::1] low,
    const double[::1] high,
    const int8_t[::1] kind,
    const int32_t[::1] numeric,
    const int32_t[:, ::1] ascending,
    const int32_t[::1] n_known,
    const int32_t[:, ::1] folds,
    int32_t[:, ::1] holders,
    double[:, :, ::1] ends,
    double[:, ::1] stretch,
    int32_t[:, ::1] starts,
    int32_t[::1] columns,
    double[::1] lows,
    double[::1] highs,
):
    """Find the columns whose range in a training fold is not from `low` to `high`, and the range they have there.

    For each column named in `numeric`, `ascending` has the rows in ascending order of value, `n_known` of them before
    the missing ones. Those of repeat r and fold f stand in `columns`, `lows` and `highs` from `starts[r, f]` to
    `starts[r, f + 1]`; the last fold of `starts` is the end of the others. By what a distance can grow at most stands
    in `stretch`: 1 if nothing changed, infinity if a distance may become smaller. `holders` (two columns) and `ends`
    (two by two), one row per numeric column, are room to work in.
    """
    cdef Py_ssize_t r, c, side, j, a, row, n_folds = starts.shape[1] - 1
    cdef int32_t f, code, found = 0
    cdef double bottom, top, growth
    with nogil:
        for r in range(folds.shape[0]):
            for c in range(numeric.shape[0]):
                a = numeric[c]
                for side in range(2):
                    # Of all training folds, only that of the one who holds the extreme value lacks it.
                    holders[c, side] = NOBODY
                    ends[c, side, 0] = ends[c, side, 1] = -INFINITY if side else INFINITY
                    for j in range(n_known[c]):
                        row = ascending[c, n_known[c] - 1 - j if side else j]
                        code = folds[r, row]
                        if code == LEFT_OUT or code == holders[c, side]:
                            continue
                        ends[c, side, 1] = X[row, a]
                        if holders[c, side] != NOBODY:
                            break
                        ends[c, side, 0] = X[row, a]
                        holders[c, side] = code
                        if code == NEVER_TESTED:
                            break
                        ends[c, side, 1] = -INFINITY if side else INFINITY
            for f in range(n_folds):
                starts[r, f] = found
                stretch[r, f] = 1.0
                for c in range(numeric.shape[0]):
                    a = numeric[c]
                    bottom, top = ends[c, 0, holders[c, 0] == f], ends[c, 1, holders[c, 1] == f]
                    if bottom != low[a] or top != high[a]:
                        columns[found], lows[found], highs[found] = <int32_t>a, bottom, top
                        found += 1
                        growth = INFINITY
                        if kind[a] != GAPPY and bottom < top and high[a] - low[a] < INFINITY:
                            growth = (high[a] - low[a]) / (top - bottom)
                        stretch[r, f] = larger(stretch[r, f], growth * growth * (1.0 + ROUGHLY))
            starts[r, n_folds] = found


def by_row(const int32_t[:, ::1] folds, const int32_t[::1] order, int32_t[:, ::1] codes):
    """Turn `folds` (repeats by rows) into `codes` (rows, taken in `order`, by repeats)."""
    cdef Py_ssize_t i, r, end, begin = 0
    with nogil:
        while begin < folds.shape[0]:
            end = begin + TOGETHER if begin + TOGETHER < folds.shape[0] else folds.shape[0]
            for i in range(order.shape[0]):
                for r in range(begin, end):
                    codes[i, r] = folds[r, order[i]]
            begin = end


def by_repeat(const int32_t[:, ::1] codes, const int32_t[::1] order, int32_t[:, ::1] answers):
    """Turn `codes` (rows, taken in `order`, by repeats) into `answers` (repeats by rows): the inverse of `by_row`."""
    cdef Py_ssize_t i, r, end, begin = 0
    with nogil:
        while begin < answers.shape[0]:
            end = begin + TOGETHER if begin + TOGETHER < answers.shape[0] else answers.shape[0]
            for i in range(order.shape[0]):
                for r in range(begin, end):
                    answers[r, order[i]] = codes[i, r]
            begin = end


def look_up(
    const double[:, ::1] X,
    const double[:, ::1] positions,
    const double[:, :, ::1] blocks,
    const int8_t[::1] kind,
    const double[::1] low,
    const double[::1] high,
    const int32_t[::1] y,
    const int64_t[::1] begins,
    const int32_t[::1] neighbors,
    const double[::1] distances,
    const int32_t[::1] sizes,
    const double[::1] horizons,
    const int32_t[::1] order,
    const int32_t[:, ::1] codes,
    bint all_tested,
    const double[:, ::1] stretch,
    const int32_t[:, ::1] starts,
    const int32_t[::1] columns,
    const double[::1] lows,
    const double[::1] highs,
    Py_ssize_t begin,
    Py_ssize_t n_steps,
    double[::1] whole,
    double[::1] smallest,
    double[::1] near,
    int32_t[::1] rows,
    double[:, ::1] changed,
    int32_t[::1] unsettled,
    int32_t[::1] counts,
    int32_t[:, ::1] answers,
    double[:, :, ::1] votes,
):
    """Predict rows from `begin` on in every repeat, and return the row to go on with after about `n_steps` steps.

    The first class of most votes stands in `answers` (rows by repeats) or, if `votes` (repeats by rows by classes) has
    rows, all votes stand there, where `order` says. With k entries in `smallest`, the k nearest rows vote and those as
    near as the last of them. The lists are those of `list_neighbors`, the changes those of `find_changes` for at least
    one fold, the codes those of `by_row`, `all_tested` if none is negative; what is not tested gets some class and no
    votes. `whole` (one per place in a block), `near` and `rows` (one per row), `changed` (two rows of columns),
    `unsettled` (one per repeat) and `counts` (one per class) are room to work in.
    """
    cdef Py_ssize_t i, r, j, c, best, first, n_unsettled, n_repeats = codes.shape[1], end = X.shape[0]
    cdef Py_ssize_t n_classes = counts.shape[0]
    cdef bint counting = votes.shape[1] > 0, deciding = not counting and smallest.shape[0] == 1
    cdef int32_t label
    cdef const int32_t* own
    cdef Table table
    cdef Search search
    cdef Change change
    table.n_rows, table.n_columns = X.shape[0], X.shape[1]
    table.n_blocks, table.begins = blocks.shape[0], &begins[0]
    table.X, table.positions, table.blocks, table.kind = &X[0, 0], &positions[0, 0], &blocks[0, 0, 0], &kind[0]
    table.low, table.high, table.y = &low[0], &high[0], &y[0]
    table.neighbors, table.distances = &neighbors[0], &distances[0]
    table.sizes, table.horizons = &sizes[0], &horizons[0]
    search.k, search.n_repeats, search.codes, search.n_steps = smallest.shape[0], n_repeats, &codes[0, 0], 0
    search.whole, search.smallest, search.near, search.rows = &whole[0], &smallest[0], &near[0], &rows[0]
    search.before, search.after, search.counts = &changed[0, 0], &changed[1, 0], &counts[0]
    with nogil:
        for i in range(begin, X.shape[0]):
            if search.n_steps > n_steps:
                end = i
                break
            own = &codes[i, 0]
            search.row, search.measured = i, False
            n_unsettled = ask_nearest(
                &table, i, deciding, n_repeats, &codes[0, 0], &stretch[0, 0], stretch.shape[1], all_tested,
                &answers[i, 0], &unsettled[0])
            search.n_steps += n_repeats + 32 * n_unsettled
            for j in range(n_unsettled):
                r = unsettled[j]
                search.repeat, search.fold = r, own[r]
                if deciding:
                    label = only_class(&table, &search, stretch[r, own[r]])
                    if label >= 0:
                        answers[i, r] = label
                        continue
                search.n_voters = 0
                for c in range(n_classes):
                    counts[c] = 0
                first = starts[r, own[r]]
                change.n = starts[r, own[r] + 1] - first
                if change.n:
                    change.columns, change.low, change.high = &columns[first], &lows[first], &highs[first]
                    vote_corrected(&table, &search, &change)
                else:
                    vote_as_listed(&table, &search)
                if counting:
                    for c in range(n_classes):
                        votes[r, order[i], c] = counts[c]
                else:
                    best = 0
                    for c in range(1, n_classes):
                        if counts[c] > counts[best]:
                            best = c
                    answers[i, r] = <int32_t>best
    return end
