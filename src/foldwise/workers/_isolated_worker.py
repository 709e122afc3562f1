"""The other side of isolation: a process that starts workers and runs no learner itself, and the workers."""

import fcntl
import json
import os
import resource
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from sklearn import config_context

from foldwise.runs._door import Job, Listen, first_line, work
from foldwise.workers._isolated_process import FORK, HAS_ENDED, ORDER, REPLY, memory_of, pack_answer
from foldwise.workers._job_parts import assemble, read_part

# Memory that is asked for and never used, such as stacks of threads; what is really used is watched from outside.
_ASKED_FOR_ONLY = 256 * 10**6


def tend(connection: int, megabytes: int | None) -> None:
    """Start a worker whenever told to, and tell how it ended; end all when the coordinator is gone."""
    orders = socket.socket(fileno=connection)
    _to_devnull(2)
    orders.sendall(REPLY.pack(0))
    alive: set[int] = set()
    try:
        # A coordinator that is killed may have asked for what it does not hear any more.
        with suppress(ConnectionError):
            _obey(orders, alive, megabytes)
    finally:
        for pid in alive:
            # Not waited for yet, so that its number is still its own and that of its group.
            with suppress(OSError):
                os.killpg(pid, signal.SIGKILL)


def _obey(orders: socket.socket, alive: set[int], megabytes: int | None) -> None:
    """Start workers and tell how they ended until the coordinator hangs up."""
    while True:
        message, descriptors, _, _ = socket.recv_fds(orders, ORDER.size, 1)
        if not message:
            return
        kind, pid = ORDER.unpack(message)
        if kind == FORK:
            pid = os.fork()
            if pid == 0:
                _be_worker(orders, descriptors[0], megabytes)
            os.close(descriptors[0])
            _lead_group(pid)
            alive.add(pid)
            reply = pid
        elif kind == HAS_ENDED:
            reply = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        else:
            reply = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            alive.discard(pid)
        orders.sendall(REPLY.pack(reply))


def _be_worker(orders: socket.socket, connection: int, megabytes: int | None) -> None:
    code = 1
    try:
        _lead_group(0)
        orders.close()
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        # Should the whole machine run out of memory, let it be one of these that is ended, not the coordinator.
        with suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
            file.write("500")
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        # Else all workers would draw the same numbers without being told to.
        np.random.seed()  # noqa: NPY002 (the state that learners without a seed use)
        _serve(_out_of_the_way(connection), megabytes)
        code = 0
    finally:
        os._exit(code)


def _serve(connection: int, megabytes: int | None) -> None:
    """Fit folds until the coordinator hangs up."""
    number, parts = -1, dict[str, Any]()
    for order in _orders(connection):
        token = bytes.fromhex(order["token"])
        if order["job"] != number:
            number = -1
            try:
                parts = {path: parts[path] if path in parts else read_part(Path(path)) for path in order["parts"]}
                (light, listen, config), *large = (parts[path] for path in order["parts"])
                job = assemble(light, *large)
            except BaseException as error:
                _write(connection, pack_answer(token, "failed", f"NotSendable: {_in_words(error)}"))
                continue
            number = order["job"]
            memory = memory_of("self")
            _write(connection, pack_answer(token, "loaded", memory.private if memory else 0))
        answer = _fit(job, tuple(order["pair"]), listen, config, megabytes)
        for descriptor in (0, 1, 2):
            _to_devnull(descriptor)
        _write(connection, pack_answer(token, *answer))


def _fit(
    job: Job, pair: tuple[int, int], listen: Listen, config: dict[str, Any], megabytes: int | None
) -> tuple[str, Any]:
    before = resource.getrlimit(resource.RLIMIT_DATA)
    memory = memory_of("self") if megabytes is not None else None
    try:
        if memory is not None and megabytes is not None:
            # Relative to what is held already: linear algebra alone asks for hundreds of megabytes when it is loaded.
            most = memory.data + megabytes * 10**6 + _ASKED_FOR_ONLY
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_DATA, (most, before[1]))
        with config_context(**config):
            return "done", work(job, [pair], listen)
    except BaseException as error:
        return "failed", _in_words(error)
    finally:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_DATA, before)


def _in_words(error: BaseException) -> str:
    return f"{type(error).__name__}: {first_line(error)}"


def _orders(connection: int) -> Iterator[dict[str, Any]]:
    rest = b""
    while piece := os.read(connection, 65536):
        *lines, rest = (rest + piece).split(b"\n")
        yield from map(json.loads, lines)


def _write(connection: int, message: bytes) -> None:
    left = memoryview(message)
    while left:
        left = left[os.write(connection, left) :]


def _lead_group(pid: int) -> None:
    """Make it a group of its own; both sides do this, for whichever comes first."""
    with suppress(OSError):
        os.setpgid(pid, pid)


def _out_of_the_way(descriptor: int) -> int:
    """Move it to a high number, which a learner that closes or writes to what it did not open is unlikely to hit."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    lowest = (1024 if most < 0 else min(most, 1024)) - 64
    high = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, max(lowest, 3))
    os.close(descriptor)
    return high


def _to_devnull(descriptor: int) -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    if nothing != descriptor:
        os.dup2(nothing, descriptor)
        os.close(nothing)
