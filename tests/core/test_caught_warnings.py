"""Warnings of one thread are caught, those of others go where they went, in whatever order the catching ends."""

import subprocess
import sys
import threading
import warnings
from contextlib import ExitStack

import pytest
from sklearn.utils.parallel import Parallel, delayed


class Odd(UserWarning):
    """Of this file."""


def in_a_thread(action):
    thread = threading.Thread(target=action)
    thread.start()
    thread.join()


def words(caught):
    return [str(message) for message, _ in caught]


@pytest.fixture
def shown(monkeypatch):
    """What the program shows; each warning once for each place, as Python does by default."""
    shown = []
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        warnings.showwarning = lambda message, *_, **__: shown.append(str(message))
        yield shown


def test_those_of_other_threads_go_where_they_went(core, shown):
    with core.caught_warnings() as caught:
        warnings.warn("mine", stacklevel=1)
        in_a_thread(lambda: warnings.warn("theirs", stacklevel=1))
    warnings.warn("after", stacklevel=1)
    assert (words(caught), shown) == (["mine"], ["theirs", "after"])


def test_every_one_is_caught_though_the_program_shows_each_once(core, shown):
    def warn():
        warnings.warn("again", stacklevel=1)

    warn()
    with core.caught_warnings() as caught:
        for _ in range(3):
            warn()
    assert (words(caught), shown) == (["again"] * 3, ["again"])


def test_none_is_an_error_whatever_the_program_wants(core):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with core.caught_warnings() as caught:
            warnings.warn("mine", stacklevel=1)
        with pytest.raises(UserWarning, match="after"):
            warnings.warn("after", stacklevel=1)
    assert words(caught) == ["mine"]


def test_only_what_was_asked_for(core, shown):
    with core.caught_warnings(Odd, "thi[sn]") as caught:
        warnings.warn("this", Odd, stacklevel=1)
        warnings.warn("that", Odd, stacklevel=1)
        warnings.warn("this", UserWarning, stacklevel=1)
    assert (words(caught), shown) == (["this"], ["that", "this"])


def test_the_inner_one_catches_first(core, shown):
    with core.caught_warnings() as outer:
        with core.caught_warnings(Odd) as inner:
            warnings.warn("odd", Odd, stacklevel=1)
            warnings.warn("plain", stacklevel=1)
        warnings.warn("odd again", Odd, stacklevel=1)
    assert (words(outer), words(inner), shown) == (["plain", "odd again"], ["odd"], [])


def test_what_a_learner_silences_itself_is_not_heard(core):
    with core.caught_warnings() as caught, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.warn("silenced", stacklevel=1)
    assert caught == []


@pytest.mark.parametrize("first_to_leave", [0, 1])
def test_the_last_to_leave_puts_everything_back(core, shown, first_to_leave):
    before, filters = warnings.showwarning, list(warnings.filters)
    steps = [threading.Event() for _ in range(2)]
    begun = threading.Barrier(3)

    def catch(step):
        with core.caught_warnings():
            begun.wait()
            step.wait()

    threads = [threading.Thread(target=catch, args=(step,)) for step in steps]
    for thread in threads:
        thread.start()
    begun.wait()
    for number in (first_to_leave, 1 - first_to_leave):
        steps[number].set()
        threads[number].join()
    assert warnings.showwarning is before
    assert warnings.filters == filters


def test_one_who_overlaps_with_catch_warnings_leaves_nothing_that_acts(core, shown):
    """The other way round than nested: the filters that come back then are those of the time between."""
    with ExitStack() as ours, ExitStack() as theirs:
        ours.enter_context(core.caught_warnings())
        theirs.enter_context(warnings.catch_warnings())
        ours.close()
        theirs.close()
        warnings.warn("seen", stacklevel=1)
        with core.caught_warnings() as caught:
            warnings.warn("caught", stacklevel=1)
    assert (words(caught), shown) == (["caught"], ["seen"])


def test_filters_that_threads_have_left_in_disorder_are_put_back(core):
    filters, showwarning = warnings.filters, warnings.showwarning
    with core.filters_put_back():
        one, other = warnings.catch_warnings(), warnings.catch_warnings()
        one.__enter__()
        warnings.resetwarnings()
        other.__enter__()
        with core.filters_put_back():
            one.__exit__()
            other.__exit__()
        assert warnings.filters is not filters
    assert warnings.filters is filters
    assert warnings.showwarning is showwarning


def test_what_scikit_learn_runs_in_parallel_is_heard_too(core):
    """It copies the filters by their texts; pytest's turn every warning into an error."""
    with core.caught_warnings() as caught:
        Parallel(n_jobs=1)(delayed(warnings.warn)(f"number {k}", UserWarning, 1) for k in range(2))
    assert [str(text) for text, _ in caught] == ["number 0", "number 1"]


CROWD = """
import sys, threading, time, warnings
from foldwise._core import caught_warnings

sys.setswitchinterval(1e-6)
warnings.simplefilter("ignore")
until = time.monotonic() + 3

def listen():
    with caught_warnings() as caught:
        while time.monotonic() < until:
            warnings.warn("mine", stacklevel=1)
            caught.clear()

def replace():
    while time.monotonic() < until:
        with warnings.catch_warnings():
            warnings.warn("theirs", stacklevel=1)

threads = [threading.Thread(target=action) for action in (listen, listen, replace, replace)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_no_crash_beside_those_who_replace_the_filters():
    """The interpreter walks through the list with a borrowed pointer: what stands there must not let others run."""
    done = subprocess.run([sys.executable, "-c", CROWD], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
