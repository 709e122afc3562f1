"""One connection: who may ask is answered, all others learn nothing."""

import secrets
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from typing import Any, Final
from urllib.parse import parse_qsl, unquote

from foldwise.browser._answer import Answer, Request, page

LARGEST: Final = 256 * 2**20
# Reports carry their styles, scripts and figures with them, so that pages may load nothing from anywhere.
_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "img-src data: blob:; connect-src 'self'; frame-src 'self' data: blob:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
# What browsers say of a request that no other page has caused.
_OWN_SITES: Final = ("same-origin", "none")


class Handler(BaseHTTPRequestHandler):
    """Answers the requests of one connection.

    Attributes
    ----------
    answer_to : callable
        Takes a `Request`, returns an `Answer`.
    token : str
        The first part of every path.
    port : int
        Of the server, which a tunnel must keep.
    """

    answer_to: Callable[[Request], Answer]
    token: str
    port: int
    protocol_version = "HTTP/1.1"
    server_version = "foldwise"
    sys_version = ""
    timeout = 60

    def do_GET(self) -> None:
        """Answer with a page."""
        self._answer(self._refused() or self._answered())

    def do_HEAD(self) -> None:
        """Answer with what is said of a page."""
        self.do_GET()

    def do_POST(self) -> None:
        """Answer to what was sent."""
        self.do_GET()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Say nothing: the address is a secret."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:  # noqa: ARG002
        """Answer what is no request of ours like all else; nothing of it is repeated."""
        self._answer(page(f"{HTTPStatus(code).phrase}.", status=code))

    def _answer(self, answer: Answer) -> None:
        self.send_response(answer.status)
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        if not answer.is_ours:
            # Beside the other policy: both hold.
            self.send_header("Content-Security-Policy", "sandbox allow-scripts allow-downloads allow-popups")
        self.send_header("Content-Type", answer.kind)
        if answer.name:
            self.send_header("Content-Disposition", f'attachment; filename="{answer.name}"')
        self.send_header("Content-Length", str(len(answer.body)))
        if answer.status >= 400:
            # What a refused request sends along is not read.
            self.send_header("Connection", "close")
            self.close_connection = True
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer.body)

    def _refused(self) -> Answer | None:
        hosts = self.headers.get_all("Host", [])
        if hosts not in ([f"127.0.0.1:{self.port}"], [f"localhost:{self.port}"]):
            return page(
                f"This page is for this machine alone, at 127.0.0.1:{self.port}. A tunnel must keep the port: "
                f"ssh -L {self.port}:127.0.0.1:{self.port}.",
                status=403,
            )
        given = self._parts()[0].removeprefix("/").partition("/")[0]
        if not secrets.compare_digest(given.encode(), self.token.encode()):
            return page("Nothing is here. The address is on the terminal that started the page.", status=404)
        is_own = self.headers.get("Sec-Fetch-Site", "none") in _OWN_SITES
        if not is_own or self.headers.get_all("Origin", []) not in ([], [f"http://{hosts[0]}"]):
            return page(
                "This page is asked by itself alone, and no other page leads here. Copy the address from the terminal.",
                status=403,
            )
        return None

    def _answered(self) -> Answer:
        # Whoever is here has named the address.
        self.server.admit(self.connection)  # type: ignore[attr-defined]
        path, query = self._parts()
        body = b""
        if self.command == "POST":
            length = self.headers.get("Content-Length", "")
            if not (length.isascii() and length.isdigit()):
                return page("The length of what is sent is missing.", status=411)
            # Longer numbers are not read as such.
            if len(length) > len(str(LARGEST)) or int(length) > LARGEST:
                return page(f"Files of more than {LARGEST // 2**20} MiB are for the command line.", status=413)
            body = self.rfile.read(int(length))
        request = Request(
            method="GET" if self.command == "HEAD" else self.command,
            path=unquote(path.removeprefix(f"/{self.token}").lstrip("/")),
            query=dict(parse_qsl(query)),
            headers={name.lower(): value for name, value in self.headers.items()},
            body=body,
        )
        return type(self).answer_to(request)

    def _parts(self) -> tuple[str, str]:
        """Return path and query; what is no path has none."""
        path, _, query = self.path.partition("?")
        return (path if path.startswith("/") else "/"), query
