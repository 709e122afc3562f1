"""How a test would come out with other random partitions of the same data, seen by leaving out one repeat at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np
from scipy.special import ndtri

from foldwise.stats import five_by_two_t
from foldwise.verdicts.evidence._boundaries import PartitionSpread, left_out_errors
from foldwise.verdicts.evidence._finding import Alternative, Finding, Floats

if TYPE_CHECKING:
    from foldwise.verdicts.evidence._evidence import PairEvidence
    from foldwise.verdicts.evidence._pair import Pair

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
    valid, center = pair.valid, pair.mean_difference
    if len(valid) == 1:
        return _resampled(finding, pair, lambda _: float("inf"))
    apart = np.where(valid, pair.differences - center, 0.0)
    # Squares of very large or small differences are no numbers.
    scale = float(np.abs(apart).max()) or 1.0
    d = apart / scale
    n, total, square = valid.sum(axis=1), d.sum(axis=1), np.square(d).sum(axis=1)
    left = n.sum() - n
    shift = (total.sum() - total) / left
    squares = square.sum() - square - left * shift**2
    # What is left of a sum after taking off nearly all of it is rounding.
    variance = np.where(squares > _ROUNDING * square.sum(), squares, 0.0) / (left - 1)
    spread = float(np.sqrt(square.sum() / (n.sum() - 1)))
    # Differences that do not vary have no spread to scale.
    errors = np.sqrt(variance) * (finding.standard_error / spread if spread > 0 else 0.0)
    return _resampled(finding, pair, left_out_errors(center + shift * scale, errors))


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


def _resampled(finding: Finding, pair: Pair, error_of: Callable[[float], float]) -> PartitionSpread:
    assert isinstance(finding.df, float)
    return PartitionSpread(
        estimate=finding.estimate,
        standard_error=finding.standard_error,
        df=finding.df,
        error_of=error_of,
        n_repeats=int(pair.valid.any(axis=1).sum()),
    )
