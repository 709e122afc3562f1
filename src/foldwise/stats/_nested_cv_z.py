"""Bates, Hastie and Tibshirani's nested cross-validation: an interval whose error counts what folds share."""

from dataclasses import dataclass, fields
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from foldwise._core import check_bool
from foldwise.stats._batch import Alternative, Batch, Floats, unwrapped
from foldwise.stats._cluster_sums import Codes, as_clusters, cluster_sums, count_clusters
from foldwise.stats._differences import Differences, rounding_behind
from foldwise.stats._inputs import as_array, as_floats
from foldwise.stats._results import NormalResult, refer_to_normal
from foldwise.stats._student_result import ZeroVariance


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NestedCVResult(NormalResult):
    """A mean of nested cross-validation over the root of its estimated mean squared error.

    Attributes
    ----------
    statistic, pvalue, df, estimate, standard_error, alternative, flags
        As in `NormalResult`; `estimate` is corrected for training sets that are too small, if that was asked.
    inflation : float or ndarray
        `standard_error` over the one that takes losses for independent: from 1 to the root of the number of folds.
    bias : float or ndarray
        What was taken off the mean of the inner losses.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.splits import NestedKFold
    >>> from foldwise.stats import nested_cv_z
    >>> folds = NestedKFold(3, 2).assign(30, seed=1).folds.reshape(2, 6, 30)
    >>> right = np.random.default_rng(1).random((2, 6, 30)) < 0.8
    >>> result = nested_cv_z(right.astype(float), folds)
    >>> 1 <= result.inflation <= 3**0.5
    True
    """

    inflation: Batch
    bias: Batch


