"""Whether planes separate the classes, by linear programming."""

from itertools import combinations

import numpy as np
import numpy.typing as npt
from scipy.optimize import linprog

Floats = npt.NDArray[np.float64]
# Rows that a program begins with for each column, and that are added at a time.
_ROWS_PER_COLUMN = 3


def are_separable(X: Floats, codes: npt.NDArray[np.intp]) -> bool:
    """Whether every two classes lie strictly on two sides of some plane.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    >>> are_separable(X, np.array([0, 0, 0, 1])), are_separable(X, np.array([0, 1, 1, 0]))
    (True, False)
    """
    spread = X.std(axis=0)
    scaled = (X - X.mean(axis=0))[:, spread > 0] / spread[spread > 0]
    with_constant = np.column_stack([scaled, np.ones(len(X))])
    groups = [with_constant[codes == code] for code in np.unique(codes)]
    # The nearest pair of classes first: it is the likeliest to overlap, and one pair is enough.
    pairs = sorted(combinations(groups, 2), key=_distance)
    return all(_plane_between(first, second) for first, second in pairs)


def _distance(pair: tuple[Floats, Floats]) -> float:
    return float(np.linalg.norm(pair[0].mean(axis=0) - pair[1].mean(axis=0)))


def _plane_between(first: Floats, second: Floats) -> bool:
    """Seek w with w x >= 1 for all rows, those of the second class negated.

    The program holds few rows at first. If these have no plane, all have none; if they have one, the rows that it
    misplaces worst are added, until it misplaces none.
    """
    rows = np.vstack([first, -second])
    size = _ROWS_PER_COLUMN * rows.shape[1]
    # By least squares, which rows are on the wrong side, or nearly.
    plane = np.asarray(np.linalg.lstsq(rows, np.ones(len(rows)), rcond=None)[0], dtype=np.float64)
    held = np.zeros(len(rows), dtype=bool)
    while True:
        margins = rows @ plane
        if margins.min() > 0:
            return True
        margins[held] = np.inf
        held[np.argsort(margins, kind="stable")[:size]] = True
        program = linprog(
            np.zeros(rows.shape[1]), A_ub=-rows[held], b_ub=-np.ones(held.sum()), bounds=(None, None), method="highs"
        )
        if not program.success:
            return False
        if held.all():
            return True
        plane = np.asarray(program.x, dtype=np.float64)
