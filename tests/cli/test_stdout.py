"""Standard output carries what the command says and nothing else, whoever prints."""

import json
import os
import subprocess
import sys

import pytest

from foldwise.cli import main

MAJORITY = ("-l", "sklearn.dummy.DummyClassifier")
NOISY = """
import atexit, os, sys
from sklearn.dummy import DummyClassifier

print("noise of the import")
os.write(1, b"noise of compiled code\\n")
sys.__stdout__.write("noise kept for later\\n")
atexit.register(print, "noise of the end")

class Noisy(DummyClassifier):
    def __init__(self, strategy="prior"):
        print("noise of making it")
        os.write(1, b"noise of compiled code\\n")
        super().__init__(strategy=strategy)
"""


@pytest.fixture
def noisy(tmp_path):
    """An environment in which the learner noisy_for_this_test.Noisy prints wherever it can."""
    (tmp_path / "noisy_for_this_test.py").write_text(NOISY)
    return {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}


@pytest.fixture
def without():
    """Call the command line with some of the standard streams closed."""

    def call(*words, closed):
        def close():
            for descriptor in closed:
                os.close(descriptor)

        done = subprocess.run(
            [sys.executable, "-m", "foldwise", *map(str, words)],
            capture_output=True,
            preexec_fn=close,
            timeout=120,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    return call


@pytest.mark.parametrize("options", [("--json", "--jobs", "2"), ()], ids=["document", "paragraph"])
def test_noise_stays_out(run, shell, table, noisy, options):
    """Of what two processes print as of what one does; and two find what one does."""
    words = ("-l", "sklearn.tree.DecisionTreeClassifier(max_depth=1)", "--scheme", "2x2", "--seed", "1")
    done = shell("compare", table(), "-l", "Noisy=noisy_for_this_test.Noisy", *words, *options, **noisy)
    assert done.code == 0
    if options:
        document = json.loads(done.out)
        assert document["schema"] == "foldwise.verdict/1"
        alone = run("compare", table(), "-l", "Noisy=sklearn.dummy.DummyClassifier", *words, "--json")
        assert document["comparisons"] == json.loads(alone.out)["comparisons"]
    else:
        assert done.out.startswith("DecisionTreeClassifier is ahead of Noisy") or "Noisy on table: " in done.out
    assert "noise" not in done.out
    for noise in ("the import", "compiled code", "making it", "the end"):
        assert f"noise of {noise}" in done.err


def test_main_gives_stdout_back(capfd):
    before = sys.stdout
    assert main(["data", "show", "iris", "--json"]) == 0
    assert sys.stdout is before
    os.write(1, b"afterwards\n")
    document, after = capfd.readouterr().out.rsplit("}\n", 1)
    assert json.loads(document + "}")["name"] == "iris"
    assert after == "afterwards\n"


@pytest.mark.skipif(os.name == "nt", reason="descriptors of POSIX")
@pytest.mark.parametrize("words", [["--version"], ["--help"], ["data", "list"]])
def test_a_closed_stdout_is_no_error(without, words):
    assert without(*words, closed=[1]) == (0, b"", b"")


@pytest.mark.skipif(os.name == "nt", reason="descriptors of POSIX")
def test_a_report_is_written_without_any_stream(without, table, tmp_path):
    report = tmp_path / "out.json"
    words = ("compare", table(), *MAJORITY, *MAJORITY, "--scheme", "2x2", "--report", report)
    assert without(*words, closed=[0, 1, 2]) == (0, b"", b"")
    assert json.loads(report.read_text())["schema"] == "foldwise.verdict/1"


@pytest.mark.skipif(os.name == "nt", reason="descriptors of POSIX")
def test_a_closed_stderr_keeps_the_code_and_the_document(without):
    assert without("data", "show", "nowhere.csv", closed=[2]) == (2, b"", b"")
    code, out, _ = without("data", "list", "--json", closed=[2])
    assert (code, json.loads(out)["schema"]) == (0, "foldwise.data-list/1")


def test_names_that_a_pipe_cannot_write_are_escaped(shell, table):
    """A pipe of Windows has no Japanese: the answer is there all the same."""
    words = ("compare", table(), "--target", "label", "-l", "日本=nb", "-l", "majority=sklearn.dummy.DummyClassifier")
    done = shell(*words, "--scheme", "2x2", "--quiet", PYTHONIOENCODING="cp1252")
    assert done.code == 0
    assert "between \\u65e5\\u672c and majority" in done.out
