"""Studies of tests at a glance: what was found in a sentence, then the numbers that one looks at first."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pandas as pd

from foldwise._core import (
    Caveat,
    Glance,
    GlanceTable,
    beware_words,
    counted,
    first_and_last,
    limits_text,
    listed,
    one_line,
)

if TYPE_CHECKING:
    from foldwise.lab._trials import Trials


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstLook:
    """What a study shows first.

    Parameters
    ----------
    answer : str
        A sentence.
    names : tuple of str
        Columns of its table that name a row.
    numbers : mapping of str to str or pair of str
        Headings, each with the column of numbers below it, or with those of both ends of an interval.
    outcome : tuple of str and sequence of str
        Heading and words of the last column, one for each row.
    order : str
        Column by which rows are sorted where only the first and the last of them are shown.
    """

    answer: str
    names: tuple[str, ...]
    numbers: Mapping[str, str | tuple[str, str]]
    outcome: tuple[str, Sequence[str]] = field(default=("", ()))
    order: str = ""


def lab_glance(
    look: FirstLook, frame: pd.DataFrame, caveats: Sequence[Caveat] = (), *, drawn: str, seed: int
) -> Glance:
    """Return what a reader sees first of a study.

    `drawn` says how much every source gave, as '1000 datasets'.
    """
    one_source = "source" in look.names and frame["source"].nunique() == 1
    table, is_cut = _table(look, frame, without_source=one_source)
    source = one_line(frame["source"].iloc[0]) if one_source else "each source"
    lines = [("trials", f"{drawn} from {source}, seed {seed}")]
    if len(frame) == 1:
        cells = zip(table.headings, table.rows[0], strict=True)
        lines.insert(0, ("measured", ", ".join(f"{heading} {cell}".strip() for heading, cell in cells if cell)))
    beware, others = beware_words(caveats)
    return Glance(
        headline=look.answer,
        table=None if len(frame) == 1 else table,
        lines=(*lines, *beware),
        more=others,
        all_rows="result.frame()" if is_cut else "",
        call="result.details()",
    )


def trials_words(trials: Sequence[Trials]) -> str:
    """Return how many datasets the sources of a study gave."""
    numbers = sorted({each.n_trials for each in trials})
    return counted(numbers[0], "dataset") if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]} datasets"


def _table(look: FirstLook, frame: pd.DataFrame, *, without_source: bool) -> tuple[GlanceTable, bool]:
    names = [name for name in look.names if not (without_source and name == "source")]
    heading, words = look.outcome
    said = list(words) or [""] * len(frame)
    rows = [
        (
            *(one_line(row[name]) for name in names),
            *(_cell(row, column) for column in look.numbers.values()),
            word,
        )
        for row, word in zip(frame.to_dict("records"), said, strict=True)
    ]
    shown, n_left_out = first_and_last(rows)
    if n_left_out and look.order:
        places = frame[look.order].reset_index(drop=True).sort_values(kind="stable").index
        shown, _ = first_and_last([rows[place] for place in places])
    table = GlanceTable(
        headings=(*names, *look.numbers, heading),
        rows=tuple(shown),
        outcomes=("",) * len(shown),
        n_names=len(names),
    )
    return table.with_gap(n_left_out), bool(n_left_out)


def _cell(row: Mapping[Any, Any], column: str | tuple[str, str]) -> str:
    if isinstance(column, tuple):
        low, high = (float(row[name]) for name in column)
        return "" if math.isnan(low) else limits_text(low, high)
    value = row[column]
    if isinstance(value, float):
        return "" if math.isnan(value) else f"{value:.0f}" if column.startswith("n_") else f"{value:.3f}"
    return str(value)


def extremes(frame: pd.DataFrame, column: str, names: Sequence[str]) -> str:
    """Return the lowest and the highest of a column of shares, each with its row.

    >>> frame = pd.DataFrame({"procedure": ["5x2", "10x10"], "rate": [0.25, 0.5]})
    >>> extremes(frame, "rate", ["procedure"])
    'from 0.250 (5x2) to 0.500 (10x10)'
    """
    rows = [row for row in frame.to_dict("records") if not math.isnan(row[column])]
    if not rows:
        return "unknown"
    ends = (choose(rows, key=lambda row: row[column]) for choose in (min, max))
    least, most = (f"{row[column]:.3f} ({', '.join(one_line(row[name]) for name in names)})" for row in ends)
    return least if least == most else f"from {least} to {most}"


def naming(frame: pd.DataFrame, first: str = "procedure") -> list[str]:
    """Return the columns that it takes to name a row of a sentence."""
    return [first, *(["source"] if frame["source"].nunique() > 1 else [])]


def above_words(frame: pd.DataFrame, is_above: Sequence[bool], column: str) -> str:
    """Return which procedures are above what they should be, each with its highest rate; empty if none is."""
    above = frame[list(is_above)]
    worst = above.groupby("procedure", sort=False)[column].max()
    return listed([f"{one_line(name)} (up to {rate:.3f})" for name, rate in worst.items()], most=3, quote=False)


def against_level(frame: pd.DataFrame, alpha: float) -> list[str]:
    """Return how each rate stands with the level, given its interval.

    >>> against_level(pd.DataFrame({"low": [0.06, 0.04, 0.01], "high": [0.09, 0.06, 0.03]}), 0.05)
    ['above the level', 'at the level', 'below the level']
    """
    ends = zip(frame["low"], frame["high"], strict=True)
    return [
        "above the level" if low > alpha else "below the level" if high < alpha else "at the level"
        for low, high in ends
    ]
