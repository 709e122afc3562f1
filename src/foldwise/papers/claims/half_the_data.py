"""C9: 5x2 learns from half of the data, which lowers accuracies and can change the comparison."""

from statistics import NormalDist
from typing import Final

import numpy as np
import pandas as pd

from foldwise.papers.bradford_brodley_2001.accuracies import LIMIT, Accuracies, accuracies_of, below_check, largest
from foldwise.papers.bradford_brodley_2001.partitions import evaluated
from foldwise.papers.bradford_brodley_2001.printed_values import (
    COLUMNS,
    OTHERS,
    PROCEDURES,
    REFERENCE,
    printed_accuracies,
)
from foldwise.papers.paper import Part
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, ComparedValue, Exhibit, SideBySide

# The text's own example, of the two trees.
_EXAMPLE: Final = ("monk1-full", "tddt2")
_TITLE: Final = "C9: half of the data to learn from lowers accuracies and can change the comparison"


def lead(accuracies: Accuracies, dataset: str, other: str, procedure: str) -> tuple[float, float]:
    """Return by how many points TDDT-1 is ahead, the mean over partitions, and its limits on either side.

    All leads together lie within their limits in 95% of cases: Bonferroni's share of it for each.
    """
    table = accuracies.by(procedure)
    ahead = np.asarray(table.loc[dataset, "tddt1"]) - np.asarray(table.loc[dataset, other])
    n_leads = len(table) * len(OTHERS) * len(PROCEDURES)
    limit = NormalDist().inv_cdf(1 - 0.025 / n_leads)
    return float(ahead.mean()), float(limit * np.std(ahead, ddof=1) / np.sqrt(ahead.size))


def turned(accuracies: Accuracies) -> list[tuple[str, str]]:
    """List datasets and learners where TDDT-1 is ahead by one procedure and behind by the other, beyond chance."""
    pairs = []
    for dataset in accuracies.ten_folds.index:
        for other in OTHERS:
            leads = [lead(accuracies, dataset, other, how) for how in PROCEDURES]
            if all(abs(mean) > reach for mean, reach in leads) and leads[0][0] * leads[1][0] < 0:
                pairs.append((str(dataset), other))
    return pairs


def example_words(accuracies: Accuracies) -> str:
    """Say whether the better tree changes here, too, on the dataset that the paper takes for an example."""
    dataset, other = _EXAMPLE
    if dataset not in accuracies.ten_folds.index:
        return f"The paper's own example, {dataset}, is not among these datasets."
    paper = printed_accuracies()
    ours = {how: lead(accuracies, dataset, other, how) for how in PROCEDURES}
    theirs = [f"{paper[f'tddt1_{how}'][dataset] - paper[f'{other}_{how}'][dataset]:+.1f}" for how in PROCEDURES]
    here = [f"{mean:+.1f} (within {reach:.1f})" for mean, reach in ours.values()]
    if _EXAMPLE in turned(accuracies):
        words = "turns here, too"
    elif np.prod([mean for mean, _ in ours.values()]) < 0:
        words = "turns here only within chance"
    else:
        words = "does not turn here"
    return (
        f"The paper's own example, {dataset}, {words}: {REFERENCE} is ahead of {OTHERS[other]} by {here[0]} points by "
        f"{PROCEDURES['1x10cv']} and by {here[1]} by {PROCEDURES['5x2cv']}; in the paper by {theirs[0]} and "
        f"{theirs[1]}."
    )


def _drops(means: pd.DataFrame) -> pd.DataFrame:
    drops = {each: means[f"{each}_1x10cv"] - means[f"{each}_5x2cv"] for each in COLUMNS}
    return pd.DataFrame(drops).rename_axis("dataset")


def _drop_table(accuracies: Accuracies) -> SideBySide:
    drops, errors = _drops(accuracies.means()), accuracies.standard_errors()
    spread = pd.DataFrame({each: np.hypot(errors[f"{each}_1x10cv"], errors[f"{each}_5x2cv"]) for each in COLUMNS})
    paper = _drops(printed_accuracies()).loc[drops.index]
    frames = (drops, paper, drops - LIMIT * spread, drops + LIMIT * spread, 2**0.5 * LIMIT * spread)
    measured, beside, low, high, margin = (frame.rename(columns=COLUMNS) for frame in frames)
    return SideBySide.from_frames(
        "Points of accuracy lost from 1x10 to 5x2",
        measured,
        beside,
        low=low,
        high=high,
        margin=margin,
        near=1.0,
        digits=1,
        note="Limits: from the standard errors over partitions. Near: at most one point apart.",
    )


def _make(bench: Workbench) -> Exhibit:
    runs = bench.once(evaluated)
    accuracies = accuracies_of(runs)
    drops = _drops(accuracies.means())
    worst, learner = largest(drops)
    pairs = turned(accuracies)
    theirs = _drops(printed_accuracies())
    printed_worst, printed_learner = largest(theirs)
    shown = [
        (dataset, other, [lead(accuracies, dataset, other, how) for how in PROCEDURES]) for dataset, other in pairs
    ]
    table = SideBySide(
        title=f"Points by which {REFERENCE} is ahead, where the sign changes beyond chance",
        index="comparison",
        rows=tuple(f"{dataset}: {OTHERS[other]}" for dataset, other, _ in shown),
        columns=tuple(PROCEDURES.values()),
        cells=tuple(
            tuple(ComparedValue(measured=mean, low=mean - reach, high=mean + reach, digits=2) for mean, reach in leads)
            for _, _, leads in shown
        ),
        note="Limits: from the spread of the difference over partitions, wide enough for all "
        f"{len(drops) * len(OTHERS) * len(PROCEDURES)} leads to lie within theirs in 95% of cases.",
    )
    return Exhibit(
        paper="claims",
        name="c9",
        title=_TITLE,
        about="Bradford and Brodley (2001): tenfold cross-validation learns from nine tenths of the data, 5x2 from "
        "half. What is compared are learners with less data, which need not compare in the same way.",
        tables=(_drop_table(accuracies), table),
        checks=(
            below_check(accuracies.means()),
            Check(
                asked="The largest loss is 5 points or more",
                found=f"{drops.to_numpy().max():.1f} ({COLUMNS[learner]} on {worst}; the paper: "
                f"{theirs.to_numpy().max():.1f}, {COLUMNS[printed_learner]} on {printed_worst})",
                met=float(drops.to_numpy().max()) >= 5,
            ),
            Check(
                asked="On some dataset the better learner of a pair changes, beyond what other partitions could do",
                found=f"{len(pairs)} of {len(OTHERS) * len(drops)} comparisons",
                met=bool(pairs),
            ),
        ),
        notes=(
            example_words(accuracies),
            f"The text of the paper names the loss of {theirs['tddt1']['monk1-full']:.1f} points on monk1-full; the "
            f"largest in its Table 1 is {theirs.to_numpy().max():.1f}, of {COLUMNS[printed_learner]} on "
            f"{printed_worst}.",
        ),
        incomplete=runs.incomplete,
        is_claim=True,
    )


C9: Final = Part(name="c9", title=_TITLE, make=_make, needs=(evaluated,))
