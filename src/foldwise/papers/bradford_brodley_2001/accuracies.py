"""Table 1: mean accuracies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist
from typing import Final

import numpy as np
import numpy.typing as npt
import pandas as pd

import foldwise as fw
from foldwise.papers.bradford_brodley_2001.partitions import PartitionRuns, dataset_names, evaluated, learners
from foldwise.papers.bradford_brodley_2001.printed_values import (
    COLUMNS,
    OTHERS,
    PROCEDURES,
    REFERENCE,
    printed_accuracies,
)
from foldwise.papers.paper import Part, experiment
from foldwise.papers.workbench import LoadedSets, Workbench
from foldwise.reports import Check, ComparedValue, Exhibit, SideBySide

Floats = npt.NDArray[np.float64]
# Dataset, the learner that TDDT-1 is compared with, procedure.
Key = tuple[str, str, str]
LIMIT: Final = NormalDist().inv_cdf(0.975)
# What other implementations of a learner, or of how it treats missing values, may differ by.
NEAR: Final = 3.0
FEWER: Final = 10
# Two ways to treat a missing value.
AS_ABOVE, AS_VALUE = "left missing, as above", "one more value"
_NOMINAL_WITH_GAPS: Final = ("breast-cancer", "mushroom", "soybean-large", "vote")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Accuracies:
    """Percent correct on each partition.

    Parameters
    ----------
    ten_folds, halves : DataFrame of ndarray
        Datasets by learners ('tddt1', ...); in each cell an array with one number per partition.
    """

    ten_folds: pd.DataFrame
    halves: pd.DataFrame

    def by(self, procedure: str) -> pd.DataFrame:
        """Return those of '1x10cv' or '5x2cv'."""
        return {"1x10cv": self.ten_folds, "5x2cv": self.halves}[procedure]

    def means(self) -> pd.DataFrame:
        """Average over partitions; columns as in the printed table, such as 'tddt1_1x10cv'."""
        return pd.concat([self.by(how).map(np.mean).add_suffix(f"_{how}") for how in PROCEDURES], axis=1)

    def standard_errors(self) -> pd.DataFrame:
        """Return how far the means would vary with other partitions of the same data."""
        return pd.concat([self.by(how).map(_error).add_suffix(f"_{how}") for how in PROCEDURES], axis=1)


def accuracies_of(runs: PartitionRuns) -> Accuracies:
    """Score every partition."""
    return Accuracies(ten_folds=_percent(runs.ten_folds, 1), halves=_percent(runs.halves, 5))


def largest(frame: pd.DataFrame) -> tuple[str, str]:
    """Return the row and the column of the largest number."""
    row, column = divmod(int(frame.to_numpy().argmax()), frame.shape[1])
    return str(frame.index[row]), str(frame.columns[column])


def order_check(means: pd.DataFrame, paper: pd.DataFrame, procedure: str) -> Check:
    """Ask whether learners rank alike wherever the paper has them more than two points apart."""
    alike = []
    for first, second in combinations(COLUMNS, 2):
        pair = [f"{first}_{procedure}", f"{second}_{procedure}"]
        theirs = paper[pair[0]] - paper[pair[1]]
        apart = theirs.index[theirs.abs() > 2]
        ours = means[pair[0]] - means[pair[1]]
        alike += list(np.sign(ours[apart]) == np.sign(theirs[apart]))
    return Check(
        asked=f"{PROCEDURES[procedure]}: the better of two learners is the same in at least 75% of the cases in which "
        "the paper has them more than 2 points apart",
        found=f"{sum(alike)} of {len(alike)}",
        met=sum(alike) >= 0.75 * len(alike),
    )


def below_check(means: pd.DataFrame) -> Check:
    """Ask whether half of the data to learn from leads to lower accuracies."""
    lower = sum(int((means[f"{each}_5x2cv"] < means[f"{each}_1x10cv"]).sum()) for each in COLUMNS)
    n = len(means) * len(COLUMNS)
    return Check(
        asked="5x2 accuracy is below 1x10 accuracy in at least 85% of the cells",
        found=f"{lower} of {n}",
        met=lower >= 0.85 * n,
    )


def _with_gaps() -> dict[str, str]:
    return {name: source for name, source in dataset_names().items() if name in _NOMINAL_WITH_GAPS}


@experiment("Bradford and Brodley: missing values as one more value", seconds=8, data=_with_gaps)
def filled(bench: Workbench) -> PartitionRuns | None:
    """Evaluate the learners where all columns are nominal and a missing value is taken for one more value."""
    names = {name: source for name, source in _with_gaps().items() if fw.data.is_at_hand(source)}
    if bench.quick or not names:
        return None
    sets = LoadedSets(datasets={name: _filled(fw.data.load(source)) for name, source in names.items()}, incomplete="")
    ten_folds, halves = (bench.evaluate(learners(), sets, how) for how in (f"{FEWER}x10:plain", f"{5 * FEWER}x2:plain"))
    return PartitionRuns(ten_folds=ten_folds, halves=halves, incomplete="")


def accuracy_table(accuracies: Accuracies) -> SideBySide:
    """Set ours beside Table 1."""
    means, errors = accuracies.means(), accuracies.standard_errors()
    columns = [f"{each}_{how}" for each in COLUMNS for how in PROCEDURES]
    means, errors = means[columns], errors[columns]
    paper = printed_accuracies().loc[means.index, columns]
    words = {f"{each}_{how}": f"{name} {PROCEDURES[how]}" for each, name in COLUMNS.items() for how in PROCEDURES}
    frames = (means, paper, means - LIMIT * errors, means + LIMIT * errors, 2**0.5 * LIMIT * errors)
    measured, beside, low, high, margin = (frame.rename(columns=words) for frame in frames)
    return SideBySide.from_frames(
        "Accuracy, percent",
        measured,
        beside,
        low=low,
        high=high,
        margin=margin,
        near=NEAR,
        digits=1,
        note="Means over partitions. Limits: from the standard error over partitions of the same data. Same: no "
        "farther apart than two such means, from other partitions, would be in 95% of cases. Near: at most 3 points "
        "apart, as other implementations may be.",
    )


def same_in_table_one(accuracies: Accuracies) -> set[Key]:
    """Return the comparisons whose two accuracies are both the printed ones but for chance."""
    table = accuracy_table(accuracies)
    same = {
        (name, column)
        for name, row in zip(table.rows, table.cells, strict=True)
        for column, cell in zip(table.columns, row, strict=True)
        if cell.agreement == "same"
    }
    return {
        (name, other, how)
        for name in table.rows
        for other, words in OTHERS.items()
        for how, procedure in PROCEDURES.items()
        if {(name, f"{each} {procedure}") for each in (REFERENCE, words)} <= same
    }


def by_accuracy(cells: Mapping[Key, Sequence[ComparedValue]], accuracies: Accuracies) -> str:
    """Return how many numbers are the printed ones where both accuracies are too, and how many elsewhere."""
    alike = same_in_table_one(accuracies)
    where, elsewhere = (
        [cell.agreement == "same" for key, row in cells.items() for cell in row if (key in alike) == is_alike]
        for is_alike in (True, False)
    )
    return (
        f"{sum(where)} of {len(where)} numbers are the same where both accuracies are (Table 1), {sum(elsewhere)} of "
        f"{len(elsewhere)} elsewhere"
    )


def _make(bench: Workbench) -> Exhibit:
    runs = bench.once(evaluated)
    accuracies = accuracies_of(runs)
    means, paper = accuracies.means(), printed_accuracies()
    gaps = (means - paper.loc[means.index, means.columns]).abs()
    worst, column = largest(gaps)
    learner, _, how = column.rpartition("_")
    tables = [accuracy_table(accuracies)]
    each_mean = [f"{gaps.filter(like=each).to_numpy().mean():.2f} ({name})" for each, name in COLUMNS.items()]
    because = (
        f"The learners are other implementations: the mean absolute gap is {', '.join(each_mean)} points, the largest "
        f"{gaps.to_numpy().max():.1f} ({COLUMNS[learner]} on {worst}, {PROCEDURES[how]})."
    )
    other = bench.once(filled)
    if other is not None:
        tables.append(_filled_table(accuracies.ten_folds, _percent(other.ten_folds, 1)))
        with_value = _percent(other.ten_folds, 1).map(np.mean).add_suffix("_1x10cv")
        after = (with_value - paper.loc[with_value.index, with_value.columns]).abs().to_numpy().mean()
        before = gaps.loc[with_value.index, with_value.columns].to_numpy().mean()
        because += (
            f" Part of it is how missing values are treated: on the {len(with_value)} datasets with gaps in nominal "
            f"columns alone the mean gap of 1x10 is {before:.2f} points, and {after:.2f} if a missing value is taken "
            "for one more value (second table)."
        )
    return Exhibit(
        paper="bradford_brodley_2001",
        name="table1",
        title="Table 1: mean accuracies over the partitions",
        about="Three learners on each partition of each dataset, by one tenfold cross-validation and by five twofold "
        "ones; partitions are random and not stratified. TDDT-1 is MansourTree, TDDT-2 is C45 without subtree raising, "
        "naive Bayes is DiscretizedNaiveBayes.",
        tables=tuple(tables),
        checks=(*(order_check(means, paper.loc[means.index], how) for how in PROCEDURES), below_check(means)),
        because=because,
        incomplete=runs.incomplete,
    )


def _percent(runs: dict[str, fw.runs.Run], size: int) -> pd.DataFrame:
    rows = {}
    for name, run in runs.items():
        by_repeat = 100 * run.correct().mean(axis=2)
        by_partition = by_repeat.reshape(len(COLUMNS), -1, size).mean(axis=2)
        rows[name] = dict(zip(COLUMNS, by_partition, strict=True))
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("dataset")


def _error(percent: Floats) -> float:
    return float(np.std(percent, ddof=1) / np.sqrt(percent.size))


def _filled(data: fw.data.Dataset) -> fw.data.Dataset:
    X = data.X.copy()
    for name in X.columns[X.isna().any()]:
        X[name] = X[name].cat.add_categories("missing").fillna("missing")
    return fw.data.Dataset(X, data.y, name=data.name)


def _filled_table(percent: pd.DataFrame, filled_percent: pd.DataFrame) -> SideBySide:
    paper = printed_accuracies()
    cells = [(name, each) for name in filled_percent.index for each in COLUMNS]
    # Printed numbers are a column here: those of the table above must not be counted twice.
    return SideBySide(
        title="Accuracy, percent, 1x10, by what a missing value is",
        index="dataset",
        rows=tuple(f"{name}: {COLUMNS[each]}" for name, each in cells),
        columns=(AS_ABOVE, AS_VALUE, "printed"),
        cells=tuple(
            (
                _mean_cell(percent[each][name]),
                _mean_cell(filled_percent[each][name]),
                ComparedValue(measured=float(paper[f"{each}_1x10cv"][name]), digits=1),
            )
            for name, each in cells
        ),
        note=f"Datasets with nominal columns only; {FEWER} partitions where it is one more value. Limits as above.",
    )


def _mean_cell(values: Floats) -> ComparedValue:
    mean, reach = float(values.mean()), LIMIT * _error(values)
    return ComparedValue(measured=mean, low=mean - reach, high=mean + reach, digits=1)


TABLE1: Final = Part(
    name="table1", title="Table 1: mean accuracies over the partitions", make=_make, needs=(evaluated, filled)
)
