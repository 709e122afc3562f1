"""A disk without room: one line that names the file, and what was there before stays."""

import os
import resource
import signal
import subprocess
import sys

import pytest

COMPARE = ("compare", "iris", "-l", "nb", "-l", "sklearn.dummy.DummyClassifier", "--scheme", "2", "--seed", "1", "-q")


@pytest.fixture
def small():
    """Let no file of this process grow beyond a number of bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, handler)


@pytest.mark.parametrize("file", ["r.html", "r.md", "r.tex", "r.json", "p.png", "p.svg", "p.pdf"])
def test_reports_and_figures(run, tmp_path, small, file):
    path = tmp_path / file
    path.write_text("before")
    small(500)
    outcome = run(*COMPARE, "--plot" if file.startswith("p") else "--report", path)
    assert outcome.code == 2
    assert outcome.err == f"error: {path} cannot be written: File too large. Make room, or choose another place.\n"
    assert os.listdir(tmp_path) == [file]
    assert path.read_text() == "before"


@pytest.mark.parametrize(("target", "file"), [("p.csv", "p.csv"), ("folder", "folder/predictions.csv")])
def test_exports(run, tmp_path, small, target, file):
    """1,500 predictions are 60 kB; what SQLite needs beside a store to read it is 32 kB."""
    study = tmp_path / "study.toml"
    study.write_text('scheme = "5x5"\nseed = 1\ndatasets = ["iris"]\nlearners = ["nb", "c45"]\n')
    assert run("study", "run", study, "-q").code == 0
    small(40_000)
    outcome = run("study", "export", study, tmp_path / target, "--predictions")
    written = tmp_path / file
    assert outcome.code == 2
    assert outcome.error == f"error: {written} cannot be written: File too large. Make room, or choose another place."
    assert not written.exists()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
@pytest.mark.parametrize("words", [["data", "list"], ["data", "list", "--json"], ["--help"]])
def test_standard_output(words):
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "foldwise", *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "standard output" in line
    assert "No space left on device" in line
