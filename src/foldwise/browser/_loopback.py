"""A server for one user on one machine: loopback only, a secret address, no other host's requests.

The standard library's server is enough for one reader, and no dependency of all who only want a verdict.
"""

import secrets
import sys
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import parse_qsl, unquote, urlsplit

from foldwise.browser._answer import Answer, Request, page

LOOPBACK: Final = "127.0.0.1"
LARGEST: Final = 256 * 2**20
# Reports carry their styles, scripts and figures with them, so that pages may load nothing from anywhere.
_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "img-src data: blob:; connect-src 'self'; frame-src 'self' data: blob:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class LoopbackServer:
    """Serve pages to this machine alone, in threads of their own, until closed.

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

    Notes
    -----
    A page of another host that a browser on this machine happens to show cannot ask here: requests must name this
    address as their host (a name that was pointed at loopback later is refused), those that send something must come
    from a page of this address, and the random part of the address is 192 bits.

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
        self.token = secrets.token_urlsafe(24)
        token = self.token

        class Handler(_Handler):
            pass

        Handler.answer_to, Handler.token = staticmethod(answer), token
        try:
            self._server = _Server((LOOPBACK, port), Handler)
        except OSError as error:
            reason = error.strerror or str(error)
            raise ValueError(f"Port {port} cannot be listened on ({reason}). Choose another, or 0 for any.") from None
        self.port = int(self._server.server_address[1])
        Handler.hosts = frozenset({f"{LOOPBACK}:{self.port}", f"localhost:{self.port}"})
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

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a browser that went away while it was answered; all else is a mistake of ours."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    answer_to: Callable[[Request], Answer]
    token: str
    hosts: frozenset[str]
    protocol_version = "HTTP/1.1"
    server_version = "foldwise"
    sys_version = ""
    timeout = 60

    def do_GET(self) -> None:
        self._serve()

    def do_HEAD(self) -> None:
        self._serve()

    def do_POST(self) -> None:
        self._serve()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Say nothing: the address is a secret."""

    def _serve(self) -> None:
        answer = self._refused() or self._answered()
        self.send_response(answer.status)
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Type", answer.kind)
        self.send_header("Content-Length", str(len(answer.body)))
        if answer.status >= 400:
            # What a refused request sends along is not read.
            self.send_header("Connection", "close")
            self.close_connection = True
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer.body)

    def _refused(self) -> Answer | None:
        host = self.headers.get("Host", "")
        if host not in self.hosts:
            return page("This page is for this machine alone.", status=403)
        origin = self.headers.get("Origin")
        if self.command == "POST" and origin is not None and origin.removeprefix("http://") not in self.hosts:
            return page("This page is asked by itself alone.", status=403)
        given = urlsplit(self.path).path.split("/")[1]
        if not secrets.compare_digest(given.encode(), self.token.encode()):
            return page("Nothing is here. The address is on the terminal that started the page.", status=404)
        return None

    def _answered(self) -> Answer:
        parts = urlsplit(self.path)
        body = b""
        if self.command == "POST":
            length = self.headers.get("Content-Length", "")
            if not length.isdigit():
                return page("The length of what is sent is missing.", status=411)
            if int(length) > LARGEST:
                return page(f"Files of more than {LARGEST // 2**20} MiB are for the command line.", status=413)
            body = self.rfile.read(int(length))
        request = Request(
            method="GET" if self.command == "HEAD" else self.command,
            path=unquote(parts.path.removeprefix(f"/{self.token}").lstrip("/")),
            query=dict(parse_qsl(parts.query)),
            headers={name.lower(): value for name, value in self.headers.items()},
            body=body,
        )
        return type(self).answer_to(request)