def nested_cv_z(
    differences: ArrayLike,
    folds: ArrayLike,
    clusters: ArrayLike | None = None,
    *,
    bias_corrected: bool = True,
    alternative: Alternative = "two-sided",
    zero_variance: ZeroVariance = "undetermined",
    score_magnitude: ArrayLike | None = None,
) -> NestedCVResult:
    r"""Test equal mean loss, or bound a mean score, by cross-validation inside cross-validation.

    Parameters
    ----------
    differences : array_like of shape (..., n_repeats, n_rows, n_examples)
        Loss of `b` less loss of `a` on each example that a row tests; for the interval of one learner, minus its
        losses. In each repeat ``K (K + 1) / 2`` rows: the first K test one fold each, the others two folds each, all
        pairs in order, as `foldwise.splits.NestedKFold` has them. What is not tested is not read. Leading axes are
        independent experiments.
    folds : array_like of int of shape (..., n_repeats, n_rows, n_examples)
        0 or more where the row tests the example; leading axes may be left out.
    clusters : array_like of int of shape (n_examples,), optional
        Which examples belong together. Clusters must be independent, and in one fold each.
    bias_corrected : bool, default True
        Whether to carry the estimate on to training sets of all examples; False leaves the mean of the outer folds.
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks whether `a` has the lower loss; the p-value is then one-sided.
    zero_variance : {'undetermined', 'limit', 'error'}, default 'undetermined'
        What to do where losses do not vary and their mean is not zero: p-value and interval NaN, p-value 0, or an
        error.
    score_magnitude : array_like, optional
        Largest absolute loss behind the differences: what rounding can explain is no variance.

    Returns
    -------
    NestedCVResult
        Flags: `identical_scores` (all differences zero: p-value 1), `zero_variance`.

    See Also
    --------
    conservative_z : For any metric.
    corrected_repeated_kfold_t : From scores of folds alone.

    Notes
    -----
    In every repeat and for every fold ``k`` of ``K``, the inner losses are those on all other folds, each tested by
    what was trained without it and without ``k``; the outer ones those on fold ``k`` by what was trained on all others.
    Trained once without folds ``j`` and ``k``, a learner serves both. With ``e_k`` and ``o_k`` the means of the inner
    and of the outer losses of fold ``k``, ``s_k^2`` the variance of the ``n_k`` outer ones, and ``m_in`` and ``m_out``
    the means of all inner and of all outer losses,

    .. math:: z = \frac{m_{in} - (1 + \frac{K-2}{K}) (m_{in} - m_{out})}
              {\sqrt{\frac{K-1}{K}\, \mathrm{mean}_k ((e_k - o_k)^2 - s_k^2 / n_k)}},

    where what is under the root is kept between ``S`` and ``K S``, with ``S`` the variance of all inner losses over
    ``n`` [1]_.

    The null hypothesis: trained on random samples of the population that the data came from, of the size of the whole
    data, the two learners have the same mean loss. (The authors found the interval to cover the score of the model
    fitted to all of the data as well.)

    What is taken off in the numerator is the bias of training sets that are too small. The factor is exact where the
    mean score changes with the size m of the training set as 1/m: from ``n (K-2)/K`` to ``n (K-1)/K`` it then changes
    by ``K / ((K-1)(K-2))`` in units of 1/n, and to ``n`` by ``2 / (K-2)``, and the ratio is ``2 (K-1)/K``. The authors'
    package takes the power 1.5 of the fraction, and fresh cross-validations for the outer mean; here the outer folds
    are used, as in mlr3inferr.

    Clusters are no part of the paper; derived here: the variance of the outer mean is ``C/(C-1) sum_c u_c^2 / n_k^2``
    with ``u_c`` the sum of the departures from the mean in cluster ``c`` of the ``C`` in fold ``k``, and ``S`` likewise
    from the sums of all passes; with clusters of one example both are as above.

    References
    ----------
    .. [1] S. Bates, T. Hastie and R. Tibshirani (2024). Cross-validation: what does it estimate and how well does it
       do it? Journal of the American Statistical Association 119, 1434-1445.

    Examples
    --------
    Right answers of two learners on 30 examples, three folds, twice:

    >>> import numpy as np
    >>> from foldwise.splits import NestedKFold
    >>> from foldwise.stats import nested_cv_z
    >>> folds = NestedKFold(3, 2).assign(30, seed=1).folds.reshape(2, 6, 30)
    >>> rng = np.random.default_rng(1)
    >>> a, b = (rng.random((2, 6, 30)) < share for share in (0.8, 0.5))
    >>> result = nested_cv_z(a.astype(int) - b, folds)
    >>> round(result.estimate, 3), round(result.standard_error, 3), round(result.inflation, 2)
    (0.314, 0.116, 1.0)
    """
    check_bool(bias_corrected, "bias_corrected")
    x = _as_rows(differences)
    rows = _Rows.of(folds, x.shape)
    codes = as_clusters(clusters, x.shape[-1])
    x = as_floats(np.where(rows.tested, x, 0), "differences")
    largest = np.abs(x).max(axis=(-3, -2, -1))
    exponent = np.frexp(largest)[1]
    x = np.ldexp(x, -exponent[..., np.newaxis, np.newaxis, np.newaxis])
    mean_in, mean_out, mse, plain = _summary(x, rows, codes)
    k = rows.n_folds
    bias = (1 + (k - 2) / k) * (mean_in - mean_out) if bias_corrected else mean_in - mean_out
    rounding = rounding_behind(score_magnitude, largest, exponent)
    plain = np.where(plain <= rounding**2, 0.0, plain)
    variance = np.clip(mse, plain, k * plain)
    estimate = mean_in - bias
    estimate = np.where(np.abs(estimate) <= rounding, 0.0, estimate)
    identical = np.ldexp(largest, -exponent) <= rounding
    d = Differences(
        mean=np.where(identical, 0.0, estimate),
        variance=variance,
        rounding=rounding,
        exponent=exponent,
        identical=identical,
        constant=~identical & (variance == 0) & (estimate != 0),
        shape=x.shape[-3:],
    )
    result = refer_to_normal(d, np.sqrt(variance), alternative=alternative, zero_variance=zero_variance)
    with np.errstate(all="ignore"):
        inflation = np.where(plain > 0, np.sqrt(variance / plain), 1.0)
    return NestedCVResult(
        **{field.name: getattr(result, field.name) for field in fields(result)},
        inflation=unwrapped(inflation),
        bias=unwrapped(np.asarray(np.ldexp(bias, exponent))),
    )


def _as_rows(differences: ArrayLike) -> NDArray[np.generic]:
    x = as_array(differences, "differences", if_masked="give 0 where a row does not test.", kinds="biuf")
    if x.ndim < 3:
        raise ValueError(
            f"differences must have shape (n_repeats, n_rows, n_examples), leading axes allowed, got {x.shape}."
        )
    return x


