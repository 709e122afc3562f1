"""One learner whose folds share work: its repeats handed out block by block, the answers checked."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise.runs._fold import Job, Pair, response_method
from foldwise.runs._listen import Heard, Listen, first_line
from foldwise.runs._share_job import own_offer, share_job
from foldwise.runs._sharing import Shared

_SECONDS_OF_A_BLOCK = 0.2


@dataclass(frozen=True, slots=True, eq=False)
class SharedBlock:
    """What some whole repeats gave, computed together.

    Parameters
    ----------
    learner : int
        Whose.
    repeats : slice
        Which.
    predicted : ndarray of shape (n_repeats, n_examples)
        Class codes or real numbers; anything where an example is not tested.
    response : ndarray of shape (n_repeats, n_examples[, n_classes]), or None
        As in a Run.
    response_method : str
        Which method gave it.
    n_unsure : int
        How many of the tested examples may have been decided by rounding.
    left : list of pairs (repeat, fold)
        Folds with such an example, to be fitted by themselves; and those that test nothing.
    elapsed : float
        Seconds that all this took.
    fold_seconds : float
        What a fold took on average, with its part of the preparation.
    output : str
        The beginning of what was printed.
    warnings : Counter of str
        What was warned of.
    """

    learner: int
    repeats: slice
    predicted: npt.NDArray[Any]
    response: npt.NDArray[np.float64] | None
    response_method: str
    n_unsure: int
    left: list[Pair]
    elapsed: float
    fold_seconds: float
    output: str
    warnings: Counter[str]


@dataclass(frozen=True, slots=True, eq=False)
class Preparation:
    """What serves all folds of a learner, None if nothing does, and what it took."""

    shared: Shared | None
    seconds: float
    heard: Heard


@dataclass(slots=True, eq=False)
class SharedJob:
    """Says what is to be computed next, and takes what came of it; by one thread, whoever computes.

    Parameters
    ----------
    job : Job
        The learner and its folds.
    listen : callable
        How to hear what the learner prints.
    n_workers : int
        By how many the repeats are computed at the same time.

    Attributes
    ----------
    left : list of pairs (repeat, fold)
        What has to be fitted by itself, in the end.
    is_refused : bool
        True once sharing failed or turned out to be impossible: all folds have to be fitted by themselves.
    error : str
        What a learner that offers to predict all folds itself failed with, if it did.
    """

    job: Job
    listen: Listen
    n_workers: int = 1
    left: list[Pair] = field(default_factory=list)
    is_refused: bool = False
    error: str = ""
    _preparation: Preparation | None = None
    _begun: bool = False
    _next: int = 0
    _size: int = 1

    def next_task(self) -> Callable[[], Any] | None:
        """Return what can be computed now; None if there is nothing, or nothing yet."""
        if not self._begun:
            self._begun = True
            return partial(_attempt, partial(_prepare, self.job, self.listen))
        if self._preparation is None or self.is_refused:
            return None
        n_left = self.job.assignment.n_repeats - self._next
        if not n_left:
            return None
        size = min(self._size, ceil(n_left / self.n_workers))
        repeats = slice(self._next, self._next + size)
        self._next = repeats.stop
        return partial(_attempt, partial(_answer, self.job, self._preparation, repeats, self.listen))

    def take(self, result: Preparation | SharedBlock | Exception | SystemExit) -> SharedBlock | None:
        """Take what a task returned, and return it if it is to be kept."""
        if isinstance(result, Exception | SystemExit):
            offer = own_offer(self.job)
            self.error = f"{offer} failed ({type(result).__name__}: {first_line(result)})" if offer else ""
            self._refuse()
            return None
        if self.is_refused or (isinstance(result, Preparation) and result.shared is None):
            self._refuse()
            return None
        if isinstance(result, Preparation):
            self._preparation = result
            return None
        if self._is_in_vain(result):
            self._refuse()
            return None
        # Few long calls would stop the progress bar and Ctrl-C, many short ones cost more than the work.
        per_repeat = result.elapsed / (result.repeats.stop - result.repeats.start)
        self._size = max(1, int(_SECONDS_OF_A_BLOCK / max(per_repeat, 1e-9)))
        self.left += result.left
        return result

    def _refuse(self) -> None:
        self.is_refused = True
        self._preparation = None

    def _is_in_vain(self, block: SharedBlock) -> bool:
        """Say whether the first repeat, a block of its own, left every fold to be fitted by itself, and more follow."""
        n_repeats, n_folds = self.job.assignment.n_repeats, self.job.assignment.n_folds
        return block.repeats == slice(0, 1) and n_repeats > 1 and len(block.left) == n_folds


def _attempt(task: Callable[[], Any]) -> Any:
    """Run a task; return what it raises: every fold is then fitted by itself, and fails by itself if it does."""
    try:
        return task()
    except (Exception, SystemExit) as error:
        return error


def _prepare(job: Job, listen: Listen) -> Preparation:
    with listen() as heard:
        started = perf_counter()
        shared = share_job(job)
        seconds = perf_counter() - started
    return Preparation(shared, seconds, heard)


def _answer(job: Job, preparation: Preparation, repeats: slice, listen: Listen) -> SharedBlock:
    shared = preparation.shared
    assert shared is not None
    folds = job.assignment.folds[repeats]
    response, method = None, ""
    with listen() as heard:
        started = perf_counter()
        said = shared.answers(folds, "predict")
        unsure = said.unsure
        if job.response:
            method = response_method(job.estimator, job.response) or ""
            more = shared.answers(folds, method)
            response, unsure = more.values, unsure | more.unsure
        elapsed = perf_counter() - started
    tested = folds >= 0
    unsure = unsure & tested
    first = repeats.start == 0
    return SharedBlock(
        learner=job.learner,
        repeats=repeats,
        predicted=_checked_predictions(said.values, tested & ~unsure, job),
        response=None if response is None else _checked_response(response, tested & ~unsure, job),
        response_method=method,
        n_unsure=int(unsure.sum()),
        left=_left(folds, unsure, job.assignment.n_folds, repeats.start),
        elapsed=elapsed,
        fold_seconds=elapsed / (len(folds) * job.assignment.n_folds)
        + preparation.seconds / (job.assignment.n_repeats * job.assignment.n_folds),
        # What preparing gave goes with the first repeat, as if said there.
        output=(preparation.heard.text if first else "") + heard.text,
        warnings=preparation.heard.warnings + heard.warnings if first else heard.warnings,
    )


def _left(folds: npt.NDArray[np.int32], unsure: npt.NDArray[np.bool_], n_folds: int, first: int) -> list[Pair]:
    """List the folds with an unsure example, and those without any, which fail when fitted."""
    splits = np.arange(len(folds))[:, np.newaxis] * n_folds + folds
    left = np.bincount(splits[folds >= 0], minlength=len(folds) * n_folds) == 0
    left[splits[unsure]] = True
    return [(first + split // n_folds, split % n_folds) for split in np.flatnonzero(left).tolist()]


def _checked_predictions(values: npt.NDArray[Any], known: npt.NDArray[np.bool_], job: Job) -> npt.NDArray[Any]:
    if job.target.task == "regression":
        fine = values.shape == known.shape and bool(np.isfinite(values[known]).all())
    else:
        codes = values[known] if values.shape == known.shape else np.empty(0)
        fine = codes.dtype.kind in "iu" and bool(((codes >= 0) & (codes < len(job.target.classes))).all())
    if not fine:
        raise ValueError("predictions of all folds at once are not what predict returns")
    return values


def _checked_response(values: npt.NDArray[Any], known: npt.NDArray[np.bool_], job: Job) -> npt.NDArray[np.float64]:
    n_classes = len(job.target.classes)
    if n_classes == 2 and values.shape == (*known.shape, 2):
        values = values[:, :, 1]
    shape = known.shape if n_classes == 2 else (*known.shape, n_classes)
    if values.shape != shape or not np.isfinite(values[known]).all():
        raise ValueError("responses of all folds at once are not finite numbers, one for each class")
    return values
