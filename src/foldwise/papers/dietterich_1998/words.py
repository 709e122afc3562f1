"""How this paper's numbers are written: what is left of the printed ones, tables with limits, gains of a test."""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise.papers.printed_numbers import printed, within
from foldwise.reports import SideBySide

PAPER: Final = "dietterich_1998"
LOST: Final = (
    "The numbers of this paper are known in part only. Each has a mark: certain, probable or recollection; nothing is "
    "judged by a recollection."
)
MATCHED: Final = (
    "C4.5 against 1-nearest neighbour on datasets of 300 examples, the better one damaged until both err equally "
    "often: the neighbour by a metric with bad weights on the plane and on letter, C4.5 by random errors on Pima. "
    "The plane, six classes of our own, stands for EXP6, whose regions are lost."
)


def recovered(key: str) -> str:
    """Return what is known under a key of ``dietterich_1998_recovered``, and how surely."""
    row = printed("dietterich_1998_recovered").set_index("key").loc[key]
    return f"{row['meaning']}: {row['value']} ({row['certainty']})"


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


class Gain(NamedTuple):
    """Difference of two rates of rejection, with 95% limits over datasets."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, first: npt.NDArray[Any], second: npt.NDArray[Any]) -> "Gain":
        """Compare dataset by dataset: whether, or how often, each test rejects."""
        gained = np.asarray(first, dtype=np.float64) - second
        mean, arm = float(gained.mean()), 1.96 * float(gained.std(ddof=1)) / float(np.sqrt(gained.size))
        return cls(mean, mean - arm, mean + arm)

    @property
    def words(self) -> str:
        """The numbers."""
        return within(self.mean, self.low, self.high)
