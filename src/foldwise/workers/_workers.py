"""Who does the work of a run, and how."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from foldwise._core import check_bool, check_integer
from foldwise.sharing._door import Preparations
from foldwise.workers._connect import Cluster, connect
from foldwise.workers._isolation import Limits

_MOST_PER_CORE: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Workers:
    """Who does the work of a run; the result depends on none of this.

    Parameters
    ----------
    n_jobs : int, default 1
        Number of threads or processes, four for each core at most; -1 for all cores.
    sharing : bool, default True
        Let the folds of a learner share work where its predictions are then the same.
    limits : Limits, optional
        Fit every fold in a process that may hang, crash or use up its memory: the fold is then recorded as failed.
    cluster : Cluster, optional
        Hand the work to the workers of this Dask cluster.
    prepared : Preparations, optional
        What folds of a learner have in common, kept for when more of them are asked for.
    told : set of pairs (dataset, learner)
        Of whose failures was told already.
    """

    n_jobs: int = 1
    sharing: bool = True
    limits: Limits | None = None
    cluster: Cluster | None = None
    prepared: Preparations | None = None
    told: set[tuple[str, str]] = field(default_factory=set, repr=False, compare=False)

    def __post_init__(self) -> None:
        count_workers(self.n_jobs)
        check_bool(self.sharing, "sharing")
        if self.limits is not None and self.cluster is not None:
            raise ValueError("isolate and dask exclude each other: a cluster's workers are processes of its own.")

    @property
    def n_workers(self) -> int:
        """How many work here at the same time."""
        return count_workers(self.n_jobs)

    @property
    def n_at_once(self) -> int:
        """How many work at the same time, here or on the cluster."""
        return self.n_workers if self.cluster is None else max(1, sum(self.cluster.nthreads().values()))


def count_workers(n_jobs: int) -> int:
    """Check `n_jobs` and return how many that is here: all cores for -1, and never more than four for each core.

    More would take memory, and no less time.

    >>> count_workers(1), count_workers(1_000_000) == 4 * count_workers(-1)
    (1, True)
    """
    if n_jobs != -1 and check_integer(n_jobs, "n_jobs", least=1) <= _MOST_PER_CORE:
        return int(n_jobs)
    import joblib

    n_cores = int(joblib.cpu_count())
    return n_cores if n_jobs == -1 else min(int(n_jobs), _MOST_PER_CORE * n_cores)


@contextmanager
def find_workers(
    *, n_jobs: int = 1, sharing: bool = True, isolate: bool | Limits = False, dask: Any = None
) -> Iterator[Workers]:
    """Find workers as `evaluate` describes them; a connection that is made here is closed in the end."""
    limits = isolate if isinstance(isolate, Limits) else Limits() if check_bool(isolate, "isolate") else None
    if dask is None:
        yield Workers(n_jobs=n_jobs, sharing=sharing, limits=limits)
        return
    with connect(dask) as cluster:
        yield Workers(n_jobs=n_jobs, sharing=sharing, limits=limits, cluster=cluster)
