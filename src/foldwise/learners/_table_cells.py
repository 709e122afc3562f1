"""Pairs of value and class that occur in a table, counted by the tree kernel in place of rows."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from foldwise._kernels.table_cells import count_cells, number_cells

Ints = npt.NDArray[np.int32]

# A node looks at a bit for each cell of a column, however few rows it has.
MOST_CELLS = 1024
# So many are brought into order at each node anew, rather than kept in a list.
FEW_CELLS = 32
# With fewer columns whose lists might be made later, counting does not pay.
FEWEST_LATE = 8
PER_CELL = ("code", "info", "place", "code_in_turn", "step_in_turn", "rows")


@dataclass(frozen=True, slots=True, eq=False)
class TableCells:
    """The cells of some columns, numbered in two ways; those of missing values are the last ones of a column.

    In the order of values, all classes of a value come one after the other. In turn, all values of a class do.

    Parameters
    ----------
    columns : ndarray of int, shape (n_counted,)
        Which columns.
    n_late : int
        How many of them, the last ones, are brought into order where a node is too small for its counts to pay.
    by_row : ndarray of int32, shape (n_examples, n_counted)
        Cell of each value, in turn.
    by_column : ndarray of int32, shape (n_counted, n_examples)
        The same in the order of values, from the first cell of the column on.
    first : ndarray of int32, shape (n_counted + 1,)
        First cell of each column, and the number of all.
    n_known : ndarray of int32, shape (n_counted,)
        Number of cells of a column whose value is not missing.
    code, info : ndarray of int32, shape (n_cells,)
        In the order of values: the code, that of missing ones being one more than the last; and twice the class, one
        more for the last cell of a value.
    place : ndarray of int32, shape (n_cells,)
        The number that a cell in the order of values has in turn, from the first cell of the column on.
    code_in_turn, step_in_turn : ndarray of int32, shape (n_cells,)
        In turn: the code, and how many classes later than the cell before this one is.
    rows : ndarray of int32, shape (n_cells,)
        Number of examples, in turn.
    """

    columns: npt.NDArray[np.intp]
    n_late: int
    by_row: Ints
    by_column: Ints
    first: Ints
    n_known: Ints
    code: Ints
    info: Ints
    place: Ints
    code_in_turn: Ints
    step_in_turn: Ints
    rows: Ints


def find_cells(
    codes: Ints,
    n_codes: Ints,
    is_nominal: npt.NDArray[np.bool_],
    is_tight: npt.NDArray[np.bool_],
    y: Ints,
    n_classes: int,
) -> TableCells:
    """Lay out the cells of all nominal columns, and of those numeric ones in which counting cells is less work.

    Whether values are too close to be parted, as some are in tight columns, is looked up in lists alone.
    """
    n = len(y)
    is_candidate = is_nominal | (~is_tight & (n_codes <= max(2, n // 16, min(MOST_CELLS, 2 * n // 3))))
    columns = np.flatnonzero(is_candidate)
    widest = (int(n_codes[columns].max(initial=0)) + 1) * n_classes
    if widest > np.iinfo(np.int32).max:
        raise ValueError(_too_large(n_codes, n_classes))
    room = np.empty(widest, dtype=np.int32)
    n_cells = np.empty(len(columns), dtype=np.int32)
    count_cells(codes, columns, n_codes, y, n_classes, room, n_cells)
    is_steady = is_nominal[columns] | (n_codes[columns] <= 2) | (n_cells <= n // 16)
    if np.count_nonzero(is_steady) >= len(n_codes) // 2:
        # Counting is under way.
        is_steady |= n_cells <= FEW_CELLS
    is_late = ~is_steady & (n_cells <= min(MOST_CELLS, 2 * n // 3))
    n_late = int(np.count_nonzero(is_late))
    if n_late < FEWEST_LATE:
        n_late, is_late = 0, np.zeros_like(is_late)
    order = np.append(np.flatnonzero(is_steady), np.flatnonzero(is_late))
    columns = columns[order]
    ends = np.cumsum(n_cells[order], dtype=np.int64)
    total = int(ends[-1]) if len(ends) else 0
    if total > np.iinfo(np.int32).max:
        raise ValueError(_too_large(n_codes, n_classes))
    cells = TableCells(
        columns=columns,
        n_late=n_late,
        by_row=np.empty((n, len(columns)), dtype=np.int32),
        by_column=np.empty((len(columns), n), dtype=np.int32),
        first=np.append(0, ends).astype(np.int32),
        n_known=np.empty(len(columns), dtype=np.int32),
        **{name: np.empty(total, dtype=np.int32) for name in PER_CELL},
    )
    number_cells(
        codes,
        columns,
        n_codes,
        y,
        n_classes,
        room,
        cells.first,
        cells.by_row,
        cells.by_column,
        cells.n_known,
        *(getattr(cells, name) for name in PER_CELL),
    )
    return cells


def _too_large(n_codes: Ints, n_classes: int) -> str:
    return (
        f"the table is too large for one tree: {n_codes.max()} values in a column and {n_classes} classes. Put rare "
        "values together, or drop the column."
    )
