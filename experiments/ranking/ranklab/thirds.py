"""Reverse three-fold cross-validation with an unbiased variance (F33)."""

import numpy as np
from ranklab.evidence import losses_of, refer


def reversed_thirds(run):
    r"""Mean over thirds trained on, over the root of the unbiased variance of a U-statistic.

    Every example is tested by what was trained on one third of the examples. With d(S; i) the difference of losses on i
    of what was trained on S, and T the mean over all S and i,

    .. math:: V_F = T^2 - \mathrm{mean}\, d(S; i)\, d(S'; i')

    over disjoint S, i, S', i', has the variance of T as its mean. Each partition into thirds S, S', R gives such pairs:
    i and i' in R. Taken around the mean l of each example, with z = l - T, e = d(S; .) - l and e' = d(S'; .) - l on R,

    .. math:: V_F = V_\mathrm{own} - \mathrm{mean} \Big\{ \frac{\sum z (\sum e + \sum e') - \sum z (e + e')
              + \sum e \sum e' - \sum e e'}{|R| (|R| - 1)} + T \frac{\sum e + \sum e'}{|R|} \Big\},

    V_own = sum(z^2)/(n (n - 1)), which is also the least that is used. Student's t with n/3 - 1 degrees of freedom; the
    null hypothesis is about training sets of n/3. Fuchs, Hornung, De Bin and Boulesteix (2013), A U-statistic estimator
    for the variance of resampling-based error estimators, University of Munich, technical report 148.
    """
    d, folds = losses_of(run)
    n = d.shape[1]
    mean, own, unbiased = thirds(d.reshape(-1, 3, n), (folds == 0).reshape(-1, 3, n))
    return refer(mean, max(unbiased, own), n / 3 - 1)


def thirds(d, tested):
    """Return T, V_own and V_F for differences and what is tested, both of shape (n_repeats, 3, n)."""
    n = d.shape[2]
    means = d.sum(axis=(0, 1)) / tested.sum(axis=(0, 1))
    own = np.square(means - means.mean()).sum() / (n * (n - 1))
    products = np.mean([_products(d, tested, means, third) for third in range(3)])
    return float(means.mean()), float(own), float(own - products)


def _products(d, tested, means, third):
    """Mean product of departures, by repeat, on one third R of what was trained on the two others."""
    here = ~tested[:, third]
    size = here.sum(axis=1)
    z = (means - means.mean()) * here
    e, f = ((d[:, other] - means) * here for other in range(3) if other != third)
    sums = z.sum(axis=1), e.sum(axis=1), f.sum(axis=1)
    around = sums[0] * (sums[1] + sums[2]) - (z * (e + f)).sum(axis=1) + sums[1] * sums[2] - (e * f).sum(axis=1)
    return around / (size * (size - 1)) + means.mean() * (sums[1] + sums[2]) / size
