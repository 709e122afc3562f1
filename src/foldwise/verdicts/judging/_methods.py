"""For the paper: how a verdict was reached, with citations, their BibTeX, and the item of a checklist."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from foldwise._core import counted, environment, listed, one_line, percent
from foldwise.stats import bayesian_correlated_t, corrected_tost, half_sampling_variance, max_t, twofold_jackknife_t
from foldwise.verdicts._family import ADJUST_METHODS, ADJUST_WORDS
from foldwise.verdicts.evidence._designs import sources_sentence
from foldwise.verdicts.overall._methods import over_datasets_papers, over_datasets_sentences
from foldwise.verdicts.tests._own_test import OWN
from foldwise.verdicts.tests._references import Reference, cited, entries_of, references_of
from foldwise.verdicts.tests._table import NEEDS

if TYPE_CHECKING:
    from foldwise.verdicts.judging._verdict import Verdict

# Papers name everything; a study of hundreds of datasets has a table for it.
_MOST_NAMES: Final = 30


def methods_paragraph(verdict: Verdict) -> str:
    """Return how the verdict was reached: data, design, metric, test, adjustment, intervals, forecast, software."""
    sentences = [
        _compared(verdict),
        _design(verdict),
        _tuning(verdict),
        _test(verdict),
        _differs(verdict),
        _family(verdict),
        _equivalence(verdict),
        _intervals(verdict),
        _forecast(verdict),
        "" if verdict.overall is None else over_datasets_sentences(verdict.overall),
        f"The tests were computed with foldwise {environment()['foldwise']}.",
    ]
    return " ".join(filter(None, sentences))


def methods_bibtex(verdict: Verdict) -> str:
    """Return the entries of all papers that the methods cite, and of the software."""
    papers = [
        *_papers_of_test(verdict),
        *_papers_of_family(verdict),
        *_papers_of_equivalence(verdict),
        *_papers_of_guard(verdict),
        *([] if verdict.overall is None else over_datasets_papers(verdict.overall)),
    ]
    return entries_of(papers)


def checklist_item(verdict: Verdict) -> str:
    """Return what a reproducibility checklist asks about significance: what varies, how it is computed, on what."""
    need = NEEDS[verdict.test]
    caveats = [*(caveat for row in verdict.comparisons for caveat in row.caveats), *verdict.caveats]
    limits = " ".join(dict.fromkeys(one_line(caveat.message) for caveat in caveats))
    lines = [
        ("Significance", f"{counted(len(verdict.comparisons), 'comparison')}, tested at level {verdict.alpha:g}."),
        ("What varies", sources_sentence(verdict.sources)),
        ("Test", f"{_test(verdict)} {_family(verdict)}"),
        ("Intervals", _intervals(verdict) or "None: the test has none, or none for these data."),
        ("Assumptions", need.assumes),
        ("Limits", limits or "None known beyond these assumptions."),
    ]
    return "\n".join(f"{label}: {words}" for label, words in lines)


def _compared(verdict: Verdict) -> str:
    learners = list(dict.fromkeys(name for run in verdict.runs for name in run.learner_names))
    datasets = [
        one_line(run.data.name)
        + ("" if run.data.n_examples is None else f" ({counted(run.data.n_examples, 'example')})")
        for run in verdict.runs
    ]
    how = f"by {verdict.metric.label} on {_listed(datasets)}"
    if verdict.against is not None:
        others = [one_line(name) for name in learners if name != verdict.against]
        verb = "was" if len(others) == 1 else "were each"
        return f"{_listed(others)} {verb} compared with {one_line(verdict.against)} {how}."
    return f"{_listed(map(one_line, learners))} were compared {how}."


def _listed(names: Iterable[str]) -> str:
    several = list(names)
    if 1 < len(several) <= _MOST_NAMES:
        return f"{', '.join(several[:-1])} and {several[-1]}"
    return listed(several, most=_MOST_NAMES, quote=False)


def _design(verdict: Verdict) -> str:
    if verdict.settled is not None:
        return _settling(verdict)
    parts = []
    for run in verdict.runs:
        seed = "" if run.assignment.seed is None else f", seed {run.assignment.seed}"
        parts.append(f"{one_line(run.assignment.description)}{seed}")
    designs = list(dict.fromkeys(parts))
    is_imported = any(run.is_imported for run in verdict.runs)
    how = "the scores were computed elsewhere" if is_imported else "all learners had the same splits"
    return f"Design: {'; '.join(designs)}; {how}."


def _tuning(verdict: Verdict) -> str:
    """Return how many settings were tried; the name of an option means nothing to readers of a paper."""
    messages = [caveat.message for caveat in verdict.caveats if caveat.code == "tuned"]
    return one_line(messages[0].replace(" (tries='counted')", "")) if messages else ""


def _settling(verdict: Verdict) -> str:
    """Return how repeats were added, and how many there were."""
    settlements = [row.settlement for row in verdict.comparisons if row.settlement is not None]
    repeats = sorted({settlement.n_repeats for settlement in settlements})
    folds = "two-fold" if settlements[0].form == "two-fold" else "ten-fold"
    n_settled = sum(settlement.settled for settlement in settlements)
    made = f"{repeats[0]}" if len(repeats) == 1 else f"{repeats[0]} to {repeats[-1]}"
    ended = (
        ("it was settled" if n_settled else "it was not settled")
        if len(settlements) == 1
        else f"{n_settled} of {len(settlements)} were settled"
    )
    more = (
        "" if folds == "two-fold" else " Variance factor and degrees of freedom of the test are those of ten repeats."
    )
    if any(settlement.guard_kind == "two-fold" for settlement in settlements):
        more += (
            " Before one learner was called better, the variance was compared with that of the two-fold jackknife"
            f"{cited(_papers_of_guard(verdict))}, carried to the larger training sets by half of the growth of the "
            "variance of the examples' own losses, and the larger one taken."
        )
    if any(settlement.guard_kind == "halves" for settlement in settlements):
        more += (
            " Before one learner was called better, the variance was compared with that of random halves of the data"
            f"{cited(_papers_of_guard(verdict))}, and the larger one taken."
        )
    seeds = sorted({run.assignment.seed for run in verdict.runs if run.assignment.seed is not None})
    seed = f" (seed {', '.join(map(str, seeds))})" if seeds else ""
    return (
        f"Repeats of {folds} cross-validation{seed} were added, the same splits for all learners, until another random "
        f"split of the same data would hardly change the decision or the budget ended: {made} repeats, {ended}.{more}"
    )


def _papers_of_guard(verdict: Verdict) -> list[Reference]:
    kinds = {row.settlement.guard_kind for row in verdict.comparisons if row.settlement is not None}
    functions: dict[str, Callable[..., Any]] = {"two-fold": twofold_jackknife_t, "halves": half_sampling_variance}
    return [paper for kind, function in functions.items() if kind in kinds for paper in references_of(function)]


def _is_own(verdict: Verdict) -> bool:
    return verdict.test.startswith(OWN)


def _papers_of_test(verdict: Verdict) -> list[Reference]:
    return [] if _is_own(verdict) else references_of(NEEDS[verdict.test].function)


def _test(verdict: Verdict) -> str:
    label = one_line(NEEDS[verdict.test].label)
    if _is_own(verdict):
        label = f"a test of our own, {one_line(verdict.test.removeprefix(OWN))}"
    elif "'s " not in label and not label.startswith("twice "):
        label = f"the {label}"
    sides = "two-sided" if verdict.alternative == "two-sided" else "one-sided"
    over = "over datasets " if NEEDS[verdict.test].reads == "datasets" and "over datasets" not in label else ""
    return (
        f"Differences were tested {over}by {label}{cited(_papers_of_test(verdict))}, {sides}, at level "
        f"{verdict.alpha:g}."
    )


def _differs(verdict: Verdict) -> str:
    return "" if _is_own(verdict) else f"This test {NEEDS[verdict.test].differs}."


def _papers_of_family(verdict: Verdict) -> list[Reference]:
    if verdict.family == 1 or verdict.adjust == "none":
        return []
    return references_of(max_t if verdict.adjust == "max_t" else ADJUST_METHODS[verdict.adjust])


def _family(verdict: Verdict) -> str:
    if verdict.family == 1:
        return "There was one comparison, and nothing to adjust for."
    if verdict.adjust == "none":
        return f"P-values were not adjusted for the {verdict.family} comparisons."
    how = ADJUST_WORDS[verdict.adjust]
    return f"P-values were adjusted for {verdict.family} comparisons by {how}{cited(_papers_of_family(verdict))}."


def _examines_equivalence(verdict: Verdict) -> bool:
    return verdict.rope is not None and any(not math.isnan(row.low) for row in verdict.comparisons)


def _has_posterior(verdict: Verdict) -> bool:
    return verdict.rope is not None and any(not math.isnan(row.p_rope) for row in verdict.comparisons)


def _papers_of_equivalence(verdict: Verdict) -> list[Reference]:
    return [
        *(references_of(corrected_tost)[:1] if _examines_equivalence(verdict) else []),
        *(references_of(bayesian_correlated_t) if _has_posterior(verdict) else []),
    ]


def _equivalence(verdict: Verdict) -> str:
    sentences = []
    if _examines_equivalence(verdict):
        tost = cited(references_of(corrected_tost)[:1])
        sentences.append(
            f"Learners were called practically equivalent where the interval of two one-sided tests{tost} lay within "
            f"{verdict.rope:g} of zero."
        )
    if _has_posterior(verdict):
        papers = cited(references_of(bayesian_correlated_t))
        sentences.append(
            f"Probabilities of a difference within {verdict.rope:g} and beyond it are those of the Bayesian correlated "
            f"t test{papers}."
        )
    return " ".join(sentences)


def _intervals(verdict: Verdict) -> str:
    if all(math.isnan(row.low) for row in verdict.comparisons):
        return ""
    unadjusted = ", not adjusted for the number of comparisons" if verdict.family > 1 else ""
    return f"Intervals of the difference are two-sided with level {percent(1 - verdict.alpha)}{unadjusted}."


def _forecast(verdict: Verdict) -> str:
    if not any(row.forecast is not None and row.forecast.is_known for row in verdict.comparisons):
        return ""
    return (
        "How probably another random split of the same data would lead to the same decision was estimated from the "
        "variation between repeats."
    )
