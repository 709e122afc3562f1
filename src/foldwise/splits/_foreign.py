"""Assignments from scikit-learn splitters, and from ready-made lists of (train, test) indices."""

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import caught_warnings, check_seed, counted, derive_seed, written
from foldwise.splits._assignment import LEFT_OUT, TRAIN_ONLY, Assignment, Indices
from foldwise.splits._scheme import as_labels

Split = tuple[Indices, Indices]


def assign_foreign(
    splitter: Any,
    n_examples: int,
    *,
    X: Any = None,
    y: Any = None,
    groups: npt.ArrayLike | None = None,
    seed: int,
    dataset: str = "",
) -> Assignment:
    """Turn the splits of a scikit-learn splitter into an Assignment.

    Parameters
    ----------
    splitter : object with ``split(X, y, groups)``, or iterable of (train, test) row numbers or masks
        A `random_state` of None is replaced by one derived from `seed` and `dataset`; an integer is kept.
    n_examples : int
        Number of examples.
    X : table of n_examples rows, optional
        Handed to the splitter, which gets copies of X, y and groups as they are; a column of zeros if not given.
    y, groups : array_like of shape (n_examples,), optional
        Handed to the splitter.
    seed : int
        Any non-negative integer.
    dataset : str, default ''
        Fingerprint of the data.

    Returns
    -------
    Assignment
        Consecutive splits form one repeat only if their test sets are a partition of all examples and each is trained
        on all the rest; otherwise each split is a repeat with one fold. Rows of a split are taken in the order of the
        table; the description says so where the splitter has them in another.

    Raises
    ------
    ValueError
        If a split has no training or no test rows, has a row in both, or has one more than once, as a bootstrap does:
        every row has one part in a split.

    Examples
    --------
    >>> from sklearn.model_selection import KFold
    >>> assign_foreign(KFold(3), 6, seed=1).folds.tolist()
    [[0, 0, 1, 1, 2, 2]]
    """
    seed = check_seed(seed)
    labels = as_labels(groups, "groups", n_examples)
    arguments = np.zeros((n_examples, 1)) if X is None else X, y, groups
    drawn = list(_splits(splitter, n_examples, arguments, derive_seed("splitter", seed, dataset)))
    if not drawn:
        raise ValueError(f"{splitter!r} makes no split of {n_examples} examples.")
    for number, split in enumerate(drawn):
        _check_split(f"Split {number} of {_name(splitter)}", *split)
    in_order = all(bool((np.diff(rows) > 0).all()) for split in drawn for rows in split)
    splits = [(np.sort(train), np.sort(test)) for train, test in drawn]
    blocks = _blocks(splits, n_examples)
    splits_groups = labels is not None and _splits_groups(splits, labels)
    by_group = labels is not None and not splits_groups
    folds = np.stack([_codes(block, n_examples) for block in blocks])
    words = f"{_name(splitter)}: {counted(len(splits), 'split')}"
    return Assignment(
        folds=folds,
        n_folds=len(blocks[0]),
        scheme=_name(splitter),
        description=words if in_order else f"{words}, rows in the order of the table",
        stratified="Stratified" in type(splitter).__name__,
        seed=seed,
        repeats_per_execution=len(blocks),
        flags=_how_drawn(splitter, blocks)
        | ({"groups_split"} if splits_groups else frozenset())
        | ({"by_group"} if by_group else frozenset()),
        groups=np.unique(labels, return_inverse=True)[1] if labels is not None and by_group else None,
    )


def is_foreign(scheme: object) -> bool:
    """Whether `scheme` is something `assign_foreign` can try."""
    return hasattr(scheme, "split") or (isinstance(scheme, Iterable) and not isinstance(scheme, str | bytes | dict))


def _name(splitter: Any) -> str:
    if not hasattr(splitter, "split"):
        return "given splits"
    return written(splitter)


