# The voters of one example in one fold, from its list of neighbours.

from libc.math cimport sqrt


cdef struct Table:
    # Rows in the order of the blocks; positions in the ranges of the whole table.
    Py_ssize_t n_rows, n_columns, n_blocks
    const double* X
    const double* positions
    const double* blocks
    const int8_t* kind
    const double* low
    const double* high
    const int32_t* y
    const int64_t* begins
    const int32_t* neighbors
    const double* distances
    const int32_t* sizes
    const double* horizons


cdef struct Change:
    # Columns whose range in a training fold is not that of the whole table.
    Py_ssize_t n
    const int32_t* columns
    const double* low
    const double* high


cdef struct Search:
    Py_ssize_t k, row, n_repeats, repeat, n_found, n_voters, n_steps
    int32_t fold
    bint measured  # whether `whole` holds the distances of `row`
    const int32_t* codes
    double drop, limit, blur, reach
    double* whole  # distances to all rows
    double* smallest  # the k least, in order
    double* near
    int32_t* rows
    double* before  # the row, and another one, in the changed columns by the ranges of the table and of the fold
    double* after
    int32_t* counts  # votes by class


cdef inline double term(double v, double w, int8_t kind) noexcept nogil:
    """Square of the difference of two positions; the same numbers as those of `measure`."""
    cdef double gap
    if kind == NOMINAL:
        return 0.0 if v == w else 1.0
    gap = v - w
    if gap != gap:
        # At least one is missing, and larger() of a missing and a known number is the second.
        gap = 1.0 if v != v and w != w else larger(w, 1.0 - w) if v != v else larger(v, 1.0 - v)
    return gap * gap


cdef inline bint trained_on(const Search* search, Py_ssize_t other) noexcept nogil:
    cdef int32_t code = search.codes[other * search.n_repeats + search.repeat]
    return code != search.fold and code != LEFT_OUT


cdef void measure_all(const Table* table, Search* search) noexcept nogil:
    """Prepare to go through all rows."""
    cdef Py_ssize_t b
    search.n_steps += table.n_rows
    if not search.measured:
        search.n_steps += table.n_rows * table.n_columns // 8
        for b in range(table.n_blocks):
            measure(table.positions + search.row * table.n_columns, table.kind, table.n_columns,
                    table.blocks + b * ROWS * table.n_columns, INFINITY, search.whole + b * ROWS)
        search.measured = True


cdef inline void keep_smallest(Search* search, Py_ssize_t k, double distance) noexcept nogil:
    """Put a distance among the k smallest."""
    cdef Py_ssize_t at = k - 1
    if distance >= search.smallest[at]:
        return
    while at > 0 and search.smallest[at - 1] > distance:
        search.smallest[at] = search.smallest[at - 1]
        at -= 1
    search.smallest[at] = distance


cdef inline void cast(const Table* table, Search* search, Py_ssize_t other) noexcept nogil:
    search.counts[table.y[other]] += 1
    search.n_voters += 1


cdef inline double grown(const Table* table, double distance, double stretch) noexcept nogil:
    """What a distance in the list can be at most in a fold; nothing beyond it in the list can be nearer.

    The second term and what `stretch` has to spare are more than the roundings of both distances.
    """
    return distance if stretch == 1.0 else stretch * (distance + 1e-18 * <double>table.n_columns)


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
