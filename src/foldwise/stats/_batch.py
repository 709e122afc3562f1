"""One experiment or a whole batch: the types that every test shares, and flags."""

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any, Literal, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.bool_]

# The largest finite number.
LARGEST = float(np.finfo(np.float64).max)

Batch: TypeAlias = float | Floats
Counts: TypeAlias = int | Integers

Alternative: TypeAlias = Literal["two-sided", "greater", "less"]
ALTERNATIVES = ("two-sided", "greater", "less")


@overload
def unwrapped(values: Floats) -> Batch: ...
@overload
def unwrapped(values: Integers) -> Counts: ...
def unwrapped(values: Floats | Integers) -> Batch | Counts:
    """Return a Python number for a single experiment, the array itself for a batch.

    >>> unwrapped(np.array(0.5)), unwrapped(np.array([0.5]))
    (0.5, array([0.5]))
    """
    return values if values.ndim else values.item()


class Flags(Set[str]):
    """Names that qualify a result: a set for one experiment, masks for a batch.

    Parameters
    ----------
    masks : mapping of str to array_like of bool
        Where each name holds. A plain ``True`` holds for every experiment.
    shape : tuple of int, default ()
        Shape of the batch; ``()`` for one experiment.

    Attributes
    ----------
    names : frozenset of str
        Names that hold for at least one experiment.
    shape : tuple of int
        Shape of the batch.

    Notes
    -----
    For one experiment this is a set and compares equal to one. The members of a batch may differ, so asking
    a batch for *the* set raises; ``flags[i]`` gives the flags of one member, ``flags.where(name)`` a mask.

    Examples
    --------
    >>> from foldwise.stats import Flags
    >>> Flags({"zero_variance": True}) == {"zero_variance"}
    True
    >>> batch = Flags({"zero_variance": [True, False, False]}, shape=(3,))
    >>> batch.where("zero_variance")
    array([ True, False, False])
    >>> batch[0]
    Flags({'zero_variance'})
    >>> sorted(batch.names)
    ['zero_variance']
    """

    __slots__ = ("_masks", "names", "shape")

    names: frozenset[str]
    shape: tuple[int, ...]

    def __init__(self, masks: Mapping[str, ArrayLike], *, shape: tuple[int, ...] = ()) -> None:
        full = {name: np.array(np.broadcast_to(np.asarray(mask, dtype=bool), shape)) for name, mask in masks.items()}
        self._masks: dict[str, Mask] = {name: mask for name, mask in full.items() if mask.any()}
        self.names = frozenset(self._masks)
        self.shape = shape

    def where(self, name: str) -> bool | Mask:
        """Return where `name` holds: a mask of the batch's shape, a bool for one experiment."""
        mask = self._masks.get(name, np.zeros(self.shape, dtype=bool))
        return mask.copy() if self.shape else bool(mask)

    def __getitem__(self, index: Any) -> "Flags":
        """Return the flags of one member, or of a part, of a batch."""
        shape = np.empty(self.shape, dtype=bool)[index].shape
        return Flags({name: mask[index] for name, mask in self._masks.items()}, shape=shape)

    def __contains__(self, name: object) -> bool:
        return name in self._of_one()

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._of_one()))

    def __len__(self) -> int:
        return len(self._of_one())

    def __repr__(self) -> str:
        if self.shape:
            counts = ", ".join(f"{name!r}: {int(self._masks[name].sum())}" for name in sorted(self.names))
            return f"Flags({{{counts}}}, shape={self.shape})"
        return f"Flags({{{', '.join(repr(name) for name in self)}}})"

    def _of_one(self) -> frozenset[str]:
        if self.shape:
            raise ValueError(
                f"the flags of a batch of shape {self.shape} are not one set. "
                "Use flags.where(name), flags[index] or flags.names."
            )
        return self.names

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> frozenset[Any]:
        # Unions and intersections are sets of names; where they hold is no longer known.
        return frozenset(it)
