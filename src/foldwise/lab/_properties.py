"""The properties that a test is tried for."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from foldwise._core import counted, limits_text
from foldwise.lab._made_up import MadeUpAnswers, MadeUpScores
from foldwise.lab._procedures import OwnProcedure
from foldwise.lab._read import Findings, ask, giver, read_own, read_test
from foldwise.stats import rejection_rate
from foldwise.verdicts import Alternative, Procedure

Outcome = Literal["passed", "failed", "noted", "not applicable"]
Look = tuple[Outcome, str]
Mask = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

_FEW: Final = 40
_EXPERIMENTS: Final = 20_000
# A slow test gets fewer experiments, but never less than this.
_AT_LEAST: Final = 2_000
_SECONDS: Final = 1.0
_BLOCK: Final = 500
# Answers that the check of the level may draw in all: some schemes have hundreds of repeats.
_CELLS: Final = 10**8
_AT_ONCE: Final = 10**7
# A test that is right at its own level only is no test: its p-value says something else than it seems to.
_LEVELS: Final = (0.01, 0.05, 0.1)
_MIDDLE: Final = 0.5
# Nobody decides at the middle. It shows a p-value that is none; an approximation may be off by a tenth.
_SLACK: Final = 1.1
# Up to five levels are looked at: together they mistake a sound test in one of a thousand checks.
_SURE: Final = 0.9998
_FOUND: Final = 0.5
_HALF: Final = 0.5
_SHOWN: Final = 10
_NO_STATISTIC: Final = (
    "signed=True, but the test returns no statistic that could say who is better: return a pair of statistic and "
    "p-value, or leave out signed"
)
_WHO: Final = {1: "a", -1: "b"}
_OTHER: Final[dict[Alternative, Alternative]] = {"two-sided": "two-sided", "greater": "less", "less": "greater"}


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """What is tried out.

    Parameters
    ----------
    procedure : Procedure or OwnProcedure
        The scheme and the test.
    test : str
        Name of the test if it is one of foldwise.
    made_up : MadeUpScores or MadeUpAnswers
        Results of the kind that it reads.
    n_nulls : int or None
        True nulls for the level; None for as many as are cheap.
    """

    procedure: Procedure | OwnProcedure
    test: str
    made_up: MadeUpScores | MadeUpAnswers
    n_nulls: int | None

    @property
    def alpha(self) -> float:
        """The level."""
        return self.procedure.alpha

    @property
    def alternative(self) -> Alternative:
        """The side that is asked for; of somebody else's test, that is not known."""
        return self.procedure.alternative if isinstance(self.procedure, Procedure) else "two-sided"

    def read(self, results: Any, *, alternative: Alternative | None = None) -> Findings:
        """Apply the procedure, on another side if asked."""
        if isinstance(self.procedure, OwnProcedure):
            return read_own(self.procedure, results)
        return read_test(self.test, results, alternative or self.alternative)

    def several(self) -> list[Any]:
        """Draw experiments without a difference, with a small one and with a large one."""
        return [self.made_up.null(_FEW, lead) for lead in (0.0, 0.03, 0.2)]


def _deterministic(subject: Subject) -> Look:
    results = subject.made_up.null(_FEW)
    once, again = subject.read(results), subject.read(results)
    apart = _apart(once.pvalue, again.pvalue) | _apart(once.statistic, again.statistic)
    if apart.any():
        return "failed", _first_of(apart, "p was {:.4g}, and {:.4g} when asked again", results, once, again)
    return "passed", ""


def _in_range(subject: Subject) -> Look:
    several = [subject.read(results) for results in subject.several()]
    p = np.concatenate([each.pvalue for each in several])
    n_undefined = int(np.isnan(p).sum())
    if n_undefined:
        return "failed", f"p is NaN in {n_undefined} of {p.size} experiments that vary"
    return "passed", f"from {p.min():.3g} to {p.max():.3g}"


