"""Does a test behave? Tried out on made-up results whose answer is known."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise._core import (
    FoldwiseError,
    Glance,
    caught_warnings,
    check_integer,
    check_seed,
    notebook_html,
    one_line,
)
from foldwise.lab._made_up import MadeUpAnswers, MadeUpScores, partitions_of
from foldwise.lab._procedures import OwnProcedure, as_procedures
from foldwise.lab._properties import PROPERTIES, Outcome, Subject
from foldwise.lab._read import chosen_test
from foldwise.splits import NestedKFold, SplitHalves
from foldwise.verdicts import NEEDS, Procedure

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class Property:
    """One property of a test.

    Parameters
    ----------
    name : str
        The property in a few words.
    outcome : {'passed', 'failed', 'noted', 'not applicable'}
        Noted is what a test may do by design, and its user should know.
    detail : str
        What was seen; of a failure, the example.
    """

    name: str
    outcome: Outcome
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcedureCheck:
    """Whether a test behaves. Made by `check_procedure`.

    ``str(check)`` is the answer at a glance, ``check.details()`` has a line for each property.

    Parameters
    ----------
    procedure : str
        Name of the procedure.
    properties : tuple of Property
        What was tried.
    seed : int
        Of the made-up results that it was tried on.

    Examples
    --------
    >>> from foldwise.lab import check_procedure
    >>> check = check_procedure("5x2/five_by_two_t", n_nulls=2000)
    >>> check.passed, [each.name for each in check.properties if each.outcome == "noted"]
    (True, ['order of folds', 'order of repeats'])
    """

    procedure: str
    properties: tuple[Property, ...]
    seed: int

    @property
    def passed(self) -> bool:
        """Whether no property failed."""
        return all(each.outcome != "failed" for each in self.properties)

    def frame(self) -> "pd.DataFrame":
        """One row for each property."""
        import pandas as pd

        return pd.DataFrame([(each.name, each.outcome, each.detail) for each in self.properties]).set_axis(
            ["property", "outcome", "detail"], axis=1
        )

    def __str__(self) -> str:
        return str(self.glance())

    def glance(self) -> Glance:
        """Return what a reader sees first: whether the test behaves, and what failed or is to be known."""
        names_of: dict[str, list[str]] = {}
        for each in self.properties:
            names_of.setdefault(each.outcome, []).append(each.name)
        failed = [each for each in self.properties if each.outcome == "failed"]
        lines = [("failed", f"{each.name}: {one_line(each.detail).partition(';')[0]}") for each in failed]
        lines += [(outcome, ", ".join(names)) for outcome, names in names_of.items() if outcome != "failed"]
        return Glance(headline=self._verdict(), lines=tuple(lines), call="check.details()")

    def _verdict(self) -> str:
        n_failed = sum(each.outcome == "failed" for each in self.properties)
        words = "behaves" if self.passed else f"fails {n_failed} of {len(self.properties)} checks"
        return f"{one_line(self.procedure)} {words}."

    def _repr_html_(self) -> str:
        return notebook_html(self)

    def details(self) -> str:
        """Return all of it in words."""
        wide = max(len(each.name) for each in self.properties)
        lines = [f"  {each.outcome:<14}  {each.name:<{wide}}  {each.detail}".rstrip() for each in self.properties]
        return "\n".join([self._verdict(), *lines])


def check_procedure(procedure: Any, *, n_nulls: int | None = None, seed: int = 0) -> ProcedureCheck:
    """Check whether a test behaves, property by property.

    A test on differences is tried on independent normal ones, any other on answers that are right independently of
    each other. Order, scale and constant differences are noted, not failed: a test may depend on them by design.

    Parameters
    ----------
    procedure : OwnProcedure, Procedure or str
        A scheme and a test, one's own or one of foldwise: ``'5x2/five_by_two_f'``.
    n_nulls : int, optional
        How many true nulls the level is measured on, 100 at least. By default as many of 20,000 as one second allows,
        but at least 2000 (fewer for schemes of hundreds of repeats); the result says how many. Give a number for the
        same result on every computer.
    seed : int, default 0
        Of the made-up results.

    Returns
    -------
    ProcedureCheck
        Print it; `passed` says whether nothing failed.

    Notes
    -----
    The properties, each tried on results for which the right behaviour is known:

    - the p-value lies between 0 and 1, and is the same when asked twice;
    - the test does not write into what it is given;
    - swapping the learners keeps the p-value and turns the direction round (of a one-sided test, the two p-values sum
      to 1, of a discrete one to more);
    - it does not depend on the order of folds and of repeats, nor on the scale of differences;
    - where the learners never differ there is a p-value, and it does not reject: p should be 1;
    - it sees a large difference, for the right learner; a one-sided test must see one side;
    - constant differences, and ties, do not make it fail;
    - where the null holds and everything is independent, it rejects no more often than the level says: its own, and
      0.01, 0.05 and 0.1. At 0.5 an excess of up to a tenth is noted: some good tests are approximations there.

    How small an excess is seen depends on the number of nulls: at level 0.05, an eighth too much with 20,000 of them,
    and four tenths with 2000. The interval in the result says it.

    It says nothing about dependent folds, for which tests are made: measure that with `type_one_error`.

    Examples
    --------
    >>> from foldwise.lab import OwnProcedure, check_procedure
    >>> def always_sure(differences):
    ...     return 0.01
    >>> check = check_procedure(OwnProcedure("10", always_sure))
    >>> check.passed, [each.name for each in check.properties if each.outcome == "failed"]
    (False, ['no difference', 'level'])
    """
    named = as_procedures(procedure)
    if len(named) > 1:
        raise ValueError(f"One procedure is checked at a time, got {len(named)}. Call check_procedure for each.")
    ((name, chosen),) = named.items()
    if isinstance(chosen, Procedure) and chosen.settled is not None:
        raise ValueError(f"{chosen.settled} reads no fixed design, and so cannot be tried out. Use type_one_error.")
    if n_nulls is not None:
        n_nulls = check_integer(n_nulls, "n_nulls", least=100)
    subject = _subject(chosen, n_nulls, check_seed(seed))
    # Of somebody else's code: what it returns is judged, not what it mutters.
    with caught_warnings():
        properties = tuple(_tried(title, look, subject) for title, look in PROPERTIES.items())
    return ProcedureCheck(procedure=name, properties=properties, seed=seed)


def _subject(procedure: Procedure | OwnProcedure, n_nulls: int | None, seed: int) -> Subject:
    if isinstance(procedure.scheme, NestedKFold | SplitHalves):
        raise ValueError(
            f"{procedure.scheme} cannot be tried out: in what is made up here splits are alike, and its tests compare "
            "splits of different parts of the data. Use type_one_error, with a source."
        )
    assignment, rng = partitions_of(procedure.scheme, seed), np.random.default_rng(seed)
    answers = MadeUpAnswers(assignment, rng)
    if isinstance(procedure, OwnProcedure):
        test, on_scores = "", procedure.reads == "differences"
    else:
        test = chosen_test(procedure, answers.null(1))
        if test == "one_way_anova":
            raise ValueError(
                "one_way_anova cannot be tried out: samples belong to learners by their names, and what is made up "
                "here has none. Use type_one_error, with a source."
            )
        # The p-value of a random split comes from counts, that of a cross-validation from differences.
        reads = NEEDS[test].reads
        on_scores = reads == "differences" or (reads == "partitions" and assignment.n_folds > 1)
    return Subject(procedure, test, MadeUpScores(assignment, rng) if on_scores else answers, n_nulls)


def _tried(title: str, look: Callable[[Subject], tuple[Outcome, str]], subject: Subject) -> Property:
    try:
        outcome, detail = look(subject)
    except FoldwiseError as error:
        outcome, detail = "failed", str(error)
    return Property(title, outcome, detail)