def _splits(splitter: Any, n: int, arguments: tuple[Any, Any, Any], random_state: int) -> Iterable[Split]:
    if not hasattr(splitter, "split"):
        pairs: Iterable[Any] = splitter
    else:
        # A copy: drawing from the user's own RandomState would make the next call split differently.
        splitter = deepcopy(splitter)
        if getattr(splitter, "random_state", 0) is None:
            splitter.random_state = random_state
        # Copies, too, for any but scikit-learn's own, which only count the rows of what may be a large table.
        if not type(splitter).__module__.startswith("sklearn."):
            arguments = deepcopy(arguments)
        # The flag 'groups_split' says it, for every splitter and only where it is true.
        with caught_warnings(UserWarning, "The groups parameter is ignored"):
            try:
                pairs = list(splitter.split(*arguments))
            except (Exception, SystemExit) as error:
                hint = " Pass groups." if arguments[2] is None and "groups" in str(error) else ""
                kind = "" if isinstance(error, TypeError | ValueError) else f"{type(error).__name__}: "
                raise ValueError(f"{_name(splitter)} cannot split these {n} examples: {kind}{error}{hint}") from error
    for pair in pairs:
        if not (isinstance(pair, tuple | list) and len(pair) == 2):
            raise TypeError(f"A scheme given as a list must hold (train, test) pairs of row numbers, got {pair!r}.")
        yield _rows(pair[0], n), _rows(pair[1], n)


def _rows(indices: npt.ArrayLike, n: int) -> Indices:
    array = np.asarray(indices)
    if array.dtype == bool and array.shape == (n,):
        array = np.flatnonzero(array)
    if array.size and (array.ndim != 1 or array.dtype.kind not in "iu" or array.min() < 0 or array.max() >= n):
        raise ValueError(f"Splits must be arrays of row numbers from 0 to {n - 1}, or masks of shape ({n},).")
    return array.astype(np.intp)


def _check_split(where: str, train: Indices, test: Indices) -> None:
    if len(train) == 0 or len(test) == 0:
        raise ValueError(f"{where} has an empty {'test' if len(train) else 'training'} set.")
    for rows, does in ((train, "trains on"), (test, "tests")):
        numbers, counts = np.unique(rows, return_counts=True)
        if len(numbers) < len(rows):
            # A code per example and repeat cannot say it, and corrections by n_test / n_train assume distinct rows.
            raise ValueError(
                f"{where} {does} {counted(int((counts > 1).sum()), 'row')} more than once (row "
                f"{numbers[counts.argmax()]}, {counts.max()} times), where every row may be there once. Draw without "
                "replacement, as ShuffleSplit does; to train on bootstrap samples, let the learner draw them, as "
                "BaggingClassifier does."
            )
    if np.intersect1d(train, test).size:
        raise ValueError(f"{where} tests on examples that it trains on.")


def _blocks(splits: list[Split], n: int) -> list[list[Split]]:
    """Group consecutive splits into cross-validations, all with the same number of folds, or leave them single."""
    single = [[split] for split in splits]
    if any(len(train) + len(test) != n for train, test in splits):
        return single
    blocks: list[list[Split]] = []
    tested = np.ones(n, dtype=bool)
    for train, test in splits:
        if tested[test].any():
            blocks.append([])
            tested = np.zeros(n, dtype=bool)
        blocks[-1].append((train, test))
        tested[test] = True
    # Random splits may be disjoint by luck: only what tests every example is a cross-validation.
    regular = len({len(block) for block in blocks}) == 1
    complete = all(sum(len(test) for _, test in block) == n for block in blocks)
    return blocks if regular and complete else single


def _codes(block: list[Split], n: int) -> npt.NDArray[np.int32]:
    codes = np.full(n, LEFT_OUT, dtype=np.int32)
    codes[block[0][0]] = TRAIN_ONLY
    for fold, (_, test) in enumerate(block):
        codes[test] = fold
    return codes


def _how_drawn(splitter: Any, blocks: list[list[Split]]) -> frozenset[str]:
    """Return a flag unless another seed would give other splits, as it does to a splitter that has room for one."""
    if not hasattr(splitter, "random_state") or getattr(splitter, "shuffle", True) is False:
        # Several partitions of the same examples are by chance, whoever made them.
        is_repeated = len(blocks) > 1 and len(blocks[0]) > 1
        return frozenset() if is_repeated else frozenset({"not_drawn"})
    return frozenset({"fixed_splits"} if splitter.random_state is not None else ())


def _splits_groups(splits: list[Split], groups: npt.NDArray[np.generic]) -> bool:
    return any(np.intersect1d(groups[train], groups[test]).size for train, test in splits)
