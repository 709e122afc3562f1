"""The words of ``foldwise compare``, in a pipe and on a terminal of 80 columns, as they are in ``golden``."""

import io
import re
import sys

import pytest

from foldwise.cli import main

MAJORITY = ("-l", "majority=sklearn.dummy.DummyClassifier")
FIVE = [word for name in ("nb", "c45", "nn", "dnb", "mansour") for word in ("-l", name)]
CASES = {
    "better": ["iris", "-l", "nn", *MAJORITY, "--scheme", "2x5"],
    "open": ["wine", "-l", "nb", "-l", "c45", "--max-repeats", "12", "--seed", "1", "--quiet"],
    "three_learners": ["iris", "-l", "nb", "-l", "c45", *MAJORITY, "--scheme", "2x5"],
    "fifteen_rows": ["iris", *FIVE, *MAJORITY, "--scheme", "2x5"],
    "two_datasets": ["iris", "wine", "-l", "nb", "-l", "c45", "--scheme", "2x5"],
}
STYLES = {"1": "bold", "2": "dim", "32": "green", "33": "yellow", "0": "/"}
ESCAPE = re.compile("\x1b\\[([0-9;]*)m")


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def __init__(self, encoding="utf-8"):
        super().__init__()
        self._encoding = encoding

    @property
    def encoding(self):
        return self._encoding

    def isatty(self):
        return True


@pytest.fixture
def on_terminal(monkeypatch):
    """Call the command line with a terminal for its output, and return what is written there."""

    def call(*words, width=80, encoding="utf-8", **environment):
        for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TTY_COMPATIBLE"):
            monkeypatch.delenv(name, raising=False)
        for name, value in {"COLUMNS": str(width), "TERM": "xterm", **environment}.items():
            monkeypatch.setenv(name, value)
        terminal = Terminal(encoding)
        monkeypatch.setattr(sys, "stdout", terminal)
        assert main(["compare", *words]) == 0
        return terminal.getvalue()

    return call


def readable(text):
    """Styles in angle brackets."""
    return ESCAPE.sub(lambda match: f"<{STYLES[match[1]]}>", text)


@pytest.mark.parametrize("case", CASES)
def test_in_a_pipe(run, same_text, case):
    outcome = run("compare", *CASES[case])
    assert outcome.code == 0
    same_text(case, outcome.out)


@pytest.mark.parametrize("case", CASES)
def test_on_a_terminal(on_terminal, same_text, case):
    same_text(f"{case}-terminal", readable(on_terminal(*CASES[case])))


@pytest.mark.parametrize("width", [60, 80, 100, 200])
def test_no_line_is_wider_than_the_terminal(on_terminal, width):
    text = ESCAPE.sub("", on_terminal(*CASES["fifteen_rows"], width=width))
    assert max(map(len, text.splitlines())) <= width
    assert "DiscretizedNaiveBayes vs majority" in text


def test_numbers_are_not_broken_where_names_are_long(on_terminal):
    name = "a learner whose name is as long as a line of text"
    words = ["iris", "-l", f"{name}=nb", "-l", f"{name} too=c45", *MAJORITY, "--scheme", "2x5"]
    lines = ESCAPE.sub("", on_terminal(*words)).splitlines()
    place = lines.index(f"{name} vs majority")
    assert re.fullmatch(
        r"  0\.\d+ vs 0\.333  0\.\d+  +0\.\d+ to 0\.\d+  [\de.-]+  ● a learner whose name is.*", lines[place + 1]
    )


def test_outcomes_are_told_apart_without_colour(on_terminal):
    text = on_terminal(*CASES["three_learners"], NO_COLOR="1")
    assert "\x1b[32m" not in text
    assert text.count("● ") == 2
    assert text.count("○ ") == 1


def test_a_dumb_terminal_gets_no_escapes(on_terminal):
    assert "\x1b" not in on_terminal(*CASES["better"], TERM="dumb")


def test_a_terminal_that_cannot_show_the_marks_gets_none(on_terminal):
    text = on_terminal(*CASES["better"], encoding="ascii")
    assert text.isascii()
    assert readable(text).startswith("<bold>NearestNeighbor is better than majority on iris")


def test_details_are_the_paragraph(run):
    outcome = run("compare", *CASES["better"], "--details")
    assert outcome.out.count("\n") == 1
    assert outcome.out.startswith("NearestNeighbor is better than majority on iris: mean accuracy 0.9")
    assert "Of the four sources of variation" in outcome.out