def _untouched(subject: Subject) -> Look:
    procedure = subject.procedure
    if not isinstance(procedure, OwnProcedure) or procedure.reads == "run":
        return "not applicable", "what it is given cannot be written into"
    arguments = giver(procedure, subject.made_up.null(1))(0, 0)
    arrays = [*arguments[0], *arguments[1].values()]
    before = [array.copy() for array in arrays]
    ask(procedure, arguments, trial=0)
    if all(np.array_equal(old, new, equal_nan=True) for old, new in zip(before, arrays, strict=True)):
        return "passed", ""
    return "failed", "the test changed the array it was given: work on a copy"


def _swap(subject: Subject) -> Look:
    one_sided = two_sided = True
    example = ""
    for results in subject.several():
        findings = subject.read(results)
        turned = subject.read(subject.made_up.swapped(results), alternative=_OTHER[subject.alternative])
        if _lacks_statistic(subject, findings):
            return "failed", _NO_STATISTIC
        apart = _apart(findings.pvalue, turned.pvalue)
        total = findings.pvalue + turned.pvalue
        # A discrete test counts what was seen on both sides, so that its two p-values sum to more than 1.
        short = (total < 1) & _apart(total, 1.0)
        two_sided, one_sided = two_sided and not apart.any(), one_sided and not short.any()
        if apart.any() and not example:
            telling = apart & short if (apart & short).any() else apart
            words = "p is {:.4g} for a against b, and {:.4g} for b against a"
            example = _first_of(telling, words, results, findings, turned)
        same = (findings.pvalue <= subject.alpha) & (np.sign(findings.direction) != -np.sign(turned.direction))
        if two_sided and same.any():
            return "failed", f"it favours the same learner before and after in {counted(int(same.sum()), 'experiment')}"
    if two_sided:
        return "passed", "p stays, the direction turns"
    return ("passed", "one-sided: the two p-values sum to 1 at least") if one_sided else ("failed", example)


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
        findings, again = subject.read(results), subject.read(change(results))
        apart = _apart(findings.pvalue, again.pvalue)
        if apart.any():
            words = "depends on the order: p goes from {:.4g} to {:.4g}"
            return "noted", _first_of(apart, words, results, findings, again)
    return "passed", "p stays"


def _scale(subject: Subject) -> Look:
    made_up = subject.made_up
    if not isinstance(made_up, MadeUpScores):
        return "not applicable", "it does not read differences"
    for results in subject.several():
        findings = subject.read(results)
        for factor in (2.0**-10, 2.0**10):
            again = subject.read(made_up.scaled(results, factor))
            apart = _apart(findings.pvalue, again.pvalue)
            if apart.any():
                words = f"depends on the scale: p goes from {{:.4g}} to {{:.4g}} for differences times {factor:g}"
                return "noted", _first_of(apart, words, results, findings, again)
    return "passed", "p stays when all differences are multiplied"


def _no_difference(subject: Subject) -> Look:
    p = float(subject.read(subject.made_up.identical()).pvalue[0, 0])
    words = f"p = {p:.4g} where the learners never differ"
    if np.isnan(p) or p <= subject.alpha:
        return "failed", f"{words}: it should be 1"
    # Half is right, too, for a one-sided test whose statistic is continuous.
    return ("passed", words) if p >= _HALF else ("noted", f"{words}: 1 would be expected")


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


def _sees(subject: Subject) -> Look:
    # Of somebody else's test the side is not known: it must see one of the two.
    sides = {"greater": (1,), "less": (-1,)}.get(subject.alternative, (1, -1))
    shares, smallest = [], 1.0
    for sign in sides:
        findings = subject.read(subject.made_up.null(_FEW, sign * 0.4))
        if _lacks_statistic(subject, findings):
            return "failed", _NO_STATISTIC
        decisions = sign * findings.decisions(subject.alpha)
        if (decisions < 0).any():
            return "failed", f"declares the other learner better where {_WHO[sign]} is far ahead"
        shares.append(float((decisions > 0).mean()))
        smallest = float(np.fmin(smallest, np.nanmin(findings.pvalue)))
    share = max(shares)
    who = _WHO[sides[shares.index(share)]]
    if share == 0:
        if smallest > subject.alpha:
            return "failed", f"p is never below {smallest:.3g}, even where a learner is far ahead on all folds"
        return "failed", "rejects where a learner is far ahead, but its statistic points at the other one"
    words = f"declares {who}, which is far ahead, better in {share:.0%} of {_FEW} experiments"
    return ("passed" if share >= _FOUND else "noted"), words


