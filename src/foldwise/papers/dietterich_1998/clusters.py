"""A large and a small cluster: why the two folds of a halving depend on each other."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import stats as distributions

import foldwise as fw
from foldwise.papers.dietterich_1998.words import LOST, PAPER, laid_out
from foldwise.papers.paper import experiment
from foldwise.papers.printed_numbers import share, within
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit

LARGE: Final = 40
SMALL: Final = 6
# The small cluster lies at the border of the large one, so that its points may be neighbours of others.
AWAY: Final = 2.5
_USUAL: Final = 1.96
_TITLE: Final = "Error rate by how the small cluster is parted"


@dataclass(frozen=True, slots=True)
class Halvings:
    """Error rates of both folds of one halving of each dataset, and how many of the small cluster each half has.

    Parameters
    ----------
    errors : ndarray of shape (n_datasets, 2)
        Of 1-nearest neighbour, trained on one half and tested on the other.
    n_small : ndarray of shape (n_datasets,)
        Points of the small cluster in that half which has fewer of them.
    """

    errors: npt.NDArray[np.float64]
    n_small: npt.NDArray[np.intp]


@experiment("two clusters: halvings that part the small one in all ways", seconds=12)
def clusters_halved(bench: Workbench) -> Halvings:
    """Halve many datasets of two clusters, each once."""
    errors, n_small = [], []
    y = np.repeat([0, 1], [LARGE, SMALL])
    for number in range(bench.size(2000, 40)):
        rng = np.random.default_rng([bench.seed, 1998, number])
        X = rng.normal(size=(LARGE + SMALL, 2))
        X[LARGE:] = X[LARGE:] / 3 + [AWAY, 0]
        run = fw.evaluate(
            {"nn": fw.learners.NearestNeighbor()}, X, y, scheme="2:plain", seed=bench.seed + number, progress=False
        )
        folds = np.asarray(run.assignment.folds[0])
        in_first = int((folds[LARGE:] == 0).sum())
        errors.append(1 - run.scores()[0, 0])
        n_small.append(min(in_first, SMALL - in_first))
    return Halvings(np.array(errors), np.array(n_small))


def clusters_exhibit(bench: Workbench) -> Exhibit:
    """Show what the fate of the small cluster does to both folds."""
    halved = bench.once(clusters_halved)
    means = halved.errors.mean(axis=1)
    rows = []
    for parted in range(SMALL // 2 + 1):
        mine = halved.n_small == parted
        if mine.sum() < 2:
            continue
        words = f"{parted} in one half, {SMALL - parted} in the other"
        lower, higher = np.sort(halved.errors[mine], axis=1).T
        for what, values in (("lower fold", lower), ("higher fold", higher), ("mean of both", means[mine])):
            mean, arm = float(values.mean()), _USUAL * float(values.std(ddof=1)) / float(np.sqrt(values.size))
            rows.append({"parted": words, "of": what, "error": mean, "low": mean - arm, "high": mean + arm})
    note = f"Means over {len(means)} halvings, each of a dataset of its own, with 95% intervals. None is printed."
    return Exhibit(
        paper=PAPER,
        name="clusters",
        title="Two clusters: why folds depend on each other",
        about=f"The paper's example. {LARGE} points of one class, and a small cluster of {SMALL} of another at their "
        "border. Two-fold cross-validation of 1-nearest neighbour. If the small cluster falls into one half, the "
        "learner that is trained on the other has never seen its class; if it is parted evenly, both have. So both "
        "folds are good or bad by the same chance.",
        tables=(laid_out(_TITLE, pd.DataFrame(rows), "parted", "of", "error", note=note),),
        checks=cluster_checks(halved),
        notes=(
            LOST,
            "How the example goes is a recollection, and all numbers are ours. On letter the paper measured what it "
            "leads to: see the correlation between the differences on two folds.",
        ),
        incomplete=bench.incomplete,
    )


def cluster_checks(halved: Halvings) -> tuple[Check, ...]:
    """Ask whether the way the small cluster is parted moves the mean of both folds, and both together."""
    means = halved.errors.mean(axis=1)
    together, apart = (means[halved.n_small == parted] for parted in (0, SMALL // 2))
    if min(together.size, apart.size) < 2:
        return ()
    gap = float(together.mean() - apart.mean())
    arm = _USUAL * float(np.sqrt(together.var(ddof=1) / together.size + apart.var(ddof=1) / apart.size))
    # What the fate of the cluster does to both: the variance of the mean beyond that of two independent folds.
    p = float(distributions.spearmanr(halved.n_small, means).pvalue)
    return (
        Check(
            asked="a small cluster all in one half raises the error: the 95% interval of the mean of both folds less "
            "that of an even split lies above 0",
            found=within(gap, gap - arm, gap + arm),
            met=gap - arm > 0,
        ),
        Check(
            asked="the more evenly it is parted, the lower the error: rank correlation below 0, significant at "
            f"{share(0.05)}",
            found=f"p = {p:.2g}",
            met=p < 0.05 and float(np.corrcoef(halved.n_small, means)[0, 1]) < 0,
        ),
    )
