"""One learner whose folds share work: its repeats handed out block by block, the answers checked."""

from collections import deque
from collections.abc import Sequence
from dataclasses import InitVar, dataclass, field
from math import ceil, inf, prod
from time import monotonic, perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise.runs._door import (
    Claim,
    Heard,
    Job,
    Listen,
    Pair,
    SharedBlock,
    Tables,
    claim_all,
    first_line,
    response_method,
)
from foldwise.sharing._fold_tables import fold_tables
from foldwise.sharing._share_job import is_own_work, own_offer, share_job
from foldwise.sharing._shared import Shared

_SECONDS_OF_A_BLOCK = 0.2
# So many values, in all repeats, take less than that whoever shares, as far as we wrote it.
_SMALL = 1 << 18
# Where every block is prepared anew.
_SECONDS_OF_A_WHOLE_BLOCK = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class Preparation:
    """What serves all folds of a learner, None if nothing does, and what it took."""

    shared: Shared | None
    seconds: float
    heard: Heard


class Preparations:
    """What serves all folds of each learner, kept from one batch of repeats to the next."""

    def __init__(self) -> None:
        # The job is held so that nothing else can get the identity of its parts.
        self._kept: dict[tuple[int, int], tuple[Job, Preparation]] = {}
        self._tables: dict[tuple[int, int], tuple[Job, Tables | None]] = {}

    def get(self, job: Job) -> Preparation | None:
        """Return what was prepared for this learner on this table, if anything was."""
        entry = self._kept.get(self._key(job))
        return None if entry is None else entry[1]

    def keep(self, job: Job, preparation: Preparation) -> None:
        """Keep what was prepared."""
        self._kept[self._key(job)] = job, preparation

    def drop(self, job: Job) -> None:
        """Forget it: no more repeats of this learner will be asked for."""
        self._kept.pop(self._key(job), None)
        self._tables.pop(self._key(job), None)

    def tables(self, job: Job, pairs: Sequence[Pair]) -> Tables | None:
        """Return what the first steps of a pipeline make of any fold, read on the occasion of some folds."""
        key = self._key(job)
        if key not in self._tables:
            self._tables[key] = job, fold_tables(job, pairs)
        return self._tables[key][1]

    @staticmethod
    def _key(job: Job) -> tuple[int, int]:
        return id(job.estimator), id(job.X)


@dataclass(frozen=True, slots=True, eq=False)
class SharedTask:
    """Some repeats of one learner, to be computed here or anywhere else; None for `repeats`: only what serves all."""

    job: Job
    preparation: Preparation | None
    repeats: slice | None
    listen: Listen

    def __call__(self) -> "Preparation | SharedBlock | BaseException":
        """Compute them; return what it raises: every fold is then fitted by itself, and fails by itself if it does."""
        try:
            preparation = self.preparation or _prepare(self.job, self.listen)
            if self.repeats is None or preparation.shared is None:
                return preparation
            return _answer(self.job, preparation, self.repeats, self.listen)
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException as error:
            # Some compiled extensions raise what is no Exception.
            return error


