"""``foldwise view``, ``serve`` and ``study watch``, as programs of their own."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from socket import gethostname
from time import monotonic, sleep
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

import foldwise as fw
from foldwise.cli import main
from foldwise.store import Store

STUDY = """
name = "small"
datasets = ["iris", "wine"]
scheme = "2x3"
[learners]
bayes = "nb"
majority = "sklearn.dummy.DummyClassifier"
"""


@pytest.fixture
def study(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.toml").write_text(STUDY)
    return "small.toml"


def until_ctrl_c(*words, **environment):
    """Open the page that a command serves, interrupt it, and return the address, and what was said on stderr."""
    command = [sys.executable, "-m", "foldwise", *words]
    inherited = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**inherited, **environment}
    ) as program:
        address = program.stdout.readline().strip()
        assert "foldwise" in urlopen(address).read().decode()
        said = [program.stderr.readline().strip()]
        while "Ctrl-C" not in said[-1]:
            said.append(program.stderr.readline().strip())
        program.send_signal(signal.SIGINT)
        _, more = program.communicate(timeout=30)
    assert program.returncode == 130
    return address, [*said, *more.splitlines()]


WHO = "Only you can open it, and only on this machine. Ctrl-C ends it."


@pytest.mark.parametrize("words", [["view"], ["serve", "small.toml"]])
def test_the_page_is_there_until_ctrl_c(study, words):
    _, said = until_ctrl_c(*words, "--no-browser")
    assert said == [WHO, "interrupted."]


def test_who_comes_by_ssh_is_told_how_to_reach_it(study):
    address, said = until_ctrl_c("view", SSH_CONNECTION="10.0.0.1 1 10.0.0.2 22")
    port = urlsplit(address).port
    tunnel = f"ssh -N -L {port}:127.0.0.1:{port} {gethostname()}"
    assert said == [f"To open it on the machine you sit at, run there: {tunnel}", WHO, "interrupted."]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there always is a browser")
def test_without_a_browser_it_says_so(study, tmp_path):
    _, said = until_ctrl_c("view", PATH=str(tmp_path))
    assert said == ["No browser was found here: open the address yourself.", WHO, "interrupted."]


@pytest.mark.skipif(sys.platform != "linux", reason="a program of the shell")
def test_a_browser_is_handed_the_address_and_waited_for_by_nobody(study, tmp_path):
    browser = tmp_path / "some-browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened\nexec sleep 5\n')
    browser.chmod(0o755)
    address, _ = until_ctrl_c("view", BROWSER=str(browser))
    end = monotonic() + 30
    while not ((tmp_path / "opened").exists() and (tmp_path / "opened").read_text()) and monotonic() < end:
        sleep(0.05)
    assert (tmp_path / "opened").read_text().strip() == address


@pytest.mark.skipif(sys.platform != "linux", reason="a program of the shell")
def test_a_browser_of_the_terminal_does_not_take_it(study, tmp_path):
    browser = tmp_path / "w3m"
    browser.write_text(f"#!/bin/sh\ntouch {tmp_path}/taken\n")
    browser.chmod(0o755)
    _, said = until_ctrl_c("view", BROWSER=str(browser))
    assert said[0].startswith("No browser was found here")
    assert not (tmp_path / "taken").exists()


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["serve", "nowhere.db", "--no-browser"], "nowhere.db"),
        (["serve", "nowhere.toml", "--no-browser"], "nowhere.toml"),
        (["view", "--port", "70000"], "port"),
        (["study", "watch", "nowhere.toml"], "nowhere.toml"),
        (["study", "watch", "nowhere.toml", "--every", "0"], "every"),
    ],
)
def test_what_cannot_be_shown_is_one_line(words, line, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    said = capsys.readouterr().err
    assert line in said
    assert len(said.strip().splitlines()) == 1


LINES = [
    "small: 24 of 24 folds run (100%), 0 failed; 2 of 2 datasets done.",
    "Over 2 datasets: bayes has the best mean rank (1.00), then majority (2.00).",
    "Nobody is running it now.",
]


def test_watching_ends_with_the_verdict(study, capsys):
    assert main(["study", "run", study, "--quiet"]) == 0
    verdict = capsys.readouterr().out
    assert main(["study", "watch", study, "--every", "0.2"]) == 0
    assert capsys.readouterr().out == "\n".join([*LINES, "", verdict])


def test_watching_is_no_further_test(study, capsys):
    assert main(["study", "run", study, "--quiet"]) == 0
    with Store("small.db", writes=False) as store:
        kept = store.judgements()
    assert main(["study", "watch", study, "--every", "0.2", "--details"]) == 0
    assert "p = " in capsys.readouterr().out
    with Store("small.db", writes=False) as store:
        assert store.judgements() == kept


def test_watching_a_study_that_failed_ends_as_its_run_does(study, tmp_path, capsys):
    (tmp_path / study).write_text(
        f"{STUDY}never = \"sklearn.dummy.DummyClassifier(strategy='constant', constant=9)\"\n"
    )
    assert main(["study", "run", study, "--quiet"]) == 1
    failed = capsys.readouterr().err.splitlines()[-1]
    assert main(["study", "watch", study, "--every", "0.2"]) == 1
    assert capsys.readouterr().err.splitlines() == [failed]


def test_watching_what_nobody_goes_on_with_is_no_success(study, capsys):
    """As if the program that ran it had been killed."""
    fw.studies.run_study(fw.Study.read(study), progress=False)
    with closing(sqlite3.connect("small.db")) as connection, connection:
        connection.execute("DELETE FROM fold WHERE fold = 0")
    assert main(["study", "watch", study, "--every", "0.2"]) == 1
    said = capsys.readouterr()
    assert said.out.splitlines() == ["small: 16 of 24 folds run (66%), 0 failed; 0 of 2 datasets done.", LINES[-1]]
    assert said.err == "8 of 24 folds have not been run; foldwise study run goes on with them.\n"


def test_watching_what_nobody_runs_ends_soon(study, capsys):
    assert main(["study", "watch", study, "--every", "0.2"]) == 1
    said = capsys.readouterr()
    assert said.out == "small: nothing has been run yet.\n"
    assert said.err == "nothing has been run yet: foldwise study run begins it.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
@pytest.mark.parametrize(("term", "redraws"), [("xterm", True), ("dumb", False)])
def test_watching_in_a_narrow_terminal_stays_in_place_and_shows_the_cursor_again(study, capsys, term, redraws):
    import fcntl
    import pty
    import struct
    import termios

    assert main(["study", "run", study, "--quiet"]) == 0
    capsys.readouterr()
    terminal, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 40, 0, 0))
    environment = {**os.environ, "TERM": term, "NO_COLOR": "1"} | {"COLUMNS": "40"}
    command = [sys.executable, "-m", "foldwise", "study", "watch", study, "--every", "0.2"]
    with subprocess.Popen(command, stdout=other, stderr=other, env=environment) as program:
        os.close(other)
        said = b""
        with suppress(OSError):
            while part := os.read(terminal, 65536):
                said += part
    os.close(terminal)
    assert program.returncode == 0
    assert (b"\x1b[1A" in said) == redraws
    assert said.count(b"\x1b[?25l") == said.count(b"\x1b[?25h") == redraws
    assert re.search(rb"\x1b\[3[0-7]m", said) is None
    plain = re.sub(rb"\x1b\[[?0-9;]*[A-Za-z]", b"", said).decode()
    assert not redraws or max(map(len, plain.splitlines())) <= 40
    assert "bayes is better" in " ".join(plain.split())
