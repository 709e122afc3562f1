"""One test on all pairs of all runs: the rows of a verdict, adjusted and decided."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import Caveat, SchemeMismatchError, listed
from foldwise.runs import Run
from foldwise.verdicts._family import adjust_pvalues, decision_thresholds
from foldwise.verdicts._terms import Terms
from foldwise.verdicts.evidence._designs import sources_of_variation
from foldwise.verdicts.evidence._evidence import PairEvidence
from foldwise.verdicts.evidence._finding import Finding
from foldwise.verdicts.evidence._pair import Pair
from foldwise.verdicts.evidence._setting import spread_of_sizes
from foldwise.verdicts.judging._all_alike import AllAlike, all_alike
from foldwise.verdicts.judging._caveats import design_caveats, family_caveats, flag_caveats
from foldwise.verdicts.judging._chance import chance_caveats, not_above_chance
from foldwise.verdicts.judging._comparison import Comparison
from foldwise.verdicts.judging._decide import (
    FEW_DATASETS,
    OPPOSITE_MEANS,
    UNKNOWN,
    Decision,
    decide,
    interval_caveats,
    rope_probabilities,
    settled_probabilities,
)
from foldwise.verdicts.judging._family_risk import with_family_risk
from foldwise.verdicts.judging._forecast import Forecast
from foldwise.verdicts.judging._forecasting import forecast_each
from foldwise.verdicts.judging._half_size import half_size_caveats, size_caveats
from foldwise.verdicts.judging._max_t import max_t_pvalues
from foldwise.verdicts.judging._over_datasets import over_datasets
from foldwise.verdicts.judging._settlement import Settlement
from foldwise.verdicts.judging._verdict import Verdict
from foldwise.verdicts.tests._record import Need

if TYPE_CHECKING:
    from foldwise.verdicts.settling._settled import Settled

# What these read comes from training sets that overlap; such tests fail for learners at chance.
_OVER_FOLDS = ("differences", "partitions", "halves", "folds")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HowSettled:
    """What a settled verdict says beside one of a fixed number of repeats.

    Parameters
    ----------
    settled : Settled
        The procedure.
    settlements : sequence of Settlement
        One for each comparison.
    row_caveats : sequence of sequences of Caveat
        What each of them asks to beware of.
    caveats : sequence of Caveat
        What all of them ask to beware of.
    run_caveat : Caveat
        What their runs ask to beware of in any other verdict.
    """

    settled: "Settled"
    settlements: Sequence[Settlement]
    row_caveats: Sequence[Sequence[Caveat]]
    caveats: Sequence[Caveat]
    run_caveat: Caveat


_NONE: Final[Mapping[str, Run]] = MappingProxyType({})


def make_verdict(
    runs: Sequence[Run],
    by_run: Sequence[Sequence[Pair]],
    need: Need,
    terms: Terms,
    whole: Mapping[str, Run] = _NONE,
) -> Verdict:
    """Apply one test to every pair on every dataset, or to every pair over all datasets.

    `whole` has runs of the same learners trained on more of the same examples, by the name of the dataset.
    """
    feeds = _pairs_to_feed(by_run, need)
    if need.reads == "datasets":
        findings = [need.find(PairEvidence(pairs), terms.alternative) for pairs in feeds]
    else:
        findings = need.find_each([pair for (pair,) in feeds], terms.alternative)
    return assemble_verdict(runs, feeds, findings, need, terms, whole=whole, alike=tuple(all_alike(by_run, need)))


def assemble_verdict(
    runs: Sequence[Run],
    feeds: Sequence[Sequence[Pair]],
    findings: Sequence[Finding],
    need: Need,
    terms: Terms,
    how: HowSettled | None = None,
    whole: Mapping[str, Run] = _NONE,
    alike: Sequence[AllAlike] = (),
) -> Verdict:
    """Adjust and decide what a test found on each of the pairs it was fed."""
    family = terms.family_size(runs, len(feeds))
    pvalues = [finding.pvalue for finding in findings]
    if terms.adjust == "max_t":
        adjusted = max_t_pvalues(feeds, pvalues, terms)
    else:
        adjusted = adjust_pvalues(pvalues, terms.adjust, family=family)
    level = terms.equivalence_level(family)
    decisions = [
        _decide(pairs, need, finding, p, terms, level)
        for pairs, finding, p in zip(feeds, findings, adjusted, strict=True)
    ]
    forecasts: list[Forecast | None] = [None] * len(feeds)
    if need.reads != "datasets":
        thresholds = decision_thresholds(pvalues, terms.adjust, family, terms.alpha)
        alone = forecast_each(
            [pair for (pair,) in feeds],
            findings,
            need,
            [decision for decision, _ in decisions],
            terms,
            thresholds=thresholds,
            family=family,
        )
        forecasts = with_family_risk(alone, pvalues, terms, family)
    is_settled = how is not None
    probabilities = _probabilities(feeds, findings, terms.rope, is_settled=is_settled)
    rows = []
    for number, (pairs, finding) in enumerate(zip(feeds, findings, strict=True)):
        decision, caveats = decisions[number]
        p_left, p_rope, p_right = probabilities[number]
        beware = dict.fromkeys(
            (
                *(() if how is None else how.row_caveats[number]),
                *_pair_caveats(pairs, finding),
                *caveats,
                *_number_caveats(pairs, finding, terms),
                *(caveat for pair in pairs for caveat in size_caveats(pair, whole)),
            )
        )
        rows.append(
            Comparison(
                **_numbers(pairs, finding, terms),
                p_left=p_left,
                p_rope=p_rope,
                p_right=p_right,
                adjusted_pvalue=adjusted[number],
                decision=decision,
                caveats=tuple(beware),
                forecast=forecasts[number],
                settlement=None if how is None else how.settlements[number],
            )
        )
    return Verdict(
        comparisons=tuple(rows),
        test=need.name,
        metric=feeds[0][0].setting.metric,
        alpha=terms.alpha,
        rope=terms.rope,
        alternative=terms.alternative,
        adjust=terms.adjust,
        against=terms.against,
        family=family,
        tries=sum(run.ledger.n_tries for run in runs),
        sources=sources_of_variation(runs, need.reads),
        caveats=(
            *(half_size_caveats(runs, whole) if how is None else how.caveats),
            *design_caveats(need, runs),
            *family_caveats(len(rows), family=family, adjust=terms.adjust, runs=runs),
        ),
        runs=tuple(runs if how is None else (replace(run, caveats=(*run.caveats, how.run_caveat)) for run in runs)),
        settled=None if how is None else how.settled,
        all_alike=tuple(alike),
        overall=over_datasets(runs, feeds, findings, rows, need, terms.of_means()),
    )


def _decide(
    pairs: Sequence[Pair], need: Need, finding: Finding, adjusted: float, terms: Terms, equivalence_level: float
) -> tuple[Decision, tuple[Caveat, ...]]:
    """Return the decision by p, unless it would be for a learner at chance, and what it asks to beware of."""
    by_p, caveats = decide(finding, adjusted, alpha=terms.alpha, rope=terms.rope, equivalence_level=equivalence_level)
    if need.reads not in _OVER_FOLDS or not pairs[0].run.has_predictions:
        return by_p, caveats
    decision, at_chance = not_above_chance(by_p, pairs[0])
    return decision, (*caveats, *(at_chance or chance_caveats(pairs[0])))


def _pairs_to_feed(by_run: Sequence[Sequence[Pair]], need: Need) -> list[list[Pair]]:
    if need.reads != "datasets":
        return [[pair] for pairs in by_run for pair in pairs]
    names = {tuple(dict.fromkeys(name for pair in pairs for name in pair.names)) for pairs in by_run}
    if len(names) > 1:
        raise SchemeMismatchError(
            f"{need.name} needs the same learners on every dataset, in the same order, but they are "
            f"{' and '.join(listed(each, quote=False) if each else 'fewer than two' for each in sorted(names))}. Leave "
            "the test out: the answer over datasets then takes each pair where both are there."
        )
    return [list(pairs) for pairs in zip(*by_run, strict=True)]


def _means(pairs: Sequence[Pair], finding: Finding) -> tuple[float, float]:
    """Return the mean scores of both learners."""
    if finding.scores is not None:
        return finding.scores
    if len(pairs) == 1:
        return pairs[0].mean_scores
    a, b = np.mean([pair.mean_scores for pair in pairs], axis=0).tolist()
    return a, b


def _pooled(pairs: Sequence[Pair]) -> float:
    """Return the mean of the pooled differences."""
    return pairs[0].pooled_difference() if len(pairs) == 1 else float(np.mean([p.pooled_difference() for p in pairs]))


def _sizes(pair: Pair) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    return spread_of_sizes(pair.run)


def _pair_caveats(pairs: Sequence[Pair], finding: Finding) -> Iterator[Caveat]:
    """List what the result of the test and the learners ask to beware of."""
    yield from flag_caveats(finding.flags)
    for pair in pairs:
        yield from pair.caveats()


def _number_caveats(pairs: Sequence[Pair], finding: Finding, terms: Terms) -> Iterator[Caveat]:
    """List where the numbers of a row seem to contradict one another."""
    score_a, score_b = _means(pairs, finding)
    # Means that are equal but for rounding favour nobody.
    rounding = 8 * np.finfo(np.float64).eps * max(abs(score_a), abs(score_b))
    if min(abs(score_a - score_b), abs(finding.estimate)) > rounding and (score_a > score_b) != (finding.estimate > 0):
        yield OPPOSITE_MEANS
    if len(pairs) > 1 and (2 if terms.alternative == "two-sided" else 1) * 0.5**finding.n_scores > terms.alpha:
        yield FEW_DATASETS
    yield from interval_caveats(finding, alpha=terms.alpha, alternative=terms.alternative)
    if finding.answers is not None:
        yield from finding.answers.caveats()


def _probabilities(
    feeds: Sequence[Sequence[Pair]], findings: Sequence[Finding], rope: float | None, *, is_settled: bool
) -> list[tuple[float, float, float]]:
    """Return P(left), P(inside the rope), P(right) of each row; unknown over several datasets."""
    if is_settled:
        return [settled_probabilities(finding, rope) for finding in findings]
    if any(len(pairs) > 1 for pairs in feeds):
        return [UNKNOWN] * len(feeds)
    return rope_probabilities([pair for (pair,) in feeds], rope)


def _numbers(pairs: Sequence[Pair], finding: Finding, terms: Terms) -> dict[str, Any]:
    """Return what a row says of a pair whatever is decided, as fields of a `Comparison`."""
    first, alone = pairs[0], len(pairs) == 1
    name_a, name_b = first.names
    score_a, score_b = _means(pairs, finding)
    low, high = finding.limits(1 - terms.alpha)
    n_train, n_test = first.once_for_all(_sizes) if alone else (None, None)
    return {
        "dataset": first.run.data.name if alone else f"{len(pairs)} datasets",
        "a": name_a,
        "b": name_b,
        "score_a": score_a,
        "score_b": score_b,
        "estimate": finding.estimate,
        "pooled_estimate": np.nan if finding.scores is not None else _pooled(pairs),
        "low": low,
        "high": high,
        "standard_error": finding.standard_error,
        "statistic": finding.statistic,
        "df": finding.df,
        "pvalue": finding.pvalue,
        "effect_size": finding.effect_size,
        "effect_size_name": finding.effect_size_name,
        "n_train": n_train,
        "n_test": n_test,
        "n_scores": finding.n_scores,
        "answers": finding.answers,
    }
