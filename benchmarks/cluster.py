"""What is lost when fits are handed to the workers of a Dask cluster, or to other processes of this machine.

Fits take a given time and learn nothing, on a table of 200 x 2 numbers, in ten folds; "spin" computes all the time,
"sleep" waits, so that more workers than cores can be had. Efficiency is the time of all fits over that of the workers,
wall time times their number: 1 if nothing is lost. Scheduler and workers are processes of their own on this machine,
started as docs/cluster.md says, each worker with one thread; they are there before the clock starts, and each way has
had a short run before. `evaluate` is called with `dask`, with `n_jobs` (processes) and with `isolate` besides;
scikit-learn's `cross_validate` has the same splits, in processes of joblib's and on the same cluster.

The second table has what scheduling costs: CPU milliseconds of one fit, in this program, in the scheduler, and in all
workers, whose own fits sleep.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time, sleep, thread_time
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

from benchmarks._timing import print_table

SECONDS = (0.01, 0.1, 1.0)
WALL_SECONDS = 4.0
MOST_FITS = 2000
N_FOLDS = 10


class Timed(ClassifierMixin, BaseEstimator):
    """Takes its time to fit, and predicts the first class."""

    def __init__(self, seconds: float = 0.0, spins: bool = False) -> None:
        self.seconds, self.spins = seconds, spins

    def fit(self, _: Any, y: Any) -> Self:
        self.classes_ = np.unique(y)
        if self.spins:
            end = thread_time() + self.seconds
            while thread_time() < end:
                pass
        else:
            sleep(self.seconds)
        return self

    def predict(self, X: Any) -> Any:
        return np.full(len(X), self.classes_[0])


class Workers:
    """A scheduler, and workers that are added."""

    def __init__(self, folder: str) -> None:
        self._file = Path(folder) / "scheduler.json"
        self._processes: list[subprocess.Popen[bytes]] = []
        self._start("dask_scheduler", "--port", "0", "--scheduler-file", str(self._file))
        while not self._file.exists() or not self._file.read_text().rstrip().endswith("}"):
            sleep(0.1)
        from distributed import Client

        self.client = Client(json.loads(self._file.read_text())["address"], set_as_default=False)

    def grow(self, n_workers: int) -> None:
        """Have so many workers."""
        n_more = n_workers - len(self.client.nthreads())
        options = ["--scheduler-file", str(self._file), "--nworkers", str(n_more), "--nthreads", "1"]
        self._start("dask_worker", *options)
        self.client.wait_for_workers(n_workers)

    def seconds(self) -> tuple[float, float, float]:
        """CPU time so far of this program, the scheduler, and all workers."""
        workers = self.client.run(process_time)
        return process_time(), self.client.run_on_scheduler(process_time), sum(workers.values())

    def end(self) -> None:
        self.client.shutdown()
        self.client.close()
        for process in self._processes:
            process.wait(60)

    def _start(self, name: str, *options: str) -> None:
        # The learner is in this file.
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
        command = [sys.executable, "-m", f"distributed.cli.{name}", "--host", "127.0.0.1", "--no-dashboard", *options]
        nowhere = subprocess.DEVNULL
        self._processes.append(subprocess.Popen(command, env=environment, stdout=nowhere, stderr=nowhere))


@contextmanager
def workers() -> Iterator[Workers]:
    """Start a scheduler, and end it and its workers."""
    with tempfile.TemporaryDirectory() as folder:
        started = Workers(folder)
        try:
            yield started
        finally:
            started.end()


def run() -> None:
    with workers() as cluster:
        cluster.grow(2)
        rows = [
            (kind, f"{seconds * 1e3:.0f}", *_efficiencies(cluster, 2, seconds, spins))
            for kind, spins in (("spin", True), ("sleep", False))
            for seconds in SECONDS
        ]
        print_table(("fits, two workers", "ms each", "fits", *_ways(cluster, 2)), rows)
        print()
        rows = []
        for n_workers in (4, 8, 32):
            cluster.grow(n_workers)
            rows += [
                (f"{n_workers}", f"{seconds * 1e3:.0f}", *_costs(cluster, n_workers, seconds)) for seconds in SECONDS
            ]
        header = ("workers", "ms each", "fits", "dask", "here", "scheduler", "workers'", "scikit-learn, dask")
        print_table(header, rows)


def _efficiencies(cluster: Workers, n_workers: int, seconds: float, spins: bool) -> list[str]:
    n_fits = _n_fits(n_workers, seconds)
    found = [f"{n_fits}"]
    for way in _ways(cluster, n_workers).values():
        way(Timed(0.0), 2)
        wall = _wall(way, Timed(seconds, spins), n_fits)
        found.append(f"{n_fits * seconds / wall / n_workers:.2f}")
    return found


def _costs(cluster: Workers, n_workers: int, seconds: float) -> list[str]:
    n_fits = _n_fits(n_workers, seconds)
    ways = _ways(cluster, n_workers)
    ways["dask"](Timed(0.0), 2)
    before = cluster.seconds()
    wall = _wall(ways["dask"], Timed(seconds), n_fits)
    costs = [1e3 * (after - earlier) / n_fits for after, earlier in zip(cluster.seconds(), before, strict=True)]
    peer = _wall(ways["scikit-learn, dask"], Timed(seconds), n_fits)
    work = n_fits * seconds / n_workers
    return [f"{n_fits}", f"{work / wall:.2f}", *(f"{cost:.2f}" for cost in costs), f"{work / peer:.2f}"]


def _n_fits(n_workers: int, seconds: float) -> int:
    """Return how many whole repeats take the wanted time."""
    n_fits = min(n_workers * WALL_SECONDS / seconds, MOST_FITS)
    return max(round(n_fits / N_FOLDS), 1) * N_FOLDS


def _wall(way: Callable[[Timed, int], object], learner: Timed, n_fits: int) -> float:
    started = perf_counter()
    way(learner, n_fits // N_FOLDS)
    return perf_counter() - started


def _ways(cluster: Workers, n_workers: int) -> dict[str, Callable[[Timed, int], object]]:
    from joblib import parallel_config
    from sklearn.model_selection import cross_validate

    from foldwise.data import Dataset
    from foldwise.evaluation import evaluate
    from foldwise.splits import RepeatedKFold

    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(200, 2)), np.arange(200) % 2
    dataset = Dataset(X, y, "made up")

    def ours(**options: Any) -> Callable[[Timed, int], object]:
        def evaluated(learner: Timed, n_repeats: int) -> object:
            scheme = RepeatedKFold(N_FOLDS, n_repeats)
            return evaluate({"timed": learner}, dataset, scheme=scheme, seed=1, progress=False, **options)

        return evaluated

    def theirs(**options: Any) -> Callable[[Timed, int], object]:
        def validated(learner: Timed, n_repeats: int) -> object:
            splits = RepeatedKFold(N_FOLDS, n_repeats).assign(200, classes=y, seed=1).splits()
            with parallel_config(**options):
                return cross_validate(learner, X, y, cv=[(train, test) for _, _, train, test in splits])

        return validated

    return {
        "dask": ours(dask=cluster.client),
        "processes": ours(n_jobs=n_workers),
        "isolated": ours(n_jobs=n_workers, isolate=True),
        "scikit-learn, processes": theirs(backend="loky", n_jobs=n_workers),
        "scikit-learn, dask": theirs(backend="dask", client=cluster.client, n_jobs=n_workers),
    }
