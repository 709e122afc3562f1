"""How long a study that another program runs will still take, by what was seen of it."""

from collections.abc import Callable, Sequence
from time import monotonic

from foldwise.store import CellStatus
from foldwise.studies._status import StudyStatus


class StudyPace:
    """Tells from one look to the next how long the rest takes, whoever does the work, and with how many workers.

    What is left is counted in seconds of fitting: a fold of a learner on a dataset takes what those took that are done,
    or, if none is, those of this learner on other data. How many such seconds are done in a second was seen.

    Parameters
    ----------
    clock : callable
        Seconds, from anywhere.

    Examples
    --------
    Every now and then:

    >>> from foldwise.studies import StudyPace, study_status
    >>> pace = StudyPace()
    >>> pace.seconds_left(study_status("papers.toml"))  # doctest: +SKIP
    420.0
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._first: tuple[float, float] | None = None

    def seconds_left(self, now: StudyStatus) -> float | None:
        """Note how far it is now, and return how long the rest takes; None if that is not known yet, or never.

        A study that is settled adds repeats until it is: nobody knows how many.
        """
        left, worked, time = _work_left(now.cells), sum(cell.seconds for cell in now.cells), self._clock()
        if not now.n_running or now.settling:
            self._first = None
            return None
        # Folds that failed and are computed again were counted once already.
        if self._first is None or worked < self._first[1]:
            self._first = time, worked
        began, at_first = self._first
        if left is None or worked <= at_first or time <= began:
            return None
        return left * (time - began) / (worked - at_first)


def _work_left(cells: Sequence[CellStatus]) -> float | None:
    """Return the seconds of fitting that are still to come; None where a learner was not seen at work."""
    done: dict[str, tuple[int, float]] = {}
    for cell in cells:
        n_folds, seconds = done.get(cell.learner, (0, 0.0))
        done[cell.learner] = n_folds + cell.n_done, seconds + cell.seconds
    left = 0.0
    for cell in cells:
        n_folds, seconds = (cell.n_done, cell.seconds) if cell.n_done else done[cell.learner]
        if cell.n_missing and not n_folds:
            return None
        left += cell.n_missing * seconds / max(n_folds, 1)
    return left
