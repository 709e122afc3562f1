"""The printed tables, checked against themselves."""

from collections.abc import Mapping
from itertools import combinations_with_replacement, pairwise
from typing import Final

import numpy as np

import foldwise as fw
from foldwise.papers.bouckaert_frank_2004.experiments import ALPHA, PAIR_NAMES, PAIRS, SPLITS
from foldwise.papers.bouckaert_frank_2004.layout import MEASURES, by_pair, measured, printed_cells, printed_in_text
from foldwise.papers.bouckaert_frank_2004.table1 import once_table, printed_counts
from foldwise.papers.bouckaert_frank_2004.table5 import printed_table_five
from foldwise.papers.paper import Part
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit, SideBySide

_N_DATASETS: Final = 27
_N: Final = 10
_PRINTED_DIGITS: Final = 3
_WORDS: Final = {"consistent": "consistent", "almost_consistent": "almost consistent", "replicability": "R"}


def attainable(consistent: int, almost: int, value: float, n_datasets: int = _N_DATASETS) -> bool:
    """Whether any numbers of rejections give these three: R to three decimals."""
    fixed = consistent + (almost - consistent) * float(fw.stats.pair_agreement(1, _N))
    # With two to five rejections, or as many acceptances, a dataset is not even almost consistent.
    parts = np.ravel(fw.stats.pair_agreement([2, 3, 4, 5], _N))
    totals = (fixed + sum(rest) for rest in combinations_with_replacement(parts, n_datasets - almost))
    return any(abs(total / n_datasets - value) <= 0.5 * 10.0**-_PRINTED_DIGITS for total in totals)


def unattainable(cells: Mapping[tuple[str, str, float], float]) -> list[str]:
    """Return the cells of a printed table whose R does not follow from any executions."""
    return [
        f"{PAIR_NAMES[pair]} {at:g}"
        for (pair, measure, at), value in cells.items()
        if measure == "replicability"
        and not attainable(int(cells[pair, "consistent", at]), int(cells[pair, "almost_consistent", at]), value)
    ]


def decreases() -> list[str]:
    """Return the places of Table 2 where a measure falls although there are more splits."""
    cells = printed_cells("bouckaert_frank_2004_table2", "runs")
    return [
        _cell(pair, measure, cells[pair, measure, fewer], "to", cells[pair, measure, more])
        for pair in PAIRS
        for measure in MEASURES
        for fewer, more in pairwise(SPLITS)
        if cells[pair, measure, more] < cells[pair, measure, fewer]
    ]


def worse_cells() -> list[str]:
    """Return the cells of Table 3 that are below those of Table 2 in the same place: as many folds as splits."""
    splits = printed_cells("bouckaert_frank_2004_table2", "runs")
    return [
        _cell(pair, measure, value, "against", splits[pair, measure, 10 * repeats])
        for (pair, measure, repeats), value in printed_cells("bouckaert_frank_2004_table3", "runs").items()
        if value < splits[pair, measure, 10 * repeats]
    ]


def _cell(pair: str, measure: str, first: float, word: str, second: float) -> str:
    return f"{PAIR_NAMES[pair]}, {_WORDS[measure]}: {first:g} {word} {second:g}"


def _make(_bench: Workbench) -> Exhibit:
    counts = printed_counts().to_numpy().T
    again = measured(np.stack([counts, _N - counts], axis=-1))
    beside = printed_in_text("bf_t1", "5x2")
    bottom = SideBySide.from_frames(
        "Last rows of Table 1, from its columns",
        by_pair({_WORDS[measure]: [*values] for measure, values in again.items()}),
        by_pair({_WORDS[measure]: [beside[pair, measure, "5x2"] for pair in PAIRS] for measure in MEASURES}),
        digits=[0, 0, _PRINTED_DIGITS],
    )
    once = once_table(np.sum(counts < _N, axis=-1))
    least = printed_table_five()
    minimum = SideBySide.from_frames(
        "Last column of Table 5, from the others",
        least.drop(columns="minimum").min(axis=1).to_frame("minimum").rename_axis("test"),
        least[["minimum"]],
        digits=1,
    )
    runs = {number: printed_cells(f"bouckaert_frank_2004_table{number}", "runs") for number in (2, 3)}
    levels = printed_cells("bouckaert_frank_2004_table4", "alpha")
    impossible = [cell for cells in (*runs.values(), levels) for cell in unattainable(cells)]
    same = [runs[3][pair, measure, 10] == levels[pair, measure, ALPHA] for pair in PAIRS for measure in MEASURES]
    return Exhibit(
        paper="bouckaert_frank_2004",
        name="recomputed",
        title=RECOMPUTED.title,
        about="Whatever in the printed tables follows from other printed numbers was computed from those.",
        tables=(bottom, once, minimum),
        checks=(
            Check(
                asked="Every R of Tables 2, 3 and 4 follows from some numbers of rejections with the printed counts",
                found=f"{len(impossible)} cells do not" + (f": {'; '.join(impossible)}" if impossible else ""),
                met=not impossible,
            ),
            Check(
                asked="The last column of Table 3 is the column of Table 4 at level 0.05",
                found=f"{sum(same)} of {len(same)} numbers are equal",
                met=all(same),
            ),
        ),
        notes=(
            f"More splits lower a measure in these places of Table 2: {'; '.join(decreases())}.",
            f"Cells of Table 3 below Table 2 with as many fits: {'; '.join(worse_cells())}.",
        ),
    )


RECOMPUTED: Final = Part(name="recomputed", title="The printed tables, checked against themselves", make=_make)