def _level(subject: Subject) -> Look:
    p = _null_pvalues(subject)
    rates = {level: rejection_rate(p, alpha=level) for level in sorted({subject.alpha, *_LEVELS, _MIDDLE})}
    limits = {level: [float(limit) for limit in rate.confidence_interval(_SURE)] for level, rate in rates.items()}
    low, high = limits[subject.alpha]
    words = f"rejects {rates[subject.alpha].estimate:.4f} of {p.size} true nulls at level {subject.alpha:g}"
    words += f" ({_SURE:.2%} interval {limits_text(low, high, 4)}); "
    words += ", ".join(f"{rate.estimate:.4f} at {level:g}" for level, rate in rates.items() if level != subject.alpha)
    above = [level for level, (least, _) in limits.items() if least > level]
    if any(level in (subject.alpha, *_LEVELS) or limits[level][0] > _SLACK * level for level in above):
        kind = "normal differences" if isinstance(subject.made_up, MadeUpScores) else "answers"
        at = ", ".join(f"{level:g}" for level in above)
        return "failed", f"{words}: too often at {at}, although {kind} are independent"
    words += ": cautious" if high < subject.alpha else ""
    if above:
        return "noted", f"{words}; a little too often at {_MIDDLE:g}, where nobody decides; p is an approximation"
    return "passed", words


def _null_pvalues(subject: Subject) -> Floats:
    """Read true nulls: as many as were asked for, else as many as are cheap."""
    made_up = subject.made_up
    assignment = made_up.assignment
    cells = assignment.n_repeats * (assignment.n_folds if isinstance(made_up, MadeUpScores) else assignment.n_examples)
    most = subject.n_nulls or max(min(_EXPERIMENTS, _CELLS // cells), 100)
    least = subject.n_nulls or min(_AT_LEAST, most)
    block = max(min(_BLOCK, _AT_ONCE // cells), 1)
    read: list[Floats] = []
    n, start = 0, perf_counter()
    while n < least or (n < most and perf_counter() - start < _SECONDS):
        read.append(subject.read(made_up.null(min(block, most - n))).pvalue[:, 0])
        n += read[-1].size
    return np.concatenate(read)


def _lacks_statistic(subject: Subject, findings: Findings) -> bool:
    procedure = subject.procedure
    return isinstance(procedure, OwnProcedure) and procedure.signed and bool(np.isnan(findings.statistic).all())


def _apart(one: Any, other: Any) -> Mask:
    return np.asarray(~np.isclose(one, other, rtol=1e-8, atol=1e-12, equal_nan=True))


def _first_of(apart: Mask, words: str, results: Any, findings: Findings, other: Findings) -> str:
    """Return what came out of the first experiment that differs, and what its differences were."""
    place = tuple(np.argwhere(apart)[0])
    d = results.differences()[place].ravel()
    shown = ", ".join(f"{value:.3f}" for value in d[:_SHOWN]) + (", ..." if d.size > _SHOWN else "")
    return f"{words.format(float(findings.pvalue[place]), float(other.pvalue[place]))}; differences {shown}"


PROPERTIES: Final[dict[str, Callable[[Subject], Look]]] = {
    "p between 0 and 1": _in_range,
    "same answer twice": _deterministic,
    "input untouched": _untouched,
    "swapped learners": _swap,
    "order of folds": _order_of_folds,
    "order of repeats": _order_of_repeats,
    "scale": _scale,
    "no difference": _no_difference,
    "sees a difference": _sees,
    "constant difference": _constant,
    "tie": _tie,
    "level": _level,
}
