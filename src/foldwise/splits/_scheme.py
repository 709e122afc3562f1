"""What all schemes have in common: checked input, one named stream of random numbers, one Assignment out."""

import os
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from foldwise._core import check_integer, check_seed, derive_seed, listed
from foldwise.splits._assignment import Assignment

Labels = npt.NDArray[np.generic]

# A code per example; the sizes, times and scores of a fold and its place in lists; the digest of a repeat.
_BYTES_OF_A_CODE: Final = 4
_BYTES_OF_A_FOLD: Final = 200
_BYTES_OF_A_REPEAT: Final = 300
# No more than this on any machine: a container may have less memory than its host.
_MOST_BYTES: Final = 8 << 30


@dataclass(frozen=True, slots=True)
class Request:
    """What a scheme is asked to split, checked."""

    n_examples: int
    classes: Labels | None
    groups: Labels | None
    seed: int
    dataset: str
    n_executions: int

    def key(self, stream: str) -> int:
        """64-bit key of the random stream that belongs to this data, this seed and the named purpose."""
        return derive_seed("split", self.seed, self.dataset, stream, bits=64)


@dataclass(frozen=True, slots=True, eq=True)
class Scheme(ABC):
    """A way of dividing examples into training and test sets.

    Use one of its kinds: `Holdout`, `KFold`, `RepeatedKFold`, `FiveByTwo`, `BalancedTwoFold`, `HalvedKFold`,
    `NestedKFold`, `Resampled`, `SplitHalves`, `DisjointTraining`, `DistinctSamples`, `RollingOrigin`.

    Examples
    --------
    >>> from foldwise.splits import KFold, Scheme
    >>> isinstance(KFold(10), Scheme), KFold(10).short_name
    (True, '10')
    >>> KFold(2, stratified=False).assign(6, seed=1).folds
    array([[1, 0, 1, 0, 1, 0]], dtype=int32)
    """

    stratified: bool | None = field(default=None, kw_only=True)

    def assign(
        self,
        n_examples: int,
        *,
        classes: npt.ArrayLike | None = None,
        groups: npt.ArrayLike | None = None,
        seed: int,
        dataset: str = "",
        n_executions: int = 1,
    ) -> Assignment:
        """Draw the partitions.

        Parameters
        ----------
        n_examples : int
            Number of examples.
        classes : array_like of shape (n_examples,), optional
            Class labels; None for regression. Needed to stratify.
        groups : array_like of shape (n_examples,), optional
            Group labels: the examples of a group stay together.
        seed : int
            Any non-negative integer.
        dataset : str, default ''
            Fingerprint of the data: different data get different streams from the same seed.
        n_executions : int, default 1
            How many independent executions of the scheme to draw, one after another in one assignment.

        Returns
        -------
        Assignment
            A pure function of the arguments. More executions, or more repeats, leave the first ones as they were.
        """
        n = check_integer(n_examples, "n_examples", least=2)
        request = Request(
            n_examples=n,
            classes=as_labels(classes, "classes", n),
            groups=as_labels(groups, "groups", n),
            seed=check_seed(seed),
            dataset=dataset,
            n_executions=check_integer(n_executions, "n_executions", least=1),
        )
        stratified = self._stratifies_by_default if self.stratified is None else self.stratified
        if self.stratified and classes is None:
            raise ValueError(f"{self!r} needs class labels to stratify by. Pass classes, or stratified=False.")
        return self._draw(request, stratified=stratified and classes is not None)

    def __str__(self) -> str:
        words = [str(value) for value in self._parameters()]
        if self.stratified is not None:
            words.append(f"stratified={self.stratified}")
        return f"{type(self).__name__}({', '.join(words)})"

    def _assignment(
        self,
        folds: npt.NDArray[np.int32],
        request: Request,
        *,
        n_folds: int,
        repeats_per_execution: int,
        stratified: bool,
        flags: frozenset[str] = frozenset(),
    ) -> Assignment:
        return Assignment(
            folds=folds,
            n_folds=n_folds,
            scheme=str(self),
            description=self._words
            + (", stratified" if stratified else ", not stratified")
            + (", by group" if request.groups is not None else ""),
            stratified=stratified,
            seed=request.seed,
            repeats_per_execution=repeats_per_execution,
            flags=flags if request.groups is None else flags | {"by_group"},
            groups=None if request.groups is None else np.unique(request.groups, return_inverse=True)[1],
        )

    @property
    def short_name(self) -> str:
        """The scheme as one would type it; `parse_scheme` reads it back, but for the third digit of a fraction.

        >>> from foldwise.splits import Holdout, RepeatedKFold
        >>> RepeatedKFold(10, 5).short_name, Holdout(1 / 3, stratified=True).short_name
        ('5x10', 'holdout:0.333:stratified')
        """
        how = "" if self.stratified is None else ":stratified" if self.stratified else ":plain"
        return f"{self._short}{how}"

    @property
    def _stratifies_by_default(self) -> bool:
        return False

    @property
    @abstractmethod
    def _short(self) -> str:
        """The short name, but for how to stratify."""

    @property
    @abstractmethod
    def _words(self) -> str:
        """The scheme in words, but for strata and groups."""

    @abstractmethod
    def _parameters(self) -> tuple[object, ...]:
        """Positional arguments that make this scheme again."""

    @abstractmethod
    def _draw(self, request: Request, *, stratified: bool) -> Assignment:
        """Draw `request.n_executions` executions."""


