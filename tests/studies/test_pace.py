"""How long a study still takes, from what was seen of it; the clock is the test's own."""

from pathlib import Path

import pytest

from foldwise.store import CellStatus
from foldwise.studies import StudyPace, StudyStatus


class Clock:
    time = 100.0

    def __call__(self):
        return self.time


def status(*cells, n_running=1, settling=""):
    """Each cell: dataset, learner, folds that are done of ten, seconds they took."""
    made = tuple(
        CellStatus(dataset=dataset, learner=learner, n_folds=10, n_done=done, n_failed=0, seconds=seconds, error="")
        for dataset, learner, done, seconds in cells
    )
    return StudyStatus(name="s", store=Path("s.db"), cells=made, changes=(), n_running=n_running, settling=settling)


def test_by_hand():
    """In 4 s two folds of 6 s each are done, by three workers; what is left are 6 of those and 10 of half a second."""
    clock = Clock()
    pace = StudyPace(clock)
    other = ("iris", "slow", 8, 48.0)
    assert pace.seconds_left(status(other, ("iris", "quick", 10, 5.0), ("wine", "slow", 4, 24.0))) is None
    clock.time += 4
    now = status(other, ("iris", "quick", 10, 5.0), ("wine", "slow", 6, 36.0), ("wine", "quick", 0, 0.0))
    assert pace.seconds_left(now) == pytest.approx((2 * 6 + 4 * 6 + 10 * 0.5) * 4 / 12)


def test_what_was_not_seen_is_not_told():
    clock = Clock()
    pace = StudyPace(clock)
    assert pace.seconds_left(status()) is None
    pace.seconds_left(status(("iris", "nb", 1, 1.0), ("iris", "tree", 0, 0.0)))
    clock.time += 1
    assert pace.seconds_left(status(("iris", "nb", 2, 2.0), ("iris", "tree", 0, 0.0))) is None
    assert pace.seconds_left(status(("iris", "nb", 2, 2.0), n_running=0)) is None
    assert pace.seconds_left(status(("iris", "nb", 2, 2.0), settling="settled so far: 0 of 1 datasets")) is None


def test_folds_that_are_computed_again_begin_anew():
    clock = Clock()
    pace = StudyPace(clock)
    pace.seconds_left(status(("iris", "nb", 9, 9.0)))
    clock.time += 1
    assert pace.seconds_left(status(("iris", "nb", 5, 5.0))) is None
    clock.time += 1
    assert pace.seconds_left(status(("iris", "nb", 7, 7.0))) == pytest.approx(3 / 2)
