"""From the address of a Dask scheduler, or a client of the user's, to a cluster that takes work."""

import asyncio
import json
import logging
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final, TypeVar

from foldwise._core import FoldwiseError, one_line, require
from foldwise.workers._job_parts import PartsOnCluster

_PATIENCE: Final = 8.0
_EXPECTED: Final = "dask must be an address such as 'tcp://host:8786', the path of a scheduler file, or a Client"

T = TypeVar("T")


class Cluster:
    """A client, and what was sent to the workers through it; serves one run, or several after one another.

    Parameters
    ----------
    client : distributed.Client
        Connected.
    """

    def __init__(self, client: Any) -> None:
        self.client = client
        self.address = str(client.scheduler.address)
        self.parts = PartsOnCluster(client)

    def nthreads(self) -> dict[str, int]:
        """Ask which workers there are now, and how many threads each of them may use."""
        threads: dict[str, int] = self.ask(self.client.nthreads)
        return threads

    def ask(self, question: Callable[[], T]) -> T:
        """Call something that needs the scheduler; if it is gone, say so in one line."""
        until = monotonic() + _PATIENCE
        while True:
            self._await_connection()
            try:
                return question()
            except FoldwiseError:
                raise
            except Exception as error:
                # A worker that is lost while the scheduler speaks with it looks the same, and need not be asked again;
                # once the connection has been given up, calls fail in any way.
                if self.is_connected and not isinstance(error, OSError):
                    raise
                if monotonic() > until:
                    raise self._gone(one_line(error)) from error
            sleep(0.05)

    @property
    def is_connected(self) -> bool:
        """Whether the scheduler was there a moment ago."""
        return bool(self.client.status == "running")

    def _await_connection(self) -> None:
        until = monotonic() + _PATIENCE
        # The client tries to reconnect by itself: the network may be back in a moment.
        while not self.is_connected:
            if monotonic() > until or self.client.status == "closed":
                raise self._gone("the connection was lost")
            sleep(0.05)

    def _gone(self, why: str) -> FoldwiseError:
        return FoldwiseError(
            f"The Dask scheduler at {self.address} no longer answers: {why}. Start it and its workers again, and "
            "repeat the call; with a store, what is done is kept."
        )


@contextmanager
def connect(where: Any) -> Iterator[Cluster]:
    """Connect to a cluster; a client that is made here is closed in the end, one of the user's stays open.

    Parameters
    ----------
    where : str, path or distributed.Client
        The address of a scheduler, the file in which it wrote its address, or a client.

    Yields
    ------
    Cluster
    """
    distributed = require("distributed", "dask=", "dask")
    if isinstance(where, distributed.Client):
        if where.asynchronous:
            raise TypeError(f"{_EXPECTED}; got an asynchronous Client. Make one with asynchronous=False.")
        if where.status == "closed":
            raise ValueError(f"{_EXPECTED}; got a Client that is closed. Connect again.")
        yield from _serve(where)
        return
    address = _find_address(where)
    # Lost workers are ours to deal with: what matters of that reaches the user as an error or as a recorded failure.
    with _silent():
        _probe(distributed, address)
        client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
        try:
            yield from _serve(client)
        finally:
            client.close(timeout=2)


def _serve(client: Any) -> Iterator[Cluster]:
    cluster = Cluster(client)
    try:
        yield cluster
    finally:
        cluster.parts.release()


def _find_address(where: Any) -> str:
    if not isinstance(where, str | Path):
        raise TypeError(f"{_EXPECTED}; got {type(where).__name__}.")
    text = str(where)
    if "://" in text:
        return text
    path = Path(where)
    if path.is_file():
        try:
            return str(json.loads(path.read_text(encoding="utf-8"))["address"])
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise FoldwiseError(
                f"{path} is not the scheduler file of a Dask scheduler ({type(error).__name__}). "
                "Start one with: dask scheduler --scheduler-file FILE"
            ) from error
    if re.fullmatch(r"[^\s/\\]+:\d+", text):
        return f"tcp://{text}"
    raise FoldwiseError(f"{_EXPECTED}; got {one_line(text)!r}, which is neither, and no such file exists.")


def _probe(distributed: Any, address: str) -> None:
    """Find out whether a scheduler answers: a client would wait for ever for some other program to speak."""

    async def identity() -> Any:
        options = distributed.Security().get_connection_args("client")
        async with distributed.rpc(address, timeout=_PATIENCE, connection_args=options) as remote:
            # A little longer, so that it is told apart whether nobody is there or somebody who does not speak.
            return await asyncio.wait_for(remote.identity(), _PATIENCE + 1)

    try:
        # In a thread of its own: in a notebook this one has an event loop already.
        with ThreadPoolExecutor(1) as pool:
            kind = pool.submit(asyncio.run, identity()).result()["type"]
    except Exception as error:
        why = one_line(error) or "it does not speak as one"
        raise FoldwiseError(
            f"No Dask scheduler answers at {address} ({why}). Start one with 'dask scheduler', or correct the address."
        ) from error
    if kind != "Scheduler":
        raise FoldwiseError(f"{address} is the address of a Dask {kind}; dask must be that of the scheduler.")


@contextmanager
def _silent() -> Iterator[None]:
    """Keep distributed, which writes to standard error by itself, from doing so."""
    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
