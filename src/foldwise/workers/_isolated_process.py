"""Worker processes as the coordinator sees them: started, asked, listened to and ended.

Answers are marked, so that anything else a learner writes to the same place is noticed.
"""

import json
import os
import pickle
import secrets
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from multiprocessing.spawn import get_executable
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from foldwise._core import FoldwiseError

TOKEN_BYTES = 16
_HEADER = struct.Struct(f"<{TOKEN_BYTES}sQI")
ORDER = struct.Struct("<cq")
REPLY = struct.Struct("<q")
FORK, HAS_ENDED, REAP = b"f", b"e", b"r"
# What libraries look at when they are loaded to decide how many threads to use.
_THREADS = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMBA_NUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "LOKY_MAX_CPU_COUNT",
)
# Whoever kills a program may mean all of its processes: this one is the last, and cleans up.
_PROGRAM = """
import sys
sys.path[:] = {paths!r}
import os, shutil, signal, socket, struct, tempfile
for name in ("SIGTERM", "SIGHUP"):
    signal.signal(getattr(signal, name), signal.SIG_IGN)
folder = tempfile.mkdtemp(prefix="foldwise-", dir={place!r})
try:
    path = os.fsencode(folder)
    socket.socket(fileno=os.dup({connection})).sendall(struct.pack("<q", len(path)) + path)
    os.environ["TMPDIR"] = os.environ["JOBLIB_TEMP_FOLDER"] = tempfile.tempdir = folder
    from foldwise.workers._isolated_worker import tend
    tend({connection}, {megabytes})
finally:
    shutil.rmtree(folder, ignore_errors=True)
"""
_PIECE = 1 << 20
_LAST_MOMENTS = 1.0


class GarbledError(Exception):
    """What came is not an answer to what was asked."""


def pack_answer(token: bytes, *answer: Any) -> bytes:
    """Return the message that answers the question that came with this token."""
    body = pickle.dumps(answer)
    return _HEADER.pack(token, len(body), crc32(body)) + body


class Inbox:
    """Puts answers together from the pieces in which they arrive."""

    def __init__(self) -> None:
        self._pieces = bytearray()
        self.token = b""

    @property
    def is_begun(self) -> bool:
        """Whether a part of an answer is here and the rest is to come."""
        return bool(self._pieces)

    def put(self, piece: bytes) -> None:
        """Add what has arrived."""
        self._pieces += piece

    def take(self) -> tuple[Any, ...] | None:
        """Return the next answer; None if it is not complete."""
        if not self.token.startswith(self._pieces[:TOKEN_BYTES]):
            raise GarbledError
        if len(self._pieces) < _HEADER.size:
            return None
        _, size, checksum = _HEADER.unpack_from(self._pieces)
        end = _HEADER.size + size
        if len(self._pieces) < end:
            return None
        body = bytes(self._pieces[_HEADER.size : end])
        del self._pieces[:end]
        if crc32(body) != checksum:
            raise GarbledError
        try:
            answer = pickle.loads(body)  # noqa: S301 (from our own worker, with the token of our own question)
        except Exception as error:
            raise GarbledError from error
        if not isinstance(answer, tuple):
            raise GarbledError
        return answer


class Memory(NamedTuple):
    """Bytes of one process.

    `private` is what it alone holds, in memory or swapped out; pages of files, which the system can drop, are not part
    of it. `data` is what it has asked for, whether it was ever written to or not.
    """

    private: int
    data: int


