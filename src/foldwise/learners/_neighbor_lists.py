"""The nearest rows of every row of a table, by the ranges of the whole table."""

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from foldwise._kernels import neighbor_folds as kernel
from foldwise.learners._neighbor_blocks import Blocks, Codes, Floats

# Entries beyond the neighbours that vote: enough to find them outside the test fold, and after a change of range. Rows
# with so many equally distant neighbours that hardly any can be listed get longer lists.
_SPARE, _MANY = 15, 63

# Terms of distances in one call of the kernel: less than a tenth of a second, after which an interruption is heard.
_TERMS = 200_000_000


@dataclass(frozen=True, slots=True, eq=False)
class NeighborLists:
    """Neighbours of each row, nearest first, in one long array."""

    begins: npt.NDArray[np.int64]
    sizes: Codes
    neighbors: Codes
    distances: Floats
    horizons: Floats

    @classmethod
    def of(cls, blocks: Blocks, kind: npt.NDArray[np.int8], positions: Floats, n_voters: int) -> Self:
        """List the neighbours of all rows; `positions` are the rows of the blocks."""
        n_examples = len(positions)
        room, more = (max(min(n_voters + spare, n_examples - 1), 1) for spare in (_SPARE, _MANY))
        lists = cls(
            np.arange(n_examples) * room,
            np.empty(n_examples, dtype=np.int32),
            np.empty(n_examples * room, dtype=np.int32),
            np.empty(n_examples * room),
            np.empty(n_examples),
        )
        lists._fill(blocks, kind, positions, np.arange(n_examples, dtype=np.int32), room)
        short = np.flatnonzero(lists.sizes < room // 4).astype(np.int32)
        if room == more or not len(short):
            return lists
        lists.begins[short] = n_examples * room + np.arange(len(short)) * more
        longer = cls(
            lists.begins,
            lists.sizes,
            np.append(lists.neighbors, np.empty(len(short) * more, dtype=np.int32)),
            np.append(lists.distances, np.empty(len(short) * more)),
            lists.horizons,
        )
        longer._fill(blocks, kind, positions, short, more)
        return longer

    def _fill(self, blocks: Blocks, kind: npt.NDArray[np.int8], positions: Floats, rows: Codes, room: int) -> None:
        bounds = np.empty(len(blocks.values))
        step = max(_TERMS // positions.size, 1)
        for begin in range(0, len(rows), step):
            kernel.list_neighbors(
                blocks.values,
                blocks.least,
                blocks.most,
                kind,
                positions,
                rows[begin : begin + step],
                room,
                bounds,
                self.begins,
                self.neighbors,
                self.distances,
                self.sizes,
                self.horizons,
            )
