"""What many tasks need, sent to a Dask cluster once."""

import pickle
from dataclasses import dataclass, replace
from typing import Any, Final

from foldwise._core import FoldwiseError, one_line
from foldwise.runs._door import Job

_LARGE: Final = ("X", "target", "labels", "assignment")


@dataclass(frozen=True, slots=True, eq=False)
class Parcel:
    """Something to be sent; Dask pickles what it does not know, so that it arrives as it left, of the same class.

    Nor does Dask see how large it is, and is not tempted to keep work where the data happen to be.
    """

    content: Any


class Scattered:
    """The parts of jobs that workers hold, and which of them; jobs of one dataset have most parts in common.

    A part is sent to one worker. The others fetch it from there with their first task that needs it, one that joins
    later as well. To send it to all at once would gain nothing: of what no waiting task needs Dask keeps one copy.

    Parameters
    ----------
    client : distributed.Client
        Connected.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        # By identity; the objects are held, or another might get the same.
        self._futures: dict[int, tuple[object, Any]] = {}

    def futures(self, job: Job) -> list[Any]:
        """Return the parts of a job as `assemble` takes them; what is not there, or no longer, is sent."""
        return [self._sent(job), *(self._sent(getattr(job, name)) for name in _LARGE)]

    def release(self) -> None:
        """Let the workers forget everything."""
        for _, future in self._futures.values():
            future.release()
        self._futures.clear()

    def _sent(self, part: object) -> Any:
        known = self._futures.get(id(part))
        # Dask cannot compute anew what was sent: it is gone with the last worker that held it.
        if known is None or known[1].status != "finished":
            content = _light(part) if isinstance(part, Job) else part
            known = part, self._client.scatter(Parcel(content), hash=False)
            self._futures[id(part)] = known
        return known[1]


def assemble(light: Parcel, *large: Parcel) -> Job:
    """Put a job together again; its learner is unpickled here, not by Dask, so that what goes wrong is seen."""
    job: Job = pickle.loads(light.content)  # noqa: S301 (whoever may send tasks to a worker may run anything there)
    return replace(job, **{name: parcel.content for name, parcel in zip(_LARGE, large, strict=True)})


def _light(job: Job) -> bytes:
    import cloudpickle

    without: dict[str, Any] = dict.fromkeys(_LARGE)
    try:
        content: bytes = cloudpickle.dumps(replace(job, **without))
    except (Exception, SystemExit) as error:
        raise FoldwiseError(
            f"{job.name} cannot be sent to the cluster ({type(error).__name__}: {one_line(error)}). "
            "Evaluate it without dask."
        ) from error
    return content
