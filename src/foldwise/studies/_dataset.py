"""A dataset of a study: where it comes from, and how it is called there."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from foldwise._core import FoldwiseError, StudyFileError, one_line
from foldwise.data import Dataset, find_source, load_with_groups, source_name

if TYPE_CHECKING:
    import pandas as pd


# What may be said of a dataset beside its name.
KEYS: Final = ("source", "target", "groups")


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyDataset:
    """A dataset that is loaded when it is needed.

    Parameters
    ----------
    name : str
        What the study calls it.
    source : str, Path or Dataset
        What `foldwise.data.load` takes. Whether there is such a name or file is checked at once.
    target : str, optional
        Column to predict; by default as the data say, else the last one.
    groups : str, optional
        Column of which rows with equal values stay together. Learners do not see it.
    where : str, default ''
        The line of the study file that asks for it, for messages.

    Examples
    --------
    >>> from foldwise.studies import StudyDataset
    >>> StudyDataset(name="boards", source="tic-tac-toe").load()[0]
    Dataset('boards': 958 examples, 9 attributes (0 numeric, 9 nominal), 0 missing values,
    classes negative, positive)
    """

    name: str
    source: str | Path | Dataset
    target: str | None = None
    groups: str | None = None
    where: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        check_name(self.name, "the name of a dataset")
        for what, column in (("target", self.target), ("groups", self.groups)):
            if column is not None:
                check_name(column, f"{what} of dataset {self.name!r}")
        if not isinstance(self.source, Dataset):
            object.__setattr__(self, "source", find_source(self.source))

    def load(self) -> "tuple[Dataset, pd.Series[Any] | None]":
        """Load the data, under the name that they have here, and the column of groups if there is one."""
        try:
            dataset, labels = load_with_groups(self.source, target=self.target, groups=self.groups)
        except (FoldwiseError, ValueError, OSError) as error:
            if not self.where:
                raise
            raise StudyFileError(f"{self.where}: {one_line(error)}") from error
        return replace(dataset, name=self.name), labels


def as_sources(datasets: Any) -> dict[str, StudyDataset]:
    """Return the datasets of a study by their names; those of a list get names as on the command line."""
    if isinstance(datasets, Mapping):
        named = list(datasets.items())
    elif isinstance(datasets, list | tuple):
        unnamed = [item for item in datasets if not isinstance(item, StudyDataset)]
        for item in unnamed:
            _check_kind(item)
            if isinstance(item, Mapping):
                raise TypeError("A dataset in a list has no name of its own: give a mapping of names to datasets.")
        names = iter(name_sources(unnamed))
        named = [(item.name if isinstance(item, StudyDataset) else next(names), item) for item in datasets]
    else:
        raise TypeError(f"datasets must be a mapping of names to datasets, or a list, got {type(datasets).__name__}.")
    if not named:
        raise ValueError("A study needs at least one dataset, got none.")
    sources = DistinctSources()
    for name, item in named:
        _check_kind(item)
        if isinstance(item, StudyDataset):
            source = replace(item, name=name)
        elif isinstance(item, Mapping):
            source = _from_mapping(name, item)
        else:
            source = StudyDataset(name=name, source=item)
        sources.add(source)
    return sources.named


class DistinctSources:
    """Datasets by their names, none of them twice: it would count twice."""

    def __init__(self) -> None:
        self.named: dict[str, StudyDataset] = {}
        self._names: dict[tuple[Any, ...], str] = {}

    def add(self, source: StudyDataset) -> None:
        """Add a dataset, unless it is there already."""
        if source.name in self.named:
            raise ValueError(f"dataset name {source.name!r} is given twice. Give each dataset another name.")
        other = self._names.setdefault((source.source, source.target, source.groups), source.name)
        if other != source.name:
            raise ValueError(f"dataset {source.name!r} is the same as {other!r}. Name each dataset once.")
        self.named[source.name] = source


def name_sources(sources: Sequence[str | Path | Dataset]) -> list[str]:
    """Return what each source is called: by what it names; where two would have the same name, by what was given.

    >>> name_sources(["iris", "uci:vote", "a/visits.csv", "b/visits.csv"])
    ['iris', 'vote', 'a/visits.csv', 'b/visits.csv']
    """
    names = [source_name(source) for source in sources]
    counts = Counter(names)
    return [
        name if counts[name] == 1 or isinstance(source, Dataset) else str(source)
        for name, source in zip(names, sources, strict=True)
    ]


def check_name(name: Any, what: str) -> str:
    """Return a text that is not empty, else raise."""
    if not isinstance(name, str) or not name.strip():
        raise ValueError(f"{what} must be a text that is not empty, got {name!r}.")
    return name


def _from_mapping(name: str, item: Mapping[str, Any]) -> StudyDataset:
    """Read what stands in a study file as a table."""
    wrong = [key for key in item if key not in KEYS]
    if wrong or "source" not in item:
        came = f"there is no {wrong[0]!r}" if wrong else "source is missing"
        raise ValueError(f"dataset {name!r}: a mapping has source, and perhaps target and groups; {came}.")
    return StudyDataset(name=name, **item)


def _check_kind(item: Any) -> None:
    if not isinstance(item, str | PathLike | Dataset | StudyDataset | Mapping):
        raise TypeError(f"A dataset must be a name, a path, a Dataset or a StudyDataset, got {type(item).__name__}.")
