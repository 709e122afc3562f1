"""A verdict in words: what a statistician would sign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from foldwise._core import counted, one_line
from foldwise.verdicts._adjust import ADJUST_WORDS
from foldwise.verdicts._needs import NEEDS
from foldwise.verdicts._numbers import degrees_words, fixed, limits_words, p_words, places, size_range, statistic_words
from foldwise.verdicts._setting import spread_of_sizes
from foldwise.verdicts._sources import sources_sentence

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
    shared = [
        test_sentence(verdict),
        family_sentence(verdict),
        designs_sentence(verdict.runs),
        sources_sentence(verdict.sources),
    ]
    caveats = [caveat for row in verdict.comparisons for caveat in row.caveats]
    messages = list(dict.fromkeys(caveat.message for caveat in (*caveats, *verdict.caveats)))
    if any(row.decision == "none" and row.estimate != 0 and row.low == row.low for row in verdict.comparisons):
        shared.insert(0, NOT_EQUALITY)
    if messages:
        shared.append(f"Beware: {' '.join(messages)}")
    return " ".join([*answers, *shared]) if len(answers) == 1 else "\n".join([*answers, " ".join(shared)])


def comparison_sentence(row: Comparison, verdict: Verdict) -> str:
    """Decision, scores, difference, interval and p of one pair on one dataset."""
    metric, n = verdict.metric, places(row)
    row = replace(row, a=one_line(row.a), b=one_line(row.b), dataset=one_line(row.dataset))
    row = row if row.estimate >= 0 else _turned(row)
    ahead = "lower" if metric.lower_is_better else "higher"
    mean_a, mean_b = (fixed(metric.natural(score), n) for score in (row.score_a, row.score_b))
    scores = f"mean {metric.label} {mean_a} against {mean_b}"
    size = fixed(abs(row.estimate), n)
    sure = f"({_limits(row, verdict, n)}{p_words(row, verdict)})"
    match row.decision:
        case "a" | "b":
            said = f"{row.a} is better than {row.b} on {row.dataset}: {scores}, {size} {ahead} {sure}."
        case "equivalent":
            said = (
                f"{row.a} and {row.b} are practically equivalent on {row.dataset}: {scores}, {size} {ahead} {sure}; "
                f"the {_equivalence_level(verdict)} interval lies within {verdict.rope:g} of zero."
            )
        case "undetermined":
            reason = _undecided(row, size)
            said = f"The test cannot decide between {row.a} and {row.b} on {row.dataset}: {scores}, {reason}."
        case _ if any(caveat.code == "identical_scores" for caveat in row.caveats):
            said = (
                f"No difference between {row.a} and {row.b} was found on {row.dataset}: {scores}, alike on every fold."
            )
        case _ if row.estimate == 0:
            said = f"No difference between {row.a} and {row.b} was found on {row.dataset}: {scores} {sure}."
        case _:
            said = (
                f"No difference between {row.a} and {row.b} is established on {row.dataset}: {scores}, {size} {ahead} "
                f"{sure}."
            )
    return f"{said}{_rope_sentence(row, verdict)}"


def test_sentence(verdict: Verdict) -> str:
    """The test, its statistic where there is one pair, its sides and level."""
    need = NEEDS[verdict.test]
    statistic = ""
    if len(verdict.comparisons) == 1:
        row = verdict.comparisons[0]
        statistic = f" ({need.symbol} = {statistic_words(row, need.symbol)}{degrees_words(row.df)})"
    return f"Test: {need.label}{statistic}, {_sides(verdict)}, level {verdict.alpha:g}."


def family_sentence(verdict: Verdict) -> str:
    """How many comparisons share the level, and how p-values were adjusted for that."""
    n_rows = len(verdict.comparisons)
    if verdict.family == 1:
        return "Family: this one comparison."
    datasets = {row.dataset for row in verdict.comparisons}
    n_pairs = n_rows // len(datasets)
    made = f"{counted(n_pairs, 'pair')} of learners on {counted(len(datasets), 'dataset')}"
    if next(iter(datasets)).endswith(" datasets") and NEEDS[verdict.test].reads == "datasets":
        made = f"{counted(n_pairs, 'pair')} of learners"
    beyond = f", and {verdict.family - n_rows} more that were tried" if verdict.family > n_rows else ""
    how = "not adjusted" if verdict.adjust == "none" else f"adjusted by {ADJUST_WORDS[verdict.adjust]}"
    return f"Family: {counted(verdict.family, 'comparison')} ({made}{beyond}), p-values {how}."


def designs_sentence(runs: Sequence[Run]) -> str:
    """How the scores came about; datasets of one design share a sentence."""
    if len(runs) == 1:
        return design_sentence(runs[0])
    same = {(run.assignment.description, run.assignment.seed) for run in runs}
    if len(same) > 1 or any(run.data.n_examples is None or run.sizes() is None for run in runs):
        return " ".join(design_sentence(run, many=True) for run in runs)
    ((description, seed),) = same
    parts = []
    for run in runs:
        n_train, _ = spread_of_sizes(run)
        assert n_train is not None
        parts.append(f"{one_line(run.data.name)} {run.data.n_examples} ({size_range(n_train)} for training)")
    seeded = "" if seed is None else f", seed {seed}"
    return (
        f"Design: {description}{seeded}, of so many examples: {', '.join(parts)}; the conclusions are about learners "
        "trained on that many examples, not on all."
    )


def design_sentence(run: Run, *, many: bool = False) -> str:
    """How the scores came about, and the training size that the verdict speaks about."""
    n_train, n_test = spread_of_sizes(run)
    where = f" on {one_line(run.data.name)}" if many else ""
    seed = "" if run.assignment.seed is None else f", seed {run.assignment.seed}"
    of = "" if run.data.n_examples is None else f", of {run.data.n_examples} examples"
    if n_train is None or n_test is None:
        return (
            f"Design{where}: {run.assignment.description}{of}{seed}; the conclusion is about learners trained on the "
            "training sets of that design, not on all examples."
        )
    return (
        f"Design{where}: {run.assignment.description}{of} ({size_range(n_train)} for training, {size_range(n_test)} "
        f"for testing){seed}; the conclusion is about learners trained on that many examples, not on all."
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
        p_left=row.p_right,
        p_right=row.p_left,
    )


def _limits(row: Comparison, verdict: Verdict, n: int) -> str:
    limits = limits_words(row, n)
    return f"{100 * (1 - verdict.alpha):g}% interval {limits}, " if limits else ""


def _undecided(row: Comparison, size: str) -> str:
    if any(caveat.code == "opposite_signs" for caveat in row.caveats):
        return f"a mean difference of {size} one way and a statistic that points the other"
    return f"a mean difference of {size} that does not vary as the test needs, so p is undefined"


def _rope_sentence(row: Comparison, verdict: Verdict) -> str:
    """Say what the Bayesian correlated t test says about the rope, if one was given and the design can tell."""
    if verdict.rope is None or row.p_rope != row.p_rope:
        return ""
    return (
        f" Bayesian correlated t test: {row.a} better by more than {verdict.rope:g} with probability "
        f"{row.p_right:.3f}, within {verdict.rope:g} {row.p_rope:.3f}, {row.b} better by more {row.p_left:.3f}."
    )


def _sides(verdict: Verdict) -> str:
    if verdict.alternative == "two-sided":
        return "two-sided"
    first, second = ("a", "b") if verdict.alternative == "greater" else ("b", "a")
    if len(verdict.comparisons) > 1:
        return f"one-sided (is {first} better than {second}?)"
    row = verdict.comparisons[0]
    return f"one-sided (is {getattr(row, first)} better than {getattr(row, second)}?)"


def _equivalence_level(verdict: Verdict) -> str:
    family = 1 if verdict.adjust == "none" else verdict.family
    return f"{100 * (1 - 2 * verdict.alpha / family):.3g}%"
