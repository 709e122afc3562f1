import os
import re
import subprocess
import sys
from importlib.metadata import version

import pytest

import foldwise.learners
from foldwise.cli import main

STATUS = ["study", "status", "study.toml"]
BOTH = ("-l", "sklearn.tree.DecisionTreeClassifier(max_depth=1)", "-l", "sklearn.dummy.DummyClassifier")


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_version(run, option):
    assert run(option) == (0, f"foldwise {version('foldwise')}\n", "")


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--help"],
        ["-h"],
        ["compare", "--help"],
        ["evaluate", "-h"],
        ["replicate", "-h"],
        ["data"],
        ["data", "-h"],
        ["data", "show", "-h"],
        ["lab"],
        ["lab", "type1", "-h"],
        ["papers"],
        ["papers", "run", "-h"],
    ],
)
def test_help_goes_to_stdout(run, words):
    outcome = run(*words)
    assert outcome.code == 0
    assert outcome.out.startswith("Usage: foldwise")
    assert outcome.err == ""


@pytest.mark.parametrize("words", [["--help"], ["compare", "-h"], ["lab", "power", "--help"], ["data", "--help"]])
def test_help_is_what_comes_when_the_words_are_parsed(run, words):
    """Asked twice, it is not recognized beforehand."""
    assert run(*words).out == run(*words, "--help").out


@pytest.mark.parametrize("words", [["no-such-command", "--help"], ["lab", "no-such-study", "--help"]])
def test_help_of_nothing_is_bad_input(run, words):
    assert run(*words).code == 2


def test_help_names_every_command_in_a_line_that_is_not_cut(run):
    lines = run("--help").out.split("Commands:\n")[1].splitlines()
    names = ["compare", "evaluate", "judge", "gate", "stream", "claim", "confirm", "audit", "plan", "sizes"]
    names += ["replicate", "register", "verify", "view", "serve", "tests", "data", "lab", "ledger", "study", "papers"]
    assert [line.split()[0] for line in lines] == names
    assert all(line.endswith(".") and not line.endswith("...") for line in lines)


def test_help_names_the_endings_of_a_scheme(run):
    words = " ".join(run("compare", "--help").out.split())
    assert "with :plain or :stratified at the end" in words


def test_the_module_is_the_command(shell):
    assert shell("--version") == (0, f"foldwise {version('foldwise')}\n", "")


@pytest.mark.parametrize(
    "command", [["-m", "foldwise"], ["-c", "from foldwise.cli import main; raise SystemExit(main())"]]
)
def test_no_module_of_the_working_directory_is_imported(tmp_path, command):
    """Not by the command, nor by the worker processes it starts. The other way to start it is the installed script."""
    for name in ("joblib", "numpy", "sklearn", "typer", "own"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'run')!r}, 'w').close()")
    (tmp_path / "study.toml").write_text('datasets = ["iris"]\nlearners = ["own.Learner", "nb"]\n')
    start = [sys.executable, *(["-P"] if command[0] == "-c" else []), *command]
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "PYTHONSAFEPATH"}}
    compare = ["compare", "iris", "-l", "nb", "-l", "c45", "--scheme", "2x5", "--jobs", "2"]
    # How it was started matters to the command alone: workers are started by it, in one way.
    for words, code in ((compare, 0), (STATUS, 2)) if command[0] == "-m" else ((STATUS, 2),):
        done = subprocess.run(
            [*start, *words], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, done.stderr
        assert not (tmp_path / "run").exists()
    assert "there is no module 'own'. Install it, or put its folder on PYTHONPATH." in done.stderr


def test_a_debug_run_shows_the_traceback_too(shell):
    done = shell("data", "show", "nowhere.csv", FOLDWISE_DEBUG="1")
    assert done.code == 2
    assert "Traceback" in done.err
    assert done.err.splitlines()[-1].startswith("error: ")


def test_a_mistake_of_our_own_is_called_one(run, monkeypatch):
    """A ValueError from below is not the user's fault: int() is called by this test, not by foldwise."""
    monkeypatch.setattr(foldwise.learners, "make_learners", lambda *_, **__: int("two\nlines"))
    outcome = run("compare", "iris", *BOTH, "--plot", "x.png")
    assert (outcome.code, outcome.out) == (70, "")
    (line,) = outcome.err.splitlines()
    assert line.startswith("internal error: ValueError: invalid literal")
    assert "FOLDWISE_DEBUG=1" in line


def test_ctrl_c_ends_with_130_and_one_line(run, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(foldwise.learners, "make_learners", interrupt)
    assert run("compare", "iris", *BOTH, "--plot", "x.png") == (130, "", "interrupted.\n")


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
@pytest.mark.parametrize("words", [["data", "list"], ["compare", "--help"]])
def test_a_reader_that_goes_away_is_no_error(words):
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "foldwise", *words], stdout=writing, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writing)
    assert done.stderr == ""
    assert done.returncode != 0


def test_files_are_written_though_nobody_reads_the_answer(tmp_path):
    """As with ``| head``: the report and the figure were asked for all the same."""
    reading, writing = os.pipe()
    os.close(reading)
    files = ["--plot", "x.svg", "--report", "x.json"]
    command = [sys.executable, "-m", "foldwise", "compare", "iris", *BOTH, "--scheme", "1x2", "--quiet", *files]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, cwd=tmp_path, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")
    assert {path.name for path in tmp_path.iterdir()} == {"x.svg", "x.json"}


def test_a_file_in_place_of_a_command_is_told_which_commands_read_files(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "foldwise judge FILE" not in run("scores.csv").err
    (tmp_path / "scores.csv").touch()
    assert run("scores.csv") == (
        2,
        "",
        "error: no such command 'scores.csv'. Results in a file: foldwise judge FILE; learners on data: foldwise "
        "compare FILE -l LEARNER -l LEARNER. See: foldwise --help\n",
    )


@pytest.mark.filterwarnings("default")
def test_warnings_are_single_lines_shown_once(run, tmp_path, monkeypatch):
    source = """
import warnings
from sklearn.dummy import DummyClassifier
class Loud(DummyClassifier):
    def __init__(self, strategy="prior"):
        warnings.warn("beware\\nof this", UserWarning)
        super().__init__(strategy=strategy)
"""
    (tmp_path / "loud_for_this_test.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    loud = ("-l", "loud_for_this_test.Loud", "-l", "loud_for_this_test.Loud(strategy='uniform')")
    outcome = run("compare", "nowhere.csv", *loud)
    assert outcome.err.splitlines() == [
        "warning: beware of this",
        "error: The file 'nowhere.csv' does not exist. Check the path.",
    ]


def test_main_returns_the_code_and_does_not_exit(capsys):
    assert main(["--version"]) == 0
    assert main(["nonsense"]) == 2
    capsys.readouterr()


@pytest.mark.skipif(os.name == "nt", reason="terminals of POSIX")
def test_on_a_terminal_lines_fit_its_width(table, start):
    import pty

    leader, follower = pty.openpty()
    words = ("-m", "foldwise", "compare", table(), *BOTH, "--scheme", "2x2")
    process = start(*words, stdout=follower, COLUMNS=60, TERM="xterm")
    os.close(follower)
    text = b""
    try:
        while chunk := os.read(leader, 4096):
            text += chunk
    except OSError:
        pass  # Linux says so when the other end is closed.
    process.communicate(timeout=60)
    lines = re.sub("\x1b\\[[0-9;]*m", "", text.decode()).splitlines()
    assert process.returncode == 0
    assert len(lines) > 3
    assert max(map(len, lines)) <= 60
