"""The examples laid out stratum by stratum, as the kernels want them."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Int32 = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Strata:
    """Examples listed stratum by stratum; stratum s is ``members[starts[s]:starts[s + 1]]``."""

    members: Int32
    starts: Int32

    @classmethod
    def single(cls, n_examples: int) -> "Strata":
        """All examples in one stratum."""
        return cls(np.arange(n_examples, dtype=np.int32), np.array([0, n_examples], dtype=np.int32))

    @classmethod
    def by_class(cls, classes: npt.NDArray[np.generic]) -> "Strata":
        """One stratum per class, in the order of the sorted labels."""
        _, codes = np.unique(classes, return_inverse=True)
        starts = np.concatenate([[0], np.cumsum(np.bincount(codes))])
        return cls(np.argsort(codes, kind="stable").astype(np.int32), starts.astype(np.int32))

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """Number of examples of each stratum."""
        return np.diff(self.starts).astype(np.int64)

    def shares(self, count: int) -> npt.NDArray[np.int64]:
        """Split `count` among the strata in proportion to their sizes, by largest remainders."""
        exact = self.sizes * (count / self.sizes.sum())
        shares: npt.NDArray[np.int64] = np.floor(exact).astype(np.int64)
        short = count - int(shares.sum())
        # A stable sort, so that equal remainders go to the first stratum on every machine.
        shares[np.argsort(shares - exact, kind="stable")[:short]] += 1
        return shares
