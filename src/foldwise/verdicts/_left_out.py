"""How a test would come out with other random partitions of the same data, seen by leaving out one repeat at a time."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.special import fdtrc, ndtri

from foldwise.stats import fisher, five_by_two_t, kfold_t, twice_the_mean, wilcoxon_significances
from foldwise.verdicts._boundaries import Resampled, left_out_errors
from foldwise.verdicts._comparison import Alternative
from foldwise.verdicts._feeds import repeat_pvalues, signed_significances
from foldwise.verdicts._finding import Finding
from foldwise.verdicts._needs import NEEDS
from foldwise.verdicts._pair import Pair

Floats = npt.NDArray[np.float64]

# Their standard error is the standard deviation of all differences times a factor that the design fixes.
MEANS_OF_DIFFERENCES: Final = frozenset(
    {
        "corrected_repeated_kfold_t",
        "corrected_resampled_t",
        "resampled_t",
        "uncorrected_repeated_kfold_t",
        "five_by_two_plain_t",
    }
)
_LEAST_P: Final = 1e-300
_ROUNDING: Final = 1e-12


def is_student(test: str, found: Finding) -> bool:
    """Whether the statistic is referred to Student's t distribution."""
    return NEEDS[test].symbol in ("t", "mean t") and isinstance(found.df, float)


def normal_score(pvalue: float | Floats, alternative: Alternative) -> Floats:
    """Return the normal statistic with this p-value: greater is more significant.

    >>> normal_score(0.05, "two-sided").round(3), normal_score(0.05, "less").round(3)
    (np.float64(1.96), np.float64(1.645))
    """
    tail = np.asarray(pvalue) / (2 if alternative == "two-sided" else 1)
    return -ndtri(np.clip(tail, _LEAST_P, 1 - np.finfo(np.float64).eps))


def resampled_mean(pair: Pair, found: Finding) -> Resampled:
    """Leave repeats out of a mean of all differences; the factor of the variance stays that of all repeats."""
    kept, center = pair.kept, pair.mean_difference
    apart = np.where(kept, pair.differences - center, 0.0)
    # Squares of very large or small differences are no numbers.
    scale = float(np.abs(apart).max()) or 1.0
    d = apart / scale
    n, total, square = kept.sum(axis=1), d.sum(axis=1), np.square(d).sum(axis=1)
    left = n.sum() - n
    shift = (total.sum() - total) / left
    squares = square.sum() - square - left * shift**2
    # What is left of a sum after taking off nearly all of it is rounding.
    variance = np.where(squares > _ROUNDING * square.sum(), squares, 0.0) / (left - 1)
    spread = float(np.sqrt(square.sum() / (n.sum() - 1)))
    # Differences that do not vary have no spread to scale.
    errors = np.sqrt(variance) * (found.standard_error / spread if spread > 0 else 0.0)
    return _resampled(found, pair, left_out_errors(center + shift * scale, errors))


def resampled_five_by_two_t(pair: Pair, found: Finding) -> Resampled:
    """Put each of the ten differences in the numerator, and let the denominator vary as its five variances do.

    Which difference is in the numerator is all that the order of the repeats decides. All ten statistics share one
    denominator, and large ones come from a small one: that noise is added.
    """
    ten = np.asarray(five_by_two_t(pair.differences, score_magnitude=pair.magnitude).relabelled)
    variances = np.square(pair.differences[:, 0] - pair.differences[:, 1]) / 2
    relative = float(np.std(variances, ddof=1) / np.sqrt(variances.size) / variances.mean())
    error = float(np.hypot(np.std(ten, ddof=1), found.statistic / 2 * relative))
    # The interval, too, is that of the first difference.
    first = replace(found, estimate=found.statistic * found.standard_error)
    return _resampled(first, pair, lambda _: error)


def left_out_scores(pair: Pair, test: str, alternative: Alternative) -> Floats:
    """Statistics of the test without each repeat in turn, those that are not Student's as normal scores."""
    match test:
        case "averaged_t":
            statistics = np.asarray(kfold_t(pair.differences, score_magnitude=pair.magnitude).statistic)
            return np.asarray(others(statistics).mean(axis=1))
        case "five_by_two_f":
            return _left_out_five_by_two_f(pair)
        case "fisher":
            sides: tuple[Alternative, ...] = ("greater", "less") if alternative == "two-sided" else (alternative,)
            found = [np.asarray(fisher(others(repeat_pvalues(pair, test, side))).pvalue) for side in sides]
            return normal_score(np.minimum(len(sides) * np.min(found, axis=0), 1.0), alternative)
        case "twice_the_mean":
            merged = twice_the_mean(others(repeat_pvalues(pair, test, alternative)))
            return normal_score(np.asarray(merged.pvalue), alternative)
        case "wilcoxon_significances":
            signed = others(signed_significances(pair))
            return normal_score(np.asarray(wilcoxon_significances(signed, alternative=alternative).pvalue), alternative)
    raise NotImplementedError(f"{test} does not say how it comes out without one repeat.")


def others(values: Floats) -> Floats:
    """List for each value all the others.

    >>> others(np.array([1.0, 2.0, 3.0]))
    array([[2., 3.],
           [1., 3.],
           [1., 2.]])
    """
    n = values.size
    return np.broadcast_to(values, (n, n))[~np.eye(n, dtype=bool)].reshape(n, n - 1)


def _left_out_five_by_two_f(pair: Pair) -> Floats:
    # F is the mean square over the mean variance, so four repeats estimate the same as five.
    d = pair.differences
    squares, variances = np.square(d).sum(axis=1), np.square(d[:, 0] - d[:, 1]) / 2
    with np.errstate(all="ignore"):
        f = (squares.sum() - squares) / (2 * (variances.sum() - variances))
    return normal_score(fdtrc(10, 5, f), "two-sided")


def _resampled(found: Finding, pair: Pair, error_of: Callable[[float], float]) -> Resampled:
    assert isinstance(found.df, float)
    return Resampled(
        estimate=found.estimate,
        standard_error=found.standard_error,
        df=found.df,
        error_of=error_of,
        n_repeats=int(pair.kept.any(axis=1).sum()),
    )
