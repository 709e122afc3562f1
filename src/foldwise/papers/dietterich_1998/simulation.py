"""Dietterich's simulation without learners: points of two kinds, and what nine tests make of them."""

from collections.abc import Sequence
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt
import pandas as pd

import foldwise as fw
from foldwise.papers.paper import experiment
from foldwise.papers.printed_numbers import printed
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, SideBySide

Floats = npt.NDArray[np.float64]

ALPHA: Final = 0.05
ERRORS: Final = (0.1, 0.2, 0.3, 0.4, 0.5)
COUNTS: Final = (5, 10, 20, 30, 50, 100)
QUALITIES: Final[tuple[Literal["common", "independent"], ...]] = ("common", "independent")

_HOLDOUT, _SPLITS = fw.splits.Holdout(1 / 3), fw.splits.Resampled(30, 1 / 3)
_FOLDS, _HALVES = fw.splits.KFold(10), fw.splits.FiveByTwo()
TWO_KINDS: Final = {
    "mcnemar": fw.Procedure(_HOLDOUT, "mcnemar"),
    "mcnemar_exact_binomial": fw.Procedure(_HOLDOUT, "binomial"),
    "difference_of_proportions": fw.Procedure(_HOLDOUT, "difference_of_proportions"),
    "resampled_t_30": fw.Procedure(_SPLITS, "resampled_t"),
    "kfold_cv_t_10": fw.Procedure(_FOLDS, "kfold_t"),
    "5x2cv_t": fw.Procedure(_HALVES, "five_by_two_t"),
    "5x2cv_F_alpaydin": fw.Procedure(_HALVES, "five_by_two_f"),
    "corrected_resampled_t_30": fw.Procedure(_SPLITS, "corrected_resampled_t"),
    "corrected_kfold_cv_t_10": fw.Procedure(_FOLDS, "corrected_repeated_kfold_t"),
}
# The five that the paper has in its figure; the others came later.
OF_THE_PAPER: Final = ("mcnemar", "difference_of_proportions", "resampled_t_30", "kfold_cv_t_10", "5x2cv_t")

# What stands in place of printed numbers.
REFERENCE: Final = "The reference is an independent simulation of the same design: the numbers of the paper are lost."

# By how many standard errors two simulations of the same may differ.
STANDARD_ERRORS: Final = 4
# What 95% of differences stay within.
_USUAL: Final = 1.96


def measure_levels(n_trials: int, *, errors: Sequence[float] = ERRORS, **how: Any) -> dict[str, fw.lab.TypeOneError]:
    """Measure the Type I error of all nine tests, by how the two algorithms share the quality of a training set.

    Parameters
    ----------
    n_trials : int
        How many datasets of each population.
    errors : sequence of float
        Error rates of both algorithms, one population for each.
    **how
        As of `foldwise.lab.type_one_error`.
    """
    levels: dict[str, fw.lab.TypeOneError] = {}
    for quality in QUALITIES:
        populations = {f"error {error:g}": fw.lab.sources.TwoKinds(error, quality=quality) for error in errors}
        levels[quality] = fw.lab.type_one_error(TWO_KINDS, populations, alpha=ALPHA, n_trials=n_trials, **how)
    return levels


def count_replications(n_trials: int, *, counts: Sequence[int] = COUNTS, **how: Any) -> fw.lab.ReplicationCount:
    """Measure the Type I error of tests that split more and more often, where both algorithms err on one in ten.

    Parameters
    ----------
    n_trials : int
        How many datasets.
    counts : sequence of int
        Numbers of splits, and of folds.
    **how
        As of `foldwise.lab.replication_count`.
    """
    source = fw.lab.sources.TwoKinds(0.1)
    return fw.lab.replication_count(source, splits=counts, folds=counts, alpha=ALPHA, n_trials=n_trials, **how)


