"""What progress says of known and of estimated totals, and where it is shown."""

import io
import logging
import sys
import time

import pytest


class Clock:
    """Seconds that pass when told to."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_an_estimate_says_that_it_is_one_and_what_it_cannot_exceed(core, clock):
    progress = core.Progress("wine, 2 learners", unit="fit", clock=clock)
    progress.advance(50)
    progress.expect(350, most=2000)
    clock.now = 20.0
    assert progress.line() == "wine, 2 learners: 50 of about 350 fits (at most 2000), about 2 min left"
    progress.expect(2000, most=2000)
    assert progress.line() == "wine, 2 learners: 50 of at most 2000 fits, about 13 min left"
    progress.expect(350)
    progress.say("tree ahead by 0.012")
    assert progress.line() == "wine, 2 learners: 50 of about 350 fits, about 2 min left, tree ahead by 0.012"


def test_a_budget_of_time_ends_sooner(core, clock):
    progress = core.Progress("wine, 2 learners", unit="fit", clock=clock)
    progress.advance(50)
    clock.now = 20.0
    progress.expect(350, seconds=30.0)
    assert progress.seconds_left() == 30.0
    clock.now = 60.0
    assert progress.seconds_left() == 0.0


def test_an_estimate_is_never_less_than_what_is_done_nor_taken_for_the_end(core):
    progress = core.Progress("wine, 2 learners", unit="fit")
    progress.advance(50)
    progress.expect(40)
    assert progress.total == 50
    assert not progress.is_complete


def test_what_was_there_before_takes_no_time(core, clock):
    progress = core.Progress("iris: 2 learners", 100, clock=clock)
    progress.begin({"a": (40, 50), "b": (50, 50)})
    progress.advance(5)
    clock.now = 10.0
    assert progress.line() == "iris: 2 learners 95/100, about 10 s left"


class TestWithoutATerminal:
    """Nobody has asked: long work says something now and then, short work nothing."""

    @pytest.fixture
    def seconds(self, monkeypatch, clock):
        monkeypatch.setattr("foldwise._core._show_progress.monotonic", clock)
        return clock

    def test_short_work_is_silent(self, core, seconds, capsys):
        progress = core.Progress("iris: 2 learners", 20)
        with core.show_progress(progress, None):
            progress.note("20 folds to compute.")
            seconds.now = 9.9
            progress.advance(20)
        assert capsys.readouterr().err == ""

    def test_long_work_has_a_line_less_and_less_often(self, core, seconds, capsys, clock):
        progress = core.Progress("iris: 2 learners", 1000, clock=clock)
        shown = []
        with core.show_progress(progress, None):
            progress.note("1000 folds to compute.")
            for second in range(1, 101):
                seconds.now = float(second)
                progress.advance()
                if capsys.readouterr().err:
                    shown.append(second)
        assert shown == [10, 20, 40, 80]
        # And one in the end.
        assert capsys.readouterr().err == "iris: 2 learners 100/1000, about 15 min left\n"

    def test_notes_come_with_the_first_line(self, core, seconds, capsys, clock):
        progress = core.Progress("iris: 2 learners", 20, clock=clock)
        with core.show_progress(progress, None):
            progress.note("changed: the learner.")
            seconds.now = 10.0
            progress.advance(10)
        assert capsys.readouterr().err == "changed: the learner.\niris: 2 learners 10/20, about 10 s left\n"

    def test_never_if_not_wanted(self, core, seconds, capsys):
        progress = core.Progress("iris: 2 learners", 20)
        with core.show_progress(progress, False):
            seconds.now = 1000.0
            progress.advance(20)
        assert capsys.readouterr().err == ""


def test_a_failure_that_is_told_does_not_tear_the_bar(core, monkeypatch):
    """The line stands alone, and the bar is drawn anew below it."""

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    logger = logging.getLogger("foldwise")
    monkeypatch.setattr(logger, "propagate", False)
    monkeypatch.setattr(logger, "handlers", [logging.lastResort])
    progress = core.Progress("iris: 2 learners", 20)
    with core.show_progress(progress, None):
        progress.advance(5)
        while "5/20" not in terminal.getvalue():
            time.sleep(0.05)
        logger.warning("broken failed on iris, repeat 0, fold 0: ValueError: no. The run goes on.")
    written = terminal.getvalue()
    line = "broken failed on iris, repeat 0, fold 0: ValueError: no. The run goes on.\n"
    before, after = written.split(line)
    # The bar was erased from its line before, and is below afterwards.
    assert before.endswith("\x1b[2K")
    assert "iris: 2 learners" in after
