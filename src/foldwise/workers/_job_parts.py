"""A job on its way to another process: what many tasks have in common is sent once."""

import mmap
import pickle
import struct
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from sklearn import get_config

from foldwise._core import FoldwiseError, one_line
from foldwise.runs._door import Job, Listen, first_line

_ALIGNED: Final = 64
# What jobs of one dataset have in common.
_LARGE: Final = ("X", "target", "labels", "assignment")


def _without_parts(job: Job) -> Job:
    without: dict[str, Any] = dict.fromkeys(_LARGE)
    return replace(job, **without)


def assemble(light: Job, *large: Any) -> Job:
    """Put a job together again from what is left without its large parts, and these."""
    return replace(light, **dict(zip(_LARGE, large, strict=True)))


class PartsInFiles:
    """Jobs laid out in a folder, where workers find them: what several have in common only once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        # With the objects themselves, so that no other is mistaken for one that is gone.
        self._paths: dict[int, tuple[Any, str]] = {}
        self._orders: dict[int, tuple[Job, dict[str, Any] | str]] = {}

    def order(self, job: Job, listen: Listen) -> dict[str, Any] | str:
        """Return what to tell a worker of a job; or why it cannot be told."""
        if id(job) not in self._orders:
            order: dict[str, Any] | str
            try:
                light = _without_parts(job), listen, get_config()
                values = [light, *(getattr(job, name) for name in _LARGE)]
                order = {"job": len(self._orders), "parts": [self._path(value) for value in values]}
            except FoldwiseError:
                raise
            except (Exception, SystemExit) as error:
                order = f"NotSendable: {type(error).__name__}: {first_line(error)}"
            self._orders[id(job)] = job, order
        return self._orders[id(job)][1]

    def _path(self, value: Any) -> str:
        if id(value) not in self._paths:
            path = self._folder / f"part-{len(self._paths)}"
            write_part(value, path)
            self._paths[id(value)] = value, str(path)
        return self._paths[id(value)][1]


def write_part(value: Any, path: Path) -> None:
    """Pickle a value, by value whatever cannot be imported elsewhere, with the contents of its arrays beside it.

    Large arrays are read from there by many processes, but held in memory only once.
    """
    import cloudpickle

    buffers: list[pickle.PickleBuffer] = []
    body = cloudpickle.dumps(value, protocol=5, buffer_callback=buffers.append)
    contents = [body, *(buffer.raw() for buffer in buffers)]
    sizes = [len(content) for content in contents]
    try:
        with path.open("wb") as file:
            file.write(struct.pack(f"<Q{len(sizes)}Q", len(sizes), *sizes))
            for content in contents:
                file.write(bytes(-file.tell() % _ALIGNED))
                file.write(content)
    except OSError as error:
        raise FoldwiseError(
            f"The data cannot be laid out for worker processes in {path.parent}: {error.strerror}. "
            "Set TMPDIR to a folder with enough room."
        ) from error


def read_part(path: Path) -> Any:
    """Return the value; pages of its arrays are loaded when they are looked at, and copied when written to."""
    with path.open("rb") as file:
        mapped = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY))
    (count,) = struct.unpack_from("<Q", mapped)
    at = 8 + 8 * count
    contents = []
    for size in struct.unpack_from(f"<{count}Q", mapped, 8):
        at += -at % _ALIGNED
        contents.append(mapped[at : at + size])
        at += size
    return pickle.loads(contents[0], buffers=contents[1:])  # noqa: S301 (written by `write_part` a moment ago)


@dataclass(frozen=True, slots=True, eq=False)
class SentPart:
    """Something to be sent; Dask pickles what it does not know, so that it arrives as it left, of the same class.

    Nor does Dask see how large it is, and is not tempted to keep work where the data happen to be.
    """

    content: Any


class PartsOnCluster:
    """The parts of jobs that Dask workers hold; jobs of one dataset have most parts in common.

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
        """Return the parts of a job as `assemble_parts` takes them; what is not there, or no longer, is sent."""
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
            content = _pickled(part) if isinstance(part, Job) else part
            known = part, self._client.scatter(SentPart(content), hash=False)
            self._futures[id(part)] = known
        return known[1]


def assemble_parts(light: SentPart, *large: SentPart) -> Job:
    """Put a job together again; its learner is unpickled here, not by Dask, so that what goes wrong is seen."""
    job: Job = pickle.loads(light.content)  # noqa: S301 (whoever may send tasks to a worker may run anything there)
    return assemble(job, *(part.content for part in large))


def _pickled(job: Job) -> bytes:
    import cloudpickle

    try:
        content: bytes = cloudpickle.dumps(_without_parts(job))
    except (Exception, SystemExit) as error:
        raise FoldwiseError(
            f"{job.name} cannot be sent to the cluster ({type(error).__name__}: {one_line(error)}). "
            "Evaluate it without dask."
        ) from error
    return content
