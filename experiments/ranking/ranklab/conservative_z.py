"""The conservative Z test (Nadeau and Bengio)."""

import numpy as np
from ranklab.evidence import losses_of, refer

from foldwise.splits import LEFT_OUT


def conservative_z(run):
    r"""Mean over random splits, over the root of a variance from halves that share no example.

    .. math:: Z = \hat\mu \Big/ \sqrt{\frac{1}{2M} \sum_m (\hat\mu_m - \hat\mu_m^c)^2}

    The two means of halving m are over as many splits of either half, with test sets of the same size as those of the
    whole and so smaller training sets; their variance is estimated without bias and should be the larger one. Normal
    distribution. Nadeau and Bengio (2003), Inference for the generalization error, Machine Learning 52, sect. 4.2, with
    their 15 splits and 10 halvings.
    """
    d, folds = losses_of(run)
    means = d.sum(axis=1) / (folds == 0).sum(axis=1)
    halved = (folds == LEFT_OUT).any(axis=1)
    n_splits = int((~halved).sum())
    halves = means[halved].reshape(-1, 2, n_splits).mean(axis=2)
    variance = np.square(halves[:, 0] - halves[:, 1]).mean() / 2
    return refer(float(means[~halved].mean()), float(variance))
