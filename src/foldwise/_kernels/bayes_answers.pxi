# Answers to the rows that a fold tests: by the screen where it is sure, else by the products of all factors.

from libc.stdint cimport int32_t


cdef void fill_tile(
    const Table* table, const Room* room, const double* step, const double* origin, Py_ssize_t n_folds,
    const int32_t* members, Py_ssize_t n_members,
) noexcept nogil:
    """Copy the offsets of some rows, with those of the attributes that have many values, whose factors are filled."""
    cdef Py_ssize_t j, t, first = table.n_factors, n_slots
    cdef int32_t d, slot
    cdef const Column* column
    cdef int32_t* out
    for t in range(n_members):
        out = room.offsets + t * table.n_attributes
        for j in range(table.n_tabled):
            out[table.tabled[j]] = table.offsets[members[t] * table.n_tabled + j]
    for j in range(table.n_numeric):
        if table.numeric[2 * j + 1]:
            continue
        column = room.columns + j
        out = room.offsets + table.numeric[2 * j]
        n_slots = 0
        for t in range(n_members):
            d = column.codes[members[t]]
            out[t * table.n_attributes] = 0
            if d >= 0:
                slot = room.slots[d]
                # Whatever an earlier tile left in `slots`, a slot is that of a value only if it has the value as key.
                if slot >= n_slots or room.keys[slot] != d:
                    slot = <int32_t>n_slots
                    n_slots += 1
                    room.slots[d], room.keys[slot] = slot, d
                    bin_factors(
                        bin_of(column.values[d], step[j * n_folds]) - origin[j * n_folds], False,
                        room.normals + j * table.k, least_factor(step[j * n_folds]), table.k, room.edge,
                        room.factors + first + slot * table.stride,
                    )
                out[t * table.n_attributes] = <int32_t>(first + slot * table.stride)
        first += TILE * table.stride


cdef void begin_screen(const Table* table, const Room* room, Py_ssize_t n_test) noexcept nogil:
    cdef Py_ssize_t t, c
    cdef double score
    # The logarithm of the factor of a missing value.
    room.screen.logs[0] = 0.0
    for c in range(table.k):
        room.screen.error[c] = 0.0
        # Products begin with the prior.
        score = 0.0 if table.n_tabled else log(room.prior[c])
        for t in range(n_test):
            room.screen.scores[c * table.n + t] = score


cdef Py_ssize_t end_screen(
    const Table* table, const Room* room, const int32_t* test, Py_ssize_t n_test, int32_t* answers
) noexcept nogil:
    """Answer the rows that are clear; list the others, and return how many they are."""
    cdef Py_ssize_t t = 0, u, c, best, n_doubtful = 0
    cdef Py_ssize_t n_runs = find_runs(room.bits, table.tabled, table.n_tabled, room.ends)
    cdef Tile tile = room.tile
    tile.offsets, tile.is_whole = table.offsets, True
    while t < n_test:
        tile.members, tile.n_members = test + t, min(TILE, n_test - t)
        if table.n_tabled:
            multiply_tile(&tile, table.n_tabled, room.ends, n_runs, room.factors, room.prior, table.stride)
            for u in range(tile.n_members):
                for c in range(table.k):
                    room.screen.scores[c * table.n + t + u] += (
                        log(tile.products[u * table.stride + c]) + <double>tile.units[u * table.stride + c] * UNIT_LOG
                    )
        t += tile.n_members
    for t in range(n_test):
        best = clear_winner(&room.screen, table.k, table.n, t)
        if best >= 0:
            answers[table.rows[test[t]]] = <int32_t>best
        else:
            room.doubtful[n_doubtful] = test[t]
            n_doubtful += 1
    return n_doubtful


cdef void work_out(
    const Table* table, const Room* room, const double* step, const double* origin, Py_ssize_t n_folds,
    const int32_t* test, Py_ssize_t n_test, int32_t* answers, double* chances,
) noexcept nogil:
    """Answer rows by the products of all their factors."""
    cdef Py_ssize_t t = 0, n_runs = find_runs(room.bits, room.order, table.n_attributes, room.ends)
    cdef Tile tile = room.tile
    tile.is_whole = table.n_sparse == 0
    tile.offsets = table.offsets if tile.is_whole else room.offsets
    while t < n_test:
        tile.members, tile.n_members = test + t, min(TILE, n_test - t)
        if table.n_sparse:
            fill_tile(table, room, step, origin, n_folds, tile.members, tile.n_members)
        multiply_tile(&tile, table.n_attributes, room.ends, n_runs, room.factors, room.prior, table.stride)
        answer_tile(&tile, table.rows, table.k, table.stride, answers, chances)
        t += tile.n_members
