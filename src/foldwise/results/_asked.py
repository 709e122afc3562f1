"""What the caller says about results from elsewhere."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from foldwise._core import DataFormatError, listed, one_line
from foldwise.results._given_design import GivenDesign
from foldwise.runs import Metric


def distinct_names(names: Iterable[Any]) -> dict[Any, str]:
    """Return the names of learners as texts, which must differ as the names do.

    >>> distinct_names([1, "nb"])
    {1: '1', 'nb': 'nb'}
    """
    texts = {name: one_line(name) for name in names}
    first: dict[str, Any] = {}
    for name, text in texts.items():
        if text in first:
            raise DataFormatError(f"Two learners are called {text!r}: {first[text]!r} and {name!r}. Rename one.")
        first[text] = name
    return texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the scores are, how the splits were made, which column is what, whom to take, what may be missing."""

    metric: Any
    given: GivenDesign | None
    columns: Mapping[str, Any] | None
    learners: Sequence[str] | None
    name: str
    allow_partial: bool = False

    def score_name(self) -> str | None:
        """Name of what the scores are."""
        if self.metric is None or isinstance(self.metric, str):
            return self.metric
        if isinstance(self.metric, Metric):
            return self.metric.name
        raise TypeError(f"Scores are computed already: metric must be their name, got {type(self.metric).__name__}.")

    def refuse_columns(self, what: str) -> None:
        """Refuse roles of columns where there are none to choose."""
        if self.columns:
            raise ValueError(f"columns= (--column) is for tables; {what} has names of its own.")

    def named(self, table: pd.DataFrame) -> pd.DataFrame:
        """Names of datasets and learners as texts; only the learners asked for, in that order."""
        if "dataset" not in table:
            table = table.assign(dataset=self.name)
        for role in ("dataset", "learner"):
            empty = table[role].isna()
            if empty.any():
                row = int(empty.to_numpy().argmax()) + 1
                raise DataFormatError(f"The column of the {role} is empty in row {row}. Fill it in.")
            table = table.assign(**{role: [one_line(name) for name in table[role]]})
        if self.learners is None:
            return table
        if isinstance(self.learners, str) or not self.learners:
            raise TypeError(f"learners must be a list of one name or more, got {self.learners!r}.")
        there = list(dict.fromkeys(table["learner"]))
        asked = list(dict.fromkeys(map(one_line, self.learners)))
        unknown = [name for name in asked if name not in there]
        if unknown:
            raise ValueError(f"There is no learner {unknown[0]!r}. There are: {listed(there)}.")
        # Whoever comes first in a table is the first of a pair.
        place = table["learner"].map({name: number for number, name in enumerate(asked)})
        return table.loc[place.dropna().sort_values(kind="stable").index].reset_index(drop=True)
