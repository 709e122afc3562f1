"""A paper, its parts, and the experiments that several of them are made from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from foldwise.reports import Exhibit

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

    Examples
    --------
    >>> from foldwise.papers import PAPERS
    >>> experiment = next(part.needs[0] for part in PAPERS["bouckaert_frank_2004"].parts if part.needs)
    >>> type(experiment).__name__, len(experiment.words) > 0
    ('Experiment', True)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A table, a figure or another result of a paper, and how to make it again.

    Parameters
    ----------
    name : str
        Such as ``'table3'``, ``'figure5'``.
    title : str
        One line, such as ``'Table 3: corrected repeated cross-validation'``.
    make : callable
        Takes a Workbench and returns the Exhibit.
    needs : tuple of Experiment
        What it is made from, also what those begin in turn.

    Examples
    --------
    >>> from foldwise.papers import PAPERS
    >>> part = PAPERS["bouckaert_frank_2004"].parts[0]
    >>> part.name, part.title
    ('table1', 'Table 1: outcomes of the 5x2 test on 27 datasets')
    """

    name: str
    title: str
    make: Callable[["Workbench"], Exhibit]
    needs: tuple[AnyExperiment, ...] = ()

    @property
    def seconds(self) -> float:
        """About how long it takes at full size on two cores, with all that it needs."""
        return sum(each.seconds for each in self.needs)

    @property
    def data(self) -> dict[str, str]:
        """The datasets that it needs at full size: by the name in the paper, what `foldwise.data.load` takes."""
        datasets: dict[str, str] = {}
        for each in self.needs:
            datasets |= {} if each.data is None else each.data()
        return datasets


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A paper that can be reproduced.

    Parameters
    ----------
    name : str
        Such as ``'bouckaert_frank_2004'``.
    title : str
        For headings, such as ``'Bouckaert & Frank (2004)'``.
    reference : str
        As it is cited.
    about : str
        What it found, and how it was reproduced: two or three sentences.
    parts : tuple of Part
        In the order of the paper.
    errata : tuple of str
        Errors and inconsistencies found in it, and what foldwise does about each.

    Examples
    --------
    >>> from foldwise.papers import PAPERS
    >>> paper = PAPERS["salzberg_1997"]
    >>> paper.title
    'Salzberg (1997)'
    """

    name: str
    title: str
    reference: str
    about: str
    parts: tuple[Part, ...]
    errata: tuple[str, ...] = ()