@experiment("two kinds of points: nine tests at five error rates", seconds=25)
def simulated_levels(bench: Workbench) -> dict[str, fw.lab.TypeOneError]:
    """Ten times as many trials as in the paper."""
    errors = ERRORS[:: bench.size(1, 4)]
    return measure_levels(bench.size(10_000, 200), errors=errors, **bench.how)


@experiment("two kinds of points: from 5 to 100 splits and folds", seconds=7)
def simulated_counts(bench: Workbench) -> fw.lab.ReplicationCount:
    """Four times as many trials as in the paper."""
    return count_replications(bench.size(4000, 100), counts=COUNTS[:: bench.size(1, 3)], **bench.how)


def reference(figure: str, beta: str) -> pd.DataFrame:
    """Read what another implementation of the simulation gave, for one figure and one reading of the beta in it."""
    table = printed("dietterich_1998_simulation_reference")
    chosen = table[(table["figure"] == figure) & (table["beta"] == beta)]
    return chosen.rename(columns={"type1_error_at_0.05": "rate", "trials": "n_trials"})


def beside_reference(title: str, index: str, rates: pd.DataFrame, others: pd.DataFrame) -> SideBySide:
    """Lay out rates beside those of the reference.

    Parameters
    ----------
    title, index : str
        What the table shows, and what its rows are.
    rates, others : DataFrame
        Columns `row`, `column`, `rate` and `n_trials`, of `rates` also `low` and `high`.
    """
    both = matched(rates, others)
    both["margin"] = _USUAL * both["error"]
    rows, columns = rates["row"].unique(), rates["column"].unique()
    wide = {
        part: both.pivot(index="row", columns="column", values=part).loc[rows, columns].rename_axis(index=index)
        for part in ("rate", "low", "high", "other", "margin")
    }
    return SideBySide.from_frames(
        title,
        wide["rate"],
        wide["other"],
        low=wide["low"],
        high=wide["high"],
        margin=wide["margin"],
        note=f"Exact 95% intervals over {both['n_trials'].iloc[0]} trials. Beside them a reference simulation of "
        f"{others['n_trials'].iloc[0]} trials, since what the paper shows is lost; it counts as the same within "
        f"{_USUAL} standard errors of the difference of two such shares.",
    )


def matched(rates: pd.DataFrame, others: pd.DataFrame) -> pd.DataFrame:
    """Join measured and reference rates; `error` is the standard error of their difference if both measure the same.

    Parameters
    ----------
    rates, others : DataFrame
        Columns `row`, `column`, `rate` and `n_trials`.
    """
    known = others.rename(columns={"rate": "other", "n_trials": "n_other"})[["row", "column", "other", "n_other"]]
    both = rates.merge(known, on=["row", "column"], how="left", validate="one_to_one")
    n, m = both["n_trials"], both["n_other"]
    # With half a rejection and half a non-rejection more, so that shares of 0 have an error too.
    pooled = (both["rate"] * n + both["other"] * m + 0.5) / (n + m + 1)
    both["error"] = np.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
    return both


def agreement_check(words: str, both: pd.DataFrame) -> Check:
    """Ask whether no rate is further from the reference than chance brings it.

    Parameters
    ----------
    words : str
        What is compared.
    both : DataFrame
        As `matched` gives it.
    """
    away = ((both["rate"] - both["other"]).abs() / both["error"]).to_numpy()
    worst = both.iloc[int(away.argmax())]
    return Check(
        asked=f"{words}: every rate within {STANDARD_ERRORS} standard errors of the reference",
        found=f"of {len(both)} rates the furthest is {away.max():.1f} away: {worst['column']} at {worst['row']}, "
        f"{worst['rate']:.4f} where the reference has {worst['other']:.4f}",
        met=bool((away <= STANDARD_ERRORS).all()),
    )


def above(rates: Floats, n_trials: int, level: float = ALPHA) -> npt.NDArray[np.bool_]:
    """Return which rates are above a level by more than four standard errors of a test that keeps it exactly."""
    return np.asarray(rates > level + STANDARD_ERRORS * np.sqrt(level * (1 - level) / n_trials))
