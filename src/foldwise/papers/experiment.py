"""Experiments: what several tables and figures of a paper are made from."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from foldwise.papers.workbench import Workbench

Made = TypeVar("Made")


@dataclass(frozen=True, eq=False)
class Experiment(Generic[Made]):
    """Work that is done once however many exhibits need it.

    Parameters
    ----------
    run : callable
        Takes a Workbench and returns what was found.
    words : str
        What it does, for the line that shows progress.
    seconds : float
        About how long it takes at full size on two cores: by this the time left is estimated.
    """

    run: Callable[["Workbench"], Made]
    words: str
    seconds: float


def experiment(words: str, *, seconds: float) -> Callable[[Callable[["Workbench"], Made]], Experiment[Made]]:
    """Make an experiment of a function.

    Parameters
    ----------
    words, seconds
        As of `Experiment`.
    """

    def made(run: Callable[["Workbench"], Made]) -> Experiment[Made]:
        return Experiment(run, words, seconds)

    return made


AnyExperiment = Experiment[Any]
