"""Training sets that overlap, as in cross-validation, and training sets that have no example in common."""

from typing import Final

import numpy as np
import numpy.typing as npt
import pandas as pd

import foldwise as fw
from foldwise.papers.dietterich_1998.real_learners_tasks import ALPHA, TASKS, TEN_FOLD
from foldwise.papers.dietterich_1998.words import LOST, MATCHED, PAPER, recovered
from foldwise.papers.paper import experiment
from foldwise.papers.printed_numbers import share, within
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, ComparedValue, Exhibit, SideBySide

FOLDS: Final = 10
TRAIN: Final = 270
TEST: Final = 30
_PLANE: Final = TASKS[0]
COMMON: Final = "ten training sets with 80% in common, one cross-validation"
OWN: Final = "ten training and test sets of their own"


@experiment("plane: ten training sets without a common example", seconds=40)
def separate_sets(bench: Workbench) -> npt.NDArray[np.float64]:
    """Return differences of accuracy, of shape (n_experiments, 10): each from a training and a test set of its own."""
    null = bench.once(_PLANE.matching)[0]
    n = bench.size(500, 8)
    how = {"seed": bench.seed + 2, "n_jobs": bench.n_jobs, "store": bench.how["store"]}
    curves = fw.lab.learning_curves(null, sizes=(TRAIN,), n_sets=FOLDS * n, n_points=TEST, **how)
    errors = curves.errors[:, curves.sizes.index(TRAIN)]
    return np.asarray(errors[1] - errors[0]).reshape(n, FOLDS)


def separate_exhibit(bench: Workbench) -> Exhibit:
    """Compare how much the mean difference varies, and how much the t test takes it to vary."""
    apart = bench.once(separate_sets)
    result = fw.stats.kfold_t(apart)
    power = bench.once(_PLANE.trials)
    overlapping = power.trials[0].found[TEN_FOLD]
    estimate, statistic = overlapping.estimate[:, 0], overlapping.statistic[:, 0]
    usable = np.isfinite(statistic) & (statistic != 0)
    rows = {
        COMMON: (estimate, np.abs(estimate[usable] / statistic[usable]), overlapping.pvalue[:, 0]),
        OWN: (np.asarray(result.estimate), np.asarray(result.standard_error), np.asarray(result.pvalue)),
    }
    table = pd.DataFrame({name: _numbers(*each) for name, each in rows.items()}).T
    return Exhibit(
        paper=PAPER,
        name="separate",
        title="Overlapping and separate training sets",
        about=f"{MATCHED} On the plane, where there are as many examples as one likes. Ten folds train on {TRAIN} of "
        f"300 examples and test on {TEST}; any two training sets have 80% of all examples in common. Beside them ten "
        "training sets of the same size and ten test sets, none of which has an example in common. The t test is the "
        "same.",
        tables=(
            SideBySide(
                title="Mean of ten differences, and what the t test takes it to vary by",
                index="training sets",
                rows=tuple(table.index),
                columns=("experiments", "spread of the mean", "as the t test sees it", "their ratio", "rejected"),
                cells=tuple(
                    (
                        ComparedValue(measured=row["n"], digits=0),
                        ComparedValue(measured=row["sd"], digits=4),
                        ComparedValue(measured=row["seen"], digits=4),
                        ComparedValue(measured=row["sd"] / row["seen"], digits=2),
                        ComparedValue(measured=row["rejected"], low=row["low"], high=row["high"]),
                    )
                    for row in table.to_dict("records")
                ),
                note="Spread: standard deviation over experiments. As the t test sees it: the root of the mean of its "
                "squared standard errors. Rejected: with exact 95% intervals. None of these numbers is printed.",
            ),
        ),
        checks=separate_checks(table),
        notes=(LOST, f"Of the text remains: {recovered('train_overlap_10fold')}."),
        incomplete=bench.incomplete,
    )


def _numbers(
    means: npt.NDArray[np.float64], errors: npt.NDArray[np.float64], pvalues: npt.NDArray[np.float64]
) -> dict[str, float]:
    n, rejected = len(means), int((pvalues <= ALPHA).sum())
    limits = fw.stats.clopper_pearson(rejected, n)
    return {
        "n": float(n),
        "sd": float(means.std(ddof=1)),
        "seen": float(np.sqrt(np.mean(np.square(errors)))),
        "rejected": rejected / n,
        "low": float(limits.low),
        "high": float(limits.high),
    }


def separate_checks(table: pd.DataFrame) -> tuple[Check, ...]:
    """Ask whether overlap hides variation from the test, and whether it keeps its level without."""
    rows = table.to_dict("index")
    overlapping, own = rows[COMMON], rows[OWN]
    ratio = overlapping["sd"] / overlapping["seen"]
    # Of two standard deviations from so many experiments, about normal: relative error 1 / sqrt(2 n) of the first.
    arm = 1.96 * ratio / np.sqrt(2 * overlapping["n"])
    return (
        Check(
            asked="with overlapping training sets the mean varies more than the t test sees: the 95% interval of the "
            "ratio lies above 1",
            found=f"{ratio:.2f} ({ratio - arm:.2f} to {ratio + arm:.2f}); with separate sets "
            f"{own['sd'] / own['seen']:.2f}",
            met=bool(ratio - arm > 1),
        ),
        Check(
            asked=f"with separate sets the t test keeps its level: the 95% interval holds {share(ALPHA)}",
            found=within(own["rejected"], own["low"], own["high"]),
            met=bool(own["low"] <= ALPHA <= own["high"]),
        ),
    )
