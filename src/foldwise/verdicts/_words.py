"""A verdict in words: what a statistician would sign."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from foldwise._core import counted, listed, one_line
from foldwise.data import similar_labels
from foldwise.verdicts._adjust import ADJUST_WORDS
from foldwise.verdicts._forecast_words import breakdown_sentence, forecast_sentence
from foldwise.verdicts._numbers import degrees_words, fixed, limits_words, p_words, places, size_range, statistic_words
from foldwise.verdicts._setting import Setting, spread_of_sizes
from foldwise.verdicts._settlement_words import settlement_sentences
from foldwise.verdicts._sources import sources_sentence
from foldwise.verdicts.tests import NEEDS

if TYPE_CHECKING:
    from foldwise.runs import Run
    from foldwise.verdicts._comparison import Comparison, Decision
    from foldwise.verdicts._verdict import Verdict


NOT_EQUALITY = (
    "Where no difference is established, equality is not shown either: the interval says what remains possible."
)


def paragraph(verdict: Verdict) -> str:
    """One paragraph: who, by how much, how sure, on what design, what to beware of.

    With several comparisons each has a line of its own, and the last paragraph holds what they share.
    """
    forecasts = [_replicates(row, verdict) for row in verdict.comparisons]
    in_common = _said_of_all(forecasts)
    answers = [
        " ".join(filter(None, (comparison_sentence(row, verdict), "" if in_common else words, breakdown_sentence(row))))
        for row, words in zip(verdict.comparisons, forecasts, strict=True)
    ]
    shared = [
        *([in_common] if in_common else []),
        test_sentence(verdict),
        family_sentence(verdict),
        designs_sentence(verdict.runs),
        sources_sentence(verdict.sources),
    ]
    messages = [*_row_messages(verdict), *(caveat.message for caveat in verdict.caveats)]
    if any(_leaves_open(row, verdict) for row in verdict.comparisons):
        shared.insert(0, NOT_EQUALITY)
    if messages:
        shared.append(f"Beware: {' '.join(dict.fromkeys(messages))}")
    return " ".join([*answers, *shared]) if len(answers) == 1 else "\n".join([*answers, " ".join(shared)])


def comparison_sentence(row: Comparison, verdict: Verdict) -> str:
    """Decision, scores, difference, interval and p of one pair on one dataset."""
    row = oriented(row, verdict)
    found = _found(row, verdict)
    on = f"on {row.dataset}"
    unsettled = ", but that is not settled" if row.is_unsettled else ""
    match row.decision:
        case "a" | "b":
            better, worse = (row.a, row.b) if row.decision == "a" else (row.b, row.a)
            called = "is ahead of" if row.is_unsettled else "is better than"
            said = f"{better} {called} {worse} {on}{unsettled}: {found}."
        case "equivalent":
            said = (
                f"{row.a} and {row.b} {'look' if row.is_unsettled else 'are'} practically equivalent {on}{unsettled}: "
                f"{found}; the {_equivalence_level(verdict)} "
                f"interval lies within {verdict.rope:g} of zero."
            )
        case "undetermined":
            said = f"The test cannot decide between {row.a} and {row.b} {on}: {_undecided(row, verdict)}."
        case _ if any(caveat.code == "identical_scores" for caveat in row.caveats):
            scores = _scores(row, verdict)
            said = f"No difference between {row.a} and {row.b} was found {on}: {scores}, alike throughout."
        case _ if verdict.alternative != "two-sided":
            said = f"That {row.a} is better than {row.b} is not established {on}{unsettled}: {found}."
        case _ if row.estimate == 0:
            said = f"No difference between {row.a} and {row.b} was found {on}{unsettled}: {found}."
        case _:
            said = f"No difference between {row.a} and {row.b} is established {on}{unsettled}: {found}."
    return f"{said}{_rope_sentence(row, verdict)}"


def test_sentence(verdict: Verdict) -> str:
    """The test, its statistic where there is one pair, its sides and level."""
    need = NEEDS[verdict.test]
    statistic = ""
    row = verdict.comparisons[0]
    # A test of one's own may return a p-value alone.
    if len(verdict.comparisons) == 1 and (not math.isnan(row.statistic) or math.isnan(row.pvalue)):
        seen = statistic_words(row, need.symbol, turned=is_turned(row, verdict))
        statistic = f" ({need.symbol} = {seen}{degrees_words(row.df)})"
    return f"Test: {need.label}{statistic}, {sides_words(verdict)}, level {verdict.alpha:g}."


def family_sentence(verdict: Verdict) -> str:
    """How many comparisons share the level, and how p-values were adjusted for that."""
    n_rows = len(verdict.comparisons)
    if verdict.family == 1:
        return "Family: this one comparison."
    by_dataset = Counter(row.dataset for row in verdict.comparisons)
    n_pairs = min(by_dataset.values())
    made = f"{counted(n_pairs, 'pair')} of learners on {counted(len(by_dataset), 'dataset')}"
    if max(by_dataset.values()) > n_pairs:
        made = f"{counted(n_rows, 'pair')} of learners, on {counted(len(by_dataset), 'dataset')} in all"
    elif NEEDS[verdict.test].reads == "datasets":
        made = f"{counted(n_pairs, 'pair')} of learners"
    beyond = f", and {verdict.family - n_rows} more that were tried" if verdict.family > n_rows else ""
    how = "not adjusted" if verdict.adjust == "none" else f"adjusted by {ADJUST_WORDS[verdict.adjust]}"
    return f"Family: {counted(verdict.family, 'comparison')} ({made}{beyond}), p-values {how}."


def designs_sentence(runs: Sequence[Run]) -> str:
    """How the scores came about; datasets of one design share a sentence."""
    same = {(run.assignment.description, run.assignment.seed, is_hold_out(run)) for run in runs}
    if len(runs) == 1 or len(same) > 1:
        return " ".join(design_sentence(run, many=len(runs) > 1) for run in runs)
    ((description, seed, _),) = same
    parts = []
    for run in runs:
        n_train, _ = spread_of_sizes(run)
        trained = [] if n_train is None else [f"{size_range(n_train)} for training"]
        size = [] if run.data.n_examples is None else [f"{run.data.n_examples} examples"]
        sizes = f" ({', '.join([*size, *trained])})" if size or trained else ""
        parts.append(f"{one_line(run.data.name)}{sizes}")
    seeded = "" if seed is None else f", seed {seed}"
    return f"Design: {description}{seeded}, on {', '.join(parts)}; {_reach(runs[0], plural=True)}."


def design_sentence(run: Run, *, many: bool = False) -> str:
    """How the scores came about, and the training size that the verdict speaks about."""
    n_train, n_test = spread_of_sizes(run)
    where = f" on {one_line(run.data.name)}" if many else ""
    seed = "" if run.assignment.seed is None else f", seed {run.assignment.seed}"
    of = "" if run.data.n_examples is None else f", of {run.data.n_examples} examples{_doubtful_classes(run)}"
    sizes = ""
    if n_train is not None and n_test is not None:
        sizes = f" ({size_range(n_train)} for training, {size_range(n_test)} for testing)"
    return f"Design{where}: {run.assignment.description}{of}{sizes}{seed}; {_reach(run, plural=False)}."


def _doubtful_classes(run: Run) -> str:
    """Name the classes where two of them may be one, written in two ways."""
    classes = run.data.classes
    return f" in {len(classes)} classes ({listed(classes)})" if similar_labels(classes) else ""


def is_hold_out(run: Run) -> bool:
    """Whether there is one training and one test set."""
    return Setting.of(run, run.metric).is_hold_out


def _reach(run: Run, *, plural: bool) -> str:
    """Say what a conclusion is about, and what it is not about."""
    what = "the conclusions are" if plural else "the conclusion is"
    if not run.assignment.has_folds:
        return f"{what} about the models whose answers these are"
    if is_hold_out(run):
        models = "classifiers" if run.target.task == "classification" else "models"
        where = "one training set of each dataset" if plural else "this one training set"
        return f"{what} about {models} trained on {where}, not about other training sets"
    if run.sizes() is None:
        return f"{what} about learners trained on the training sets of that design, not on all examples"
    return f"{what} about learners trained on that many examples, not on all"


def is_turned(row: Comparison, verdict: Verdict) -> bool:
    """Whether words name `b` first: the learner that is ahead, or of a one-sided question the one asked about."""
    return row.estimate < 0 if verdict.alternative == "two-sided" else verdict.alternative == "less"


def oriented(row: Comparison, verdict: Verdict) -> Comparison:
    """Return the row as words tell it: names on one line, the learner that is named first as `a`."""
    row = replace(row, a=one_line(row.a), b=one_line(row.b), dataset=one_line(row.dataset))
    return _turned(row) if is_turned(row, verdict) else row


def _turned(row: Comparison) -> Comparison:
    """Swap the two learners."""
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
        decision=_SWAPPED.get(row.decision, row.decision),
    )


_SWAPPED: dict[Decision, Decision] = {"a": "b", "b": "a"}


def _replicates(row: Comparison, verdict: Verdict) -> str:
    """Say how the verdict was settled, and whether another execution would agree."""
    if row.settlement is None:
        return forecast_sentence(row, verdict)
    return settlement_sentences(row, verdict, turned=is_turned(row, verdict))


def _said_of_all(forecasts: list[str]) -> str:
    """Give the sentence that is the same for each of several comparisons, to be said once."""
    if len(forecasts) == 1 or len(set(forecasts)) > 1:
        return ""
    each = "Another execution would agree"
    return forecasts[0].replace(each, f"In each comparison {each[0].lower()}{each[1:]}")


def _leaves_open(row: Comparison, verdict: Verdict) -> bool:
    """Whether no difference is established and the interval, of the mean difference, tells what may be."""
    return (
        row.decision == "none"
        and verdict.alternative == "two-sided"
        and row.estimate != 0
        and row.low <= row.estimate <= row.high
    )


def _scores(row: Comparison, verdict: Verdict) -> str:
    metric, n = verdict.metric, places(row)
    mean = "" if metric.label.startswith("mean ") else "mean "
    means = " against ".join(fixed(metric.natural(score), n) for score in (row.score_a, row.score_b))
    return f"{mean}{metric.label} {means}"


def _found(row: Comparison, verdict: Verdict) -> str:
    """Scores, how far apart they are, interval and p; over datasets first the test's own estimate."""
    size = f"{fixed(abs(row.estimate), places(row))} {_way(row.estimate, verdict)}"
    sure = f"({_limits(row, verdict)}{p_words(row, verdict)})"
    scores = _scores(row, verdict)
    if NEEDS[verdict.test].reads == "datasets":
        return f"typically {size} {sure}, {scores}"
    return f"{scores} {sure}" if row.estimate == 0 else f"{scores}, {size} {sure}"


