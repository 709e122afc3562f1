# The votes of one example in one fold, from its list of neighbours.

from libc.math cimport INFINITY, NAN, sqrt
from libc.stdint cimport int32_t


cdef void vote_as_listed(const Table* table, Search* search) noexcept nogil:
    """Count the votes where the ranges of the fold are those of the table, and the list is in the right order."""
    cdef Py_ssize_t t, j, first = table.begins[search.row], size = table.sizes[search.row], missing
    cdef const int32_t* neighbors = table.neighbors + first
    cdef const double* distances = table.distances + first
    cdef double limit = INFINITY, horizon = table.horizons[search.row]
    for t in range(size):
        if distances[t] > limit:
            return
        if trained_on(search, neighbors[t]):
            cast(table, search, neighbors[t])
            if search.n_voters == search.k:
                limit = distances[t]
    # Of equally distant rows a list has all or none.
    missing = search.k - search.n_voters
    if missing <= 0 or horizon == INFINITY:
        return
    measure_all(table, search)
    for j in range(missing):
        search.smallest[j] = INFINITY
    for j in range(table.n_rows):
        if search.whole[j] >= horizon and trained_on(search, j):
            keep_smallest(search, missing, search.whole[j])
    limit = search.smallest[missing - 1]
    for j in range(table.n_rows):
        if search.whole[j] >= horizon and search.whole[j] <= limit and trained_on(search, j):
            cast(table, search, j)


cdef inline void narrow(const Table* table, Search* search) noexcept nogil:
    """Say how near a row must be to vote, and how near by the ranges of the table to be looked at.

    Twice the error of a distance that was put together column by column is at most `blur`. By the ranges of the table
    no known difference is larger than by those of the fold, except for a rounding of up to 16 units in the last place
    of 1; `drop` is what the other terms can lose. Both factors are ample.
    """
    cdef double n_columns = <double>table.n_columns, most
    search.limit = search.smallest[search.k - 1]
    search.blur = 16 * (n_columns + 8) * EPSILON * (search.limit + search.drop)
    most = search.limit + search.drop + search.blur
    search.reach = most + 128 * EPSILON * (n_columns * most + sqrt(n_columns * most)) + 1e-26 * n_columns


cdef void enter_fold(const Table* table, Search* search, const Change* change) noexcept nogil:
    """Normalise the row by the ranges of the fold, and bound what a distance can lose by them."""
    cdef Py_ssize_t c, a
    cdef double value, low, high, bottom, top, loss, gap
    search.drop = 0.0
    for c in range(change.n):
        a, low, high = change.columns[c], change.low[c], change.high[c]
        value = table.X[search.row * table.n_columns + a]
        search.before[c] = table.positions[search.row * table.n_columns + a]
        search.after[c] = normalised(value, low, high)
        loss = 0.0
        if value != value:
            # No position moves farther than the ends of the range; a term lies between 1/4 and 1.
            if low < high:
                bottom = normalised(low, table.low[a], table.high[a])
                top = normalised(high, table.low[a], table.high[a])
                loss = smaller(2 * larger(bottom, 1.0 - top), 0.75)
        else:
            if table.kind[a] == GAPPY:
                loss = term(search.before[c], NAN, GAPPY) - term(search.after[c], NAN, GAPPY)
            if low == high:
                gap = search.before[c] - normalised(low, table.low[a], table.high[a])
                loss = larger(loss, gap * gap)
        search.drop += larger(loss, 0.0)


cdef inline void consider(
    const Table* table, Search* search, const Change* change, Py_ssize_t other, double distance
) noexcept nogil:
    """Correct the distance to another row in the columns that changed, and keep the row if it may vote."""
    cdef Py_ssize_t c, a
    cdef double extra = 0.0
    cdef const double* values = table.X + other * table.n_columns
    cdef const double* positions = table.positions + other * table.n_columns
    for c in range(change.n):
        a = change.columns[c]
        extra += (term(search.after[c], normalised(values[a], change.low[c], change.high[c]), GAPPY)
                  - term(search.before[c], positions[a], GAPPY))
    distance += extra
    if distance > search.limit + search.blur:
        return
    search.near[search.n_found] = distance
    search.rows[search.n_found] = <int32_t>other
    search.n_found += 1
    if distance < search.limit:
        keep_smallest(search, search.k, distance)
        narrow(table, search)


cdef double exact_distance(
    const Table* table, const Search* search, const Change* change, Py_ssize_t other
) noexcept nogil:
    """The distance by the ranges of the fold, its terms added in the order of the columns."""
    cdef Py_ssize_t a, c = 0
    cdef double total = 0.0
    cdef const double* one = table.positions + search.row * table.n_columns
    cdef const double* two = table.positions + other * table.n_columns
    for a in range(table.n_columns):
        if c < change.n and change.columns[c] == a:
            total += term(search.after[c], normalised(table.X[other * table.n_columns + a], change.low[c],
                                                      change.high[c]), GAPPY)
            c += 1
        else:
            total += term(one[a], two[a], table.kind[a])
    return total


cdef void settle(const Table* table, Search* search, const Change* change) noexcept nogil:
    """Count the votes; where distances are too near the last one to tell, they are computed as `measure` does."""
    cdef Py_ssize_t j, contested = 0, places
    cdef double least = search.limit - search.blur, most = search.limit + search.blur
    for j in range(search.n_found):
        if search.near[j] < least:
            cast(table, search, search.rows[j])
        elif search.near[j] <= most:
            search.rows[contested] = search.rows[j]
            contested += 1
    places = search.k - search.n_voters
    if contested <= places:
        for j in range(contested):
            cast(table, search, search.rows[j])
        return
    for j in range(places):
        search.smallest[j] = INFINITY
    for j in range(contested):
        search.near[j] = exact_distance(table, search, change, search.rows[j])
        keep_smallest(search, places, search.near[j])
    for j in range(contested):
        if search.near[j] <= search.smallest[places - 1]:
            cast(table, search, search.rows[j])


cdef void vote_corrected(const Table* table, Search* search, const Change* change) noexcept nogil:
    """Count the votes where the fold has ranges of its own: the list bounds the distances from below."""
    cdef Py_ssize_t t, j, first = table.begins[search.row]
    cdef const int32_t* neighbors = table.neighbors + first
    cdef const double* distances = table.distances + first
    cdef double horizon = table.horizons[search.row]
    search.n_found = 0
    for j in range(search.k):
        search.smallest[j] = INFINITY
    enter_fold(table, search, change)
    narrow(table, search)
    for t in range(table.sizes[search.row]):
        if distances[t] > search.reach:
            settle(table, search, change)
            return
        if trained_on(search, neighbors[t]):
            consider(table, search, change, neighbors[t], distances[t])
    if horizon <= search.reach and horizon < INFINITY:
        measure_all(table, search)
        for j in range(table.n_rows):
            if horizon <= search.whole[j] <= search.reach and trained_on(search, j):
                consider(table, search, change, j, search.whole[j])
    settle(table, search, change)
