"""Figures as text leave no setting of matplotlib changed, whatever threads draw at the same time."""

import threading
import time
from types import SimpleNamespace

import matplotlib as mpl

from foldwise.displays import svg


def test_threads_that_overlap_leave_the_settings_as_they_were(monkeypatch):
    """The first is done while the second, if it may, has begun and is not done yet."""
    before = dict(mpl.rcParams)
    begun = threading.Event()

    def first(ax):
        begun.wait(0.5)

    def second(ax):
        begun.set()
        time.sleep(0.3)

    displays = {word: SimpleNamespace(height=1.0, plot=plot) for word, plot in (("1", first), ("2", second))}
    monkeypatch.setattr("foldwise.displays._plot.displays_for", lambda words: [displays[word] for word in words])
    threads = [threading.Thread(target=svg, args=(word,)) for word in displays]
    for thread in threads:
        thread.start()
        time.sleep(0.1)
    for thread in threads:
        thread.join()
    assert dict(mpl.rcParams) == before
