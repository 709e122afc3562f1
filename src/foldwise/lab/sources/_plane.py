"""Six classes on the plane."""

from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import check_integer
from foldwise.lab._source import DataSource
from foldwise.learners import C45, NearestNeighbor

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]

SIDE = 15.0


@dataclass(frozen=True, slots=True)
class Plane(DataSource):
    """Points of a square, of six classes that have regions with straight, slanted and curved borders.

    In place of EXP6 of Dietterich (1998), whose regions are not known any more: also six classes on the square from 0
    to 15, and nothing random about the class of a point. Trees need many steps for a slanted or curved border, nearest
    neighbours lose points along all of them.

    Parameters
    ----------
    learners : pair of classifiers, optional
        `C45` and `NearestNeighbor` if not given.
    n_examples : int, default 300
        Size of every dataset.

    Notes
    -----
    Points are uniform on the square. The first that holds decides the class of (x, y):

    ===== =================================== =====
    class region                              share
    ===== =================================== =====
    1     (x - 4.5)^2 + (y - 10.5)^2 < 9      .125
    2     y < 4 + 1.5 sin(0.8 x) and x < 7    .126
    3     y < 4 + 1.5 sin(0.8 x)              .142
    4     x + y > 20                          .222
    5     x > 9                               .107
    0     the rest                            .278
    ===== =================================== =====

    It calibrates on the grid of all 22,801 points whose coordinates are multiples of 0.1. With 300 examples `C45` errs
    on about 10.8%, `NearestNeighbor` on 7.3% of the square.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.lab.sources import Plane
    >>> X, y, grid, classes = Plane().draw_with_calibration(np.random.default_rng(0))
    >>> X.shape, grid.shape, np.unique(y).tolist()
    ((300, 2), (22801, 2), [0, 1, 2, 3, 4, 5])
    """

    learners: tuple[Any, Any] = field(default_factory=lambda: (C45(), NearestNeighbor()))
    n_examples: int = 300

    def __post_init__(self) -> None:
        check_integer(self.n_examples, "n_examples", least=10)
        self._set(learners=tuple(self.learners))
        if not self.name:
            self._set(name="plane")

    def draw(self, rng: np.random.Generator) -> tuple[Floats, Codes]:
        """Draw points of the square."""
        points = rng.uniform(0, SIDE, (self.n_examples, 2))
        return points, _classes(points)

    def draw_with_calibration(self, rng: np.random.Generator) -> tuple[Floats, Codes, Floats, Codes]:
        """Draw points of the square; the grid comes with them."""
        return *self.draw(rng), *_grid()


def _classes(points: Floats) -> Codes:
    x, y = points.T
    below = y < 4 + 1.5 * np.sin(0.8 * x)
    regions = [(x - 4.5) ** 2 + (y - 10.5) ** 2 < 9, below & (x < 7), below, x + y > 20, x > 9]
    return np.asarray(np.select(regions, [1, 2, 3, 4, 5], default=0), dtype=np.int64)


@cache
def _grid() -> tuple[Floats, Codes]:
    steps = np.arange(151) / 10
    points = np.stack(np.meshgrid(steps, steps, indexing="ij"), axis=-1).reshape(-1, 2)
    points.setflags(write=False)
    return points, _classes(points)
