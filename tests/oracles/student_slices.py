"""Slice sampling along lines, one chain and one point at a time, with scipy's Student t."""

import math

import numpy as np
from scipy.stats import t as student


def log_density(position, squares, limits, points, log_prior):
    """Log of prior times likelihood in log(df - 1) and log(scale): the scale is uniform, so its logarithm weighs it."""
    log_df, log_scale = position
    if not (points[0] <= log_df <= points[-1] and limits[0] <= log_scale <= limits[1]):
        return -math.inf
    likelihood = student.logpdf(np.sqrt(squares), 1 + math.exp(log_df), scale=math.exp(log_scale)).sum()
    return likelihood + log_scale + np.interp(log_df, points, log_prior)


def move(position, squares, limits, points, log_prior, lines, uniforms):
    """Return where one chain is after its lines."""
    for (along_df, along_scale, length), (for_level, for_place, *tries) in zip(lines, uniforms, strict=True):
        level = log_density(position, squares, limits, points, log_prior) + math.log(1 - for_level)
        left = -length * for_place
        right = left + length
        for u in tries:
            t = left + (right - left) * u
            point = (position[0] + t * along_df, position[1] + t * along_scale)
            if log_density(point, squares, limits, points, log_prior) >= level:
                position = point
                break
            left, right = (t, right) if t < 0 else (left, t)
    return position
