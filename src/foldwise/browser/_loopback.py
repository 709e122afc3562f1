"""A server for one user on one machine: loopback only, a secret address, no other host's requests.

The standard library's server is enough for one reader, and no dependency of all who only want a verdict.
"""

import logging
import secrets
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from http.server import ThreadingHTTPServer
from threading import Lock, Thread
from types import TracebackType
from typing import Any, Final, Self

from foldwise.browser._answer import Answer, Request
from foldwise.browser._asker import is_another_user
from foldwise.browser._handler import Handler

LOOPBACK: Final = "127.0.0.1"
_LOG: Final = logging.getLogger("foldwise")
# Connections that have not named the address yet. A browser opens some ahead, and one reader needs no more.
_MOST_WAITING: Final = 32
_NOT_YOURS: Final = (
    b"HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n"
    b"This page is for the user alone who started it.\n"
)


class LoopbackServer:
    """Serve pages to this user of this machine alone, in threads of their own, until closed.

    Parameters
    ----------
    answer : callable
        Takes a `Request`, returns an `Answer`; may be called by several threads at once.
    port : int, default 0
        Where to listen; 0 lets the system choose.

    Attributes
    ----------
    address : str
        What to open. It holds a random part: who does not know it is answered 404.
    port : int
        Where it listens.

    Notes
    -----
    A page of another host that a browser on this machine happens to show cannot ask here: requests must name this
    address as their host (a name that was pointed at loopback later is refused), what a browser says comes from another
    page is refused, and the random part of the address is 192 bits. On Linux, connections of other users are refused.
    Who opens many connections, or sends slowly, is cut off for those who come later.

    Examples
    --------
    >>> from urllib.request import urlopen
    >>> from foldwise.browser import Answer, LoopbackServer
    >>> with LoopbackServer(lambda request: Answer(request.path.encode())) as server:
    ...     urlopen(server.address + "table").read()
    b'table'
    """

    def __init__(self, answer: Callable[[Request], Answer], *, port: int = 0) -> None:
        if not 0 <= port <= 65535:
            raise ValueError(f"A port is a number from 0 (any that is free) to 65535, got {port}.")
        token = secrets.token_urlsafe(24)

        class OwnHandler(Handler):
            pass

        OwnHandler.answer_to, OwnHandler.token = staticmethod(answer), token
        try:
            self._server = _Server((LOOPBACK, port), OwnHandler)
        except OSError as error:
            reason = error.strerror or str(error)
            raise ValueError(f"Port {port} cannot be listened on ({reason}). Choose another, or 0 for any.") from None
        self.port = OwnHandler.port = int(self._server.server_address[1])
        self.address = f"http://{LOOPBACK}:{self.port}/{token}/"
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.2}, daemon=True)
        self._thread.start()

    def wait(self) -> None:
        """Wait until the server is closed, or the program interrupted."""
        while self._thread.is_alive():
            self._thread.join(0.5)

    def close(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # Who comes while others are looked at would be told to come again a second later.
    request_queue_size = 128

    def __init__(self, *args: Any) -> None:
        self._waiting: dict[socket.socket, None] = {}
        self._lock = Lock()
        super().__init__(*args)

    def verify_request(self, request: Any, client_address: Any) -> bool:
        """Refuse other users of this machine before they cost anything."""
        if not is_another_user(client_address, (LOOPBACK, int(self.server_address[1]))):
            return True
        with suppress(OSError):
            request.sendall(_NOT_YOURS)
        return False

    def process_request(self, request: Any, client_address: Any) -> None:
        """Make room for the newcomer: who has waited longest without naming the address goes."""
        with self._lock:
            self._waiting[request] = None
            oldest = next(iter(self._waiting)) if len(self._waiting) > _MOST_WAITING else None
            if oldest is not None:
                del self._waiting[oldest]
        if oldest is not None:
            # Its thread wakes up, and ends.
            with suppress(OSError):
                oldest.shutdown(socket.SHUT_RDWR)
        super().process_request(request, client_address)

    def admit(self, request: Any) -> None:
        """Let a connection stay that has named the address."""
        with self._lock:
            self._waiting.pop(request, None)

    def shutdown_request(self, request: Any) -> None:
        """Forget a connection, and close it."""
        self.admit(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ARG002
        """Say nothing of a browser that went away while it was answered; all else is a mistake of ours, in a line."""
        error = sys.exception()
        if error is not None and not isinstance(error, ConnectionError | TimeoutError):
            _LOG.error("A page could not be answered: %s: %s", type(error).__name__, error, exc_info=error)