@dataclass(slots=True, eq=False)
class SharedJob:
    """Says what is to be computed next, and takes what came of it; by one thread, whoever computes.

    Parameters
    ----------
    job : Job
        The learner and its folds.
    listen : callable
        How to hear what the learner prints.
    wanted : list of pairs (repeat, fold)
        Which folds are not known yet; their repeats are computed as a whole.
    n_workers : int
        By how many the repeats are computed at the same time.
    claim : callable
        Asked for the folds of every task before it is handed out; what it does not grant is left to others.
    until : float, default infinity
        When no more is handed out, by the clock `time.monotonic`.
    apart : bool, default False
        Whether every task is to prepare for itself, since what serves all folds cannot be handed to the workers.
    prepared : Preparations, optional
        Where to look for what serves all folds, and to leave it for more of them.

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
    wanted: InitVar[list[Pair]]
    n_workers: int = 1
    claim: Claim = claim_all
    until: float = inf
    apart: bool = False
    prepared: Preparations | None = None
    left: list[Pair] = field(default_factory=list)
    is_refused: bool = False
    error: str = ""
    _wanted: dict[int, list[Pair]] = field(default_factory=dict)
    _granted: deque[int] = field(default_factory=deque)
    _preparation: Preparation | None = None
    _begun: bool = False
    _answered: bool = False
    _size: int = 1
    _todo: deque[int] = field(default_factory=deque)

    def __post_init__(self, wanted: list[Pair]) -> None:
        for pair in sorted(wanted):
            self._wanted.setdefault(pair[0], []).append(pair)
        self._todo.extend(self._wanted)
        if prod(self.job.X.shape) * len(self._todo) <= _SMALL and is_own_work(self.job):
            self._size = len(self._todo)
        known = None if self.prepared is None or self.apart else self.prepared.get(self.job)
        if known is not None and self._wanted:
            self._begun = True
            self.take(known)

    def next_task(self) -> SharedTask | None:
        """Return what can be computed now; None if there is nothing, or nothing yet."""
        if self.is_refused or not (self._todo or self._granted) or monotonic() >= self.until:
            return None
        if not self._begun and not self.apart:
            self._begun = True
            return SharedTask(self.job, None, None, self.listen)
        # The first block tells whether the learner shares at all, and how long it takes.
        if self._preparation is None and (not self.apart or (self._begun and not self._answered)):
            return None
        repeats = self._next_repeats()
        if repeats is None:
            return None
        self._begun = True
        return SharedTask(self.job, self._preparation, repeats, self.listen)

    def take(self, result: Preparation | SharedBlock | BaseException) -> SharedBlock | None:
        """Take what a task returned, and return it if it is to be kept."""
        if isinstance(result, BaseException):
            offer = own_offer(self.job)
            self.error = f"{offer} failed ({type(result).__name__}: {first_line(result)})" if offer else ""
            self._refuse()
            return None
        if isinstance(result, Preparation) and self.prepared is not None:
            self.prepared.keep(self.job, result)
        if self.is_refused or (isinstance(result, Preparation) and result.shared is None):
            self._refuse()
            return None
        if isinstance(result, Preparation):
            self._preparation = result
            return None
        if self._is_in_vain(result):
            if self.prepared is not None:
                # Further repeats need not try again.
                self.prepared.keep(self.job, Preparation(None, 0.0, Heard()))
            self._refuse()
            return None
        self._answered = True
        # Few long calls would stop the progress bar and Ctrl-C, many short ones cost more than the work.
        per_repeat = result.elapsed / (result.repeats.stop - result.repeats.start)
        seconds = _SECONDS_OF_A_WHOLE_BLOCK if self.apart else _SECONDS_OF_A_BLOCK
        self._size = max(1, int(seconds / max(per_repeat, 1e-9)))
        self.left += [pair for pair in result.left if pair in self._wanted[pair[0]]]
        return result

    def _next_repeats(self) -> slice | None:
        """Claim some repeats; return the first of them that follow one another."""
        while self._todo and not self._granted:
            size = min(self._size, ceil(len(self._todo) / self.n_workers))
            repeats = [self._todo.popleft() for _ in range(size)]
            granted = self.claim(self.job, [pair for repeat in repeats for pair in self._wanted[repeat]])
            self._granted.extend(dict.fromkeys(repeat for repeat, _ in granted))
        if not self._granted:
            return None
        first = self._granted.popleft()
        stop = first + 1
        while self._granted and self._granted[0] == stop:
            stop += 1
            self._granted.popleft()
        return slice(first, stop)

    def _refuse(self) -> None:
        self.is_refused = True
        self._preparation = None

    def _is_in_vain(self, block: SharedBlock) -> bool:
        """Return whether the first repeat left every fold to be fitted alone; more may follow."""
        first = min(self._wanted)
        left = sum(repeat == first for repeat, _ in block.left)
        more = len(self._wanted) > 1 or self.prepared is not None
        return block.repeats.start == first and more and left == self.job.assignment.n_folds


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
        answers = shared.answers(folds, "predict")
        unsure = answers.unsure
        if job.response:
            method = response_method(job.estimator, job.response) or ""
            more = shared.answers(folds, method)
            response, unsure = more.values, unsure | more.unsure
        elapsed = perf_counter() - started
    tested = folds >= 0
    unsure = unsure & tested
    n_tested = job.assignment.sizes()[1][repeats]
    n_unsure = _by_fold(folds, unsure, job.assignment.n_folds)
    first = repeats.start == 0
    return SharedBlock(
        learner=job.learner,
        repeats=repeats,
        predicted=_checked_predictions(answers.values, tested & ~unsure, job),
        response=None if response is None else _checked_response(response, tested & ~unsure, job),
        response_method=method,
        n_unsure=n_unsure,
        left=_left(n_tested, n_unsure, repeats.start),
        elapsed=elapsed,
        fold_seconds=elapsed / (len(folds) * job.assignment.n_folds)
        + preparation.seconds / (job.assignment.n_repeats * job.assignment.n_folds),
        # What preparing gave goes with the first repeat, as if said there.
        output=(preparation.heard.text if first else "") + heard.text,
        warnings=preparation.heard.warnings + heard.warnings if first else heard.warnings,
    )


def _by_fold(folds: npt.NDArray[np.int32], which: npt.NDArray[np.bool_], n_folds: int) -> npt.NDArray[np.int64]:
    """Count the chosen ones among the tested examples of each fold."""
    if not which.any():
        # Of most learners none is.
        return np.zeros((len(folds), n_folds), dtype=np.int64)
    splits = np.arange(len(folds))[:, np.newaxis] * n_folds + folds
    return np.bincount(splits[which], minlength=len(folds) * n_folds).reshape(-1, n_folds)


def _left(n_tested: npt.NDArray[np.int64], n_unsure: npt.NDArray[np.int64], first: int) -> list[Pair]:
    """List the folds with an unsure example, and those without any, which fail when fitted."""
    return [(first + repeat, fold) for repeat, fold in np.argwhere((n_unsure > 0) | (n_tested == 0)).tolist()]


def _checked_predictions(values: npt.NDArray[Any], known: npt.NDArray[np.bool_], job: Job) -> npt.NDArray[Any]:
    if job.target.task == "regression":
        fine = values.shape == known.shape and bool(np.isfinite(values[known]).all())
    else:
        codes = values[known] if values.shape == known.shape else np.empty(0)
        fine = codes.dtype.kind in "iu" and bool(((codes >= 0) & (codes < len(job.target.answers))).all())
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
