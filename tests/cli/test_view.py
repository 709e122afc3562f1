"""``foldwise view``, ``serve`` and ``study watch``, as programs of their own."""

import signal
import subprocess
import sys
from urllib.request import urlopen

import pytest

from foldwise.cli import main

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


@pytest.mark.parametrize("words", [["view"], ["serve", "small.toml"]])
def test_the_page_is_there_until_ctrl_c(study, words):
    command = [sys.executable, "-m", "foldwise", *words, "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        address = program.stdout.readline().strip()
        assert "foldwise" in urlopen(address).read().decode()
        program.send_signal(signal.SIGINT)
        _, said = program.communicate(timeout=30)
    assert program.returncode == 130
    assert said.splitlines() == ["Only this machine can open it. Ctrl-C ends it.", "interrupted."]


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


def test_watching_ends_with_the_study(study, capsys):
    assert main(["study", "run", study, "--quiet"]) == 0
    capsys.readouterr()
    assert main(["study", "watch", study, "--every", "0.2"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "small: 24 of 24 folds run (100%), 0 failed; 2 of 2 datasets done.",
        "Over 2 datasets: bayes has the best mean rank (1.00), then majority (2.00).",
        "Nobody is running it now.",
    ]


def test_watching_what_nobody_runs_ends_soon(study, capsys):
    assert main(["study", "watch", study, "--every", "0.2"]) == 0
    assert capsys.readouterr().out == "small: nothing has been run yet.\n"
