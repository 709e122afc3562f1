"""A paper and its parts."""

from collections.abc import Callable
from dataclasses import dataclass

from foldwise.papers.experiment import AnyExperiment
from foldwise.papers.workbench import Workbench
from foldwise.reports import Exhibit


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
    """

    name: str
    title: str
    make: Callable[[Workbench], Exhibit]
    needs: tuple[AnyExperiment, ...] = ()

    @property
    def seconds(self) -> float:
        """About how long it takes at full size on two cores, with all that it needs."""
        return sum(each.seconds for each in self.needs)

    @property
    def data(self) -> dict[str, str]:
        """The datasets that it needs at full size: by the name in the paper, what `foldwise.data.load` takes."""
        found: dict[str, str] = {}
        for each in self.needs:
            found |= {} if each.data is None else each.data()
        return found


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
    """

    name: str
    title: str
    reference: str
    about: str
    parts: tuple[Part, ...]
    errata: tuple[str, ...] = ()