def memory_of(pid: int | str) -> Memory | None:
    """Ask Linux; None elsewhere, or if there is no such process."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
            lines = dict(line.split(":", 1) for line in file)
        kilobytes = {name: int(lines[name].split()[0]) for name in ("RssAnon", "VmSwap", "VmData")}
    except (OSError, KeyError, ValueError):
        return None
    return Memory((kilobytes["RssAnon"] + kilobytes["VmSwap"]) * 1024, kilobytes["VmData"] * 1024)


class ForkServer:
    """A process that has loaded what every worker needs, and divides whenever one is wanted.

    It is new and runs no learner, so that dividing is safe; a worker is there within milliseconds, where loading
    everything would take seconds. It also ends the workers and cleans up if this process is killed.

    Parameters
    ----------
    n_inner : int
        How many threads each worker may use, unless the environment says so.
    megabytes : int, optional
        What a fold may use.

    Attributes
    ----------
    folder : Path
        For temporary files, of the learners as well: those who are killed do not clean up. The process makes it and
        removes it in the end; so do we, should it be killed.
    """

    def __init__(self, n_inner: int, megabytes: int | None) -> None:
        environment = dict.fromkeys(_THREADS, str(n_inner)) | dict(os.environ)
        paths = [path for path in sys.path if isinstance(path, str)]
        self.folder: Path | None = None
        self._orders, theirs = socket.socketpair()
        with tempfile.TemporaryFile() as stderr:
            with theirs:
                program = _PROGRAM.format(
                    paths=paths, place=tempfile.gettempdir(), connection=theirs.fileno(), megabytes=megabytes
                )
                self._process = subprocess.Popen(  # noqa: S603 (this interpreter, and a program of our own)
                    # Without warnings that the environment may have made errors; those of a learner are listened to.
                    [os.fsdecode(get_executable()), "-W", "ignore", "-c", program],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=stderr,
                    env=environment,
                    pass_fds=(theirs.fileno(),),
                    # Ctrl-C is for the coordinator, who ends everybody in good order.
                    start_new_session=True,
                )
            try:
                self.folder = self._hear_folder()
                self._reply()
            except BaseException as error:
                self.close()
                if not isinstance(error, FoldwiseError):
                    raise
                stderr.seek(0)
                words = stderr.read().decode(errors="replace").strip().splitlines() or ["no message"]
                raise FoldwiseError(f"Worker processes cannot be started: {words[-1]}") from error

    def fork(self, connection: socket.socket) -> int:
        """Start a worker that listens at this end of a connection; return its number."""
        with suppress(OSError):
            socket.send_fds(self._orders, [ORDER.pack(FORK, 0)], [connection.fileno()])
        return self._reply()

    def has_ended(self, pid: int) -> bool:
        """Whether a worker is over; its number is kept for it until `reap`."""
        return bool(self._ask(HAS_ENDED, pid))

    def reap(self, pid: int) -> int:
        """Wait for the end of a worker; return its exit code, negative if a signal ended it."""
        return self._ask(REAP, pid)

    def close(self) -> None:
        """End it; workers which nobody has ended end by themselves."""
        if self.folder is None:
            # Interrupted while it started.
            self._orders.settimeout(_LAST_MOMENTS)
            with suppress(FoldwiseError):
                self.folder = self._hear_folder()
        self._process.kill()
        self._process.wait()
        self._orders.close()
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _ask(self, kind: bytes, pid: int) -> int:
        with suppress(OSError):
            self._orders.sendall(ORDER.pack(kind, pid))
        return self._reply()

    def _hear_folder(self) -> Path:
        """Be told which folder it has made, before it loads anything."""
        return Path(os.fsdecode(self._receive(self._reply())))

    def _reply(self) -> int:
        return int(REPLY.unpack(self._receive(REPLY.size))[0])

    def _receive(self, size: int) -> bytes:
        received = b""
        while len(received) < size:
            try:
                piece = self._orders.recv(size - len(received))
            except OSError:
                piece = b""
            if not piece:
                raise FoldwiseError("The process that starts the workers was lost; was it killed? Begin again.")
            received += piece
        return received


class LostError(Exception):
    """A worker that will not answer; says why."""


class IsolatedProcess:
    """One worker; `connection` is where its answers arrive."""

    def __init__(self, server: ForkServer) -> None:
        self._server = server
        self._inbox = Inbox()
        self.connection, theirs = socket.socketpair()
        with theirs:
            self.pid = server.fork(theirs)
        self.connection.setblocking(False)

    @property
    def private(self) -> int:
        """How many bytes it holds alone; 0 if the system does not tell."""
        memory = memory_of(self.pid)
        return memory.private if memory else 0

    @property
    def is_answering(self) -> bool:
        """Whether a part of an answer is here."""
        return self._inbox.is_begun

    def ask(self, **order: Any) -> None:
        """Send it what to do: some hundred bytes, for which there is always room."""
        self._inbox.token = secrets.token_bytes(TOKEN_BYTES)
        # If it is gone, this will be heard.
        with suppress(OSError):
            self.connection.sendall(json.dumps(order | {"token": self._inbox.token.hex()}).encode() + b"\n")

    def hear(self) -> list[tuple[Any, ...]]:
        """Return the answers that have arrived; if it will not answer any more, end it and raise `LostError`."""
        answers = []
        try:
            while piece := self.connection.recv(_PIECE):
                self._inbox.put(piece)
                while self.is_answering and (answer := self._inbox.take()) is not None:
                    answers.append(answer)
        except BlockingIOError:
            return answers
        except ConnectionError:
            # As if it had hung up, which was the end of the loop.
            pass
        except GarbledError:
            if not answers:
                self.end()
                raise LostError("WorkerLost: its answer was garbled") from None
        if not answers:
            raise self._gone()
        return answers

    def check_alive(self) -> None:
        """Notice an end that is not heard, because a child of the learner keeps the connection open."""
        if self._server.has_ended(self.pid):
            raise self._gone()

    def end(self) -> int:
        """Kill it with its children; return the exit code."""
        self.abandon()
        return self._server.reap(self.pid)

    def dismiss(self) -> None:
        """Let it end by itself, since it has nothing to do, and its children after it; not for long."""
        self.connection.close()
        until = time.monotonic() + _LAST_MOMENTS
        while not self._server.has_ended(self.pid) and time.monotonic() < until:
            time.sleep(0.001)

    def abandon(self) -> None:
        """Kill it with its children and do not wait; only before `end`, after which its number may be another's."""
        # Itself as well, should it have joined another group.
        for kill in (os.killpg, os.kill):
            with suppress(OSError):
                kill(self.pid, signal.SIGKILL)
        self.connection.close()

    def _gone(self) -> LostError:
        until = time.monotonic() + _LAST_MOMENTS
        while not self._server.has_ended(self.pid):
            if time.monotonic() > until:
                self.end()
                return LostError("WorkerLost: the learner closed its connection")
            time.sleep(0.001)
        code = self.end()
        if code >= 0:
            return LostError(f"WorkerLost: the process ended with exit code {code}")
        try:
            return LostError(f"WorkerLost: killed by {signal.Signals(-code).name}")
        except ValueError:
            return LostError(f"WorkerLost: killed by signal {-code}")
