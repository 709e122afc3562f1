"""A table of measured numbers beside published ones, and both as a reader should see them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from foldwise._core import fixed, limits_text, true_minus

if TYPE_CHECKING:
    import pandas as pd

Agreement = Literal["same", "near", "far", "alone"]
SIGNS: Final = {"same": "=", "near": "~", "far": "\N{NOT EQUAL TO}", "alone": ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedValue:
    """A measured value beside the published one.

    Parameters
    ----------
    measured : float or str
        What came out; NaN if nothing did.
    printed : float or str, optional
        What was published.
    low, high : float, optional
        95% Monte Carlo limits of the measured number; none if it is exact.
    margin : float, optional
        How far a repetition of the published experiment may lie from ours by chance alone; by default as far as `low`
        and `high`, or as the last printed digit.
    near : float, optional
        How far apart the two may be and still be called near, for example in other implementations of a learner.
    digits : int, default 3
        Decimals to show, and the precision of the published number.
    link : str, default ''
        Where the value leads: an address seen from the pages of `write_pages`. Other formats leave it out.

    Examples
    --------
    >>> from foldwise.reports import ComparedValue
    >>> ComparedValue(measured=0.741, printed=0.737, low=0.70, high=0.78).agreement
    'same'
    """

    measured: float | str
    printed: float | str | None = None
    low: float | None = None
    high: float | None = None
    margin: float | None = None
    near: float | None = None
    digits: int = 3
    link: str = ""

    @property
    def agreement(self) -> Agreement:
        """Whether both are the same but for chance and rounding, near, far from each other, or nothing is printed."""
        if self.printed is None or self.printed == "" or _is_nan(self.printed):
            return "alone"
        if isinstance(self.measured, str) or isinstance(self.printed, str):
            return "same" if str(self.measured) == str(self.printed) else "far"
        if _is_nan(self.measured):
            return "far"
        # Half a unit of the last digit, and what is lost in writing it as a binary fraction.
        rounding = 0.5 * 10.0**-self.digits * (1 + 1e-9)
        distance = abs(self.measured - self.printed)
        if distance <= max(rounding, self.margin or 0.0):
            return "same"
        if self.margin is None and self._spans(self.printed, rounding):
            return "same"
        return "near" if self.near is not None and distance <= self.near else "far"

    def _spans(self, value: float, rounding: float) -> bool:
        if self.low is None or self.high is None:
            return False
        return self.low - rounding <= value <= self.high + rounding


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBySide:
    """A table of measured values, each beside the published one.

    Parameters
    ----------
    title : str
        What the table shows.
    index : str
        Heading of the names of the rows.
    rows : tuple of str
        Names.
    columns : tuple of str
        Names.
    cells : tuple of tuple of ComparedValue
        One tuple for each row.
    note : str, default ''
        How to read it: units, what the interval is, what 'near' means.

    Examples
    --------
    >>> from foldwise.reports import ComparedValue, SideBySide
    >>> near = ComparedValue(measured=0.741, printed=0.737, low=0.70, high=0.78)
    >>> row = (near, ComparedValue(measured=9.0, printed=14.0, digits=0))
    >>> table = SideBySide(title="R", index="pair", rows=("nb, c45",), columns=("R", "consistent"), cells=(row,))
    >>> [cell.agreement for cell in table.cells[0]], table.count("same")
    (['same', 'far'], 1)
    """

    title: str
    index: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[ComparedValue, ...], ...]
    note: str = ""

    def __post_init__(self) -> None:
        """Refuse a table whose names do not fit its cells."""
        if len(self.cells) != len(self.rows) or any(len(row) != len(self.columns) for row in self.cells):
            raise ValueError(
                f"cells must be {len(self.rows)} rows of {len(self.columns)}, got {[len(row) for row in self.cells]}."
            )

    @classmethod
    def from_frames(
        cls,
        title: str,
        measured: "pd.DataFrame",
        printed: "pd.DataFrame | None" = None,
        *,
        low: "pd.DataFrame | None" = None,
        high: "pd.DataFrame | None" = None,
        margin: "pd.DataFrame | float | None" = None,
        near: float | None = None,
        digits: int | Sequence[int] = 3,
        note: str = "",
    ) -> "SideBySide":
        """Make a table from frames with the same index and columns; of `printed` NaN means: nothing is printed.

        Parameters
        ----------
        title, note
            As of the class.
        measured, printed, low, high, margin : DataFrame, optional
            What the cells are made of.
        near : float, optional
            As of `ComparedValue`.
        digits : int, or one for each column
            As of `ComparedValue`.
        """
        places = [digits] * measured.shape[1] if isinstance(digits, int) else list(digits)

        def take(frame: Any, row: Any, column: Any) -> Any:
            value = frame.loc[row, column] if hasattr(frame, "loc") else frame
            return None if value is None or _is_nan(value) else value if isinstance(value, str) else float(value)

        cells = tuple(
            tuple(
                ComparedValue(
                    measured=math.nan if (value := take(measured, row, column)) is None else value,
                    printed=take(printed, row, column),
                    low=take(low, row, column),
                    high=take(high, row, column),
                    margin=take(margin, row, column),
                    near=near,
                    digits=place,
                )
                for column, place in zip(measured.columns, places, strict=True)
            )
            for row in measured.index
        )
        return cls(
            title=title,
            index=str(measured.index.name or ""),
            rows=tuple(map(str, measured.index)),
            columns=tuple(map(str, measured.columns)),
            cells=cells,
            note=note,
        )

    def count(self, agreement: Agreement) -> int:
        """Count the cells of which the two values agree in this way."""
        return sum(cell.agreement == agreement for row in self.cells for cell in row)

    def frame(self) -> "pd.DataFrame":
        """One row per cell: row, column, measured, printed, low, high, agreement."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "row": name,
                    "column": column,
                    "measured": cell.measured,
                    "printed": cell.printed,
                    "low": cell.low,
                    "high": cell.high,
                    "agreement": cell.agreement,
                }
                for name, row in zip(self.rows, self.cells, strict=True)
                for column, cell in zip(self.columns, row, strict=True)
            ]
        )


def value_words(value: float | str | None, digits: int) -> str:
    """Return a value with fixed decimals; words stay as they are, and a dash stands for none.

    >>> value_words(0.7412, 3), value_words(-0.0001, 3), value_words("yes", 3)
    ('0.741', '0.000', 'yes')
    """
    if isinstance(value, str):
        return value
    if value is None or value != value:
        return "\N{EN DASH}"
    return true_minus(fixed(value, digits))


def limits_words(low: float | None, high: float | None, digits: int) -> str:
    """Return Monte Carlo limits, or nothing where there are none.

    >>> limits_words(0.7, 0.782, 2), limits_words(None, None, 2)
    ('0.70 to 0.78', '')
    """
    return "" if low is None or high is None else true_minus(limits_text(low, high, digits))


def printed_words(printed: float | str | None, digits: int) -> str:
    """Return a published value as it stands beside a measured one, or nothing where nothing was published.

    >>> printed_words(0.737, 3), printed_words(None, 3)
    ('(0.737)', '')
    """
    if printed is None or printed == "" or printed != printed:
        return ""
    return f"({value_words(printed, digits)})"


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)
