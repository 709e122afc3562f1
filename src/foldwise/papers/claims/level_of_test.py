"""Claim C6: the level hardly changes the replicability of the corrected 10x10 test."""

from typing import Final

import numpy as np

from foldwise.papers.bouckaert_frank_2004.decisions import ALPHAS, by_repeats
from foldwise.papers.bouckaert_frank_2004.experiments import folds
from foldwise.papers.bouckaert_frank_2004.layout import agreement_table, each_r, listed, mean_r
from foldwise.papers.paper import Part
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit


def _make(bench: Workbench) -> Exhibit:
    scored = bench.once(folds)
    decided = by_repeats(scored)
    levels = {f"level {alpha:g}": alpha for alpha in ALPHAS}
    ranges = [float(value) for value in np.ptp([each_r(decided[10], alpha) for alpha in ALPHAS], axis=0)]
    gain = mean_r(decided[10]) - mean_r(decided[1])
    return Exhibit(
        paper="claims",
        name="c6",
        title=C6.title,
        about="The ten executions of the corrected test on 10x10 folds on 27 datasets, judged at four levels.",
        tables=(agreement_table(dict.fromkeys(levels, decided[10]), levels),),
        checks=(
            Check(
                asked="R varies less between levels, on average over the pairs, than it gains from one repeat to ten",
                found=f"range over levels {listed([sum(ranges) / len(ranges)])} (by pair {listed(ranges)}), "
                f"gain {listed([gain])}",
                met=sum(ranges) / len(ranges) < gain,
            ),
        ),
        incomplete=scored.incomplete,
        is_claim=True,
    )


C6: Final = Part(
    name="c6", title="C6: the level hardly changes the replicability of corrected 10x10", make=_make, needs=(folds,)
)
