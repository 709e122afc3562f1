"""Measured numbers with their limits, laid out in a table."""

from typing import Any

import pandas as pd

from foldwise.reports import SideBySide


def laid_out(title: str, frame: pd.DataFrame, rows: str, columns: str, value: str, **looks: Any) -> SideBySide:
    """Lay out a value, with `low` and `high`, by two columns of a frame, both in their order of appearance.

    Parameters
    ----------
    title : str
        Of the table.
    frame : DataFrame
        One row for each cell.
    rows, columns, value : str
        Columns of the frame.
    **looks
        What else `SideBySide.from_frames` takes: note, digits.
    """
    order = {name: frame[name].unique() for name in (rows, columns)}

    def wide(part: str) -> pd.DataFrame:
        table = frame.pivot(index=rows, columns=columns, values=part)
        return table.reindex(index=order[rows], columns=order[columns])

    return SideBySide.from_frames(title, wide(value), low=wide("low"), high=wide("high"), **looks)
