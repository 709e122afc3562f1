"""Many repeats and folds answered piece by piece, so that memory stays bounded and an interrupt is heard."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise.sharing._fold_sums import count_folds
from foldwise.sharing._shared import Codes, FoldAnswers

_BLOCK_BYTES = 64 << 20
# What is computed of so many examples stays in the caches.
_EXAMPLES_AT_ONCE = 1 << 14


def in_blocks(
    answer: Callable[[Codes], FoldAnswers],
    folds: Codes,
    *,
    bytes_per_fold: int,
    bytes_per_example: int,
    bytes_in_parts: int = 0,
) -> FoldAnswers:
    """Answer for some repeats at a time, or for some folds of one repeat, such that scratch stays near 64 MB.

    Repeats of as many folds are answered together: where schemes are mixed, those of one fold should not cost ten.

    Parameters
    ----------
    answer : callable
        Folds in, answers out.
    folds : ndarray of int32, shape (n_repeats, n_examples)
    bytes_per_fold, bytes_per_example : int
        Scratch for one fold of one repeat, and for one example of one repeat.
    bytes_in_parts : int, default 0
        Further scratch for an example, if `in_parts` computes it.
    """
    n_each = folds.max(axis=1, initial=-1)
    sizes = np.unique(n_each)
    if len(sizes) > 1:
        groups = [np.flatnonzero(n_each == size) for size in sizes]
        ways = {
            "bytes_per_fold": bytes_per_fold,
            "bytes_per_example": bytes_per_example,
            "bytes_in_parts": bytes_in_parts,
        }
        return _gathered(groups, [in_blocks(answer, folds[rows], **ways) for rows in groups])
    n_repeats, n = folds.shape
    n_folds = count_folds(folds)
    of_examples = n * bytes_per_example + min(n, _EXAMPLES_AT_ONCE) * bytes_in_parts
    per_repeat = n_folds * bytes_per_fold + of_examples
    if n_repeats * per_repeat <= _BLOCK_BYTES:
        return answer(folds)
    step = max(_BLOCK_BYTES // per_repeat, 1)
    # Folds that must wait are trained on and not tested, which is what they are to all others. They wait only if folds
    # take much: to answer for fewer of them takes hardly less for the examples.
    for_folds = max(_BLOCK_BYTES - of_examples, _BLOCK_BYTES // 2)
    folds_at_once = max(for_folds // max(bytes_per_fold, 1), 1) if step == 1 else n_folds
    parts = []
    for start in range(0, n_repeats, step):
        codes = folds[start : start + step]
        pieces = [answer(piece) for piece in _some_folds(codes, folds_at_once)]
        parts.append(_joined(codes, folds_at_once, pieces))
    return FoldAnswers(np.concatenate([part.values for part in parts]), np.concatenate([part.unsure for part in parts]))


def in_parts(answer: Callable[[slice], tuple[npt.NDArray[Any], npt.NDArray[np.bool_]]], folds: Codes) -> FoldAnswers:
    """Answer for some examples of all folds at a time, once it is known what the folds have learnt.

    Parameters
    ----------
    answer : callable
        Which examples in; their values, of shape (n_repeats, n_some[, ...]), and which of them are unsure out.
    folds : ndarray of int32, shape (n_repeats, n_examples)
    """
    n = folds.shape[1]
    if n <= _EXAMPLES_AT_ONCE:
        return FoldAnswers(*answer(slice(0, n)))
    slices = [slice(start, start + _EXAMPLES_AT_ONCE) for start in range(0, n, _EXAMPLES_AT_ONCE)]
    values, unsure = zip(*map(answer, slices), strict=True)
    return FoldAnswers(np.concatenate(values, axis=1), np.concatenate(unsure, axis=1))


def _gathered(groups: list[npt.NDArray[np.intp]], parts: list[FoldAnswers]) -> FoldAnswers:
    """Put the answers of groups of repeats where these repeats stand."""
    n_repeats = sum(map(len, groups))
    values = np.empty((n_repeats, *parts[0].values.shape[1:]), dtype=parts[0].values.dtype)
    unsure = np.empty((n_repeats, *parts[0].unsure.shape[1:]), dtype=np.bool_)
    for rows, part in zip(groups, parts, strict=True):
        values[rows], unsure[rows] = part.values, part.unsure
    return FoldAnswers(values, unsure)


def _some_folds(codes: Codes, at_once: int) -> Iterator[Codes]:
    for first in range(0, max(count_folds(codes), 1), at_once):
        waiting = (codes >= 0) & ((codes < first) | (codes >= first + at_once))
        yield np.where(waiting, -1, np.where(codes >= 0, codes - first, codes)).astype(np.int32)


def _joined(codes: Codes, at_once: int, pieces: list[FoldAnswers]) -> FoldAnswers:
    whole = pieces[0]
    for number, piece in enumerate(pieces[1:], start=1):
        mine = codes // at_once == number
        whole.values[mine] = piece.values[mine]
        whole.unsure[mine] = piece.unsure[mine]
    return whole
