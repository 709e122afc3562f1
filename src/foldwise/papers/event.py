"""What those who watch a reproduction are told."""

from dataclasses import dataclass
from typing import Literal

from foldwise.papers.experiment import AnyExperiment
from foldwise.reports import Exhibit


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something has begun or ended.

    Parameters
    ----------
    of : Experiment or Exhibit
        What it is about.
    what : {'begun', 'done', 'not at hand', 'failed'}
        An experiment is begun, then done, or it ends because its data are not at hand, or with an error. Of an exhibit
        it is only said how it ended, and that it failed while its error is being handled.
    seconds : float, default 0
        How long it took: an experiment without others that it began; an exhibit with all experiments that it needs.
    """

    of: AnyExperiment | Exhibit
    what: Literal["begun", "done", "not at hand", "failed"]
    seconds: float = 0.0
