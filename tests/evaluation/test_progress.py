"""How far a run has come, as it is shown on terminals, in notebooks, and in logs."""

import io
import re
import sys
import time
from types import ModuleType, SimpleNamespace

import pytest
from rich.console import Console
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

from foldwise.data import load
from foldwise.evaluation import evaluate
from foldwise.verdicts import Settled, compare


class Slow(DummyClassifier):
    """Takes long enough to be watched."""

    def fit(self, X, y):
        time.sleep(0.4)
        return super().fit(X, y)


def run(learner, **how):
    return evaluate({"guess": learner}, load("iris"), scheme="2x2", seed=1, **how)


def test_a_log_has_a_line_now_and_then(capsys):
    run(DummyClassifier(), progress=True)
    lines = capsys.readouterr().err.splitlines()
    assert lines[-1] == "iris: 1 learners 4/4"
    assert len(lines) <= 2


def test_what_is_kept_is_not_counted_as_time(capsys, tmp_path):
    for _ in range(2):
        run(DummyClassifier(), store=tmp_path / "store.db", progress=True)
    assert capsys.readouterr().err.splitlines()[-1] == "iris: 1 learners 4/4"


def test_a_terminal_has_a_bar_that_goes_away(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    run(Slow())
    written = sys.stderr.getvalue()
    assert "iris: 1 learners" in written
    assert "1/4" in written
    # The line is erased in the end.
    assert written.endswith("\x1b[2K")


@pytest.fixture
def pages(monkeypatch):
    """A notebook: all that it was given to display."""
    shown = []

    def display(page, *, display_id):
        assert display_id
        shown.append(page)
        return SimpleNamespace(update=shown.append)

    notebook, displays = ModuleType("IPython"), ModuleType("IPython.display")
    notebook.get_ipython = lambda: SimpleNamespace(kernel=object())
    displays.HTML, displays.display = str, display
    monkeypatch.setitem(sys.modules, "IPython", notebook)
    monkeypatch.setitem(sys.modules, "IPython.display", displays)
    return shown


def test_a_notebook_has_a_bar_of_html_that_goes_away(pages):
    run(Slow())
    assert '<progress value="3" max="4"></progress> iris: 1 learners 3/4 about 0 s left' in pages[0]
    assert pages[-1] == ""


def test_the_answer_so_far_stands_below_the_bar(pages):
    compare({"slow": Slow(), "bayes": GaussianNB()}, load("iris"), scheme=Settled(max_seconds=6), seed=1)
    assert any(
        re.fullmatch(
            r'<div><progress value="\d+" max="100"></progress> iris, 2 learners \d+ of about 100 fits '
            r"about \d s left</div><div>1 of 5 repeats: bayes ahead by 0\.62</div>",
            page,
        )
        for page in pages
    )
    assert pages[-1] == ""


def test_a_terminal_has_the_answer_below_the_bar(core):
    progress = core.Progress("iris, 2 learners", unit="fit")
    progress.advance(40)
    progress.expect(100, most=4000)
    progress.say("1 of 5 repeats: bayes ahead by 0.62")
    console = Console(file=io.StringIO(), width=120)
    console.print(core._show_progress._bars(progress.rows(), None, 0.0))
    bar, words = console.file.getvalue().splitlines()
    assert bar.startswith("iris, 2 learners ━━━")
    assert "40 of about 100 fits (at most 4000) about " in bar
    assert words == "1 of 5 repeats: bayes ahead by 0.62"


def test_what_is_done_soon_leaves_nothing_in_a_notebook(pages):
    run(DummyClassifier())
    run(Slow(), progress=False)
    assert pages == []
