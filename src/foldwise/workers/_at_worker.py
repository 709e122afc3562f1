"""What a worker of a Dask cluster does with a task of ours."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]

from foldwise._core import environment
from foldwise.runs._door import first_line
from foldwise.workers._job_parts import SentPart, assemble_parts
from foldwise.workers._side_by_side import _configured

# A worker may have several threads, but the threads of linear algebra belong to the whole process: a learner has it to
# itself.
_ALONE = Lock()


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """A task, without its job, and how it is to be done.

    Parameters
    ----------
    task : FoldTask or SharedTask
        What to do.
    versions : mapping of str to str
        With which versions.
    config : dict
        Settings of scikit-learn.
    """

    task: Any
    versions: Mapping[str, str]
    config: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Refused:
    """Not begun: this worker cannot do it; says why."""

    why: str


@dataclass(frozen=True, slots=True)
class Raised:
    """What a task returned as an exception, which need not be one that can be pickled; or that it lost its workers."""

    name: str
    message: str


def versions() -> dict[str, str]:
    """Return the versions on which a result depends; of Python's the first two numbers."""
    packages = {name: version for name, version in environment().items() if name != "machine"}
    return packages | {"python": ".".join(packages["python"].split(".")[:2])}


def difference(there: Mapping[str, str], here: Mapping[str, str]) -> str:
    """Return the first difference of the versions of a worker from those of the coordinator; '' if there is none."""
    odd = [name for name in here if there.get(name) != here[name]]
    return f"{odd[0]} {there.get(odd[0], 'missing')} instead of {here[odd[0]]}" if odd else ""


def carry_out(order: Order, light: SentPart, *large: SentPart) -> Any:
    """Do a task in a worker; return what it gave, or why there is nothing."""
    from distributed import get_worker

    worker = get_worker()
    with _ALONE:
        odd = difference(versions(), order.versions)
        if odd:
            return Refused(f"the worker {worker.address} has {odd}")
        try:
            task = replace(order.task, job=assemble_parts(light, *large))
        except (Exception, SystemExit) as error:
            name = type(error).__name__
            return Refused(f"the worker {worker.address} cannot load a learner ({name}: {first_line(error)})")
        controller = ThreadpoolController()
        n_threads = worker.state.nthreads
        limits = {info["user_api"]: min(n_threads, info["num_threads"]) for info in controller.info()}
        with controller.limit(limits=limits):
            try:
                result = _configured(order.config, task)
            except BaseException as error:
                # Whatever a learner raises, Dask is not to see it: it might end the worker, or the coordinator.
                result = error
    if isinstance(result, BaseException):
        return Raised(type(result).__name__, first_line(result))
    return result
