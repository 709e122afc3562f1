"""Everything that is to be fitted, worked off: what can be shared first, then fold by fold what is left."""

import logging
from collections.abc import Generator, Mapping
from contextlib import closing
from math import inf, prod
from typing import Any, Final, NamedTuple, Protocol

from sklearn.pipeline import Pipeline

from foldwise._core import filters_put_back, one_line
from foldwise.runs._door import Block, Claim, Job, Pair, SharedBlock, claim_all, listen_alone, listen_here
from foldwise.sharing._door import Preparations, SharedJob
from foldwise.workers._cluster import in_cluster
from foldwise.workers._fold_job import FoldJob, by_repeat
from foldwise.workers._isolation import in_isolation
from foldwise.workers._side_by_side import in_processes, in_threads, in_turn
from foldwise.workers._workers import Workers

# Measured: during fit and predict on 2,000 x 20 numbers the interpreter was held for less than a third of the time.
# Linear models, naive Bayes, boosting by AdaBoost and the histogram-based boosters hold it longer.
_RELEASING: Final = frozenset(
    {
        "sklearn.ensemble._forest.ExtraTreesClassifier",
        "sklearn.ensemble._forest.ExtraTreesRegressor",
        "sklearn.ensemble._forest.RandomForestClassifier",
        "sklearn.ensemble._forest.RandomForestRegressor",
        "sklearn.ensemble._gb.GradientBoostingClassifier",
        "sklearn.ensemble._gb.GradientBoostingRegressor",
        "sklearn.neighbors._classification.KNeighborsClassifier",
        "sklearn.neighbors._regression.KNeighborsRegressor",
        "sklearn.svm._classes.SVC",
        "sklearn.svm._classes.SVR",
        "sklearn.tree._classes.DecisionTreeClassifier",
        "sklearn.tree._classes.DecisionTreeRegressor",
        "sklearn.tree._classes.ExtraTreeClassifier",
        "sklearn.tree._classes.ExtraTreeRegressor",
    }
)
# On smaller tables every learner spends most of its time on checks in Python.
_FROM_CELLS: Final = 20_000
_log = logging.getLogger("foldwise")


class Sink(Protocol):
    """Where the outcomes of one dataset go: into arrays, or into a store."""

    def take(self, block: Block | SharedBlock) -> int:
        """Keep what a block of folds gave; return by how many more folds the run is complete."""
        ...

    def forget(self, learner: int, error: str) -> int:
        """Forget what the folds of a learner gave together, which will be fitted one by one; return how many."""
        ...


Sinks = Mapping[Job, Sink]
Done = Generator[tuple[Job, int], None, None]


def work_off(
    wanted: Mapping[Job, list[Pair]],
    sinks: Sinks,
    workers: Workers,
    claim: Claim = claim_all,
    *,
    until: float = inf,
) -> Done:
    """Fit the wanted folds of all jobs; the datasets share the workers, so that none of these is idle for long.

    Parameters
    ----------
    wanted : mapping of Job to list of pairs (repeat, fold)
        What is to be fitted.
    sinks : mapping of Job to Sink
        Where the outcomes go; only the calling thread writes there.
    workers : Workers
        Who does the work.
    claim : callable
        Asked before any folds are handed out; what it does not grant is left to others.
    until : float, default infinity
        When no more folds are handed out, by the clock `time.monotonic`; what has been begun is ended and kept.

    Yields
    ------
    job, n_folds : Job, int
        By how many more folds this learner is complete; fewer than none if folds have to be fitted again.
    """
    todo = {job: pairs for job, pairs in wanted.items() if pairs}
    terms = _Terms(claim, until)
    if workers.cluster is not None:
        return _by_cluster(todo, sinks, workers, terms)
    if workers.limits is not None:
        return _apart(todo, sinks, workers, terms)
    return (_alone if workers.n_workers == 1 else _together)(todo, sinks, workers, terms)


class _Terms(NamedTuple):
    """On what terms folds are handed out: who is asked, and until when."""

    claim: Claim
    until: float


def _alone(todo: dict[Job, list[Pair]], sinks: Sinks, workers: Workers, terms: _Terms) -> Done:
    """Do one learner after the other."""
    for job, pairs in todo.items():
        source = (
            SharedJob(job, listen_here, pairs, **terms._asdict(), prepared=workers.prepared)
            if workers.sharing
            else None
        )
        if source is not None:
            yield from _kept(workers, sinks, in_turn([source]))
        yield job, -_undone(sinks[job], source)
        rest = FoldJob(job, listen_here, _left(pairs, source), *terms, _prepared(workers))
        yield from _kept(workers, sinks, in_turn([rest]))


