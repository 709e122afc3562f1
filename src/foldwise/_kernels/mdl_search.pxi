# Entropy cuts of a numeric attribute whose examples are in ascending order.

from libc.math cimport fmax, log, pow
from libc.stdint cimport int32_t, int64_t, uint8_t

cdef double LN2 = 0.6931471805599453
cdef uint8_t CANDIDATE = 1
cdef uint8_t CUT = 2


cdef struct Logs:
    const double* table
    double limit


cdef struct Side:
    double logs
    double weight
    int n_present


cdef inline double x_log_x(double x, Logs known) noexcept nogil:
    # Rounding can leave less than nothing of weights of very different size.
    if x <= 0.0:
        return 0.0
    if x < known.limit and <double>(<Py_ssize_t>x) == x:
        return known.table[<Py_ssize_t>x]
    return x * log(x)


cdef inline Side describe(const double* weight, const int64_t* rows, Py_ssize_t k, Logs known) noexcept nogil:
    cdef Side side
    cdef Py_ssize_t c
    side.logs, side.weight, side.n_present = 0.0, 0.0, 0
    for c in range(k):
        # What is left of a fractional weight after its rows have gone is rounding.
        if rows[c]:
            side.logs = side.logs + x_log_x(weight[c], known)
            side.weight = side.weight + weight[c]
            side.n_present += 1
    return side


cdef inline double entropy(Side side, Logs known) noexcept nogil:
    return (x_log_x(side.weight, known) - side.logs) / (side.weight * LN2)


cdef inline double description(int n_classes) noexcept nogil:
    """Return log2(3**k - 2); for many classes the power would overflow, and the 2 is lost long before."""
    return log(pow(3.0, n_classes) - 2.0) / LN2 if n_classes < 50 else n_classes * log(3.0) / LN2


cdef bint accepted(Side whole, Side left, Side right, Logs known) noexcept nogil:
    cdef double before = entropy(whole, known), below = entropy(left, known), above = entropy(right, known)
    cdef double gain = before - (left.weight * below + right.weight * above) / whole.weight
    cdef double delta = description(whole.n_present) - (
        whole.n_present * before - left.n_present * below - right.n_present * above
    )
    # Below weight 2 the logarithm would turn negative, and cuts easier to accept the less evidence there is.
    return gain > (log(fmax(whole.weight - 1.0, 1.0)) / LN2 + delta) / whole.weight


cdef Py_ssize_t best_cut(
    Py_ssize_t first,
    Py_ssize_t stop,
    const int32_t* y,
    const double* weight,
    const uint8_t* mark,
    Py_ssize_t k,
    Logs known,
    double* class_weight,
    int64_t* class_rows,
) noexcept nogil:
    """Return the last row before the accepted cut of rows `first` to `stop`, -1 if there is none."""
    cdef Side whole, left, right, best_left, best_right
    cdef Py_ssize_t i, c, best = -1
    cdef double score, best_score, slack
    for c in range(2 * k):
        class_weight[c] = 0.0
        class_rows[c] = 0
    for i in range(first, stop):
        class_weight[k + y[i]] += weight[i]
        class_rows[k + y[i]] += 1
    whole = describe(class_weight + k, class_rows + k, k, known)
    # Minus the entropy that a cut leaves, but for a factor that is the same for all cuts: the greatest is the best.
    best_score = whole.logs - x_log_x(whole.weight, known)
    # Equally good cuts are common, and only rounding tells them apart: the order of the classes must not choose.
    slack = 1e-12 * whole.weight
    for i in range(first, stop - 1):
        c = y[i]
        class_weight[c] += weight[i]
        class_rows[c] += 1
        class_weight[k + c] -= weight[i]
        class_rows[k + c] -= 1
        if mark[i] == CANDIDATE:
            left = describe(class_weight, class_rows, k, known)
            right = describe(class_weight + k, class_rows + k, k, known)
            score = (left.logs - x_log_x(left.weight, known)) + (right.logs - x_log_x(right.weight, known))
            if score > best_score + slack:
                best, best_score, best_left, best_right = i, score, left, right
    return best if best >= 0 and accepted(whole, best_left, best_right, known) else -1


cdef void find_candidates(const double* values, const int32_t* y, Py_ssize_t n, uint8_t* mark) noexcept nogil:
    """Mark the last row of each group of equal values unless it and the next group have one and the same class.

    Between such groups entropy is never least (Fayyad and Irani, theorem 1).
    """
    cdef Py_ssize_t i, last = -1
    cdef int32_t only = -1, before = -2
    for i in range(n):
        mark[i] = 0
        if i == last + 1:
            only = y[i]
        elif y[i] != only:
            only = -1
        if i + 1 == n or values[i] < values[i + 1]:
            if last >= 0 and (only < 0 or only != before):
                mark[last] = CANDIDATE
            last, before = i, only


cdef Py_ssize_t find_cuts(
    const double* values,
    const int32_t* y,
    const double* weight,
    Py_ssize_t n,
    Py_ssize_t k,
    Logs known,
    uint8_t* mark,
    double* class_weight,
    int64_t* class_rows,
    double* cuts,
) noexcept nogil:
    """Fill `cuts` in ascending order and return how many there are; each is marked as CUT on the last row before it."""
    cdef Py_ssize_t first = 0, stop, at, n_cuts = 0
    cdef double middle
    while first < n:
        stop = first
        while stop < n - 1 and mark[stop] != CUT:
            stop += 1
        stop += 1
        at = best_cut(first, stop, y, weight, mark, k, known, class_weight, class_rows)
        if at >= 0:
            mark[at] = CUT
            continue
        if stop < n:
            middle = (values[stop - 1] + values[stop]) / 2.0
            # Between neighbouring doubles there is no middle, and that of huge ones overflows.
            cuts[n_cuts] = middle if values[stop - 1] <= middle < values[stop] else values[stop - 1]
            n_cuts += 1
        first = stop
    return n_cuts