def as_labels(values: npt.ArrayLike | None, name: str, n_examples: int) -> Labels | None:
    """Check labels, one per example, all of one type."""
    if values is None:
        return None
    # Not above: splits without labels need NumPy alone.
    import pandas as pd

    labels = np.asarray(values)
    if labels.shape != (n_examples,):
        raise ValueError(f"{name} must have shape ({n_examples},), one per example, got {labels.shape}.")
    if labels.dtype.kind == "U" and not hasattr(values, "dtype"):
        # In an array of texts, 1 beside '1' would be the same group, and NaN one of its own.
        labels = np.array(values, dtype=object)
    missing = np.asarray(pd.isna(labels))
    if missing.any():
        raise ValueError(
            f"{name} must have no missing value, got {int(missing.sum())}, the first in row {int(missing.argmax())}."
        )
    kinds = {type(value).__name__ for value in labels} if labels.dtype == object else set()
    if len(kinds) > 1:
        raise TypeError(
            f"{name} must be of one type, got {listed(sorted(kinds), quote=False)}. Convert them, say to str."
        )
    # A plain array of strings sorts and compares faster than one of objects.
    return labels.astype(str) if kinds == {"str"} else labels


def check_class_sizes(classes: Labels, n_folds: int, scheme: Scheme, *, n_sets: int = 1) -> None:
    """Refuse to stratify classes that cannot reach every fold of each of `n_sets` parts of the examples."""
    names, counts = np.unique(classes, return_counts=True)
    small = [f"class {name} has {count}" for name, count in zip(names, counts, strict=True) if count < n_sets * n_folds]
    if small:
        most = int(counts.min()) // n_sets
        fewer = f"use at most {most} folds, " if most >= 2 else ""
        raise ValueError(
            f"{scheme} is stratified and needs at least {n_sets * n_folds} examples of each class, but "
            f"{listed(small, quote=False)}: {fewer}drop the class, or leave out stratified=True (':stratified' "
            "in a short name)."
        )


def check_memory(scheme: object, *, n_repeats: int, n_folds: int, n_examples: int) -> None:
    """Refuse partitions that would take more than half of the machine's memory, or more than 8 GiB.

    >>> check_memory("RepeatedKFold(10, 99999999)", n_repeats=99999999, n_folds=10, n_examples=4)
    Traceback (most recent call last):
    ValueError: RepeatedKFold(10, 99999999) divides 4 examples 99,999,999 times, ....
    """
    n_bytes = n_repeats * (n_examples * _BYTES_OF_A_CODE + n_folds * _BYTES_OF_A_FOLD + _BYTES_OF_A_REPEAT)
    most = min(_MOST_BYTES, _physical_memory() // 2)
    if n_bytes > most:
        raise ValueError(
            f"{scheme} divides {n_examples:,} examples {n_repeats:,} times, which takes about "
            f"{n_bytes / (1 << 30):,.1f} GiB of memory; at most {most / (1 << 30):,.1f} GiB are used here. Use fewer "
            "repeats."
        )


def _physical_memory() -> int:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        # Windows, or a system that does not tell.
        return 2 * _MOST_BYTES
