"""How much 5x2 varies over partitions beside 1x10, and whether strata change that."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
import pandas as pd

import foldwise as fw
from foldwise.papers.bradford_brodley_2001.accuracies import Accuracies, accuracies_of
from foldwise.papers.bradford_brodley_2001.partitions import (
    PartitionRuns,
    dataset_names,
    evaluated,
    judge_each,
    learners,
)
from foldwise.papers.bradford_brodley_2001.printed_values import N_PARTITIONS, OTHERS, PROCEDURES
from foldwise.papers.paper import Part, experiment
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, ComparedValue, Exhibit, SideBySide

_TITLE: Final = "Variation over partitions: 5x2 beside 1x10, with and without strata"
_NOTHING: Final = 1e-9
_STRATA: Final = {"plain": "without strata", "strata": "with strata"}


@experiment("Bradford and Brodley: three learners on 55 partitions with strata", seconds=240, data=dataset_names)
def with_strata(bench: Workbench) -> PartitionRuns:
    """Evaluate the learners on partitions that keep the shares of the classes, as far as small classes reach."""
    sets = bench.sets(dataset_names(), quick=2)
    n = bench.size(N_PARTITIONS, 4)
    ten_folds = bench.evaluate(learners(), sets, fw.splits.RepeatedKFold(10, n))
    halves = bench.evaluate(learners(), sets, fw.splits.RepeatedKFold(2, 5 * n))
    return PartitionRuns(ten_folds=ten_folds, halves=halves, incomplete=sets.incomplete)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Spread:
    """How far single partitions of a dataset lie apart, without and with strata.

    Parameters
    ----------
    accuracy : DataFrame
        Datasets by 'plain_1x10cv', ...: standard deviation over partitions of the accuracy of a partition in points,
        the root of the mean variance of the three learners.
    statistic : DataFrame
        The same of t of the two comparisons; where it is infinite on some partition, NaN.
    """

    accuracy: pd.DataFrame
    statistic: pd.DataFrame


def spread_of(plain: PartitionRuns, strata: PartitionRuns) -> Spread:
    """Measure both."""
    accuracy: dict[str, pd.Series] = {}
    statistic: dict[str, pd.Series] = {}
    for name, runs in (("plain", plain), ("strata", strata)):
        accuracies, judgements = accuracies_of(runs), judge_each(runs)
        for how in PROCEDURES:
            accuracy[f"{name}_{how}"] = _spread_of_accuracy(accuracies, how)
            statistic[f"{name}_{how}"] = pd.Series(
                {
                    rows[0].dataset: _pooled([row.statistics for row in rows])
                    for rows in zip(*(judgements.by[other, how].rows for other in OTHERS), strict=True)
                }
            )
    return Spread(accuracy=pd.DataFrame(accuracy), statistic=pd.DataFrame(statistic))


def _spread_of_accuracy(accuracies: Accuracies, how: str) -> pd.Series:
    return accuracies.by(how).map(lambda values: float(np.var(values, ddof=1))).mean(axis=1) ** 0.5


def _pooled(several: list[npt.NDArray[np.float64]]) -> float:
    with np.errstate(invalid="ignore"):
        return float(np.mean([np.var(values, ddof=1) for values in several]) ** 0.5)


def typical_ratio(above: pd.Series, below: pd.Series) -> tuple[float, int, int]:
    """Return the geometric mean of a ratio, and on how many datasets of how many it is above one."""
    # What rounding leaves of a spread of nothing is nothing.
    known = (above > _NOTHING) & (below > _NOTHING) & np.isfinite(above) & np.isfinite(below)
    logs = np.log(above[known] / below[known])
    return float(np.exp(logs.mean())), int((logs > 0).sum()), len(logs)


def _table(frame: pd.DataFrame, title: str, digits: int, note: str) -> SideBySide:
    columns = [f"{name}_{how}" for how in PROCEDURES for name in _STRATA]
    return SideBySide(
        title=title,
        index="dataset",
        rows=tuple(map(str, frame.index)),
        columns=tuple(f"{PROCEDURES[how]} {words}" for how in PROCEDURES for words in _STRATA.values()),
        cells=tuple(
            tuple(ComparedValue(measured=float(value), digits=digits) for value in frame.loc[name, columns])
            for name in frame.index
        ),
        note=note,
    )


def _ratio_table(spread: Spread) -> SideBySide:
    asked = {
        "5x2 over 1x10, without strata": ("plain_5x2cv", "plain_1x10cv"),
        "5x2 over 1x10, with strata": ("strata_5x2cv", "strata_1x10cv"),
        "with strata over without, 1x10": ("strata_1x10cv", "plain_1x10cv"),
        "with strata over without, 5x2": ("strata_5x2cv", "plain_5x2cv"),
    }
    cells = []
    for above, below in asked.values():
        row = []
        for frame in (spread.accuracy, spread.statistic):
            ratio, n_above, n = typical_ratio(frame[above], frame[below])
            row += [ComparedValue(measured=ratio, digits=2), ComparedValue(measured=f"{n_above} of {n}")]
        cells.append(tuple(row))
    return SideBySide(
        title="Ratios of these standard deviations",
        index="ratio",
        rows=tuple(asked),
        columns=("accuracy: typical ratio", "above 1 on", "t: typical ratio", "above 1 on "),
        cells=tuple(cells),
        note="Typical: geometric mean over datasets on which both vary.",
    )


def consistent_direction(n_above: int, n: int) -> bool:
    """Whether so many of n point one way that chance does not explain it: the sign test, two-sided, at .05."""
    return bool(fw.stats.binomial(n_above, n - n_above).pvalue <= 0.05)


def _make(bench: Workbench) -> Exhibit:
    plain, strata = bench.once(evaluated), bench.once(with_strata)
    spread = spread_of(plain, strata)
    half, n_half, n = typical_ratio(spread.accuracy["plain_5x2cv"], spread.accuracy["plain_1x10cv"])
    same = {
        how: typical_ratio(spread.statistic[f"strata_{how}"], spread.statistic[f"plain_{how}"]) for how in PROCEDURES
    }
    closer = {
        how: typical_ratio(spread.accuracy[f"strata_{how}"], spread.accuracy[f"plain_{how}"]) for how in PROCEDURES
    }
    return Exhibit(
        paper="bradford_brodley_2001",
        name="variation",
        title=_TITLE,
        about="The paper does not stratify, and says that strata did not consistently raise or lower anything. Here "
        "the same learners run on as many partitions with strata, too: by how much do the accuracy of a partition, "
        "and its t, vary over partitions of the same data? The paper prints no numbers for it.",
        tables=(
            _ratio_table(spread),
            _table(
                spread.accuracy,
                "Standard deviation of the accuracy of a partition, points",
                2,
                "A partition of 1x10 has one cross-validation, one of 5x2 five, so that it averages over five. Root of "
                "the mean variance of the three learners.",
            ),
            _table(
                spread.statistic,
                "Standard deviation of t of a partition",
                2,
                "t as in Table 3, of both comparisons together. None where t is infinite on some partition.",
            ),
        ),
        checks=tuple(
            Check(
                asked=f"{PROCEDURES[how]}: strata neither raise nor lower the variation of t consistently (sign test "
                "over datasets, .05)",
                found=f"higher with strata on {n_above} of {n_known}, typical ratio {ratio:.2f}",
                met=not consistent_direction(n_above, n_known),
            )
            for how, (ratio, n_above, n_known) in same.items()
        ),
        notes=(
            f"The accuracy of a partition of 5x2 varies {'less' if half < 1 else 'more'} than that of 1x10: typical "
            f"ratio {half:.2f}, above 1 on {n_half} of {n} datasets.",
            "With strata the accuracy itself varies "
            + " and ".join(
                f"{ratio:.2f} times as much by {PROCEDURES[how]} (more on {n_above} of {n_known})"
                for how, (ratio, n_above, n_known) in closer.items()
            )
            + ".",
        ),
        incomplete=plain.incomplete or strata.incomplete,
    )


VARIATION: Final = Part(name="variation", title=_TITLE, make=_make, needs=(evaluated, with_strata))
