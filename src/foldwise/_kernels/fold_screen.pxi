# Which class is most probable, for rows where it is clear, from an expansion of the logarithm of normal bins.
#
# With z the distance of a bin from the mean and h half its width, both in standard deviations,
#
#     log(Phi(z + h) - Phi(z - h)) = log(2 h phi(z)) + h^2 (z^2 - 1) / 6 - h^4 (z^4 / 180 + z^2 / 45 - 1 / 90) + r,
#
# a polynomial in z^2 up to r. By numerical integration |r| is at most 3.9 h^6 for |z| <= 4.5 and h <= 0.3, and 1150 h^6
# for |z| <= 12 and h <= 0.06. Bins that lie farther off, and distributions that are narrower, are worked out as ever. A
# row whose best class is not ahead of all others by more than the sum of such errors is doubtful.

from libc.math cimport log

cdef double NEAR = 4.5
cdef double WIDE = 0.3
cdef double VERY_WIDE = 0.06
cdef double UNIT_LOG = 519.8603854199589  # log(UNIT)
cdef double HALF_LOG_2PI = 0.9189385332046727


cdef struct Screen:
    double* scores                  # (n_classes, n): logarithms of products, row by row
    double* logs                    # (n,): of the factors of distinct values
    double* bins                    # (n,): of these values
    double* error                   # of a score, by class
    int32_t* value_of               # (n,): which of these values a row has, -1 if none


cdef Py_ssize_t list_bins(
    const Screen* screen, const int32_t* codes, const double* bins, const int32_t* test, Py_ssize_t n_test,
    int32_t* slots, int32_t* keys,
) noexcept nogil:
    """List the bins of the distinct values that the rows have, and return how many there are."""
    cdef Py_ssize_t t, n_slots = 0
    cdef int32_t d, slot
    for t in range(n_test):
        d = codes[test[t]]
        if d < 0:
            screen.value_of[t] = -1
            continue
        slot = slots[d]
        # Whatever is left in `slots` from before, a slot is that of a value only if it has the value as key.
        if slot >= n_slots or keys[slot] != d:
            slot = <int32_t>n_slots
            n_slots += 1
            slots[d], keys[slot] = slot, d
            screen.bins[slot] = bins[d]
        screen.value_of[t] = slot
    return n_slots


cdef inline double log_factor(double b, Normal normal, double least, double log_least) noexcept nogil:
    cdef double x = factor(b, normal.mean, normal.sd, least)
    return log_least if x == least else log(x)


cdef double log_factors(
    const double* bins, Py_ssize_t n_bins, Normal normal, double least, double log_least, double* out
) noexcept nogil:
    """Fill logarithms of factors, and return by how much they may be wrong."""
    cdef Py_ssize_t s
    cdef double h = 0.5 / normal.sd, h2 = h * h, h6 = h2 * h2 * h2, inverse = 2.0 * h, z, u, low, high, error
    cdef double square, linear, constant
    cdef bint any_outside = False
    if h > WIDE:
        for s in range(n_bins):
            out[s] = log_factor(bins[s], normal, least, log_least)
        return 1e-12
    low, high, error = -NEAR, NEAR, 5.0 * h6
    if h <= VERY_WIDE and least < 1e-40:
        low, high, error = -12.0, 6.0, 1500.0 * h6
    square = -h2 * h2 / 180.0
    linear = -0.5 + h2 / 6.0 - h2 * h2 / 45.0
    constant = log(inverse) - HALF_LOG_2PI - h2 / 6.0 + h2 * h2 / 90.0
    for s in range(n_bins):
        z = (bins[s] - normal.mean) * inverse
        u = z * z
        out[s] = (square * u + linear) * u + constant
        any_outside |= (z < low) | (z > high)
    if any_outside:
        for s in range(n_bins):
            z = (bins[s] - normal.mean) * inverse
            if z < low or z > high:
                out[s] = log_factor(bins[s], normal, least, log_least)
    # In the upper tail the difference of two numbers near 1 has lost some digits.
    return error + 1e-7 / h


cdef void screen_column(
    const Screen* screen, const Normal* normals, double least, Py_ssize_t k, Py_ssize_t n, Py_ssize_t n_slots,
    Py_ssize_t n_test,
) noexcept nogil:
    """Add the logarithms of an attribute to the scores of all rows, and their errors to those of the scores."""
    cdef Py_ssize_t c, t
    cdef double* scores
    cdef double log_least = log(least)
    for c in range(k):
        scores = screen.scores + c * n
        screen.error[c] += log_factors(screen.bins, n_slots, normals[c], least, log_least, screen.logs + 1)
        for t in range(n_test):
            scores[t] += screen.logs[screen.value_of[t] + 1]


cdef Py_ssize_t clear_winner(const Screen* screen, Py_ssize_t k, Py_ssize_t n, Py_ssize_t t) noexcept nogil:
    """Return the class that is most probable whatever the errors are, -1 if that is not clear."""
    cdef Py_ssize_t c, best = 0
    cdef const double* score = screen.scores + t
    for c in range(k):
        if score[c * n] > score[best * n]:
            best = c
    for c in range(k):
        # Logarithms of products of many factors are themselves rounded.
        if c != best and score[best * n] - score[c * n] <= screen.error[best] + screen.error[c] + 1e-6:
            return -1
    return best
