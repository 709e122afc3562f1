"""A hundred researchers who look for a difference that is not there."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

import foldwise as fw
from foldwise.papers.paper import experiment
from foldwise.papers.salzberg_1997 import limits, null_tests
from foldwise.papers.salzberg_1997.null_tests import Floats
from foldwise.papers.salzberg_1997.worked_examples import printed_number
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, ComparedValue, Exhibit, Figure, SideBySide

N_RESEARCHERS: Final = 100
LEVELS: Final = {0.05: "salz_community_05", 0.01: "salz_community_01"}
_REAL: Final = "10/kfold_t"
_SIZE: Final = 100


@dataclass(frozen=True, slots=True)
class Communities:
    """P-values, a row of a hundred for each community: all on data of their own, or all on the same dataset."""

    own_data: Floats
    same_data: Floats


@experiment("communities of 100 researchers", seconds=3)
def communities(bench: Workbench) -> Communities:
    """Let every researcher make one comparison."""
    own = null_tests.null_pvalues(
        bench.size(10_000, 100), N_RESEARCHERS, 1, one_default=False, seed=[bench.seed, N_RESEARCHERS]
    )
    source = fw.lab.sources.ExchangeableBlocks(n_examples=_SIZE)
    trials = fw.lab.run_trials(_REAL, source, n_trials=bench.size(400, 20), n_executions=N_RESEARCHERS, **bench.how)
    return Communities(own_data=own, same_data=np.asarray(trials.found[_REAL].pvalue))


def make(bench: Workbench) -> Exhibit:
    """Make the exhibit."""
    return exhibit(bench.once(communities), incomplete=bench.incomplete)


def exhibit(trials: Communities, *, incomplete: str) -> Exhibit:
    """Count those who find something."""
    first, *_ = LEVELS
    own, same = _counts(trials.own_data, first), _counts(trials.same_data, first)
    return Exhibit(
        paper="salzberg_1997",
        name="100-researchers",
        title=f"{N_RESEARCHERS} researchers compare two learners that do not differ",
        about=f"Communities of {N_RESEARCHERS} researchers, each of whom makes one comparison, simulated "
        f"{len(trials.own_data):,} times: {null_tests.in_words()}. Researchers mostly share their data. So "
        f"{len(trials.same_data)} more communities got one dataset each, of {_SIZE} examples, and every researcher a "
        "division of it into ten folds: 1-nearest neighbour on two blocks of attributes with the same distribution, "
        "t test on the folds.",
        tables=(_table(trials),),
        checks=tuple(check for alpha in LEVELS for check in _checks(trials.own_data, alpha)),
        figures=(
            Figure(
                name="who-find-something",
                caption=f"How many of {N_RESEARCHERS} researchers find a significant difference at {first:g} where "
                f"there is none. With data of their own: about {own.mean():.1f}, in nearly every community. All with "
                f"the same dataset: {same.mean():.1f} on average, but none in {np.mean(same == 0):.2f} of the "
                f"communities, and more than half of them in {np.mean(same > N_RESEARCHERS / 2):.2f}.",
                shown=[
                    fw.displays.FalseAlarmsDisplay.from_counts(name, counts, n_tests=N_RESEARCHERS, alpha=first)
                    for name, counts in (
                        ("every researcher has data of their own", own),
                        ("all have the same dataset, each another partition", same),
                    )
                ],
            ),
        ),
        notes=(
            f"With the same data false positives come in swarms: their number has a standard deviation of "
            f"{same.std(ddof=1):.1f}, and {own.std(ddof=1):.1f} with data of their own. That many found the same is "
            "then no confirmation.",
            f"With the same data the mean is {same.mean():.1f}, not {first * N_RESEARCHERS:g}: the fault of the t test "
            "on the folds of one cross-validation, whose level is not what it says.",
        ),
        incomplete=incomplete,
    )


def _counts(pvalues: Floats, alpha: float) -> npt.NDArray[np.int64]:
    return np.asarray((pvalues <= alpha).sum(axis=1), dtype=np.int64)


def _table(trials: Communities) -> SideBySide:
    rows = {(name, alpha): _counts(pvalues, alpha) for name, pvalues in _both(trials).items() for alpha in LEVELS}
    return SideBySide(
        title=f"Significant results among {N_RESEARCHERS} researchers",
        index="data, level",
        rows=tuple(f"{name}, {alpha:g}" for name, alpha in rows),
        columns=("mean number", "standard deviation", "share of communities with any", "in theory, independent"),
        cells=tuple(
            (
                limits.mean_cell(counts, printed_number(LEVELS[alpha]) if name == "own data" else None, digits=2),
                ComparedValue(measured=float(counts.std(ddof=1)), digits=2),
                limits.share_cell(counts > 0, digits=4),
                ComparedValue(measured=float(fw.stats.family_wise_error(alpha, N_RESEARCHERS)), digits=4),
            )
            for (name, alpha), counts in rows.items()
        ),
        note="95% Monte Carlo intervals over communities.",
    )


def _both(trials: Communities) -> dict[str, Floats]:
    return {"own data": trials.own_data, "same dataset": trials.same_data}


def _checks(pvalues: Floats, alpha: float) -> tuple[Check, Check]:
    counts = _counts(pvalues, alpha)
    expected = float(fw.stats.expected_false_positives(alpha, N_RESEARCHERS))
    any_expected = float(fw.stats.family_wise_error(alpha, N_RESEARCHERS))
    mean = limits.mean_limits(counts, limits.WIDE)
    share = limits.share_limits(counts > 0, limits.WIDE)
    return (
        Check(
            asked=f"Data of their own, level {alpha:g}: {expected:g} on average, within 99.9% Monte Carlo limits",
            found=f"{counts.mean():.3f} ({limits.in_words(mean)})",
            met=mean[0] <= expected <= mean[1],
        ),
        Check(
            asked=f"Data of their own, level {alpha:g}: any in {any_expected:.4f}, within 99.9% Monte Carlo limits",
            found=f"{np.mean(counts > 0):.4f} ({limits.in_words(share, 4)})",
            met=share[0] <= any_expected <= share[1],
        ),
    )
