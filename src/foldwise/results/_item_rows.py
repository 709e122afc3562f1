"""Rows with a score for every example, however they were found: arranged by learner and item, with their reading."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd

from foldwise._core import Caveat, DataFormatError, counted, listed
from foldwise.results._from_scores import score_caveats
from foldwise.results._item_scores import Again, ItemScores
from foldwise.results._item_table import scores_of_items
from foldwise.results._quantity import Quantity, Scale, known_scale, scale_of
from foldwise.results._reading import ReadingOptions, ResultsReading

# Of single examples: shares, of which more is better, whatever the name says to others.
SHARES: Final = frozenset(
    [
        "accuracy",
        "acc",
        "acc_norm",
        "acc_mutual_info",
        "exact_match",
        "em",
        "prefix_exact_match",
        "quasi_exact_match",
        "quasi_prefix_exact_match",
        "is_correct",
        "correct",
        "match",
        "includes",
        "choice",
        "pass@1",
        "pass_at_1",
        "prompt_level_strict_acc",
        "prompt_level_loose_acc",
    ]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemRows:
    """Scores of examples as they were found, one in each row.

    Parameters
    ----------
    table : DataFrame
        As `scores_of_items` takes it.
    kind : str
        What the files are.
    metric : str
        What the scores are called there.
    columns : dict
        Role and where it was found.
    notes : tuple of str
        What else to say about the reading.
    n_rows : int, optional
        Number of rows that were read, if that is not the number of scores.
    left_out : tuple of str
        What was not taken.
    unread : tuple of str
        Columns that play no role.
    again, paired, cluster_name : str, bool, str
        As in `ItemScores`.
    """

    table: pd.DataFrame
    kind: str
    metric: str
    columns: dict[str, Any]
    notes: tuple[str, ...] = ()
    n_rows: int | None = None
    left_out: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    again: Again = "epoch"
    paired: bool = False
    cluster_name: str | None = None


def scale_of_items(metric: str) -> Scale:
    """Return what scores of single examples are, by the name of their metric.

    >>> scale_of_items("exact_match").quantity.high, scale_of_items("judge_quality").quantity.orientation_assumed
    (1.0, True)
    """
    known = known_scale(metric)
    if known is None and metric.lower() in SHARES:
        return Scale(Quantity(metric, metric.replace("_", " "), low=0.0, high=1.0), 1)
    return known or scale_of(metric)


def item_results(
    rows: ItemRows, options: ReadingOptions, *, scale: Scale | None = None
) -> tuple[tuple[ItemScores, ...], ResultsReading]:
    """Arrange the scores, every learner on the same items, and say how they were read."""
    if rows.table.empty:
        raise DataFormatError(f"There are no rows: {rows.kind} were expected. Write the file again.")
    if "again" in rows.table and rows.table["again"].isna().any():
        row = int(rows.table["again"].isna().to_numpy().argmax()) + 1
        raise DataFormatError(f"The column of the {rows.again} is empty in row {row}. Fill it in.")
    scale = scale or scale_of_items(rows.metric)
    named = options.named(rows.table)
    table = named.table.reset_index(drop=True)
    values = table["score"].to_numpy(dtype=np.float64)
    scale.check_percent(values)
    finite = np.isfinite(values)
    natural = values.copy()
    natural[finite] = scale.natural(values[finite], rows.metric)
    metric = scale.quantity.metric()
    caveats: tuple[Caveat, ...] = tuple(score_caveats(metric, is_paired=True, in_percent=scale.is_percent))
    results = scores_of_items(
        table.assign(score=natural),
        metric=metric,
        learners=named.learners,
        again=rows.again,
        paired=rows.paired,
        cluster_name=rows.cluster_name,
        caveats=caveats,
    )
    items = [f"{counted(len(result.items), 'item')} of {result.dataset}" for result in results]
    reading = ResultsReading(
        kind=rows.kind,
        n_rows=len(rows.table) if rows.n_rows is None else rows.n_rows,
        columns=rows.columns,
        scale=scale.natural_words,
        design="; ".join((listed(items, most=4, quote=False), *rows.notes)),
        learners=named.learners,
        left_out=rows.left_out,
        unread=rows.unread,
    )
    return results, reading
