"""How results from elsewhere are read: what the caller says about them, and how they were understood."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from foldwise._core import DataFormatError, counted, listed, one_line
from foldwise.results._given_design import GivenDesign
from foldwise.results._missing import lacking_words
from foldwise.runs import Metric


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsReading:
    """Which column was read as what, and as which design. Made by `as_runs` and `as_results`.

    Parameters
    ----------
    kind : str
        What the results were taken for, in words.
    n_rows : int
        Number of rows.
    columns : mapping of str to str
        Role and the name of the column that plays it.
    scale : str
        What the scores are, and what was done to the numbers; empty if nobody knows yet.
    design : str
        The design in words; empty if nobody knows yet.
    unread : tuple of str
        Columns that play no role.
    learners : tuple of str
        The learners in the order in which they are compared: the first of a pair is the one that comes first here.
    left_out : tuple of str
        Datasets on which no learner has a result, and results that are missing elsewhere, if that was allowed.
    reasons : mapping of (str, str) to str
        Why a learner has no result on a dataset: what stood in its place, ``'no value'`` or ``'no row'``.

    Examples
    --------
    >>> from foldwise.results import ResultsReading
    >>> print(ResultsReading(kind="scores", n_rows=20, columns={"learner": "model", "score": "err"},
    ...               scale="error rate, lower is better, negated", design="10-fold cross-validation",
    ...               learners=("nb", "svm")))
    Read 20 rows as scores: learner from 'model', score from 'err' (error rate, lower is better, negated);
    10-fold cross-validation; learners in the order nb, svm.
    """

    kind: str
    n_rows: int
    columns: Mapping[str, Any]
    scale: str = ""
    design: str = ""
    unread: tuple[str, ...] = ()
    learners: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    reasons: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def __str__(self) -> str:
        roles = []
        for role, name in self.columns.items():
            names = listed(name if isinstance(name, list | tuple) else [name], most=4)
            from_where = "the column without a name" if str(name).startswith("Unnamed: ") else names
            roles.append(f"{role} from {from_where}" + (f" ({self.scale})" if role == "score" else ""))
        columns = f": {', '.join(roles)}" if roles else ""
        scale = "" if "score" in self.columns or not self.scale else f"; {self.scale}"
        design = f"; {self.design}" if self.design else ""
        unread = f"; not read: {listed(self.unread, most=4)}" if self.unread else ""
        # Names of candidates have commas of their own.
        names = listed(self.learners, quote=any("," in name for name in self.learners))
        order = f"; learners in the order {names}" if len(self.learners) > 1 else ""
        left_out = f"; left out: {listed(self.left_out, most=4, quote=False)}" if self.left_out else ""
        missing = f"; missing: {lacking_words(self.reasons)}" if self.reasons else ""
        what = f"Read {counted(self.n_rows, 'row')} as {self.kind}{columns}{scale}{design}"
        return one_line(f"{what}{order}{unread}{missing}{left_out}.")


def distinct_names(names: Iterable[Any], role: str = "learner") -> dict[Any, str]:
    """Return the names of learners, or datasets, as texts, which must differ as the names do.

    >>> distinct_names([1, "nb"])
    {1: '1', 'nb': 'nb'}
    """
    texts = {name: one_line(name) for name in names}
    first: dict[str, Any] = {}
    for name, text in texts.items():
        if text in first:
            raise DataFormatError(f"Two {role}s are called {text!r}: {first[text]!r} and {name!r}. Rename one.")
        first[text] = name
    return texts


def texts_of(column: "pd.Series[Any]") -> "pd.Series[Any]":
    """Return names as texts on one line, each worked out once however many rows have it.

    >>> texts_of(pd.Series([1, "a  b", 1])).tolist()
    ['1', 'a b', '1']
    """
    if column.dtype != object and not isinstance(column.dtype, pd.CategoricalDtype):
        codes, labels = pd.factorize(column)
        texts = np.array([*map(one_line, labels.tolist()), ""], dtype=object)
        return pd.Series(texts[codes], index=column.index, dtype=object)
    # 1 and True are the same label, and other texts.
    known: dict[tuple[type, Any], str] = {}
    values = column.tolist()
    for value in values:
        key = (type(value), value)
        if key not in known:
            known[key] = one_line(value)
    return pd.Series([known[type(value), value] for value in values], index=column.index, dtype=object)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingOptions:
    """What the scores are, how the splits were made, which column is what, whom to take, what may be missing."""

    metric: Any
    design: GivenDesign | None
    columns: Mapping[str, Any] | None
    learners: Sequence[str] | None
    name: str
    allow_partial: bool = False

    def score_name(self) -> str | None:
        """Return the name of what the scores are."""
        if self.metric is None or isinstance(self.metric, str):
            return self.metric
        if isinstance(self.metric, Metric):
            return self.metric.name
        raise TypeError(f"Scores are computed already: metric must be their name, got {type(self.metric).__name__}.")

    def refuse_columns(self, what: str) -> None:
        """Refuse roles of columns where there are none to choose."""
        if self.columns:
            raise ValueError(f"columns= (--column) is for tables; {what} has names of its own.")

    def named(self, table: pd.DataFrame) -> "NamedRows":
        """Names of datasets and learners as texts; only the learners asked for, in that order."""
        for role in ("dataset", "learner"):
            if role not in table:
                continue
            empty = table[role].isna()
            if empty.any():
                row = int(empty.to_numpy().argmax()) + 1
                raise DataFormatError(f"The column of the {role} is empty in row {row}. Fill it in.")
            table = table.assign(**{role: texts_of(table[role])})
        if "dataset" not in table:
            table = table.assign(dataset=pd.Series(one_line(self.name), index=table.index, dtype=object))
        there, datasets = (tuple(table[role].unique().tolist()) for role in ("learner", "dataset"))
        if self.learners is None:
            return NamedRows(table=table, learners=there, datasets=datasets)
        if isinstance(self.learners, str) or not self.learners:
            raise TypeError(f"learners must be a list of one name or more, got {self.learners!r}.")
        names = tuple(dict.fromkeys(map(one_line, self.learners)))
        unknown = [name for name in names if name not in there]
        if unknown:
            raise ValueError(f"There is no learner {unknown[0]!r}. There are: {listed(there)}.")
        chosen = table[table["learner"].isin(names)].reset_index(drop=True)
        return NamedRows(table=chosen, learners=names, datasets=datasets)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NamedRows:
    """Results of some learners, one in each row.

    Parameters
    ----------
    table : DataFrame
        With the columns dataset and learner, which hold texts.
    learners : tuple of str
        Their names, in the order in which they are compared.
    datasets : tuple of str
        Names of all datasets, in the order of the whole table.
    """

    table: pd.DataFrame
    learners: tuple[str, ...]
    datasets: tuple[str, ...]
