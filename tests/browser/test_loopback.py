"""Who may ask, and what is answered: over real sockets."""

import http.client
import socket
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
    assert server.token not in text
    assert not asked


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", "localhost:1"])
def test_a_name_that_was_pointed_at_loopback_is_refused(server, asked, host):
    answer, _ = ask(server, Host=host)
    assert answer.status == 403
    assert not asked


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://localhost"])
def test_a_page_of_another_host_cannot_send_anything(server, asked, origin):
    answer, _ = ask(server, "POST", body=b"x", Origin=origin)
    assert answer.status == 403
    assert not asked


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


def test_it_listens_on_loopback_alone(server):
    assert server._server.server_address[0] == "127.0.0.1"


def test_a_port_that_is_taken_or_none_is_one_line(server):
    with pytest.raises(ValueError, match=rf"^Port {server.port} cannot be listened on \(.+\)\. Choose another"):
        LoopbackServer(Answer, port=server.port)
    with pytest.raises(ValueError, match=r"^A port is a number from 0"):
        LoopbackServer(Answer, port=70000)
