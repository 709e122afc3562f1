# What a node has of each class, and how much of it is outside the largest.


cdef inline double xlog(const Work* work, double x) noexcept nogil:
    """x log2 x; 0 where nothing is left but what rounding leaves."""
    return x_log2_x(work.log_heads, x if x > SMALL else 1.0)


cdef extern from *:
    """
    /* The largest count, or the first that no later one exceeds by more than a little: in turn, each waits for the one
       before, so that those near the largest are looked for at first. */
    static inline double largest_count(const double* restrict counts, int n, double little)
    {
        double most = 0.0, odd = 0.0;
        int near = 0, c = 0;
        for (; c + 1 < n; c += 2) {
            most = counts[c] > most ? counts[c] : most;
            odd = counts[c + 1] > odd ? counts[c + 1] : odd;
        }
        if (c < n) most = counts[c] > most ? counts[c] : most;
        most = odd > most ? odd : most;
        for (c = 0; c < n; c++) near |= (counts[c] >= most - 2 * little) & (counts[c] < most);
        if (near) {
            most = 0.0;
            for (c = 0; c < n; c++) most = counts[c] - most > little ? counts[c] : most;
        }
        return most;
    }
    """
    double largest_count(const double* counts, int n, double little) noexcept nogil


cdef double wrong(const double* counts, int32_t n_classes, double weight) noexcept nogil:
    """Weight outside the largest class."""
    return weight - largest_count(counts, n_classes, SMALL)


cdef void count_classes(Work* work, const Table* table, Frame* frame) noexcept nogil:
    """Set the class counts of the node, and the weights of its rows where they are looked up.

    Where no row is a share of one, counting takes the place of weighing from here on.
    """
    cdef double* counts = work.counts + <Py_ssize_t> frame.node * table.n_classes
    cdef const int32_t* rows = work.rows + frame.at.rows
    cdef const double* weights = NULL if frame.at.weights < 0 else work.weights + frame.at.weights
    cdef const int32_t* y = table.y
    cdef int32_t* known = work.known
    cdef Py_ssize_t t
    cdef int32_t c
    cdef double weight = 0.0, first = 0.0, second = 0.0
    cdef bint whole = True
    if frame.at.weights >= 0:
        for t in range(frame.n):
            if weights[t] != 1.0 or not (table.unit_rows or table.weight[rows[t]] == 1.0):
                whole = False
                break
        if whole:
            frame.at.weights = -1
    if frame.at.weights < 0:
        memset(known, 0, table.n_classes * sizeof(int32_t))
        for t in range(frame.n):
            known[y[rows[t]]] += 1
        for c in range(table.n_classes):
            counts[c] = known[c]
        weight = <double> frame.n
    elif table.n_classes == 2:
        # Sums that stay in registers wait less; adding nothing changes no bit of them.
        for t in range(frame.n):
            c = y[rows[t]]
            work.now[rows[t]] = weights[t]
            first += weights[t] * (1 - c)
            second += weights[t] * c
            weight += weights[t]
        counts[0] = first
        counts[1] = second
    else:
        memset(counts, 0, table.n_classes * sizeof(double))
        for t in range(frame.n):
            work.now[rows[t]] = weights[t]
            counts[y[rows[t]]] += weights[t]
            weight += weights[t]
    work.nodes[frame.node].weight = weight
    work.nodes[frame.node].errors = wrong(counts, table.n_classes, weight)
