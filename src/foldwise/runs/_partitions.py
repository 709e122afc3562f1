"""From a scheme, or a splitter of the user's own, to the partitions of one dataset."""

from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from foldwise._core import check_seed, derive_seed
from foldwise.data import Dataset
from foldwise.runs._target import Target
from foldwise.splits import Assignment, Scheme, assign_foreign


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """The table and the target as the user has them, with their types and their index: what splitters look at."""

    X: Any
    y: Any


def as_given(X: Any, y: Any, dataset: Dataset) -> Given:
    """Return what scikit-learn would hand to a splitter where `dataset` was made of `X` and `y`."""
    if isinstance(X, Dataset):
        return Given(X.X, X.y)
    # Rows of other sparse formats cannot be taken, and what can be read only once has been read.
    return Given(dataset.X if hasattr(X, "tocsr") else X, y if hasattr(y, "__getitem__") else dataset.y)


def draw_partitions(
    scheme: Scheme,
    dataset: Dataset,
    target: Target,
    groups: npt.ArrayLike | None,
    seed: int | None,
    n_executions: int = 1,
) -> Assignment:
    """Draw the partitions of a scheme; without a seed, one that data and scheme determine."""
    if seed is None:
        seed = derive_seed("seed", dataset.fingerprint, str(scheme))
    return scheme.assign(
        dataset.n_examples,
        classes=target.labels if target.task == "classification" else None,
        groups=groups,
        seed=check_seed(seed),
        dataset=dataset.fingerprint,
        n_executions=n_executions,
    )


def split_given(
    splitter: Any, dataset: Dataset, examples: Given, groups: npt.ArrayLike | None, seed: int | None, n_executions: int
) -> Assignment:
    """Ask a splitter that is not ours for its splits of what the user gave."""
    if n_executions > 1:
        raise ValueError(
            f"{type(splitter).__name__} draws its splits itself and cannot be executed {n_executions} times: use a "
            "scheme of foldwise.splits, such as '10x10'."
        )
    if seed is None:
        # By its class: its repr may hold an address in memory.
        seed = derive_seed("seed", dataset.fingerprint, type(splitter).__name__)
    return assign_foreign(
        splitter,
        dataset.n_examples,
        X=examples.X,
        y=examples.y,
        groups=groups,
        seed=check_seed(seed),
        dataset=dataset.fingerprint,
    )
