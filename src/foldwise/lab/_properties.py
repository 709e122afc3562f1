"""The properties that a test is tried for."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from foldwise._core import counted
from foldwise.lab._found import Found
from foldwise.lab._made_up import MadeUpAnswers, MadeUpScores
from foldwise.lab._own_procedure import OwnProcedure
from foldwise.lab._procedure_check import Outcome
from foldwise.lab._read import READERS
from foldwise.lab._read_own import ask, giver, read_own
from foldwise.stats import rejection_rate
from foldwise.verdicts import Procedure

Look = tuple[Outcome, str]
Mask = npt.NDArray[np.bool_]

_FEW: Final = 40
_EXPERIMENTS: Final = 2000
# Answers that the check of the level may draw in all: some schemes have hundreds of repeats.
_CELLS: Final = 10**8
_AT_ONCE: Final = 10**7
_SURE: Final = 0.999
_FOUND: Final = 0.5
_SHOWN: Final = 10
_OTHER: Final = {"two-sided": "two-sided", "greater": "less", "less": "greater"}


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """A procedure, the name of its test if that is one of foldwise, and made-up results of the kind that it reads."""

    procedure: Procedure | OwnProcedure
    test: str
    made_up: MadeUpScores | MadeUpAnswers

    @property
    def alpha(self) -> float:
        """The level."""
        return self.procedure.alpha

    @property
    def alternative(self) -> str:
        """The side that is asked for; of somebody else's test, that is not known."""
        return self.procedure.alternative if isinstance(self.procedure, Procedure) else "two-sided"

    def read(self, results: Any, *, alternative: str = "") -> Found:
        """Apply the procedure, on another side if asked."""
        if isinstance(self.procedure, OwnProcedure):
            return read_own(self.procedure, results)
        return READERS[self.test](results, alternative or self.alternative)  # type: ignore[no-any-return]

    def several(self) -> list[Any]:
        """Draw experiments without a difference, with a small one and with a large one."""
        return [self.made_up.null(_FEW, lead) for lead in (0.0, 0.03, 0.2)]


def _deterministic(subject: Subject) -> Look:
    results = subject.made_up.null(_FEW)
    first, again = subject.read(results), subject.read(results)
    apart = _apart(first.pvalue, again.pvalue) | _apart(first.statistic, again.statistic)
    if apart.any():
        return "failed", _first_of(apart, "p was {:.4g}, and {:.4g} when asked again", results, first, again)
    return "passed", ""


def _in_range(subject: Subject) -> Look:
    found = [subject.read(results) for results in subject.several()]
    p = np.concatenate([each.pvalue for each in found])
    n_undefined = int(np.isnan(p).sum())
    if n_undefined:
        return "failed", f"p is NaN in {n_undefined} of {p.size} experiments that vary"
    return "passed", f"from {p.min():.3g} to {p.max():.3g}"


def _untouched(subject: Subject) -> Look:
    procedure = subject.procedure
    if not isinstance(procedure, OwnProcedure) or procedure.reads == "run":
        return "not applicable", "what it is given cannot be written into"
    given = giver(procedure, subject.made_up.null(1))(0, 0)
    arrays = [*given[0], *given[1].values()]
    before = [array.copy() for array in arrays]
    ask(procedure, given, trial=0)
    if all(np.array_equal(old, new, equal_nan=True) for old, new in zip(before, arrays, strict=True)):
        return "passed", ""
    return "failed", "the test changed the array it was given: work on a copy"


def _swap(subject: Subject) -> Look:
    n_one_sided = 0
    for results in subject.several():
        found = subject.read(results)
        turned = subject.read(subject.made_up.swapped(results), alternative=_OTHER[subject.alternative])
        if not _apart(found.pvalue + turned.pvalue, 1.0).any():
            n_one_sided += 1
            continue
        apart = _apart(found.pvalue, turned.pvalue)
        if apart.any():
            words = "p is {:.4g} for a against b, and {:.4g} for b against a"
            return "failed", _first_of(apart, words, results, found, turned)
        rejected = found.pvalue <= subject.alpha
        same = rejected & (np.sign(found.direction) != -np.sign(turned.direction))
        if same.any():
            return "failed", f"it favours the same learner before and after in {counted(int(same.sum()), 'experiment')}"
    return "passed", "one-sided: the two p-values sum to 1" if n_one_sided else "p stays, the direction turns"


def _order_of_folds(subject: Subject) -> Look:
    if subject.made_up.assignment.n_folds == 1:
        return "not applicable", "one fold in each repeat"
    return _order(subject, subject.made_up.folds_renumbered)


def _order_of_repeats(subject: Subject) -> Look:
    if subject.made_up.assignment.n_repeats == 1:
        return "not applicable", "one repeat"
    return _order(subject, subject.made_up.repeats_reordered)


