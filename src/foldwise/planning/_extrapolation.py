"""Differences at other training sizes: two learning curves, fitted to sub-samples and drawn out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from foldwise.planning._power import BAND

if TYPE_CHECKING:
    import pandas as pd

Floats = npt.NDArray[np.float64]

# Exponents of the curves that are tried: error rates fall as the square root of the size, or as the size itself, or
# between and around.
_EXPONENTS: Final = (0.25, 0.35, 0.5, 0.7, 1.0, 1.4)
_BOOTSTRAPS: Final = 400
_SEED: Final = 20261
# How far curves are drawn out: nobody knows what comes later.
FARTHEST: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Extrapolation:
    r"""The difference of two learners against the number of training examples, also beyond those that there are.

    Parameters
    ----------
    dataset, a, b : str
        What they learn, and who.
    sizes : tuple of int
        Training sizes that were tried; the last is that of the cross-validation.
    differences, low, high : tuple of float
        Mean ``score(a) - score(b)`` at each, with a 90% band.
    grid, fitted, fitted_low, fitted_high : tuple
        Training sizes up to four times the last one, and the fitted difference there with its band.
    same_order : float
        In how many of the resampled experiments the learner ahead at the last size is so at twice that size.

    Notes
    -----
    To the mean score of each learner a curve :math:`A - b n^{-c}` is fitted, :math:`b \ge 0`, with the best of six
    exponents from 0.25 to 1.4. The band resamples examples and repeats; that all training sets are parts of one
    dataset is not in it.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> plan = fw.plan(learners, fw.data.load("wine"), difference=0.05, seed=1)
    >>> curve = plan.extrapolations[0]
    >>> curve.sizes[-1], curve.grid[-1], 0 <= curve.same_order <= 1
    (160, 640, True)
    """

    dataset: str
    a: str
    b: str
    sizes: tuple[int, ...]
    differences: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    grid: tuple[int, ...]
    fitted: tuple[float, ...]
    fitted_low: tuple[float, ...]
    fitted_high: tuple[float, ...]
    same_order: float

    def at(self, size: int) -> tuple[float, float, float]:
        """Return the fitted difference at a training size of the grid, with its band."""
        place = self.grid.index(size)
        return self.fitted[place], self.fitted_low[place], self.fitted_high[place]

    @property
    def twice(self) -> int:
        """Twice the training size of the cross-validation."""
        return 2 * self.sizes[-1]

    @property
    def verdict(self) -> str:
        """Whether the order holds at twice the size: ``'holds'``, ``'changes'`` or ``'open'``."""
        now, _, _ = self.at(self.sizes[-1])
        _, low, high = self.at(self.twice)
        if low <= 0 <= high:
            return "open"
        return "holds" if (low > 0) == (now > 0) else "changes"

    def frame(self) -> pd.DataFrame:
        """One row per training size of the grid: fitted difference, band, and the measured one where there is one."""
        import pandas as pd

        measured = dict(zip(self.sizes, self.differences, strict=True))
        return pd.DataFrame(
            {
                "n_train": self.grid,
                "fitted": self.fitted,
                "low": self.fitted_low,
                "high": self.fitted_high,
                "measured": [measured.get(size, math.nan) for size in self.grid],
            }
        )


def extrapolate(
    losses: Sequence[Floats],
    sizes: Sequence[int],
    *,
    dataset: str,
    a: str,
    b: str,
    also: Sequence[int] = (),
    seed: int = _SEED,
) -> Extrapolation:
    """Fit both curves and resample.

    Parameters
    ----------
    losses : sequence of arrays of shape (2, n_repeats, n_examples)
        For each training size the loss of both learners on every example, NaN where it was not tested; or one number
        for each repeat, where a score is no mean over examples.
    sizes : sequence of int
        Training sizes, ascending.
    dataset, a, b, seed
        For the result.
    also : sequence of int, default ()
        Further sizes of the grid.
    """
    grid = tuple(sorted({*sizes, *also, 2 * sizes[-1], *_between(sizes[0], FARTHEST * sizes[-1])}))
    # Of every example the same weight at all sizes: what is hard to tell is hard at any size.
    rng = np.random.default_rng(seed)
    n = losses[0].shape[2]
    examples = rng.multinomial(n, np.full(n, 1 / n), size=_BOOTSTRAPS).astype(np.float64)
    examples = np.vstack([np.ones(n), examples])
    means = np.stack([_means(each, examples, rng) for each in losses], axis=-1)
    fitted = np.stack([_curves(np.asarray(sizes, dtype=np.float64), -means[:, j], grid) for j in (0, 1)])
    measured, d = means[:, 1] - means[:, 0], fitted[0] - fitted[1]
    tails = [(1 - BAND) / 2, (1 + BAND) / 2]
    low, high = np.quantile(measured[1:], tails, axis=0)
    fitted_low, fitted_high = np.quantile(d[1:], tails, axis=0)
    last, twice = grid.index(sizes[-1]), grid.index(2 * sizes[-1])
    return Extrapolation(
        dataset=dataset,
        a=a,
        b=b,
        sizes=tuple(sizes),
        differences=tuple(measured[0].tolist()),
        low=tuple(low.tolist()),
        high=tuple(high.tolist()),
        grid=grid,
        fitted=tuple(d[0].tolist()),
        fitted_low=tuple(fitted_low.tolist()),
        fitted_high=tuple(fitted_high.tolist()),
        same_order=float((np.sign(d[1:, twice]) == np.sign(d[0, last])).mean()),
    )


def _between(first: int, last: int) -> list[int]:
    return [int(size) for size in np.geomspace(first, last, 20).round()]


def _means(losses: Floats, examples: Floats, rng: np.random.Generator) -> Floats:
    """Return the mean losses of both learners: as they are, then resampled. Shape (1 + n, 2)."""
    n_repeats = losses.shape[1]
    repeats = rng.multinomial(n_repeats, np.full(n_repeats, 1 / n_repeats), size=len(examples) - 1)
    repeats = np.vstack([np.ones(n_repeats), repeats])
    tested = np.isfinite(losses).all(axis=0)
    filled = np.where(tested, losses, 0.0)
    # Weights of examples times those of repeats, summed over both.
    total = np.einsum("br,bi,lri->bl", repeats, examples, filled, optimize=True)
    count = np.einsum("br,bi,ri->b", repeats, examples, tested.astype(np.float64), optimize=True)
    return np.asarray(total / np.maximum(count, 1.0)[:, np.newaxis])


def _curves(sizes: Floats, scores: Floats, grid: Sequence[int]) -> Floats:
    """Return the values of the best curve for each row of scores, by least squares. Shape (n, n_grid)."""
    best = np.full(len(scores), np.inf)
    values = np.zeros((len(scores), len(grid)))
    mean = scores.mean(axis=1)
    for exponent in _EXPONENTS:
        x = sizes**-exponent
        slope = (scores - mean[:, np.newaxis]) @ (x - x.mean()) / np.square(x - x.mean()).sum()
        slope = np.minimum(slope, 0.0)
        top = mean - slope * x.mean()
        error = np.square(scores - top[:, np.newaxis] - slope[:, np.newaxis] * x).sum(axis=1)
        drawn = top[:, np.newaxis] + slope[:, np.newaxis] * np.asarray(grid, dtype=np.float64) ** -exponent
        better = error < best - 1e-15
        best, values = np.where(better, error, best), np.where(better[:, np.newaxis], drawn, values)
    return values
