# What the kernel of naive Bayes in folds reads, and where it works.

from libc.stdint cimport int32_t


cdef struct Table:
    Py_ssize_t n, n_attributes, n_tabled, n_nominal, n_numeric, n_sparse, n_factors, k, stride, n_most
    const int32_t* rows
    const int32_t* y
    const int32_t* n_rows           # of each class
    const int32_t* tabled           # attributes whose factors are all in the table
    const int32_t* offsets          # (n, n_tabled): where the factors of their values begin
    const int32_t* nominal          # (n_nominal, 3): place among these, where its factors begin, number of values
    const int32_t* counts           # of all rows, laid out as the factors of the table
    const int32_t* numeric          # (n_numeric, 2): attribute, where its factors begin; 0 if it has too many values


cdef struct Room:
    Column* columns
    Sums* sums
    Normal* normals                 # (n_numeric, k)
    double* factors
    double* prior
    double* known
    double* edge
    double* total
    double* bins
    double* step                    # (n_numeric, n_folds)
    double* origin
    double* gaps
    Screen screen
    int32_t* code
    int32_t* members
    int32_t* start
    int32_t* holder
    int32_t* n_lost
    int32_t* counts
    int32_t* n_rows
    int32_t* bits
    int32_t* order                  # all attributes
    int32_t* ends
    int32_t* slots
    int32_t* keys
    int32_t* offsets
    Tile tile
    int32_t* doubtful
    char* needed


cdef size_t furnish(Room* room, const Table* table, Py_ssize_t n_folds, bint is_screened, char* arena) noexcept nogil:
    """Lay out `room` in the arena, and return how many bytes that takes."""
    cdef size_t used = 0, d = sizeof(double), i = sizeof(int32_t), m = table.n_most
    room.columns = <Column*>carve(arena, &used, table.n_numeric, sizeof(Column))
    room.sums = <Sums*>carve(arena, &used, table.n_numeric, sizeof(Sums))
    room.normals = <Normal*>carve(arena, &used, table.n_numeric * table.k, sizeof(Normal))
    room.factors = <double*>carve(arena, &used, table.n_factors + table.n_sparse * TILE * table.stride, d)
    room.tile.products = <double*>carve(arena, &used, TILE * table.stride, d)
    room.prior = <double*>carve(arena, &used, table.stride, d)
    room.known = <double*>carve(arena, &used, table.stride, d)
    room.edge = <double*>carve(arena, &used, table.k, d)
    room.total = <double*>carve(arena, &used, 3 * table.k, d)
    room.bins = <double*>carve(arena, &used, m, d)
    room.step = <double*>carve(arena, &used, table.n_numeric * n_folds, d)
    room.origin = <double*>carve(arena, &used, table.n_numeric * n_folds, d)
    room.gaps = <double*>carve(arena, &used, n_folds, d)
    if is_screened:
        room.screen.scores = <double*>carve(arena, &used, table.n * table.k, d)
        room.screen.logs = <double*>carve(arena, &used, table.n + 1, d)
        room.screen.bins = <double*>carve(arena, &used, table.n, d)
        room.screen.error = <double*>carve(arena, &used, table.k, d)
        room.screen.value_of = <int32_t*>carve(arena, &used, table.n, i)
        room.doubtful = <int32_t*>carve(arena, &used, table.n, i)
    room.code = <int32_t*>carve(arena, &used, table.n, i)
    room.members = <int32_t*>carve(arena, &used, table.n, i)
    room.start = <int32_t*>carve(arena, &used, n_folds + 3, i)
    room.holder = <int32_t*>carve(arena, &used, m, i)
    room.n_lost = <int32_t*>carve(arena, &used, n_folds, i)
    room.counts = <int32_t*>carve(arena, &used, table.n_factors, i)
    room.n_rows = <int32_t*>carve(arena, &used, table.k, i)
    room.bits = <int32_t*>carve(arena, &used, table.n_attributes, i)
    room.order = <int32_t*>carve(arena, &used, table.n_attributes, i)
    room.ends = <int32_t*>carve(arena, &used, table.n_attributes, i)
    room.slots = <int32_t*>carve(arena, &used, m, i)
    room.keys = <int32_t*>carve(arena, &used, max(table.n, TILE), i)
    room.offsets = <int32_t*>carve(arena, &used, TILE * table.n_attributes, i)
    room.tile.units = <int32_t*>carve(arena, &used, TILE * table.stride, i)
    room.needed = <char*>carve(arena, &used, m, 1)
    return used
