"""A verdict in words: what a statistician would sign."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from foldwise._core import one_line
from foldwise.verdicts._needs import NEEDS

if TYPE_CHECKING:
    from foldwise.runs import Run
    from foldwise.verdicts._comparison import Comparison
    from foldwise.verdicts._verdict import Verdict


NOT_EQUALITY = (
    "Where no difference is established, equality is not shown either: the interval says what remains possible."
)


def paragraph(verdict: Verdict) -> str:
    """One paragraph: who, by how much, how sure, on what design, what to beware of.

    With several comparisons each has a line of its own, and the last paragraph holds what they share.
    """
    answers = [comparison_sentence(row, verdict) for row in verdict.comparisons]
    shared = [test_sentence(verdict), *(design_sentence(run, many=len(verdict.runs) > 1) for run in verdict.runs)]
    caveats = [caveat for row in verdict.comparisons for caveat in row.caveats]
    messages = list(dict.fromkeys(caveat.message for caveat in (*caveats, *verdict.caveats)))
    if any(row.decision == "none" and row.estimate != 0 for row in verdict.comparisons):
        shared.insert(0, NOT_EQUALITY)
    if messages:
        shared.append(f"Beware: {' '.join(messages)}")
    return " ".join([*answers, *shared]) if len(answers) == 1 else "\n".join([*answers, " ".join(shared)])


def comparison_sentence(row: Comparison, verdict: Verdict) -> str:
    """Decision, scores, difference, interval and p of one pair on one dataset."""
    metric, places = verdict.metric, _places(row)
    row = replace(row, a=one_line(row.a), b=one_line(row.b), dataset=one_line(row.dataset))
    row = row if row.estimate >= 0 else _turned(row)
    ahead = "lower" if metric.lower_is_better else "higher"
    mean_a, mean_b = (_fixed(metric.natural(score), places) for score in (row.score_a, row.score_b))
    scores = f"mean {metric.label} {mean_a} against {mean_b}"
    size = _fixed(abs(row.estimate), places)
    level = f"{100 * (1 - verdict.alpha):g}%"
    sure = f"({level} interval {_fixed(row.low, places)} to {_fixed(row.high, places)}, {_p(row, verdict)})"
    match row.decision:
        case "a" | "b":
            return f"{row.a} is better than {row.b} on {row.dataset}: {scores}, {size} {ahead} {sure}."
        case "equivalent":
            return (
                f"{row.a} and {row.b} are practically equivalent on {row.dataset}: {scores}, {size} {ahead} {sure}; "
                f"the {_equivalence_level(verdict)} interval lies within {verdict.rope:g} of zero."
            )
        case "undetermined":
            return (
                f"The test cannot decide between {row.a} and {row.b} on {row.dataset}: {scores}, the same "
                f"difference of {size} on every fold, so p is undefined."
            )
    if any(caveat.code == "identical_scores" for caveat in row.caveats):
        return f"No difference between {row.a} and {row.b} was found on {row.dataset}: {scores}, alike on every fold."
    if row.estimate == 0:
        return f"No difference between {row.a} and {row.b} was found on {row.dataset}: {scores} {sure}."
    return (
        f"No difference between {row.a} and {row.b} is established on {row.dataset}: {scores}, {size} {ahead} {sure}."
    )


def test_sentence(verdict: Verdict) -> str:
    """The test, its statistic where there is one pair, its sides and level."""
    need = NEEDS[verdict.test]
    statistic = ""
    if len(verdict.comparisons) == 1:
        row = verdict.comparisons[0]
        value = _statistic(row, need.symbol)
        degrees = "" if row.df is None else f", df = {row.df:g}"
        statistic = f" ({need.symbol} = {value}{degrees})"
    return f"Test: {need.label}{statistic}, {_sides(verdict)}, level {verdict.alpha:g}."


def design_sentence(run: Run, *, many: bool = False) -> str:
    """How the scores came about, and the training size that the verdict speaks about."""
    n_train, n_test = (_range(int(sizes.min()), int(sizes.max())) for sizes in run.sizes())
    where = f" on {run.data.name}" if many else ""
    return (
        f"Design{where}: {run.assignment.description}, of {run.data.n_examples} examples ({n_train} for training, "
        f"{n_test} for testing), seed {run.assignment.seed}; the conclusion is about learners trained on that many "
        "examples, not on all."
    )


def _turned(row: Comparison) -> Comparison:
    """Name the leading learner first."""
    return replace(
        row,
        a=row.b,
        b=row.a,
        score_a=row.score_b,
        score_b=row.score_a,
        estimate=-row.estimate,
        low=-row.high,
        high=-row.low,
    )


def _sides(verdict: Verdict) -> str:
    if verdict.alternative == "two-sided":
        return "two-sided"
    first, second = ("a", "b") if verdict.alternative == "greater" else ("b", "a")
    if len(verdict.comparisons) > 1:
        return f"one-sided (is {first} better than {second}?)"
    row = verdict.comparisons[0]
    return f"one-sided (is {getattr(row, first)} better than {getattr(row, second)}?)"


def _statistic(row: Comparison, symbol: str) -> str:
    """Write the statistic as seen from the learner that is ahead, like the rest of the paragraph."""
    behind = row.estimate < 0
    if symbol == "wins":
        return f"{row.n_scores - row.statistic if behind else row.statistic:g} of {row.n_scores}"
    return f"{-row.statistic if behind and symbol == 't' else row.statistic:.4g}"


def _range(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low} to {high}"


def _p(row: Comparison, verdict: Verdict) -> str:
    adjusted = "adjusted " if len(verdict.comparisons) > 1 else ""
    p = row.adjusted_pvalue
    if p < 1e-4:
        return f"{adjusted}p = {p:.1e}"
    # Enough digits to be seen on its own side of the level.
    digits = next((n for n in range(2, 17) if (float(f"{p:.{n}g}") <= verdict.alpha) == (p <= verdict.alpha)), 17)
    return f"{adjusted}p = {p:.{digits}g}"


def _equivalence_level(verdict: Verdict) -> str:
    return f"{100 * (1 - 2 * verdict.alpha / len(verdict.comparisons)):.3g}%"


def _places(row: Comparison) -> int:
    """Decimals that show two significant digits of the uncertainty, or of the difference where there is none."""
    scale = max(row.high - row.low, 0.0) / 2 or abs(row.estimate) or 0.001
    places = 3 if not math.isfinite(scale) else max(0, min(12, 1 - math.floor(math.log10(scale))))
    # Shares such as accuracies are read to the tenth of a percent.
    return max(places, 3) if max(abs(row.score_a), abs(row.score_b)) <= 1 else places


def _fixed(value: float, places: int) -> str:
    # A scale far from 1 would print as a long row of digits.
    # Adding zero turns a rounded -0 into 0.
    return f"{round(value, places) + 0.0:.{places}f}" if abs(value) < 1e6 and places < 8 else f"{value + 0.0:.4g}"
