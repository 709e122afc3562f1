# Products of many small factors, one for each class, as a double times a power of UNIT; and what they say of a row.

from libc.math cimport ldexp
from libc.stdint cimport int32_t

cdef double SMALL = 2.0**-250
cdef double UNIT = 2.0**750
cdef int UNIT_POWER = 750
cdef double[2] SCALES = [1.0, UNIT]


cdef inline void lift(double* product, int32_t* units) noexcept nogil:
    # By arithmetic: which products are small is anyone's guess, and wrong guesses of the processor cost more.
    cdef bint is_small = product[0] < SMALL
    product[0] *= SCALES[is_small]
    units[0] -= is_small


cdef void share_out(double* product, const int32_t* units, Py_ssize_t k) noexcept nogil:
    """Turn products into probabilities."""
    cdef Py_ssize_t c
    cdef int32_t top = units[0]
    cdef double total = 0.0
    for c in range(1, k):
        if units[c] > top:
            top = units[c]
    for c in range(k):
        if units[c] < top:
            product[c] = ldexp(product[c], UNIT_POWER * (units[c] - top))
        total = total + product[c]
    for c in range(k):
        product[c] /= total
