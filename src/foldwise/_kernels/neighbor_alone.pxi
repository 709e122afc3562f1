# Answers where the nearest neighbours decide alone, whatever the ranges of the fold.

from libc.stdint cimport int32_t


cdef double class_margin(const Table* table, Py_ssize_t row, Py_ssize_t place) noexcept nogil:
    """The stretch below which a neighbour decides alone, if none before it is trained on; 0 if it never does."""
    cdef Py_ssize_t t = place + 1, size = table.sizes[row]
    cdef const int32_t* neighbors = table.neighbors + table.begins[row]
    cdef const double* distances = table.distances + table.begins[row]
    cdef double other
    if place >= size:
        return 0.0
    while t < size and table.y[neighbors[t]] == table.y[neighbors[place]]:
        t += 1
    other = distances[t] if t < size else table.horizons[row]
    if other == distances[place]:
        return 0.0
    return larger(other / grown(table, distances[place], 1.0 + EPSILON), 1.0 + EPSILON)


cdef Py_ssize_t ask_nearest(
    const Table* table, Py_ssize_t row, bint deciding, Py_ssize_t n_repeats, const int32_t* codes,
    const double* stretch, Py_ssize_t n_folds, bint all_tested, int32_t* answers, int32_t* unsettled,
) noexcept nogil:
    """Answer for the two nearest neighbours where one of them decides alone; list the other repeats, return how many.

    Without branches, which no processor could foresee.
    """
    cdef Py_ssize_t r, j, n, n_unsettled = 0
    cdef double margin = class_margin(table, row, 0) if deciding else 0.0
    cdef const int32_t* own = codes + row * n_repeats
    cdef const int32_t* first = own
    cdef const int32_t* second
    cdef const int32_t* neighbors = table.neighbors + table.begins[row]
    cdef const double* by_fold = stretch
    cdef int32_t fold, label = 0
    if deciding and table.sizes[row]:
        first, label = codes + neighbors[0] * n_repeats, table.y[neighbors[0]]
    for r in range(n_repeats):
        answers[r] = label
    if all_tested:
        for r in range(n_repeats):
            unsettled[n_unsettled] = <int32_t>r
            n_unsettled += (first[r] == own[r]) | (by_fold[own[r]] >= margin)
            by_fold += n_folds
    else:
        for r in range(n_repeats):
            fold = own[r]
            unsettled[n_unsettled] = <int32_t>r
            n_unsettled += (fold >= 0) & ((first[r] == fold) | (first[r] == LEFT_OUT)
                                          | (by_fold[fold if fold >= 0 else 0] >= margin))
            by_fold += n_folds
    margin = class_margin(table, row, 1) if deciding else 0.0
    if margin > 0.0:
        second, label = codes + neighbors[1] * n_repeats, table.y[neighbors[1]]
        n, n_unsettled = n_unsettled, 0
        for j in range(n):
            r = unsettled[j]
            fold = own[r]
            unsettled[n_unsettled] = <int32_t>r
            # What stays unsettled gets another answer later.
            answers[r] = label
            n_unsettled += ((first[r] != fold) & (first[r] != LEFT_OUT)) | (second[r] == fold) | (
                second[r] == LEFT_OUT) | (stretch[r * n_folds + fold] >= margin)
    return n_unsettled


cdef int32_t only_class(const Table* table, const Search* search, double stretch) noexcept nogil:
    """The class of all trained rows that may be the nearest; -1 if there is none, or more than one."""
    cdef Py_ssize_t t = 0, first = table.begins[search.row], size = table.sizes[search.row]
    cdef const int32_t* neighbors = table.neighbors + first
    cdef const double* distances = table.distances + first
    cdef double most
    cdef int32_t label
    while t < size and not trained_on(search, neighbors[t]):
        t += 1
    if t == size:
        return -1
    label, most = table.y[neighbors[t]], grown(table, distances[t], stretch)
    for t in range(t + 1, size):
        if distances[t] > most:
            return label
        if table.y[neighbors[t]] != label and trained_on(search, neighbors[t]):
            return -1
    return label if table.horizons[search.row] > most else -1
