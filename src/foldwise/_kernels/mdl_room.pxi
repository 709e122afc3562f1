# What the kernel of naive Bayes after cuts reads, and where it works.

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport realloc


cdef struct Entries:                # of a numeric attribute
    Py_ssize_t n, n_values
    const int32_t* code             # place of the value among the distinct values
    const int32_t* y
    const int32_t* n_rows
    const int32_t* of_row           # entry of each example, -1 if its value is missing
    const double* values            # distinct values


cdef struct Table:
    Py_ssize_t n, n_attributes, n_nominal, n_numeric, n_nominal_factors, k, stride
    const int32_t* rows
    const int32_t* y
    const int32_t* n_rows           # of each class
    const int32_t* attributes       # of all columns of `offsets`, then of the numeric ones
    const int32_t* offsets          # (n, n_nominal): where the factors of nominal values begin
    const int32_t* nominal          # (n_nominal, 3): column of `offsets`, where its factors begin, number of values
    const int32_t* counts           # of all rows, laid out as the factors of nominal values


cdef struct Room:
    Entries* entries
    Logs logs
    double* factors                 # grows
    Py_ssize_t n_factors
    double* prior
    double* known
    double* values
    double* weight
    double* cuts
    double* class_weight
    int64_t* class_rows
    int32_t* code
    int32_t* members
    int32_t* start
    int32_t* counts
    int32_t* n_rows
    int32_t* left                   # examples of each entry that are trained on
    int32_t* y
    int32_t* interval_counts        # grows
    Py_ssize_t n_interval_counts
    int32_t* interval               # of each distinct value
    int32_t* bits
    int32_t* order
    int32_t* ends
    int32_t* offsets                # (n, n_attributes)
    Tile tile
    uint8_t* mark


cdef size_t furnish(Room* room, const Table* table, Py_ssize_t n_folds, char* arena) noexcept nogil:
    """Lay out `room` in the arena, and return how many bytes that takes."""
    cdef size_t used = 0, d = sizeof(double), i = sizeof(int32_t), n = table.n, k = table.k
    room.entries = <Entries*>carve(arena, &used, table.n_numeric, sizeof(Entries))
    room.tile.products = <double*>carve(arena, &used, TILE * table.stride, d)
    room.prior = <double*>carve(arena, &used, table.stride, d)
    room.known = <double*>carve(arena, &used, table.stride, d)
    room.values = <double*>carve(arena, &used, n, d)
    room.weight = <double*>carve(arena, &used, n, d)
    room.cuts = <double*>carve(arena, &used, n, d)
    room.class_weight = <double*>carve(arena, &used, 2 * k, d)
    room.class_rows = <int64_t*>carve(arena, &used, 2 * k, sizeof(int64_t))
    room.code = <int32_t*>carve(arena, &used, n, i)
    room.members = <int32_t*>carve(arena, &used, n, i)
    room.start = <int32_t*>carve(arena, &used, n_folds + 3, i)
    room.counts = <int32_t*>carve(arena, &used, table.n_nominal_factors, i)
    room.n_rows = <int32_t*>carve(arena, &used, k, i)
    room.left = <int32_t*>carve(arena, &used, n, i)
    room.y = <int32_t*>carve(arena, &used, n, i)
    room.interval = <int32_t*>carve(arena, &used, n, i)
    room.bits = <int32_t*>carve(arena, &used, table.n_attributes, i)
    room.order = <int32_t*>carve(arena, &used, table.n_attributes, i)
    room.ends = <int32_t*>carve(arena, &used, table.n_attributes, i)
    room.offsets = <int32_t*>carve(arena, &used, n * table.n_attributes, i)
    room.tile.units = <int32_t*>carve(arena, &used, TILE * table.stride, i)
    room.mark = <uint8_t*>carve(arena, &used, n, 1)
    return used


cdef bint make_room(Room* room, Py_ssize_t n_factors, Py_ssize_t n_counts) noexcept nogil:
    """Let the two lists that depend on the number of cuts grow; return whether there was memory."""
    cdef void* larger
    if n_factors > room.n_factors:
        larger = realloc(room.factors, 2 * n_factors * sizeof(double))
        if not larger:
            return False
        room.factors, room.n_factors = <double*>larger, 2 * n_factors
    if n_counts > room.n_interval_counts:
        larger = realloc(room.interval_counts, 2 * n_counts * sizeof(int32_t))
        if not larger:
            return False
        room.interval_counts, room.n_interval_counts = <int32_t*>larger, 2 * n_counts
    return True
