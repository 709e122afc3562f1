"""Experiments: what several tables and figures of a paper are made from."""

from collections.abc import Callable, Mapping
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
    data : callable, optional
        Returns the datasets that it is done on at full size: by the name in the paper, what `foldwise.data.load`
        takes. None: it needs no data, or only what comes with foldwise.
    """

    run: Callable[["Workbench"], Made]
    words: str
    seconds: float
    data: Callable[[], Mapping[str, str]] | None = None


def experiment(
    words: str, *, seconds: float, data: Callable[[], Mapping[str, str]] | None = None
) -> Callable[[Callable[["Workbench"], Made]], Experiment[Made]]:
    """Make an experiment of a function.

    Parameters
    ----------
    words, seconds, data
        As of `Experiment`.
    """

    def made(run: Callable[["Workbench"], Made]) -> Experiment[Made]:
        return Experiment(run, words, seconds, data)

    return made


AnyExperiment = Experiment[Any]
