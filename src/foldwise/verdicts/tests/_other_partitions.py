"""How a test would come out with other random partitions of the same data, seen by leaving out one repeat at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from scipy.special import ndtri

from foldwise.stats import five_by_two_t
from foldwise.verdicts.evidence._boundaries import PartitionSpread, left_out_errors
from foldwise.verdicts.evidence._finding import Alternative, Finding, Floats

if TYPE_CHECKING:
    from foldwise.verdicts.evidence._evidence import PairEvidence
    from foldwise.verdicts.evidence._pair import Bools, Pair
    from foldwise.verdicts.evidence._stack import Stack

    ErrorOf = Callable[[Any], Any]

# Why there is no forecast from a test that never varies the partition.
TAKEN_AS_GIVEN: Final = "the test takes the partition as given"
_LEAST_P: Final = 1e-300
_ROUNDING: Final = 1e-12


def normal_score(pvalue: float | Floats, alternative: Alternative) -> Floats:
    """Return the normal statistic with this p-value: greater is more significant.

    >>> normal_score(0.05, "two-sided").round(3), normal_score(0.05, "less").round(3)
    (np.float64(1.96), np.float64(1.645))
    >>> normal_score(np.array([0.0, 1.0]), "greater").round(2)
    array([37.05, -8.13])
    """
    tail = np.asarray(pvalue) / (2 if alternative == "two-sided" else 1)
    return -ndtri(np.clip(tail, _LEAST_P, 1 - np.finfo(np.float64).eps))


def spread_of_mean(pair: Pair, finding: Finding) -> PartitionSpread:
    """Leave repeats out of a mean of all differences; the factor of the variance stays that of all repeats."""
    center, error = np.array(pair.mean_difference), np.array(finding.standard_error)
    return _resampled(finding, pair, _without_each_repeat(pair.differences, pair.valid, center, error))


def spread_of_means(stack: Stack, findings: Sequence[Finding]) -> PartitionSpread:
    """Do the same for many pairs of a run at once, with arrays in place of numbers."""
    first = stack.pairs[0]
    center = np.array([pair.mean_difference for pair in stack.pairs])
    estimates, errors = np.array([(each.estimate, each.standard_error) for each in findings]).T
    error_of = _without_each_repeat(stack.differences, first.valid, center, errors)
    return replace(_resampled(findings[0], first, error_of), estimate=estimates, standard_error=errors)


def _without_each_repeat(differences: Floats, valid: Bools, center: Floats, standard_error: Floats) -> ErrorOf:
    """Return the error over partitions of means of differences of shape (..., n_repeats, n_folds).

    `center` and `standard_error` have the shape of the leading axes.
    """
    if len(valid) == 1:
        return lambda value: np.full(np.shape(value), np.inf) if np.ndim(value) else np.inf
    apart = np.where(valid, differences - center[..., np.newaxis, np.newaxis], 0.0)
    # Squares of very large or small differences are no numbers.
    scale = np.abs(apart).max(axis=(-2, -1))
    scale = np.where(scale == 0, 1.0, scale)
    d = apart / scale[..., np.newaxis, np.newaxis]
    n, total, square = valid.sum(axis=1), d.sum(axis=-1), np.square(d).sum(axis=-1)
    left, all_squares = n.sum() - n, square.sum(axis=-1)
    shift = (total.sum(axis=-1)[..., np.newaxis] - total) / left
    squares = all_squares[..., np.newaxis] - square - left * shift**2
    # What is left of a sum after taking off nearly all of it is rounding.
    variance = np.where(squares > _ROUNDING * all_squares[..., np.newaxis], squares, 0.0) / (left - 1)
    spread = np.sqrt(all_squares / (n.sum() - 1))
    # Differences that do not vary have no spread to scale.
    factor = np.divide(standard_error, spread, out=np.zeros(spread.shape), where=spread > 0)
    means = center[..., np.newaxis] + shift * scale[..., np.newaxis]
    return left_out_errors(means, np.sqrt(variance) * factor[..., np.newaxis])


def mean_of_differences(evidence: PairEvidence, finding: Finding, _: Alternative) -> PartitionSpread:
    """For tests whose standard error is that of all differences times a factor that the design fixes."""
    return spread_of_mean(evidence.pair, finding)


def ten_numerators(evidence: PairEvidence, finding: Finding, _: Alternative) -> PartitionSpread:
    """Put each of the ten differences in the numerator, and let the denominator vary as its five variances do.

    Which difference is in the numerator is all that the order of the repeats decides. All ten statistics share one
    denominator, and large ones come from a small one: that noise is added.
    """
    pair = evidence.pair
    ten = np.asarray(five_by_two_t(pair.differences, score_magnitude=pair.magnitude).relabelled)
    variances = np.square(pair.differences[:, 0] - pair.differences[:, 1]) / 2
    relative = float(np.std(variances, ddof=1) / np.sqrt(variances.size) / variances.mean())
    error = float(np.hypot(np.std(ten, ddof=1), finding.statistic / 2 * relative))
    # The interval, too, is that of the first difference.
    first = replace(finding, estimate=finding.statistic * finding.standard_error)
    return _resampled(first, pair, lambda _: error)


def others(values: Floats) -> Floats:
    """List for each value all the others.

    >>> others(np.array([1.0, 2.0, 3.0]))
    array([[2., 3.],
           [1., 3.],
           [1., 2.]])
    """
    n = values.size
    return np.broadcast_to(values, (n, n))[~np.eye(n, dtype=bool)].reshape(n, n - 1)


def _resampled(finding: Finding, pair: Pair, error_of: ErrorOf) -> PartitionSpread:
    assert isinstance(finding.df, float)
    return PartitionSpread(
        estimate=finding.estimate,
        standard_error=finding.standard_error,
        df=finding.df,
        error_of=error_of,
        n_repeats=pair.n_repeats,
    )
