"""Differences of single examples over repeats of two-fold cross-validation, checked, and read block by block."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from foldwise.stats._batch import Floats, Mask

# Differences worked on at a time: few enough for the cache, and for memory however many there are.
_BLOCK: Final = 2**17


@dataclass(frozen=True, slots=True, eq=False)
class Halves:
    """Which half tested each example, of shape (n_repeats, n), and one over the sizes of the two halves less one."""

    is_second: Mask
    weights: Floats

    @classmethod
    def of(cls, is_second: Mask) -> "Halves":
        """Take the sizes of the halves; a half of one example has nothing left when that is deleted."""
        n = is_second.shape[-1]
        n_second = is_second.sum(axis=-1)
        sizes = np.stack([n - n_second, n_second])
        if sizes.min() < 2:
            raise ValueError(
                f"halves must hold at least 2 examples each, got one of {sizes.min()} in repeat "
                f"{int(sizes.min(axis=0).argmin())}. Split the examples about evenly."
            )
        return cls(is_second, 1 / (sizes - 1))

    def parts(self) -> Iterator[slice]:
        """Cut the repeats into blocks."""
        n_repeats, n = self.is_second.shape
        step = max(1, _BLOCK // n)
        return (slice(start, start + step) for start in range(0, n_repeats, step))


@dataclass(frozen=True, slots=True, eq=False)
class Halved:
    """One experiment: differences of shape (n_repeats, n), to be read in units of ``2**exponent``, and their halves."""

    differences: NDArray[Any]
    exponent: int
    halves: Halves

    def blocks(self) -> Iterator[tuple[slice, Floats]]:
        """Give the repeats of each block and their differences, scaled; the array is the caller's to change."""
        for part in self.halves.parts():
            # In C order, so that sums are the same to the last bit however the input lies in memory.
            block = np.array(self.differences[part], dtype=np.float64, order="C")
            yield part, np.ldexp(block, -self.exponent, out=block)

    def means(self) -> tuple[Floats, Floats]:
        """Mean difference of every example over repeats, and of every repeat over examples."""
        n_repeats, n = self.differences.shape
        of_examples, of_repeats = np.zeros(n), np.empty(n_repeats)
        for part, d in self.blocks():
            of_examples += d.sum(axis=0)
            of_repeats[part] = d.mean(axis=1)
        return of_examples / n_repeats, of_repeats


def as_repeats(differences: ArrayLike, *, least: int) -> NDArray[Any]:
    """Check the kind and the shape ``(..., n_repeats, n_examples)``; the numbers are left as they are."""
    if np.ma.is_masked(differences):
        raise ValueError("differences must not be masked: a test never drops examples. Pass a complete design.")
    try:
        array = np.asarray(differences)
    except ValueError:
        raise ValueError("differences must be a rectangular array, got rows of different lengths.") from None
    if array.dtype.kind not in "iuf":
        raise TypeError(f"differences must be an array of numbers, got dtype {array.dtype}.")
    if array.ndim < 2:
        raise ValueError(
            f"differences must have shape (n_repeats, n_examples), leading axes allowed, got {array.shape}. "
            "Pass those of single examples."
        )
    n_repeats, n = array.shape[-2:]
    if n_repeats < 2:
        raise ValueError(f"at least 2 repeats are needed, got {n_repeats} (shape {array.shape}). Add repeats.")
    if n < least:
        raise ValueError(
            f"at least {least} examples are needed, got {n} (shape {array.shape}). Use a test of fold scores."
        )
    return array


def as_halves(halves: ArrayLike, shape: tuple[int, ...]) -> Mask:
    """Check that halves are 0 or 1 and fit differences of `shape`; leading axes of length 1 stay so."""
    array = np.asarray(halves)
    padded = (1,) * (len(shape) - array.ndim) + array.shape
    leading = zip(padded[:-2], shape[:-2], strict=False)
    if len(padded) != len(shape) or padded[-2:] != shape[-2:] or any(own not in (1, other) for own, other in leading):
        raise ValueError(f"halves must fit the differences, of shape {shape}, got {array.shape}. Pass one per example.")
    wrong = array[(array != 0) & (array != 1)]
    if wrong.size:
        raise ValueError(f"halves must be 0 or 1, got {wrong[0]}. Pass the half that tested each example.")
    return np.ascontiguousarray(array == 1).reshape(padded)
