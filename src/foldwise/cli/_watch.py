"""A study followed on the terminal: how far it is, who is ahead so far, and in the end what came of it."""

import time
from typing import TYPE_CHECKING, Final

from foldwise._core import counted, printable, shortened, time_left
from foldwise.cli._glance import say_result
from foldwise.cli._output import own_stdout, say
from foldwise.studies import StudyPace, StudyStatus, read_results, study_status

if TYPE_CHECKING:
    from rich.console import Console

_WIDTH: Final = 40
# A store nobody works on, looked at so often, will not change by itself.
_IDLE_LOOKS: Final = 3
# Whoever watches before the study is begun has still to begin it, and its data have to be loaded.
_LOOKS_BEFORE_IT_BEGINS: Final = 30
_SECONDS_WITHOUT_NEWS: Final = 60.0


def follow(study: str, *, every: float) -> StudyStatus:
    """Print the standing when it has changed, until all is done or nobody works on the study any more; return it.

    On a terminal the lines take the place of those before. In a file or a pipe they follow each other: when a dataset
    is done, or something else has happened, and once a minute.
    """
    out, pace = own_stdout(), StudyPace()
    if out is not None and out.isatty():
        from rich.console import Console

        console = Console(file=out)
        if not console.is_dumb_terminal:
            return _follow_in_place(study, every, pace, console)
    last, last_time, idle = "", float("-inf"), 0
    while True:
        now = study_status(study)
        news, words = "\n".join(_news(now)), "\n".join(_lines(now, pace.seconds_left(now)))
        idle = 0 if now.n_running else idle + 1
        is_over = _is_over(now, idle)
        if news != last or (now.n_running and time.monotonic() > last_time + _SECONDS_WITHOUT_NEWS):
            say(words)
            last, last_time = news, time.monotonic()
        if is_over:
            return now
        time.sleep(every)


def say_outcome(study: str, now: StudyStatus, *, details: bool) -> None:
    """Print what came of a study that is done, as its report does; looking is not another test."""
    if now.cells and not any(cell.n_missing for cell in now.cells):
        say("")
        say_result(read_results(study, notes=False), details=details)


def _follow_in_place(study: str, every: float, pace: StudyPace, console: "Console") -> StudyStatus:
    from rich.live import Live
    from rich.text import Text

    idle = 0
    with Live(console=console, auto_refresh=False) as live:
        while True:
            now = study_status(study)
            live.update(Text(printable("\n".join(_lines(now, pace.seconds_left(now))))), refresh=True)
            idle = 0 if now.n_running else idle + 1
            if _is_over(now, idle):
                return now
            time.sleep(every)


def _is_over(now: StudyStatus, idle: int) -> bool:
    if now.n_running:
        return False
    is_done = bool(now.cells) and not any(cell.n_missing for cell in now.cells)
    return is_done or idle >= (_IDLE_LOOKS if now.cells else _LOOKS_BEFORE_IT_BEGINS)


def _lines(now: StudyStatus, seconds_left: float | None) -> list[str]:
    """Say how far it is, in a line each: folds, datasets, who is ahead, what failed, who works on it."""
    name = shortened(now.name, _WIDTH)
    if not now.cells:
        return [f"{name}: nothing has been run yet."]
    done, failed, total = (sum(getattr(cell, key) for cell in now.cells) for key in ("n_done", "n_failed", "n_folds"))
    n_datasets = len({cell.dataset for cell in now.cells})
    # What is all but done is not done.
    share = min(done * 100 // total, 100)
    return [
        f"{name}: {done} of {counted(total, 'fold')} run ({share}%), {failed} failed; "
        f"{n_datasets - len(_open(now))} of {counted(n_datasets, 'dataset')} done"
        f"{'' if seconds_left is None or done == total else f'; {time_left(seconds_left)}'}.",
        *_news(now)[1:],
    ]


def _news(now: StudyStatus) -> list[str]:
    """Return what is worth a line in a log: which datasets are open, who is ahead, what failed, who works on it."""
    if not now.cells:
        return ["nothing"]
    lines = [f"{text[:1].upper()}{text[1:]}." for text in (now.settling, now.answer) if text]
    first = next((cell for cell in now.cells if cell.n_failed), None)
    if first is not None:
        lines.append(f"First failure: {shortened(first.learner, _WIDTH)} on {shortened(first.dataset, _WIDTH)}.")
    running = f"{counted(now.n_running, 'program')} running it now." if now.n_running else "Nobody is running it now."
    return [" ".join(sorted(_open(now))), *lines, running]


def _open(now: StudyStatus) -> set[str]:
    return {cell.dataset for cell in now.cells if cell.n_missing}
