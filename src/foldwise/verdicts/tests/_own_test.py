"""A test of one's own: a function of differences that foldwise knows nothing else about."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import Caveat, FoldwiseError, SchemeMismatchError, one_line, shortened
from foldwise.verdicts.evidence._finding import Alternative, Reading, reading
from foldwise.verdicts.tests._record import Need, standardized

if TYPE_CHECKING:
    from foldwise.verdicts.evidence._evidence import PairEvidence

# Of the names of such tests in verdicts, so that none is taken for a test of foldwise.
OWN: Final = "own:"
# By how much rounding may carry a p-value beyond 1.
_ROUNDING: Final = 1e-9


def function_name(test: Any) -> str:
    """Return the name of a function, or of the class of what can be called like one."""
    return str(getattr(test, "__name__", type(test).__name__))


def takes_sizes(test: Callable[..., Any]) -> bool:
    """Whether a function wants the sizes of training and test sets."""
    try:
        return {"n_train", "n_test"} <= set(signature(test).parameters)
    except ValueError:
        # Some functions written in C do not say what they take.
        return False


def call_own(test: Callable[..., Any], name: str, *arguments: Any, where: str, **options: Any) -> tuple[float, float]:
    """Call a test of one's own and return statistic and p-value; NaN for a statistic that it does not return.

    Parameters
    ----------
    test : callable
        The test.
    name : str
        How errors call it.
    *arguments, **options
        What it gets.
    where : str
        Of the experiment, for errors.
    """
    try:
        answer = test(*arguments, **options)
    except (Exception, SystemExit) as error:
        # The test is somebody else's code: it may raise anything, and the message says where.
        words = f"{type(error).__name__}: {shortened(one_line(error), 200)}"
        raise FoldwiseError(f"{name} failed {where}: {words}") from error
    try:
        return _as_numbers(answer)
    except (TypeError, ValueError) as error:
        raise FoldwiseError(
            f"{name} must return a p-value, a pair of statistic and p-value, or an object with a pvalue; {where} "
            f"{error}."
        ) from error


def own_need(name: str, test: Callable[..., Any] | None = None) -> Need:
    """Make the record of a test of one's own.

    Parameters
    ----------
    name : str
        Of the function, after `OWN`.
    test : callable, optional
        The function; without it the record says only what can be said of a verdict that was reached before.
    """
    plain = name.removeprefix(OWN)
    return Need(
        function=_Own(name, test),
        rank=0,
        label=f"user's own test {plain}",
        symbol="statistic",
        reads="differences",
        design="folds or splits that are scored one by one",
        fits=lambda setting: setting.assignment.has_folds,
        feed=_Own(name, test).read,
        beside=lambda evidence, result: {**standardized(evidence, result), "standard_error": np.nan, "interval": None},
        other_partitions="how a test of one's own varies over partitions is not known",
        questions=(8,),
        differs="is a function of one's own",
        assumes="What its author knows.",
        avoid="As long as its level is unknown: measure it with foldwise.lab.type_one_error.",
        symbols="",
        is_summary=True,
        is_batched=False,
        beware=Caveat(
            code="own_test",
            message=f"{plain} is a test of one's own: how often it rejects a true null hypothesis is not known here. "
            "Measure it (foldwise.lab.OwnProcedure, foldwise.lab.type_one_error).",
        ),
    )


@dataclass(frozen=True, eq=False)
class _Result:
    statistic: float
    pvalue: float
    estimate: float
    df: None = None
    flags: frozenset[str] = frozenset()


class _Own:
    """A function with the name that verdicts give it."""

    def __init__(self, name: str, test: Callable[..., Any] | None) -> None:
        self.__name__ = name
        self._test = test

    def __call__(self, *arguments: Any, where: str, **options: Any) -> tuple[float, float]:
        assert self._test is not None, "only a verdict that was reached before has a name alone"
        return call_own(self._test, self.__name__.removeprefix(OWN), *arguments, where=where, **options)

    def read(self, evidence: PairEvidence, alternative: Alternative) -> Reading:
        """Call the function with a copy of the differences, and the sizes if it wants them."""
        name = self.__name__.removeprefix(OWN)
        if alternative != "two-sided":
            raise ValueError(
                f"{name} is a test of one's own, whose sides are not known, got alternative={alternative!r}. Leave "
                "alternative out, and let the function ask for the side."
            )
        d = evidence.complete(name).copy()
        pair = evidence.pair
        options = {}
        if self._test is not None and takes_sizes(self._test):
            sizes = pair.run.sizes()
            if sizes is None:
                raise SchemeMismatchError(
                    f"{name} asks for n_train and n_test, which the results on {pair.run.data.name} do not hold. Add "
                    "columns of these names, or say how they were split (scheme=...)."
                )
            options = {"n_train": sizes[0].copy(), "n_test": sizes[1].copy()}
        statistic, p = self(d, where=f"for {' and '.join(pair.names)} on {pair.run.data.name}", **options)
        return reading(_Result(statistic, p, evidence.mean_difference()))


def _as_numbers(answer: Any) -> tuple[float, float]:
    # An object first: results of scipy.stats are tuples, too, and some have more than two members.
    if hasattr(answer, "pvalue"):
        statistic, pvalue = getattr(answer, "statistic", None), answer.pvalue
    elif isinstance(answer, tuple | list):
        if len(answer) != 2:
            raise ValueError(f"it returned a {type(answer).__name__} of {len(answer)}")
        statistic, pvalue = answer
    else:
        statistic, pvalue = None, answer
    p = _number(pvalue, "p-value")
    if not (math.isnan(p) or -_ROUNDING <= p <= 1 + _ROUNDING):
        raise ValueError(f"the p-value was {p:g}, not between 0 and 1")
    return math.nan if statistic is None else _number(statistic, "statistic"), min(max(p, 0.0), 1.0) if p == p else p


def _number(value: Any, what: str) -> float:
    array = np.asarray(value)
    if array.dtype.kind not in "iuf" or array.size != 1:
        raise TypeError(f"the {what} was {shortened(repr(value), 60)}, not a number")
    return float(array.reshape(()))