def _way(value: float, verdict: Verdict) -> str:
    return "higher" if (value >= 0) != verdict.metric.lower_is_better else "lower"


def _limits(row: Comparison, verdict: Verdict) -> str:
    """Write the interval; of an error, whose difference runs against the scores, each limit with its direction."""
    n = places(row)
    limits = limits_words(row, n)
    if not limits:
        return ""
    if verdict.metric.lower_is_better and limits != "unbounded":
        limits = " to ".join(f"{fixed(abs(end), n)} {_way(end, verdict)}" for end in (row.high, row.low))
    return f"{100 * (1 - verdict.alpha):g}% interval {limits}, "


def _undecided(row: Comparison, verdict: Verdict) -> str:
    size = fixed(abs(row.estimate), places(row))
    if any(caveat.code == "opposite_signs" for caveat in row.caveats):
        reason = f"a mean difference of {size} one way and a statistic that points the other"
    else:
        reason = f"a mean difference of {size} that does not vary as the test needs, so p is undefined"
    return f"{_scores(row, verdict)}, {reason}"


def _row_messages(verdict: Verdict) -> list[str]:
    """Caveats of the comparisons; what concerns some of several names them."""
    places_of: dict[str, list[str]] = {}
    for row in verdict.comparisons:
        for caveat in row.caveats:
            named = f"{one_line(row.a)} and {one_line(row.b)} on {one_line(row.dataset)}"
            places_of.setdefault(caveat.message, []).append(named)
    n_rows = len(verdict.comparisons)
    return [
        message if len(found) == n_rows else f"{listed(found, most=3, quote=False)}: {message}"
        for message, found in places_of.items()
    ]


def _rope_sentence(row: Comparison, verdict: Verdict) -> str:
    """Say what the Bayesian correlated t test says about the rope, if one was given and the design can tell."""
    if verdict.rope is None or row.p_rope != row.p_rope:
        return ""
    return (
        f" Bayesian correlated t test: {row.a} better by more than {verdict.rope:g} with probability "
        f"{row.p_right:.3f}, within it with {row.p_rope:.3f}, {row.b} better by more with {row.p_left:.3f}."
    )


def sides_words(verdict: Verdict) -> str:
    """Whether both directions count, or which."""
    if verdict.alternative == "two-sided":
        return "two-sided"
    if len(verdict.comparisons) > 1:
        which = "first" if verdict.alternative == "greater" else "second"
        return f"one-sided (is the {which} learner of a pair, in the order given, better?)"
    row = oriented(verdict.comparisons[0], verdict)
    return f"one-sided (is {row.a} better than {row.b}?)"


def _equivalence_level(verdict: Verdict) -> str:
    family = 1 if verdict.adjust == "none" else verdict.family
    return f"{100 * (1 - 2 * verdict.alpha / family):.6g}%"
