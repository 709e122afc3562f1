"""A gate in words: a headline, the difference, what would decide it, a comment for a pull request."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from foldwise._core import compact, counted, decimals, one_line, percent

if TYPE_CHECKING:
    from foldwise.verdicts.gating._result import Gate

# Caveats to be read first: they can turn an outcome round.
FIRST: Final = frozenset(["orientation_assumed", "percent_as_shares", "seeds_assumed", "skewed_differences"])
_MARKS: Final = {
    "not worse": "\N{WHITE HEAVY CHECK MARK}",
    "worse": "\N{CROSS MARK}",
    "undecided": "\N{WARNING SIGN}",
}
_SPECIAL: Final = "\\`*_|[]<>#@~"


def headline(gate: "Gate") -> str:
    """Return the outcome as a sentence."""
    where = "" if gate.dataset == "data" else f" on {gate.dataset}"
    by = f"by more than {gate.margin:g}{where}"
    match gate.outcome:
        case "not worse":
            return f"Not worse: {gate.candidate} is not worse than {gate.baseline} {by}."
        case "worse":
            return f"Worse: {gate.candidate} is worse than {gate.baseline} {by}."
        case _:
            return f"Undecided: whether {gate.candidate} is worse than {gate.baseline} {by} is open."


def difference(gate: "Gate") -> str:
    """Return both scores, how far they are apart, and the limits."""
    n = _places(gate)
    low_is_good = " (lower is better)" if gate.lower_is_better else ""
    old, new, apart = (compact(value, n) for value in (gate.score_baseline, gate.score_candidate, abs(gate.estimate)))
    which = "better" if gate.estimate > 0 else "worse"
    scores = f"{gate.metric}{low_is_good} {new} against {old}, {f'{apart} {which}' if gate.estimate else 'the same'}"
    if math.isnan(gate.low):
        return f"{scores}; the differences do not vary, so there are no limits"
    return (
        f"{scores}; one-sided {percent(1 - gate.alpha)} limits of the gain {compact(gate.low, n)} and "
        f"{compact(gate.high, n)}"
    )


def to_decide(gate: "Gate") -> str:
    """Return what would decide it."""
    if math.isnan(gate.low) and gate.estimate == 0:
        return f"the scores of both are equal everywhere; {gate.unit}s on which they differ would tell how they vary"
    if math.isnan(gate.low):
        return f"no number of {gate.unit}s would do while the differences do not vary"
    if gate.n_needed is None and gate.estimate + gate.margin == 0:
        return f"no number of {gate.unit}s would do: the present difference is at the margin"
    if gate.n_needed is None and gate.kind == "crossed":
        return f"no number of {gate.unit}s would do at the present difference: more seeds are needed"
    if gate.n_needed is None and gate.unit == "repeat":
        return "no number of repeats would do at the present difference: more examples are needed"
    if gate.n_needed is None:
        return f"no number of {gate.unit}s that one could have would do: the present difference is at the margin"
    outcome = "not worse" if gate.estimate > -gate.margin else "worse"
    return (
        f"about {gate.n_needed:,} {gate.unit}s in all (there are {gate.n:,}), if the difference stays what it is: "
        f"{outcome} then"
    )


def caveats(codes: Sequence[str], *, more: bool) -> str:
    """Return how many caveats are only in the details, and their codes.

    >>> caveats(["[approximate]"], more=False), caveats([], more=True)
    ('1 caveat [approximate]', '')
    """
    return f"{counted(len(codes), 'more caveat' if more else 'caveat')} {' '.join(codes)}" if codes else ""


def details(gate: "Gate") -> str:
    """Return all of it in words, with the rates of error that were measured."""
    decided = f" To decide: {gate.to_decide()}." if gate.outcome == "undecided" else ""
    beware = " ".join(caveat.message for caveat in gate.caveats)
    rule = (
        f"A gate says not worse if the lower limit is above {_signed(-gate.margin)}, worse if the upper limit is below "
        "it, and undecided otherwise."
    )
    numbers = one_line(difference(gate))
    return one_line(
        f"{gate.headline()} {numbers[:1].upper()}{numbers[1:]}. Limits: {gate.method}; {gate.design}. {rule}{decided} "
        f"{_measured(gate)} {beware} {gate.reading}"
    ).strip()


def _measured(gate: "Gate") -> str:
    if gate.measured is not None:
        return gate.measured.sentence()
    if gate.kind == "equal":
        return "The rate of calling a candidate not worse that is worse by the margin is at most alpha."
    return "No rates of error were measured for this case."


def markdown(gate: "Gate") -> str:
    """Return a comment for a pull request."""
    n = _places(gate)
    limits = "none" if math.isnan(gate.low) else f"{compact(gate.low, n)} to {compact(gate.high, n)}"
    gain = f"{'+' if gate.estimate > 0 else ''}{compact(gate.estimate, n)}"
    scores = f"{compact(gate.score_baseline, n)} | {compact(gate.score_candidate, n)}"
    lower = ", lower is better" if gate.lower_is_better else ""
    level = percent(1 - gate.alpha)
    rows = [
        f"**{_MARKS[gate.outcome]} {_escaped(gate.headline())}**",
        "",
        f"| {_escaped(gate.metric)}{lower} | baseline | candidate | gain | one-sided {level} limits | lowest allowed |",
        "|---|---:|---:|---:|---:|---:|",
        f"| {_escaped(gate.dataset)} | {scores} | {gain} | {limits} | {_signed(-gate.margin)} |",
        "",
        f"{_escaped(gate.method)}; {_escaped(gate.design)}.",
    ]
    if gate.outcome == "undecided":
        rows.append(f"To decide: {gate.to_decide()}.")
    rows += [_escaped(caveat.message) for caveat in gate.caveats if caveat.code in FIRST]
    return "\n".join(rows) + "\n"


def _signed(value: float) -> str:
    return f"{value:g}" if value else "0"


def _places(gate: "Gate") -> int:
    scale = gate.margin or abs(gate.estimate)
    return decimals(scale, is_share=True) if scale > 0 else 3


def _escaped(text: str) -> str:
    r"""Return a name or sentence in which nothing is Markdown or HTML.

    >>> print(_escaped("a|b <i> @all"))
    a\|b \<i\> \@all
    """
    safe = one_line(text)
    for sign in _SPECIAL:
        safe = safe.replace(sign, f"\\{sign}")
    return safe
