"""A study followed on the terminal: how far it is, and who is ahead so far."""

import time

from foldwise._core import counted, printable, shortened
from foldwise.cli._output import own_stdout, say
from foldwise.studies import StudyStatus, study_status

_WIDTH = 40
# A store nobody works on, looked at so often, will not change by itself.
_IDLE_LOOKS = 3


def follow(study: str, *, every: float) -> None:
    """Print the standing when it has changed, until all is done or nobody works on the study any more.

    On a terminal the lines take the place of those before; in a file or a pipe they follow each other.
    """
    out = own_stdout()
    if out is not None and out.isatty():
        _follow_in_place(study, every)
        return
    last, idle = "", 0
    while True:
        now = study_status(study)
        words = "\n".join(_lines(now))
        if words != last:
            say(words)
            last = words
        idle = 0 if now.n_running else idle + 1
        if _is_over(now, idle):
            return
        time.sleep(every)


def _follow_in_place(study: str, every: float) -> None:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    idle = 0
    with Live(console=Console(file=own_stdout()), auto_refresh=False) as live:
        while True:
            now = study_status(study)
            live.update(Text(printable("\n".join(_lines(now)))), refresh=True)
            idle = 0 if now.n_running else idle + 1
            if _is_over(now, idle):
                return
            time.sleep(every)


def _is_over(now: StudyStatus, idle: int) -> bool:
    is_done = bool(now.cells) and not any(cell.n_missing for cell in now.cells)
    return not now.n_running and (is_done or idle >= _IDLE_LOOKS)


def _lines(now: StudyStatus) -> list[str]:
    """Say how far it is, in a line each: folds, datasets, who is ahead, what failed, who works on it."""
    name = shortened(now.name, _WIDTH)
    if not now.cells:
        return [f"{name}: nothing has been run yet."]
    done, failed, total = (sum(getattr(cell, key) for cell in now.cells) for key in ("n_done", "n_failed", "n_folds"))
    open_datasets = {cell.dataset for cell in now.cells if cell.n_missing}
    n_datasets = len({cell.dataset for cell in now.cells})
    lines = [
        f"{name}: {done} of {counted(total, 'fold')} run ({done / total:.0%}), {failed} failed; "
        f"{n_datasets - len(open_datasets)} of {counted(n_datasets, 'dataset')} done."
    ]
    lines += [f"{text[:1].upper()}{text[1:]}." for text in (now.settling, now.answer) if text]
    first = next((cell for cell in now.cells if cell.n_failed), None)
    if first is not None:
        lines.append(f"First failure: {shortened(first.learner, _WIDTH)} on {shortened(first.dataset, _WIDTH)}.")
    running = f"{counted(now.n_running, 'program')} running it now." if now.n_running else "Nobody is running it now."
    return [*lines, running]
