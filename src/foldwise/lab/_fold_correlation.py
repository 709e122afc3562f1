"""How much the differences on two folds of a cross-validation go together, over datasets."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.special import ndtr

from foldwise._core import Caveat, check_integer
from foldwise.lab._blocks import TrialBlock, question_key
from foldwise.lab._designs import Design
from foldwise.lab._glance import FirstLook, extremes
from foldwise.lab._lab_result import LabResult
from foldwise.lab._procedures import label
from foldwise.lab._resample import few_trials_caveats, interval, resample
from foldwise.lab._source import as_sources
from foldwise.lab._trials import ask_trials
from foldwise.splits import KFold, RepeatedKFold, as_scheme
from foldwise.verdicts import Procedure

Floats = npt.NDArray[np.float64]

# Which two folds are looked at; by name, and whether a correction for overlap counts them as correlated.
PAIRS: Final = {"one cross-validation": True, "two cross-validations of the same data": True, "different data": False}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FoldCorrelation(LabResult):
    """Correlations between differences on two folds, by source.

    Parameters
    ----------
    trials : tuple of Trials
        What the corrected t test, which assumes such a correlation, found in the same trials; one for each source.
    scheme : KFold
        The cross-validation.
    sums : tuple of ndarray, each of shape (n_trials, 3)
        For each source, by trial: sums of the differences over the folds of two cross-validations of the same data,
        and the sum of their squares over the first one.

    Examples
    --------
    >>> from foldwise.lab import fold_correlation, sources
    >>> found = fold_correlation(sources.ExchangeableBlocks(), n_trials=30)
    >>> found.frame()["pair"].tolist()
    ['one cross-validation', 'two cross-validations of the same data', 'different data']
    """

    scheme: KFold
    sums: tuple[Floats, ...]

    @property
    def title(self) -> str:
        """What was measured."""
        return f"Correlation between the differences on two folds of {self.scheme.n_folds}"

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """Whether there are enough trials."""
        return few_trials_caveats(min(trials.n_trials for trials in self.trials))

    def frame(self) -> pd.DataFrame:
        """One row for each source and kind of pair.

        Returns
        -------
        DataFrame
            `pair` says where the two folds come from: one cross-validation, two of the same data, or different data,
            a control that must be near zero. `correlation` is over datasets, averaged over all such pairs of folds,
            with bootstrap 95% limits and standard error over datasets, and a two-sided p-value for zero correlation
            (normal). `assumed` is what the corrected t tests take for it: the share of the examples in a fold.
        """
        rows = []
        for trials, sums in zip(self.trials, self.sums, strict=True):
            for pair, overlaps in PAIRS.items():
                correlation, resampled = self._correlation(pair, sums, trials.seed)
                low, high = interval(resampled)
                error = float(resampled.std(ddof=1))
                rows.append(
                    {
                        "source": trials.source.name,
                        "pair": pair,
                        "correlation": correlation,
                        "low": low,
                        "high": high,
                        "standard_error": error,
                        "pvalue": 2 * float(ndtr(-abs(correlation) / error)) if error > 0 else np.nan,
                        "assumed": 1 / self.scheme.n_folds if overlaps else 0.0,
                        "n_trials": trials.n_trials,
                    }
                )
        return pd.DataFrame(rows)

    def _correlation(self, pair: str, sums: Floats, seed: int) -> tuple[float, Floats]:
        """Compute one correlation, and its resamples; a row of means holds mean, mean square and mean product."""
        k = self.scheme.n_folds
        first, second, squares = sums.T
        if pair == "one cross-validation":
            products = (first**2 - squares) / (k * (k - 1))
        elif pair == "different data":
            # Each dataset is in one pair only, so that pairs are independent of each other.
            half = len(first) // 2
            products = first[:half] * first[half : 2 * half] / k**2
            first, squares = ((each[:half] + each[half : 2 * half]) / 2 for each in (first, squares))
        else:
            products = first * second / k**2
        rows = np.stack([first / k, squares / k, products], axis=1)

        def correlation(means: Floats) -> Floats:
            center = means[..., 0] ** 2
            spread = means[..., 1] - center
            return np.asarray(
                np.divide(means[..., 2] - center, spread, out=np.full(spread.shape, np.nan), where=spread > 0)
            )

        return float(correlation(rows.mean(axis=0))), resample(correlation, rows, seed=seed)

    def _first_look(self, frame: pd.DataFrame) -> FirstLook:
        inside = frame[frame["pair"] == "one cross-validation"]
        return FirstLook(
            answer=f"{self.title}: {extremes(inside, 'correlation', ['source'])}; corrected tests assume "
            f"{1 / self.scheme.n_folds:.3g}.",
            names=("source", "pair"),
            numbers={"correlation": "correlation", "95% interval": ("low", "high"), "assumed": "assumed"},
            order="correlation",
        )


def fold_correlation(
    sources: Any,
    scheme: Any = "10",
    *,
    n_trials: int = 1000,
    seed: int = 0,
    n_jobs: int = 1,
    store: Any = None,
    progress: bool | None = None,
) -> FoldCorrelation:
    """Measure the correlation between the differences on two folds, which t tests over folds neglect or guess.

    Training sets of one cross-validation overlap, so the difference between two learners on one fold tells something
    about that on another [1]_. The k-fold t test takes this correlation for zero, corrected t tests for
    ``1 / n_folds``.

    Parameters
    ----------
    sources : Source, or a list or mapping of them
        Where datasets come from, as in `type_one_error`; they need not be nulls.
    scheme : KFold or str, default '10'
        The cross-validation.
    n_trials : int, default 1000
        How many datasets from each source, 20 at least; with fewer than 100 the limits are too narrow.
    seed, n_jobs, store, progress
        As in `type_one_error`.

    Returns
    -------
    FoldCorrelation
        `frame()` has correlations between folds of one cross-validation, of two of the same data, and of different
        data, with intervals.

    References
    ----------
    .. [1] T. G. Dietterich (1998). Approximate statistical tests for comparing supervised classification learning
       algorithms. Neural Computation 10, 1895-1923.

    Examples
    --------
    >>> from foldwise.lab import fold_correlation, sources
    >>> found = fold_correlation(sources.ExchangeableBlocks(), n_trials=100)
    >>> [(row.pair, bool(row.low > 0)) for row in found.frame().itertuples()]
    [('one cross-validation', True), ('two cross-validations of the same data', True), ('different data', False)]
    """
    # With fewer, 95% limits miss the truth in a fifth of the studies and more.
    check_integer(n_trials, "n_trials", least=20)
    folds = as_scheme(scheme)
    if not isinstance(folds, KFold):
        raise ValueError(f"scheme must be one k-fold cross-validation, such as '10', got {scheme!r}.")
    twice = RepeatedKFold(folds.n_folds, 2, stratified=folds.stratified)
    procedure = Procedure(twice, "corrected_repeated_kfold_t")
    how: dict[str, Any] = {"n_trials": n_trials, "seed": seed, "n_jobs": n_jobs, "store": store, "progress": progress}
    several, sums = [], []
    for source in as_sources(sources):
        trials, (blocks,) = ask_trials({label(procedure): procedure}, source, [_FoldSums(Design(twice))], **how)
        several.append(trials)
        sums.append(np.concatenate([block["sums"] for block in blocks]))
    return FoldCorrelation(trials=tuple(several), scheme=folds, sums=tuple(sums))


@dataclass(frozen=True, slots=True)
class _FoldSums:
    """Sums of the differences over the folds of two cross-validations, and of their squares over the first one."""

    design: Design

    @property
    def designs(self) -> tuple[Design, ...]:
        return (self.design,)

    def key(self) -> str:
        return question_key("reduced answers", self.design, "fold correlation")

    def find(self, block: TrialBlock) -> dict[str, Floats]:
        differences = block.answers[0].differences()[:, 0]
        first, second = differences.sum(axis=-1).T
        return {"sums": np.stack([first, second, np.square(differences[:, 0]).sum(axis=-1)], axis=1)}