def _order(subject: Subject, change: Callable[[Any], Any]) -> Look:
    for results in subject.several():
        found, again = subject.read(results), subject.read(change(results))
        apart = _apart(found.pvalue, again.pvalue)
        if apart.any():
            words = "depends on the order: p goes from {:.4g} to {:.4g}"
            return "noted", _first_of(apart, words, results, found, again)
    return "passed", "p stays"


def _scale(subject: Subject) -> Look:
    made_up = subject.made_up
    if not isinstance(made_up, MadeUpScores):
        return "not applicable", "it does not read differences"
    for results in subject.several():
        found = subject.read(results)
        for factor in (2.0**-10, 2.0**10):
            again = subject.read(made_up.scaled(results, factor))
            apart = _apart(found.pvalue, again.pvalue)
            if apart.any():
                words = f"depends on the scale: p goes from {{:.4g}} to {{:.4g}} for differences times {factor:g}"
                return "noted", _first_of(apart, words, results, found, again)
    return "passed", "p stays when all differences are multiplied"


def _no_difference(subject: Subject) -> Look:
    p = float(subject.read(subject.made_up.identical()).pvalue[0, 0])
    return ("failed" if p <= subject.alpha else "passed"), f"p = {p:.4g} where the learners never differ"


def _constant(subject: Subject) -> Look:
    p = float(subject.read(subject.made_up.constant()).pvalue[0, 0])
    if not isinstance(subject.made_up, MadeUpScores):
        return "passed", f"p = {p:.4g} where a is always right and b never"
    if p <= subject.alpha:
        return "noted", f"rejects with p = {p:.4g} where a is ahead by the same on every fold: no variance was seen"
    return "passed", f"p = {p:.4g} where a is ahead by the same on every fold"


def _tie(subject: Subject) -> Look:
    p = float(subject.read(subject.made_up.tied()).pvalue[0, 0])
    return "passed", f"p = {p:.4g}"


def _large(subject: Subject) -> Look:
    ahead, sign = ("b", -1) if subject.alternative == "less" else ("a", 1)
    decisions = sign * subject.read(subject.made_up.null(_FEW, sign * 0.4)).decisions(subject.alpha)
    if (decisions < 0).any():
        return "failed", f"declares the other learner better where {ahead} is far ahead"
    share = float((decisions > 0).mean())
    words = f"declares {ahead}, which is far ahead, better in {share:.0%} of {_FEW} experiments"
    return ("passed" if share >= _FOUND else "noted"), words


def _level(subject: Subject) -> Look:
    assignment = subject.made_up.assignment
    on_scores = isinstance(subject.made_up, MadeUpScores)
    cells = assignment.n_repeats * (assignment.n_folds if on_scores else assignment.n_examples)
    n = max(min(_EXPERIMENTS, _CELLS // cells), 100)
    sizes = [min(max(_AT_ONCE // cells, 1), n)]
    while sum(sizes) < n:
        sizes.append(min(sizes[0], n - sum(sizes)))
    p = np.concatenate([subject.read(subject.made_up.null(size)).pvalue[:, 0] for size in sizes])
    rate = rejection_rate(p, alpha=subject.alpha)
    low, high = rate.confidence_interval(_SURE)
    words = f"rejects {rate.estimate:.4f} of {n} true nulls at level {subject.alpha:g}"
    kind = "normal differences" if on_scores else "answers"
    if float(low) > subject.alpha:
        return "failed", f"{words}, although {kind} are independent"
    return "passed", f"{words}: cautious" if float(high) < subject.alpha else words


def _apart(one: Any, other: Any) -> Mask:
    return np.asarray(~np.isclose(one, other, rtol=1e-8, atol=1e-12, equal_nan=True))


def _first_of(apart: Mask, words: str, results: Any, found: Found, other: Found) -> str:
    """Say what came out of the first experiment that differs, and what its differences were."""
    place = tuple(np.argwhere(apart)[0])
    d = results.differences()[place].ravel()
    shown = ", ".join(f"{value:.3f}" for value in d[:_SHOWN]) + (", ..." if d.size > _SHOWN else "")
    return f"{words.format(float(found.pvalue[place]), float(other.pvalue[place]))}; differences {shown}"


PROPERTIES: Final[dict[str, Callable[[Subject], Look]]] = {
    "p between 0 and 1": _in_range,
    "same answer twice": _deterministic,
    "input untouched": _untouched,
    "swapped learners": _swap,
    "order of folds": _order_of_folds,
    "order of repeats": _order_of_repeats,
    "scale": _scale,
    "no difference": _no_difference,
    "large difference": _large,
    "constant difference": _constant,
    "tie": _tie,
    "level": _level,
}