def _together(todo: dict[Job, list[Pair]], sinks: Sinks, workers: Workers, terms: _Terms) -> Done:
    """Do what lets others work in threads, then the rest in processes; large tables first, the small fill the gaps."""
    jobs = _largest_first(todo)
    n_workers, prepared = workers.n_workers, _prepared(workers)
    sources = {
        job: SharedJob(job, listen_here, todo[job], n_workers, **terms._asdict(), prepared=workers.prepared)
        if workers.sharing
        else None
        for job in jobs
    }
    with filters_put_back():
        yield from _kept(workers, sinks, in_threads([source for source in sources.values() if source], n_workers))
        for job, source in sources.items():
            yield job, -_undone(sinks[job], source)
        left = {job: _left(todo[job], source) for job, source in sources.items()}
        threaded = [job for job in jobs if left[job] and releases(job.estimator, job.X)]
        blocks = _finer({job: left.pop(job) for job in threaded}, n_workers)
        yield from _kept(
            workers,
            sinks,
            in_threads(
                [FoldJob(job, listen_here, blocks[job], *terms, prepared, n_workers) for job in threaded], n_workers
            ),
        )
    blocks = _finer(left, n_workers)
    yield from _kept(
        workers,
        sinks,
        in_processes(
            [FoldJob(job, listen_alone, blocks[job], *terms, prepared, n_workers) for job in blocks], n_workers
        ),
    )


def _apart(todo: dict[Job, list[Pair]], sinks: Sinks, workers: Workers, terms: _Terms) -> Done:
    """Do every fold in a process that may be lost; nothing is shared, or a loss would be that of many folds."""
    assert workers.limits is not None
    jobs = _largest_first(todo)
    sources = [FoldJob(job, listen_alone, [[pair] for pair in sorted(todo[job])], *terms) for job in jobs]
    yield from _kept(workers, sinks, in_isolation(sources, workers.n_workers, workers.limits))


def _by_cluster(todo: dict[Job, list[Pair]], sinks: Sinks, workers: Workers, terms: _Terms) -> Done:
    """Do it on a Dask cluster, whose workers may be threads of this program: first what is shared, then the rest."""
    assert workers.cluster is not None
    jobs = _largest_first(todo)
    n_workers = workers.n_at_once
    sources = {
        job: SharedJob(job, listen_here, todo[job], n_workers, **terms._asdict(), apart=True)
        if workers.sharing
        else None
        for job in jobs
    }
    yield from _kept(workers, sinks, in_cluster([source for source in sources.values() if source], workers.cluster))
    for job, source in sources.items():
        yield job, -_undone(sinks[job], source)
    blocks = _finer({job: _left(todo[job], source) for job, source in sources.items()}, n_workers)
    yield from _kept(
        workers,
        sinks,
        # Tables that folds make would have to be sent as well.
        in_cluster(
            [FoldJob(job, listen_here, blocks[job], *terms, n_workers=n_workers) for job in jobs], workers.cluster
        ),
    )


def _prepared(workers: Workers) -> Preparations | None:
    """Return where tables are kept that need no fitting of the steps before a learner; None if all are to be fitted."""
    if not workers.sharing:
        return None
    return Preparations() if workers.prepared is None else workers.prepared


def _largest_first(jobs: Mapping[Job, Any]) -> list[Job]:
    return sorted(jobs, key=lambda job: prod(job.X.shape), reverse=True)


def _kept(workers: Workers, sinks: Sinks, results: Generator[tuple[Any, Any], None, None]) -> Done:
    with closing(results):
        for source, block in results:
            tell_failure(source.job, block, workers.told)
            yield source.job, sinks[source.job].take(block)


def _undone(sink: Sink, source: SharedJob | None) -> int:
    """Drop what a learner shared before it failed to; return how many folds that were."""
    return sink.forget(source.job.learner, source.error) if source is not None and source.is_refused else 0


def _left(pairs: list[Pair], source: SharedJob | None) -> list[list[Pair]]:
    """Return the folds that are to be fitted by themselves, a block for each repeat."""
    return by_repeat(pairs if source is None or source.is_refused else source.left)


def _finer(blocks: dict[Job, list[list[Pair]]], n_workers: int) -> dict[Job, list[list[Pair]]]:
    """Make a block of every fold where whole repeats are too few to keep all workers busy."""
    if sum(map(len, blocks.values())) >= 4 * n_workers:
        return blocks
    return {job: [[pair] for block in some for pair in block] for job, some in blocks.items()}


def releases(estimator: Any, X: Any) -> bool:
    """Whether threads can fit this learner side by side; by exact class, since a subclass may do anything."""
    if type(estimator) is Pipeline:
        estimator = estimator.steps[-1][1]
    kind = type(estimator)
    return f"{kind.__module__}.{kind.__qualname__}" in _RELEASING and prod(X.shape) >= _FROM_CELLS


def tell_failure(job: Job, block: Block | SharedBlock, already_logged: set[tuple[str, str]]) -> None:
    """Log the first failure of a learner on a dataset; without a logger of the user's, Python writes it to stderr."""
    key = job.dataset, job.name
    if isinstance(block, SharedBlock) or key in already_logged:
        return
    for outcome in block.outcomes:
        if outcome.error:
            already_logged.add(key)
            _log.warning(
                "%s",
                one_line(
                    f"{job.name} failed on {job.dataset}, repeat {outcome.repeat}, fold {outcome.fold}: "
                    f"{outcome.error.rstrip('.')}. The run goes on; further failures of it are counted in the end."
                ),
            )
            return
