"""Nested cross-validation (Bates, Hastie and Tibshirani)."""

from itertools import combinations

import numpy as np
from ranklab.designs import NestedKFold
from ranklab.evidence import losses_of, refer

N_FOLDS = NestedKFold().n_folds


def nested(run):
    r"""Bias-corrected mean of nested cross-validation over the root of its estimated mean squared error.

    In every repetition, for every fold k: the inner losses are those of cross-validation over the other folds, the
    outer ones those on fold k of what was trained on all others.

    .. math:: \mathrm{MSE} = \frac{K-1}{K}\ \mathrm{mean}_k \Big( (\bar e_\mathrm{in} - \bar e_\mathrm{out})^2
              - \mathrm{var}(e_\mathrm{out}) / n_k \Big)

    is kept between SE^2 and K SE^2, where SE is the standard deviation of all inner losses over the root of n. The
    estimate is the mean of all inner losses less (1 + (K-2)/K) (mean inner - mean outer). Normal distribution; losses
    are differences between two learners. Bates, Hastie and Tibshirani (2024), Cross-validation: what does it estimate
    and how well does it do it? JASA 119, algorithm 1 and sect. 4.
    """
    d, codes = losses_of(run)
    n = d.shape[1]
    n_rows = N_FOLDS * (N_FOLDS + 1) // 2
    d, tested = (part.reshape(-1, n_rows, n) for part in (d, codes == 0))
    outer, folds = d[:, :N_FOLDS], tested[:, :N_FOLDS]
    sizes = folds.sum(axis=2)
    pairs = list(combinations(range(N_FOLDS), 2))
    # Inside fold k the other folds are tested by what was trained without them and k.
    inner = [np.flatnonzero([k in pair for pair in pairs]) + N_FOLDS for k in range(N_FOLDS)]
    total, square = np.empty((2, *sizes.shape))
    for k, rows in enumerate(inner):
        others = d[:, rows] * ~folds[:, [k]]
        total[:, k], square[:, k] = others.sum(axis=(1, 2)), np.square(others).sum(axis=(1, 2))
    n_inner = n - sizes
    of_outer = outer.sum(axis=2) / sizes
    spread = (np.square(outer).sum(axis=2) - sizes * of_outer**2) / (sizes - 1)
    error = float((np.square(total / n_inner - of_outer) - spread / sizes).mean()) * (N_FOLDS - 1) / N_FOLDS
    mean, n_all = total.sum() / n_inner.sum(), n_inner.sum()
    plain = (square.sum() - n_all * mean**2) / (n_all - 1) / n
    bias = (1 + (N_FOLDS - 2) / N_FOLDS) * (mean - outer.sum() / sizes.sum())
    return refer(mean - bias, float(np.clip(error, plain, N_FOLDS * plain)))
