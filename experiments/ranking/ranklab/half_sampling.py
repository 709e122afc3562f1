"""Ten-fold cross-validation with a variance from random halves of the examples (HS10)."""

import numpy as np
from ranklab.evidence import DF, Parts, TenFold, fold_means, refer

# An estimate below this share of the corrected variance is noise of few halvings.
LEAST_SHARE = 0.2


def half_sampling(run):
    r"""Mean of ten-fold repeats over the root of its half-sampling variance.

    .. math:: V = \frac{1}{M} \sum_h \Big(\frac{T_{h1} - T_{h2}}{2}\Big)^2 - \tau^2

    Both halves of halving h are cross-validated by ten folds once. They are independent, so that the mean estimates
    half of the variance of a cross-validation on n/2 examples without bias, which is the variance on n where that goes
    by 1/n; tau^2, the variance of one repeat over partitions, takes off that of the partitions of the halves. At least
    a fifth of the corrected variance; Student's t with 99 degrees of freedom. Nadeau and Bengio (2003), Machine
    Learning 52, take such halves for their conservative Z, without carrying the variance on to n.
    """
    ten, variance = _ten_and_variance(Parts.of(run))
    return refer(ten.mean, variance, DF)


def half_sampling_max(run):
    """As `half_sampling`, with the corrected variance where it is larger."""
    ten, variance = _ten_and_variance(Parts.of(run))
    return refer(ten.mean, max(ten.corrected, variance), DF)


def half_sampling_controlled(run):
    r"""As `half_sampling`, with the losses of single examples as a control variate.

    With z the mean losses of examples at nine tenths of the size, around their mean, and e = 1 in one half and -1 in
    the other, x_h = sum(e z)/n has a second moment that is known, and goes with y_h = (T_h1 - T_h2)/2:

    .. math:: V = \frac{1}{M} \sum_h (y_h^2 - b^2 x_h^2) + b^2 E x^2 - \tau^2,\quad b = \sum x_h y_h / \sum x_h^2.

    Halves are stratified, so E x^2 is the sum over classes c of n_c / (n_c - 1) sum(z - mean_c)^2, over n^2.
    Glasserman (2003), Monte Carlo Methods in Financial Engineering, sect. 4.1, on control variates.
    """
    parts = Parts.of(run)
    ten = TenFold.of(*parts.ten)
    y = half_differences(*parts.halves)
    own = parts.ten[0].mean(axis=0)
    z, n = own - own.mean(), own.size
    signs = np.where(parts.halves[1][::2] >= 0, 1.0, -1.0)
    x = signs @ z / n
    b = (x * y).sum() / (x**2).sum() if x.any() else 0.0
    variance = (y**2 - b**2 * x**2).mean() + b**2 * second_moment(z, run.target.values) - ten.partition
    return refer(ten.mean, max(variance, LEAST_SHARE * ten.corrected), DF)


def half_differences(d, folds):
    """Half of the difference between the halves of every halving: rows 2 h and 2 h + 1."""
    means = fold_means(d, folds).mean(axis=1)
    return (means[::2] - means[1::2]) / 2


def half_sampling_variance(parts, ten):
    """Return the variance of `half_sampling`."""
    variance = float(np.square(half_differences(*parts.halves)).mean()) - ten.partition
    return max(variance, LEAST_SHARE * ten.corrected)


def _ten_and_variance(parts):
    ten = TenFold.of(*parts.ten)
    return ten, half_sampling_variance(parts, ten)


def second_moment(z, classes):
    """Mean square of sum(e z)/n over all halvings that halve every class; what an odd example adds is left out."""
    groups = [z[classes == c] for c in np.unique(classes)]
    around = sum(
        group.size / (group.size - 1) * np.square(group - group.mean()).sum() for group in groups if group[1:].size
    )
    return around / z.size**2
