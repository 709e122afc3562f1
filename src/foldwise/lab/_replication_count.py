"""What the number of splits, folds or halvings does to the level of a test."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.special import stdtr

from foldwise._core import Caveat, check_fraction, check_integer
from foldwise.lab._glance import FirstLook, against_level
from foldwise.lab._lab_result import LabResult, as_nulls, null_caveats, rates_frame
from foldwise.lab._procedures import AnyProcedure, OwnProcedure
from foldwise.lab._trials import run_each
from foldwise.splits import KFold, RepeatedKFold, Resampled
from foldwise.verdicts import Procedure


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReplicationCount(LabResult):
    """Type I error against the number of splits, folds or halvings.

    Parameters
    ----------
    trials : tuple of Trials
        What was found, one for each source; procedures are named by test and number.
    alpha : float
        The level at which tests reject.
    counts : dict of str to (str, int)
        Test and number of each procedure.

    Examples
    --------
    >>> from foldwise.lab import replication_count, sources
    >>> found = replication_count(sources.TwoKinds(), splits=[10], folds=[10], halvings=[], n_trials=50)
    >>> found.frame()[["test", "number"]].values.tolist()
    [['resampled_t', 10], ['kfold_t', 10]]
    """

    alpha: float
    counts: dict[str, tuple[str, int]]

    @property
    def title(self) -> str:
        """What was measured."""
        return f"Type I error at level {self.alpha:g} against the number of splits, folds or halvings"

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """Which sources are nulls by assumption only, and how many trials had no p-value."""
        return null_caveats(self.trials)

    def frame(self) -> pd.DataFrame:
        """One row for each source, test and number: rate, exact 95% interval, counts."""
        frame = rates_frame(self.trials, self.alpha)
        named = [self.counts[name] for name in frame.pop("procedure")]
        frame.insert(1, "test", [test for test, _ in named])
        frame.insert(2, "number", [number for _, number in named])
        return frame

    def _first_look(self, frame: pd.DataFrame) -> FirstLook:
        highest = frame.loc[frame.groupby("test", sort=False)["rate"].idxmax()]
        worst = [f"{row.test} up to {row.rate:.3f} (with {row.number})" for row in highest.itertuples()]
        return FirstLook(
            answer=f"{self.title}: {', '.join(worst)}.",
            names=("source", "test"),
            numbers={"number": "number", "rate": "rate", "95% interval": ("low", "high")},
            outcome=("found", against_level(frame, self.alpha)),
            order="rate",
        )


def replication_count(
    sources: Any,
    *,
    splits: Sequence[int] = (5, 10, 20, 30, 50, 100),
    folds: Sequence[int] = (5, 10, 20, 30, 50, 100),
    halvings: Sequence[int] = (2, 3, 4, 5, 6, 8, 10),
    test_size: float = 1 / 3,
    n_trials: int = 1000,
    alpha: float = 0.05,
    seed: int = 0,
    n_jobs: int = 1,
    store: Any = None,
    progress: bool | None = None,
) -> ReplicationCount:
    """Measure how the level of tests depends on how often data are split.

    Parameters
    ----------
    sources : Source, or a list or mapping of them
        Nulls, as in `type_one_error`.
    splits : sequence of int, default (5, 10, 20, 30, 50, 100)
        Numbers of random splits for the resampled t test.
    folds : sequence of int, default (5, 10, 20, 30, 50, 100)
        Numbers of folds of one cross-validation for the k-fold t test.
    halvings : sequence of int, default (2, 3, 4, 5, 6, 8, 10)
        Numbers of two-fold cross-validations for Dietterich's t test, which takes five.
    test_size : float, default 1/3
        Share of the examples that a random split tests on.
    n_trials, alpha, seed, n_jobs, store, progress
        As in `type_one_error`.

    Returns
    -------
    ReplicationCount
        `frame()` has rates with exact intervals, `foldwise.plot` draws them as curves.

    References
    ----------
    .. [1] T. G. Dietterich (1998). Approximate statistical tests for comparing supervised classification learning
       algorithms. Neural Computation 10, 1895-1923.

    Examples
    --------
    More splits make the resampled t test worse, more folds do not hurt the k-fold t test:

    >>> from foldwise.lab import replication_count, sources
    >>> found = replication_count(sources.TwoKinds(), splits=[50], folds=[50], halvings=[], n_trials=400)
    >>> [(row.test, row.number, bool(row.low <= 0.05)) for row in found.frame().itertuples()]
    [('resampled_t', 50, False), ('kfold_t', 50, True)]
    """
    check_fraction(alpha, "alpha")
    named: dict[tuple[str, int], AnyProcedure] = {}
    for n in splits:
        check_integer(n, "number of splits", least=2)
        named["resampled_t", n] = Procedure(Resampled(n, test_size), "resampled_t")
    for n in folds:
        check_integer(n, "number of folds", least=2)
        named["kfold_t", n] = Procedure(KFold(n), "kfold_t")
    for n in halvings:
        check_integer(n, "number of halvings", least=1)
        # As in the 5x2 scheme, halves are drawn without regard to classes.
        named["halvings_t", n] = OwnProcedure(RepeatedKFold(2, n, stratified=False), halvings_t)
    counts = {f"{test}, {n}": (test, n) for test, n in named}
    procedures = dict(zip(counts, named.values(), strict=True))
    how: dict[str, Any] = {"n_trials": n_trials, "seed": seed, "n_jobs": n_jobs, "store": store, "progress": progress}
    several = run_each(procedures, as_nulls(sources), **how)
    return ReplicationCount(trials=several, alpha=alpha, counts=counts)


def halvings_t(differences: npt.ArrayLike) -> tuple[float, float]:
    r"""Test equal mean score over r repeats of two-fold cross-validation, as Dietterich does over five.

    It is there to show why he chose five; `foldwise.stats.five_by_two_t` is the test for use.

    Parameters
    ----------
    differences : array_like of shape (n_repeats, 2)
        ``score(a) - score(b)`` of each repeat on each of two folds.

    Returns
    -------
    statistic : float
        The difference on the first fold over the root of the mean variance inside repeats; 0 if all differences are
        zero, infinite if only the variances are.
    pvalue : float
        Two-sided, from Student's t with `n_repeats` degrees of freedom; NaN where the statistic is infinite.

    Notes
    -----
    .. math:: t = x_{11} \Big/ \sqrt{\tfrac1r \sum_{j=1}^r s_j^2}, \qquad s_j^2 = (x_{1j} - x_{2j})^2 / 2.

    Examples
    --------
    >>> t, p = halvings_t([[0.04, 0.02], [-0.01, 0.03], [0.05, 0.0], [0.02, -0.02], [0.06, 0.01]])
    >>> round(t, 3), round(p, 3)
    (1.364, 0.231)
    """
    x = np.asarray(differences, dtype=np.float64)
    first = float(x[0, 0])
    error = float(np.sqrt(np.square(x[:, 0] - x[:, 1]).mean() / 2))
    if error == 0:
        return (0.0, 1.0) if not x.any() else (float(np.sign(first)) * np.inf if first else 0.0, np.nan)
    t = first / error
    return t, 2 * float(stdtr(len(x), -abs(t)))
