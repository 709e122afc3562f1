# Lists of the nearest rows of every row.

from libc.math cimport INFINITY, nextafter
from libc.stdint cimport int8_t, int32_t, int64_t


def list_neighbors(
    const double[:, :, ::1] blocks,
    const double[:, ::1] least,
    const double[:, ::1] most,
    const int8_t[::1] kind,
    const double[:, ::1] positions,
    const int32_t[::1] queries,
    Py_ssize_t room,
    double[::1] bounds,
    const int64_t[::1] begins,
    int32_t[::1] neighbors,
    double[::1] distances,
    int32_t[::1] sizes,
    double[::1] horizons,
):
    """List up to `room` nearest other rows of each row in `queries`, nearest first.

    `blocks`, `least` and `most` are as `nearest_neighbor.pack` leaves them, `positions` has the same rows in the same
    order. The list of a row stands in `neighbors` and `distances` from `begins` on and has `sizes` entries: of equally
    distant rows all or none, and no row outside it is nearer than `horizons`. `bounds` (one per block) is room to work
    in.
    """
    cdef Py_ssize_t q, i, j, at, size, step, b, other, n_columns = kind.shape[0], n_blocks = blocks.shape[0]
    cdef Py_ssize_t n_rows = positions.shape[0]
    cdef double limit, lost
    cdef double distance[ROWS]
    cdef int32_t* rows
    cdef double* near
    with nogil:
        for q in range(queries.shape[0]):
            i = queries[q]
            rows, near = &neighbors[begins[i]], &distances[begins[i]]
            bound_blocks(&positions[i, 0], &kind[0], n_columns, n_blocks, &least[0, 0], &most[0, 0], &bounds[0])
            size, limit, lost = 0, INFINITY, INFINITY
            for step in range(2 * n_blocks):
                # Outwards from its own block: blocks that follow each other hold near rows.
                b = i // ROWS + ((step + 1) // 2 if step % 2 else -(step // 2))
                if b < 0 or b >= n_blocks or bounds[b] > limit:
                    continue
                if not measure(&positions[i, 0], &kind[0], n_columns, &blocks[b, 0, 0], limit, distance):
                    continue
                for j in range(ROWS):
                    other = b * ROWS + j
                    if distance[j] > limit or other == i or other >= n_rows:
                        continue
                    if size == room:
                        # Either it or the last of the list is left out.
                        lost = limit
                        if distance[j] == limit:
                            continue
                        size -= 1
                    at = size
                    while at > 0 and near[at - 1] > distance[j]:
                        near[at], rows[at] = near[at - 1], rows[at - 1]
                        at -= 1
                    near[at], rows[at] = distance[j], <int32_t>other
                    size += 1
                    if size == room:
                        limit = near[room - 1]
            if size == n_rows - 1:
                horizons[i] = INFINITY
            elif lost > limit:
                horizons[i] = nextafter(limit, INFINITY)
            else:
                while size > 0 and near[size - 1] == limit:
                    size -= 1
                horizons[i] = limit
            sizes[i] = <int32_t>size
