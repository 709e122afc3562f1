"""Wins, ties and losses against one learner, in the form of Weka's Experimenter."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from foldwise._core import compact, decimals, listed, one_line
from foldwise.verdicts.overall._pairs import signs_of

if TYPE_CHECKING:
    from foldwise.verdicts.overall._overall import Overall


def win_tie_loss_table(overall: Overall, learner: str | None) -> str:
    """Return wins, ties and losses against one learner in Weka's form."""
    names = overall.cells.learners
    if learner is not None and learner not in names:
        raise ValueError(f"learner must be one of {listed(names)}, got {learner!r}.")
    asked = (overall.against or names[0]) if learner is None else learner
    if overall.against not in (None, asked):
        raise ValueError(f"learner must be {overall.against!r}, with which each other was compared, got {learner!r}.")
    base = names.index(asked)
    columns = [base, *(i for i in range(len(names)) if i != base)]
    signs = signs_on_datasets(overall)
    spread = float(np.nanstd(overall.cells.scores))
    n = decimals(spread / 100 if spread > 0 else math.nan, is_share=overall.metric.is_share)
    rows, counts = [], {i: [0, 0, 0] for i in columns}
    for j, dataset in enumerate(overall.cells.datasets):
        row = [one_line(dataset)]
        for i in columns:
            score = overall.cells.scores[i, j]
            sign = signs[i, base, j]
            mark = " " if i == base or np.isnan(score) or not sign else "v" if sign > 0 else "*"
            row.append(("" if np.isnan(score) else compact(overall.metric.natural(float(score)), n)) + f" {mark}")
            if i != base and not np.isnan(score) and not np.isnan(overall.cells.scores[base, j]):
                counts[i][{1: 0, 0: 1, -1: 2}[int(sign)]] += 1
        rows.append(row)
    heading = ["dataset", *(one_line(names[i]) + "  " for i in columns)]
    last = ["(v/ /*)", "", *("({}/{}/{})".format(*counts[i]) for i in columns[1:])]
    cells = [heading, *rows, last]
    widths = [max(len(row[column]) for row in cells) for column in range(len(heading))]
    return "\n".join("  ".join(_aligned(row, widths)).rstrip() for row in cells)


def _aligned(row: list[str], widths: list[int]) -> Iterator[str]:
    """Yield the cells of a row: the name at the left, numbers at the right."""
    for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
        yield cell.rjust(width) if column else cell.ljust(width)


def signs_on_datasets(overall: Overall) -> npt.NDArray[np.int8]:
    """Return for every two learners and dataset 1 where the first is better, -1 where it is worse, else 0."""
    cells = overall.cells
    k, n = cells.scores.shape
    signs = np.zeros((k, k, n), dtype=np.int8)
    where = {name: j for j, name in enumerate(cells.datasets)}
    used = np.array([where[name] for name in overall.datasets])
    for number, (a, b) in enumerate(cells.pairs):
        if overall.on_datasets is not None:
            sign = np.zeros(n, dtype=np.int8)
            sign[used] = overall.on_datasets.called[number]
        else:
            d = np.nan_to_num(cells.differences[number])
            sign = signs_of(d, cells.magnitudes, overall.rope).astype(np.int8)
        signs[a, b], signs[b, a] = sign, -sign
    return signs
