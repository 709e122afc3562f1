# cython: freethreading_compatible=True
"""Sums, parameters and probabilities of naive Bayes with normal and nominal attributes.

A numeric value is replaced by the number of its bin, ``rint(value / step)``, counted from the bin of the least training
value. With whole weights its sums are then whole numbers too, and exact as long as they stay below 2**53: they depend
neither on the order of the rows nor on whether rows were added or taken away.

A table has rows of doubles; ``n_values[a]`` is 0 for a numeric attribute, else the number of values, whose codes are
stored as doubles. NaN is missing. The counts of nominal attribute a begin at ``start[a]``, class by class.
"""

from libc.stdint cimport int32_t, int64_t

include "normal_bins.pxi"
include "class_products.pxi"


def steps(
    const double[:, ::1] columns,
    const int32_t[::1] attribute,
    double[::1] step,
    double[::1] origin,
    int64_t[::1] n_bins,
):
    """Fill the mean gap between distinct values, the first bin and the number of bins up to the last value.

    Row j of `columns` is numeric attribute ``attribute[j]`` in ascending order, NaN last. The step is 0.01 if no two
    values differ. An attribute without values has no bins.
    """
    cdef Py_ssize_t j, i, a, n_gaps
    cdef double gaps, last
    with nogil:
        for j in range(columns.shape[0]):
            a = attribute[j]
            step[a], origin[a], n_bins[a] = mean_gap(0.0, 0), 0.0, 0
            last = columns[j, 0]
            if last != last:
                continue
            # Summed gap by gap, not as last - first: the last digit decides which bin a value in the middle gets.
            gaps, n_gaps = 0.0, 0
            for i in range(1, columns.shape[1]):
                if columns[j, i] > last:
                    gaps = gaps + (columns[j, i] - last)
                    last = columns[j, i]
                    n_gaps += 1
            step[a] = mean_gap(gaps, n_gaps)
            origin[a] = bin_of(columns[j, 0], step[a])
            n_bins[a] = <int64_t>(bin_of(last, step[a]) - origin[a]) + 1


def add(
    const double[:, ::1] X,
    const int32_t[::1] y,
    const double[::1] weight,
    const int32_t[::1] n_values,
    const int64_t[::1] start,
    const double[::1] step,
    const double[::1] origin,
    double[::1] class_weight,
    double[:, :, ::1] sums,
    double[::1] counts,
):
    """Add rows to the weight of each class, to ``sums[a, class]`` and to the counts of nominal values.

    The sums are those of the weights of known values, of weight times bin, and of weight times squared bin.
    """
    cdef Py_ssize_t i, a, c
    cdef double value, w
    with nogil:
        for i in range(X.shape[0]):
            c, w = y[i], weight[i]
            class_weight[c] += w
            for a in range(X.shape[1]):
                value = X[i, a]
                if value != value:
                    continue
                if n_values[a]:
                    counts[start[a] + c * n_values[a] + <Py_ssize_t>value] += w
                else:
                    value = bin_of(value, step[a]) - origin[a]
                    sums[a, c, 0] += w
                    sums[a, c, 1] += w * value
                    sums[a, c, 2] += w * value * value


def finish(
    const double[::1] class_weight,
    const double[:, :, ::1] sums,
    const double[::1] counts,
    const int32_t[::1] n_values,
    const int64_t[::1] start,
    const double[::1] step,
    const double[::1] origin,
    double[::1] prior,
    double[:, ::1] mean,
    double[:, ::1] sd,
    double[::1] chance,
):
    """Turn sums into parameters.

    `mean` and `sd`, of shape (attributes, classes), are in bins, the mean counted from `origin`; nominal attributes
    are left alone there. `chance` has the probabilities of nominal values, laid out as `counts`.
    """
    cdef Py_ssize_t a, c, v, at, k = class_weight.shape[0]
    cdef double total = 0.0, known
    cdef Normal normal
    with nogil:
        for c in range(k):
            total = total + class_weight[c]
        for c in range(k):
            prior[c] = (class_weight[c] + 1.0) / (total + <double>k)
        for a in range(n_values.shape[0]):
            for c in range(k):
                if n_values[a]:
                    at = start[a] + c * n_values[a]
                    known = 0.0
                    for v in range(n_values[a]):
                        known = known + counts[at + v]
                    for v in range(n_values[a]):
                        chance[at + v] = (counts[at + v] + 1.0) / (known + <double>n_values[a])
                    continue
                normal = normal_of(sums[a, c, 0], sums[a, c, 1], sums[a, c, 2], step[a], origin[a])
                mean[a, c], sd[a, c] = normal.mean, normal.sd


cdef void tabulate(int64_t n_bins, double mean, double sd, double least, double* table) noexcept nogil:
    """Fill in the factor of every bin; what lies below an edge serves both bins that it separates."""
    cdef Py_ssize_t v
    cdef double low = below((-0.5 - mean) / sd), high
    for v in range(n_bins):
        high = below((<double>v + 0.5 - mean) / sd)
        table[v] = larger(high - low, least)
        low = high


cdef inline void times(double* product, int32_t* units, double by) noexcept nogil:
    product[0] *= by
    lift(product, units)


def predict(
    const double[:, ::1] X,
    const int32_t[::1] n_values,
    const int64_t[::1] start,
    const double[::1] step,
    const double[::1] origin,
    const int64_t[::1] n_bins,
    const double[::1] prior,
    const double[:, ::1] mean,
    const double[:, ::1] sd,
    const double[::1] chance,
    double[::1] table,
    int32_t[:, ::1] units,
    double[:, ::1] out,
):
    """Fill `out`, of shape (rows, classes), with probabilities.

    `units`, of the same shape, is room to work in; `table` has room for one number per bin and class of any attribute
    with at most twice as many bins as X has rows: there it pays to work out every bin beforehand.
    """
    cdef Py_ssize_t i, a, c, at, k = prior.shape[0], n = X.shape[0]
    cdef double value, least
    cdef bint tabled
    with nogil:
        for i in range(n):
            for c in range(k):
                out[i, c] = prior[c]
                units[i, c] = 0
        for a in range(X.shape[1]):
            least = least_factor(step[a])
            tabled = not n_values[a] and n_bins[a] <= 2 * n
            if tabled:
                for c in range(k):
                    tabulate(n_bins[a], mean[a, c], sd[a, c], least, &table[0] + c * n_bins[a])
            for i in range(n):
                value = X[i, a]
                if value != value:
                    continue
                if n_values[a]:
                    at = start[a] + <Py_ssize_t>value
                    for c in range(k):
                        times(&out[i, c], &units[i, c], chance[at + c * n_values[a]])
                    continue
                value = bin_of(value, step[a]) - origin[a]
                if tabled and 0.0 <= value < <double>n_bins[a]:
                    at = <Py_ssize_t>value
                    for c in range(k):
                        times(&out[i, c], &units[i, c], table[at + c * n_bins[a]])
                else:
                    for c in range(k):
                        times(&out[i, c], &units[i, c], factor(value, mean[a, c], sd[a, c], least))
        for i in range(n):
            share_out(&out[i, 0], &units[i, 0], k)


expand()
