# cython: freethreading_compatible=True
"""Slice sampling of the scale and the degrees of freedom behind numbers that are drawn from Student's t.

Each move goes along a line in the plane of log(df - 1) and log(scale): a level below the density at the present point,
an interval around it, and points of that interval, which shrinks to each that lies below the level, until one does not
(Neal, 2003, "Slice sampling", Annals of Statistics 31). All random numbers are handed in.
"""

from libc.math cimport INFINITY, exp, floor, lgamma, log, log1p


cdef double _log_density(
    double log_df, double log_scale, const double[::1] squares, const double[::1] limits, const double[::1] prior, double low,
    double step,
) noexcept nogil:
    cdef Py_ssize_t i, n = squares.shape[0], place
    cdef double df, per_df, tails = 0.0, at = (log_df - low) / step
    if not (at >= 0.0 and at <= prior.shape[0] - 1 and log_scale >= limits[0] and log_scale <= limits[1]):
        return -INFINITY
    place = <Py_ssize_t>floor(at)
    if place == prior.shape[0] - 1:
        place -= 1
    at -= place
    df = 1.0 + exp(log_df)
    per_df = exp(-2.0 * log_scale) / df
    for i in range(n):
        tails += log1p(squares[i] * per_df)
    return (
        n * (lgamma(0.5 * (df + 1.0)) - lgamma(0.5 * df) - 0.5 * log(df))
        - 0.5 * (df + 1.0) * tails
        # The scale itself, not its logarithm, is uniform before the data.
        - (n - 1) * log_scale
        + (1.0 - at) * prior[place] + at * prior[place + 1]
    )


def move(
    double[:, ::1] position,
    const double[:, ::1] squares,
    const double[:, ::1] limits,
    const double[::1] prior,
    double low,
    double step,
    const double[:, :, ::1] lines,
    const double[:, :, ::1] uniforms,
):
    """Move each chain along its lines, one after the other; a chain that finds no point stays where it is.

    Parameters
    ----------
    position : of shape (n_chains, 2)
        log(df - 1) and log(scale), moved in place.
    squares : of shape (n_chains, n)
        Squared distances of the numbers from their centre.
    limits : of shape (n_chains, 2)
        Smallest and largest log(scale).
    prior : of shape (n_points,)
        Log density of log(df - 1) at points from `low` on, `step` apart; linear in between, 0 outside.
    lines : of shape (n_chains, n_moves, 3)
        Direction of each move in the plane, and length of the interval.
    uniforms : of shape (n_chains, n_moves, 2 + n_tries)
        For the level, for the place of the interval, and for the points.
    """
    cdef Py_ssize_t chain, turn, attempt, n_tries = uniforms.shape[2]
    cdef double level, left, right, t, x, y
    with nogil:
        for chain in range(position.shape[0]):
            for turn in range(lines.shape[1]):
                x, y = position[chain, 0], position[chain, 1]
                # One less the number, which is never 0.
                level = log(1.0 - uniforms[chain, turn, 0]) + _log_density(
                    x, y, squares[chain], limits[chain], prior, low, step
                )
                left = -lines[chain, turn, 2] * uniforms[chain, turn, 1]
                right = left + lines[chain, turn, 2]
                for attempt in range(2, n_tries):
                    t = left + (right - left) * uniforms[chain, turn, attempt]
                    position[chain, 0] = x + t * lines[chain, turn, 0]
                    position[chain, 1] = y + t * lines[chain, turn, 1]
                    if _log_density(
                        position[chain, 0], position[chain, 1], squares[chain], limits[chain], prior, low, step
                    ) >= level:
                        break
                    if t < 0.0:
                        left = t
                    else:
                        right = t
                else:
                    position[chain, 0], position[chain, 1] = x, y
