# How many errors C4.5 fears of a leaf, for both kernels of its trees.

from libc.math cimport pow, sqrt


cdef double extra_errors(double n, double errors, double confidence, double z) noexcept nogil:
    """Upper confidence limit of the errors beyond those seen (Quinlan; interpolated below one error)."""
    cdef double none, one, f, r
    if errors < 1:
        none = n * (1 - pow(confidence, 1 / n))
        if errors == 0:
            return none
        one = extra_errors(n, 1.0, confidence, z)
        return none + errors * (one - none)
    if errors + 0.5 >= n:
        return n - errors if n > errors else 0.0
    f = (errors + 0.5) / n
    r = (f + z * z / (2 * n) + z * sqrt(f / n - f * f / n + z * z / (4 * n * n))) / (1 + z * z / n)
    return r * n - errors