@dataclass(frozen=True, slots=True)
class _Rows:
    """Who is tested by which row, of shape (..., n_repeats, n_rows, n_examples), and the number of folds."""

    tested: NDArray[np.bool_]
    n_folds: int

    @classmethod
    def of(cls, folds: ArrayLike, shape: tuple[int, ...]) -> "_Rows":
        codes = np.asarray(folds)
        n_rows = shape[-2]
        n_folds = int((np.sqrt(8 * n_rows + 1) - 1) / 2)
        if codes.dtype.kind not in "iu" or codes.shape[-3:] != shape[-3:] or codes.ndim > len(shape):
            raise ValueError(
                f"folds must be whole numbers of the shape of differences, {shape[-3:]}, got {codes.dtype} of shape "
                f"{codes.shape}."
            )
        tested = codes >= 0
        if n_folds < 3 or n_folds * (n_folds + 1) // 2 != n_rows or not is_nested(tested, n_folds):
            raise ValueError(
                "folds must have in each repeat K rows that test one of K >= 3 folds each, then a row for each pair of "
                f"folds, K (K + 1) / 2 in all, got {n_rows} rows. Use foldwise.splits.NestedKFold."
            )
        return cls(tested, n_folds)


def is_nested(tested: NDArray[np.bool_], n_folds: int) -> bool:
    """Whether rows test each of so many folds, and then all pairs of them.

    >>> is_nested(np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [1, 0, 1], [0, 1, 1]], dtype=bool), 3)
    True
    """
    single = tested[..., :n_folds, :]
    if not (single.sum(axis=-2) == 1).all() or not single.any(axis=-1).all():
        return False
    pairs = [single[..., j, :] | single[..., k, :] for j, k in combinations(range(n_folds), 2)]
    return bool((np.stack(pairs, axis=-2) == tested[..., n_folds:, :]).all())


def _summary(x: Floats, rows: _Rows, codes: Codes | None) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the means of inner and of outer losses, the estimated mean squared error, and S."""
    k, n = rows.n_folds, x.shape[-1]
    single = rows.tested[..., :k, :]
    outer, n_outer = x[..., :k, :], single.sum(axis=-1)
    mean_outer = outer.sum(axis=-1) / n_outer
    pairs = list(combinations(range(k), 2))
    with_fold = [np.flatnonzero([fold in pair for pair in pairs]) + k for fold in range(k)]
    # Inside fold k the others are tested by what was trained without them and k: each example by one row.
    inner = np.stack([x[..., each, :].sum(axis=-2) for each in with_fold], axis=-2)
    inner = np.where(single, 0.0, inner)
    n_inner = n - n_outer
    mean_inner = inner.sum(axis=-1) / n_inner
    spread = _variance_of_mean(outer - mean_outer[..., np.newaxis], single, n_outer, codes)
    gap = np.square(mean_inner - mean_outer) - spread
    mse = (k - 1) / k * gap.mean(axis=(-2, -1))

    n_all = np.broadcast_to(n_inner, mean_inner.shape).sum(axis=(-2, -1))
    mean_in = inner.sum(axis=(-3, -2, -1)) / n_all
    apart = np.where(single, 0.0, inner - mean_in[..., np.newaxis, np.newaxis, np.newaxis])
    passes = count_clusters(~single, codes)
    n_passes = np.broadcast_to(passes, mean_inner.shape).sum(axis=(-2, -1))
    plain = np.square(cluster_sums(apart, codes)).sum(axis=(-3, -2, -1)) * n_passes / ((n_passes - 1) * n_all * n)
    n_tested = np.broadcast_to(n_outer, mean_outer.shape).sum(axis=(-2, -1))
    return mean_in, np.asarray(outer.sum(axis=(-3, -2, -1)) / n_tested), np.asarray(mse), np.asarray(plain)


def _variance_of_mean(
    apart: Floats, tested: NDArray[np.bool_], n_tested: NDArray[np.int64], codes: Codes | None
) -> Floats:
    """Return the variance of the mean of the losses of each row, from departures within it."""
    squares = np.square(cluster_sums(np.where(tested, apart, 0.0), codes)).sum(axis=-1)
    n_clusters = count_clusters(tested, codes)
    if (n_clusters < 2).any():
        what = "examples" if codes is None else "clusters"
        raise ValueError(f"Every fold needs two {what} or more for a variance, one has fewer. Use fewer folds.")
    return np.asarray(squares * n_clusters / ((n_clusters - 1) * n_tested.astype(np.float64) ** 2))
