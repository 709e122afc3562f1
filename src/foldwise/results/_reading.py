"""How results from elsewhere were understood."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from foldwise._core import counted, listed, one_line


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Which column was read as what, and as which design. Made by `as_runs`.

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
        Datasets on which a learner has no result, and results that are missing elsewhere, if that was allowed.

    Examples
    --------
    >>> from foldwise.results import Reading
    >>> print(Reading(kind="scores", n_rows=20, columns={"learner": "model", "score": "err"},
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

    def __str__(self) -> str:
        roles = []
        for role, name in self.columns.items():
            names = listed(name if isinstance(name, list | tuple) else [name], most=4)
            roles.append(f"{role} from {names}" + (f" ({self.scale})" if role == "score" else ""))
        told = f": {', '.join(roles)}" if roles else ""
        scale = "" if "score" in self.columns or not self.scale else f"; {self.scale}"
        design = f"; {self.design}" if self.design else ""
        unread = f"; not read: {listed(self.unread, most=4)}" if self.unread else ""
        # Names of candidates have commas of their own.
        names = listed(self.learners, quote=any("," in name for name in self.learners))
        order = f"; learners in the order {names}" if len(self.learners) > 1 else ""
        left = f"; left out: {listed(self.left_out, most=4, quote=False)}" if self.left_out else ""
        return one_line(f"Read {counted(self.n_rows, 'row')} as {self.kind}{told}{scale}{design}{order}{unread}{left}.")
