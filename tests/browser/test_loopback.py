"""Who may ask, and what is answered: over real sockets."""

import http.client
import os
import socket
import subprocess
import sys
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from foldwise.browser import Answer, LoopbackServer


@pytest.fixture
def asked():
    return []


@pytest.fixture
def server(asked):
    with LoopbackServer(lambda request: asked.append(request) or Answer(f"<p>{request.path}".encode())) as running:
        yield running


def ask(server, method="GET", path=None, body=None, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, urlsplit(server.address).path if path is None else path, body=body, headers=headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer, text


def test_pages_are_for_who_knows_the_address(server, asked):
    answer, text = ask(server, path=urlsplit(server.address).path + "table?a=1&a=2&b=%C3%A4")
    assert (answer.status, text) == (200, "<p>table")
    assert (asked[0].path, dict(asked[0].query)) == ("table", {"a": "2", "b": "ä"})


@pytest.mark.parametrize("path", ["/", "/wrong/", "//", "/%2e%2e/", "/wrong/table"])
def test_all_others_learn_nothing(server, asked, path):
    answer, text = ask(server, path=path)
    assert answer.status == 404
    assert urlsplit(server.address).path not in text
    assert not asked


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", "localhost:1"])
def test_a_name_that_was_pointed_at_loopback_is_refused(server, asked, host):
    answer, _ = ask(server, Host=host)
    assert answer.status == 403
    assert not asked


def test_who_comes_by_another_port_is_told_how_to_tunnel(server):
    _, text = ask(server, Host="127.0.0.1:1")
    assert f"ssh -L {server.port}:127.0.0.1:{server.port}." in text


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://localhost", "{host}", "http://localhost:{port}"]
)
def test_a_page_of_another_host_cannot_ask_for_anything(server, asked, method, origin):
    """Also not one whose origin is ours by another name, or lacks what a browser always says."""
    origin = origin.format(host=f"127.0.0.1:{server.port}", port=server.port)
    answer, _ = ask(server, method, body=b"x" if method == "POST" else None, Origin=origin)
    assert answer.status == 403
    assert not asked


@pytest.mark.parametrize(
    ("site", "status"), [("cross-site", 403), ("same-site", 403), ("none", 200), ("same-origin", 200)]
)
def test_no_other_page_leads_here(server, asked, site, status):
    """A script or an image of another page sends no Origin; browsers tell by Sec-Fetch-Site (W3C Fetch Metadata)."""
    answer, _ = ask(server, Sec_Fetch_Site=site)
    assert (answer.status, len(asked)) == (status, status == 200)


def test_its_own_page_can(server, asked):
    answer, _ = ask(server, "POST", body=b"x", Origin=server.address.rsplit("/", 2)[0])
    assert answer.status == 200
    assert asked[0].body == b"x"


def test_pages_may_load_nothing_from_elsewhere_and_are_not_kept(server):
    answer, _ = ask(server)
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Referrer-Policy"] == "no-referrer"


def test_too_much_is_refused_before_it_is_read(server, asked):
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        path = urlsplit(server.address).path
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: 999999999999\r\n\r\n"
        connection.sendall(head.encode())
        assert b" 413 " in connection.recv(100)
    assert not asked


def raw(server, text, *, timeout=10):
    """Send what no browser would, and return all that comes back."""
    host = f"Host: 127.0.0.1:{server.port}\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=timeout) as connection:
        connection.sendall(text.replace("HOST\r\n", host).encode("latin-1"))
        connection.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: connection.recv(65536), b"")).decode("latin-1")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("GET foo HTTP/1.1\r\nHOST\r\n\r\n", 404),
        ("GET * HTTP/1.1\r\nHOST\r\n\r\n", 404),
        ("GET http://[ HTTP/1.1\r\nHOST\r\n\r\n", 404),
        ("GET /PATH HTTP/1.1\r\nHOST\r\nHost: evil.example\r\n\r\n", 403),
        ("POST /PATH HTTP/1.1\r\nHOST\r\nContent-Length: \xb2\r\n\r\n", 411),
        ("POST /PATH HTTP/1.1\r\nHOST\r\nContent-Length: -1\r\n\r\n", 411),
        (f"POST /PATH HTTP/1.1\r\nHOST\r\nContent-Length: {'9' * 5000}\r\n\r\n", 413),
        ("PUT /PATH HTTP/1.1\r\nHOST\r\n\r\n", 501),
        ("\x16\x03\x01<script>\r\n\r\n", 400),
        (f"GET /{'a' * 70_000} HTTP/1.1\r\nHOST\r\n\r\n", 414),
        (f"GET / HTTP/1.1\r\nHOST\r\n{'a: b' * 3}\r\n" + "a: b\r\n" * 200 + "\r\n", 431),
    ],
)
def test_what_no_browser_sends_is_refused_without_a_word_on_the_terminal(server, asked, capfd, text, status):
    answer = raw(server, text.replace("/PATH", urlsplit(server.address).path))
    if answer.startswith("HTTP"):
        assert answer.split(" ", 2)[1] == str(status)
        assert "Content-Security-Policy: default-src 'none'" in answer
    assert "<script>" not in answer
    assert not asked
    assert capfd.readouterr() == ("", "")


def test_who_opens_many_connections_and_says_nothing_keeps_nobody_out(server):
    """Those that were first are closed."""
    with ExitStack() as stack:
        idle = [
            stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=10)) for _ in range(100)
        ]
        assert ask(server)[0].status == 200
        idle[0].settimeout(10)
        assert idle[0].recv(1) == b""


def test_a_page_that_is_read_is_not_cut_off_by_them(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    path = urlsplit(server.address).path
    connection.request("GET", path)
    connection.getresponse().read()
    own = connection.sock
    with ExitStack() as stack:
        for _ in range(50):
            stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=10))
        connection.request("GET", path)
        assert connection.getresponse().read() == b"<p>"
        assert connection.sock is own
    connection.close()


@pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="only root can become somebody else")
@pytest.mark.parametrize("host", ["127.0.0.1", "::ffff:127.0.0.1"])
def test_another_user_of_this_machine_is_refused_even_with_the_address(server, asked, host):
    """Command lines, and so the address that is handed to a browser, can be read by all users of a machine."""
    family = "AF_INET6" if ":" in host else "AF_INET"
    program = (
        f"import os, socket; os.setuid(65534); s = socket.socket(socket.{family}); s.settimeout(10)\n"
        f"s.connect(({host!r}, {server.port}))\n"
        f"s.sendall(b'GET {urlsplit(server.address).path} HTTP/1.1\\r\\nHost: 127.0.0.1:{server.port}\\r\\n\\r\\n')\n"
        "print(s.recv(1000).decode())"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert said.startswith("HTTP/1.1 403 ")
    assert not asked


def test_it_listens_on_loopback_alone(server):
    assert server._server.server_address[0] == "127.0.0.1"


def test_a_port_that_is_taken_or_none_is_one_line(server):
    with pytest.raises(ValueError, match=rf"^Port {server.port} cannot be listened on \(.+\)\. Choose another"):
        LoopbackServer(Answer, port=server.port)
    with pytest.raises(ValueError, match=r"^A port is a number from 0"):
        LoopbackServer(Answer, port=70000)
